//! Boards of squares as text, for games that need no notation of their own.

use crate::game::Seat;
use crate::notation::{Ink, TextError, quote};

/// How a board of squares is written: its rows, the top one first, divided by `/`, a letter for each square.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// Rows of squares.
    pub rows: usize,
    /// Squares of each row.
    pub columns: usize,
    /// The letter of an empty square, then one for each seat: `.XO`.
    pub letters: &'static str,
}

impl Grid {
    /// The board as text. `square` tells what stands in a row (0 at the top) and a column.
    pub fn write(&self, square: impl Fn(usize, usize) -> Option<Seat>) -> String {
        let row = |row| (0..self.columns).map(|column| self.letter(square(row, column))).collect::<String>();
        (0..self.rows).map(row).collect::<Vec<_>>().join("/")
    }

    /// What stands on each square, row by row from the top. Takes letters of either case, line breaks for `/`, and blanks
    /// anywhere.
    ///
    /// # Errors
    /// Where the text is no such board, and what one is.
    pub fn read(&self, text: &str) -> Result<Vec<Vec<Option<Seat>>>, TextError> {
        let rows: Vec<&str> = text.trim().split(['/', '\n']).collect();
        if rows.len() != self.rows {
            return Err(self.wrong(&format!("{} has {} rows", quote(text), rows.len())));
        }
        let letters: Vec<char> = self.letters.chars().collect();
        let read = |(at, row): (usize, &&str)| {
            let squares = row.chars().filter(|c| !c.is_whitespace()).enumerate().map(|(column, given)| {
                let known = letters.iter().position(|letter| letter.eq_ignore_ascii_case(&given));
                let place = || format!("row {}, square {}: {:?} is no square", at + 1, column + 1, given);
                known.map(|known| known.checked_sub(1).map(|seat| Seat(seat as u8))).ok_or_else(|| self.wrong(&place()))
            });
            let squares = squares.collect::<Result<Vec<_>, _>>()?;
            match squares.len() == self.columns {
                true => Ok(squares),
                false => Err(self.wrong(&format!("row {} has {} squares", at + 1, squares.len()))),
            }
        };
        rows.iter().enumerate().map(read).collect()
    }

    /// The board for people: files below are letters, and `last`, a row and a column, is marked.
    pub fn draw(
        &self,
        square: impl Fn(usize, usize) -> Option<Seat>,
        last: Option<(usize, usize)>,
        ink: Ink,
    ) -> String {
        let mut text = String::new();
        for row in 0..self.rows {
            for column in 0..self.columns {
                let letter = self.letter(square(row, column));
                text += &match (last == Some((row, column)), ink) {
                    (false, _) => format!(" {letter} "),
                    (true, Ink::Plain) => format!("({letter})"),
                    (true, Ink::Color) => format!(" \x1b[7m{letter}\x1b[0m "),
                };
            }
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
        let files = ('a'..).take(self.columns).map(|file| format!(" {file}"));
        text + &files.collect::<Vec<_>>().join(" ")
    }

    fn letter(&self, square: Option<Seat>) -> char {
        let place = square.map_or(0, |seat| seat.index() + 1);
        self.letters.chars().nth(place).expect("a letter for every seat")
    }

    fn wrong(&self, what: &str) -> TextError {
        let Self { rows, columns, letters } = self;
        TextError::new(format!(
            "{what}; a board is {rows} rows divided by /, the top one first, each of {columns} squares out of {letters}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid { rows: 2, columns: 3, letters: ".XO" };

    #[test]
    fn boards_survive_the_way_to_text_and_back() {
        let board = GRID.read("x.O\n . x .").expect("a board");
        let text = GRID.write(|row, column| board[row][column]);
        assert_eq!((text.as_str(), GRID.read(&text)), ("X.O/.X.", Ok(board.clone())));
        let drawn = GRID.draw(|row, column| board[row][column], Some((1, 1)), Ink::Plain);
        assert_eq!(drawn, " X  .  O\n . (X) .\n a  b  c");
    }

    #[test]
    fn what_is_no_board_is_told_where_it_is_wrong() {
        for (text, part) in [
            ("", "has 1 rows"),
            ("X.O", "has 1 rows"),
            ("X.O/.X", "row 2 has 2 squares"),
            ("X.O/.X.X", "row 2 has 4 squares"),
            ("X.O/.Z.", "row 2, square 2: 'Z' is no square"),
        ] {
            let error = GRID.read(text).expect_err(text).message;
            assert!(error.contains(part) && error.contains("each of 3 squares out of .XO"), "{error}");
        }
    }
}
