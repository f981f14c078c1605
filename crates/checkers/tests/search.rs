//! The search that tests ask: of the kind that the game's agents are, so that it is compiled once, with them.

use std::sync::Arc;

use checkers::databases::{Databases, Endgames, Informed};
use checkers::net::Net;
use checkers::{Material, selective};
use plywise::alphabeta::{Alike, AlphaBeta, Settings};
use plywise::{Either, Table};

pub(crate) use checkers::search::{Eval, Search};

/// Men and kings, with these endings and nothing left out.
pub(crate) fn of_material(endgames: Endgames, settings: Settings, table: Option<Arc<Table>>) -> Search {
    AlphaBeta {
        eval: Informed { eval: Either::Left(Either::Left(Material)), endgames: endgames.clone() },
        rank: Alike,
        select: selective(false, None),
        probe: endgames,
        settings,
        table,
    }
}

/// The champion's net and what it leaves out.
pub(crate) fn of_champion(endgames: Endgames, settings: Settings, table: Option<Arc<Table>>) -> Search {
    AlphaBeta {
        eval: Informed {
            eval: Either::Right(Either::Right(Either::Right(Net::learned()))),
            endgames: endgames.clone(),
        },
        select: selective(false, Some(1.0)),
        ..of_material(endgames, settings, table)
    }
}

pub(crate) fn shipped() -> Endgames {
    Endgames(Some(Databases::shipped().clone()))
}
