//! DamExchange, as the initiator: the engine listens on a port and follows.

use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use super::{Client, Told, choose_jump};
use crate::dialect::Draughts;
use crate::failure::{Failure, quote};
use crate::inbox::{Inbox, Wait};
use crate::log::{Log, Mark};
use crate::process::Process;
use crate::protocol::dxp::{END, Message};
use crate::question::{Answer, Question};

/// How long an engine may take to agree that a game is over.
const FAREWELL: Duration = Duration::from_secs(2);
/// Minutes for each side's game where the time is not limited.
const MINUTES: u32 = 999;

pub(crate) struct Dxp {
    draughts: &'static Draughts,
    socket: TcpStream,
    inbox: Inbox,
    process: Option<Process>,
    log: Log,
    /// What the engine knows of the game in progress.
    told: Told,
    /// Whether a game was requested and not ended.
    is_playing: bool,
}

/// Whether the system has nothing left to connect with.
fn is_exhausted(why: &std::io::Error) -> bool {
    // EMFILE and ENFILE have no kind of their own yet.
    cfg!(unix) && matches!(why.raw_os_error(), Some(23 | 24)) || why.kind() == std::io::ErrorKind::OutOfMemory
}

impl Dxp {
    /// Connects to `address`, trying again while the engine starts.
    pub(crate) fn hello(
        mut process: Option<Process>,
        draughts: &'static Draughts,
        address: SocketAddr,
        wait: &Wait<'_>,
    ) -> Result<Self, Failure> {
        let socket = loop {
            match TcpStream::connect_timeout(&address, Duration::from_secs(1)) {
                Ok(socket) => break socket,
                Err(why) if is_exhausted(&why) => return Err(Failure::host("no connection", &why)),
                Err(why) if Instant::now() >= wait.until => {
                    process.iter_mut().for_each(Process::heed_stops);
                    return Err(Failure::Start(format!("nobody answers at {address}: {why}")));
                }
                Err(_) if wait.is_stopped() => return Err(Failure::Stopped),
                Err(_) => {
                    process.as_mut().map_or(Ok(()), Process::check)?;
                    thread::sleep(Duration::from_millis(20));
                }
            }
        };
        let host = |why: std::io::Error| Failure::host("no connection", &why);
        let log = match &process {
            Some(process) => process.log().clone(),
            // One that runs already is known by where it listens.
            None => Log::begin(Path::new("dxp"), &address.to_string()).map_err(host)?,
        };
        let reader = socket.try_clone().map_err(host)?;
        let inbox = Inbox::open(reader, END, log.clone()).map_err(host)?;
        let _ = socket.set_nodelay(true);
        // What does not fit into the socket's buffer within this time will never be read.
        let _ = socket.set_write_timeout(Some(Duration::from_secs(5)));
        Ok(Self { draughts, socket, inbox, process, log, told: Told::default(), is_playing: false })
    }

    fn send(&mut self, message: &Message) -> Result<(), Failure> {
        let text = message.write();
        self.log.write(Mark::Told, &text);
        let mut bytes = text.into_bytes();
        bytes.push(END);
        self.socket.write_all(&bytes).map_err(|why| self.crash(&why.to_string()))
    }

    fn crash(&mut self, how: &str) -> Failure {
        match self.process.as_mut().map_or(Ok(()), Process::check) {
            Ok(()) => Failure::Crash(format!("the connection broke: {how}")),
            Err(failure) => failure,
        }
    }

    /// The next message that is not chat.
    fn message(&mut self, wait: &Wait<'_>) -> Result<Message, Failure> {
        loop {
            let Some(text) = self.inbox.next(wait)? else { return Err(self.crash("it was closed")) };
            match Message::read(&text) {
                Ok(Message::Chat(_)) => {}
                Ok(Message::BackRequest { .. }) => self.send(&Message::BackAccept('1'))?,
                Ok(message) => return Ok(message),
                Err(why) => return Err(Failure::Garbage(why)),
            }
        }
    }

    fn request(&mut self, question: &Question<'_>, wait: &Wait<'_>) -> Result<(), Failure> {
        self.end(wait)?;
        // Only games that come to the engine with at most one move played begin at their start: otherwise the first
        // message after the request could not be the other side's move.
        let from_start = question.moves.len() <= 1;
        let fen = if from_start { question.start } else { question.position };
        let position = (self.draughts.dxp_position)(fen)
            .ok_or_else(|| Failure::Unsuited(format!("{fen:?} cannot be said in DamExchange")))?;
        let minutes = question.time.map_or(MINUTES, |time| {
            u32::try_from(time.at_most().as_secs().div_ceil(60)).unwrap_or(MINUTES).clamp(1, MINUTES)
        });
        self.send(&Message::GameRequest {
            initiator: "plywise".into(),
            follower_is_white: question.seat == 1,
            minutes,
            moves: 0,
            position: Some(position),
        })?;
        self.is_playing = true;
        match self.message(wait)? {
            Message::GameAccept { code: '0', .. } => {}
            Message::GameAccept { code, .. } => {
                return Err(Failure::Refused(format!(
                    "it does not accept the game (code {})",
                    code.escape_default()
                )));
            }
            other => return Err(unexpected(&other, "an answer to the request of a game")),
        }
        if from_start && let Some(mv) = question.moves.first() {
            self.send_move(mv)?;
        }
        self.told.remember(question);
        Ok(())
    }

    fn send_move(&mut self, mv: &str) -> Result<(), Failure> {
        let jump = (self.draughts.jump)(mv)
            .ok_or_else(|| Failure::Unsuited(format!("{mv:?} cannot be said in DamExchange")))?;
        self.send(&Message::Move { seconds: 0, jump })
    }

    /// Ends the game in progress, if any, and waits until the engine has agreed.
    fn end(&mut self, wait: &Wait<'_>) -> Result<(), Failure> {
        if std::mem::take(&mut self.is_playing) {
            self.send(&Message::GameEnd { reason: '0', is_last: false })?;
            while !matches!(self.message(wait)?, Message::GameEnd { .. }) {}
        }
        self.told.forget();
        Ok(())
    }
}

fn unexpected(message: &Message, expected: &str) -> Failure {
    Failure::Garbage(format!("{} where {expected} should come", quote(&message.write())))
}

impl Client for Dxp {
    fn new_game(&mut self, _seed: u64) -> Result<(), Failure> {
        self.end(&Wait::of(FAREWELL))
    }

    fn ask(&mut self, question: &Question<'_>, wait: &Wait<'_>) -> Result<Answer, Failure> {
        match self.told.news(question) {
            Some([new]) => {
                self.send_move(new)?;
                self.told.remember(question);
            }
            _ => self.request(question, wait)?,
        }
        let jump = match self.message(wait)? {
            Message::Move { jump, .. } => jump,
            Message::GameEnd { reason, is_last } => {
                self.is_playing = false;
                let _ = self.send(&Message::GameEnd { reason: '0', is_last });
                return Err(match reason {
                    '1' => Failure::Resigned,
                    _ => Failure::Refused(format!("it ended the game (reason {reason}) instead of moving")),
                });
            }
            other => return Err(unexpected(&other, "a move")),
        };
        let answer = choose_jump(question, self.draughts, &jump.hub(), &jump)?;
        self.told.remember_answer(&question.legal[answer.choice]);
        Ok(answer)
    }

    fn quit(&mut self) {
        let _ = self.send(&Message::GameEnd { reason: '0', is_last: true });
        let _ = self.socket.shutdown(std::net::Shutdown::Both);
        if let Some(process) = &mut self.process {
            process.quit("");
        }
    }
}

impl Drop for Dxp {
    fn drop(&mut self) {
        let _ = self.socket.shutdown(std::net::Shutdown::Both);
    }
}
