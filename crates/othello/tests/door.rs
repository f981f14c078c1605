//! The game's door: its files of problems, its start as other protocols have it, and the search that its bench times.

use othello::door::{DIALECT, DOOR};
use plywise::TextError;
use registry::door::problem::{Known, Problem};

fn problems(text: &str) -> Result<Vec<Problem>, TextError> {
    (DOOR.problems.read)(text)
}

const BOARD: &str = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO-";

#[test]
fn both_forms_are_read_and_the_best_moves_kept() {
    let text =
        format!("% a comment\n\n{BOARD} X; h5:+6; G6:-2; h7:+6 % behind\r\n20 {BOARD} X 6\n{BOARD} O\n");
    let problems = problems(&text).unwrap();
    let told: Vec<_> = problems.iter().map(|p| (p.name.as_str(), p.known, p.moves.join(" "))).collect();
    assert_eq!(
        told,
        [
            ("line 3", Some(Known::Points(6.0)), "h5 h7".to_owned()),
            ("20", Some(Known::Points(6.0)), String::new()),
            ("line 5", None, String::new())
        ]
    );
    assert!(problems.iter().take(2).all(|problem| problem.position == format!("{BOARD} X")));
}

#[test]
fn what_is_no_value_is_refused_with_its_line() {
    for part in ["h5", "h5:", "h5:+65", "j9:+2", "h5:x"] {
        let error = problems(&format!("{BOARD} X; {part};")).unwrap_err().to_string();
        assert!(error.starts_with("line 1: ") && error.contains(part) && error.contains("H4:+38"), "{error}");
    }
}

#[test]
fn the_standard_start() {
    let start = DIALECT.squares.expect("Othello has the protocols of boards of squares").start;
    assert_eq!(start(4).unwrap(), "-----OX--XO----- X");
    assert_eq!(start(8).unwrap(), "---------------------------OX------XO--------------------------- X");
    assert_eq!((start(0), start(5)), (None, None));
}

/// The bench counts for itself what it has always visited, and fails otherwise.
#[test]
fn the_search_visits_what_it_always_visited() {
    let benches = (DOOR.benches)();
    let bench = benches.iter().find(|bench| bench.name.starts_with("alpha-beta 6x6, depth 7")).unwrap();
    assert_eq!((bench.run)(), 244_230);
}
