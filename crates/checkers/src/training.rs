//! Games to learn from, and the net's fit to them.

use std::io;
use std::path::Path;
use std::sync::Arc;

use learn::{Aside, Descent, Errors, Inputs, Plan};
use plywise::alphabeta::{Alike, AlphaBeta, Settings};
use plywise::{Evaluate, Score, Seat, Table};

use crate::databases::{Databases, Endgames, Informed};
use crate::net;
use crate::{Checkers, Cuts, Options, selective, start};

/// The search that plays, with this evaluator and these endings.
pub fn search<E: Evaluate<Checkers>>(
    eval: E,
    databases: &Arc<Databases>,
) -> AlphaBeta<Informed<E>, Alike, Cuts, Endgames> {
    let probe = Endgames(Some(databases.clone()));
    AlphaBeta {
        eval: Informed { eval, endgames: probe.clone() },
        rank: Alike,
        select: selective(false, Some(1.0)),
        probe,
        settings: Settings { quiescence: 12, ..Settings::fast() },
        table: Some(Arc::new(Table::new(1))),
    }
}

/// How games are played: openings of seven plies by lot, 4,000 nodes a move, an odd move by lot. What an ending of the databases is
/// worth is learned as such.
pub const PLAN: Plan<Checkers> = Plan {
    opening: 7,
    level: 120,
    nodes: 4_000,
    slip: 40,
    aside: Aside { positions: 3, nodes: 1_000 },
    decided: 500,
    dull: 70,
    quiet: |position| position.board().jumpers().is_empty() && !position.board().is_threatened(),
    exact: |position| exact(Databases::shipped(), position),
};

/// How an ending that is known ends for the side to move, and a value as far beyond all others.
fn exact(databases: &Databases, position: &Checkers) -> Option<(i32, i32)> {
    let known = databases.bounds(position.board())?;
    let sign = i32::from(known.at_least > Score::ZERO) - i32::from(known.at_most < Score::ZERO);
    (sign != 0 || known.at_least == known.at_most).then_some((sign, 1_000 * sign))
}

/// A net of the shape that [`net::Net`] takes, packed, fitted to the games of a file, whose endings are labelled by `databases`
/// where those that come along, with which they were played, know nothing of them; `told` hears of each round, as in
/// [`learn::fit_net`].
///
/// # Errors
/// When the file cannot be read, or holds no position: a net of nothing would be luck.
pub fn fit(
    games: &Path,
    rounds: usize,
    databases: &Databases,
    told: impl FnMut(usize, Errors) -> bool,
) -> io::Result<Vec<u8>> {
    let how = Descent {
        scale: 110.0,
        unit: net::UNIT as f32,
        result: 0.4,
        rounds,
        batch: 512,
        rate: 0.002,
        seed: 1,
    };
    let start = start(&Options::default(), 0);
    let labelled = Databases::shipped().pieces();
    let known = |position: &Checkers| {
        let pieces = [Seat::FIRST, Seat::SECOND].map(|seat| position.board().pieces(seat).len() as usize);
        (pieces[0] + pieces[1] > labelled).then(|| exact(databases, position)).flatten()
    };
    let samples = learn::samples(&start, games, known)?;
    Ok(net::packed(&learn::fit_net::<_, _, { net::SUMS }, { net::INNER }>(&Pieces, samples, &how, told)))
}

/// What a net is told of a position.
struct Pieces;

impl Inputs<Checkers> for Pieces {
    const INPUTS: usize = net::INPUTS;
    const HEADS: usize = net::HEADS;

    fn active(&self, position: &Checkers, out: &mut Vec<u16>) {
        net::active(position.board(), out);
    }

    fn head(&self, position: &Checkers) -> usize {
        net::kind(position.board())
    }
}
