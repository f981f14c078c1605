//! What an order of moves costs in memory and saves in positions: peak memory of one search above what was in use before it.
//!
//! ```text
//! cargo run --release -p plywise-othello --features measure --example order_memory
//! ```
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use othello::{Discs, Othello, Size};
use plywise::alphabeta::{Ordering, Settings};
use plywise::{AlphaBeta, Game, Limits, Rng, Seat, Table};

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, which counts the bytes in use.
struct Counting;

// SAFETY: every call is handed on to `System` as it came, and what `System` gives is handed back as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        PEAK.fetch_max(LIVE.fetch_add(layout.size(), Relaxed) + layout.size(), Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const DEPTH: u32 = 6;
const POSITIONS: u64 = 200;

/// A position of 6x6 after 4 to 20 random plies; None where a game was over before.
fn position(seed: u64) -> Option<Othello> {
    let (mut position, mut rng) = (Othello::start_with(Size::Six, Seat(seed as u8 & 1)), Rng::new(seed));
    for _ in 0..4 + seed % 17 {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if moves.is_empty() {
            return None;
        }
        position.play(moves[rng.index(moves.len())]);
    }
    (!position.is_over()).then_some(position)
}

/// Mean positions entered and greatest peak in bytes, with what a table is given, which no allocator sees.
fn cost(order: Ordering, table_mib: usize) -> (f64, usize) {
    let (mut nodes, mut searches, mut most) = (0, 0u32, 0);
    for position in (0..POSITIONS).filter_map(position) {
        let before = LIVE.load(Relaxed);
        PEAK.store(before, Relaxed);
        let table = (table_mib > 0).then(|| Arc::new(Table::new(table_mib)));
        let search = AlphaBeta::new(Discs, Settings { order, ..Settings::default() }, table);
        nodes += search.search(&position, &Limits::depth(DEPTH)).nodes;
        searches += 1;
        most = most.max(PEAK.load(Relaxed) - before);
    }
    (nodes as f64 / f64::from(searches), most + (table_mib << 20))
}

fn main() {
    println!("6x6, depth {DEPTH}: positions entered (mean) and memory of a search (peak, bytes)");
    for (name, order, table) in [
        ("as listed", Ordering::Listed, 0),
        ("static", Ordering::Static, 0),
        ("dynamic", Ordering::Dynamic, 0),
        ("dynamic, a table of 1 MiB", Ordering::Dynamic, 1),
    ] {
        let (nodes, bytes) = cost(order, table);
        println!("{name:<26} {nodes:>10.0} {bytes:>12}");
    }
}
