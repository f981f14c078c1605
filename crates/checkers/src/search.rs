//! The one search that plays: compiled once for all agents.

use plywise::Either;
use plywise::alphabeta::{Alike, AlphaBeta, Settings};

use crate::course::Better;
use crate::databases::{Endgames, Informed};
use crate::net::Net;
use crate::patterns::Patterns;
use crate::{Cuts, Material, Positional, selective};

/// Whatever an agent values positions by. What the course's players take shares the place of the men and kings, so that the net is
/// no branch farther away.
pub type Eval = Either<Either<Material, Better>, Either<Positional, Either<Patterns, Net>>>;

/// What agents search with.
pub type Search = AlphaBeta<Informed<Eval>, Alike, Cuts, Endgames>;

/// Minimax with alpha-beta: no ending is looked up, no move left out.
#[must_use]
pub fn plain(eval: Either<Material, Better>, settings: Settings) -> Search {
    AlphaBeta {
        eval: Informed { eval: Either::Left(eval), endgames: Endgames(None) },
        rank: Alike,
        select: selective(false, None),
        probe: Endgames(None),
        settings,
        table: None,
    }
}
