//! A person at the terminal, as an agent: in matches, beside the others.

use std::io::{self, BufRead, IsTerminal, Write};
use std::time::Instant;

use plywise::{Agent, Ink, Limits, Notation, Report, Stop, TableUse, Turn, Value};

use crate::spec::Named;

/// The entry of `human`.
pub const HUMAN: Named = Named {
    name: "human",
    about: "you: the board is drawn and a move asked for, again if it is not legal; the end of the input resigns",
    options: &[],
};

/// Reads moves from standard input. Board and questions go to standard error: standard output is for results.
#[derive(Debug, Default)]
pub struct Human {
    has_left: bool,
}

impl Human {
    fn ask<G: Notation>(&mut self, position: &G) -> io::Result<Option<G::Move>> {
        let ink = if io::stderr().is_terminal() { Ink::Color } else { Ink::Plain };
        let name = match position.turn() {
            Turn::Seat(seat) => position.seat_name(seat),
            Turn::Chance => String::new(),
        };
        // Held from the board to the answer: of games that are played side by side one asks at a time.
        let mut input = io::stdin().lock();
        writeln!(io::stderr(), "{}", position.diagram(None, ink))?;
        let mut typed = String::new();
        loop {
            write!(io::stderr(), "{name}> ")?;
            io::stderr().flush()?;
            typed.clear();
            if input.read_line(&mut typed)? == 0 {
                writeln!(io::stderr())?;
                return Ok(None);
            }
            match position.read_move(typed.trim()) {
                Ok(mv) => return Ok(Some(mv)),
                Err(error) => writeln!(io::stderr(), "{error}")?,
            }
        }
    }
}

impl<G: Notation> Agent<G> for Human {
    fn choose(&mut self, position: &G, _: &Limits) -> Report<G::Move, Value> {
        let begun = Instant::now();
        let best = if self.has_left { None } else { self.ask(position).ok().flatten() };
        self.has_left |= best.is_none();
        Report {
            best,
            value: Value::Points(0.0),
            line: best.into_iter().collect(),
            depth: 0,
            nodes: 0,
            elapsed: begun.elapsed(),
            stopped: Stop::NoChoice,
            table: TableUse::default(),
        }
    }

    fn excuse(&mut self) -> Option<String> {
        self.has_left.then(|| "resigned: the input has ended".to_owned())
    }
}
