//! Positions of the French federation's test suite have the values that everybody finds.

use std::path::Path;

use othello::endgame::{Finisher, Rule, solver};
use othello::{Othello, Size};
use plywise::{Game, Limits, Notation, Rng, Seat, Stop};

/// Those with at most so many empty squares, and their values with the empty squares the winner's.
fn suite(most: u32) -> Vec<(Othello, i32)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/othello/ffo.txt");
    let text = std::fs::read_to_string(path).expect("the suite is among the data");
    let start = Othello::start_with(Size::Eight, Seat::FIRST);
    let problem = |line: &str| {
        let (_, rest) = line.split_once(' ').expect("a number");
        let (position, value) = rest.rsplit_once(' ').expect("a value");
        (start.read_position(position).expect("a position"), value.parse().expect("a value"))
    };
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(problem).filter(|(position, _)| position.empty().count_ones() <= most).collect()
}

#[test]
fn the_suites_values_are_found() {
    let problems = suite(17);
    assert_eq!(problems.len(), 3);
    for (position, value) in problems {
        let position = position.scored(Rule::WinnerTakesEmpties);
        let report = solver(Size::Eight).search(&position, &Limits::default());
        assert_eq!((report.stopped, report.value.raw()), (Stop::Solved, 100 * value), "{position:?}");
        assert_eq!(Finisher::new(64, 1).solve(&position).0, value, "{position:?}");
    }
}

/// 6x6 is White's by four discs (Feinstein 1993, "Amenor wins world 6x6 championships!"): along a best line the value stays,
/// seen from whoever is to move. The start itself takes half a minute of an optimised build: `plywise solve othello:size=6`.
#[test]
fn six_by_six_is_lost_by_four_along_a_best_line() {
    const LINE: &str =
        "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2 e2 b6 a4 a3 a5 a6 a1 a2 f1 c6 e1 e6 e5 b5 f5 f6";
    let mut position = Othello::start_with(Size::Six, Seat::FIRST);
    for (ply, mv) in LINE.split(' ').enumerate() {
        if ply >= 14 {
            let report = solver(Size::Six).search(&position, &Limits::default());
            let value = if position.mover() == Seat::FIRST { -400 } else { 400 };
            assert_eq!((report.stopped, report.value.raw()), (Stop::Solved, value), "{position:?}");
        }
        position.play(position.read_move(mv).expect("a move"));
    }
    assert_eq!((position.is_over(), position.difference(Seat::FIRST)), (true, -4));
}

/// From where the search leaves off, on every board, the line is played out as well.
#[test]
fn the_line_of_a_solved_endgame_reaches_its_value() {
    let (mut rng, mut moves) = (Rng::new(5), Vec::new());
    for (size, plies) in [(Size::Four, 2), (Size::Six, 18), (Size::Eight, 46), (Size::Eight, 53)] {
        for _ in 0..5 {
            let mut position = Othello::start_with(size, Seat::FIRST);
            for _ in 0..plies {
                moves.clear();
                position.moves(&mut moves);
                if !moves.is_empty() {
                    position.play(moves[rng.index(moves.len())]);
                }
            }
            if position.is_over() {
                continue;
            }
            let report = solver(size).search(&position, &Limits::default());
            let mut end = position;
            for &mv in &report.line {
                moves.clear();
                end.moves(&mut moves);
                assert!(moves.contains(&mv), "{mv} in {end:?}");
                end.play(mv);
            }
            assert!(end.is_over(), "{position:?}: the line ends before the game");
            assert_eq!(100 * end.difference(position.mover()), report.value.raw(), "{position:?}");
        }
    }
}
