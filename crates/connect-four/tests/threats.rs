//! What the game's own knowledge claims, against searches without it, and positions that others have solved.

use std::sync::Arc;

use connect_four::{ConnectFour, Threats};
use plywise::alphabeta::{AlphaBeta, FullWidth, Probe, Settings, Windows};
use plywise::{Exhaustion, Game, Limits, Notation, Rng, Score, Stop, Table, Turn, Unknown, Value, minimax};

use crate::Board;

fn solve<const COLUMNS: u32, const ROWS: u32>(
    position: &ConnectFour<COLUMNS, ROWS>,
    settings: Settings,
) -> Score {
    let table = Some(Arc::new(Table::new(16)));
    let search =
        AlphaBeta { eval: Unknown, rank: Threats, select: FullWidth, probe: Threats, settings, table };
    let report = search.search(position, &Limits::default());
    assert_eq!(report.stopped, Stop::Solved);
    report.value
}

/// Holds all claims about a position to its value, which `value` tells of every position.
fn check<const COLUMNS: u32, const ROWS: u32>(
    position: &ConnectFour<COLUMNS, ROWS>,
    value: impl Fn(&ConnectFour<COLUMNS, ROWS>) -> Score,
) {
    let (here, place) = (value(position), position.position_text());
    let bounds = Threats.bounds(position, -Score::INFINITY, Score::INFINITY);
    assert!((bounds.at_least..=bounds.at_most).contains(&here), "{bounds:?} of {here:?}: {place}");
    let (mut all, mut some) = (Vec::new(), Vec::new());
    position.moves(&mut all);
    Threats.moves(position, &mut some);
    assert!(some.iter().all(|mv| all.contains(mv)), "{some:?} of {all:?}: {place}");
    assert_eq!(some.is_empty(), all.is_empty(), "{place}");
    let best = some.iter().map(|&mv| {
        let mut child = *position;
        child.play(mv);
        -value(&child).from_root(1)
    });
    assert_eq!(best.max().unwrap_or(here), here, "{some:?} of {all:?}: {place}");
}

/// Each of the smallest board's 161,029 positions.
#[test]
fn what_threats_say_of_the_smallest_board_is_true() {
    let start = ConnectFour::<4, 4>::default();
    let found = Exhaustion::of(&start, 64 << 20, &Limits::default()).expect("there is room");
    let value = |position: &ConnectFour<4, 4>| found.value(position).expect("all that can be reached");
    found.positions().iter().for_each(|position| check(position, value));
}

/// The last plies of random games, on boards of all shapes.
fn check_late<const COLUMNS: u32, const ROWS: u32>(games: u64) {
    let value = |position: &ConnectFour<COLUMNS, ROWS>| minimax(position, &Unknown, &Limits::default()).value;
    let mut checked = 0;
    for seed in 0..games {
        let (mut position, mut rng) = (ConnectFour::<COLUMNS, ROWS>::default(), Rng::new(seed));
        let (mut plies, mut moves) = (0, Vec::new());
        loop {
            if plies + 8 > COLUMNS * ROWS {
                check(&position, value);
                checked += 1;
            }
            moves.clear();
            position.moves(&mut moves);
            let Some(&mv) = moves.get(rng.index(moves.len().max(1))) else { break };
            position.play(mv);
            plies += 1;
        }
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn what_threats_say_of_late_positions_is_true() {
    check_late::<7, 6>(400);
    check_late::<4, 7>(400);
}

/// Tromp, "John's Connect Four Playground": who wins on small boards. Whatever the settings, the same distance.
/// Of six columns and four rows Allis 1988, "A knowledge-based approach of Connect-Four", chapter 6, says it too.
#[test]
fn small_boards_have_the_published_values() {
    let fast = Settings::fast();
    for settings in [
        Threats::solving(),
        Settings { threads: 2, ..Threats::solving() },
        Settings { deepen: true, ..Threats::solving() },
        Settings { windows: Windows::Principal, ..Threats::solving() },
        fast,
    ] {
        assert_eq!(solve(&ConnectFour::<4, 4>::default(), settings), Score::ZERO, "{settings:?}");
        assert_eq!(solve(&ConnectFour::<6, 4>::default(), settings), Score::lost_in(24), "{settings:?}");
    }
    assert_eq!(solve(&ConnectFour::<4, 6>::default(), Threats::solving()), Score::ZERO);
}

/// Positions of the usual board with the scores that Pons, "Solving Connect Four", part 2, prints: counted in own stones
/// that are left when the game ends, and -15 is a loss to the other's seventh stone.
#[test]
fn positions_of_the_usual_board_have_the_published_values() {
    for (columns, value) in [("4455", Value::Win { plies: 3 }), ("44455554221", Value::Loss { plies: 2 })] {
        let mut position = Board::default();
        columns.bytes().for_each(|column| position.play(column - b'1'));
        assert_eq!(solve(&position, Threats::solving()).to_value(1), value, "{columns}");
        assert!(matches!(position.turn(), Turn::Seat(_)));
    }
}
