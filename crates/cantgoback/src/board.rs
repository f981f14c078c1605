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
