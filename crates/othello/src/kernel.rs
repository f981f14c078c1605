//! The search compiled for the vector units and bit counters of x86-64, and the choice between them at run time.
//!
//! A recursion cannot be inlined into the function that asks for a processor's features: each of its steps is such a function,
//! and the steps call each other through [`Kernel`]. The steps themselves are plain Rust, written once.
#![allow(unsafe_code)]

use std::sync::LazyLock;

use crate::ahead::{self, Ahead, State};
use crate::endgame::last;
use crate::endgame::search::{self, Search, Window};

/// The steps of the recursion, compiled for some processor.
pub(crate) trait Kernel {
    fn flips(at: u8, own: u64, other: u64) -> u64;
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
}

macro_rules! kernel {
    ($name:ident, $flips:ident $(, $features:literal)?) => {
        pub(crate) struct $name;

        impl Kernel for $name {
            kernel!(@step $($features)?; fn flips(at: u8, own: u64, other: u64) -> u64 { crate::flips::$flips(at, own, other) });
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

kernel!(Portable, flips);
#[cfg(target_arch = "x86_64")]
kernel!(Avx2, flips_smeared, "avx2,bmi1,bmi2,lzcnt,popcnt");
#[cfg(target_arch = "x86_64")]
kernel!(Avx512, flips, "avx512f,avx512vl,avx512cd,avx2,bmi1,bmi2,lzcnt,popcnt");

/// What one kernel searches: to the end, and some plies ahead.
pub(crate) struct Compiled {
    #[cfg_attr(not(test), allow(dead_code))]
    pub(crate) name: &'static str,
    pub(crate) finish: fn(&mut Search<'_>, u64, u64, Window) -> i32,
    pub(crate) ahead: fn(&mut Ahead<'_>, &State, i32, i32) -> i32,
}

impl Compiled {
    const fn new<K: Kernel>(name: &'static str) -> Self {
        Self { name, finish: search::value::<K>, ahead: ahead::search::value::<K> }
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
