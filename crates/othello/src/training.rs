//! Games to learn from, and the weights' fit to them.

use std::io;
use std::path::Path;
use std::sync::Arc;

use learn::{Aside, Errors, Features, Fit, Link, Phase, Plan};
use plywise::alphabeta::{AlphaBeta, LateMoves, Settings};
use plywise::{Evaluate, Seat, Table};

use crate::endgame::Finisher;
use crate::patterns::{self, Patterns};
use crate::probcut::{self, Cuts, selective};
use crate::{Foreseen, Othello, Size};

/// Hundredths of a disc.
pub const UNIT: i32 = 100;
/// So many empty squares are valued exactly after the game: in the search they would cost more than all that it may look at.
const EXACT: u32 = 14;

/// How games are played: openings of ten plies by lot, 4,000 nodes a move, an odd move by lot. The last squares are valued exactly.
pub const PLAN: Plan<Othello> = Plan {
    opening: 10,
    level: 1_500,
    nodes: 4_000,
    slip: 20,
    aside: Aside { positions: 0, nodes: 0 },
    decided: i32::MAX,
    dull: 100,
    quiet: |position| position.placements(position.mover()) != 0,
    exact: |position| {
        let few = position.empty().count_ones() <= EXACT;
        few.then(|| Finisher::new(EXACT, UNIT).solve(position).0).map(|discs| (discs, UNIT * discs))
    },
};

/// How weights are fitted: four tenths of what is learned is the result, the rest what the search thought.
pub const FIT: Fit = Fit { link: Link::Result(UNIT as f32), result: 0.4, rounds: 80, doubt: 10.0 };

/// The search that plays on the board of 8x8 with `eval`, which values by these patterns, as the champion does: with what it leaves out it
/// sees further for the same.
#[must_use]
pub fn search<E>(eval: E, patterns: Patterns) -> AlphaBeta<E, Foreseen, Cuts, Finisher> {
    let late = LateMoves { on: false, first: 1, from: 1, noisy: |_: &Othello, _| false };
    let select = selective(Size::Eight, late, "patterns", Some(probcut::CHAMPIONS));
    AlphaBeta {
        eval,
        rank: Foreseen(Some(patterns)),
        select: select.clone(),
        probe: Finisher::off().seeing(select, patterns),
        settings: Settings::fast(),
        table: Some(Arc::new(Table::new(1))),
    }
}

/// A file of weights for the board of 8x8: these, and what the games of a file add to them. `told` hears of each round, as in
/// [`learn::fit`].
///
/// # Errors
/// When the file cannot be read, or holds no position.
pub fn fit(
    games: &Path,
    (known, weights): (Patterns, impl IntoIterator<Item = i32>),
    rounds: usize,
    told: impl FnMut(usize, Errors) -> bool,
) -> io::Result<Vec<u8>> {
    let start = Othello::start_with(Size::Eight, Seat::FIRST);
    let samples = learn::samples(&start, games, |_| None)?;
    let fitted = learn::fit(&Learned::<8> { known: Some(known) }, samples, &Fit { rounds, ..FIT }, told);
    let sums = weights.into_iter().zip(fitted.weights).map(|(known, adds)| known + adds.round() as i32);
    Ok(patterns::packed(sums))
}

/// What weights are told of a position.
#[derive(Debug)]
pub struct Learned<const SIDE: u32> {
    /// What they are added to, if not to nothing.
    pub known: Option<Patterns>,
}

impl<const SIDE: u32> Features<Othello> for Learned<SIDE> {
    const KNOTS: usize = patterns::stages::<SIDE>();

    fn size(&self) -> usize {
        patterns::size::<SIDE>()
    }

    fn active(&self, position: &Othello, out: &mut Vec<u32>) {
        patterns::active::<SIDE>(position, out);
    }

    fn base(&self, position: &Othello) -> i32 {
        self.known.map_or(0, |known| known.evaluate(position, position.mover()).raw())
    }

    fn phase(&self, position: &Othello) -> Phase {
        let (knot, step) = patterns::stage(position);
        Phase { knot, next: step as f32 / patterns::STEP as f32 }
    }
}
