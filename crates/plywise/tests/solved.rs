//! Games whose value is known, solved from start to end.

use std::sync::Arc;

use crate::toys::connect_four::{ConnectFour, MiddleFirst};
use plywise::alphabeta::{AlphaBeta, FullWidth, Rank, Settings, Windows};
use plywise::{Convention, Keyed, Limits, Score, Stop, Table, TwoPlayer, Unknown, Value, perft};

fn solve<G: TwoPlayer + Keyed + Default>(windows: Windows) -> Score
where
    MiddleFirst: Rank<G>,
{
    let settings = Settings { windows, ..Settings::fast() };
    let table = Some(Arc::new(Table::new(64)));
    let search = AlphaBeta { eval: Unknown, rank: MiddleFirst, select: FullWidth, settings, table };
    let report = search.search(&G::default(), &Limits::default());
    assert_eq!(report.stopped, Stop::Solved);
    report.value
}

/// The first plies of the standard board: the counts that every solver's author checks.
#[test]
fn connect_four_has_seven_columns() {
    let counts: Vec<u64> =
        (0..=7).map(|depth| perft(&ConnectFour::<7, 6>::default(), depth, Convention::default())).collect();
    assert_eq!(
        counts,
        [1, 7, 49, 343, 2401, 16_807, 117_649, 823_536],
        "7^7 less the seven overfull columns"
    );
}

/// Allis 1988, "A knowledge-based approach of Connect-Four", chapter 6: on boards of six columns and an even number of
/// rows the second player at least draws. On four rows that player wins.
#[test]
fn connect_four_on_six_columns_and_four_rows_is_not_won_by_the_first_player() {
    let value = solve::<ConnectFour<6, 4>>(Windows::Principal);
    assert!(matches!(value.to_value(1), Value::Loss { .. }), "{}", value.to_value(1));
}

/// All ways to search agree on the small boards.
#[test]
fn small_boards_of_connect_four_have_one_value() {
    for windows in [Windows::Full, Windows::Principal, Windows::Memory] {
        assert_eq!(solve::<ConnectFour<4, 4>>(windows), Score::ZERO, "{windows:?}");
        assert_eq!(solve::<ConnectFour<5, 4>>(windows), Score::ZERO, "{windows:?}");
    }
}
