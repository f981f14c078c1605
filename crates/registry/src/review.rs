//! A game looked over: what each position was worth, what each move gave away, and how a side did by that.
//!
//! A move that was played is held against the best one at the same depth: the position after it is searched one ply less deep
//! than the one before. Losses are in the unit of the agent's values, and so are the grades ([`Scale::grades`]).

use std::cmp::Ordering;

use plywise::{Limits, Mark, Note, Seat, Stop, Turn, Value};

use crate::analysis::Scale;
use crate::live::{AgentId, LiveGame};

/// What an agent makes of a position at a seat's turn, and of the move that was played there.
#[derive(Clone, PartialEq, Debug)]
pub struct Looked {
    /// Moves played before, outcomes of chance included.
    pub ply: usize,
    /// The seat to move.
    pub seat: Seat,
    /// What the position is worth to it.
    pub value: Value,
    /// The best move.
    pub best: String,
    /// The moves that are expected, the best first.
    pub line: Vec<String>,
    /// The depth that was completed.
    pub depth: u32,
    /// Positions that the search of it looked at.
    pub nodes: u64,
    /// Whether there was no search at all: nothing is known of what moves are worth then.
    pub guessed: bool,
    /// The move that was played, if any.
    pub played: Option<Played>,
}

/// A move that was played, against the best.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The move.
    pub mv: String,
    /// Whether there was any other.
    pub chosen: bool,
    /// What it is worth to who played it.
    pub value: Value,
    /// What it gives away, at least 0; a proven result counts as [`PROVEN`] blunders. None where that cannot be told in the
    /// unit.
    pub loss: Option<f64>,
    /// How bad that is: in a unit that is graded, or where it gives a proven result away.
    pub mark: Option<Mark>,
    /// That in words: `gives away 2.50 discs`; empty without a mark.
    pub cost: String,
}

/// How many times the least loss of a blunder a proven result counts, and any value at most.
pub const PROVEN: f64 = 6.0;

/// Plies of a search that is to go to the end.
const DEEPEST: u32 = 1000;

/// Looks at a position at a seat's turn, which `played` follows. `limits` are those of one search: two are made where another
/// move than the best was played. None if the flag was set meanwhile or the agent has no move.
pub fn look(
    live: &mut dyn LiveGame,
    agent: AgentId,
    played: Option<&str>,
    limits: &dyn Fn() -> Limits,
) -> Option<Looked> {
    let Some(Turn::Seat(seat)) = live.turn() else { return None };
    let ply = live.plies();
    let thought = live.think(agent, &limits())?;
    let (nodes, guessed) = (thought.nodes, thought.stopped == Stop::Unsearched.word());
    let played = match played {
        None => None,
        Some(mv) => {
            let same = mv == thought.best;
            let limits = limits();
            // What is solved is solved by however few plies: tables knew the rest of the best line, and not of this one.
            let depth = if thought.is_solved() { limits.depth.unwrap_or(DEEPEST) } else { thought.depth };
            let (value, solved) = if same {
                (thought.value, thought.is_solved())
            } else {
                let after = live.move_value(agent, mv, depth, &limits)?;
                (after.value, after.is_solved())
            };
            let (chosen, mv) = (live.moves().len() > 1, mv.to_owned());
            let scale = if live.seats() > 1 {
                live.scale(agent)
            } else {
                Scale { grades: None, ..live.scale(agent) }
            };
            let loss = if same || !chosen { Some(0.0) } else { loss(scale, thought.value, value) };
            let mark = match loss {
                Some(loss) => mark(scale, loss),
                // Where one of both is a guess, the other may be no worse.
                None => {
                    let results = (proven(thought.value, thought.is_solved()), proven(value, solved));
                    matches!(results, (Some(best), Some(played)) if played < best).then_some(Mark::Blunder)
                }
            };
            let cost = mark.map_or_else(String::new, |_| cost(scale, thought.value, value, loss));
            Some(Played { mv, chosen, value, loss, mark, cost })
        }
    };
    let (value, best, line, depth) = (thought.value, thought.best, thought.line, thought.depth);
    Some(Looked { ply, seat, value, best, line, depth, nodes, guessed, played })
}

/// Why an agent cannot grade moves that guessed: it knows no values, as the adviser of the game does.
#[must_use]
pub fn ignorant(agent: &str, adviser: &str) -> String {
    format!(
        "{agent} chooses without a search and knows of no move what it is worth; an agent that searches does, such as {adviser}"
    )
}

/// What a move that is worth `played` gives away where the best one is worth `best`, both to who plays it: at least 0; a proven
/// result counts as [`PROVEN`] blunders, and no value counts more. None where something is proven and the unit has no grades.
#[must_use]
pub fn loss(scale: Scale, best: Value, played: Value) -> Option<f64> {
    let most = scale.grades.map(|[_, _, blunder]| PROVEN * blunder);
    let number = |value: Value| match (value, most) {
        (Value::Points(points), None) => Some(points),
        (Value::Points(points), Some(most)) => Some(points.clamp(-most, most)),
        (Value::Win { .. }, Some(most)) => Some(most),
        (Value::Loss { .. }, Some(most)) => Some(-most),
        (_, None) => None,
    };
    Some((number(best)? - number(played)?).max(0.0))
}

/// How a game ends by a value that is proven: greater is a win, less a loss. None of a guess.
fn proven(value: Value, is_solved: bool) -> Option<Ordering> {
    match value {
        Value::Win { .. } => Some(Ordering::Greater),
        Value::Loss { .. } => Some(Ordering::Less),
        Value::Points(points) => points.partial_cmp(&0.0).filter(|_| is_solved),
    }
}

/// How bad it is to give so much away; none where it is less than dubious, or the unit has no grades.
#[must_use]
pub fn mark(scale: Scale, loss: f64) -> Option<Mark> {
    let reached = scale.grades?.iter().filter(|&&least| loss >= least).count();
    Mark::ALL.get(reached.checked_sub(1)?).copied()
}

/// What a move has cost, in words: the result, or points.
#[must_use]
pub fn cost(scale: Scale, best: Value, played: Value, loss: Option<f64>) -> String {
    match (best, played) {
        (_, Value::Loss { .. }) => "loses the game".to_owned(),
        (Value::Win { .. }, _) => "lets the win go".to_owned(),
        _ => {
            let unit = scale.unit.split(',').next().unwrap_or_default();
            format!("gives away {:.2} {unit}", loss.unwrap_or(0.0))
        }
    }
}

impl Looked {
    /// What an annotated game says of the move, if that is anything: what it cost, and the better line.
    #[must_use]
    pub fn note(&self) -> Option<Note> {
        let played = self.played.as_ref()?;
        let line = if self.line.is_empty() { self.best.clone() } else { self.line.join(" ") };
        Some(Note { ply: self.ply, mark: played.mark?, text: format!("{}; better {line}", played.cost) })
    }
}

/// How a side did, in one game or in many.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Side {
    /// Moves that were looked at and had an alternative.
    pub moves: u64,
    /// How many of them were dubious, mistakes and blunders.
    pub marks: [u64; 3],
    /// Moves whose loss can be told, and the sum of their losses.
    lost: (u64, f64),
    /// The sum of what each counts for accuracy.
    hits: f64,
}

impl Side {
    /// Counts a move.
    pub fn add(&mut self, played: &Played, scale: Scale) {
        if !played.chosen {
            return;
        }
        self.moves += 1;
        if let Some(mark) = played.mark {
            self.marks[mark as usize] += 1;
        }
        if let Some(loss) = played.loss {
            self.lost = (self.lost.0 + 1, self.lost.1 + loss);
            self.hits += scale.grades.map_or(0.0, |[_, mistake, _]| (-loss / mistake).exp());
        }
    }

    /// Adds the same side's moves of another game.
    pub fn join(&mut self, other: &Self) {
        self.moves += other.moves;
        self.marks.iter_mut().zip(other.marks).for_each(|(mine, more)| *mine += more);
        self.lost = (self.lost.0 + other.lost.0, self.lost.1 + other.lost.1);
        self.hits += other.hits;
    }

    /// What a move gave away in the mean; None of no move.
    #[must_use]
    pub fn mean_loss(&self) -> Option<f64> {
        (self.lost.0 > 0).then(|| self.lost.1 / self.lost.0 as f64)
    }

    /// The mean, in percent, of `exp(−loss / m)` over the moves, m the loss from which on a move is a mistake: 100 is a side that
    /// gave nothing away. None of no move, and where the unit is not graded.
    #[must_use]
    pub fn accuracy(&self, scale: Scale) -> Option<f64> {
        (self.lost.0 > 0 && scale.grades.is_some()).then(|| 100.0 * self.hits / self.lost.0 as f64)
    }
}
