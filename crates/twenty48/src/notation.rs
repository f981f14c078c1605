//! Positions and moves as text.

use plywise::notation::{Planes, quote};
use plywise::{Ink, MoveError, Notation, Seat, TextError, Turn};

use crate::board::{Board, MAX_SUM};
use crate::diagram;
use crate::game::Twenty48;
use crate::moves::{Cell, Direction, Move};
use crate::rows::MAX_RANK;

impl Notation for Twenty48 {
    /// `0 2 0 0/0 0 4 0/0 0 0 0/0 0 0 0`, then ` spawn` at chance's turn, then ` score=N` unless it is 0.
    fn position_text(&self) -> String {
        let mut text = String::new();
        for cell in Cell::all() {
            let before = match (cell.row(), cell.column()) {
                (0, 0) => "",
                (_, 0) => "/",
                _ => " ",
            };
            text.push_str(before);
            text.push_str(&self.board().tile(cell).to_string());
        }
        if self.is_chance() {
            text.push_str(" spawn");
        }
        if self.score() > 0 {
            text.push_str(&format!(" score={}", self.score()));
        }
        text
    }

    /// Values may also be parted by commas, rows by line ends, and sixteen values may come without any division into
    /// rows. An empty cell is `0`, `.` or `-`.
    fn read_position(&self, text: &str) -> Result<Self, TextError> {
        Reader::default().read(text).map_err(TextError::new)
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let given = text.trim();
        let wrong = match Move::read(given) {
            Some(mv) if self.is_legal(mv) => return Ok(mv),
            Some(Move::Slide(_)) if self.is_chance() => "is a slide, but chance has the turn",
            Some(Move::Slide(_)) => "changes nothing",
            Some(Move::Spawn { .. }) if !self.is_chance() => "is a spawn, but the player has the turn",
            Some(Move::Spawn { .. }) => "puts a tile on another one",
            None if self.is_chance() => "is no spawn: a cell a1 to d4, \"=\", and 2 or 4",
            None => "is no direction: up, right, down or left, U R D L, w a s d, or an arrow",
        };
        Err(MoveError::new(self, given, wrong))
    }

    fn seat_name(&self, _: Seat) -> String {
        "player".to_owned()
    }

    fn ending(&self) -> String {
        "the board is full and no two neighbours are equal".to_owned()
    }

    fn diagram(&self, last: Option<Move>, ink: Ink) -> String {
        diagram::draw(self, last, ink)
    }

    /// The tiles as powers of two, 0 where there is none, and whether it is the player's turn.
    fn draw(&self, planes: &mut Planes) {
        let board = self.board();
        let rank = |row: usize, column: usize| f32::from(board.rank(Cell::new(4 * row + column)));
        planes.of(4, 4).with(|| "rank".to_owned(), rank).and_turn(self);
    }

    /// Up, right, down, left.
    fn actions(&self) -> usize {
        Direction::ALL.len()
    }

    fn action(&self, mv: Move, part: usize) -> Option<usize> {
        match mv {
            Move::Slide(way) if part == 0 => Some(way as usize),
            _ => None,
        }
    }
}

/// A position text on its way in, token by token.
#[derive(Default)]
struct Reader {
    /// Every value so far, as a rank.
    ranks: Vec<u8>,
    /// Where rows ended, as numbers of values.
    ends: Vec<usize>,
    spawn: bool,
    score: Option<u32>,
}

impl Reader {
    fn read(mut self, text: &str) -> Result<Twenty48, String> {
        let mut token = String::new();
        for c in text.chars().chain(['\n']) {
            if !(c.is_whitespace() || c == ',' || c == '/') {
                token.push(c);
                continue;
            }
            if !token.is_empty() {
                self.token(&token)?;
                token.clear();
            }
            if c == '/' {
                self.end_row(true)?;
            } else if c == '\n' {
                self.end_row(false)?;
            }
        }
        self.finish()
    }

    fn token(&mut self, token: &str) -> Result<(), String> {
        let in_words = self.spawn || self.score.is_some();
        if token.eq_ignore_ascii_case("spawn") && !self.spawn {
            self.spawn = true;
            return self.check_complete();
        }
        if let Some(number) = token.strip_prefix("score=").filter(|_| self.score.is_none()) {
            let most = Twenty48::MAX_SCORE;
            let score = number.parse().ok().filter(|_| number.bytes().all(|b| b.is_ascii_digit()));
            let score = score.filter(|&score: &u32| score <= most);
            self.score = Some(score.ok_or_else(|| {
                format!("{} is no score: score=N, where N is a number up to {most}", quote(token))
            })?);
            return self.check_complete();
        }
        if in_words || self.ranks.len() == 16 {
            let wanted = "sixteen values, then \"spawn\" if chance has the turn, and \"score=N\"";
            return Err(format!("{} is too much: a position is {wanted}, each once", quote(token)));
        }
        let rank = read_tile(token).ok_or_else(|| {
            let (row, column) = self.place();
            format!(
                "row {row}, column {column}: {} is no tile; right would be a power of two from 2 to 131072, or \
                 0 for an empty cell",
                quote(token)
            )
        })?;
        self.ranks.push(rank);
        Ok(())
    }

    /// Row and column of the next value, from 1.
    fn place(&self) -> (usize, usize) {
        match self.ends.last() {
            Some(end) => (self.ends.len() + 1, self.ranks.len() - end + 1),
            None => (self.ranks.len() / 4 + 1, self.ranks.len() % 4 + 1),
        }
    }

    /// Ends a row at a `/`, or at a line end if it has begun.
    fn end_row(&mut self, slash: bool) -> Result<(), String> {
        let begun = self.ranks.len() - self.ends.last().copied().unwrap_or(0);
        let in_words = self.spawn || self.score.is_some();
        match (begun, slash) {
            (0, false) => Ok(()),
            _ if in_words && slash => Err("\"/\" stands behind the last row; it divides rows".to_owned()),
            (4, _) => {
                self.ends.push(self.ranks.len());
                Ok(())
            }
            // Sixteen values in one line are a board without division.
            (16, false) if self.ends.is_empty() => Ok(()),
            _ => {
                let (row, sixteen) = (self.ends.len() + 1, self.ends.is_empty() && !slash);
                let or = if sixteen { ", or sixteen without division into rows" } else { "" };
                Err(format!("row {row} has {begun} values; a row has 4{or}"))
            }
        }
    }

    /// Words may stand only behind the last value.
    fn check_complete(&self) -> Result<(), String> {
        match self.ranks.len() {
            16 => Ok(()),
            n => Err(format!("there are {n} values before the first word; a board has 16, row by row")),
        }
    }

    fn finish(self) -> Result<Twenty48, String> {
        let count = self.ranks.len();
        let ranks: [u8; 16] = self.ranks.try_into().map_err(|_| {
            format!("the board has {count} values; it has 16, four rows of four, like {EXAMPLE}")
        })?;
        let board = Board::from_ranks(ranks).map_err(|e| e.to_string())?;
        debug_assert!(board.tile_sum() <= MAX_SUM);
        let turn = if self.spawn { Turn::Chance } else { Turn::Seat(Seat::FIRST) };
        Twenty48::new(board, self.score.unwrap_or(0), turn).map_err(|e| e.message)
    }
}

const EXAMPLE: &str = "0 2 0 0/0 0 4 0/0 0 0 0/0 0 0 0";

/// The rank that a value stands for.
fn read_tile(text: &str) -> Option<u8> {
    if matches!(text, "." | "-" | "0") {
        return Some(0);
    }
    let digits = text.len() <= 6 && text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    let value: u32 = text.parse().ok().filter(|_| digits)?;
    let rank = value.trailing_zeros() as u8;
    (value.is_power_of_two() && (1..=MAX_RANK).contains(&rank)).then_some(rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywise::Keyed;

    fn read(text: &str) -> Result<Twenty48, String> {
        Twenty48::START.read_position(text).map_err(|e| e.message)
    }

    #[test]
    fn the_usual_variants_read_alike() {
        let standard = read("0 2 0 0/0 0 4 0/0 0 131072 0/8 0 0 0").unwrap();
        for text in [
            "0 2 0 0\n0 0 4 0\n0 0 131072 0\n8 0 0 0",
            "0 2 0 0\r\n0 0 4 0\r\n\r\n0 0 131072 0\r\n8 0 0 0\r\n",
            "0,2,0,0,0,0,4,0,0,0,131072,0,8,0,0,0",
            ". 2 - . . . 4 . - - 131072 - 8 . . .",
            " 0, 2, 0, 0 / 0, 0, 4, 0 / 0, 0, 131072, 0 / 8, 0, 0, 0 ",
            "0 2 0 0/\n0 0 4 0/\n0 0 131072 0/\n8 0 0 0/",
        ] {
            assert_eq!(read(text), Ok(standard), "{text:?}");
        }
        let mut drawn = standard;
        drawn.slide(crate::Direction::Left);
        assert_eq!(drawn.position_text(), "2 0 0 0/4 0 0 0/131072 0 0 0/8 0 0 0 spawn");
        assert_ne!(drawn.key(), read("2 0 0 0/4 0 0 0/131072 0 0 0/8 0 0 0").unwrap().key());
        assert_eq!(read("4 0 0 0 4 0 0 0 0 0 0 0 0 0 0 0 spawn score=8").unwrap().score(), 8);
        assert_eq!(read("4 0 0 0\n4 0 0 0\n0 0 0 0\n0 0 0 0\nscore=8\n").unwrap().score(), 8);
    }

    #[test]
    fn positions_stand_one_on_each_line() {
        let (one, two) = ("2 0 0 0/0 0 0 0/0 0 0 0/0 0 0 4", "8 0 0 0/0 0 0 0/0 0 0 0/0 0 0 4 score=16");
        let many = |text: &str| Twenty48::START.read_positions(text).map_err(|e| e.message);
        assert_eq!(many(&format!("{one}\r\n\n {two}\n")), Ok(vec![read(one).unwrap(), read(two).unwrap()]));
        assert_eq!(many(" \n"), Ok(Vec::new()));
        let error = many(&format!("{one}\n\n{two} x")).unwrap_err();
        assert!(error.starts_with("line 3: "), "{error}");
    }

    #[test]
    fn errors_say_where_and_what_would_be_right() {
        for (text, part) in [
            ("", "the board has 0 values; it has 16"),
            (
                "0 2 0 0/0 0 5 0/0 0 0 0/0 0 0 0",
                "row 2, column 3: \"5\" is no tile; right would be a power of two",
            ),
            ("0 2 0 0 0 0 0 0 0 0 0 x 0 0 0 0", "row 3, column 4: \"x\""),
            ("0 2 0 0/0 0 262144 0/0 0 0 0/0 0 0 0", "row 2, column 3: \"262144\""),
            ("0 2 0 0/0 0 1 0/0 0 0 0/0 0 0 0", "row 2, column 3: \"1\""),
            ("0 +2 0 0/0 0 0 0/0 0 0 0/0 0 0 0", "row 1, column 2: \"+2\""),
            ("0 2 0/0 0 0 0/0 0 0 0/0 0 0 0", "row 1 has 3 values; a row has 4"),
            ("0 2 0 0/0 0 0 0 0/0 0 0 0/0 0 0 0", "row 2 has 5 values"),
            ("0 2 0 0//0 0 0 0/0 0 0 0", "row 2 has 0 values"),
            ("0 2 0 0\n0 0 0 0 0 0 0 0", "row 2 has 8 values; a row has 4"),
            ("0 2 0 0/0 0 0 0/0 0 0 0", "the board has 12 values"),
            ("0 2 0 0/0 0 0 0/0 0 0 0/0 0 0 0/2", "\"2\" is too much"),
            ("0 2 0 0/0 0 0 0/0 0 0 0/0 0 0 0 O", "\"O\" is too much"),
            ("0 2 0 0 spawn", "there are 4 values before the first word"),
            ("0 2 0 0/0 0 0 0/0 0 0 0/0 0 0 0 spawn spawn", "\"spawn\" is too much"),
            ("0 2 0 0/0 0 0 0/0 0 0 0/0 0 0 0 score=-4", "is no score: score=N"),
            ("0 2 0 0/0 0 0 0/0 0 0 0/0 0 0 0 score=4", "score 4 cannot be"),
            ("0 4 0 0/0 0 0 0/0 0 0 0/0 0 0 0 score=3", "score 3 cannot be"),
            ("0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0", "add \"spawn\""),
            ("2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2 spawn", "leave out \"spawn\""),
            ("131072 131072 0 0/0 0 0 0/0 0 0 0/0 0 0 0", "the tiles sum to 262144"),
        ] {
            let message = read(text).expect_err(text);
            assert!(message.contains(part), "{text:?}: {message}");
            assert!(!message.contains('\n'));
        }
    }

    #[test]
    fn a_move_that_is_not_legal_is_refused_with_those_that_are() {
        let position = read("2 0 0 0/4 0 0 0/8 0 0 0/16 0 0 0").unwrap();
        assert_eq!(position.read_move("→").unwrap().to_string(), "right");
        let error = position.read_move("left").unwrap_err().to_string();
        assert_eq!(error, "\"left\" changes nothing; legal: right");
        let error = position.read_move("a1=2").unwrap_err().to_string();
        assert_eq!(error, "\"a1=2\" is a spawn, but the player has the turn; legal: right");
        let error = Twenty48::START.read_move("up").unwrap_err().to_string();
        assert!(error.starts_with("\"up\" is a slide, but chance has the turn; legal: a1=2 a1=4 b1=2"));
    }
}
