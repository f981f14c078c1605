//! Work to be timed checks its answers.

#[test]
fn the_answers_are_the_recorded_ones() {
    for bench in twenty48::benches() {
        assert!((bench.run)() > 0, "{}", bench.name);
    }
}
