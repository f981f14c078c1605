//! What a Monte Carlo search can be told.

use crate::score::Score;

/// The settings of [`crate::mcts()`]. [`Mcts::default`] is plain UCT with proofs, on one thread.
#[derive(Clone, PartialEq, Debug)]
pub struct Mcts {
    /// Simulations to run. None: until the limits end the search; where those set neither nodes nor a deadline,
    /// [`Mcts::DEFAULT_ITERATIONS`].
    pub iterations: Option<u64>,
    /// The constant c of UCB1, at least 0: how much a move that was tried seldom is preferred. The theory's value is
    /// the root of 2; less is stronger on most games, at the risk of a slow recovery from a bad start.
    pub exploration: f64,
    /// What a simulation is played for.
    pub reward: Reward,
    /// How a simulation goes on below the tree.
    pub rollout: Rollout,
    /// Whether results are proven where the setting is [`crate::Duel`].
    pub solver: bool,
    /// Progressive widening. None: all moves and outcomes from the start.
    pub widening: Option<Widening>,
    /// Threads, at least 1. With one, the same seed gives the same tree.
    pub threads: usize,
    /// Bytes that the tree may take. Once it is full it grows no more: simulations go on from its leaves, and their
    /// results still steer the choice inside it.
    pub memory: usize,
    /// The source of all that is drawn.
    pub seed: u64,
}

/// What a simulation is played for. Rewards are scaled to `[0, 1]` before moves are compared.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Reward {
    /// To win: 1 where the seat's payoff is above 0, -1 where it is below, else 0. A static value of p points, where a
    /// rollout is cut short, counts p / (`spread` + |p|).
    Outcome {
        /// The lead, in points above 0, that is half a win.
        spread: f64,
    },
    /// For the points themselves.
    Points {
        /// The least and the most that a seat can get. None: the least and the most that it has got so far.
        bounds: Option<(i32, i32)>,
    },
}

/// How a simulation goes on below the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rollout {
    /// Uniformly random moves to the end of the game.
    Uniform,
    /// So many uniformly random plies (0: none), then the evaluator.
    Depth(u32),
}

/// Progressive widening: after n visits only ceil(`factor` x n^`exponent`) moves, or outcomes of chance, are in play.
///
/// Of moves those that the evaluator likes best directly after them (Coulom 2007, "Computing Elo ratings of move
/// patterns in the game of Go"; Chaslot et al. 2008, "Progressive strategies for Monte-Carlo tree search"); of
/// outcomes those that were drawn first (Couëtoux et al. 2011, "Continuous upper confidence trees", double progressive widening).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Widening {
    /// Above 0.
    pub factor: f64,
    /// In `[0, 1]`; about a half is usual.
    pub exponent: f64,
}

impl Mcts {
    /// Simulations where nothing else ends the search.
    pub const DEFAULT_ITERATIONS: u64 = 1000;
    /// Bytes in a MiB.
    pub const MIB: usize = 1 << 20;
}

impl Default for Mcts {
    fn default() -> Self {
        Self {
            iterations: None,
            exploration: 0.7,
            reward: Reward::Outcome { spread: 4.0 },
            rollout: Rollout::Uniform,
            solver: true,
            widening: None,
            threads: 1,
            memory: 256 * Self::MIB,
            seed: 0,
        }
    }
}

impl Widening {
    /// How many moves are in play after `visits`.
    pub(super) fn width(self, visits: u32) -> usize {
        (self.factor * f64::from(visits).powf(self.exponent)).ceil().max(1.0) as usize
    }
}

impl Reward {
    /// The reward, in points, of a payoff.
    pub(super) fn of_payoff(self, payoff: i32) -> i32 {
        match self {
            Self::Outcome { .. } => payoff.signum(),
            Self::Points { .. } => payoff,
        }
    }

    /// The reward of a static value, given the evaluator's unit and bounds.
    pub(super) fn of_score(self, score: Score, unit: i32, (low, high): (Score, Score)) -> f64 {
        match self {
            Self::Outcome { .. } if score.is_proven() => f64::from(score.raw().signum()),
            Self::Outcome { spread } => {
                let points = f64::from(score.raw()) / f64::from(unit);
                if points == 0.0 { 0.0 } else { points / (spread + points.abs()) }
            }
            Self::Points { .. } => f64::from(score.clamp(low, high).raw()) / f64::from(unit),
        }
    }

    /// What every reward lies between, in points, as far as that is known beforehand.
    pub(super) fn bounds(self) -> Option<(i32, i32)> {
        match self {
            Self::Outcome { .. } => Some((-1, 1)),
            Self::Points { bounds } => bounds,
        }
    }
}
