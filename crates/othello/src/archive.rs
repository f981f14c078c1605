//! Whole games as transcripts: one line each, the moves one after the other, then the score.

use plywise::notation::quote;
use plywise::{Archive, Game, GameRecord, MoveError, Notation, ReplayError, Replayed, Seat, TextError};

use crate::notation::{last_square, pass_at_start, seat_name};
use crate::{Move, Othello, ggf, squares};

/// What a line begins with that is for people only; on a line of moves, what follows it.
const COMMENT: char = '#';

impl Archive for Othello {
    const EXTENSION: &'static str = "txt";

    /// The moves without passes, then the score: Black's discs less White's, empty squares by the [`Rule`](crate::Rule) of the game. A game
    /// without an end by the rules has no score; a forfeit stands behind it as a comment. Fields are left out.
    fn game_text(&self, record: &GameRecord<Move>) -> String {
        let mut position = *self;
        let mut text = String::with_capacity(2 * self.size().squares());
        for &mv in &record.moves {
            position.play(mv);
            if let Some(index) = mv.index() {
                text.extend(squares::name_bytes(index).map(char::from));
            }
        }
        if position.is_over() {
            text.push_str(&format!(" {}", signed(position.payoff(Seat::FIRST))));
        }
        if let Some((seat, reason)) = &record.forfeit {
            let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
            text.push_str(&format!(" {COMMENT} {} forfeits: {reason}", seat_name(*seat)));
        }
        text.trim().to_owned() + "\n"
    }

    /// One game a line. Squares in either case, with or without blanks between them; passes written (`pass`, `--`,
    /// `PA`, `PS`, `@@`) or not; at the end, after a blank, a score or none: `+20`, `0`, `-4` as Black's discs less
    /// White's, or `42-22` as Black's and White's discs, with the empty squares counted for the winner or for
    /// nobody. Blank lines and what follows a `#` are skipped.
    ///
    /// A file whose first line holds `(;` is one of games in the Generic Game Format, as servers keep them, each from its own
    /// start (`BO`); its result (`RE`) is held against the moves where the rules ended the game.
    ///
    /// The result is the signed score by the position's rule, whichever way the file counts. A game that stops early is `unfinished`.
    ///
    /// # Errors
    /// When there is text but no line of it begins with a move.
    fn replay(&self, text: &str, each: &mut dyn FnMut(Replayed<Move>)) -> Result<(), TextError> {
        if ggf::is_file(text) {
            ggf::replay(self, text, each);
            return Ok(());
        }
        let lines = || {
            let text = text.strip_prefix('\u{feff}').unwrap_or(text);
            let lines = text.lines().map(|line| line.split(COMMENT).next().unwrap_or_default().trim());
            lines.enumerate().filter(|(_, line)| !line.is_empty())
        };
        if !lines().any(|(_, line)| token(line.as_bytes()).is_some()) {
            let Some((number, line)) = lines().next() else { return Ok(()) };
            return Err(TextError::new(format!(
                "line {}: {} is no game, nor is any other line; a game is a line of moves such as f5d6c3d3c4",
                number + 1,
                quote(line)
            )));
        }
        for (game, (number, line)) in lines().enumerate() {
            each(replay_line(self, line, game + 1, number + 1));
        }
        Ok(())
    }
}

pub(crate) fn replay_line(start: &Othello, line: &str, number: usize, at: usize) -> Replayed<Move> {
    let mut game = Line { position: *start, moves: Vec::with_capacity(start.size().squares()), line, at: 0 };
    let (result, error) = match game.play_all().and_then(|()| game.result()) {
        Ok(result) => (result, None),
        Err((ply, message)) => (String::from("broken off"), Some(ReplayError { ply, message })),
    };
    Replayed {
        number,
        line: at,
        tags: Vec::new(),
        start: start.position_text(),
        moves: game.moves,
        result,
        error,
    }
}

/// What a line of moves goes on with.
enum Token {
    /// Two letters that look like a square, on the board or not.
    Square([u8; 2]),
    Pass,
}

/// The move that the text begins with, and its length.
fn token(text: &[u8]) -> Option<(Token, usize)> {
    match *text {
        [letter @ (b'a'..=b'z' | b'A'..=b'Z'), digit @ b'0'..=b'9', ..] => {
            Some((Token::Square([letter, digit]), 2))
        }
        _ => pass_at_start(text).map(|length| (Token::Pass, length)),
    }
}

/// A claim of a score, with empty squares counted or not.
enum Claim {
    /// Black's discs less White's.
    Difference(i32),
    /// Black's discs and White's.
    Discs(i32, i32),
}

/// A ply and what is wrong there.
type Broken = (usize, String);

/// A line that is being replayed.
struct Line<'a> {
    position: Othello,
    moves: Vec<Move>,
    line: &'a str,
    /// Bytes of the line that have been read.
    at: usize,
}

impl Line<'_> {
    /// Plays the moves and stops in front of the score.
    fn play_all(&mut self) -> Result<(), Broken> {
        let bytes = self.line.as_bytes();
        loop {
            while bytes.get(self.at).is_some_and(|&byte| byte == b' ' || byte == b'\t') {
                self.at += 1;
            }
            let Some((token, length)) = token(&bytes[self.at..]) else { return Ok(()) };
            match token {
                Token::Square(letters) => self.play(letters)?,
                Token::Pass if self.must_pass() => self.pass(),
                Token::Pass => return Err(self.refused(length, "is not allowed")),
            }
            self.at += length;
        }
    }

    #[inline]
    fn play(&mut self, letters: [u8; 2]) -> Result<(), Broken> {
        let Some(index) = squares::parse(letters, self.position.size().side()) else {
            let wrong = format!("is no square from a1 to {}", last_square(self.position.size()));
            return Err(self.refused(2, &wrong));
        };
        let mut flips = self.position.turned_by(index);
        if flips == 0 && self.must_pass() {
            // The pass was not written. It stays played even if the move is wrong: it was the only legal one.
            self.pass();
            flips = self.position.turned_by(index);
        }
        if flips == 0 {
            return Err(self.refused(2, self.position.why_not(index)));
        }
        self.position.place(index, flips);
        self.moves.push(Move::from_index(index));
        Ok(())
    }

    fn must_pass(&self) -> bool {
        let mover = self.position.mover();
        self.position.placements(mover) == 0 && self.position.placements(mover.other()) != 0
    }

    fn pass(&mut self) {
        self.position.pass();
        self.moves.push(Move::PASS);
    }

    /// The next `length` bytes, which are ASCII, cannot be played.
    fn refused(&self, length: usize, wrong: &str) -> Broken {
        let given = &self.line[self.at..self.at + length];
        let error = MoveError::new(&self.position, given, wrong);
        (self.moves.len() + 1, format!("{} {error}", seat_name(self.position.mover())))
    }

    /// What the rest of the line claims, held against the position.
    fn result(&self) -> Result<String, Broken> {
        let rest = self.line[self.at..].trim();
        let over = self.position.is_over();
        let claim = self.claim(rest)?;
        let played = self.position.difference(Seat::FIRST);
        let empty = self.position.empty().count_ones() as i32;
        let to_winner = played + empty * played.signum();
        let Some(claim) = claim else {
            return Ok(if over {
                signed(self.position.payoff(Seat::FIRST))
            } else {
                String::from("unfinished")
            });
        };
        let claimed = match claim {
            Claim::Difference(difference) => difference,
            Claim::Discs(black, white) => black - white,
        };
        if !over {
            return Ok(format!("unfinished, claimed {}", signed(claimed)));
        }
        let (black, white) =
            (self.position.black().count_ones() as i32, self.position.white().count_ones() as i32);
        let agrees = match claim {
            Claim::Difference(difference) => difference == played || difference == to_winner,
            Claim::Discs(claimed_black, claimed_white) => {
                let plain = (claimed_black, claimed_white) == (black, white);
                // Of a draw with empty squares each side counts half of them.
                plain
                    || (claimed == to_winner
                        && claimed_black + claimed_white == self.position.size().squares() as i32)
            }
        };
        if agrees {
            return Ok(signed(self.position.payoff(Seat::FIRST)));
        }
        let counted = if empty > 0 && played != 0 {
            format!(", or {} with the {empty} empty squares", signed(to_winner))
        } else {
            String::new()
        };
        let message = format!(
            "the score is given as {}, but the moves end {black}-{white}: {}{counted}",
            quote(rest),
            signed(played)
        );
        Err((self.moves.len(), message))
    }

    /// The score that stands at the end of the line.
    fn claim(&self, rest: &str) -> Result<Option<Claim>, Broken> {
        if rest.is_empty() {
            return Ok(None);
        }
        let most = self.position.size().squares() as i32;
        let after_blank = self.line[..self.at].ends_with([' ', '\t']);
        let claim = parse_claim(rest).filter(|claim| match *claim {
            Claim::Difference(difference) => (-most..=most).contains(&difference),
            Claim::Discs(black, white) => black + white <= most,
        });
        if let (Some(claim), true) = (claim, after_blank) {
            return Ok(Some(claim));
        }
        let mover = seat_name(self.position.mover());
        let wrong = "is neither a move nor, after a blank, a final score such as +20";
        Err((self.moves.len() + 1, format!("{mover} {}", MoveError::new(&self.position, rest, wrong))))
    }
}

/// `+20`, `-4`, `0` or `42-22`, of at most two digits each.
fn parse_claim(text: &str) -> Option<Claim> {
    let number = |digits: &str| {
        let plain = (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        if plain { digits.parse::<i32>().ok() } else { None }
    };
    if let Some(digits) = text.strip_prefix('+') {
        return number(digits).map(Claim::Difference);
    }
    if let Some(digits) = text.strip_prefix('-') {
        return number(digits).map(|points| Claim::Difference(-points));
    }
    match text.split_once('-') {
        Some((black, white)) => Some(Claim::Discs(number(black)?, number(white)?)),
        None => number(text).map(Claim::Difference),
    }
}

/// With a sign, as the files of the game databases have it, a draw too.
fn signed(points: i32) -> String {
    format!("{points:+}")
}
