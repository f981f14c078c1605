//! What every game must keep, on boards of all shapes.

use connect_four::ConnectFour;
use plywise::Lead;
use plywise::contract::{
    Promise, check_archive, check_evaluator, check_keys, check_rules, check_symmetric_search, check_symmetry,
    check_text, check_two_player,
};

fn check<const COLUMNS: u32, const ROWS: u32>() {
    let start = ConnectFour::<COLUMNS, ROWS>::default();
    let promise = |games| Promise { games, seed: 1, longest: COLUMNS * ROWS, payoffs: -1..=1 };
    let eval = Lead { of: ConnectFour::<COLUMNS, ROWS>::open_lines, most: 69 };
    check_rules(&start, &promise(300));
    check_two_player(&start, &promise(100));
    check_text(&start, &promise(50));
    check_keys(&start, &promise(300), |a, b| a == b);
    check_archive(&start, &promise(50));
    check_symmetry(&start, &eval, &promise(20));
    check_evaluator(&start, &eval, &promise(50));
}

/// With a middle column and without: a search takes longer to compile than all else that is checked.
#[test]
fn searches_see_mirror_images_alike() {
    fn check<const COLUMNS: u32, const ROWS: u32>() {
        let eval = Lead { of: ConnectFour::<COLUMNS, ROWS>::open_lines, most: 69 };
        let promise = Promise { games: 5, seed: 1, longest: COLUMNS * ROWS, payoffs: -1..=1 };
        check_symmetric_search(&ConnectFour::<COLUMNS, ROWS>::default(), &eval, &promise);
    }
    check::<7, 6>();
    check::<6, 4>();
}

#[test]
fn the_usual_board_keeps_the_contract() {
    check::<7, 6>();
}

#[test]
fn other_boards_keep_it_too() {
    check::<5, 7>();
    check::<8, 6>();
}

/// Every line of four of the usual board, by its squares, is a line to the rules and open on the empty board.
#[test]
fn there_are_69_lines() {
    let ways = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let on_board = |row: i32, column: i32| (0..6).contains(&row) && (0..7).contains(&column);
    let mut lines = 0;
    for (at, (down, right)) in (0..42).flat_map(|at| ways.map(|way| (at, way))) {
        let squares = [0, 1, 2, 3].map(|i| (at / 7 + i * down, at % 7 + i * right));
        lines += i32::from(squares.iter().all(|&(row, column)| on_board(row, column)));
    }
    assert_eq!(lines, 69);
    let mut one_stone = crate::Board::default();
    assert_eq!(one_stone.open_lines(), 0);
    plywise::Game::play(&mut one_stone, 3);
    assert_eq!(one_stone.open_lines(), -7, "seven lines go through d1, and they are closed to Yellow");
}
