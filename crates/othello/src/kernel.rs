//! The search compiled for the vector units and bit counters of x86-64, and the choice between them at run time.
//!
//! A recursion cannot be inlined into the function that asks for a processor's features: each of its steps is such a function,
//! and the steps call each other through [`Kernel`]. The steps themselves are plain Rust, written once; closures that are not
//! inlined would not be compiled for the processor.
#![allow(unsafe_code)]

use std::sync::LazyLock;

use crate::ahead::{self, Ahead, State};
use crate::endgame::last;
use crate::endgame::search::{self, Search, Window};
use crate::flips::{RAYS, flips, flips_smeared, moves, moves_by_lines};
use crate::patterns::Patterns;

/// The steps of the recursion, compiled for some processor.
pub(crate) trait Kernel {
    fn flips(at: u8, own: u64, other: u64) -> u64;
    fn moves(own: u64, other: u64, empty: u64) -> u64;
    fn two(search: &mut Search<'_>, own: u64, other: u64, alpha: i32, at: [u8; 2]) -> i32;
    fn three(
        search: &mut Search<'_>,
        own: u64,
        other: u64,
        alpha: i32,
        at: [u8; 3],
        odd: u64,
        passed: bool,
    ) -> i32;
    fn four(search: &mut Search<'_>, own: u64, other: u64, alpha: i32, odd: u64, passed: bool) -> i32;
    fn few(search: &mut Search<'_>, own: u64, other: u64, alpha: i32, odd: u64, passed: bool) -> i32;
    fn many(search: &mut Search<'_>, own: u64, other: u64, alpha: i32, odd: u64) -> i32;
    fn open(search: &mut Search<'_>, own: u64, other: u64, window: Window, odd: u64) -> i32;
    fn nearly(ahead: &mut Ahead<'_>, state: &State, alpha: i32) -> i32;
    fn deep(ahead: &mut Ahead<'_>, state: &State, depth: i32, alpha: i32) -> i32;
    fn plies(patterns: &Patterns, state: &State, depth: u32, window: Window) -> i32;
    fn shallow(patterns: &Patterns, own: u64, other: u64, depth: u32) -> i32;
}

macro_rules! kernel {
    ($name:ident, $flips:ident, $moves:ident $(, $features:literal)?) => {
        pub(crate) struct $name;

        impl Kernel for $name {
            #[inline(always)]
            fn flips(at: u8, own: u64, other: u64) -> u64 {
                $flips(at, own, other)
            }
            #[inline(always)]
            fn moves(own: u64, other: u64, empty: u64) -> u64 {
                $moves(own, other, empty)
            }
            kernel!(@step $($features)?; fn two(search: &mut Search<'_>, own: u64, other: u64, alpha: i32, at: [u8; 2]) -> i32 {
                last::two::<$name>(search, own, other, alpha, at)
            });
            kernel!(@step $($features)?; fn three(
                search: &mut Search<'_>, own: u64, other: u64, alpha: i32, at: [u8; 3], odd: u64, passed: bool
            ) -> i32 { last::three::<$name>(search, own, other, alpha, at, odd, passed) });
            kernel!(@step $($features)?; fn four(
                search: &mut Search<'_>, own: u64, other: u64, alpha: i32, odd: u64, passed: bool
            ) -> i32 { last::four::<$name>(search, own, other, alpha, odd, passed) });
            kernel!(@step $($features)?; fn few(
                search: &mut Search<'_>, own: u64, other: u64, alpha: i32, odd: u64, passed: bool
            ) -> i32 { search::few::<$name>(search, own, other, alpha, odd, passed) });
            kernel!(@step $($features)?; fn many(
                search: &mut Search<'_>, own: u64, other: u64, alpha: i32, odd: u64
            ) -> i32 { search::many::<$name>(search, own, other, alpha, odd) });
            kernel!(@step $($features)?; fn open(
                search: &mut Search<'_>, own: u64, other: u64, window: Window, odd: u64
            ) -> i32 { search::open::<$name>(search, own, other, window, odd) });
            kernel!(@step $($features)?; fn nearly(ahead: &mut Ahead<'_>, state: &State, alpha: i32) -> i32 {
                ahead::search::nearly::<$name>(ahead, state, alpha)
            });
            kernel!(@step $($features)?; fn deep(ahead: &mut Ahead<'_>, state: &State, depth: i32, alpha: i32) -> i32 {
                ahead::search::deep::<$name>(ahead, state, depth, alpha)
            });
            kernel!(@step $($features)?; fn plies(patterns: &Patterns, state: &State, depth: u32, window: Window) -> i32 {
                ahead::shallow::plies::<$name>(patterns, state, depth, window)
            });
            kernel!(@step $($features)?; fn shallow(patterns: &Patterns, own: u64, other: u64, depth: u32) -> i32 {
                ahead::shallow::shallow::<$name>(patterns, own, other, depth)
            });
        }
    };
    (@step; fn $step:ident($($argument:ident: $type:ty),*) -> $result:ty $body:block) => {
        #[inline]
        fn $step($($argument: $type),*) -> $result $body
    };
    (@step $features:literal; fn $step:ident($($argument:ident: $type:ty),*) -> $result:ty $body:block) => {
        #[inline(always)]
        fn $step($($argument: $type),*) -> $result {
            #[target_feature(enable = $features)]
            fn compiled($($argument: $type),*) -> $result $body
            // SAFETY: this kernel is entered only where the processor has its features.
            unsafe { compiled($($argument),*) }
        }
    };
}

/// [`flips`] with a vector for the four rays of each kind. The compiler makes of the portable one a single vector of eight lanes, put
/// together and taken apart, and takes half as long again to see a result (14 ns for 9 on an AMD EPYC of the fifth generation).
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn flips_avx512(index: u8, own: u64, other: u64) -> u64 {
    use std::arch::x86_64::*;
    let [up, down] = RAYS.from(index);
    // SAFETY: inlined into steps of a kernel that is entered only where the processor has its features; what is read is as long as
    // a vector.
    unsafe {
        let [up, down] = [up, down].map(|rays| _mm256_loadu_si256(rays.as_ptr().cast()));
        let (own, other) = (_mm256_set1_epi64x(own as i64), _mm256_set1_epi64x(other as i64));
        let (none, all) = (_mm256_setzero_si256(), _mm256_set1_epi64x(-1));
        // As in `flips`: a carry finds the end of a run upwards (0xF3: other | !up), a count of zeros that of one downwards.
        let carried = _mm256_sub_epi64(_mm256_ternarylogic_epi64::<0xF3>(other, up, up), all);
        let end = _mm256_ternarylogic_epi64::<0x80>(carried, up, own);
        let before = _mm256_add_epi64(end, _mm256_xor_si256(_mm256_cmpeq_epi64(end, none), all));
        let zeros = _mm256_lzcnt_epi64(_mm256_andnot_si256(other, down));
        let end = _mm256_and_si256(_mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), zeros), own);
        let after = _mm256_and_si256(_mm256_sub_epi64(none, _mm256_add_epi64(end, end)), down);
        // after | (before & up), and all lanes of that.
        let lanes = _mm256_ternarylogic_epi64::<0xF8>(after, before, up);
        let pair = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
        _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))) as u64
    }
}

/// [`moves`] with a lane for each of the eight directions, which rotates. What a disc in a direction turns over lies never on the edge that
/// it runs towards or away from: so what rotates beyond an edge meets nothing.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn moves_avx512(own: u64, other: u64, empty: u64) -> u64 {
    use std::arch::x86_64::*;
    const COLUMNS: i64 = 0x7E7E_7E7E_7E7E_7E7E;
    const ROWS: i64 = 0x00FF_FFFF_FFFF_FF00;
    // SAFETY: inlined into steps of a kernel that is entered only where the processor has its features.
    unsafe {
        let step = _mm512_setr_epi64(1, 7, 8, 9, 63, 57, 56, 55);
        let far = _mm512_setr_epi64(2, 14, 16, 18, 62, 50, 48, 46);
        let (both, inner) = (COLUMNS & ROWS, _mm512_set1_epi64(other as i64));
        let inner =
            _mm512_and_si512(inner, _mm512_setr_epi64(COLUMNS, both, ROWS, both, COLUMNS, both, ROWS, both));
        // As in `flips::runs_up`: the reach doubles while two steps in a row are free.
        let run = _mm512_and_si512(inner, _mm512_rolv_epi64(_mm512_set1_epi64(own as i64), step));
        let run = _mm512_ternarylogic_epi64::<0xF8>(run, inner, _mm512_rolv_epi64(run, step));
        let pairs = _mm512_and_si512(inner, _mm512_rolv_epi64(inner, step));
        let run = _mm512_ternarylogic_epi64::<0xF8>(run, pairs, _mm512_rolv_epi64(run, far));
        let run = _mm512_ternarylogic_epi64::<0xF8>(run, pairs, _mm512_rolv_epi64(run, far));
        let closed = _mm512_rolv_epi64(run, step);
        let half = _mm256_or_si256(_mm512_castsi512_si256(closed), _mm512_extracti64x4_epi64::<1>(closed));
        let pair = _mm_or_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half));
        _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))) as u64 & empty
    }
}

kernel!(Portable, flips, moves);
#[cfg(target_arch = "x86_64")]
kernel!(Avx2, flips_smeared, moves_by_lines, "avx2,bmi1,bmi2,lzcnt,popcnt");
#[cfg(target_arch = "x86_64")]
kernel!(Avx512, flips_avx512, moves_avx512, "avx512f,avx512vl,avx512cd,avx2,bmi1,bmi2,lzcnt,popcnt");

/// What one kernel searches: to the end, and some plies ahead.
pub(crate) struct Compiled {
    #[cfg_attr(not(test), allow(dead_code))]
    pub(crate) name: &'static str,
    #[cfg(test)]
    pub(crate) flips: fn(u8, u64, u64) -> u64,
    #[cfg(test)]
    pub(crate) moves: fn(u64, u64, u64) -> u64,
    pub(crate) finish: fn(&mut Search<'_>, u64, u64, Window) -> i32,
    pub(crate) ahead: fn(&mut Ahead<'_>, &State, i32, i32) -> i32,
    pub(crate) shallow: fn(&Patterns, u64, u64, u32) -> i32,
}

impl Compiled {
    const fn new<K: Kernel>(name: &'static str) -> Self {
        Self {
            name,
            #[cfg(test)]
            flips: K::flips,
            #[cfg(test)]
            moves: K::moves,
            finish: search::value::<K>,
            ahead: ahead::search::value::<K>,
            shallow: K::shallow,
        }
    }
}

/// The fastest kernel that there is.
pub(crate) fn fastest() -> &'static Compiled {
    static KERNELS: LazyLock<Vec<Compiled>> = LazyLock::new(kernels);
    &KERNELS[0]
}

/// Every kernel that this processor can run, the fastest first.
pub(crate) fn kernels() -> Vec<Compiled> {
    let mut kernels = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        let bits = plywise::processor::has_avx2();
        if bits
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512cd")
        {
            kernels.push(Compiled::new::<Avx512>("avx512"));
        }
        if bits {
            kernels.push(Compiled::new::<Avx2>("avx2"));
        }
    }
    kernels.push(Compiled::new::<Portable>("portable"));
    kernels
}
