//! Work to be timed checks its answers.

#[test]
fn the_answers_are_the_recorded_ones() {
    // Where not all is tried, random play through the game's traits, and what evaluates.
    let tried = if crate::whole() { 0 } else { 2 };
    for bench in twenty48::benches().iter().skip(tried) {
        assert!((bench.run)() > 0, "{}", bench.name);
    }
}
