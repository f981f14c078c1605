//! A game in progress, as text: the border that the command line, a page or a protocol speaks through.

mod typed;

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plywise::notation::{Note, Planes};
use plywise::{Clock, Ink, Limits, MoveError, OutOfTime, Rng, Seat, TextError, TimeControl, Turn, Value};

pub use self::typed::Live;

use crate::analysis::{MoveValue, Scale, Thought};
use crate::capability::Means;
use crate::explain::Explanation;
use crate::prospect::Prospects;
use crate::spec::{Spec, SpecError};
use crate::text_tree::TextTree;

/// An agent that has joined a [`LiveGame`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AgentId(usize);

/// A ply that nobody chose: an outcome of chance, or the pass of a seat that can do nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unchosen {
    /// Whose pass it was; none for chance.
    pub seat: Option<Seat>,
    /// What was played.
    pub text: String,
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
    /// Plays what nobody chooses, if that is next: an outcome of chance, drawn with the game's own luck, or a forced pass.
    fn play_unchosen(&mut self) -> Option<Unchosen>;
    /// Lets chance have its turns, with the game's own luck.
    fn roll_on(&mut self) {
        while self.turn() == Some(Turn::Chance) {
            self.play_unchosen();
        }
    }
    /// Draws an outcome at a turn of chance with dice of the caller's and plays it.
    fn roll(&mut self, rng: &mut Rng);
    /// Takes the last move back, with the luck and the time that it took. False at the start.
    fn undo(&mut self) -> bool;
    /// Starts anew from a position. The agents stay, and keep what they have learned.
    ///
    /// # Errors
    /// When the position cannot be read.
    fn restart(&mut self, position: &str) -> Result<(), TextError>;
    /// Moves played, outcomes of chance included.
    fn plies(&self) -> usize;
}

/// The seats' clocks, where time is limited.
pub trait Clocks {
    /// Gives each seat a full clock.
    fn set_clocks(&mut self, control: TimeControl);
    /// The clock of a seat, where time is limited.
    fn clock(&self, seat: Seat) -> Option<&Clock>;
    /// Books a move of the seat to move on its clock, if it has one; before it is played.
    ///
    /// # Errors
    /// When it took more than was left.
    fn spend(&mut self, used: Duration) -> Result<(), OutOfTime>;
    /// Lets the clock of a seat run without a move.
    fn run_clock(&mut self, seat: Seat, used: Duration);
    /// Gives back the time that was booked since the last ply.
    fn unbook(&mut self);
    /// What the seat to move may spend on its move, beginning now.
    fn limits(&self, stop: Option<Arc<AtomicBool>>) -> Limits;
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
    /// The board as numbers, as everybody may see it, from games that have any.
    fn planes(&self) -> Option<Planes>;
    /// The numbers of each legal move, part by part.
    fn numbers(&self) -> Vec<Vec<usize>>;
    /// Why a game that is over has ended, in the game's own words.
    fn ending(&self) -> String;
    /// The points of each seat of a game that is over.
    fn payoffs(&self) -> Vec<i32>;
    /// The game so far in its own notation.
    fn text(&self, tags: Vec<(String, String)>) -> String {
        self.annotated(tags, &[])
    }
    /// The same with what is said of moves.
    fn annotated(&self, tags: Vec<(String, String)>, notes: &[Note]) -> String;
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
    /// When there is no memory for its table.
    fn join_solver(&mut self, means: Means) -> Result<Option<AgentId>, SpecError>;
    /// Asks an agent about the position, which must be at a seat's turn. None if the flag was set meanwhile.
    fn think(&mut self, agent: AgentId, limits: &Limits) -> Option<Thought> {
        self.think_aloud(agent, limits, &mut |_| {})
    }
    /// The same, and tells of each depth that is completed on the way.
    fn think_aloud(
        &mut self,
        agent: AgentId,
        limits: &Limits,
        tell: &mut dyn FnMut(&Thought),
    ) -> Option<Thought>;
    /// How the agent's last thought was given its time and why it got no more, from agents that divide a clock.
    fn time_report(&mut self, agent: AgentId) -> Option<String>;
    /// Why the agent's last thought brought no move, in one line.
    fn failure(&mut self, agent: AgentId) -> Option<String>;
    /// The same, whoever or whatever was to blame: for messages.
    fn why_no_move(&mut self, agent: AgentId) -> String {
        self.failure(agent).unwrap_or_else(|| "it was stopped before it had a move".to_owned())
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
    /// What one legal move is worth, as [`move_values`](Self::move_values) has it. None if it is no legal move, the flag was
    /// set meanwhile, or the agent failed.
    fn move_value(&mut self, agent: AgentId, mv: &str, depth: u32, limits: &Limits) -> Option<MoveValue>;
    /// What a game that is over is worth on an agent's scale to the seat that would be to move. None while it goes on, and
    /// where payoffs are no values.
    fn finished(&self, agent: AgentId) -> Option<(Seat, Value)>;
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
pub trait LiveGame: Table + Clocks + Sight + Minds + Looks + Send {
    /// The same game after its first plies, without agents and clocks, to go on from: it cannot be taken back further. What it
    /// costs hardly depends on how many plies there are.
    fn fork(&self, plies: usize) -> Box<dyn LiveGame>;
    /// For those who know the type.
    fn as_any(&self) -> &dyn Any;
}
