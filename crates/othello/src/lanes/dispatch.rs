//! The kernel compiled for the vector units of x86-64, and the choice between them at run time.
//!
//! One of the two files of the crate with `unsafe`, beside `kernel.rs`: a function that was compiled for a processor feature may be called
//! only where the processor has it, and the compiler cannot know that.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use plywise::processor::has_avx2;

/// Counts the leaves two plies below own discs, other discs, board.
#[cfg(test)]
pub(super) type Kernel = fn(u64, u64, u64) -> u64;

#[cfg(target_arch = "x86_64")]
mod compiled {
    use crate::lanes::count;

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn avx2(own: u64, other: u64, board: u64) -> u64 {
        count::<4>(own, other, board)
    }

    #[target_feature(enable = "avx512f,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn avx512(own: u64, other: u64, board: u64) -> u64 {
        count::<8>(own, other, board)
    }
}

#[cfg(target_arch = "x86_64")]
#[inline]
fn has_avx512() -> bool {
    has_avx2()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vpopcntdq")
}

/// The leaves two plies below a position by the fastest kernel there is; 0 if `own` has no move.
#[inline]
pub(crate) fn leaves(own: u64, other: u64, board: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        if has_avx512() {
            // SAFETY: the processor has every feature that the function was compiled for.
            return unsafe { compiled::avx512(own, other, board) };
        }
        if has_avx2() {
            // SAFETY: as above.
            return unsafe { compiled::avx2(own, other, board) };
        }
    }
    super::portable(own, other, board)
}

/// Every kernel that this processor can run, with its name.
#[cfg(test)]
pub(super) fn kernels() -> Vec<(&'static str, Kernel)> {
    #[cfg_attr(not(target_arch = "x86_64"), allow(unused_mut))]
    let mut kernels: Vec<(&'static str, Kernel)> = vec![("portable", super::portable)];
    #[cfg(target_arch = "x86_64")]
    {
        if has_avx2() {
            // SAFETY: the kernel is listed only where the processor has its features.
            kernels.push(("avx2", |own, other, board| unsafe { compiled::avx2(own, other, board) }));
        }
        if has_avx512() {
            // SAFETY: as above.
            kernels.push(("avx512", |own, other, board| unsafe { compiled::avx512(own, other, board) }));
        }
    }
    kernels
}
