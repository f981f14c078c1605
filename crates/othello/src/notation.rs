//! Positions and moves as text.

use std::iter::Peekable;
use std::str::CharIndices;

use plywise::notation::{Planes, quote};
use plywise::{Game, Ink, MoveError, Notation, Seat, TextError};

use crate::{Move, Othello, Size, diagram, squares};

/// What a pass is called, in lower case. The first is what is written.
const PASSES: [&str; 5] = ["pass", "--", "pa", "ps", "@@"];

/// Length of the pass that `text` begins with, in any of its names. A longer name goes before one that begins it.
pub(crate) fn pass_at_start(text: &[u8]) -> Option<usize> {
    PASSES.iter().map(|name| name.len()).find(|&length| {
        let head = text.get(..length);
        head.is_some_and(|head| PASSES.iter().any(|name| head.eq_ignore_ascii_case(name.as_bytes())))
    })
}

impl Notation for Othello {
    /// The squares a1, b1, … row by row (`X` black, `O` white, `-` empty), a blank, and the side to move.
    fn position_text(&self) -> String {
        let mut text = String::with_capacity(self.size().squares() + 2);
        for index in squares::indices(self.size().board()) {
            text.push(match () {
                () if self.black() >> index & 1 == 1 => 'X',
                () if self.white() >> index & 1 == 1 => 'O',
                () => '-',
            });
        }
        text.push(' ');
        text.push(if self.mover() == Seat::FIRST { 'X' } else { 'O' });
        text
    }

    /// Besides the standard form: lower case, `*`, `#`, `B` and `●` for black, `W` and `○` for white, `.` and `_`
    /// for empty, blanks, line breaks and slashes anywhere between the squares, the side to move as a letter or as
    /// a word, with or without a blank before it and with or without a final semicolon.
    fn read_position(&self, text: &str) -> Result<Self, TextError> {
        let mut reader = Reader::new(text);
        let (mut black, mut white) = (0, 0);
        for index in squares::indices(self.size().board()) {
            match reader.square(self.size(), index)? {
                Some(Seat::FIRST) => black |= 1 << index,
                Some(_) => white |= 1 << index,
                None => {}
            }
        }
        let mover = reader.mover(self.size())?;
        let read =
            Self::new(self.size(), black, white, mover).expect("each square of the board was read once");
        Ok(read.scored(self.rule()))
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    /// Either case; a pass as `pass`, `--`, `PA`, `PS` or `@@`.
    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let given = text.trim();
        let refuse = |wrong: &str| Err(MoveError::new(self, given, wrong));
        if pass_at_start(given.as_bytes()) == Some(given.len()) {
            let mut moves = Vec::new();
            self.moves(&mut moves);
            return match moves[..] {
                [mv] if mv.is_pass() => Ok(mv),
                _ => refuse("is allowed only to a side without a move while the other has one"),
            };
        }
        let index = <[u8; 2]>::try_from(given.as_bytes())
            .ok()
            .and_then(|letters| squares::parse(letters, self.size().side()));
        match index {
            None => refuse(&format!("is neither a square from a1 to {} nor pass", last_square(self.size()))),
            Some(index) if self.turned_by(index) == 0 => refuse(self.why_not(index)),
            Some(index) => Ok(Move::from_index(index)),
        }
    }

    fn seat_name(&self, seat: Seat) -> String {
        seat_name(seat).to_owned()
    }

    fn ending(&self) -> String {
        if self.empty() == 0 { "the board is full" } else { "neither side can move" }.to_owned()
    }

    fn diagram(&self, last: Option<Move>, ink: Ink) -> String {
        diagram::draw(self, last, ink)
    }

    /// The discs of each seat, and whose turn it is.
    fn draw(&self, planes: &mut Planes) {
        let discs = |set: u64| move |row: usize, column: usize| set >> (8 * row + column) & 1 == 1;
        let side = self.size().side();
        planes.of(side, side).marking(|| "Black".to_owned(), discs(self.black()));
        planes.marking(|| "White".to_owned(), discs(self.white())).and_turn(self);
    }

    /// One for each square, row by row from the top.
    fn actions(&self) -> usize {
        self.size().side() * self.size().side()
    }

    fn action(&self, mv: Move, part: usize) -> Option<usize> {
        let (row, column) = mv.square().filter(|_| part == 0)?;
        Some(row * self.size().side() + column)
    }
}

impl Othello {
    /// Why the mover may not place a disc on a square where it would flip nothing.
    pub(crate) fn why_not(&self, index: u8) -> &'static str {
        if self.empty() >> index & 1 == 0 {
            "is not legal: the square is taken"
        } else {
            "is not legal: it would flip no disc"
        }
    }
}

pub(crate) fn seat_name(seat: Seat) -> &'static str {
    if seat == Seat::FIRST { "Black" } else { "White" }
}

pub(crate) fn last_square(size: Size) -> String {
    squares::name((9 * (size.side() - 1)) as u8)
}

/// Reads a position character by character and knows where it is.
struct Reader<'a> {
    text: &'a str,
    rest: Peekable<CharIndices<'a>>,
    /// Characters taken, for messages.
    taken: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, rest: text.char_indices().peekable(), taken: 0 }
    }

    fn next(&mut self) -> Option<(usize, char)> {
        let next = self.rest.next();
        self.taken += usize::from(next.is_some());
        next
    }

    fn skip(&mut self, skipped: impl Fn(char) -> bool) {
        while self.rest.peek().is_some_and(|&(_, c)| skipped(c)) {
            self.next();
        }
    }

    fn square(&mut self, size: Size, index: u8) -> Result<Option<Seat>, TextError> {
        self.skip(|c| c.is_whitespace() || c == '/');
        let name = squares::name(index);
        let Some((_, given)) = self.next() else {
            return Err(TextError::new(format!(
                "the text ends before square {name}; a board of {size} has {} squares and then the side to move",
                size.squares()
            )));
        };
        match given {
            '-' | '.' | '_' => Ok(None),
            '0' => Err(TextError::new(format!(
                "character {} (square {name}): '0' may be a white disc or an empty square; write O or -",
                self.taken
            ))),
            _ => seat(given).map(Some).ok_or_else(|| {
                TextError::new(format!(
                    "character {} (square {name}): {} is no square; X is black, O white, - empty",
                    self.taken,
                    quote(given.encode_utf8(&mut [0; 4]))
                ))
            }),
        }
    }

    /// The side to move, and then nothing more.
    fn mover(&mut self, size: Size) -> Result<Seat, TextError> {
        self.skip(|c| c.is_whitespace() || c == '/');
        let place = self.taken + 1;
        let start = self.rest.peek().map_or(self.text.len(), |&(at, _)| at);
        let given = self.text[start..].trim_end();
        let given = given.strip_suffix(';').map_or(given, str::trim_end);
        let mut letters = given.chars();
        let wrong = match (letters.next(), letters.next()) {
            (None, _) => format!("the side to move is missing after {}", last_square(size)),
            (Some(letter), None) if seat(letter).is_some() => return Ok(seat(letter).expect("just asked")),
            _ if given.eq_ignore_ascii_case("black") => return Ok(Seat::FIRST),
            _ if given.eq_ignore_ascii_case("white") => return Ok(Seat::SECOND),
            _ => format!("character {place}: {} is no side to move on a board of {size}", quote(given)),
        };
        Err(TextError::new(format!(
            "{wrong}; after its {} squares comes X for Black or O for White",
            size.squares()
        )))
    }
}

/// Whose disc a character is.
fn seat(given: char) -> Option<Seat> {
    match given {
        'X' | 'x' | '*' | '#' | 'B' | 'b' | '●' => Some(Seat::FIRST),
        'O' | 'o' | 'W' | 'w' | '○' => Some(Seat::SECOND),
        _ => None,
    }
}
