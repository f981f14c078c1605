//! Static values.

use std::sync::Arc;

use crate::game::{Game, Seat, Turn};
use crate::score::Score;

/// An opinion about positions, apart from the rules.
pub trait Evaluate<G: Game>: Sync {
    /// The static value of a position that is not over, from the point of view of `seat`, inside
    /// [`bounds`](Self::bounds). The position may be at any seat's turn or at a turn of chance.
    fn evaluate(&self, position: &G, seat: Seat) -> Score;

    /// The lowest and the highest value that [`evaluate`](Self::evaluate) and [`finished`](Self::finished) can
    /// give, proven results aside. Pruning at chance nodes rests on them.
    fn bounds(&self) -> (Score, Score);

    /// How many units of a heuristic [`Score`] make one point.
    fn unit(&self) -> i32 {
        100
    }

    /// Whether the position is too unsettled for a static value, so that a search that may go on should: a capture
    /// is pending, a tile is about to fall. An opinion, hence not part of the rules.
    fn is_noisy(&self, _position: &G) -> bool {
        false
    }

    /// What it keeps along the path of a search, if it does.
    #[inline]
    fn path_state(&self) -> Option<&dyn PathState<G>> {
        None
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

/// An evaluator whose work carries over from one position to the next: the accumulators of a net, the indices of patterns. A
/// search keeps its state for each position on the path, and has it follow the moves.
pub trait PathState<G: Game>: Evaluate<G> {
    /// Of how many words a state is.
    fn words(&self) -> usize;

    /// Writes the state of a position.
    fn begin(&self, position: &G, state: &mut [u16]);

    /// Writes to `state` that of the position `after` a move, `from` being that of the position `before` it.
    fn follow(&self, before: &G, after: &G, from: &[u16], state: &mut [u16]);

    /// What [`Evaluate::evaluate`] gives, of a position with this state.
    fn evaluate_with(&self, position: &G, seat: Seat, state: &[u16]) -> Score;
}

/// What a position is worth to a seat without a search: the answer of one that was stopped before it completed a depth.
pub(crate) fn at_sight<G: Game, E: Evaluate<G> + ?Sized>(position: &G, eval: &E, seat: Seat) -> Score {
    if position.is_over() { Score::ZERO } else { eval.evaluate(position, seat) }
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
            fn unit(&self) -> i32 {
                (**self).unit()
            }
            fn is_noisy(&self, position: &G) -> bool {
                (**self).is_noisy(position)
            }
            fn path_state(&self) -> Option<&dyn PathState<G>> {
                (**self).path_state()
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
pub(crate) use whichever;

impl<G: Game, A: Evaluate<G>, B: Evaluate<G>> Evaluate<G> for Either<A, B> {
    #[inline]
    fn evaluate(&self, position: &G, seat: Seat) -> Score {
        whichever!(self, eval => eval.evaluate(position, seat))
    }
    fn bounds(&self) -> (Score, Score) {
        whichever!(self, eval => <_ as Evaluate<G>>::bounds(eval))
    }
    fn unit(&self) -> i32 {
        whichever!(self, eval => <_ as Evaluate<G>>::unit(eval))
    }
    #[inline]
    fn is_noisy(&self, position: &G) -> bool {
        whichever!(self, eval => eval.is_noisy(position))
    }
    #[inline]
    fn path_state(&self) -> Option<&dyn PathState<G>> {
        whichever!(self, eval => eval.path_state())
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
    fn unit(&self) -> i32 {
        1
    }
    fn finished(&self, position: &G, seat: Seat, _: u32) -> Score {
        Score::heuristic(position.payoff(seat))
    }
}
