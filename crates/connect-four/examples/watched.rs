//! What watching a search costs: `cargo run --release -p plywise-connect-four --features measure --example watched -- HOW DEPTH`,
//! where HOW is `alone` (nobody listens), `iterations` (a listener that ignores nodes) or `nodes` (one that hears every node), each
//! with `-plain` after it for alpha-beta without a table. Connect Four from the empty board.
//!
//! Made to be run under a counter of instructions (`valgrind --tool=callgrind`). To depth 9 `alone` takes 11,769,323,
//! `iterations` 11,769,521, which is the listener's own work after each of nine depths, and `nodes` 16,813,462; with `-plain`
//! `alone` 275,752,914 and `nodes` 527,245,032: there three nodes of four are leaves, and each is told through a pointer. Who
//! hears of every node was a type of the search before: then the search that nobody hears took 1 to 3 % more, and `nodes` a fifth less.

#[path = "../tests/common/centre.rs"]
mod centre;

use std::sync::Arc;

use centre::Centre;
use connect_four::ConnectFour;
use plywise::alphabeta::{AlphaBeta, Settings};
use plywise::trace::{Entering, Iteration, OnIteration, Trace};
use plywise::{Limits, Report, Score, Table};

/// Counts the nodes that it is told of.
#[derive(Default)]
struct Nodes(u64);

impl<M> Trace<M> for Nodes {
    fn enter(&mut self, _: &Entering<M>) {
        self.0 += 1;
    }
}

fn main() -> Result<(), String> {
    let mut args = std::env::args().skip(1);
    let how = args.next().unwrap_or_else(|| "alone".into());
    let depth = args.next().map_or(Ok(11), |text| text.parse());
    let depth: u32 = depth.map_err(|_| "the depth should be a number, as in: alone 11")?;
    let (listener, plain) = how.strip_suffix("-plain").map_or((&*how, false), |listener| (listener, true));
    let settings = if plain { Settings::default() } else { Settings::fast() };
    let table = (!plain).then(|| Arc::new(Table::new(16)));
    let search = AlphaBeta::new(Centre, settings, table);
    let (board, limits) = (ConnectFour::<7, 6>::default(), Limits::depth(depth));
    let mut heard = Nodes::default();
    let report: Report<u8, Score> = match listener {
        "alone" => search.search(&board, &limits),
        "iterations" => {
            search.search_with(&board, &limits, OnIteration(|told: &Iteration<u8>| heard.0 = told.nodes))
        }
        "nodes" => search.search_with(&board, &limits, &mut heard),
        _ => {
            return Err(format!("{how:?} should be alone, iterations or nodes, or one of these with -plain"));
        }
    };
    println!("{} nodes, {} of them told, value {}", report.nodes, heard.0, report.value.raw());
    Ok(())
}
