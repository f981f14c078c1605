//! What a search of a game with chance asks of an evaluator besides static values.

use std::sync::Arc;

use crate::evaluate::{Either, Evaluate, FinalPoints, Unknown};
use crate::game::{Seat, Stochastic};
use crate::score::Score;

/// How far a search of a game with chance looks from a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Horizon {
    /// Turns of seats that are left; `u32::MAX` without limit. A seat's turn is valued at once where none is left.
    pub depth: u32,
    /// How probable the position is from the root, in `(0, 1]`. What follows is less so by its outcomes'
    /// probabilities.
    pub probability: f64,
    /// A seat's turn that is less probable than this is valued at once. 0: none is.
    pub cutoff: f64,
    /// What the search has met elsewhere and need not be told of this position: see [`Ahead::met`].
    pub known: Met,
}

/// For what reasons positions that are not over were valued.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Met {
    /// No depth was left.
    pub horizon: bool,
    /// They were too improbable.
    pub improbable: bool,
}

impl Met {
    /// Adds what was met elsewhere.
    #[inline]
    pub fn merge(&mut self, other: Self) {
        self.horizon |= other.horizon;
        self.improbable |= other.improbable;
    }
}

/// What a search of a game with chance finds below a position: see [`EvaluateChance::ahead`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ahead {
    /// The value, in the evaluator's unit.
    pub value: f64,
    /// Positions that the search enters, this one not counted.
    pub nodes: u64,
    /// The most turns of seats from the position to one that is valued or over.
    pub turns: u32,
    /// Why positions below it that are not over are valued. What is [known](Horizon::known) may be left out.
    pub met: Met,
}

/// An evaluator of a game with chance, as a [`ChanceSearch`](super::ChanceSearch) wants it: what can be told of positions
/// that nobody has looked at yet. The plain [`expectimax`](crate::expectimax()) does without.
///
/// Nothing has to be written to have it: `impl EvaluateChance<MyGame> for MyEval {}` is correct for every evaluator whose
/// values follow from what the position's key holds; each method then makes the search faster.
pub trait EvaluateChance<G: Stochastic>: Evaluate<G> {
    /// Bounds that hold for `position` and all that can follow within `turns` further turns of seats: for what
    /// [`evaluate`](Evaluate::evaluate) and [`finished`](Evaluate::finished) say there from the point of view of `seat`,
    /// proven results aside. Turns of chance do not count; the dice after the last turn belong to it. `u32::MAX`: to the
    /// end of the game.
    ///
    /// The tighter the bounds, the more is pruned at chance nodes. As provided, those that hold everywhere.
    fn bounds_below(&self, _position: &G, _seat: Seat, _turns: u32) -> (Score, Score) {
        self.bounds()
    }

    /// What the plain [`expectimax`](crate::expectimax()) to `horizon` finds below `position`, a seat's turn that is not
    /// to be valued at once or a turn of chance, from the point of view of `seat`: the same but for rounding.
    ///
    /// For evaluators that can tell the last turns at once faster than a search from leaf to leaf; the search asks
    /// before it looks for itself. As provided, none can.
    #[inline]
    fn ahead(&self, _position: &G, _seat: Seat, _horizon: Horizon) -> Option<Ahead> {
        None
    }

    /// Whether [`finished`](Evaluate::finished) may give proven results, which lie outside all bounds. Pruning at
    /// chance nodes must then reckon with them everywhere and can do little. An evaluator that gives points instead
    /// says so here.
    fn proves(&self) -> bool {
        true
    }

    /// What values depend on besides what the position's key holds: points made on the way, say. A memory of values
    /// mixes it into the key, so that it finds a value only where it would be the same.
    fn beyond_key(&self, _position: &G) -> u64 {
        0
    }
}

/// Through a pointer an evaluator is what it points to.
macro_rules! through_a_pointer {
    ($pointer:ty, $($more:tt)*) => {
        impl<G: Stochastic, E: EvaluateChance<G> + ?Sized + $($more)*> EvaluateChance<G> for $pointer {
            fn bounds_below(&self, position: &G, seat: Seat, turns: u32) -> (Score, Score) {
                (**self).bounds_below(position, seat, turns)
            }
            fn ahead(&self, position: &G, seat: Seat, horizon: Horizon) -> Option<Ahead> {
                (**self).ahead(position, seat, horizon)
            }
            fn proves(&self) -> bool {
                (**self).proves()
            }
            fn beyond_key(&self, position: &G) -> u64 {
                (**self).beyond_key(position)
            }
        }
    };
}
through_a_pointer!(&E, Sync);
through_a_pointer!(Arc<E>, Send + Sync);

impl<G: Stochastic, A: EvaluateChance<G>, B: EvaluateChance<G>> EvaluateChance<G> for Either<A, B> {
    fn bounds_below(&self, position: &G, seat: Seat, turns: u32) -> (Score, Score) {
        match self {
            Self::Left(eval) => eval.bounds_below(position, seat, turns),
            Self::Right(eval) => eval.bounds_below(position, seat, turns),
        }
    }
    #[inline]
    fn ahead(&self, position: &G, seat: Seat, horizon: Horizon) -> Option<Ahead> {
        match self {
            Self::Left(eval) => eval.ahead(position, seat, horizon),
            Self::Right(eval) => eval.ahead(position, seat, horizon),
        }
    }
    fn proves(&self) -> bool {
        match self {
            Self::Left(eval) => eval.proves(),
            Self::Right(eval) => eval.proves(),
        }
    }
    fn beyond_key(&self, position: &G) -> u64 {
        match self {
            Self::Left(eval) => eval.beyond_key(position),
            Self::Right(eval) => eval.beyond_key(position),
        }
    }
}

impl<G: Stochastic> EvaluateChance<G> for Unknown {}

impl<G: Stochastic> EvaluateChance<G> for FinalPoints {
    fn proves(&self) -> bool {
        false
    }
}
