//! The best line, ply by ply.

use super::search::Search;
use super::worker::Worker;
use crate::game::{Keyed, TwoPlayer};
use crate::trace::Trace;

impl<G: TwoPlayer + Keyed, S: Search<G>, T: Trace<G::Move>> Worker<'_, G, S, T> {
    /// The best line from `ply` on, as far as windows were open.
    pub(super) fn line_from(&self, ply: usize) -> &[G::Move] {
        self.lines.get(ply).map_or(&[], Vec::as_slice)
    }

    #[inline]
    pub(super) fn clear_line(&mut self, ply: u32) {
        let ply = ply as usize;
        match self.lines.get_mut(ply) {
            Some(line) => line.clear(),
            None => self.lines.resize_with(ply + 1, Vec::new),
        }
    }

    /// `mv` is best here; the line below it follows, if there is one.
    pub(super) fn extend_line(&mut self, ply: u32, mv: G::Move, goes_on: bool) {
        let (here, below) = self.lines.split_at_mut(ply as usize + 1);
        let line = here.last_mut().expect("every ply on the path has a line");
        line.clear();
        line.push(mv);
        if goes_on {
            line.extend_from_slice(below.first().map_or(&[], Vec::as_slice));
        }
    }
}
