//! The protocol of the NBoard interface for Othello, versions 1 and 2 (Welty).
//!
//! The whole game is sent before each question, so that there is nothing to get out of step.

use std::time::Duration;

use super::{Client, choose};
use crate::dialect::Squares;
use crate::failure::{Failure, quote};
use crate::inbox::Wait;
use crate::process::Process;
use crate::question::{Answer, Question};

/// How deep an engine looks that is told nothing else, in plies: it has to be told something.
const DEPTH: u32 = 12;

/// What an engine has left that may take as long as it likes.
const UNLIMITED: Duration = Duration::from_secs(3600);

pub(crate) struct NBoard {
    process: Process,
    squares: &'static Squares,
    pings: u64,
}

impl NBoard {
    pub(crate) fn hello(
        process: Process,
        squares: &'static Squares,
        depth: Option<u32>,
        wait: &Wait<'_>,
    ) -> Result<Self, Failure> {
        let mut nboard = Self { process, squares, pings: 0 };
        nboard.process.send("nboard 2")?;
        nboard.process.send(&format!("set depth {}", depth.unwrap_or(DEPTH)))?;
        nboard.ping(wait)?;
        Ok(nboard)
    }

    /// Waits until everything before is done.
    fn ping(&mut self, wait: &Wait<'_>) -> Result<(), Failure> {
        self.pings += 1;
        self.process.send(&format!("ping {}", self.pings))?;
        let pong = format!("pong {}", self.pings);
        loop {
            if self.process.line(wait)?.trim() == pong {
                return Ok(());
            }
        }
    }
}

impl Client for NBoard {
    fn new_game(&mut self, _seed: u64) -> Result<(), Failure> {
        self.process.check()
    }

    fn ask(&mut self, question: &Question<'_>, wait: &Wait<'_>) -> Result<Answer, Failure> {
        // The protocol knows no time for a move: who heeds this one as if it were for the game is never late.
        let left = question.time.map_or(UNLIMITED, |time| time.at_most());
        let game =
            (self.squares.write_game)(question.start, question.moves, left).map_err(Failure::Unsuited)?;
        self.process.begin();
        self.process.send(&format!("set game {game}"))?;
        self.ping(wait)?;
        self.process.send("go")?;
        let mut nodes = None;
        let given = loop {
            let line = self.process.line(wait)?;
            if let Some(given) = line.trim().strip_prefix("===") {
                break given.trim().to_owned();
            }
            if let Some(stats) = line.trim().strip_prefix("nodestats ") {
                let count = stats.split_whitespace().next().and_then(|count| count.parse::<f64>().ok());
                nodes = count.filter(|count| *count >= 0.0).map(|count| count as u64).or(nodes);
            }
        };
        let Some(mv) = (self.squares.read_move)(&given) else {
            return Err(Failure::Garbage(format!("=== {} where a square or PA should stand", quote(&given))));
        };
        let answer = choose(question, &given, |legal| legal == mv)?;
        let value = given.split(['/', ' ', '\t']).nth(1).and_then(|value| value.parse().ok());
        Ok(Answer { value, nodes, ..answer })
    }

    fn quit(&mut self) {
        self.process.quit("quit");
    }
}
