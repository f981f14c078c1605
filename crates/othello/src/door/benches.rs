//! What can be timed of the searches.

use plywise::Bench;
use plywise::alphabeta::{AlphaBeta, LateMoves, Settings};

use crate::endgame::Finisher;
use crate::probcut;
use crate::search::{Search, playing};
use crate::{Discs, Foreseen, Othello, Size};

/// The plain algorithm on discs, of the agents' type: one search is compiled for all.
pub(super) fn plain() -> Search {
    let late = LateMoves { on: false, first: 3, from: 3, noisy: |_, _| false };
    playing(AlphaBeta {
        eval: Discs.into(),
        rank: Foreseen(None),
        select: probcut::selective(Size::Six, late, "discs", None),
        probe: Finisher::off(),
        settings: Settings::default(),
        table: None,
    })
}

/// Plain alpha-beta, depth 7, discs, on 6x6 positions 0 to 19 plies into random games: the yardstick of the
/// search's inner loop.
fn alpha_beta_6x6() -> u64 {
    use plywise::{Game, Limits, Rng, Seat};
    let search = plain();
    let nodes = (0..20)
        .map(|plies| {
            let (mut position, mut rng) = (Othello::start_with(Size::Six, Seat::FIRST), Rng::new(plies));
            for _ in 0..plies {
                let mut moves = Vec::new();
                position.moves(&mut moves);
                position.play(moves[rng.index(moves.len())]);
            }
            search.search(&position, &Limits::depth(7)).nodes
        })
        .sum();
    assert_eq!(nodes, NODES_6X6, "the search has changed its course");
    nodes
}

/// What it visits there, as [`plywise::alpha_beta`] does. Whatever changes it is no refactoring.
const NODES_6X6: u64 = 244_230;

pub(super) fn benches() -> Vec<Bench> {
    let mut benches = crate::benches();
    benches.push(Bench {
        name: "alpha-beta 6x6, depth 7, discs, 20 positions",
        unit: "nodes",
        run: alpha_beta_6x6,
    });
    benches
}
