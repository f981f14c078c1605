//! The board as the course's program printed it.

use plywise::Seat;

use crate::cells::Cell;
use crate::visible::Visible;

/// The rows, the top row first: `X` for grey, numbers divided by ` | `: 0 free, 1 and 2 the players, more a fruit.
#[must_use]
pub fn plain_board(position: &Visible) -> String {
    let cell = |cell: Cell| {
        let player = [Seat::FIRST, Seat::SECOND].into_iter().find(|&seat| position.player(seat) == cell);
        match (player, position.fruit_at(cell)) {
            (Some(seat), _) => (seat.0 + 1).to_string(),
            (None, Some(points)) => points.to_string(),
            (None, None) if position.open().has(cell) => "0".to_owned(),
            (None, None) => "X".to_owned(),
        }
    };
    let (rows, columns) = (usize::from(position.rules().rows), usize::from(position.rules().columns));
    let width = position.fruits().map(|(_, points)| points.to_string().len()).max().unwrap_or(1);
    let row = |row: usize| {
        let cells: Vec<String> =
            (0..columns).map(|column| format!("{:>width$}", cell(Cell::new(row, column)))).collect();
        cells.join(" | ") + "\n"
    };
    (0..rows).rev().map(row).collect()
}
