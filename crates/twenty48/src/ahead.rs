//! The last turn of a search on the published features, all slides and new tiles of it at once.
//!
//! The values are those of the plain search but for rounding. What makes it fast: the mean over the new tiles after a
//! slide needs no boards (`sums`), and of the boards behind the new tiles before it only the row and the column that
//! changed are slid again.

use plywise::{Ahead, Horizon};

use crate::board::{Board, transposed};
use crate::evaluators::Published;
use crate::game::Twenty48;
use crate::sums::{Both, Sum, Tables, swings, tables};

/// A column of nibbles: the leftmost.
const COLUMN: u64 = 0x000F_000F_000F_000F;

/// The weights as the means need them, twice the value in all.
struct Means {
    h1: f64,
    pairs: f64,
    empties: f64,
    steps: f64,
    constant: f64,
}

/// One over ten times the number of empty cells.
const PER_TILE: [f64; 17] = {
    let mut per_tile = [0.0; 17];
    let mut empty = 1;
    while empty <= 16 {
        per_tile[empty] = 1.0 / (10 * empty) as f64;
        empty += 1;
    }
    per_tile
};

impl Means {
    fn new(weights: [i32; 4]) -> Self {
        let [w1, w2, w3, w4] = weights.map(f64::from);
        Self { h1: w1, pairs: 2.0 * w2, empties: 2.0 * w3, steps: w4, constant: 8.8 * w1 - 2.0 * w3 }
    }

    /// Twice the mean value over all new tiles. The rows' and the columns' sums of boards, for each the rank sum and the
    /// number of empty cells.
    #[inline]
    fn doubled<const N: usize, const AXES: usize>(&self, axes: [Sum; AXES], content: [u32; N]) -> [f64; N] {
        const { assert!(AXES == 2 * N) };
        let (moments, tilts) = swings(axes);
        let mut means = [0.0; N];
        for i in 0..N {
            let both = Both::of(axes[i], axes[N + i]);
            let moments = i32::from(moments[i]) + i32::from(moments[N + i]);
            let tilts = i32::from(tilts[i]) + i32::from(tilts[N + i]);
            let (rank_sum, empty) = ((content[i] & 0xFFFF) as i32, content[i] >> 16);
            let sure = 8.0 * self.h1 * f64::from(rank_sum)
                + self.pairs * f64::from(both.pairs())
                + self.empties * f64::from(empty)
                + self.steps * f64::from(both.steps());
            let by_tile = self.h1 * f64::from(moments)
                + self.pairs * f64::from(both.new_pairs())
                + self.steps * f64::from(both.new_steps() - tilts);
            means[i] = self.constant + sure + by_tile * PER_TILE[(empty & 31).min(16) as usize];
        }
        means
    }
}

/// A board slid one way, as far as it is shared by all boards that have one more tile.
#[derive(Clone, Copy)]
struct Side {
    /// The sums of the rows together.
    rows: Sum,
    /// Those of each row.
    row: [Sum; 4],
    /// The slid board with rows and columns exchanged.
    turned: u64,
    /// Which rows change, a bit each.
    changed: u32,
}

impl Side {
    fn new(tables: &Tables, before: [u16; 4], after: [u16; 4]) -> Self {
        let row = after.map(|row| tables.sum(row));
        let low = after.iter().rev().fold(0, |low, &row| low << 16 | u64::from(row));
        let changed = (0..4).map(|i| u32::from(before[i] != after[i]) << i).sum();
        Self { rows: row.iter().sum(), row, turned: transposed(low), changed }
    }

    /// The sums of the rows and of the columns, and whether the slide is legal, with another row in place of one.
    #[inline]
    fn with(&self, tables: &Tables, at: usize, before: u16, after: u16) -> (Sum, Sum, bool) {
        let rows = self.rows - self.row[at] + tables.sum(after);
        let turned = self.turned & !(COLUMN << (4 * at)) | spread(after) << (4 * at);
        (rows, tables.sum_rows(turned), self.changed & !(1 << at) != 0 || before != after)
    }
}

/// The four nibbles of a row, one in each row of a board.
#[inline]
fn spread(row: u16) -> u64 {
    let row = u64::from(row);
    let row = (row | row << 24) & 0x0000_00FF_0000_00FF;
    (row | row << 12) & COLUMN
}

/// A board, or its columns as rows, slid both ways.
struct Frame {
    before: [u16; 4],
    left: Side,
    right: Side,
    /// Rank sum and empty cells of the slid rows, and those of all together.
    content: [u32; 4],
    contents: u32,
}

impl Frame {
    fn new(tables: &Tables, low: u64) -> Self {
        let before = [0, 1, 2, 3].map(|row| (low >> (16 * row)) as u16);
        let slides = before.map(|row| tables.slide(row));
        let content = slides.map(|slide| slide.content());
        Self {
            before,
            left: Side::new(tables, before, slides.map(|slide| slide.left())),
            right: Side::new(tables, before, slides.map(|slide| slide.right())),
            content,
            contents: content.iter().sum(),
        }
    }
}

/// What comes of the best slide.
struct Best {
    /// Twice its mean value; negative infinity where no slide is legal.
    doubled: f64,
    /// Positions that a plain search enters: those after the slides and after the tiles behind them.
    nodes: u64,
    /// Whether a slide leaves two cells empty or more: then the game goes on behind every new tile.
    open: bool,
}

impl Best {
    /// Of slides along rows, left and right, and along columns.
    #[inline]
    fn of(means: &Means, axes: [Sum; 8], content: [u32; 4], legal: [bool; 4]) -> Self {
        let doubled = means.doubled(axes, content);
        let mut best = Self { doubled: f64::NEG_INFINITY, nodes: 0, open: false };
        for i in 0..4 {
            let value = if legal[i] { doubled[i] } else { f64::NEG_INFINITY };
            best.doubled = if value > best.doubled { value } else { best.doubled };
            let empty = content[i] >> 16;
            best.nodes += if legal[i] { u64::from(1 + 2 * empty) } else { 0 };
            best.open |= legal[i] & (empty > 1);
        }
        best
    }

    /// Of a board.
    fn of_board(means: &Means, tables: &Tables, low: u64) -> Self {
        let frames = [low, transposed(low)].map(|low| Frame::new(tables, low));
        let [across, along] = &frames;
        let columns = |side: &Side| tables.sum_rows(side.turned);
        let sides = [&across.left, &across.right, &along.left, &along.right];
        let [a, b, c, d] = sides.map(|side| side.rows);
        let [e, f, g, h] = sides.map(columns);
        let content = [across.contents, across.contents, along.contents, along.contents];
        Self::of(means, [a, b, c, d, e, f, g, h], content, sides.map(|side| side.changed != 0))
    }

    /// Of the board of these frames with one more tile.
    #[inline]
    fn with_tile(means: &Means, tables: &Tables, frames: &[Frame; 2], cell: [usize; 2], rank: u16) -> Self {
        let (mut rows, mut columns, mut legal, mut content) = ([0; 4], [0; 4], [false; 4], [0; 4]);
        for (i, frame) in frames.iter().enumerate() {
            let (at, column) = (cell[i] & 3, cell[1 - i] & 3);
            let before = frame.before[at] | rank << (4 * column);
            let slide = tables.slide(before);
            let both = [(&frame.left, slide.left()), (&frame.right, slide.right())];
            for (j, (side, after)) in both.into_iter().enumerate() {
                (rows[2 * i + j], columns[2 * i + j], legal[2 * i + j]) = side.with(tables, at, before, after);
                content[2 * i + j] = frame.contents - frame.content[at] + slide.content();
            }
        }
        let ([a, b, c, d], [e, f, g, h]) = (rows, columns);
        Self::of(means, [a, b, c, d, e, f, g, h], content, legal)
    }
}

/// What a plain search to the horizon finds at `position`, if that is one turn away at most on all lines; None where
/// some lines go on, or a tile is too large for the tables.
pub(crate) fn ahead(eval: &Published, position: &Twenty48, horizon: Horizon) -> Option<Ahead> {
    let board = position.board();
    if board.is_wide() {
        return None;
    }
    let empty = board.count_empty();
    let Horizon { depth, probability, cutoff } = horizon;
    // The same products in the same order as in a search that goes from turn to turn.
    let likeliest = |empty: u32| 0.9 / f64::from(empty);
    // No slide leaves fewer empty cells than there were.
    let last = |probability: f64, empty: u32| depth == 1 || probability * likeliest(empty.max(1)) < cutoff;
    let means = Means::new(eval.weights_in_parts());
    if !position.is_chance() {
        return last(probability, empty).then(|| best_slide(eval, &means, board, depth));
    }
    let two = probability * likeliest(empty);
    if depth == 0 || two < cutoff {
        return Some(new_tile(&means, board, depth));
    }
    if !last(two, empty - 1) {
        return None;
    }
    let four_is_leaf = probability * (0.1 / f64::from(empty)) < cutoff;
    Some(tile_and_slide(eval, &means, board, depth, four_is_leaf))
}

/// At a turn of chance with no turn left.
fn new_tile(means: &Means, board: Board, depth: u32) -> Ahead {
    let (tables, low) = (tables(), board.low());
    let empty = board.count_empty();
    let content = [rank_sum(low) | empty << 16];
    let [doubled] = means.doubled([tables.sum_rows(low), tables.sum_rows(transposed(low))], content);
    let open = empty > 1 || after_tiles(board).any(goes_on);
    Ahead {
        value: doubled / 2.0,
        nodes: u64::from(2 * empty),
        turns: 0,
        horizon: open && depth == 0,
        improbable: open && depth > 0,
    }
}

/// At the player's turn with one turn left.
fn best_slide(eval: &Published, means: &Means, board: Board, depth: u32) -> Ahead {
    let best = Best::of_board(means, tables(), board.low());
    let open = best.open || after_slides(board).any(|after| after_tiles(after).any(goes_on));
    let (value, turns) = match best.nodes {
        0 => (f64::from(eval.value(board)), 0),
        _ => (best.doubled / 2.0, 1),
    };
    Ahead { value, nodes: best.nodes, turns, horizon: open && depth == 1, improbable: open && depth > 1 }
}

/// At a turn of chance with one turn left after a 2, and after a 4 unless that is valued at once.
fn tile_and_slide(eval: &Published, means: &Means, board: Board, depth: u32, four_is_leaf: bool) -> Ahead {
    let (tables, low) = (tables(), board.low());
    let frames = [low, transposed(low)].map(|low| Frame::new(tables, low));
    let empty = board.count_empty();
    let mut ahead =
        Ahead { value: 0.0, nodes: u64::from(2 * empty), turns: 0, horizon: false, improbable: false };
    let (mut sums, mut open) = ([0.0; 2], false);
    let mut cells = board.empties();
    while cells != 0 {
        let shift = cells.trailing_zeros();
        cells &= cells - 1;
        let cell = [shift as usize / 16, shift as usize / 4 % 4];
        for (rank, sum) in (1..).zip(&mut sums) {
            let after = Board::from_low(low | u64::from(rank) << shift);
            if rank == 2 && four_is_leaf {
                *sum += f64::from(eval.value(after));
                continue;
            }
            let best = Best::with_tile(means, tables, &frames, cell, rank);
            *sum += if best.nodes == 0 { f64::from(eval.value(after)) } else { best.doubled / 2.0 };
            ahead.nodes += best.nodes;
            open |= best.open;
            ahead.turns |= u32::from(best.nodes > 0);
        }
    }
    let [twos, fours] = sums;
    ahead.value = (0.9 * twos + 0.1 * fours) / f64::from(empty);
    if !open {
        let searched = after_tiles(board).step_by(if four_is_leaf { 2 } else { 1 });
        open = searched.flat_map(after_slides).flat_map(after_tiles).any(goes_on);
    }
    ahead.horizon = open && depth == 1;
    ahead.improbable = open && depth > 1 || four_is_leaf && after_tiles(board).skip(1).step_by(2).any(goes_on);
    ahead
}

#[inline]
fn rank_sum(low: u64) -> u32 {
    const BYTES: u64 = 0x0F0F_0F0F_0F0F_0F0F;
    ((low & BYTES) + (low >> 4 & BYTES)).wrapping_mul(0x0101_0101_0101_0101).wrapping_shr(56) as u32
}

fn goes_on(board: Board) -> bool {
    !board.legal().is_empty()
}

/// The boards after each legal slide.
fn after_slides(board: Board) -> impl Iterator<Item = Board> {
    board.slides().into_iter().filter(move |&after| after != board)
}

/// The boards after each new tile: a 2, then a 4, on each empty cell.
fn after_tiles(board: Board) -> impl Iterator<Item = Board> {
    let cells = (0..16).map(|i| 4 * i).filter(move |shift| board.empties() >> shift & 1 == 1);
    cells.flat_map(move |shift| [1, 2].map(|rank: u64| Board::from_low(board.low() | rank << shift)))
}
