//! Positions as PDN writes them: `B:W18,24,27,K30:B12,K16`.
//!
//! First whose turn it is, then each side's squares, kings marked with `K`. Written in one form, the second
//! mover's list first and the squares ascending; read in either order of the lists, with ranges (`W21-32`), in
//! lower case, with blanks, quotation marks around and a full stop behind. A side that has lost everything has an
//! empty list (`B:W:BK26`), but its list may not be missing.
//!
//! The letters are `B` and `W` by standard rules. The course's sides are Red, who moves first, and Black, written
//! `R` and `B` there; a text with a `W` in it speaks the standard language, `B` then being the first mover, and is
//! taken too. A position carries no counters: what is read starts with none.

use std::fmt::Write;

use plywise::notation::quote;
use plywise::{Seat, TextError};

use crate::board::{Board, Misplaced};
use crate::rules::Rules;
use crate::square::{Square, Squares};

/// The letter of a seat.
const fn letter(rules: Rules, seat: Seat) -> char {
    match (rules, seat.index()) {
        (Rules::Standard, 0) | (Rules::Course, 1) => 'B',
        (Rules::Standard, _) => 'W',
        (Rules::Course, _) => 'R',
    }
}

/// The position in its one written form.
pub(crate) fn write(board: &Board, rules: Rules) -> String {
    let mut text = String::from(letter(rules, board.to_move()));
    for seat in [Seat::SECOND, Seat::FIRST] {
        let _ = write!(text, ":{}", letter(rules, seat));
        for (i, square) in board.pieces(seat).into_iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            let king = if board.kings(seat).has(square) { "K" } else { "" };
            let _ = write!(text, "{comma}{king}{}", square.number());
        }
    }
    text
}

/// Reads a position.
///
/// # Errors
/// One line with the place, what is wrong there and what would have been right.
pub(crate) fn read(text: &str, rules: Rules) -> Result<Board, TextError> {
    Reader { text, at: 0, letters: letters(text, rules) }.position()
}

/// The letters of both seats, by seat.
fn letters(text: &str, rules: Rules) -> [char; 2] {
    let standard = rules == Rules::Standard || text.contains(['W', 'w']);
    let rules = if standard { Rules::Standard } else { Rules::Course };
    [letter(rules, Seat::FIRST), letter(rules, Seat::SECOND)]
}

struct Reader<'a> {
    text: &'a str,
    /// Bytes read.
    at: usize,
    letters: [char; 2],
}

impl Reader<'_> {
    fn position(mut self) -> Result<Board, TextError> {
        let quoted = self.take('"');
        let turn = self.side("whose turn it is")?;
        let mut pieces = [None; 2];
        let mut kings = Squares::NONE;
        while self.take(':') {
            let place = self.at;
            let seat = self.side("whose squares follow")?;
            if pieces[seat.index()].is_some() {
                let letter = self.letters[seat.index()];
                return Err(
                    self.fault_at(place, &format!("a second list for {letter}; one for each side is right"))
                );
            }
            let (all, crowned) = self.list(seat, pieces[seat.other().index()].unwrap_or_default())?;
            pieces[seat.index()] = Some(all);
            kings = kings | crowned;
        }
        self.take('.');
        if quoted && !self.take('"') {
            return Err(self.fault("expected the closing quotation mark"));
        }
        if self.peek().is_some() {
            return Err(self.fault("expected `,` and a square, `:` and the other side's list, or the end"));
        }
        let [Some(first), Some(second)] = pieces else {
            let missing = self.letters[usize::from(pieces[0].is_some())];
            return Err(self.fault(&format!("no list for {missing}; add `:{missing}` and its squares")));
        };
        Board::new([first, second], kings, turn).map_err(|misplaced| self.fault(&misplaced.to_string()))
    }

    /// The squares of a side, and which of them are kings. `taken` are the other side's.
    fn list(&mut self, seat: Seat, taken: Squares) -> Result<(Squares, Squares), TextError> {
        let (mut all, mut kings) = (Squares::NONE, Squares::NONE);
        if matches!(self.peek(), None | Some(':' | '.' | '"')) {
            return Ok((all, kings));
        }
        loop {
            self.skip_blanks();
            let place = self.at;
            let king = self.take('K') || self.take('k');
            let first = self.square()?;
            let last = if self.take('-') { self.square()? } else { first };
            if last < first {
                return Err(self.fault_at(place, &format!("the range {first:?}-{last:?} runs backwards")));
            }
            let added: Squares = (first.index()..=last.index()).map(|i| Square::at(i as u8)).collect();
            if let Some(square) = (added & (all | taken)).into_iter().next() {
                return Err(
                    self.fault_at(place, &format!("square {square:?} is given twice; it holds one piece"))
                );
            }
            if let Some(square) = (added & Board::crowning_row(seat)).into_iter().next().filter(|_| !king) {
                let wrong = format!("a man that reaches {square:?} becomes a king; write K{square:?}");
                return Err(self.fault_at(place, &wrong));
            }
            all = all | added;
            if all.len() > 12 {
                return Err(self.fault_at(place, &Misplaced::TooMany(all).to_string()));
            }
            kings = kings | if king { added } else { Squares::NONE };
            if !self.take(',') {
                return Ok((all, kings));
            }
        }
    }

    fn side(&mut self, meaning: &str) -> Result<Seat, TextError> {
        let given = self.peek().map(|c| c.to_ascii_uppercase());
        match self.letters.iter().position(|&letter| Some(letter) == given) {
            Some(seat) => {
                self.at += 1;
                Ok(Seat(seat as u8))
            }
            None => {
                let [first, second] = self.letters;
                Err(self.fault(&format!("expected {first} or {second}, {meaning}")))
            }
        }
    }

    fn square(&mut self) -> Result<Square, TextError> {
        self.skip_blanks();
        let place = self.at;
        let rest = &self.text[place..];
        let digits = &rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())];
        if digits.is_empty() {
            return Err(self.fault("expected a square, 1 to 32"));
        }
        self.at += digits.len();
        let number = digits.parse().ok().and_then(Square::from_number);
        number.ok_or_else(|| self.fault_at(place, "no such square; squares are 1 to 32"))
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_blanks();
        self.text[self.at..].chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        found
    }

    /// The error of what stands at the current place.
    fn fault(&self, wrong: &str) -> TextError {
        self.fault_at(self.at, wrong)
    }

    fn fault_at(&self, place: usize, wrong: &str) -> TextError {
        let [first, second] = self.letters;
        let character = self.text[..place].chars().count() + 1;
        let found = match self.text[place..].trim_start() {
            "" => "the end".to_owned(),
            rest => quote(&rest.chars().take(12).collect::<String>()),
        };
        TextError::new(format!(
            "position {}, character {character}, at {found}: {wrong} (a position looks like \
             {first}:{second}18,24,27,K30:{first}12,K16)",
            quote(self.text)
        ))
    }
}
