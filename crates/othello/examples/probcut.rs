//! Measures the margins of Multi-ProbCut again: `cargo run --release -p othello --example probcut -- [GAMES [DEPTH]] >
//! data/othello/probcut.txt`. Takes some minutes; the same numbers give the same table.

use othello::probcut::{DEEPEST, rows};
use othello::{Corners, Discs, Mobility, Weighted};

/// Games that the table of the program was measured on.
const GAMES: u64 = 250;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|arg| arg.parse::<u64>().expect("a number"));
    let games = numbers.next().unwrap_or(GAMES);
    let deepest = numbers.next().map_or(DEEPEST, |depth| depth as u32);
    println!("# evaluator phase depth shallow slope offset deviation positions ({games} games)");
    table::<8>(games, deepest);
    table::<6>(games, deepest);
}

fn table<const N: usize>(games: u64, deepest: u32) {
    for row in [
        rows::<N, _>("discs", &Discs, games, deepest),
        rows::<N, _>("weighted", &Weighted, games, deepest),
        rows::<N, _>("mobility", &Mobility, games, deepest),
        rows::<N, _>("corners", &Corners, games, deepest),
    ]
    .concat()
    {
        println!("{row}");
    }
}
