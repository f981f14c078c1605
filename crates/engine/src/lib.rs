#![doc = include_str!("../README.md")]

mod dxp;
mod gtp;
mod hub;
mod line;
mod nboard;
mod session;
mod talk;

use std::io::{self, BufWriter, Read, Write};
use std::net::TcpListener;

pub use foreign::Protocol;
use foreign::Transcript;
use games::open;
use registry::dialect::Dialect;
use registry::{Kind, Spec, SpecError};

use crate::session::Session;
use crate::talk::talk;

/// Where engines of DamExchange usually listen.
pub const DXP_PORT: u16 = 27_531;

/// An agent of ours that is to play as an engine.
pub struct Engine {
    protocol: Protocol,
    session: Session,
}

/// The protocols for a game.
#[must_use]
pub fn protocols(kind: &dyn Kind) -> Vec<Protocol> {
    kind.dialect().protocols()
}

impl Engine {
    /// `game` and `agent` as names with options; without an agent the game's usual sparring partner.
    ///
    /// # Errors
    /// When one of them does not exist, or the protocol does not fit the game: what would.
    pub fn new(game: &str, agent: Option<&str>, protocol: Protocol, seed: u64) -> Result<Self, SpecError> {
        let kind = open(game)?;
        let fitting = protocols(&*kind);
        if !fitting.contains(&protocol) {
            let names: Vec<&str> = fitting.iter().map(|protocol| protocol.name()).collect();
            return Err(SpecError(format!(
                "{} is not played in the protocol {}; it has: {}",
                kind.name(),
                protocol.name(),
                names.join(", ")
            )));
        }
        let agent = Spec::parse(agent.unwrap_or(kind.sparring_partner()))?;
        Ok(Self { protocol, session: Session::new(kind, &agent, seed)? })
    }

    /// Talks until `input` ends or says so. `input` is read on a thread of its own.
    ///
    /// # Errors
    /// When `out` cannot be written to, or the agent, another program, gave no move.
    pub fn talk(&mut self, input: impl Read + Send + 'static, out: &mut dyn Write) -> io::Result<()> {
        let (transcript, end) = (self.transcript()?, if self.protocol == Protocol::Dxp { 0 } else { b'\n' });
        let (input, mut out) = (transcript.told(input, end), transcript.said(out, end));
        let out = &mut out;
        let session = &mut self.session;
        let Dialect { squares, draughts } = session.kind().dialect();
        match (self.protocol, squares, draughts) {
            (Protocol::Gtp, Some(squares), _) => talk(&mut gtp::Gtp::new(squares), session, input, out),
            (Protocol::NBoard, Some(squares), _) => {
                talk(&mut nboard::NBoard::new(squares), session, input, out)
            }
            (Protocol::Hub, _, Some(draughts)) => talk(&mut hub::Hub::new(draughts), session, input, out),
            (Protocol::Dxp, _, Some(draughts)) => talk(&mut dxp::Dxp::new(draughts), session, input, out),
            _ => talk(&mut line::Line::default(), session, input, out),
        }
    }

    /// The log of the conversation that begins, if any is kept.
    fn transcript(&self) -> io::Result<Transcript> {
        Transcript::begin(&format!("{} by {}", self.session.kind().name(), self.protocol.name()))
    }

    /// Serves one connection after another, by DamExchange, until an initiator says that no further game will come.
    ///
    /// # Errors
    /// When no connection can be accepted, or the agent, another program, gave no move.
    pub fn follow(&mut self, listener: &TcpListener) -> io::Result<()> {
        let Some(draughts) = self.session.kind().dialect().draughts else { return Ok(()) };
        loop {
            let (socket, _) = listener.accept()?;
            socket.set_nodelay(true)?;
            let mut speaker = dxp::Dxp::new(draughts);
            let transcript = self.transcript()?;
            let input = transcript.told(socket.try_clone()?, 0);
            let mut out = transcript.said(BufWriter::new(socket.try_clone()?), 0);
            // An initiator that goes away in the middle of a game is no reason to stop; an agent that fails is.
            let talked = talk(&mut speaker, &mut self.session, input, &mut out);
            let _ = socket.shutdown(std::net::Shutdown::Both);
            if let Err(error) = talked
                && error.kind() == io::ErrorKind::Other
            {
                return Err(error);
            }
            if speaker.is_last {
                return Ok(());
            }
        }
    }
}
