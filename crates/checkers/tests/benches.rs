//! Work to be timed checks its answers.

/// Where not all is tried, as `.ci/run` does, without the large trees: smaller ones are counted in `perft.rs`.
#[test]
fn the_answers_are_the_recorded_ones() {
    for bench in checkers::benches().iter().filter(|bench| crate::whole() || !bench.name.contains("perft")) {
        assert!((bench.run)() >= 100_000, "{}", bench.name);
    }
}
