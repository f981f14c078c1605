//! Counts of the game tree against those of a program of its own (`data/cantgoback/perft.py`).

use cantgoback::{Board, Fruits, Options, start};
use plywise::{Convention, divide, perft};
use registry::Word;

#[test]
fn the_tree_has_the_recorded_size() {
    let mut checked = 0;
    // The largest trees, of the same board and depth by three rules, are four fifths of the work: all where all is tried (`.ci/run`).
    let largest = if crate::whole() { u64::MAX } else { 12_150_000 };
    for line in include_str!("../../../data/cantgoback/perft.csv").lines().skip(1) {
        let [name, rules, depth, leaves] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("four columns: {line}");
        };
        let board = Board::built_in(name).or_else(|_| Board::parse(&name.replace('/', "\n"), name));
        let fruits = Fruits::named(rules).expect(line);
        let options = Options { board: board.expect(line), fruits, ..Options::default() };
        let start = start(&options, 1).expect(line);
        let depth: u32 = depth.parse().expect(line);
        let expected: u64 = leaves.parse().expect(line);
        if expected > largest {
            continue;
        }
        // Of `perft` itself the next test is.
        let parts = divide(start.visible(), depth, Convention::default());
        assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), expected, "{line}");
        checked += 1;
    }
    assert!(checked > 150, "only {checked} counts");
}

/// The whole game, in which each of chance's draws is a ply of its own.
#[test]
fn the_tree_with_chance_has_the_recorded_size() {
    let mut checked = 0;
    for line in include_str!("../../../data/cantgoback/perft_chance.csv").lines().skip(1) {
        let [name, rules, score, time, depth, leaves] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("six columns: {line}");
        };
        let board = Board::built_in(name).or_else(|_| Board::parse(&name.replace('/', "\n"), name));
        let options = Options {
            board: board.expect(line),
            fruits: Fruits::named(rules).expect(line),
            max_fruit_score: score.parse().expect(line),
            max_fruit_time: time.parse().expect(line),
            ..Options::default()
        };
        let start = start(&options, 1).expect(line);
        let depth: u32 = depth.parse().expect(line);
        let expected: u64 = leaves.parse().expect(line);
        assert_eq!(perft(&start, depth, Convention::default()), expected, "{line}");
        checked += 1;
    }
    assert!(checked > 60, "only {checked} counts");
}
