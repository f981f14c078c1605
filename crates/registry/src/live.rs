//! A game in progress, as text: the border that the command line, a page or a protocol speaks through.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plywise::trace::Iteration;
use plywise::{Game, GameRecord, Ink, Limits, MoveError, Notation, Observe, Rng, Seat, TextError, Turn};

use crate::analysis::{self, End, MoveValue, Scale, Step, TextTree};
use crate::entry::{AnyAgent, Entry, Move, build};
use crate::explain::Explanation;
use crate::luck::Luck;
use crate::prospect::Prospects;
use crate::spec::{Spec, SpecError};

/// An agent that has joined a [`LiveGame`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AgentId(usize);

/// What an agent thinks of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The move it would play.
    pub best: String,
    /// What it expects, as text: points, or a proven result.
    pub value: String,
    /// The moves it expects, the best first.
    pub line: Vec<String>,
    /// The depth it completed.
    pub depth: u32,
    /// The positions it looked at.
    pub nodes: u64,
    /// Seconds it took.
    pub elapsed_s: f64,
    /// Why it stopped.
    pub stopped: &'static str,
    /// The value as a number: points; proven results lie beyond all points.
    pub number: f64,
}

/// The rules at work: who moves, what may be played, and what happens then.
pub trait Table {
    /// Who moves next; None once the game is over.
    fn turn(&self) -> Option<Turn>;
    /// The legal moves.
    fn moves(&self) -> Vec<String>;
    /// The only legal move, if it is a forced pass.
    fn forced_pass(&self) -> Option<String>;
    /// Plays a move.
    ///
    /// # Errors
    /// When it is not legal: the legal ones.
    fn play(&mut self, text: &str) -> Result<(), MoveError>;
    /// Draws an outcome at a turn of chance with the game's own luck and plays it. Returns its text.
    fn chance(&mut self) -> String;
    /// The same with dice of the caller's.
    fn roll(&mut self, rng: &mut Rng) -> String;
    /// Takes the last move back. False at the start.
    fn undo(&mut self) -> bool;
    /// Starts anew from a position. The agents stay, and keep what they have learned.
    ///
    /// # Errors
    /// When the position cannot be read.
    fn restart(&mut self, position: &str) -> Result<(), TextError>;
    /// Moves played, outcomes of chance included.
    fn plies(&self) -> usize;
}

/// What there is to see of a game.
pub trait Sight {
    /// Number of seats.
    fn seats(&self) -> usize;
    /// What the game calls a seat.
    fn seat_name(&self, seat: Seat) -> String;
    /// The position in the game's notation, all of it.
    fn position(&self) -> String;
    /// The same with nothing in it that a seat may not see.
    fn seen(&self, seat: Seat) -> String;
    /// The board for people.
    fn diagram(&self, ink: Ink) -> String;
    /// The points of each seat of a game that is over.
    fn payoffs(&self) -> Vec<i32>;
    /// The game so far in its own notation.
    fn text(&self, tags: Vec<(String, String)>) -> String;
}

/// Agents that have joined a game.
pub trait Minds {
    /// Lets an agent join, ready to think.
    ///
    /// # Errors
    /// When there is no such agent for this game.
    fn join(&mut self, spec: &Spec, seed: u64) -> Result<AgentId, SpecError>;
    /// Lets an agent join that searches to the end of the game. None where that is out of reach for all but the last
    /// moves.
    ///
    /// # Errors
    /// When there is no memory for its table of so many MiB.
    fn join_solver(&mut self, table_mib: usize) -> Result<Option<AgentId>, SpecError>;
    /// Asks an agent about the position, which must be at a seat's turn. None if the flag was set meanwhile.
    fn think(&mut self, agent: AgentId, limits: &Limits) -> Option<Thought> {
        self.think_aloud(agent, limits, &mut |_| {})
    }
    /// The same, and tells of each depth that is completed on the way.
    fn think_aloud(
        &mut self,
        agent: AgentId,
        limits: &Limits,
        tell: &mut dyn FnMut(&Step),
    ) -> Option<Thought>;
    /// How the agent's last thought was given its time and why it got no more, from agents that divide a clock.
    fn remark(&mut self, agent: AgentId) -> Option<String>;
    /// Why the agent's last thought brought no move, in one line.
    fn excuse(&mut self, agent: AgentId) -> Option<String>;
    /// The same, whoever or whatever was to blame: for messages.
    fn why_no_move(&mut self, agent: AgentId) -> String {
        self.excuse(agent).unwrap_or_else(|| "it was stopped before it had a move".to_owned())
    }
}

/// What agents make of the position beside the move that they would play.
pub trait Looks {
    /// The heuristic of an agent on the position, taken apart; of the game's usual one if none is named.
    ///
    /// # Errors
    /// When there is no such heuristic.
    fn explain(&self, spec: Option<&Spec>) -> Result<Explanation, SpecError>;
    /// What each legal move is worth, the best first, by searches to `depth` from here; only of those moves that were done
    /// when the flag was set, if it was.
    fn move_values(&mut self, agent: AgentId, depth: u32, limits: &Limits) -> Vec<MoveValue>;
    /// What the values of an agent count.
    fn scale(&self, agent: AgentId) -> Scale;
    /// What the game tells of every legal move beside the values of the agent `spec`; whatever is drawn comes from
    /// `seed`. None at a turn of chance, and where a game tells nothing.
    ///
    /// # Errors
    /// When what it takes cannot be had.
    fn prospects(&self, spec: &Spec, seed: u64) -> Result<Option<Prospects<String>>, SpecError>;
    /// The agent's search as a tree of at most `most` recorded positions. None if its search is no such tree.
    fn tree(&mut self, agent: AgentId, limits: &Limits, most: usize) -> Option<TextTree>;
}

/// One game in progress. Types are erased here, once a move.
pub trait LiveGame: Table + Sight + Minds + Looks + Send {
    /// For those who know the type.
    fn as_any(&self) -> &dyn Any;
}

/// A game in progress between typed agents.
pub struct Live<E: Entry> {
    entry: Arc<E>,
    luck: Luck,
    history: Vec<E::Game>,
    moves: Vec<Move<E>>,
    agents: Vec<AnyAgent<E>>,
    /// What the values of each agent count.
    scales: Vec<Scale>,
}

impl<E: Entry> Live<E> {
    /// A game at its start.
    #[must_use]
    pub fn new(entry: Arc<E>, luck: Luck, start: E::Game) -> Self {
        Self { entry, luck, history: vec![start], moves: Vec::new(), agents: Vec::new(), scales: Vec::new() }
    }

    /// The game that is played.
    #[must_use]
    pub fn entry(&self) -> &E {
        &self.entry
    }

    /// The position now.
    #[must_use]
    pub fn now(&self) -> &E::Game {
        self.history.last().expect("a game has a start")
    }

    fn legal(&self) -> Vec<Move<E>> {
        let mut moves = Vec::new();
        self.now().moves(&mut moves);
        moves
    }

    fn push(&mut self, mv: Move<E>) {
        let mut next = self.now().clone();
        next.play(mv);
        self.history.push(next);
        self.moves.push(mv);
    }
}

impl<E: Entry> Table for Live<E> {
    fn turn(&self) -> Option<Turn> {
        (!self.now().is_over()).then(|| self.now().turn())
    }

    fn moves(&self) -> Vec<String> {
        self.legal().into_iter().map(|mv| self.now().move_text(mv)).collect()
    }

    fn forced_pass(&self) -> Option<String> {
        match *self.legal() {
            [only] if self.now().is_pass(only) => Some(self.now().move_text(only)),
            _ => None,
        }
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let mv = self.now().read_move(text)?;
        self.push(mv);
        Ok(())
    }

    fn chance(&mut self) -> String {
        let mut dice = if self.history.iter().all(|position| position.turn() == Turn::Chance) {
            // What belongs to the start is drawn as in a match, from one stream.
            let mut stream = self.luck.stream();
            for position in &self.history[..self.plies()] {
                self.entry.dice().roll(position, &mut stream);
            }
            stream
        } else {
            self.luck.of_ply(self.plies())
        };
        self.roll(&mut dice)
    }

    fn roll(&mut self, rng: &mut Rng) -> String {
        let mv = self.entry.dice().roll(self.now(), rng);
        let text = self.now().move_text(mv);
        self.push(mv);
        text
    }

    fn undo(&mut self) -> bool {
        if self.moves.pop().is_none() {
            return false;
        }
        self.history.pop();
        true
    }

    fn restart(&mut self, position: &str) -> Result<(), TextError> {
        self.history = vec![self.history[0].read_position(position)?];
        self.moves.clear();
        Ok(())
    }

    fn plies(&self) -> usize {
        self.moves.len()
    }
}

impl<E: Entry> Sight for Live<E> {
    fn seats(&self) -> usize {
        E::Game::SEATS
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.now().seat_name(seat)
    }

    fn position(&self) -> String {
        self.now().position_text()
    }

    fn seen(&self, seat: Seat) -> String {
        self.entry.customs().seen(self.now(), seat)
    }

    fn diagram(&self, ink: Ink) -> String {
        self.now().diagram(self.moves.last().copied(), ink)
    }

    fn payoffs(&self) -> Vec<i32> {
        (0..E::Game::SEATS as u8).map(|seat| self.now().payoff(Seat(seat))).collect()
    }

    fn text(&self, tags: Vec<(String, String)>) -> String {
        use plywise::Archive;
        self.history[0].game_text(&GameRecord { tags, moves: self.moves.clone(), forfeit: None })
    }
}

impl<E: Entry> Minds for Live<E> {
    fn join(&mut self, spec: &Spec, seed: u64) -> Result<AgentId, SpecError> {
        let mut agent = build(&*self.entry, spec)?;
        agent.new_game(seed);
        self.agents.push(agent);
        self.scales.push(self.entry.insight().scale(spec));
        Ok(AgentId(self.agents.len() - 1))
    }

    fn join_solver(&mut self, table_mib: usize) -> Result<Option<AgentId>, SpecError> {
        let solver = self.entry.insight().solver(table_mib);
        let solver = solver.map_err(|error| SpecError(format!("{error}; a smaller table takes less")))?;
        Ok(solver.map(|solver| {
            self.agents.push(solver);
            self.scales.push(Scale { unit: "points", end: End::Own });
            AgentId(self.agents.len() - 1)
        }))
    }

    fn think_aloud(
        &mut self,
        agent: AgentId,
        limits: &Limits,
        tell: &mut dyn FnMut(&Step),
    ) -> Option<Thought> {
        let now = self.now().clone();
        let Turn::Seat(seat) = now.turn() else { return None };
        let view = now.observe(seat);
        let turns = self.moves.iter().zip(&self.history).filter(|(_, before)| before.turn() != Turn::Chance);
        let moves: Vec<Move<E>> = turns.map(|(mv, _)| *mv).collect();
        self.agents[agent.0].follow(&self.history[0].observe(seat), &moves);
        let mut told = |iteration: &Iteration<Move<E>>, unit| tell(&analysis::step(&now, iteration, unit));
        let report = self.agents[agent.0].choose_aloud(&view, limits, &mut told);
        if limits.stop.as_ref().is_some_and(|stop: &Arc<AtomicBool>| stop.load(Ordering::Relaxed)) {
            return None;
        }
        Some(Thought {
            best: now.move_text(report.best?),
            value: report.value.to_string(),
            line: analysis::line_text(&now, &report.line),
            depth: report.depth,
            nodes: report.nodes,
            elapsed_s: report.elapsed.as_secs_f64(),
            stopped: report.stopped.word(),
            number: report.value.as_f64(),
        })
    }

    fn remark(&mut self, agent: AgentId) -> Option<String> {
        self.agents[agent.0].remark()
    }

    fn excuse(&mut self, agent: AgentId) -> Option<String> {
        self.agents[agent.0].excuse()
    }
}

impl<E: Entry> Looks for Live<E> {
    fn explain(&self, spec: Option<&Spec>) -> Result<Explanation, SpecError> {
        self.entry.insight().explain(self.now(), spec)
    }

    fn move_values(&mut self, agent: AgentId, depth: u32, limits: &Limits) -> Vec<MoveValue> {
        let now = self.now().clone();
        let Turn::Seat(seat) = now.turn() else { return Vec::new() };
        let scale = self.scale(agent);
        analysis::move_values(&now, &now.observe(seat), &mut *self.agents[agent.0], scale, depth, limits)
    }

    fn scale(&self, agent: AgentId) -> Scale {
        self.scales[agent.0]
    }

    fn prospects(&self, spec: &Spec, seed: u64) -> Result<Option<Prospects<String>>, SpecError> {
        let now = self.now();
        if !matches!(now.turn(), Turn::Seat(_)) {
            return Ok(None);
        }
        let told = self.entry.dice().prospects(now, spec, seed)?;
        Ok(told.map(|Prospects { values_are_scores, risks }| {
            let risks = risks.into_iter().map(|(mv, risk)| (now.move_text(mv), risk)).collect();
            Prospects { values_are_scores, risks }
        }))
    }

    fn tree(&mut self, agent: AgentId, limits: &Limits, most: usize) -> Option<TextTree> {
        let now = self.now().clone();
        let Turn::Seat(seat) = now.turn() else { return None };
        let (view, shown) =
            (now.observe(seat), |position: &E::Game| self.entry.customs().seen(position, seat));
        let agent = &mut self.agents[agent.0];
        Some(analysis::text_tree(&now, &agent.grow(&view, limits, most)?, &shown))
    }
}

impl<E: Entry> LiveGame for Live<E> {
    fn as_any(&self) -> &dyn Any {
        self
    }
}
