//! Which positions lead to which, backwards, in 4.2 bytes an edge.

use super::positions::push;

/// No edge.
const NONE: u32 = u32::MAX;

/// Edges in the order in which they are found, position after position. Those that lead to the same position are a chain, the
/// last one first. Where an edge comes from is not stored but counted: how many positions begin at or before it.
#[derive(Debug, Default)]
pub(super) struct Edges {
    /// For each position the last edge that leads to it; shorter where the rest has none yet.
    last: Vec<u32>,
    /// For each edge the one before that leads to the same position.
    chain: Vec<u32>,
    /// For each 64 edges a bit where a position begins, and how many begin before.
    begins: Vec<(u64, u32)>,
    /// Positions that have begun.
    begun: u32,
}

impl Edges {
    /// What follows leads out of the next position. It takes an edge that leads nowhere, so that those without moves are
    /// counted too. None where there is no memory left.
    pub(super) fn begin(&mut self) -> Option<()> {
        self.chain(NONE)?;
        let edge = self.chain.len() - 1;
        self.begins[edge / 64].0 |= 1 << (edge % 64);
        self.begun += 1;
        Some(())
    }

    /// One more move of that position leads to `to`.
    pub(super) fn push(&mut self, to: u32) -> Option<()> {
        while self.last.len() <= to as usize {
            push(&mut self.last, NONE)?;
        }
        let edge = u32::try_from(self.chain.len()).ok().filter(|&edge| edge != NONE)?;
        let before = std::mem::replace(&mut self.last[to as usize], edge);
        self.chain(before)
    }

    fn chain(&mut self, before: u32) -> Option<()> {
        if self.chain.len().is_multiple_of(64) {
            push(&mut self.begins, (0, self.begun))?;
        }
        push(&mut self.chain, before)
    }

    /// The positions that lead to `to`, each once for each of its moves that do.
    pub(super) fn leading_to(&self, to: u32) -> impl Iterator<Item = usize> {
        let known = |&edge: &u32| edge != NONE;
        let last = self.last.get(to as usize).copied().filter(known);
        std::iter::successors(last, move |&edge| Some(self.chain[edge as usize]).filter(known))
            .map(|edge| self.source(edge as usize))
    }

    fn source(&self, edge: usize) -> usize {
        let (bits, before) = self.begins[edge / 64];
        before as usize + (bits << (63 - edge % 64)).count_ones() as usize - 1
    }

    /// The memory in use.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.last) + size_of_val(&*self.chain) + size_of_val(&*self.begins)
    }
}
