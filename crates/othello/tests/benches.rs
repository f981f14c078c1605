//! Work to be timed checks its answers.

/// And says how much it has done. Where not all is tried, as `.ci/run` does, that of the smaller board.
#[test]
fn the_answers_are_the_recorded_ones() {
    for bench in othello::benches().iter().filter(|bench| crate::whole() || bench.name.contains("6x6")) {
        let done = (bench.run)();
        assert!(done >= 100_000, "{}: {done} {} are too few to be timed", bench.name, bench.unit);
    }
}
