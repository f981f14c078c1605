//! Boards of squares on which seats in turn put a stone of theirs, as text: [`Notation`] for games that need none of their
//! own.

use crate::game::{Game, Seat, Turn};
use crate::notation::{Ink, Notation, Planes, TextError, quote};

/// A board of squares. As text its rows, the top one first, are divided by `/`; a square is a seat's first letter, or `.`.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// Rows of squares.
    pub rows: usize,
    /// Squares of each row.
    pub columns: usize,
    /// What the game calls each seat; their first letters differ.
    pub seats: [&'static str; 2],
}

/// What stands on each square of a board: row by row from the top, column by column from the left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board(Vec<Vec<Option<Seat>>>);

impl Board {
    /// Row and column of each of a seat's stones.
    pub fn places(&self, seat: Seat) -> impl Iterator<Item = (usize, usize)> {
        let row = move |(row, squares): (usize, &Vec<Option<Seat>>)| {
            let own = squares.iter().enumerate().filter(move |&(_, &square)| square == Some(seat));
            own.map(move |(column, _)| (row, column)).collect::<Vec<_>>()
        };
        self.0.iter().enumerate().flat_map(row)
    }

    /// Whose turn it is: the first seat's where both have as many stones.
    fn mover(&self) -> Result<Seat, String> {
        let [first, second] = [Seat::FIRST, Seat::SECOND].map(|seat| self.places(seat).count());
        match first.checked_sub(second) {
            Some(0) => Ok(Seat::FIRST),
            Some(1) => Ok(Seat::SECOND),
            _ => Err(format!("{first} stones to {second}; the first seat has as many or one more")),
        }
    }
}

/// A game in which two seats in turn put a stone of theirs on a board, so that the stones tell whose turn it is. It is a
/// game with [`Notation`].
pub trait Placement: Game {
    /// The board.
    const GRID: Grid;

    /// What stands in a row, 0 at the top, and a column.
    fn square(&self, row: usize, column: usize) -> Option<Seat>;

    /// The position with these stones.
    ///
    /// # Errors
    /// Why there is none.
    fn set_up(board: &Board, mover: Seat) -> Result<Self, String>;

    /// What a move is called: one word.
    fn name(&self, mv: Self::Move) -> String;

    /// The stones of the position.
    fn board(&self) -> Board {
        let row = |row| (0..Self::GRID.columns).map(|column| self.square(row, column)).collect();
        Board((0..Self::GRID.rows).map(row).collect())
    }

    /// The position in a mirror, left for right.
    ///
    /// # Panics
    /// Where the game takes no mirror image for a position.
    #[must_use]
    fn mirrored(&self) -> Self {
        let Board(mut rows) = self.board();
        rows.iter_mut().for_each(|row| row.reverse());
        let Turn::Seat(mover) = self.turn() else { unreachable!("seats take turns") };
        Self::set_up(&Board(rows), mover).expect("the image of a position is one")
    }
}

impl<G: Placement> Notation for G {
    fn position_text(&self) -> String {
        const {
            assert!(
                G::GRID.can_be_told_apart(),
                "the seats' names begin with one letter, which is what stones are as text"
            );
        }
        let row =
            |row: Vec<Option<Seat>>| row.into_iter().map(|square| G::GRID.letter(square)).collect::<String>();
        self.board().0.into_iter().map(row).collect::<Vec<_>>().join("/")
    }

    /// Takes letters of either case, line breaks for `/`, and blanks between squares.
    fn read_position(&self, text: &str) -> Result<Self, TextError> {
        let board = G::GRID.read(text)?;
        let position = board.mover().and_then(|mover| G::set_up(&board, mover));
        position.map_err(|wrong| TextError::new(format!("{}: {wrong}", quote(text))))
    }

    fn move_text(&self, mv: G::Move) -> String {
        self.name(mv)
    }

    fn seat_name(&self, seat: Seat) -> String {
        G::GRID.seats[seat.index()].to_owned()
    }

    fn ending(&self) -> String {
        let won = [Seat::FIRST, Seat::SECOND].into_iter().find(|&seat| self.payoff(seat) > 0);
        won.map_or_else(
            || "the board is full and nobody has won".to_owned(),
            |seat| format!("{} has done what wins", self.seat_name(seat)),
        )
    }

    /// The rows, with their numbers where moves are called after them, and under them the letters of the columns.
    fn diagram(&self, _last: Option<G::Move>, ink: Ink) -> String {
        let digits = if calls_rows::<G>() { G::GRID.rows.to_string().len() } else { 0 };
        let line = |number: usize, squares: Vec<String>| {
            let number = if number > 0 { number.to_string() } else { String::new() };
            let margin = if digits > 0 { format!("{number:>digits$} ") } else { String::new() };
            margin + &squares.join(" ") + "\n"
        };
        let row = |(row, squares): (usize, Vec<Option<Seat>>)| {
            line(G::GRID.rows - row, squares.into_iter().map(|square| G::GRID.drawn(square, ink)).collect())
        };
        let files = line(0, ('a'..).take(G::GRID.columns).map(String::from).collect());
        self.board().0.into_iter().enumerate().map(row).collect::<String>() + &files
    }

    /// The stones of each seat, and whose turn it is.
    fn draw(&self, planes: &mut Planes) {
        planes.of(G::GRID.rows, G::GRID.columns);
        for seat in [Seat::FIRST, Seat::SECOND] {
            planes.marking(|| self.seat_name(seat), |row, column| self.square(row, column) == Some(seat));
        }
        planes.and_turn(self);
    }

    /// One for each square, row by row from the top, where moves are called after rows, and otherwise for each column.
    fn actions(&self) -> usize {
        G::GRID.columns * if calls_rows::<G>() { G::GRID.rows } else { 1 }
    }

    fn action(&self, mv: G::Move, part: usize) -> Option<usize> {
        let name = self.name(mv);
        let column = usize::from(name.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?);
        let above = name[1..].parse().map_or(0, |row: usize| G::GRID.rows.saturating_sub(row));
        (part == 0).then_some(above * G::GRID.columns + column)
    }
}

/// Whether moves are called after rows as well as columns.
fn calls_rows<G: Placement>() -> bool {
    let empty = Board(vec![vec![None; G::GRID.columns]; G::GRID.rows]);
    let mut moves = Vec::new();
    let start = G::set_up(&empty, Seat::FIRST).inspect(|start| start.moves(&mut moves));
    start.is_ok_and(|start| moves.into_iter().any(|mv| start.name(mv).contains(|c: char| c.is_ascii_digit())))
}

impl Grid {
    /// Whether the first letters of the seats' names differ, in either case.
    const fn can_be_told_apart(&self) -> bool {
        let [first, second] = [self.seats[0].as_bytes()[0], self.seats[1].as_bytes()[0]];
        !first.is_ascii() || !first.eq_ignore_ascii_case(&second)
    }

    /// A square for people: its letter, where there are colours in that of the seat.
    fn drawn(&self, square: Option<Seat>, ink: Ink) -> String {
        let letter = self.letter(square);
        match square {
            Some(seat) if ink == Ink::Color => format!("\x1b[1;38;5;{}m{letter}\x1b[0m", self.colour(seat)),
            _ => letter.to_string(),
        }
    }

    /// The terminal's number of a seat's colour: the one that it is called after, or else one that is legible on any ground.
    fn colour(&self, seat: Seat) -> u8 {
        match self.seats[seat.index()].to_ascii_lowercase().as_str() {
            "red" => 196,
            "yellow" => 220,
            "green" => 34,
            "blue" => 33,
            "white" => 255,
            "black" => 240,
            _ => [208, 39][seat.index()],
        }
    }

    fn letter(&self, square: Option<Seat>) -> char {
        square.and_then(|seat| self.seats[seat.index()].chars().next()).unwrap_or('.')
    }

    fn read(&self, text: &str) -> Result<Board, TextError> {
        let squares = [None, Some(Seat::FIRST), Some(Seat::SECOND)];
        let rows: Vec<&str> = text.trim().split(['/', '\n']).collect();
        if rows.len() != self.rows {
            return Err(self.wrong(&format!("{}: {} of the {} rows", quote(text), rows.len(), self.rows)));
        }
        let read = |(at, row): (usize, &&str)| {
            let given = row.chars().filter(|c| !c.is_whitespace()).enumerate();
            let row = given.map(|(column, given)| {
                let known =
                    squares.into_iter().find(|&square| self.letter(square).eq_ignore_ascii_case(&given));
                let place = format!("row {}, square {}: {given:?} is no square", at + 1, column + 1);
                known.ok_or_else(|| self.wrong(&place))
            });
            let row = row.collect::<Result<Vec<_>, _>>()?;
            match row.len() == self.columns {
                true => Ok(row),
                false => Err(self.wrong(&format!("row {} has {} squares", at + 1, row.len()))),
            }
        };
        rows.iter().enumerate().map(read).collect::<Result<_, _>>().map(Board)
    }

    fn wrong(&self, what: &str) -> TextError {
        let [first, second] = [Seat::FIRST, Seat::SECOND].map(|seat| self.letter(Some(seat)));
        TextError::new(format!(
            "{what}; a board is {} rows divided by /, the top one first, each of {} squares: {first}, {second} or .",
            self.rows, self.columns
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid { rows: 2, columns: 3, seats: ["Red", "Yellow"] };

    /// Stones go anywhere; moves are called after squares or, from left to right and from the top, by letters.
    #[derive(Clone, Debug)]
    struct Anywhere<const SQUARES: bool>(Board);

    impl<const SQUARES: bool> Game for Anywhere<SQUARES> {
        type Move = (usize, usize);
        fn turn(&self) -> Turn {
            Turn::Seat(self.0.mover().expect("stones in turn"))
        }
        fn moves(&self, out: &mut Vec<Self::Move>) {
            let squares = (0..GRID.rows).flat_map(|row| (0..GRID.columns).map(move |column| (row, column)));
            out.extend(squares.filter(|&(row, column)| self.square(row, column).is_none()));
        }
        fn play(&mut self, (row, column): Self::Move) {
            self.0.0[row][column] = self.0.mover().ok();
        }
        fn payoff(&self, _: Seat) -> i32 {
            0
        }
    }

    impl<const SQUARES: bool> Placement for Anywhere<SQUARES> {
        const GRID: Grid = GRID;
        fn square(&self, row: usize, column: usize) -> Option<Seat> {
            self.0.0[row][column]
        }
        fn set_up(board: &Board, _: Seat) -> Result<Self, String> {
            Ok(Self(board.clone()))
        }
        fn name(&self, (row, column): Self::Move) -> String {
            match SQUARES {
                true => format!("{}{}", char::from(b'a' + column as u8), GRID.rows - row),
                false => char::from(b'p' + (3 * row + column) as u8).to_string(),
            }
        }
    }

    #[test]
    fn names_with_one_first_letter_are_refused_when_the_game_is_built() {
        for (seats, differ) in
            [(["Black", "White"], true), (["White", "wood"], false), (["Öl", "Ähre"], true)]
        {
            assert_eq!(Grid { seats, ..GRID }.can_be_told_apart(), differ, "{seats:?}");
        }
    }

    #[test]
    fn rows_have_numbers_where_moves_are_called_after_them() {
        let board = GRID.read("R.Y/.R.").expect("a board");
        let with = Anywhere::<true>(board.clone()).diagram(None, Ink::Plain);
        assert_eq!(with, "2 R . Y\n1 . R .\n  a b c\n");
        assert_eq!(Anywhere::<false>(board).diagram(None, Ink::Plain), "R . Y\n. R .\na b c\n");
    }

    #[test]
    fn stones_are_numbers_and_so_is_the_turn() {
        let planes = Anywhere::<false>(GRID.read("R.Y/.R.").expect("a board")).planes().expect("planes");
        assert_eq!((planes.rows, planes.columns), (2, 3));
        assert_eq!(planes.names, ["Red", "Yellow", "first to move"]);
        assert_eq!(planes.values[..6], [1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
        assert_eq!(planes.values[6..], [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn stones_have_the_colours_of_their_seats() {
        let start = Anywhere::<false>(GRID.read("R.Y/...").expect("a board"));
        let red_and_yellow = "\x1b[1;38;5;196mR\x1b[0m . \x1b[1;38;5;220mY\x1b[0m\n. . .\na b c\n";
        assert_eq!(start.diagram(None, Ink::Color), red_and_yellow);
    }

    #[test]
    fn boards_are_read_and_the_stones_tell_whose_turn_it_is() {
        let board = GRID.read("r.Y\n . R .").expect("a board");
        assert_eq!(board.places(Seat::FIRST).collect::<Vec<_>>(), [(0, 0), (1, 1)]);
        assert_eq!(board.places(Seat::SECOND).collect::<Vec<_>>(), [(0, 2)]);
        assert_eq!(board.mover(), Ok(Seat::SECOND));
        assert_eq!(GRID.read("R.Y/...").expect("a board").mover(), Ok(Seat::FIRST));
        for unfair in ["R.R/...", "..Y/..."] {
            GRID.read(unfair).expect("a board").mover().expect_err(unfair);
        }
    }

    #[test]
    fn what_is_no_board_is_told_where_it_is_wrong() {
        for (text, part) in [
            ("", "1 of the 2 rows"),
            ("R.Y/.R", "row 2 has 2 squares"),
            ("R.Y/.R.R", "row 2 has 4 squares"),
            ("R.Y/.Z.", "row 2, square 2: 'Z' is no square"),
        ] {
            let error = GRID.read(text).expect_err(text).message;
            assert!(error.contains(part) && error.contains("each of 3 squares: R, Y or ."), "{error}");
        }
    }
}
