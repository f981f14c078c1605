//! The contract suite on every variant of the rules and several boards.

use cantgoback::{Board, BothStuck, CantGoBack, Fruits, Options, ScoreDifference, Territory, Visible, start};
use plywise::contract::{
    Promise, check_chance, check_keys, check_rules, check_symmetry, check_text, check_two_player, walk,
};
use plywise::{Evaluate, Seat};

fn options(board: &str, fruits: Fruits) -> Options {
    let board = Board::built_in(board).expect("a built-in board");
    Options { board, fruits, ..Options::default() }
}

/// Boards of different shapes, with how many random games each gets.
const BOARDS: [(&str, u64); 5] =
    [("default_board", 40), ("q2", 40), ("example_board", 40), ("rectangle_board", 12), ("v_walls_10x8", 12)];

fn promise(options: &Options, games: u64) -> Promise {
    let cells = (options.board.rows() * options.board.columns()) as u32;
    let limit = cells as i32 * i32::from(options.max_fruit_score) + options.penalty;
    // Under respawn a ply can have four turns of chance after it.
    let longest = match options.fruits {
        Fruits::Once => cells,
        Fruits::Respawn | Fruits::RespawnCharged => 5 * cells,
    };
    Promise { games, seed: 7, longest, payoffs: -limit..=limit }
}

fn same(a: &str, b: &str) -> bool {
    a == b
}

fn variants() -> impl Iterator<Item = (Options, CantGoBack, Promise)> {
    BOARDS.into_iter().flat_map(|(board, games)| {
        Fruits::ALL.map(|fruits| {
            let options = options(board, fruits);
            let start = start(&options, 11).expect("good options");
            let promise = promise(&options, games);
            (options, start, promise)
        })
    })
}

#[test]
fn the_game_keeps_the_contract() {
    for (options, start, promise) in variants() {
        check_rules(&start, &promise);
        check_keys(&start, &promise, same);
        let (territory, difference) = (Territory::new(&options), ScoreDifference::new(&options));
        check_symmetry(&start, &territory, &promise);
        check_symmetry(&start, &difference, &promise);
        if options.fruits.respawn() {
            check_chance(&start, &promise);
        }
        // Reading and listing 298 values at each turn of chance takes its time.
        check_text(&start, &Promise { games: promise.games.div_ceil(8), ..promise });
    }
}

#[test]
fn the_view_keeps_the_contract() {
    for (options, start, promise) in variants() {
        let view = start.visible();
        check_rules(view, &promise);
        check_two_player(view, &promise);
        check_keys(view, &promise, same);
        check_text(view, &promise);
        check_symmetry(view, &Territory::new(&options), &promise);
    }
}

#[test]
fn the_rules_hold_on_the_smallest_and_the_largest_boards() {
    for rows in ["1 2", "1\n2", "1 -1 2", "1 0\n0 2"] {
        check_board(rows, 5);
    }
    let mut rows = vec![vec!["0"; 16]; 16];
    (rows[0][0], rows[15][15]) = ("1", "2");
    check_board(&rows.iter().map(|row| row.join(" ")).collect::<Vec<_>>().join("\n"), 3);
}

fn check_board(rows: &str, games: u64) {
    for fruits in Fruits::ALL {
        for both_stuck in [BothStuck::Document, BothStuck::Deduct] {
            let board = Board::parse(rows, "test").expect("a board");
            let options = Options { board, fruits, both_stuck, ..Options::default() };
            let start = start(&options, 3).expect("good options");
            // On the smallest boards the game is two stuck plies; chance may come between.
            let promise = Promise { longest: 1300, ..promise(&options, games) };
            check_rules(&start, &promise);
            check_text(start.visible(), &promise);
            check_text(&start, &Promise { games: 1, ..promise });
        }
    }
}

#[test]
fn values_stay_inside_the_promised_bounds_and_sum_to_zero() {
    fn check(position: &Visible, eval: &impl Evaluate<Visible>) {
        let (low, high) = eval.bounds();
        let values = [Seat::FIRST, Seat::SECOND].map(|seat| eval.evaluate(position, seat));
        assert!(values.iter().all(|value| (low..=high).contains(value)), "{position:?}");
        assert_eq!(values[0], -values[1], "{position:?}");
        assert!((low..=high).contains(&eval.finished(position, Seat::FIRST, 9)));
    }
    for (options, start, promise) in variants() {
        let (territory, difference) = (Territory::new(&options), ScoreDifference::new(&options));
        walk(start.visible(), &promise, |position, _, _| {
            check(position, &territory);
            check(position, &difference);
        });
    }
}
