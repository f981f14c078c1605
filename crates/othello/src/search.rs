//! The search of all agents and of the solver: evaluators and orders are chosen at run time, so that one search is compiled for all, with
//! the crate, and none anew where it is called.

use plywise::Either;
use plywise::alphabeta::AlphaBeta;

use crate::endgame::{self, Final, Finisher, Foretold};
use crate::patterns::Patterns;
use crate::probcut::Cuts;
use crate::{Corners, Discs, Foreseen, Mobility, Size, Weighted};

/// Whatever an agent values positions by.
pub type Eval = Either<Either<Discs, Weighted>, Either<Mobility, Either<Corners, Patterns>>>;

/// Whatever searches.
pub type Search = AlphaBeta<Either<Eval, Final>, Either<Foreseen, Foretold>, Cuts, Finisher>;

/// A search that plays.
#[must_use]
pub fn playing(search: AlphaBeta<Eval, Foreseen, Cuts, Finisher>) -> Search {
    let AlphaBeta { eval, rank, select, probe, settings, table } = search;
    AlphaBeta { eval: Either::Left(eval), rank: Either::Left(rank), select, probe, settings, table }
}

/// The search that solves endgames: [`endgame::solver`].
#[must_use]
pub fn solving(size: Size) -> Search {
    let AlphaBeta { eval, rank, select, probe, settings, table } = endgame::solver(size);
    AlphaBeta { eval: Either::Right(eval), rank: Either::Right(rank), select, probe, settings, table }
}

impl From<Discs> for Eval {
    fn from(eval: Discs) -> Self {
        Self::Left(Either::Left(eval))
    }
}

impl From<Weighted> for Eval {
    fn from(eval: Weighted) -> Self {
        Self::Left(Either::Right(eval))
    }
}

impl From<Mobility> for Eval {
    fn from(eval: Mobility) -> Self {
        Self::Right(Either::Left(eval))
    }
}

impl From<Corners> for Eval {
    fn from(eval: Corners) -> Self {
        Self::Right(Either::Right(Either::Left(eval)))
    }
}

impl From<Patterns> for Eval {
    fn from(eval: Patterns) -> Self {
        Self::Right(Either::Right(Either::Right(eval)))
    }
}
