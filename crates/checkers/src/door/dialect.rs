//! Checkers positions and moves as the Hub protocol and DamExchange write them.
//!
//! Squares have the numbers of PDN. A capture is written by its path in PDN (`22x15x8`), and by its first and last
//! square and what it takes in these protocols.

use plywise::Seat;
use registry::dialect::{Dialect, Draughts, Jump, Letters};

use crate::fen;
use crate::{Board, Rules, Square, Squares};

/// English draughts as these protocols have it.
pub const DIALECT: Dialect = Dialect { squares: None, draughts: Some(&ENGLISH) };

static ENGLISH: Draughts = Draughts {
    variant: "english",
    hub_position,
    read_hub_position,
    dxp_position,
    read_dxp_position,
    jump: of_path,
};

/// The letters of both seats' men and kings; `e` is empty.
type Marks = [[u8; 2]; 2];
const HUB: Marks = [*b"bB", *b"wW"];
const DXP: Marks = [*b"zZ", *b"wW"];

/// A board's squares by number.
fn letters(board: &Board, marks: Marks) -> String {
    let mark = |square| {
        board.piece_at(square).map_or('e', |(seat, is_king)| marks[seat.index()][usize::from(is_king)].into())
    };
    (1..=32).filter_map(Square::from_number).map(mark).collect()
}

/// The board of 32 letters. None if it is none.
fn of_letters(text: &str, marks: Marks, to_move: Seat) -> Option<Board> {
    let (mut pieces, mut kings) = ([Squares::NONE; 2], Squares::NONE);
    if text.len() != 32 {
        return None;
    }
    for (number, letter) in (1..).zip(text.bytes()).filter(|(_, letter)| *letter != b'e') {
        let square = Square::from_number(number)?.set();
        let seat = marks.iter().position(|marks| marks.contains(&letter))?;
        pieces[seat] = pieces[seat] | square;
        if marks[seat][1] == letter {
            kings = kings | square;
        }
    }
    Board::new(pieces, kings, to_move).ok()
}

/// A PDN FEN (`B:W18,K24:B12,16`) as a Hub position. None if it is no FEN.
fn hub_position(text: &str, spelling: Letters) -> Option<String> {
    let board = fen::read(text, Rules::Standard).ok()?;
    let is_black = board.to_move() == Seat::FIRST;
    let side = if is_black == (spelling == Letters::Plain) { 'B' } else { 'W' };
    Some(format!("{side}{}", letters(&board, HUB)))
}

/// A Hub position as a PDN FEN, and by which letters it was understood. The start is Black's to move whatever the
/// letter says, and so tells which letters are meant.
fn read_hub_position(text: &str, spelling: Letters) -> Result<(String, Letters), String> {
    let read = || {
        let (side, squares) = text.split_at_checked(1)?;
        let is_start = squares == letters(&Board::start(), HUB);
        let spelling = match side {
            "W" if is_start => Letters::Inverted,
            "B" if is_start => Letters::Plain,
            "W" | "B" => spelling,
            _ => return None,
        };
        let is_black = (side == "B") == (spelling == Letters::Plain);
        let board = of_letters(squares, HUB, if is_black { Seat::FIRST } else { Seat::SECOND })?;
        Some((fen::write(&board, Rules::Standard), spelling))
    };
    read().ok_or_else(|| {
        format!(
            "position {text:?} should be W or B and then 32 squares, each one of w, b, W, B (kings) and e (empty), with at \
             most twelve pieces a side and no man where it would be a king"
        )
    })
}

/// A PDN FEN as a DamExchange position: whose turn it is and the squares, `Z` and `z` for Black.
fn dxp_position(text: &str) -> Option<(char, String)> {
    let board = fen::read(text, Rules::Standard).ok()?;
    Some((if board.to_move() == Seat::FIRST { 'Z' } else { 'W' }, letters(&board, DXP)))
}

/// A DamExchange position as a PDN FEN. Squares may be followed by blanks.
fn read_dxp_position(side: char, squares: &str) -> Result<String, String> {
    let to_move = if side == 'Z' { Seat::FIRST } else { Seat::SECOND };
    let board = of_letters(squares.trim_end(), DXP, to_move).filter(|_| matches!(side, 'W' | 'Z'));
    board.map(|board| fen::write(&board, Rules::Standard)).ok_or_else(|| {
        format!(
            "position {side}{squares} should be W or Z and then 32 squares, each one of w, z, W, Z (kings) and e (empty), \
             with at most twelve pieces a side and no man where it would be a king"
        )
    })
}

/// A move in PDN, every square of its path named: `11-15`, `22x15x8`. None if it is no such move.
fn of_path(text: &str) -> Option<Jump> {
    let square = |part: &str| part.trim().parse().ok().and_then(Square::from_number);
    let path = text.split(['-', 'x']).map(square).collect::<Option<Vec<Square>>>()?;
    let is_capture = text.contains('x');
    let mut taken = Vec::new();
    if is_capture {
        for step in path.windows(2) {
            taken.push(between(step[0], step[1])?.number());
        }
    } else if path.len() != 2 {
        return None;
    }
    taken.sort_unstable();
    Some(Jump { from: path.first()?.number(), to: path.last()?.number(), taken })
}

/// The square that a jump passes over.
fn between(from: Square, to: Square) -> Option<Square> {
    let is_jump = from.row().abs_diff(to.row()) == 2 && from.column().abs_diff(to.column()) == 2;
    let (row, column) = (u8::midpoint(from.row(), to.row()), u8::midpoint(from.column(), to.column()));
    let all = (1..=32).filter_map(Square::from_number);
    all.filter(|_| is_jump).find(|square| (square.row(), square.column()) == (row, column))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What no reader expects is refused in one line, and what is understood is written back.
    #[test]
    fn no_text_breaks_a_reader() {
        proptest::proptest!(|(text in "[WBZwbze]?[wbWBzZe]{30,34}|[0-9x-]{0,12}|.{0,40}")| {
            let _ = of_path(&text);
            if let Some(jump) = Jump::of_hub(&text) {
                proptest::prop_assert_eq!(Jump::of_hub(&jump.hub()), Some(jump));
            }
            if let Ok((fen, letters)) = read_hub_position(&text, Letters::Inverted) {
                let written = hub_position(&fen, letters);
                proptest::prop_assert_eq!(written.as_deref(), Some(text.as_str()));
            }
            let _ = (read_dxp_position('W', &text), dxp_position(&text));
        });
    }

    const FEN: &str = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";

    /// As pydraughts 0.6.7 writes both.
    #[test]
    fn positions_of_pydraughts() {
        let hub = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
        assert_eq!(hub_position(FEN, Letters::Inverted).as_deref(), Some(hub));
        assert_eq!(read_hub_position(hub, Letters::Plain), Ok((FEN.into(), Letters::Inverted)));
        let few = "BeeeeeeeeeeebeeebeweeeeeWeeeeeeee";
        assert_eq!(hub_position("W:W18,K24:B12,16", Letters::Inverted).as_deref(), Some(few));
        assert_eq!(
            read_hub_position(few, Letters::Inverted),
            Ok(("W:W18,K24:B12,16".into(), Letters::Inverted))
        );
        let (side, squares) = dxp_position(FEN).unwrap();
        assert_eq!((side, squares.as_str()), ('Z', "zzzzzzzzzzzzeeeeeeeewwwwwwwwwwww"));
        assert_eq!(read_dxp_position(side, &squares).as_deref(), Ok(FEN));
    }

    #[test]
    fn the_start_tells_which_letters_are_meant() {
        let plain = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
        assert_eq!(read_hub_position(plain, Letters::Inverted), Ok((FEN.into(), Letters::Plain)));
        let other = "BbbbbbbbbbbbeeeeebeeewwwwwwwwwwwwB";
        read_hub_position(other, Letters::Plain).unwrap_err();
        let other = "BeeeeeeeeeeebeeebeweeeeeWeeeeeeee";
        assert_eq!(read_hub_position(other, Letters::Plain).unwrap().0, "B:W18,K24:B12,16");
    }

    /// Each pair from a game of pydraughts, but for the circular capture.
    #[test]
    fn captures_name_what_they_take() {
        for (path, hub) in [
            ("12-16", "12-16"),
            ("18x11", "18x11x15"),
            ("15x22", "15x22x18"),
            ("20x11x4", "20x4x8x16"),
            ("4x11x18", "4x18x8x15"),
            ("18x9x2x11", "18x11x6x7x14"),
            ("13x6", "13x6x9"),
            ("11x18x25x22", "no"),
            ("10x17x26x19x10", "10x10x14x15x22x23"),
        ] {
            let jump = of_path(path);
            if hub == "no" {
                assert_eq!(jump, None, "{path} is no path");
                continue;
            }
            let jump = jump.unwrap();
            assert_eq!(jump.hub(), hub);
            assert_eq!(Jump::of_hub(hub), Some(jump));
        }
        assert_eq!(Jump::of_hub("20x4x16x8"), Jump::of_hub("20x4x8x16"), "in any order");
        for text in ["", "5", "51-1", "0-4", "11x15", "11-15x2", "a-b", "11-15-18"] {
            assert_eq!(Jump::of_hub(text).or_else(|| of_path(text)), None, "{text}");
        }
    }

    #[test]
    fn what_is_no_position_is_refused() {
        for text in ["", "W", "Xbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwwx", "é"]
        {
            read_hub_position(text, Letters::Plain).expect_err(text);
        }
        read_dxp_position('B', "zzzzzzzzzzzzeeeeeeeewwwwwwwwwwww").unwrap_err();
        read_dxp_position('W', &"b".repeat(32)).unwrap_err();
        for fen in ["", "R:R1:B2", "B:X1", "B:W33", "B:W0", "B:W1x"] {
            assert_eq!(hub_position(fen, Letters::Plain), None, "{fen}");
        }
    }
}
