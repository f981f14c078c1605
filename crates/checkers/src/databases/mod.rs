#![doc = include_str!("README.md")]

mod plies;
mod ranking;
mod slice;
mod solve;

pub use plies::{Plies, Values};
pub use slice::{Index, MOST_PIECES, Slice};
pub use solve::Unsolved;

use std::sync::atomic::AtomicBool;

/// Solves all slices
pub fn solve_all(pieces: usize, threads: usize) -> Values {
    let mut values = Values::default();
    for n in 2..=pieces {
        for pair in Slice::pairs(n) {
            let t = std::time::Instant::now();
            let bytes = solve::solve(&pair, &values, threads, &AtomicBool::new(false)).unwrap();
            for (&s, b) in pair.iter().zip(bytes) {
                let w = b.iter().filter(|&&x| Plies(x).is_win()).count();
                let l = b.iter().filter(|&&x| Plies(x).is_loss()).count();
                println!("{s} {} w {w} d {} l {l} longest {} {:?}", b.len(), b.len() - w - l, b.iter().max().unwrap(), t.elapsed());
                values.put(s, b);
            }
        }
    }
    values
}
pub fn all_slices(n: usize) -> Vec<Slice> { (2..=n).flat_map(Slice::all).collect() }
