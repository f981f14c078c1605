//! Boards and positions whose value is known, solved to the end.

use std::sync::Arc;

use connect_four::ConnectFour;
use plywise::alphabeta::{AlphaBeta, FullWidth, NoProbe, Settings, Windows};
use plywise::{Exhaustion, Game, Limits, Notation, Score, Stop, Table, Unknown};

/// Beside the tests, for the bench and the example.
#[path = "common/centre.rs"]
mod centre;

use centre::MiddleFirst;

fn solve<const COLUMNS: u32, const ROWS: u32>(start: ConnectFour<COLUMNS, ROWS>, windows: Windows) -> Score {
    let settings = Settings { windows, ..Settings::fast() };
    let table = Some(Arc::new(Table::new(64)));
    let search =
        AlphaBeta { eval: Unknown, rank: MiddleFirst, select: FullWidth, probe: NoProbe, settings, table };
    let report = search.search(&start, &Limits::default());
    assert_eq!(report.stopped, Stop::Solved);
    report.value
}

/// All ways to search agree on the small boards.
#[test]
fn small_boards_of_connect_four_have_one_value() {
    for windows in [Windows::Full, Windows::Principal, Windows::Memory] {
        assert_eq!(solve(ConnectFour::<4, 4>::default(), windows), Score::ZERO, "{windows:?}");
        assert_eq!(solve(ConnectFour::<5, 4>::default(), windows), Score::ZERO, "{windows:?}");
    }
}

/// All of the smallest board's positions: 161,029 (Tromp, "John's Connect Four Playground"), each with the value
/// that a search from there finds.
#[test]
fn the_smallest_board_is_exhausted() {
    let start = ConnectFour::<4, 4>::default();
    let found = Exhaustion::of(&start, 64 << 20, &Limits::default()).expect("there is room");
    assert_eq!(found.positions().len(), 161_029);
    assert_eq!((found.value(&start), found.line(&start).len()), (Some(Score::ZERO), 16));
    let mut won = 0;
    for position in found.positions().iter().step_by(997).filter(|position| !position.is_over()) {
        let searched = solve(*position, Windows::Principal);
        assert_eq!(found.value(position), Some(searched), "{}", position.position_text());
        won += u32::from(searched > Score::ZERO);
    }
    assert!(won > 20, "{won} wins");
}

/// After so many plies of random games on the usual board a whole search is quick; plain minimax, which knows no windows and no
/// table, says the same.
#[test]
fn late_positions_have_the_value_of_the_whole_tree() {
    let mut solved = 0;
    for seed in 0..200 {
        let (mut position, mut rng) = (crate::Board::default(), plywise::Rng::new(seed));
        while position.stones().iter().map(|stones| stones.count_ones()).sum::<u32>() < 33
            && !position.is_over()
        {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            position.play(moves[rng.index(moves.len())]);
        }
        if position.is_over() {
            continue;
        }
        solved += 1;
        let whole = plywise::minimax(&position, &Unknown, &Limits::default()).value;
        assert_eq!(solve(position, Windows::Principal), whole, "{}", position.position_text());
    }
    assert!(solved > 3);
}
