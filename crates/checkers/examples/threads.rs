//! What a second thread buys: `cargo run --release -p plywise-checkers --features measure --example threads -- [DEPTH [ROUNDS [THREADS]]]`.
//!
//! The start position is searched to the same depth on one thread and on several, in turns. Time to depth is what counts,
//! and it needs an idle machine; the nodes entered tell how much of the others' work was in vain on a busy one, too.

use std::sync::Arc;
use std::time::{Duration, Instant};

use checkers::databases::{Endgames, Informed};
use checkers::search::Eval;
use checkers::{Options, Positional, selective, start};
use plywise::alphabeta::{Alike, Settings};
use plywise::{AlphaBeta, Either, Limits, Score, Table};

/// Nodes, time and value of one search.
fn search(depth: u32, threads: usize, split_from: i32, table: &Arc<Table>) -> (u64, Duration, Score) {
    table.clear();
    let settings = Settings { threads, split_from, ..Settings::fast() };
    // Of the agents' type: another search would be compiled.
    let eval: Eval = Either::Right(Either::Left(Positional));
    let search = Arc::new(AlphaBeta {
        eval: Informed { eval, endgames: Endgames(None) },
        rank: Alike,
        select: selective(false, None),
        probe: Endgames(None),
        settings,
        table: Some(Arc::clone(table)),
    });
    let begun = Instant::now();
    let report = search.search_detached(&start(&Options::default(), 0), &Limits::depth(depth), &mut |_| {});
    (report.nodes, begun.elapsed(), report.value)
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|arg| arg.parse::<u32>().expect("a number"));
    let (depth, rounds) = (numbers.next().unwrap_or(17), numbers.next().unwrap_or(5));
    let threads = numbers.next().unwrap_or(2) as usize;
    let split_from = numbers.next().map_or(Settings::default().split_from, |plies| plies as i32);
    let table = Arc::new(Table::new(64));
    let mut ratios = Vec::new();
    println!("     nodes 1  {threads} threads   ratio  seconds 1  {threads} threads  speed-up");
    for _ in 0..rounds {
        let (alone, together) =
            (search(depth, 1, split_from, &table), search(depth, threads, split_from, &table));
        assert_eq!(alone.2, together.2, "the value does not depend on threads");
        let ratio = together.0 as f64 / alone.0 as f64;
        let (one, many) = (alone.1.as_secs_f64(), together.1.as_secs_f64());
        println!(
            "{:>12} {:>10}  {ratio:>6.2}  {one:>9.2} {many:>10.2}  {:>8.2}",
            alone.0,
            together.0,
            one / many
        );
        ratios.push(ratio);
    }
    ratios.sort_by(f64::total_cmp);
    println!("median of the ratios of nodes: {:.2}", ratios[ratios.len() / 2]);
}
