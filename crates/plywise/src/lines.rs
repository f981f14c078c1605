//! The best lines of a search, ply by ply: a triangle of which each row is a move and the row below it.

/// The best line found from each ply of the current path.
#[derive(Debug)]
pub(crate) struct Lines<M>(Vec<Vec<M>>);

impl<M: Copy> Lines<M> {
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    /// The line from `ply` on; empty where none was found.
    pub(crate) fn from(&self, ply: usize) -> &[M] {
        self.0.get(ply).map_or(&[], Vec::as_slice)
    }

    /// Nothing is known from `ply` on. Whoever extends a line has cleared it, and those above it, first.
    #[inline]
    pub(crate) fn clear(&mut self, ply: u32) {
        let ply = ply as usize;
        match self.0.get_mut(ply) {
            Some(line) => line.clear(),
            None => self.0.resize_with(ply + 1, Vec::new),
        }
    }

    /// `mv` is best here; the line below it follows, if it `goes_on`.
    pub(crate) fn extend(&mut self, ply: u32, mv: M, goes_on: bool) {
        let (here, below) = self.0.split_at_mut(ply as usize + 1);
        let line = here.last_mut().expect("every ply on the path has a line");
        line.clear();
        line.push(mv);
        if goes_on {
            line.extend_from_slice(below.first().map_or(&[], Vec::as_slice));
        }
    }

    /// The whole line from `ply` on, found elsewhere.
    pub(crate) fn replace(&mut self, ply: u32, found: &[M]) {
        self.clear(ply);
        self.0[ply as usize].extend_from_slice(found);
    }
}
