//! Measures the margins of Multi-ProbCut again: `cargo run --release -p plywise-othello --features measure --example probcut --
//! [GAMES [DEPTH]] > crates/othello/data/probcut.txt`. Takes some minutes; the same numbers give the same table. `probcut --
//! patterns …` prints its rows of the learned weights alone, `probcut -- deep [GAMES [FIRST [CERTAINTY]]]` those of depths that
//! only searches which cut reach, from depth FIRST on, `probcut -- ends [GAMES]` those of the end of the game by the learned
//! weights.
//!
//! `probcut -- compare [DEPTH [POSITIONS]]` counts the nodes that searches need to a depth with and without the table, on
//! positions 20 plies into random games (eval=mobility), and how often the move is another.

use std::sync::Arc;

use othello::endgame::Finisher;
use othello::patterns::Patterns;
use othello::probcut::{DEEPEST, MEASURED, STAGES, deep_rows, end_rows, rows, selective};
use othello::search::playing;
use othello::{Corners, Discs, Foreseen, Mobility, Othello, Size, Weighted};
use plywise::alphabeta::{AlphaBeta, LateMoves, Settings};
use plywise::{Game, Limits, Rng, Seat, Table};

/// The deepest search that the end is foretold from.
const ENDS_FROM: u32 = 8;

/// How sure searches are that are cut themselves, in deviations.
const CERTAINTY: f64 = 2.0;

/// Games that the table of the program was measured on.
const GAMES: u64 = 250;

fn main() {
    if std::env::args().nth(1).is_some_and(|arg| arg == "compare") {
        let mut numbers = std::env::args().skip(2).map(|arg| arg.parse().expect("a number"));
        return compare(numbers.next().unwrap_or(10), numbers.next().unwrap_or(50));
    }
    if std::env::args().nth(1).is_some_and(|arg| arg == "deep") {
        let number = |at| std::env::args().nth(at).map(|arg| arg.parse::<f64>().expect("a number"));
        let games = number(2).map_or(GAMES, |games| games as u64);
        let first = number(3).map_or(DEEPEST + 1, |depth| depth as u32);
        let rows = deep_rows(games, first..=MEASURED, number(4).unwrap_or(CERTAINTY));
        return rows.iter().for_each(|row| println!("{row}"));
    }
    if std::env::args().nth(1).is_some_and(|arg| arg == "ends") {
        let games = std::env::args().nth(2).map_or(GAMES, |arg| arg.parse().expect("a number"));
        for size in [Size::Eight, Size::Six] {
            let patterns = Patterns::learned(size).expect("weights for this board");
            end_rows(size, "patterns", &patterns, games, ENDS_FROM, 0..STAGES)
                .iter()
                .for_each(|row| println!("{row}"));
        }
        return;
    }
    let patterns_alone = std::env::args().nth(1).is_some_and(|arg| arg == "patterns");
    let mut numbers = std::env::args()
        .skip(1 + usize::from(patterns_alone))
        .map(|arg| arg.parse::<u64>().expect("a number"));
    let games = numbers.next().unwrap_or(GAMES);
    let deepest = numbers.next().map_or(DEEPEST, |depth| depth as u32);
    println!("# evaluator phase depth shallow slope offset deviation positions ({games} games)");
    if !patterns_alone {
        table(Size::Eight, games, deepest);
        table(Size::Six, games, deepest);
    }
    for size in [Size::Eight, Size::Six] {
        let patterns = Patterns::learned(size).expect("weights for this board");
        for row in rows(size, "patterns", &patterns, games, deepest).into_iter().chain(end_rows(
            size,
            "patterns",
            &patterns,
            games,
            ENDS_FROM,
            0..STAGES,
        )) {
            println!("{row}");
        }
    }
}

fn table(size: Size, games: u64, deepest: u32) {
    for row in [
        rows(size, "discs", &Discs, games, deepest),
        rows(size, "weighted", &Weighted, games, deepest),
        rows(size, "mobility", &Mobility, games, deepest),
        rows(size, "corners", &Corners, games, deepest),
    ]
    .concat()
    {
        println!("{row}");
    }
}

fn compare(depth: u32, count: u32) {
    println!("certainty  nodes/position  of all   other move   value off by (points)");
    let positions: Vec<_> = (0..u64::from(count)).filter_map(position).collect();
    let late = LateMoves { on: false, first: 1, from: 1, noisy: |_: &Othello, _| false };
    let search = |certainty| {
        let select = selective(Size::Eight, late, "mobility", certainty);
        let (settings, table) = (Settings::fast(), Some(Arc::new(Table::new(16))));
        let (eval, rank, probe) = (Mobility.into(), Foreseen(None), Finisher::off());
        let search = playing(AlphaBeta { eval, rank, select, probe, settings, table });
        let one = |position| {
            search.table.iter().for_each(|table| table.clear());
            search.search(position, &Limits::depth(depth))
        };
        positions.iter().map(one).collect::<Vec<_>>()
    };
    let n = positions.len() as f64;
    let plain = search(None);
    let whole: u64 = plain.iter().map(|report| report.nodes).sum();
    for certainty in [None, Some(2.0), Some(1.5), Some(1.0)] {
        let reports = search(certainty);
        let nodes: u64 = reports.iter().map(|report| report.nodes).sum();
        let pairs = || reports.iter().zip(&plain);
        let other = pairs().filter(|(a, b)| a.best != b.best).count();
        let off: i64 = pairs().map(|(a, b)| i64::from((a.value.raw() - b.value.raw()).abs())).sum();
        println!(
            "{:>9}  {:>14.0}  {:>5.1}%  {other:>4} of {n:>3}   {:.2}",
            certainty.map_or("off".into(), |certainty| certainty.to_string()),
            nodes as f64 / n,
            100.0 * nodes as f64 / whole as f64,
            off as f64 / 100.0 / n
        );
    }
}

/// The position after 20 random moves, if the game gets there.
fn position(seed: u64) -> Option<Othello> {
    let (mut position, mut rng) = (Othello::start_with(Size::Eight, Seat::FIRST), Rng::new(seed));
    for _ in 0..20 {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        position.play(*moves.get(rng.index(moves.len().max(1)))?);
    }
    (!position.is_over()).then_some(position)
}
