//! The counts of `data/twenty48/perft.csv`, made by a program that shares no code with the crate.

use plywise::{Convention, Notation, perft};
use twenty48::Twenty48;

#[test]
fn the_tree_has_the_counted_leaves() {
    let table = include_str!("../../../data/twenty48/perft.csv");
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let [position, depth, leaves] = fields[..] else { panic!("three fields: {row}") };
        let position = Twenty48::START.read_position(position).unwrap();
        let depth = depth.parse().unwrap();
        assert_eq!(perft(&position, depth, Convention::default()), leaves.parse::<u64>().unwrap(), "{row}");
        rows += 1;
    }
    assert!(rows >= 40, "the table has shrunk to {rows} rows");
}
