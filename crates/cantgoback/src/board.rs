//! Board files: where the players start, which cells are grey, and fruits that the file fixes.

use plywise::TextError;
use plywise::notation::quote;

use crate::cells::{Cell, Cells};
use crate::grid::Grid;

/// The starting board of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    name: String,
    grid: Grid,
}

/// The built-in boards: name, text of the file. `crates/cantgoback/boards/SOURCE.md` says where each comes from.
pub const BUILT_IN: [(&str, &str); 11] = [
    ("default_board", include_str!("../boards/default_board.csv")),
    ("q2", include_str!("../boards/q2.csv")),
    ("rectangle_board", include_str!("../boards/rectangle_board.csv")),
    ("example_board", include_str!("../boards/example_board.csv")),
    ("horizon_dead_end", include_str!("../boards/horizon_dead_end.csv")),
    ("horizon_fruit", include_str!("../boards/horizon_fruit.csv")),
    ("corners_11x11", include_str!("../boards/corners_11x11.csv")),
    ("pillars_11x11", include_str!("../boards/pillars_11x11.csv")),
    ("duel_11x11", include_str!("../boards/duel_11x11.csv")),
    ("v_walls_10x8", include_str!("../boards/v_walls_10x8.csv")),
    ("corners_5x16", include_str!("../boards/corners_5x16.csv")),
];

impl Board {
    /// Reads the text of a board file: one line for each row, the top row first, at most 16x16 cells; numbers
    /// divided by blanks, tabs or commas. -1 is grey, 0 free, 1 and 2 the players (exactly one each), 3 and more
    /// a fruit of so many points (at most 64 of them). A board with fruits of its own draws none at the start.
    ///
    /// # Errors
    /// One line that names the file, row and column (rows from the top, both from 1) and what would be right.
    pub fn parse(text: &str, file_name: &str) -> Result<Self, TextError> {
        let name = file_name.to_owned();
        let label = format!("{}: ", one_line(file_name));
        // Editors of other systems put a byte-order mark first; blank lines at the end are no rows.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_end();
        if text.is_empty() {
            return Err(TextError::new(format!(
                "{label}the file is empty; a board is one line for each row, such as \"0 1 -1 2 0\""
            )));
        }
        Ok(Self { name, grid: Grid::parse(text.lines(), &label)? })
    }

    /// A built-in board by its name, with or without `.csv`.
    ///
    /// # Errors
    /// The names that there are.
    pub fn built_in(name: &str) -> Result<Self, TextError> {
        let plain = name.strip_suffix(".csv").unwrap_or(name);
        match BUILT_IN.iter().find(|board| board.0 == plain) {
            Some((name, text)) => Self::parse(text, name),
            None => {
                let names: Vec<_> = BUILT_IN.iter().map(|board| board.0).collect();
                let file = if plain == name { "" } else { ", and no such file" };
                let given = quote(name);
                Err(TextError::new(format!(
                    "no built-in board {given}{file}; there are {}",
                    names.join(", ")
                )))
            }
        }
    }

    /// The file's name, or that of the built-in board.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Rows, in `1..=16`.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.grid.rows
    }

    /// Columns, in `1..=16`.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.grid.columns
    }

    /// The grey cells; those that the players stand on are not among them.
    #[must_use]
    pub fn grey(&self) -> Cells {
        self.grid.grey
    }

    /// Where player 1 and player 2 start.
    #[must_use]
    pub fn players(&self) -> [Cell; 2] {
        self.grid.players
    }

    /// The fruits that the file fixes, with their points, from the bottom left row by row.
    #[must_use]
    pub fn fruits(&self) -> &[(Cell, u16)] {
        &self.grid.fruits
    }

    pub(crate) fn grid(&self) -> &Grid {
        &self.grid
    }
}

impl Default for Board {
    fn default() -> Self {
        Self::built_in("default_board").expect("the built-in boards are sound")
    }
}

fn one_line(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { '?' } else { c }).take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
