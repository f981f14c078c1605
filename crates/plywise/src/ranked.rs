//! Moves that wait to be tried, by rank; the listed order among equals.

/// A move that waits to be tried: its rank, and its place in the game's list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankedMove {
    pub(crate) rank: i32,
    pub(crate) index: u32,
}

/// Moves the best to the front; the listed order among equals.
#[inline]
pub(crate) fn best_to_front(ranked: &mut [RankedMove]) {
    let mut best = 0;
    for i in 1..ranked.len() {
        let (a, b) = (ranked[i], ranked[best]);
        if a.rank > b.rank || (a.rank == b.rank && a.index < b.index) {
            best = i;
        }
    }
    ranked.swap(0, best);
}

/// All of them in the order in which [`best_to_front`] gives one after the other. Here, for all games and searches at once.
pub(crate) fn sort(ranked: &mut [RankedMove]) {
    ranked.sort_unstable_by_key(|ranked| (std::cmp::Reverse(ranked.rank), ranked.index));
}
