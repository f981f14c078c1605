//! Positions of the French federation's test suite have the values that everybody finds.

use std::path::Path;

use othello::endgame::{Finisher, Rule, solver};
use othello::{Othello, Size};
use plywise::{Limits, Notation, Seat, Stop};

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
        let rule = Rule::WinnerTakesEmpties;
        let report = solver(Size::Eight, rule).search(&position, &Limits::default());
        assert_eq!((report.stopped, report.value.raw()), (Stop::Solved, 100 * value), "{position:?}");
        assert_eq!(Finisher::new(64, rule, 1).solve(&position).0, value, "{position:?}");
    }
}
