//! Othello as GTP and NBoard programs write it.

use registry::dialect::{Dialect, Squares};

use crate::ggf;
use crate::names::{board_side, nboard_move, read_move};

/// Othello as these protocols have it.
pub const DIALECT: Dialect = Dialect { squares: Some(&OTHELLO), draughts: None };

static OTHELLO: Squares = Squares {
    game: "Othello",
    side: board_side,
    start: standard_start,
    sized: |side| format!("othello:size={side}"),
    read_move,
    write_move: nboard_move,
    write_game: ggf::write,
    read_game: |text| ggf::read(text).map(|game| (game.start, game.moves)),
    read_clocks: ggf::clocks,
    taken: ggf::taken,
};

/// The standard start of a board with so many squares along a side.
fn standard_start(side: usize) -> Option<String> {
    if side < 4 || !side.is_multiple_of(2) {
        return None;
    }
    let middle = side / 2;
    let mut squares = vec!['-'; side * side];
    for (row, column, disc) in [
        (middle - 1, middle - 1, 'O'),
        (middle - 1, middle, 'X'),
        (middle, middle - 1, 'X'),
        (middle, middle, 'O'),
    ] {
        squares[row * side + column] = disc;
    }
    Some(squares.into_iter().collect::<String>() + " X")
}
