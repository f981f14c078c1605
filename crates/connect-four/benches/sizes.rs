//! Boards solved straight to the end, from 4x4 up: `cargo bench -p plywise-connect-four --bench sizes [-- THREADS [MIB]]`.
//! The usual board is left to `plywise solve connect-four`.

use std::sync::Arc;

use connect_four::{ConnectFour, Threats};
use plywise::alphabeta::{AlphaBeta, FullWidth, Settings};
use plywise::{Limits, Table, Unknown};

fn solve<const COLUMNS: u32, const ROWS: u32>(threads: usize, mib: usize) {
    let (settings, table) = (Settings { threads, ..Threats::solving() }, Some(Arc::new(Table::new(mib))));
    let search =
        AlphaBeta { eval: Unknown, rank: Threats, select: FullWidth, probe: Threats, settings, table };
    let report = search.search(&ConnectFour::<COLUMNS, ROWS>::default(), &Limits::default());
    let (value, seconds) = (report.value.to_value(1), report.elapsed.as_secs_f64());
    println!("{COLUMNS}x{ROWS}  {:>10}  {:>12} nodes  {seconds:>7.2} s", value.to_string(), report.nodes);
}

fn main() {
    // `cargo bench` adds a word of its own.
    let words = std::env::args().skip(1).filter(|word| word != "--bench");
    let mut numbers = words.map(|word| word.parse().expect("a number"));
    let (threads, mib) = (numbers.next().unwrap_or(1), numbers.next().unwrap_or(256));
    solve::<4, 4>(threads, mib);
    solve::<5, 4>(threads, mib);
    solve::<6, 4>(threads, mib);
    solve::<5, 5>(threads, mib);
    solve::<5, 6>(threads, mib);
    solve::<6, 5>(threads, mib);
    solve::<7, 5>(threads, mib);
    solve::<6, 6>(threads, mib);
}
