//! Counts of the game tree against those of a program of its own (`data/cantgoback/perft.py`).

use cantgoback::{Board, Fruits, Options, start};
use plywise::{Convention, divide, perft};

#[test]
fn the_tree_has_the_recorded_size() {
    let mut checked = 0;
    for line in include_str!("../../../data/cantgoback/perft.csv").lines().skip(1) {
        let [name, rules, depth, leaves] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("four columns: {line}");
        };
        let board = Board::built_in(name).or_else(|_| Board::parse(&name.replace('/', "\n"), name));
        let fruits: Fruits = rules.parse().expect(line);
        let options = Options { board: board.expect(line), fruits, ..Options::default() };
        let start = start(&options, 1).expect(line);
        let depth: u32 = depth.parse().expect(line);
        let expected: u64 = leaves.parse().expect(line);
        assert_eq!(perft(start.visible(), depth, Convention::default()), expected, "{line}");
        let parts = divide(start.visible(), depth, Convention::default());
        assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), expected, "{line}");
        checked += 1;
    }
    assert!(checked > 100, "only {checked} counts");
}
