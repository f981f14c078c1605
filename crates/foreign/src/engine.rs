//! An engine that is started when it is needed, and again after it has failed.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::client::{Client, Dxp, Gtp, Hub, Line, NBoard};
use crate::command::CommandLine;
use crate::dialect::{Dialect, Draughts};
use crate::failure::Failure;
use crate::inbox::Wait;
use crate::process::{Most, Process};
use crate::protocol::Protocol;
use crate::protocol::draughts::Letters;
use crate::question::{Answer, Question, Time};

/// How an engine is reached and what it is told.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What starts it. None only for DamExchange, where it may be running already.
    pub command: Option<CommandLine>,
    /// What it speaks.
    pub protocol: Protocol,
    /// What that protocol knows of the game.
    pub dialect: Dialect,
    /// The depth it is told to look, in plies, where the protocol can say so.
    pub depth: Option<u32>,
    /// The time for a move that it is told, where no clock leaves less.
    pub time: Option<Duration>,
    /// How long it may take to be ready after its start.
    pub startup: Duration,
    /// How long it may take for a move where no clock says so.
    pub patience: Duration,
    /// Hub: which letter stands for which side.
    pub letters: Letters,
    /// DamExchange: the port that it listens on. None: a free one, put into the command.
    pub port: Option<u16>,
    /// Whether each game gets a process of its own, so that nothing is carried from one to the next.
    pub fresh: bool,
    /// Who hears what it writes on standard error.
    pub heard: Heard,
    /// The most of this machine that it may take.
    pub most: Most,
}

/// Hears a line.
pub type Hear = Arc<dyn Fn(&str) + Send + Sync>;

/// Who hears each line that an engine writes on standard error, from a thread of the engine's own; nobody, as it is.
#[derive(Clone, Default)]
pub struct Heard(pub Option<Hear>);

impl std::fmt::Debug for Heard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "heard" } else { "unheard" })
    }
}

impl Settings {
    /// The usual settings.
    #[must_use]
    pub fn new(command: Option<CommandLine>, protocol: Protocol, dialect: Dialect) -> Self {
        Self {
            command,
            protocol,
            dialect,
            depth: None,
            time: None,
            startup: Duration::from_secs(10),
            patience: Duration::from_secs(60),
            letters: Letters::default(),
            port: None,
            fresh: false,
            heard: Heard::default(),
            most: Most::default(),
        }
    }
}

/// Beyond its clock an engine is waited for so long: whether it was late is the clock's to judge.
const GRACE: Duration = Duration::from_millis(100);

/// An engine. It runs from its first question to its first failure, then again from the next question on; dropping it
/// ends it.
pub struct Engine {
    settings: Settings,
    client: Option<Box<dyn Client>>,
    /// The seed of the game in progress, if the engine has not been told of it.
    untold: Option<u64>,
    seed: u64,
    starts: u64,
}

impl Engine {
    /// An engine that is not started yet.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self { settings, client: None, untold: None, seed: 0, starts: 0 }
    }

    /// A new game begins with the next question.
    pub fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.untold = Some(seed);
        if self.settings.fresh
            && let Some(mut client) = self.client.take()
        {
            client.quit();
        }
    }

    /// Starts it, if it does not run. `stop` breaks the wait off.
    ///
    /// # Errors
    /// Why it cannot be started.
    pub fn prepare(&mut self, stop: Option<&AtomicBool>) -> Result<(), Failure> {
        self.ready(stop).map(drop)
    }

    /// How often the engine was started.
    #[must_use]
    pub fn starts(&self) -> u64 {
        self.starts
    }

    /// Asks for a move. `stop` breaks the wait off. An engine that fails is killed.
    ///
    /// # Errors
    /// Why there is no move that can be played.
    pub fn ask(&mut self, question: &Question<'_>, stop: Option<&AtomicBool>) -> Result<Answer, Failure> {
        let answer = self.try_ask(question, stop);
        if answer.is_err()
            && let Some(mut client) = self.client.take()
            && matches!(answer, Err(Failure::Illegal(_) | Failure::Refused(_) | Failure::Resigned))
        {
            client.quit();
        }
        answer
    }

    fn try_ask(&mut self, question: &Question<'_>, stop: Option<&AtomicBool>) -> Result<Answer, Failure> {
        let time = self.settings.time.map_or(question.time, |own| {
            Some(match question.time {
                Some(clock) if clock.at_most() < own => clock,
                _ => Time::Move(own),
            })
        });
        let patience = question.time.map_or(self.settings.patience, |clock| clock.at_most() + GRACE);
        let client = self.ready(stop)?;
        let wait = Wait { stop, ..Wait::of(patience) };
        client.ask(&Question { time, ..*question }, &wait)
    }
}

impl Engine {
    /// The running engine, started if there is none, and told of a new game.
    fn ready(&mut self, stop: Option<&AtomicBool>) -> Result<&mut Box<dyn Client>, Failure> {
        // One that has ended since its last answer has lost nothing yet: it is started again.
        if let (Some(client), Some(seed)) = (&mut self.client, self.untold)
            && client.new_game(seed).is_err()
        {
            self.client = None;
        }
        if self.client.is_none() {
            self.starts += 1;
            let wait = Wait { stop, ..Wait::of(self.settings.startup) };
            let mut client = start(&self.settings, &wait).map_err(not_ready)?;
            client.new_game(self.seed)?;
            self.client = Some(client);
        }
        self.untold = None;
        Ok(self.client.as_mut().expect("it was just started"))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(client) = &mut self.client {
            client.quit();
        }
    }
}

/// An engine that is silent before it is ready has failed to start.
fn not_ready(failure: Failure) -> Failure {
    match failure {
        Failure::Silence(time) => {
            Failure::Start(format!("it did not say that it was ready within {:.1} s", time.as_secs_f64()))
        }
        Failure::Crash(how) => Failure::Start(format!("{how} before it was ready")),
        other => other,
    }
}

fn start(settings: &Settings, wait: &Wait<'_>) -> Result<Box<dyn Client>, Failure> {
    let Dialect { squares, draughts } = settings.dialect;
    let unsuited =
        || Failure::Unsuited(format!("this game is not played in the protocol {}", settings.protocol.name()));
    if settings.protocol == Protocol::Dxp {
        return start_dxp(settings, draughts.ok_or_else(unsuited)?, wait);
    }
    let Some(command) = &settings.command else {
        return Err(Failure::Start("there is no command to start it with".into()));
    };
    if !settings.dialect.has(settings.protocol) {
        return Err(unsuited());
    }
    let process = Process::start(command, settings.most, true, &settings.heard)?;
    Ok(match (settings.protocol, squares, draughts) {
        (Protocol::Gtp, Some(squares), _) => Box::new(Gtp::hello(process, squares, wait)?),
        (Protocol::NBoard, Some(squares), _) => {
            Box::new(NBoard::hello(process, squares, settings.depth, wait)?)
        }
        (Protocol::Hub, _, Some(draughts)) => {
            Box::new(Hub::hello(process, draughts, settings.letters, settings.depth, wait)?)
        }
        _ => Box::new(Line::hello(process, settings.depth, wait)?),
    })
}

fn start_dxp(
    settings: &Settings,
    draughts: &'static Draughts,
    wait: &Wait<'_>,
) -> Result<Box<dyn Client>, Failure> {
    let port = match settings.port {
        Some(port) => port,
        None => free_port().map_err(|why| Failure::host("no free port", &why))?,
    };
    let process = match &settings.command {
        Some(command) => {
            Some(Process::start(&command.with_port(port), settings.most, false, &settings.heard)?)
        }
        None => None,
    };
    let address = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
    Ok(Box::new(Dxp::hello(process, draughts, address, wait)?))
}

/// A port that nobody listens on at this moment.
fn free_port() -> std::io::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}
