//! Static values.

use std::sync::Arc;

use crate::game::{Game, Seat, Turn};
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

/// What a search of a game with chance finds below a position: see [`Evaluate::ahead`].
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

/// An opinion about positions, apart from the rules.
pub trait Evaluate<G: Game>: Sync {
    /// The static value of a position that is not over, from the point of view of `seat`, inside
    /// [`bounds`](Self::bounds). The position may be at any seat's turn or at a turn of chance.
    fn evaluate(&self, position: &G, seat: Seat) -> Score;

    /// The lowest and the highest value that [`evaluate`](Self::evaluate) and [`finished`](Self::finished) can
    /// give, proven results aside. Pruning at chance nodes rests on them.
    fn bounds(&self) -> (Score, Score);

    /// Bounds that hold for `position` and all that can follow within `turns` further turns of seats: for what
    /// [`evaluate`](Self::evaluate) and [`finished`](Self::finished) say there from the point of view of `seat`,
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

    /// Whether [`finished`](Self::finished) may give proven results, which lie outside all bounds. Pruning at
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

    /// How many units of a heuristic [`Score`] make one point.
    fn unit(&self) -> i32 {
        100
    }

    /// Whether the position is too unsettled for a static value, so that a search that may go on should: a capture
    /// is pending, a tile is about to fall. An opinion, hence not part of the rules.
    fn is_noisy(&self, _position: &G) -> bool {
        false
    }

    /// The value of a position that is over, `ply` plies from the root. As provided, only who won counts; an
    /// evaluator that plays for points gives the points.
    fn finished(&self, position: &G, seat: Seat, ply: u32) -> Score {
        match position.payoff(seat) {
            0 => Score::ZERO,
            1.. => Score::won_in(ply),
            _ => Score::lost_in(ply),
        }
    }
}

/// Through a pointer an evaluator is what it points to.
macro_rules! through_a_pointer {
    ($pointer:ty, $($more:tt)*) => {
        impl<G: Game, E: Evaluate<G> + ?Sized + $($more)*> Evaluate<G> for $pointer {
            fn evaluate(&self, position: &G, seat: Seat) -> Score {
                (**self).evaluate(position, seat)
            }
            fn bounds(&self) -> (Score, Score) {
                (**self).bounds()
            }
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
            fn unit(&self) -> i32 {
                (**self).unit()
            }
            fn is_noisy(&self, position: &G) -> bool {
                (**self).is_noisy(position)
            }
            fn finished(&self, position: &G, seat: Seat, ply: u32) -> Score {
                (**self).finished(position, seat, ply)
            }
        }
    };
}
through_a_pointer!(&E, Sync);
through_a_pointer!(Arc<E>, Send + Sync);

/// One of two evaluators, chosen at run time: one instance of a search serves both, for a branch at each leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Either<A, B> {
    /// The one.
    Left(A),
    /// The other.
    Right(B),
}

/// The same call to whichever it is.
macro_rules! whichever {
    ($self:ident, $eval:ident => $call:expr) => {
        match $self {
            Self::Left($eval) => $call,
            Self::Right($eval) => $call,
        }
    };
}

impl<G: Game, A: Evaluate<G>, B: Evaluate<G>> Evaluate<G> for Either<A, B> {
    #[inline]
    fn evaluate(&self, position: &G, seat: Seat) -> Score {
        whichever!(self, eval => eval.evaluate(position, seat))
    }
    fn bounds(&self) -> (Score, Score) {
        whichever!(self, eval => <_ as Evaluate<G>>::bounds(eval))
    }
    fn bounds_below(&self, position: &G, seat: Seat, turns: u32) -> (Score, Score) {
        whichever!(self, eval => eval.bounds_below(position, seat, turns))
    }
    #[inline]
    fn ahead(&self, position: &G, seat: Seat, horizon: Horizon) -> Option<Ahead> {
        whichever!(self, eval => eval.ahead(position, seat, horizon))
    }
    fn proves(&self) -> bool {
        whichever!(self, eval => <_ as Evaluate<G>>::proves(eval))
    }
    fn beyond_key(&self, position: &G) -> u64 {
        whichever!(self, eval => eval.beyond_key(position))
    }
    fn unit(&self) -> i32 {
        whichever!(self, eval => <_ as Evaluate<G>>::unit(eval))
    }
    #[inline]
    fn is_noisy(&self, position: &G) -> bool {
        whichever!(self, eval => eval.is_noisy(position))
    }
    #[inline]
    fn finished(&self, position: &G, seat: Seat, ply: u32) -> Score {
        whichever!(self, eval => eval.finished(position, seat, ply))
    }
}

/// What the seat to move is ahead by, as a function of the position: an evaluator of one line.
#[derive(Clone, Copy, Debug)]
pub struct Lead<G> {
    /// The lead of the seat to move, in points.
    pub of: fn(&G) -> i32,
    /// No lead is greater.
    pub most: i32,
}

impl<G: Game> Evaluate<G> for Lead<G> {
    fn evaluate(&self, position: &G, seat: Seat) -> Score {
        let lead = (self.of)(position);
        Score::heuristic(if position.turn() == Turn::Seat(seat) { lead } else { -lead })
    }
    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-self.most), Score::heuristic(self.most))
    }
    fn unit(&self) -> i32 {
        1
    }
}

/// Nothing is known before the end: the evaluator of an exact, full search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unknown;

impl<G: Game> Evaluate<G> for Unknown {
    fn evaluate(&self, _: &G, _: Seat) -> Score {
        Score::ZERO
    }
    fn bounds(&self) -> (Score, Score) {
        (Score::ZERO, Score::ZERO)
    }
}

/// Only the final points count, exactly: the evaluator that solves games played for points.
#[derive(Clone, Copy, Debug)]
pub struct FinalPoints {
    /// No payoff lies outside ± this.
    pub limit: i32,
}

impl<G: Game> Evaluate<G> for FinalPoints {
    fn evaluate(&self, _: &G, _: Seat) -> Score {
        Score::ZERO
    }
    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-self.limit), Score::heuristic(self.limit))
    }
    fn proves(&self) -> bool {
        false
    }
    fn unit(&self) -> i32 {
        1
    }
    fn finished(&self, position: &G, seat: Seat, _: u32) -> Score {
        Score::heuristic(position.payoff(seat))
    }
}
