//! The net's arithmetic compiled for the vector units of x86-64, and the choice between them at run time. The first layer is plain
//! Rust, written once; what the heads make of it is written for each, since no compiler finds it.
#![allow(unsafe_code)]

use super::{INNER, INNER_KEPT, INNER_ONE, LAST_ONE, ONE, Row, SUMS, Sets, UNIT, Weights};

/// The value of a board with these pieces by this head, in hundredths of a man.
pub(super) type Value = fn(&Weights, &Sets, usize) -> i32;

/// `products`: the scalar products of a head's rows with the sums.
#[inline(always)]
fn value(
    weights: &Weights,
    sets: &Sets,
    head: usize,
    products: impl Fn(&[Row; INNER], &Row) -> [i32; INNER],
) -> i32 {
    // All sums stay in registers while the pieces add to them: four of 512 bits, or eight of 256.
    let mut sums = weights.begin.0;
    let [own_men, own_kings, men, kings] = sets.map(u64::from);
    for (side, mut set) in [own_men | own_kings << 32, men | kings << 32].into_iter().enumerate() {
        while set != 0 {
            let row = &weights.pieces[64 * side + set.trailing_zeros() as usize].0;
            for at in 0..SUMS {
                sums[at] = sums[at].saturating_add(row[at]);
            }
            set &= set - 1;
        }
    }
    let counted = Row(sums.map(|sum| sum.clamp(0, ONE as i16)));
    let head = &weights.heads[head];
    let products = products(&head.rows, &counted);
    let mut value = head.last_begin;
    for ((product, begin), last) in products.iter().zip(&head.begin).zip(&head.last) {
        value += (product + begin).clamp(0, ONE * INNER_ONE) / (ONE * INNER_ONE / INNER_KEPT) * last;
    }
    value / (INNER_KEPT * LAST_ONE / UNIT)
}

fn portable(weights: &Weights, sets: &Sets, head: usize) -> i32 {
    value(weights, sets, head, |rows, sums| {
        std::array::from_fn(|unit| {
            rows[unit].0.iter().zip(&sums.0).map(|(&weight, &sum)| i32::from(weight) * i32::from(sum)).sum()
        })
    })
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::*;

    /// The eight vectors' own sums, each an element: vectors are added in pairs, element by element, until one is left.
    macro_rules! sums_of_each {
        ($all:expr, $add:ident, $low:ident, $high:ident, $low_pair:ident, $high_pair:ident) => {{
            let all = $all;
            let two = |a, b| $add($low(a, b), $high(a, b));
            let four = |a, b| $add($low_pair(a, b), $high_pair(a, b));
            let pairs = [two(all[0], all[1]), two(all[2], all[3]), two(all[4], all[5]), two(all[6], all[7])];
            [four(pairs[0], pairs[1]), four(pairs[2], pairs[3])]
        }};
    }

    #[target_feature(enable = "avx2")]
    fn halves(low: __m256i, high: __m256i) -> [i32; INNER] {
        let four =
            |sums: __m256i| _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
        let mut found = [0; INNER];
        let (first, last) = found.split_at_mut(4);
        // SAFETY: four numbers of 32 bits each; no alignment is asked for.
        unsafe {
            _mm_storeu_si128(first.as_mut_ptr().cast(), four(low));
            _mm_storeu_si128(last.as_mut_ptr().cast(), four(high));
        }
        found
    }

    #[target_feature(enable = "avx2")]
    fn products_256(rows: &[Row; INNER], sums: &Row) -> [i32; INNER] {
        // SAFETY: a row is 256 bytes long and aligned to 64; `at` is below 8.
        let part =
            |row: &Row, at: usize| unsafe { _mm256_load_si256(row.0.as_ptr().cast::<__m256i>().add(at)) };
        let mut all = [_mm256_setzero_si256(); INNER];
        for at in 0..SUMS / 16 {
            let sums = part(sums, at);
            for unit in 0..INNER {
                all[unit] = _mm256_add_epi32(all[unit], _mm256_madd_epi16(part(&rows[unit], at), sums));
            }
        }
        let [low, high] = sums_of_each!(
            all,
            _mm256_add_epi32,
            _mm256_unpacklo_epi32,
            _mm256_unpackhi_epi32,
            _mm256_unpacklo_epi64,
            _mm256_unpackhi_epi64
        );
        halves(low, high)
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni,avx2")]
    fn products_512(rows: &[Row; INNER], sums: &Row) -> [i32; INNER] {
        // SAFETY: a row is 256 bytes long and aligned to 64; `at` is below 4.
        let part =
            |row: &Row, at: usize| unsafe { _mm512_load_si512(row.0.as_ptr().cast::<__m512i>().add(at)) };
        let mut all = [_mm512_setzero_si512(); INNER];
        for at in 0..SUMS / 32 {
            let sums = part(sums, at);
            for unit in 0..INNER {
                all[unit] = _mm512_dpwssd_epi32(all[unit], part(&rows[unit], at), sums);
            }
        }
        let [low, high] = sums_of_each!(
            all,
            _mm512_add_epi32,
            _mm512_unpacklo_epi32,
            _mm512_unpackhi_epi32,
            _mm512_unpacklo_epi64,
            _mm512_unpackhi_epi64
        );
        let half = |sums| _mm256_add_epi32(_mm512_castsi512_si256(sums), _mm512_extracti64x4_epi64(sums, 1));
        halves(half(low), half(high))
    }

    pub(super) fn avx2(weights: &Weights, sets: &Sets, head: usize) -> i32 {
        #[target_feature(enable = "avx2,bmi1,popcnt")]
        fn compiled(weights: &Weights, sets: &Sets, head: usize) -> i32 {
            value(weights, sets, head, |rows, sums| products_256(rows, sums))
        }
        // SAFETY: `kernels` names this only where the processor has these features.
        unsafe { compiled(weights, sets, head) }
    }

    pub(super) fn avx512(weights: &Weights, sets: &Sets, head: usize) -> i32 {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni,avx2,bmi1,popcnt")]
        fn compiled(weights: &Weights, sets: &Sets, head: usize) -> i32 {
            value(weights, sets, head, |rows, sums| products_512(rows, sums))
        }
        // SAFETY: `kernels` names this only where the processor has these features.
        unsafe { compiled(weights, sets, head) }
    }

    pub(super) fn has_avx512() -> bool {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vnni")
    }
}

/// Every way to compute it on this processor, the fastest first.
pub(super) fn kernels() -> Vec<Value> {
    let mut kernels: Vec<Value> = Vec::new();
    #[cfg(target_arch = "x86_64")]
    if plywise::processor::has_avx2() {
        if x86::has_avx512() {
            kernels.push(x86::avx512);
        }
        kernels.push(x86::avx2);
    }
    kernels.push(portable);
    kernels
}

/// The fastest of them.
pub(super) fn fastest() -> Value {
    kernels()[0]
}
