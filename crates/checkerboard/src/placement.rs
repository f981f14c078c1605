//! CheckerBoard's pictures of a board and of a move.
//!
//! A board is `board[x][y]`: from Black's side, x counts the columns from the left and y the rows from the bottom, so
//! that square 4 is `[0][0]`, square 1 `[6][0]`, square 5 `[7][1]` and square 29 `[7][7]`.

use std::ffi::c_int;

use checkers::{Board, Move, Square, Squares};
use plywise::Seat;

/// A board by columns from Black's left and rows from Black's side.
pub(crate) type Cells = [[c_int; 8]; 8];

pub(crate) const WHITE: c_int = 1;
pub(crate) const BLACK: c_int = 2;
const MAN: c_int = 4;
const KING: c_int = 8;
/// More jumps than any capture has, and room for the square before the first.
const STEPS: usize = 12;

/// Column and row.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[repr(C)]
pub(crate) struct Coordinates {
    x: c_int,
    y: c_int,
}

/// A move, for whoever wants to draw it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[repr(C)]
pub(crate) struct MoveRecord {
    jumps: c_int,
    /// What arrives, and what went off.
    new_piece: c_int,
    old_piece: c_int,
    from: Coordinates,
    to: Coordinates,
    /// The squares that it stands on; the first jump ends at the second.
    path: [Coordinates; STEPS],
    /// What is taken, where and what.
    taken_at: [Coordinates; STEPS],
    taken: [c_int; STEPS],
}

/// The side that a colour means.
pub(crate) fn seat(color: c_int) -> Result<Seat, String> {
    match color {
        BLACK => Ok(Seat::FIRST),
        WHITE => Ok(Seat::SECOND),
        _ => Err(format!("color is {color}; 1 is White to move, 2 Black")),
    }
}

fn piece((seat, is_king): (Seat, bool)) -> c_int {
    (if seat == Seat::FIRST { BLACK } else { WHITE }) | if is_king { KING } else { MAN }
}

fn at(square: Square) -> Coordinates {
    Coordinates { x: square.course_column().into(), y: square.row().into() }
}

/// The position that the cells show. What stands on light squares is nobody's.
///
/// # Errors
/// What cannot stand there.
pub(crate) fn read(cells: &Cells, color: c_int) -> Result<Board, String> {
    let (mut pieces, mut kings) = ([Squares::NONE; 2], Squares::NONE);
    for square in Squares(u32::MAX) {
        let Coordinates { x, y } = at(square);
        let code = cells[x as usize][y as usize];
        let seat = match code & (WHITE | BLACK) {
            BLACK => 0,
            WHITE => 1,
            _ if code == 0 => continue,
            _ => return Err(wrong_piece(code, x, y)),
        };
        pieces[seat] = pieces[seat] | square.set();
        match code & !(WHITE | BLACK) {
            MAN => {}
            KING => kings = kings | square.set(),
            _ => return Err(wrong_piece(code, x, y)),
        }
    }
    Board::new(pieces, kings, seat(color)?).map_err(|wrong| wrong.to_string())
}

fn wrong_piece(code: c_int, x: c_int, y: c_int) -> String {
    format!("board[{x}][{y}] is {code}; a square is 0, or 5 or 9 (White's man or king), 6 or 10 (Black's)")
}

/// Puts a position into the cells.
pub(crate) fn write(board: &Board, cells: &mut Cells) {
    *cells = [[0; 8]; 8];
    for square in Squares(u32::MAX) {
        let Coordinates { x, y } = at(square);
        cells[x as usize][y as usize] = board.piece_at(square).map_or(0, piece);
    }
}

/// What a legal move does on a board.
pub(crate) fn record(board: &Board, mv: Move) -> MoveRecord {
    let mut after = *board;
    plywise::Game::play(&mut after, mv);
    let on = |board: &Board, square| board.piece_at(square).map_or(0, piece);
    let mut record = MoveRecord {
        jumps: mv.captured().len() as c_int,
        new_piece: on(&after, mv.to()),
        old_piece: on(board, mv.from()),
        from: at(mv.from()),
        to: at(mv.to()),
        ..MoveRecord::default()
    };
    for (place, square) in record.path.iter_mut().zip(mv.path()) {
        *place = at(square);
    }
    let jumps: Vec<Coordinates> = mv.path().map(at).collect();
    for (jump, ends) in jumps.windows(2).enumerate().take(mv.captured().len() as usize) {
        let over = Coordinates { x: (ends[0].x + ends[1].x) / 2, y: (ends[0].y + ends[1].y) / 2 };
        let taken = Square::from_course(over.y as u8, over.x as u8);
        (record.taken_at[jump], record.taken[jump]) = (over, taken.map_or(0, |taken| on(board, taken)));
    }
    record
}
