//! Moves and boards as other programs spell them.

/// Every spelling of a pass that programs use, in lower case.
const PASSES: [&str; 5] = ["pass", "pa", "ps", "--", "@@"];

/// A move in our notation (`f5`, `pass`) from any spelling: either case, `PA`, with an evaluation and a time behind it
/// (`F5/1.20/0.3`), or with blanks in front. None if it is neither a square nor a pass.
#[must_use]
pub fn read_move(text: &str) -> Option<String> {
    let word = text.split_whitespace().next()?.split('/').next()?.to_ascii_lowercase();
    if PASSES.contains(&word.as_str()) {
        return Some("pass".into());
    }
    matches!(word.as_bytes(), [b'a'..=b'h', b'1'..=b'8']).then_some(word)
}

/// A move as NBoard and GGF write it: `F5`, `PA`.
#[must_use]
pub fn nboard_move(mv: &str) -> String {
    if mv == "pass" { "PA".into() } else { mv.to_ascii_uppercase() }
}

/// Squares along a side of the board of a position text: 4, 6 or 8.
#[must_use]
pub fn board_side(position: &str) -> Option<usize> {
    let (board, _) = position.trim().rsplit_once(' ')?;
    (1..=8).find(|side| side * side == board.chars().count())
}

/// Whether Black is to move in a position text.
#[must_use]
pub(crate) fn is_black_to_move(position: &str) -> bool {
    position.trim().ends_with('X')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_move_is_read() {
        for text in ["f5", "F5", " F5/-1.25/0.50", "f5 1.00 0.0"] {
            assert_eq!(read_move(text).as_deref(), Some("f5"), "{text}");
        }
        for text in ["pass", "PASS", "PA", "pa/0.0", "--", "PS", "@@"] {
            assert_eq!(read_move(text).as_deref(), Some("pass"), "{text}");
        }
        for text in ["", "resign", "i1", "a9", "f55", "p", "/"] {
            assert_eq!(read_move(text), None, "{text}");
        }
    }

    #[test]
    fn a_pass_is_never_taken_for_a_square() {
        assert_eq!(nboard_move("pass"), "PA");
        assert_eq!(nboard_move("a1"), "A1");
        assert_eq!(read_move(&nboard_move("pass")).as_deref(), Some("pass"));
    }

    #[test]
    fn the_side_of_a_board_follows_from_its_text() {
        assert_eq!(board_side("-----XO--OX----- X"), Some(4));
        assert_eq!(board_side("-----XO--OX---- X"), None, "15 squares");
        assert_eq!(board_side("-----XO--OX------ X"), None, "17 squares");
        assert_eq!(board_side("----".repeat(4).as_str()), None, "no side to move");
        assert_eq!(board_side(&format!("{} O", "-".repeat(36))), Some(6));
        assert!(is_black_to_move("---- X") && !is_black_to_move("---- O"));
    }
}
