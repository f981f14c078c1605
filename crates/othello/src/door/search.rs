//! The search of all agents and of the solver: evaluators and orders are chosen at run time, so that one search is compiled for all.

use plywise::Either;
use plywise::alphabeta::AlphaBeta;

use crate::endgame::{self, Final, Finisher, Foretold};
use crate::patterns::Patterns;
use crate::probcut::Cuts;
use crate::{Corners, Discs, Foreseen, Mobility, Size, Weighted};

/// Whatever an agent values positions by.
pub(super) type Eval = Either<Either<Discs, Weighted>, Either<Mobility, Either<Corners, Patterns>>>;

/// Whatever searches.
pub(super) type Search = AlphaBeta<Either<Eval, Final>, Either<Foreseen, Foretold>, Cuts, Finisher>;

/// A search that plays.
pub(super) fn playing(search: AlphaBeta<Eval, Foreseen, Cuts, Finisher>) -> Search {
    let AlphaBeta { eval, rank, select, probe, settings, table } = search;
    AlphaBeta { eval: Either::Left(eval), rank: Either::Left(rank), select, probe, settings, table }
}

/// The search that solves endgames.
pub(super) fn solving(size: Size) -> Search {
    let AlphaBeta { eval, rank, select, probe, settings, table } = endgame::solver(size);
    AlphaBeta { eval: Either::Right(eval), rank: Either::Right(rank), select, probe, settings, table }
}
