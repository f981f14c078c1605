//! Perft that counts equal resulting boards once.

use plywise::Game;

use crate::board::Board;

/// Perft with the moves of each position that lead to the same board counted once: captures of the same pieces by
/// the same piece on different paths, as programs count that keep results instead of paths. Games that end before
/// the depth count nothing.
#[must_use]
pub fn perft_results(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut children: Vec<Board> = Vec::new();
    board.visit_moves(|mv| {
        let mut child = *board;
        child.play(mv);
        // Only captures can meet, and a position has few of them.
        if !mv.is_capture() || !children.contains(&child) {
            children.push(child);
        }
    });
    if depth == 1 {
        return children.len() as u64;
    }
    children.iter().map(|child| perft_results(child, depth - 1)).sum()
}
