//! The search compiled for the vector units and bit counters of x86-64, and the choice between them at run time.
//!
//! A recursion cannot be inlined into the function that asks for a processor's features: each of its steps is such a function,
//! and the steps call each other through [`Kernel`]. The steps themselves are plain Rust, written once.
#![allow(unsafe_code)]

use super::search::{Search, Window};
use super::{last, search};

/// The steps of the recursion, compiled for some processor.
pub(super) trait Kernel {
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
}

macro_rules! kernel {
    ($name:ident $(, $features:literal)?) => {
        pub(super) struct $name;

        impl Kernel for $name {
            kernel!(@step $($features)?; fn flips(at: u8, own: u64, other: u64) -> u64 { crate::flips::flips(at, own, other) });
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

kernel!(Portable);
#[cfg(target_arch = "x86_64")]
kernel!(Avx2, "avx2,bmi1,bmi2,lzcnt,popcnt");
#[cfg(target_arch = "x86_64")]
kernel!(Avx512, "avx512f,avx512vl,avx512cd,avx2,bmi1,bmi2,lzcnt,popcnt");

/// The value by the fastest kernel that there is.
pub(super) fn value(search: &mut Search<'_>, own: u64, other: u64, window: Window) -> i32 {
    kernels()[0].1(search, own, other, window)
}

/// One kernel's search.
type Run = fn(&mut Search<'_>, u64, u64, Window) -> i32;

/// Every kernel that this processor can run, with its name, the fastest first.
pub(super) fn kernels() -> Vec<(&'static str, Run)> {
    let mut kernels: Vec<(&'static str, Run)> = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        let bits = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        if bits
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512cd")
        {
            kernels.push(("avx512", search::value::<Avx512>));
        }
        if bits {
            kernels.push(("avx2", search::value::<Avx2>));
        }
    }
    kernels.push(("portable", search::value::<Portable>));
    kernels
}
