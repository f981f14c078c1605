//! What the processor that this runs on can do.

/// Whether it has AVX2, BMI1, BMI2, LZCNT and POPCNT: what a game's `#[target_feature]` kernels for x86-64 are compiled for.
/// Never on other processors.
#[inline]
#[must_use]
pub fn has_avx2() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}
