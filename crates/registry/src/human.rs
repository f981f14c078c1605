//! A person at the terminal, as an agent: in matches, beside the others.

use std::io::{self, BufRead, IsTerminal, Write};
use std::time::Instant;

use plywise::trace::Tell;
use plywise::{Agent, Ink, Limits, Notation, Report, Stop, TableUse, Turn, Value};

use crate::spec::Named;

/// The entry of `human`.
pub const HUMAN: Named = Named {
    name: "human",
    about: "you: the board is drawn and a move asked for, again if it is not legal; the end of the input resigns",
    options: &[],
};

/// The entry of `interactive`.
pub const INTERACTIVE: Named = Named {
    name: "interactive",
    about: "human with the legal moves listed under numbers from 0: a number is a move",
    options: &[],
};

/// The entry of `live`.
pub const LIVE: Named = Named {
    name: "live",
    about: "human with the keys told: w up, a left, s down, d right, each with Enter",
    options: &[],
};

/// Whether an agent of this name, in any of its spellings, is a person at the terminal.
#[must_use]
pub fn is_person(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let plain = name.strip_suffix("player").map_or(name.as_str(), |plain| plain.trim_end_matches('_'));
    [HUMAN, INTERACTIVE, LIVE].iter().any(|entry| entry.name == plain)
}

/// Reads moves from standard input. Board and questions go to standard error: standard output is for results.
#[derive(Debug, Default)]
pub struct Human {
    has_left: bool,
    help: Help,
}

/// What a person is told before each move besides the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Help {
    #[default]
    Nothing,
    /// The legal moves, numbered from 0.
    Numbers,
    /// The keys of the four ways.
    Keys,
}

impl Human {
    /// The person of a name, if it is one.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let help = match name {
            _ if name == HUMAN.name => Help::Nothing,
            _ if name == INTERACTIVE.name => Help::Numbers,
            _ if name == LIVE.name => Help::Keys,
            _ => return None,
        };
        Some(Self { help, ..Self::default() })
    }

    fn ask<G: Notation>(&mut self, position: &G) -> io::Result<Option<G::Move>> {
        let ink = if io::stderr().is_terminal() { Ink::Color } else { Ink::Plain };
        let name = match position.turn() {
            Turn::Seat(seat) => position.seat_name(seat),
            Turn::Chance => String::new(),
        };
        // Held from the board to the answer: of games that are played side by side one asks at a time.
        let mut input = io::stdin().lock();
        writeln!(io::stderr(), "{}", position.diagram(None, ink))?;
        let moves = self.numbered(position);
        for (number, &mv) in moves.iter().enumerate() {
            writeln!(io::stderr(), "{number:>3}  {}", position.move_text(mv))?;
        }
        let prompt =
            if self.help == Help::Keys { format!("{name} (w a s d)> ") } else { format!("{name}> ") };
        let mut typed = String::new();
        loop {
            write!(io::stderr(), "{prompt}")?;
            io::stderr().flush()?;
            typed.clear();
            if input.read_line(&mut typed)? == 0 {
                writeln!(io::stderr())?;
                return Ok(None);
            }
            let number = typed.trim().parse().ok();
            if let Some(&mv) = number.and_then(|number: usize| moves.get(number)) {
                return Ok(Some(mv));
            }
            match position.read_move(typed.trim()) {
                Ok(mv) => return Ok(Some(mv)),
                Err(error) => writeln!(io::stderr(), "{error}")?,
            }
        }
    }
}

impl Human {
    /// The legal moves in their order, where they are to be chosen by number.
    fn numbered<G: Notation>(&self, position: &G) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if self.help == Help::Numbers {
            position.moves(&mut moves);
        }
        moves
    }
}

impl<G: Notation> Agent<G> for Human {
    fn choose_with_progress(
        &mut self,
        position: &G,
        _: &Limits,
        _: &mut Tell<'_, G::Move>,
    ) -> Report<G::Move, Value> {
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
            stopped: Stop::Unsearched,
            table: TableUse::default(),
        }
    }

    fn failure(&mut self) -> Option<String> {
        self.has_left.then(|| "resigned: the input has ended".to_owned())
    }
}
