//! The protocol of the NBoard interface for Othello, versions 1 and 2 (Welty).

use std::io;

use registry::dialect::Squares;
use registry::{LiveGame, Thought};

use crate::session::{Budget, Session};
use crate::talk::{Meanwhile, Out, Speaker, Then};

pub(crate) struct NBoard {
    squares: &'static Squares,
    depth: Option<u32>,
    /// Whether the search is for a hint, and not for a move.
    hints: bool,
}

impl NBoard {
    pub(crate) fn new(squares: &'static Squares) -> Self {
        Self { squares, depth: None, hints: false }
    }

    /// Thinks about a move, or to give hints about so many.
    fn think(&mut self, hints: Option<usize>, session: &Session, out: Out<'_>) -> io::Result<Then> {
        self.hints = hints.is_some();
        if session.live().turn().is_none() {
            writeln!(out, "status the game is over")?;
            return Ok(Then::Listen);
        }
        if session.live().forced_pass().is_some() {
            if self.hints {
                writeln!(out, "search PA 0.00 0 1")?;
            } else {
                writeln!(out, "=== PA")?;
            }
            return Ok(Then::Listen);
        }
        writeln!(out, "status plywise is thinking")?;
        Ok(Then::Think(Budget { depth: self.depth, moves: hints.unwrap_or_default(), ..Budget::default() }))
    }

    fn set(&mut self, words: &str, session: &mut Session, out: Out<'_>) -> io::Result<()> {
        let (what, value) = words.split_once(' ').unwrap_or((words, ""));
        match what {
            "depth" => {
                self.depth = value.trim().parse().ok().filter(|depth| (1..=1000).contains(depth));
                writeln!(out, "set myname plywise")
            }
            "game" => {
                let squares = self.squares;
                let read = (squares.read_game)(value).and_then(|(start, moves)| {
                    let side = (squares.side)(&start);
                    if side != (squares.side)(&session.live().position()) {
                        let game = (squares.sized)(side.unwrap_or_default());
                        session.open(&game).map_err(|error| error.to_string())?;
                    }
                    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                    let meant = |live: &dyn LiveGame, given: &str| {
                        (squares.read_move)(given).filter(|mv| live.moves().contains(mv))
                    };
                    session.go_to(Some(&start), &moves, &meant)
                });
                read.or_else(|why| writeln!(out, "status cannot follow the game: {why}"))
            }
            _ => Ok(()),
        }
    }

    fn play(&self, given: &str, session: &mut Session, out: Out<'_>) -> io::Result<()> {
        let played = match (self.squares.read_move)(given) {
            Some(mv) => session.play(&mv),
            None => Err(format!("{given:?} is no move")),
        };
        played.or_else(|why| writeln!(out, "status cannot follow the move: {why}"))
    }
}

impl Speaker for NBoard {
    const FINISHES: bool = false;

    fn hear(&mut self, message: &str, session: &mut Session, out: Out<'_>) -> io::Result<Then> {
        let line = message.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "set" => self.set(rest.trim(), session, out)?,
            "ping" => writeln!(out, "pong {}", rest.trim())?,
            "learn" => writeln!(out, "learned")?,
            "go" => return self.think(None, session, out),
            "hint" => return self.think(Some(rest.trim().parse().unwrap_or(1)), session, out),
            "analyze" => {
                writeln!(out, "status no analysis of games over NBoard; the command analyze has one")?;
            }
            "quit" => return Ok(Then::Quit),
            // NBoard 1.1 sends bare moves.
            "move" => self.play(rest, session, out)?,
            _ if rest.is_empty() && (self.squares.read_move)(word).is_some() => {
                self.play(word, session, out)?;
            }
            _ => {}
        }
        Ok(Then::Listen)
    }

    /// Whatever comes is about another position, or a ping, which has to end the thinking: first that, then the answer.
    fn interrupt(&mut self, message: &str, _out: Out<'_>) -> io::Result<Meanwhile> {
        Ok(match message.trim() {
            "quit" => Meanwhile::Quit,
            _ => Meanwhile::StopFirst,
        })
    }

    fn tell(&mut self, step: &Thought, out: Out<'_>) -> io::Result<()> {
        if self.hints && !step.line.is_empty() {
            let line: String = step.line.iter().map(|mv| (self.squares.write_move)(mv)).collect();
            writeln!(out, "search {line} {:.2} 0 {}", discs(step.value.as_f64()), step.depth)?;
        }
        writeln!(out, "nodestats {} {:.2}", step.nodes, step.elapsed_s)
    }

    fn answer(&mut self, thought: &Thought, _session: &mut Session, out: Out<'_>) -> io::Result<Then> {
        let (mv, value) = ((self.squares.write_move)(&thought.best), discs(thought.number()));
        if self.hints {
            writeln!(out, "search {mv} {value:.2} 0 {}", thought.depth)?;
        } else {
            writeln!(out, "=== {mv}/{value:.2}/{:.2}", thought.elapsed_s)?;
        }
        writeln!(out, "status plywise is waiting")?;
        Ok(Then::Listen)
    }

    fn fail(&mut self, why: &str, out: Out<'_>) -> io::Result<()> {
        writeln!(out, "status {why}")
    }
}

/// A value in discs: proven results lie beyond all of them.
fn discs(value: f64) -> f64 {
    value.clamp(-64.0, 64.0)
}
