//! A table at which engines meet a mover of first moves.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use foreign::{Answer, CommandLine, Dialect, Engine, Failure, Protocol, Question, Settings, Time};
use plywise::{Notation, Seat, Turn};

/// For what comes by itself, however slow the machine is.
pub(crate) const MUCH: Duration = Duration::from_secs(100);

/// The settings of the fake engine, which is this test binary itself.
pub(crate) fn settings(order: &str) -> Settings {
    let name = order.split(',').next().expect("a protocol");
    let protocol = Protocol::ALL.into_iter().find(|protocol| protocol.name() == name).expect("a protocol");
    let order = order.replacen("dxp", "dxp,{port}", 1);
    let command = CommandLine::parse(&fake_engine::command("act_as_engine", &order)).expect("a command");
    Settings { startup: MUCH, patience: MUCH, ..Settings::new(Some(command), protocol, dialect()) }
}

/// Of both games at once: each protocol takes its own half.
pub(crate) fn dialect() -> Dialect {
    Dialect { squares: othello::door::DIALECT.squares, draughts: checkers::door::DIALECT.draughts }
}

/// A game in progress, as text.
pub(crate) struct Table<G> {
    pub(crate) game: &'static str,
    pub(crate) start: G,
    pub(crate) now: G,
    pub(crate) moves: Vec<String>,
    story: u64,
}

impl<G: Notation> Table<G> {
    pub(crate) fn new(game: &'static str, start: G) -> Self {
        static STORIES: AtomicU64 = AtomicU64::new(0);
        let story = STORIES.fetch_add(1, Ordering::Relaxed);
        Self { game, now: start.clone(), start, moves: Vec::new(), story }
    }

    pub(crate) fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.now.moves(&mut moves);
        moves.into_iter().map(|mv| self.now.move_text(mv)).collect()
    }

    pub(crate) fn play(&mut self, text: &str) {
        let mv = self.now.read_move(text).expect("a legal move");
        self.now.play(mv);
        self.moves.push(text.to_owned());
    }

    pub(crate) fn ask(&self, engine: &mut Engine, time: Option<Time>) -> Result<Answer, Failure> {
        let Turn::Seat(Seat(seat)) = self.now.turn() else { panic!("a game without dice") };
        let (start, position) = (self.start.position_text(), self.now.position_text());
        let question = Question {
            game: self.game,
            story: Some(self.story),
            seat: usize::from(seat),
            start: &start,
            moves: &self.moves,
            position: &position,
            legal: &self.legal(),
            time,
        };
        engine.ask(&question, None)
    }

    /// Plays on to the end: the engine for `seat`, the last legal move for the other. Passes are played unasked.
    pub(crate) fn play_out(&mut self, engine: &mut Engine, seat: u8) -> Result<(), Failure> {
        loop {
            let legal = self.legal();
            let Some(last) = legal.last() else { return Ok(()) };
            if self.now.turn() == Turn::Seat(Seat(seat)) && legal != ["pass"] {
                let answer = self.ask(engine, None)?;
                self.play(&legal[answer.choice].clone());
            } else {
                self.play(&last.clone());
            }
        }
    }
}
