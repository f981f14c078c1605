//! The last turn of a search on the published features, all slides and new tiles of it at once.
//!
//! The values are those of the plain search but for rounding. What makes it fast: the mean over the new tiles after a
//! slide needs no boards (`sums`), and of the boards behind the new tiles before it only the row and the column that
//! changed are slid again.

use plywise::{Ahead, Horizon, Met};

use crate::board::{Board, transposed};
use crate::evaluators::Published;
use crate::game::Twenty48;
use crate::means::{Means, count_empty};
use crate::sums::{Both, Slide, Sum, Tables, tables};

/// A column of nibbles: the leftmost.
const COLUMN: u64 = 0x000F_000F_000F_000F;

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
        let content = slides.map(Slide::content);
        Self {
            before,
            left: Side::new(tables, before, slides.map(Slide::left)),
            right: Side::new(tables, before, slides.map(Slide::right)),
            content,
            contents: content.iter().sum(),
        }
    }
}

/// How probable a 2, and a 4, is on each of so many empty cells.
const ODDS: [[f64; 2]; 17] = {
    let mut odds = [[0.9, 0.1]; 17];
    let mut empty = 2;
    while empty <= 16 {
        odds[empty] = [0.9 / empty as f64, 0.1 / empty as f64];
        empty += 1;
    }
    odds
};

/// What is met where positions are valued after `turns` turns, if `open` says that some of them are not over. It is asked
/// only where that is not known already: it is slow.
#[inline]
fn met(horizon: Horizon, turns: u32, open: impl FnOnce() -> bool) -> Met {
    let known = horizon.known;
    if horizon.depth == turns {
        Met { horizon: known.horizon || open(), improbable: false }
    } else {
        Met { horizon: false, improbable: known.improbable || open() }
    }
}

/// How probable a 2, and a 4, is behind a slide that leaves so many empty cells: with the same products in the same order as
/// a search that goes from turn to turn.
#[inline]
fn odds(horizon: Horizon, empty: u32) -> [f64; 2] {
    ODDS[empty.min(16) as usize].map(|odds| horizon.probability * odds)
}

/// Whether every tile on a board with so many empty cells, after a slide from here, ends the search.
#[inline]
fn ends_after_slide(horizon: Horizon, empty: u32) -> bool {
    horizon.depth == 1 || odds(horizon, empty)[0] < horizon.cutoff
}

/// What a plain search to the horizon finds at `position`, if that is one turn away at most on all lines; None where
/// some lines go on, or a tile is too large for the tables.
#[inline]
pub(crate) fn ahead(eval: &Published, position: &Twenty48, horizon: Horizon) -> Option<Ahead> {
    let board = position.board();
    let Horizon { depth, cutoff, .. } = horizon;
    let empty = board.count_empty();
    // On an empty board two tiles appear.
    if board.is_wide() || empty == 16 {
        return None;
    }
    if !position.is_chance() {
        // Two slides in a row seldom merge more than twice.
        return if ends_after_slide(horizon, empty + 2) { best_slide(eval, board, horizon) } else { None };
    }
    let [two, four] = odds(horizon, empty);
    if depth == 0 || two < cutoff {
        return Some(new_tile(eval, board, horizon));
    }
    // No slide leaves fewer empty cells than there were, or none.
    if !ends_after_slide(Horizon { probability: two, ..horizon }, (empty - 1).max(1)) {
        return None;
    }
    let four_is_leaf = four < cutoff;
    Some(tile_and_slide(eval, board, horizon, four_is_leaf))
}

/// Bit 24 of a content if a 2 ends the game after a slide, bit 25 if a 4 does; 0 where that makes no difference.
/// Rows and columns may be exchanged.
#[inline]
fn endings(eval: &Published, low: u64, rows: Sum, columns: Sum, content: u32) -> u32 {
    // Where two tiles are equal already, no third one ends the game.
    let merge = || Both::of((rows as u32).wrapping_add(columns as u32)).pairs() > 0;
    if eval.loss() == 0 || count_empty(content) > 1 || merge() { 0 } else { endings_of(low) }
}

#[cold]
fn endings_of(low: u64) -> u32 {
    after_tiles(Board::from_low(low))
        .zip([1 << 24, 1 << 25])
        .filter(|(after, _)| !goes_on(*after))
        .map(|(_, bit)| bit)
        .sum()
}

/// The value of a board behind a new tile, with which the game may end.
fn value_after_tile(eval: &Published, board: Board, may_end: bool) -> f64 {
    let loss = if may_end && !goes_on(board) { eval.loss() } else { 0 };
    f64::from(eval.value(board) - loss)
}

/// At a turn of chance with no turn left.
fn new_tile(eval: &Published, board: Board, horizon: Horizon) -> Ahead {
    let means = Means::new(eval);
    let (tables, low) = (tables(), board.low());
    let empty = board.count_empty();
    let content = rank_sum(low) | empty << 16;
    let (rows, columns) = (tables.sum_rows(low), tables.sum_rows(transposed(low)));
    let doubled = means.doubled(rows, columns, content | endings(eval, low, rows, columns, content));
    Ahead {
        value: doubled / 2.0,
        nodes: u64::from(2 * empty),
        turns: 0,
        met: met(horizon, 0, || empty > 1 || after_tiles(board).any(goes_on)),
    }
}

/// At the player's turn, if no line goes on after the slide and the tile behind it.
fn best_slide(eval: &Published, board: Board, horizon: Horizon) -> Option<Ahead> {
    let tables = tables();
    let frames = [board.low(), transposed(board.low())].map(|low| Frame::new(tables, low));
    let (mut nodes, mut open) = (0, false);
    for frame in &frames {
        let legal = [&frame.left, &frame.right].map(|side| u32::from(side.changed != 0));
        let (legal, empty) = (legal[0] + legal[1], frame.contents >> 16);
        if legal > 0 && !ends_after_slide(horizon, empty) {
            return None;
        }
        nodes += u64::from(legal * (1 + 2 * empty));
        open |= legal > 0 && empty > 1;
    }
    let means = Means::new(eval);
    let mut best = f64::NEG_INFINITY;
    for frame in &frames {
        for side in [&frame.left, &frame.right].into_iter().filter(|side| side.changed != 0) {
            let (rows, columns) = (side.rows, tables.sum_rows(side.turned));
            let content = frame.contents | endings(eval, side.turned, rows, columns, frame.contents);
            best = larger(best, means.doubled(rows, columns, content));
        }
    }
    Some(Ahead {
        value: if nodes == 0 { value_after_tile(eval, board, true) } else { best / 2.0 },
        nodes,
        turns: u32::from(nodes > 0),
        met: met(horizon, 1, || open || after_slides(board).any(|after| after_tiles(after).any(goes_on))),
    })
}

/// The best slides behind every new tile on a board.
struct Slides {
    /// Twice the mean value behind the best slide, for each cell and each of a 2 and a 4; below every number where nothing can move.
    best: [[f64; 2]; 16],
    /// Positions after the slides and after the tiles behind them.
    nodes: u64,
    /// Whether a slide leaves two cells empty or more: then the game goes on behind every new tile.
    open: bool,
}

impl Slides {
    const NONE: Self = Self { best: [[f64::NEG_INFINITY; 2]; 16], nodes: 0, open: false };

    /// Adds the slides along the rows of a frame behind 2s, and behind 4s if `ranks` is 2. The last argument: what a row and a
    /// column of the frame count in a cell's number.
    #[inline]
    fn add(
        &mut self,
        eval: &Published,
        means: &Means,
        frame: &Frame,
        ranks: u16,
        [per_row, per_column]: [usize; 2],
    ) {
        let tables = tables();
        for (at, row) in frame.before.into_iter().enumerate() {
            let column = COLUMN << (4 * at);
            let others = [&frame.left, &frame.right].map(|side| {
                (side.rows - side.row[at], side.turned & !column, side.changed & !(1 << at) != 0)
            });
            let contents = frame.contents - frame.content[at];
            for rank in 1..=ranks {
                // Different tiles often lead to the same board. No slid row is empty.
                let mut last = [(0, 0.0); 2];
                for free in (0..4).filter(|free| row >> (4 * free) & 15 == 0) {
                    let before = row | rank << (4 * free);
                    let slide = tables.slide(before);
                    let content = contents + slide.content();
                    let best =
                        &mut self.best[(per_row * at + per_column * free) & 15][usize::from(rank - 1) & 1];
                    for (side, after) in [slide.left(), slide.right()].into_iter().enumerate() {
                        let (rows, turned, changed) = others[side];
                        if after != last[side].0 {
                            let turned = turned | spread(after) << (4 * at);
                            let (rows, columns) = (rows + tables.sum(after), tables.sum_rows(turned));
                            let endings = endings(eval, turned, rows, columns, content);
                            last[side] = (after, means.doubled(rows, columns, content | endings));
                        }
                        if changed || before != after {
                            *best = larger(*best, last[side].1);
                            self.nodes += u64::from(1 + 2 * (content >> 16));
                            self.open |= content >> 16 > 1;
                        }
                    }
                }
            }
        }
    }
}

/// At a turn of chance with one turn left after a 2, and after a 4 unless that is valued at once.
fn tile_and_slide(eval: &Published, board: Board, horizon: Horizon, four_is_leaf: bool) -> Ahead {
    let means = Means::new(eval);
    let (tables, low) = (tables(), board.low());
    let ranks = if four_is_leaf { 1 } else { 2 };
    let mut slides = Slides::NONE;
    slides.add(eval, &means, &Frame::new(tables, low), ranks, [4, 1]);
    slides.add(eval, &means, &Frame::new(tables, transposed(low)), ranks, [1, 4]);
    let full = board.count_empty() == 1;
    let (mut sums, mut cells) = ([0.0; 2], board.empties());
    while cells != 0 {
        let shift = cells.trailing_zeros();
        cells &= cells - 1;
        for (i, (sum, &best)) in sums.iter_mut().zip(&slides.best[(shift as usize / 4) & 15]).enumerate() {
            *sum += if best == f64::NEG_INFINITY {
                2.0 * value_after_tile(eval, Board::from_low(low | (1 + i as u64) << shift), full)
            } else {
                best
            };
        }
    }
    let [twos, fours] = sums;
    let open = || {
        let mut searched = after_tiles(board).step_by(if four_is_leaf { 2 } else { 1 });
        slides.open || searched.any(|board| after_slides(board).flat_map(after_tiles).any(goes_on))
    };
    let empty = board.count_empty();
    let mut met = met(horizon, 1, open);
    // The 4s are valued for being improbable, whatever depth is left.
    met.improbable |=
        four_is_leaf && (horizon.known.improbable || empty > 1 || after_tiles(board).skip(1).any(goes_on));
    Ahead {
        value: (0.45 * twos + 0.05 * fours) / f64::from(empty),
        nodes: u64::from(2 * empty) + slides.nodes,
        turns: u32::from(slides.nodes > 0),
        met,
    }
}

#[inline]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
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
