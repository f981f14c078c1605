//! Board files: what is read, and what is said of faults.

use cantgoback::{BUILT_IN, Board, Cell, Cells};

#[test]
fn every_built_in_board_reads() {
    for (name, _) in BUILT_IN {
        let board = Board::built_in(name).expect(name);
        assert_eq!(board.name(), name);
        assert_eq!(Board::built_in(&format!("{name}.csv")), Ok(board));
    }
    let error = Board::built_in("nowhere").expect_err("no such board").to_string();
    assert!(error.contains("\"nowhere\"") && error.contains("default_board, q2"), "{error}");
}

/// Sizes and free cells as the specification of the course's boards gives them.
#[test]
fn the_course_s_boards_have_their_sizes() {
    let facts = |name| {
        let board = Board::built_in(name).expect(name);
        let cells = board.rows() * board.columns();
        (board.rows(), board.columns(), cells - board.grey().len() as usize - 2)
    };
    assert_eq!(facts("default_board"), (6, 6, 28));
    assert_eq!(facts("q2"), (5, 8, 29));
    assert_eq!(facts("rectangle_board"), (5, 16, 78));
}

#[test]
fn the_first_line_is_the_top_row() {
    let board = Board::parse("0 0 -1\n1 70 2", "own.csv").expect("a board");
    assert_eq!(board.players(), [Cell::new(0, 0), Cell::new(0, 2)]);
    assert_eq!(board.grey(), Cells::of(Cell::new(1, 2)));
    assert_eq!(board.fruits(), [(Cell::new(0, 1), 70)]);
}

#[test]
fn variants_of_the_format_read_the_same() {
    let plain = Board::parse("0 1 -1\n2 0 30", "own.csv");
    assert!(plain.is_ok());
    for text in [
        "0,1,-1\n2,0,30",
        "0, 1, -1\r\n2, 0, 30\r\n",
        "0\t1  -1 \n 2 0 30\n\n \n",
        "\u{feff}0 1 -1\n2 0 30\n",
    ] {
        assert_eq!(Board::parse(text, "own.csv"), plain, "{text:?}");
    }
}

#[test]
fn faults_are_placed_and_explained() {
    let row = "0 ".repeat(17);
    let column = "0\n".repeat(17);
    for (text, expected) in [
        ("", "own.csv: the file is empty"),
        (" \n\r\n", "own.csv: the file is empty"),
        ("1 2\n0", "own.csv: row 2, column 2: the row has 1 cells, row 1 has 2"),
        ("1 2\n0 0 0", "own.csv: row 2, column 3: the row has 3 cells, row 1 has 2"),
        ("1 0\n\n0 2", "own.csv: row 2: no cells"),
        ("1 x\n0 2", "own.csv: row 1, column 2: \"x\" is not a whole number; -1 is grey, 0 free"),
        ("1 0.5\n0 2", "own.csv: row 1, column 2: \"0.5\" is not a whole number"),
        ("1 0\n-2 2", "own.csv: row 2, column 1: -2 is out of range"),
        ("1 0\n0 2 10001", "own.csv: row 2, column 3: 10001 is out of range"),
        ("1 0\n99999999999999999999 2", "own.csv: row 2, column 1: \"99999999999999999999\" is not"),
        ("0 0\n0 2", "own.csv: player 1 is missing: exactly one cell holds a 1"),
        ("1 0\n0 0", "own.csv: player 2 is missing"),
        ("1 0\n1 2", "own.csv: row 2, column 1: player 1 stands in row 1, column 1 already"),
        ("2 1 2", "own.csv: row 1, column 3: player 2 stands in row 1, column 1 already"),
        ("1,,2", "own.csv: row 1, column 2: nothing stands beside a comma"),
        ("1,2,", "own.csv: row 1, column 3: nothing stands beside a comma"),
        (&row, "own.csv: row 1, column 17: a row has at most 16 cells"),
        (&column, "own.csv: row 17: a board has at most 16 rows"),
    ] {
        let error = Board::parse(text, "own.csv").expect_err(text).to_string();
        assert!(error.starts_with(expected), "{text:?}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
    let many = format!("1 2{}", " 3 3 3 3 3 3 3 3 3 3 3 3 3 3\n0 0".repeat(6));
    let many = many.trim_end_matches("\n0 0");
    let error = Board::parse(many, "own.csv").expect_err("too many fruits").to_string();
    assert_eq!(error, "own.csv: 84 fruits: a board holds at most 64");
}
