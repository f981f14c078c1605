//! Endgames of Othello solved exactly by the generic search alone: `endgames [FROM [TO [POSITIONS]]]` empties.
//! Positions come from random games, so that anybody can make them again.

use std::sync::Arc;
use std::time::Instant;

use othello::{FewestReplies, Othello, Size};
use plywise::alphabeta::{AlphaBeta, FullWidth, NoProbe, Ordering, Settings, Windows};
use plywise::{FinalPoints, Game, Limits, Rng, Seat, Table};

fn main() {
    let mut numbers = std::env::args().skip(1).map(|arg| arg.parse::<u32>().expect("a number"));
    let (from, to, count) =
        (numbers.next().unwrap_or(10), numbers.next().unwrap_or(16), numbers.next().unwrap_or(20));
    println!("empties positions  nodes/position    ms/position  M nodes/s");
    for empties in from..=to {
        let table = Arc::new(Table::new(64));
        let settings = Settings {
            windows: Windows::Principal,
            order: Ordering::Dynamic,
            order_from: 6,
            table_from: 6,
            ..Settings::default()
        };
        let search = AlphaBeta {
            eval: FinalPoints { limit: 64 },
            rank: FewestReplies,
            select: FullWidth,
            probe: NoProbe,
            settings,
            table: Some(table),
        };
        let (mut nodes, mut sum) = (0, 0);
        let positions: Vec<_> = (0..u64::from(count)).filter_map(|seed| position(seed, empties)).collect();
        let begun = Instant::now();
        for position in &positions {
            let report = search.search(position, &Limits::default());
            nodes += report.nodes;
            sum += report.value.raw();
        }
        let seconds = begun.elapsed().as_secs_f64();
        let n = positions.len() as f64;
        println!(
            "{empties:>7} {:>9} {:>15.0} {:>14.2} {:>10.2}   (values sum to {sum})",
            positions.len(),
            nodes as f64 / n,
            seconds * 1e3 / n,
            nodes as f64 / seconds / 1e6
        );
    }
}

/// The position of a random game with this many empty squares, if the game gets there.
fn position(seed: u64, empties: u32) -> Option<Othello> {
    let (mut position, mut rng) = (Othello::start_with(Size::Eight, Seat::FIRST), Rng::new(seed));
    let mut moves = Vec::new();
    while position.empty().count_ones() > empties {
        moves.clear();
        position.moves(&mut moves);
        position.play(*moves.get(rng.index(moves.len().max(1)))?);
    }
    (!position.is_over()).then_some(position)
}
