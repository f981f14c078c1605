//! A server of its own for each test, and the plainest of clients.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::Value;

/// A running server; it ends with this.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    /// The header that tells the server's user from others.
    pub(crate) token: String,
    stop: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Server {
    /// The next server may have the games at once.
    fn drop(&mut self) {
        self.stop.take();
        // What it panicked with stands above.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {:?}", self.body))
    }

    /// The one line that says what was wrong.
    pub(crate) fn error(&self) -> String {
        assert_ne!(self.status, 200, "{}", self.body);
        let line = self.json()["error"].as_str().expect("a refusal says why").to_owned();
        assert!(!line.is_empty() && !line.contains('\n'), "{line:?}");
        line
    }
}

/// A folder of its own, empty.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

impl Server {
    pub(crate) fn start(name: &str) -> Self {
        Self::with(&folder(name), |_| {})
    }

    pub(crate) fn with(folder: &Path, change: impl FnOnce(&mut web::Options)) -> Self {
        let mut options = web::Options {
            port: 0,
            reports: folder.join("reports"),
            threads: Some(1),
            ..web::Options::new(folder.to_owned())
        };
        change(&mut options);
        let (stop, stopped) = mpsc::channel();
        let (told, page) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            web::serve(&options, |page| told.send(page.clone()).unwrap(), web::interrupted(stopped)).unwrap();
        });
        let web::Page { address, token } = page.recv().unwrap();
        // What every test sends that is not about who may.
        let token = token.map_or(String::new(), |token| format!("authorization: Bearer {token}\r\n"));
        Self { address, token, stop: Some(stop), thread: Some(thread) }
    }

    fn open(&self, head: &str, body: &str) -> BufReader<TcpStream> {
        let mut stream = TcpStream::connect(self.address).unwrap();
        // Whoever hears nothing for so long will never hear anything.
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        // A server that refuses a long body may close before all of it is sent.
        let _ = write!(stream, "{head}content-length: {}\r\nconnection: close\r\n\r\n{body}", body.len());
        BufReader::new(stream)
    }

    /// Sends a request as it stands; `head` ends with its last header.
    pub(crate) fn raw(&self, head: &str, body: &str) -> Answer {
        let mut text = String::new();
        let _ = self.open(head, body).read_to_string(&mut text);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.raw(&format!("GET {path} HTTP/1.1\r\nhost: {}\r\n", self.address), "")
    }

    /// The status of the answer to somebody at another address of this machine.
    pub(crate) fn get_from(&self, from: std::net::Ipv4Addr, path: &str) -> u16 {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
        let stream = runtime.block_on(async {
            let socket = tokio::net::TcpSocket::new_v4().unwrap();
            socket.bind((from, 0).into()).unwrap();
            socket.connect(self.address).await.unwrap().into_std().unwrap()
        });
        stream.set_nonblocking(false).unwrap();
        write!(&stream, "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address)
            .unwrap();
        let mut line = String::new();
        BufReader::new(&stream).read_line(&mut line).unwrap();
        line.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0)
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.post_text(path, &body.to_string())
    }

    pub(crate) fn post_text(&self, path: &str, body: &str) -> Answer {
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\n{}content-type: application/json\r\n",
            self.address, self.token
        );
        self.raw(&head, body)
    }

    /// Begins a game; its address.
    pub(crate) fn begin(&self, request: &Value) -> String {
        let answer = self.post("/api/play", request);
        assert_eq!(answer.status, 200, "{}", answer.body);
        format!("/api/play/{}", answer.json()["id"].as_str().unwrap())
    }

    /// The messages of a stream, as they come; the server has taken the question in. Dropping them closes the connection.
    pub(crate) fn events(&self, path: &str) -> impl Iterator<Item = Value> + use<> {
        let mut reader = self.open(&format!("GET {path} HTTP/1.1\r\nhost: {}\r\n", self.address), "");
        reader.read_line(&mut String::new()).unwrap();
        reader
            .lines()
            .map_while(Result::ok)
            .filter_map(|line| line.strip_prefix("data: ").map(|data| serde_json::from_str(data).unwrap()))
    }

    /// Waits until a game is at a person's turn or over; its state.
    pub(crate) fn settled(&self, game: &str) -> Value {
        self.events(&format!("{game}/events"))
            .find(|state| state["person"] == true || state["over"] == true || !state["failure"].is_null())
            .expect("a game comes to a person's turn or ends");
        // A later message holds only what is new.
        self.get(game).json()
    }
}
