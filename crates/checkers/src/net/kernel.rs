//! The net's arithmetic compiled for the vector units of x86-64, and the choice between them at run time. What is compiled is
//! plain Rust, written once.
#![allow(unsafe_code)]

use super::{INNER, INNER_KEPT, INNER_ONE, LAST_ONE, ONE, Row, SUMS, Sets, UNIT, Weights};

/// The value of a board with these pieces by this head, in hundredths of a man.
pub(super) type Value = fn(&Weights, &Sets, usize) -> i32;

/// Sums at a time: what stays in registers while the pieces add to it.
const BLOCK: usize = 64;

#[inline(always)]
fn value(weights: &Weights, sets: &Sets, head: usize) -> i32 {
    let (mut rows, mut count) = ([0_u8; 32], 0);
    for (kind, &set) in sets.iter().enumerate() {
        let mut set = set;
        while set != 0 {
            rows[count & 31] = (32 * kind) as u8 + set.trailing_zeros() as u8;
            count += 1;
            set &= set - 1;
        }
    }
    let mut counted = Row([0; SUMS]);
    for block in 0..SUMS / BLOCK {
        let part = |row: &Row| -> [i16; BLOCK] { row.0.as_chunks().0[block] };
        let mut sums = part(&weights.begin);
        for &row in &rows[..count.min(32)] {
            let row = part(&weights.pieces[usize::from(row & 127)]);
            for at in 0..BLOCK {
                sums[at] = sums[at].saturating_add(row[at]);
            }
        }
        counted.0.as_chunks_mut().0[block] = sums.map(|sum| sum.clamp(0, ONE as i16));
    }
    let head = &weights.heads[head];
    let mut value = head.last_begin;
    for unit in 0..INNER {
        let row = &head.rows[unit].0;
        let sum: i32 = (0..SUMS).map(|at| i32::from(row[at]) * i32::from(counted.0[at])).sum();
        let inner = (sum + head.begin[unit]).clamp(0, ONE * INNER_ONE) / (ONE * INNER_ONE / INNER_KEPT);
        value += inner * head.last[unit];
    }
    value / (INNER_KEPT * LAST_ONE / UNIT)
}

fn portable(weights: &Weights, sets: &Sets, head: usize) -> i32 {
    value(weights, sets, head)
}

#[cfg(target_arch = "x86_64")]
fn avx2(weights: &Weights, sets: &Sets, head: usize) -> i32 {
    #[target_feature(enable = "avx2,bmi1,popcnt")]
    fn compiled(weights: &Weights, sets: &Sets, head: usize) -> i32 {
        value(weights, sets, head)
    }
    // SAFETY: `kernels` names this only where the processor has these features.
    unsafe { compiled(weights, sets, head) }
}

/// Every way to compute it on this processor, the fastest first.
pub(super) fn kernels() -> Vec<Value> {
    let mut kernels: Vec<Value> = Vec::new();
    #[cfg(target_arch = "x86_64")]
    if plywise::processor::has_avx2() {
        kernels.push(avx2);
    }
    kernels.push(portable);
    kernels
}

/// The fastest of them.
pub(super) fn fastest() -> Value {
    kernels()[0]
}
