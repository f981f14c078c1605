//! A browser under remote control: the few commands of WebDriver (W3C Recommendation 2018) that a game takes.

use std::io::ErrorKind;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::Error;

/// How long a driver or a page may take to answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// How often a browser that ends while it starts is started: on a busy machine it now and then ends by itself (seen once
/// among CI runs, not in 50 starts beside six busy programs).
const STARTS: usize = 3;

/// Which browser, and how it is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The driver: a program such as `chromedriver` or `geckodriver`, started here and ended afterwards, or the address
    /// of one that runs, such as `http://127.0.0.1:9515`.
    pub driver: String,
    /// Whether the browser shows no window.
    pub headless: bool,
    /// Further arguments of the browser.
    pub arguments: Vec<String>,
    /// How long is waited before a browser that ended while it started is started again; a second is usual.
    pub pause: Duration,
}

/// A driver, and the process if it was started here.
#[derive(Debug)]
pub struct Driver {
    address: String,
    process: Option<Child>,
}

impl Driver {
    /// Starts the driver, or turns to the one that runs.
    ///
    /// # Errors
    /// If it cannot be started or does not answer.
    pub fn start(options: &Options) -> Result<Self, Error> {
        let driver = &options.driver;
        if driver.starts_with("http://") {
            return Ok(Self { address: driver.trim_end_matches('/').to_owned(), process: None });
        }
        if driver.starts_with("https://") {
            return Err(Error::new(format!("{driver}: a driver on this machine is spoken to by http://")));
        }
        let port = free_port()?;
        let process = Command::new(driver)
            .arg(format!("--port={port}"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| match error.kind() {
                ErrorKind::NotFound => Error::new(format!(
                    "there is no program {driver}; install chromedriver or geckodriver, or name one with --driver"
                )),
                _ => Error::new(format!("{driver}: {error}")),
            })?;
        let mut started = Self { address: format!("http://127.0.0.1:{port}"), process: Some(process) };
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            let ended = started.process.as_mut().and_then(|process| process.try_wait().ok().flatten());
            if let Some(status) = ended {
                return Err(Error::new(format!(
                    "{driver} ended at once ({status}); a driver such as chromedriver or geckodriver listens"
                )));
            }
            if begun.elapsed() > PATIENCE {
                return Err(Error::new(format!("{driver} does not listen")));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(started)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            // It may have ended by itself.
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

fn free_port() -> Result<u16, Error> {
    let port = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr());
    port.map(|address| address.port()).map_err(|error| Error::new(format!("no free port: {error}")))
}

/// A window of a browser.
#[derive(Debug)]
pub struct Browser {
    agent: ureq::Agent,
    session: String,
    _driver: Driver,
}

impl Browser {
    /// Opens a window; a browser that ends while it starts is started again, twice at most.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn open(driver: Driver, options: &Options) -> Result<Self, Error> {
        let config = ureq::Agent::config_builder().timeout_global(Some(PATIENCE)).http_status_as_error(false);
        let agent: ureq::Agent = config.build().into();
        let (chrome, firefox) = (arguments(options, "--headless=new"), arguments(options, "-headless"));
        let wanted = json!({ "capabilities": { "firstMatch": [
            { "browserName": "chrome", "goog:chromeOptions": { "args": chrome } },
            { "browserName": "firefox", "moz:firefoxOptions": { "args": firefox } },
        ] } });
        let address = format!("{}/session", driver.address);
        let mut started = send(&agent, &address, Some(&wanted));
        for _ in 1..STARTS {
            if !started.as_ref().is_err_and(ended_at_its_start) {
                break;
            }
            std::thread::sleep(options.pause);
            started = send(&agent, &address, Some(&wanted));
        }
        let answer = started?;
        let id = answer["sessionId"].as_str().ok_or_else(|| Error::new("the driver opened no window"))?;
        let session = format!("{}/session/{id}", driver.address);
        Ok(Self { agent, session, _driver: driver })
    }

    fn command(&self, command: &str, body: &Value) -> Result<Value, Error> {
        send(&self.agent, &format!("{}/{command}", self.session), Some(body))
    }

    /// Opens a page.
    ///
    /// # Errors
    /// If it cannot be loaded.
    pub fn go(&self, url: &str) -> Result<(), Error> {
        self.command("url", &json!({ "url": url })).map(drop)
    }

    /// Loads the page anew.
    ///
    /// # Errors
    /// Those of the driver.
    pub fn reload(&self) -> Result<(), Error> {
        self.command("refresh", &json!({})).map(drop)
    }

    /// What a script on the page returns.
    ///
    /// # Errors
    /// Those of the driver and of the script.
    pub fn script(&self, script: &str) -> Result<Value, Error> {
        self.command("execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Presses a key and lets it go.
    ///
    /// # Errors
    /// Those of the driver.
    pub fn press(&self, key: char) -> Result<(), Error> {
        let step = |kind: &str| json!({ "type": kind, "value": key.to_string() });
        let keys = json!({ "actions": [{ "type": "key", "id": "keys", "actions": [step("keyDown"), step("keyUp")] }] });
        self.command("actions", &keys).map(drop)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.agent.delete(&self.session).call();
    }
}

/// Whether the driver found a browser and saw it end: "Chrome instance exited", "Chrome failed to start: crashed", of geckodriver
/// "Process unexpectedly closed with status 1". The kind of error they give is not always the same.
fn ended_at_its_start(error: &Error) -> bool {
    let text = error.to_string();
    ["exited", "crashed", "unexpectedly closed"].iter().any(|word| text.contains(word))
}

fn arguments(options: &Options, headless: &str) -> Vec<String> {
    let mut arguments = options.arguments.clone();
    if options.headless {
        arguments.push(headless.to_owned());
    }
    if headless.starts_with("--") && is_root() {
        // Chromium refuses to start for the superuser otherwise, as in containers.
        arguments.push("--no-sandbox".to_owned());
    }
    arguments
}

fn is_root() -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
    }
    #[cfg(not(unix))]
    false
}

fn send(agent: &ureq::Agent, url: &str, body: Option<&Value>) -> Result<Value, Error> {
    let lost =
        |error: ureq::Error| Error::new(format!("the browser's driver at {url} does not answer: {error}"));
    let mut response = match body {
        Some(body) => agent.post(url).send_json(body),
        None => agent.get(url).call(),
    }
    .map_err(lost)?;
    let mut answer: Value = response.body_mut().read_json().map_err(lost)?;
    let value = answer["value"].take();
    match value["error"].as_str() {
        None => Ok(value),
        Some(error) => {
            let message = value["message"].as_str().unwrap_or_default();
            let first = message.lines().next().unwrap_or_default();
            Err(Error::new(format!("the browser refuses ({error}): {first}")))
        }
    }
}
