//! The protocol of the NBoard interface for Othello, versions 1 and 2 (Welty).

use std::io;

use plywise::{Seat, Value};
use registry::dialect::{Clocks, Squares};
use registry::{LiveGame, Thought};

use crate::session::{Budget, Session};
use crate::talk::{Meanwhile, Out, Speaker, Then};

pub(crate) struct NBoard {
    squares: &'static Squares,
    depth: Option<u32>,
    /// Where the game has a time.
    clocks: Option<Clocks>,
    task: Task,
}

/// What the agent thinks for.
enum Task {
    Move,
    /// Hints; what was told of moves, the latest last.
    Hints(Vec<Hint>),
    Analysis(Analysis),
}

/// What was told of a move.
struct Hint {
    best: String,
    depth: u32,
    is_solved: bool,
}

/// The values of all positions of a game, from the last one back to the first.
struct Analysis {
    /// How many moves the game has.
    plies: usize,
    /// Those that were taken back, the last of the game first.
    undone: Vec<String>,
    /// What the position after the one in question is worth to Black.
    black: f64,
    /// Whether something else has come in between.
    is_cut: bool,
}

impl NBoard {
    pub(crate) fn new(squares: &'static Squares) -> Self {
        Self { squares, depth: None, clocks: None, task: Task::Move }
    }

    /// Thinks about a move within the time that is left, or without end to give hints about so many.
    fn think(&mut self, hints: Option<usize>, session: &Session, out: Out<'_>) -> io::Result<Then> {
        self.task = if hints.is_some() { Task::Hints(Vec::new()) } else { Task::Move };
        let Some(mover) = session.mover() else {
            writeln!(out, "status the game is over")?;
            return Ok(Then::Listen);
        };
        if hints.is_none() && session.live().forced_pass().is_some() {
            writeln!(out, "=== PA")?;
            return Ok(Then::Listen);
        }
        writeln!(out, "status plywise is thinking")?;
        let clock = self.clocks.filter(|_| hints.is_none()).map(|clocks| clocks[mover.index()]);
        Ok(Then::Think(Budget {
            depth: self.depth,
            time: clock.map(|(left, increment)| Budget::clock(left, increment, None)),
            moves: hints.unwrap_or_default(),
            ..Budget::default()
        }))
    }

    fn set(&mut self, words: &str, session: &mut Session, out: Out<'_>) -> io::Result<()> {
        let (what, value) = words.split_once(' ').unwrap_or((words, ""));
        match what {
            "depth" => match value.trim().parse() {
                Ok(depth @ 1..=1000) => {
                    self.depth = Some(depth);
                    writeln!(out, "set myname plywise")
                }
                _ => writeln!(out, "status the depth stays as it was: it should be 1 to 1000"),
            },
            "game" => {
                let read = self.follow(value, session);
                read.or_else(|why| writeln!(out, "status {why}"))
            }
            _ => Ok(()),
        }
    }

    fn follow(&mut self, game: &str, session: &mut Session) -> Result<(), String> {
        let squares = self.squares;
        let lost = |why| format!("cannot follow the game: {why}");
        let (start, moves) = (squares.read_game)(game).map_err(lost)?;
        let side = (squares.side)(&start);
        let is_other = side != (squares.side)(&session.live().position());
        let game_of = is_other.then(|| (squares.sized)(side.unwrap_or_default()));
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let meant = |live: &dyn LiveGame, given: &str| {
            (squares.read_move)(given).filter(|mv| live.moves().contains(mv))
        };
        self.clocks = None;
        session.go_to(game_of.as_deref(), Some(&start), &moves, &meant).map_err(lost)?;
        self.clocks = (squares.read_clocks)(game).map_err(|why| format!("the time is not heeded: {why}"))?;
        Ok(())
    }

    fn play(&mut self, given: &str, session: &mut Session, out: Out<'_>) -> io::Result<()> {
        let mover = session.mover();
        let played = match (self.squares.read_move)(given) {
            Some(mv) => session.play(&mv),
            None => Err(format!("{given:?} is no move")),
        };
        if let (Ok(()), Some(mover), Some(clocks)) = (&played, mover, &mut self.clocks) {
            let (left, increment) = &mut clocks[mover.index()];
            *left = left.saturating_sub((self.squares.taken)(given)).saturating_add(*increment);
        }
        played.or_else(|why| writeln!(out, "status cannot follow the move: {why}"))
    }

    fn analyze(&mut self, session: &mut Session, out: Out<'_>) -> io::Result<Then> {
        writeln!(out, "status plywise is analysing")?;
        let plies = session.plies();
        // What a pass at the end is worth shows the position behind it.
        if let Some(pass) = session.live().forced_pass() {
            session.play(&pass).map_err(io::Error::other)?;
        }
        let analysis = Analysis { plies, undone: Vec::new(), black: 0.0, is_cut: false };
        self.value_back(analysis, session, out)
    }

    /// Goes back from the position in question to the first that has to be searched, or to the start.
    fn value_back(
        &mut self,
        mut analysis: Analysis,
        session: &mut Session,
        out: Out<'_>,
    ) -> io::Result<Then> {
        loop {
            if session.live().turn().is_none() {
                let points = session.live().payoffs();
                analysis.black = f64::from(points[0]);
            } else if session.live().forced_pass().is_none() {
                self.task = Task::Analysis(analysis);
                return Ok(Then::Think(Budget { depth: self.depth, ..Budget::default() }));
            }
            if !analysis.tell_and_go_back(session, out)? {
                return Ok(Then::Listen);
            }
        }
    }

    /// The depth of a value, by which the other side knows what is proven.
    fn depth(thought: &Thought) -> String {
        match thought.value {
            _ if !thought.is_solved() => thought.depth.to_string(),
            Value::Points(_) => "100%".to_owned(),
            Value::Win { .. } | Value::Loss { .. } => "100%W".to_owned(),
        }
    }

    /// What is told of a move.
    fn hint(&self, thought: &Thought) -> String {
        let line: String = thought.line.iter().map(|mv| (self.squares.write_move)(mv)).collect();
        let line = if line.is_empty() { (self.squares.write_move)(&thought.best) } else { line };
        format!("search {line} {:.2} 0 {}", discs(thought.number()), Self::depth(thought))
    }
}

impl Analysis {
    /// Tells what the position is worth and takes the last move back. False at the start, where the game stands as before again.
    fn tell_and_go_back(&mut self, session: &mut Session, out: Out<'_>) -> io::Result<bool> {
        let ply = session.plies();
        if ply <= self.plies {
            writeln!(out, "analysis {ply} {:.2}", discs(self.black))?;
        }
        if let Some(mv) = session.take_back() {
            self.undone.push(mv);
            return Ok(true);
        }
        self.end(session, out)?;
        Ok(false)
    }

    /// Plays again what was taken back.
    fn end(&mut self, session: &mut Session, out: Out<'_>) -> io::Result<()> {
        while session.plies() < self.plies
            && let Some(mv) = self.undone.pop()
        {
            session.play(&mv).map_err(io::Error::other)?;
        }
        while session.plies() > self.plies {
            session.undo();
        }
        writeln!(out, "status plywise is waiting")
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
            "analyze" => return self.analyze(session, out),
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
        if let Task::Analysis(analysis) = &mut self.task {
            analysis.is_cut = true;
        }
        Ok(match message.trim() {
            "quit" => Meanwhile::Quit,
            _ => Meanwhile::StopFirst,
        })
    }

    fn tell(&mut self, step: &Thought, out: Out<'_>) -> io::Result<()> {
        if !step.line.is_empty() {
            let line = self.hint(step);
            if let Task::Hints(told) = &mut self.task {
                writeln!(out, "{line}")?;
                let (best, is_solved) = (step.best.clone(), step.is_solved());
                told.push(Hint { best, depth: step.depth, is_solved });
            }
        }
        writeln!(out, "nodestats {} {:.2}", step.nodes, step.elapsed_s)
    }

    fn answer(&mut self, thought: &Thought, session: &mut Session, out: Out<'_>) -> io::Result<Then> {
        match std::mem::replace(&mut self.task, Task::Move) {
            Task::Move => {
                let (mv, value) = ((self.squares.write_move)(&thought.best), discs(thought.number()));
                writeln!(out, "=== {mv}/{value:.2}/{:.2}", thought.elapsed_s)?;
            }
            Task::Hints(told) => {
                // One that comes without a search, or is cut short, may not have been told of yet.
                let says_as_much = |hint: &Hint| {
                    hint.best == thought.best
                        && (hint.is_solved || hint.depth >= thought.depth && !thought.is_solved())
                };
                if !told.iter().any(says_as_much) {
                    writeln!(out, "{}", self.hint(thought))?;
                }
            }
            Task::Analysis(mut analysis) => {
                if analysis.is_cut {
                    analysis.end(session, out)?;
                    return Ok(Then::Listen);
                }
                let is_black = session.mover() == Some(Seat::FIRST);
                let value = discs(thought.number());
                analysis.black = if is_black { value } else { -value };
                if analysis.tell_and_go_back(session, out)? {
                    return self.value_back(analysis, session, out);
                }
                return Ok(Then::Listen);
            }
        }
        writeln!(out, "status plywise is waiting")?;
        Ok(Then::Listen)
    }

    fn fail(&mut self, why: &str, out: Out<'_>) -> io::Result<()> {
        writeln!(out, "status {why}")
    }
}

/// A value in discs, to the hundredths that are told and never -0.00: proven results lie beyond all of them.
fn discs(value: f64) -> f64 {
    (value.clamp(-64.0, 64.0) * 100.0).round() / 100.0 + 0.0
}
