//! The mirror images of a rectangle.

use crate::cells::Cell;
use crate::options::Rules;

/// A turn or reflection of a board that maps it onto itself: first the diagonal mirror, then the other two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symmetry {
    rows: usize,
    columns: usize,
    /// Rows become columns; only on a square.
    diagonal: bool,
    upside_down: bool,
    left_right: bool,
}

impl Symmetry {
    /// All of a board, the identity first.
    pub(crate) fn of(rules: &Rules) -> impl Iterator<Item = Self> + use<> {
        let (rows, columns) = (usize::from(rules.rows), usize::from(rules.columns));
        let count = if rows == columns { 8 } else { 4 };
        (0..count).map(move |n| Self {
            rows,
            columns,
            diagonal: n & 4 != 0,
            upside_down: n & 2 != 0,
            left_right: n & 1 != 0,
        })
    }

    /// Where a cell comes to lie. Cells outside the board stay.
    pub(crate) fn apply(self, cell: Cell) -> Cell {
        let (mut row, mut column) = (cell.row(), cell.column());
        if row >= self.rows || column >= self.columns {
            return cell;
        }
        if self.diagonal {
            (row, column) = (column, row);
        }
        if self.upside_down {
            row = self.rows - 1 - row;
        }
        if self.left_right {
            column = self.columns - 1 - column;
        }
        Cell::new(row, column)
    }
}
