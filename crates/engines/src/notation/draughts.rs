//! Checkers positions and moves as the Hub protocol and DamExchange write them.
//!
//! Squares have the numbers of PDN. A capture is written by its path in PDN (`22x15x8`), and by its first and last
//! square and what it takes in these protocols, in any order (`22x8x11x18`).

use std::fmt::Write;

/// Which letter a Hub position begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Letters {
    /// What pydraughts sends for `english`: `W` where Black, who starts on squares 1 to 12, is to move. That package
    /// thinks of whoever begins as White.
    #[default]
    Inverted,
    /// `B` where Black is to move.
    Plain,
}

/// A board: for each of the 32 squares `b`, `w`, `B`, `W` or `e`, and whether Black is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Board {
    squares: [u8; 32],
    black_to_move: bool,
}

/// Where every game starts.
const START: &[u8; 32] = b"bbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

/// A PDN FEN (`B:W18,K24:B12,16`) as a Hub position. None if it is no FEN in its written form.
#[must_use]
pub fn hub_position(fen: &str, letters: Letters) -> Option<String> {
    let board = read_fen(fen)?;
    let side = if board.black_to_move == (letters == Letters::Plain) { 'B' } else { 'W' };
    Some(format!("{side}{}", String::from_utf8_lossy(&board.squares)))
}

/// A Hub position as a PDN FEN, and by which letters it was understood. The start is Black's to move whatever the
/// letter says, and so tells which letters are meant.
///
/// # Errors
/// One line that says what a position looks like.
pub fn read_hub_position(text: &str, letters: Letters) -> Result<(String, Letters), String> {
    let wrong = || {
        format!(
            "position {text:?} should be W or B and then 32 squares, each one of w, b, W, B (kings) and e (empty)"
        )
    };
    let (side, squares) = text.split_at_checked(1).ok_or_else(wrong)?;
    let squares: [u8; 32] = squares.as_bytes().try_into().map_err(|_| wrong())?;
    if !squares.iter().all(|square| b"wbWBe".contains(square)) {
        return Err(wrong());
    }
    let letters = match side {
        "W" if squares == *START => Letters::Inverted,
        "B" if squares == *START => Letters::Plain,
        "W" | "B" => letters,
        _ => return Err(wrong()),
    };
    let black_to_move = (side == "B") == (letters == Letters::Plain);
    Ok((write_fen(&Board { squares, black_to_move }), letters))
}

/// A PDN FEN as a DamExchange position: whose turn it is and the squares, `Z` and `z` for Black.
#[must_use]
pub fn dxp_position(fen: &str) -> Option<(char, String)> {
    let board = read_fen(fen)?;
    let swap = |square: &u8| match square {
        b'b' => 'z',
        b'B' => 'Z',
        other => char::from(*other),
    };
    let side = if board.black_to_move { 'Z' } else { 'W' };
    Some((side, board.squares.iter().map(swap).collect()))
}

/// A DamExchange position as a PDN FEN. Squares may be followed by blanks.
///
/// # Errors
/// One line that says what a position looks like.
pub fn read_dxp_position(side: char, squares: &str) -> Result<String, String> {
    let wrong = || {
        format!(
            "position {side}{squares} should be W or Z and then 32 squares, each one of w, z, W, Z (kings) and e (empty)"
        )
    };
    let mut board = Board { squares: [b'e'; 32], black_to_move: side == 'Z' };
    if !matches!(side, 'W' | 'Z') || squares.trim_end().len() != 32 {
        return Err(wrong());
    }
    for (square, given) in board.squares.iter_mut().zip(squares.bytes()) {
        *square = match given {
            b'z' => b'b',
            b'Z' => b'B',
            b'w' | b'W' | b'e' => given,
            _ => return Err(wrong()),
        };
    }
    Ok(write_fen(&board))
}

/// A move by its first and last square and what it takes, in ascending order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Jump {
    /// The first square, 1 to 32.
    pub from: u8,
    /// The last square.
    pub to: u8,
    /// The squares of the pieces that are taken.
    pub taken: Vec<u8>,
}

impl Jump {
    /// Reads a move in PDN, every square of its path named: `11-15`, `22x15x8`. None if it is no such move.
    #[must_use]
    pub fn of_path(text: &str) -> Option<Self> {
        let is_capture = text.contains('x');
        let path = squares(text)?;
        let (from, to) = (*path.first()?, *path.last()?);
        let mut taken = Vec::new();
        if is_capture {
            for step in path.windows(2) {
                taken.push(between(step[0], step[1])?);
            }
        } else if path.len() != 2 {
            return None;
        }
        taken.sort_unstable();
        Some(Self { from, to, taken })
    }

    /// Reads a move of the Hub protocol: `11-15`, `22x8x11x18`.
    #[must_use]
    pub fn of_hub(text: &str) -> Option<Self> {
        let all = squares(text)?;
        let [from, to, ref taken @ ..] = all[..] else { return None };
        let mut taken = taken.to_vec();
        taken.sort_unstable();
        (taken.is_empty() == text.contains('-')).then_some(Self { from, to, taken })
    }

    /// The move in the Hub protocol.
    #[must_use]
    pub fn hub(&self) -> String {
        let mark = if self.taken.is_empty() { '-' } else { 'x' };
        let mut text = format!("{}{mark}{}", self.from, self.to);
        for square in &self.taken {
            let _ = write!(text, "x{square}");
        }
        text
    }
}

fn squares(text: &str) -> Option<Vec<u8>> {
    let read = |part: &str| part.trim().parse().ok().filter(|square| (1..=32).contains(square));
    text.split(['-', 'x']).map(read).collect()
}

/// The square that a jump passes over.
fn between(from: u8, to: u8) -> Option<u8> {
    let place = |square: u8| {
        let (row, rest) = (i16::from(square - 1) / 4, i16::from(square - 1) % 4);
        (row, 2 * rest + 1 - row % 2)
    };
    let ((row, column), (to_row, to_column)) = (place(from), place(to));
    if (row - to_row).abs() != 2 || (column - to_column).abs() != 2 {
        return None;
    }
    let (row, column) = (i16::midpoint(row, to_row), i16::midpoint(column, to_column));
    u8::try_from(row * 4 + column / 2 + 1).ok()
}

fn read_fen(fen: &str) -> Option<Board> {
    let mut parts = fen.trim().split(':');
    let black_to_move = match parts.next()? {
        "B" => true,
        "W" => false,
        _ => return None,
    };
    let mut squares = [b'e'; 32];
    for part in parts {
        let (side, list) = part.split_at_checked(1)?;
        let (man, king) = match side {
            "B" => (b'b', b'B'),
            "W" => (b'w', b'W'),
            _ => return None,
        };
        for piece in list.split(',').filter(|piece| !piece.is_empty()) {
            let (number, kind) = piece.strip_prefix('K').map_or((piece, man), |number| (number, king));
            let index = number.parse::<usize>().ok()?.checked_sub(1)?;
            *squares.get_mut(index)? = kind;
        }
    }
    Some(Board { squares, black_to_move })
}

fn write_fen(board: &Board) -> String {
    let list = |man: u8, king: u8| {
        let pieces = board.squares.iter().enumerate().filter_map(|(i, &square)| match square {
            _ if square == man => Some((i + 1).to_string()),
            _ if square == king => Some(format!("K{}", i + 1)),
            _ => None,
        });
        pieces.collect::<Vec<_>>().join(",")
    };
    let side = if board.black_to_move { 'B' } else { 'W' };
    format!("{side}:W{}:B{}", list(b'w', b'W'), list(b'b', b'B'))
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let jump = Jump::of_path(path);
            if hub == "no" {
                assert_eq!(jump, None, "{path} is no path");
                continue;
            }
            let jump = jump.unwrap();
            assert_eq!(jump.hub(), hub);
            assert_eq!(Jump::of_hub(hub), Some(jump));
        }
        assert_eq!(Jump::of_hub("20x4x16x8"), Jump::of_hub("20x4x8x16"), "in any order");
        for text in ["", "5", "33-1", "0-4", "11x15", "11-15x2", "a-b", "11-15-18"] {
            assert_eq!(Jump::of_hub(text).or_else(|| Jump::of_path(text)), None, "{text}");
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
