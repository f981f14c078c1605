//! Published counts: `data/connect-four`.

use std::collections::HashSet;

use plywise::{Convention, Game, Keyed, perft};

use crate::Board;

const LEAVES: &str = include_str!("../../../data/connect-four/perft.txt");
const POSITIONS: &str = include_str!("../../../data/connect-four/positions.txt");

/// The rows of a table: depth and count.
fn rows(table: &str) -> Vec<(u32, u64)> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let row = |line: &str| {
        line.split_once(' ').map(|(depth, count)| (depth.parse().unwrap(), count.parse().unwrap()))
    };
    lines.map(|line| row(line).expect("two columns")).collect()
}

#[test]
fn the_tree_has_the_published_leaves() {
    let convention = Convention { finished_is_a_leaf: false, ..Convention::default() };
    let known = rows(LEAVES);
    assert_eq!(known.len(), 10);
    for &(depth, leaves) in known.iter().filter(|row| row.0 <= 9) {
        assert_eq!(perft(&Board::default(), depth, convention), leaves, "depth {depth}");
    }
}

/// Keys tell apart what is different, and nothing else.
#[test]
fn there_are_as_many_positions_as_published() {
    let mut now = vec![Board::default()];
    for (plies, positions) in rows(POSITIONS) {
        assert_eq!(now.len() as u64, positions, "after {plies} plies");
        let (mut seen, mut next) = (HashSet::new(), Vec::new());
        for position in &now {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            for mv in moves {
                let mut child = *position;
                child.play(mv);
                if seen.insert(child.key()) {
                    next.push(child);
                }
            }
        }
        now = next;
    }
}
