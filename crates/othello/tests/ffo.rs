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
