//! Which entries of the table go when a bucket is full.

use plywise::table::{Bound, Entry};
use plywise::{Score, Table};

/// Keys that share a bucket: of a small table the upper half of a key chooses it.
const KEYS: [u64; 6] = [1, 2, 3, 4, 5, 6];

fn put(table: &Table, key: u64, depth: u32) {
    let entry = Entry { value: Score::heuristic(7), bound: Bound::Exact, depth, best: None };
    table.put(key, 0, entry);
}

/// The keys that the table knows.
fn known(table: &Table) -> Vec<u64> {
    KEYS.into_iter().filter(|&key| table.get(key, 0).is_some()).collect()
}

#[test]
fn an_empty_slot_is_taken_before_an_entry_that_is_worth_nothing() {
    let table = Table::new(1);
    put(&table, KEYS[0], 0);
    table.age();
    for key in &KEYS[1..4] {
        put(&table, *key, 0);
    }
    assert_eq!(known(&table), KEYS[..4]);
    put(&table, KEYS[0], 3);
    assert_eq!(known(&table), KEYS[..4], "a key has one slot");
    assert_eq!(table.get(KEYS[0], 0).map(|entry| entry.depth), Some(3));
}

#[test]
fn old_entries_go_before_those_of_this_search_however_deep_they_are() {
    let table = Table::new(1);
    for (key, depth) in KEYS[..4].iter().zip([40, 20, 50, 30]) {
        put(&table, *key, depth);
    }
    table.age();
    put(&table, KEYS[4], 1);
    assert_eq!(known(&table), [1, 3, 4, 5], "the shallowest of the old ones goes");
    put(&table, KEYS[5], 1);
    assert_eq!(known(&table), [1, 3, 5, 6], "and the next, not what this search found");
}

#[test]
fn of_one_search_the_shallowest_entry_goes() {
    let table = Table::new(1);
    for (key, depth) in KEYS[..4].iter().zip([5, 2, 9, 4]) {
        put(&table, *key, depth);
    }
    put(&table, KEYS[4], 1);
    assert_eq!(known(&table), [1, 3, 4, 5]);
}
