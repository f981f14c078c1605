//! The published counts of the game tree, and the facts of the first positions.

use othello::{Othello, Setup, Size};
use plywise::{Convention, Game, Notation, Seat, divide, perft};

const TABLE: &str = include_str!("../../../data/othello/perft.txt");
const FREE_PASS: Convention = Convention { pass_is_a_ply: false, finished_is_a_leaf: true };

/// Size, depth, leaves if a pass is a ply, leaves if it is free.
fn rows() -> Vec<[u64; 4]> {
    let rows: Vec<[u64; 4]> = TABLE
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let numbers: Vec<u64> = line.split(' ').map(|number| number.parse().unwrap()).collect();
            numbers.try_into().unwrap()
        })
        .collect();
    assert_eq!(rows.len(), 11 + 11 + 13);
    rows
}

/// The deepest of the large boards are counted by what is timed, too (`othello::benches`): here, where all is tried.
fn check(size: Size, deepest_with_free_pass: u64) {
    let start = Othello::start(size, Setup::Standard, 0);
    let whole = size == Size::Four || crate::whole();
    for [_, depth, counted, free] in rows().into_iter().filter(|row| row[0] == size.side() as u64) {
        if depth == 11 && !whole {
            continue;
        }
        assert_eq!(perft(&start, depth as u32, Convention::default()), counted, "{size} depth {depth}");
        if depth <= deepest_with_free_pass {
            assert_eq!(perft(&start, depth as u32, FREE_PASS), free, "{size} depth {depth}, pass free");
        }
    }
}

#[test]
fn four_by_four_is_counted_to_its_end() {
    check(Size::Four, 13);
    // No line is longer than 13 plies, so that deeper counts stay the same.
    let start = Othello::start(Size::Four, Setup::Standard, 0);
    assert_eq!(perft(&start, 40, Convention::default()), 60060);
    assert_eq!(perft(&start, 40, FREE_PASS), 60060);
}

#[test]
fn six_by_six_gives_the_counted_numbers() {
    check(Size::Six, 10);
}

#[test]
fn eight_by_eight_gives_the_published_numbers() {
    check(Size::Eight, 10);
}

/// The course's list is in row and column from 0.
#[test]
fn the_start_has_the_moves_of_the_course() {
    let squares = |mover| {
        let mut moves = Vec::new();
        Othello::start_with(Size::Six, mover).moves(&mut moves);
        moves.iter().map(|mv| mv.square().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(squares(Seat::SECOND), [(1, 3), (2, 4), (3, 1), (4, 2)]);
    assert_eq!(squares(Seat::FIRST), [(1, 2), (2, 1), (3, 4), (4, 3)]);
}

#[test]
fn black_begins_with_f5_or_one_of_its_mirrors() {
    let start = Othello::start(Size::Eight, Setup::Standard, 0);
    let first: Vec<(String, u64)> = divide(&start, 3, Convention::default())
        .into_iter()
        .map(|(mv, leaves)| (start.move_text(mv), leaves))
        .collect();
    let expected = ["d3", "c4", "f5", "e6"].map(|square| (square.to_owned(), 14));
    assert_eq!(first, expected);
    assert_eq!(start.position_text(), format!("{0}---OX------XO---{0} X", "-".repeat(24)));
}

/// With the mover stuck, the position that is passed on, and the shortest game there is.
#[test]
fn passes_and_ends_are_told_apart() {
    let start = Othello::start(Size::Four, Setup::Standard, 0);
    let stuck = start.read_position("OX-- ---- ---- ---- O").unwrap();
    let mut moves = Vec::new();
    stuck.moves(&mut moves);
    assert_eq!(stuck.move_text(moves[0]), "c1");
    let stuck = start.read_position("OX-- ---- ---- ---- X").unwrap();
    moves.clear();
    stuck.moves(&mut moves);
    assert_eq!(moves.iter().map(|&mv| stuck.move_text(mv)).collect::<Vec<_>>(), ["pass"]);
    assert!(stuck.is_pass(moves[0]) && !stuck.is_over());
    assert_eq!(stuck.leaves(2, true), Some(1));
    let over = start.read_position("XX-- ---- ---- ---- O").unwrap();
    assert!(over.is_over());
    assert_eq!((over.payoff(Seat::FIRST), over.payoff(Seat::SECOND)), (2, -2));
    assert_eq!((over.leaves(2, true), perft(&over, 2, Convention::default())), (Some(1), 1));
}
