//! The board drawn for people.

use plywise::{Game, Ink};

use crate::game::Twenty48;
use crate::moves::{Cell, Move};

/// Background of each rank, as an index into the terminal's 256 colours: the original page's palette, as near as it
/// gets. Ranks above 11 share the last one.
const GROUND: [u8; 13] = [250, 255, 230, 216, 209, 203, 196, 228, 227, 226, 220, 214, 236];
const RESET: &str = "\u{1b}[0m";

/// The board with its coordinates, and below it the score and whose turn it is.
pub(crate) fn draw(position: &Twenty48, last: Option<Move>, ink: Ink) -> String {
    let rule = "  +--------+--------+--------+--------+\n";
    let mut text = String::from("      a        b        c        d\n");
    text.push_str(rule);
    for row in 0..4 {
        text.push_str(&format!("{} ", row + 1));
        for column in 0..4 {
            text.push('|');
            text.push_str(&draw_cell(position, Cell::new(4 * row + column), last, ink));
        }
        text.push_str("|\n");
        text.push_str(rule);
    }
    let turn = match (position.is_over(), position.is_chance()) {
        (true, _) => "game over",
        (_, true) => "chance to place a tile",
        _ => "player to move",
    };
    text.push_str(&format!("  score {}, {turn}", position.score()));
    if let Some(Move::Slide(way)) = last {
        text.push_str(&format!(", after {way}"));
    }
    text.push('\n');
    text
}

/// Eight characters wide. The tile that came last stands in brackets, or underlined where there is colour.
fn draw_cell(position: &Twenty48, cell: Cell, last: Option<Move>, ink: Ink) -> String {
    let is_new = matches!(last, Some(Move::Spawn { cell: new, .. }) if new == cell);
    let tile = match position.board().tile(cell) {
        0 => String::new(),
        tile => tile.to_string(),
    };
    if ink == Ink::Plain {
        return if is_new { format!("{:^8}", format!("[{tile}]")) } else { format!("{tile:^8}") };
    }
    let rank = usize::from(position.board().rank(cell));
    let ground = GROUND[rank.min(GROUND.len() - 1)];
    let letters = if rank > 11 { 231 } else { 16 };
    let mark = if is_new { ";4" } else { "" };
    let pad = 8 - tile.len();
    // The underline belongs to the number alone, so the padding is written apart from it.
    let (before, after) = (" ".repeat(pad / 2), " ".repeat(pad - pad / 2));
    let style = format!("\u{1b}[48;5;{ground};38;5;{letters};1");
    format!("{style}m{before}{style}{mark}m{tile}{RESET}{style}m{after}{RESET}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywise::Notation;

    #[test]
    fn a_board_is_drawn_with_its_last_tile_marked() {
        let position =
            Twenty48::START.read_position("131072 0 0 0/0 2 0 0/0 0 16 0/0 0 0 4 score=4").unwrap();
        let last = Move::read("b2=2").unwrap();
        let plain = "      a        b        c        d
  +--------+--------+--------+--------+
1 | 131072 |        |        |        |
  +--------+--------+--------+--------+
2 |        |  [2]   |        |        |
  +--------+--------+--------+--------+
3 |        |        |   16   |        |
  +--------+--------+--------+--------+
4 |        |        |        |   4    |
  +--------+--------+--------+--------+
  score 4, player to move
";
        assert_eq!(position.diagram(Some(last), Ink::Plain), plain);
        let color = position.diagram(Some(last), Ink::Color);
        assert!(
            color.lines().all(|line| !line.contains('\u{1b}') || line.trim_end_matches('|').ends_with(RESET))
        );
        assert_eq!(strip(&color), plain.replace("[2]", " 2 "), "only colour differs");
    }

    fn strip(text: &str) -> String {
        let mut parts = text.split('\u{1b}');
        let first = parts.next().unwrap().to_owned();
        parts.fold(first, |sum, part| sum + part.split_once('m').unwrap().1)
    }
}
