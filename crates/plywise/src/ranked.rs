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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn sorting_gives_what_the_best_one_after_the_other_does() {
        let mut rng = Rng::new(9);
        for count in 0..60 {
            // Few ranks, so that many are equal.
            let mut waiting: Vec<_> =
                (0..count).map(|index| RankedMove { rank: rng.below(7) as i32 - 3, index }).collect();
            let mut sorted = waiting.clone();
            sort(&mut sorted);
            let one_by_one = (0..waiting.len()).map(|tried| {
                best_to_front(&mut waiting[tried..]);
                waiting[tried].index
            });
            let one_by_one: Vec<u32> = one_by_one.collect();
            assert_eq!(sorted.iter().map(|ranked| ranked.index).collect::<Vec<_>>(), one_by_one);
        }
    }
}
