//! What the champion's search costs to a depth where the end is out of sight, in nodes and processor time: the general search alone, and with the
//! game's own for the last plies, on positions from games that anybody can make again.
//!
//! `midgame [POSITIONS [DEPTH]]`

use std::sync::Arc;

use cpu_time::ProcessTime;
use othello::endgame::{Finisher, HANDS_OVER};
use othello::patterns::Patterns;
use othello::probcut::{Cuts, selective};
use othello::{Foreseen, Mobility, Othello, Size};
use plywise::alphabeta::{AlphaBeta, LateMoves, Settings};
use plywise::{Game, Limits, Rng, Seat, Table};

fn main() {
    let mut numbers = std::env::args().skip(1).map(|arg| arg.parse::<u32>().expect("a number"));
    let (count, depth) = (numbers.next().unwrap_or(12), numbers.next().unwrap_or(12));
    println!("search   empties   M nodes        s  M nodes/s  sum of values");
    for empties in [45, 36, 27] {
        let positions: Vec<_> = (0..u64::from(count)).map(|seed| drawn(seed, empties)).collect();
        for own in [false, true] {
            let (mut nodes, mut sum, mut seconds) = (0, 0, 0.0);
            let search = searching(own);
            for position in &positions {
                search.table.iter().for_each(|table| table.clear());
                let begun = ProcessTime::now();
                let report = search.search(position, &Limits::depth(depth));
                seconds += begun.elapsed().as_secs_f64();
                (nodes, sum) = (nodes + report.nodes, sum + report.value.raw());
            }
            let nodes = nodes as f64 / 1e6;
            let name = if own { "own" } else { "general" };
            println!(
                "{name:<8} {empties:>7} {nodes:>9.2} {seconds:>8.3} {:>10.2} {sum:>14}",
                nodes / seconds
            );
        }
    }
}

/// The champion's search, without and with its own for the last plies.
fn searching(own: bool) -> AlphaBeta<Patterns, Foreseen, Cuts, Finisher> {
    let late = LateMoves { on: false, first: 1, from: 1, noisy: |_, _| false };
    let select = selective(Size::Eight, late, "patterns", Some(1.5));
    let eval = Patterns::learned(Size::Eight).expect("weights for this board");
    let probe = Finisher::new(HANDS_OVER, 100);
    let probe = if own { probe.seeing(select.clone(), eval) } else { probe };
    let table = Some(Arc::new(Table::new(16)));
    AlphaBeta { eval, rank: Foreseen(Some(eval)), select, probe, settings: Settings::fast(), table }
}

/// A position from a game of which every fourth move is random, the others those of a search of two plies.
fn drawn(seed: u64, empties: u32) -> Othello {
    let search = AlphaBeta::new(Mobility, Settings::fast(), None);
    let (mut position, mut rng) = (Othello::start_with(Size::Eight, Seat::FIRST), Rng::derive(seed, 27));
    let mut moves = Vec::new();
    while position.empty().count_ones() > empties && !position.is_over() {
        moves.clear();
        position.moves(&mut moves);
        let random = moves[rng.index(moves.len())];
        let best = search.search(&position, &Limits::depth(2)).best;
        position.play(if rng.below(4) == 0 { random } else { best.unwrap_or(random) });
    }
    position
}
