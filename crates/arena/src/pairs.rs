//! Pairs of games that are counted in their order, in whatever order the games end.

use std::collections::BTreeMap;

use crate::stats::PairTally;

/// Counts the pairs of a match one after another. A pair waits until all before it are whole: what the counts say at
/// each pair depends on the games alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairsInOrder {
    /// The pairs counted so far.
    tally: PairTally,
    /// How many these are.
    counted: u64,
    /// Half points of the pairs that wait: of each game that is finished.
    waiting: BTreeMap<u64, [Option<usize>; 2]>,
}

impl PairsInOrder {
    /// Adds game `unit` (pair `unit / 2`) with its half points. Asks `enough` after each pair that is counted; the
    /// first pair at which it says yes.
    pub(crate) fn add(
        &mut self,
        unit: u64,
        half_points: usize,
        mut enough: impl FnMut(&PairTally) -> bool,
    ) -> Option<u64> {
        self.waiting.entry(unit / 2).or_default()[(unit % 2) as usize] = Some(half_points);
        while let Some(&[Some(first), Some(second)]) = self.waiting.get(&self.counted) {
            self.waiting.remove(&self.counted);
            self.tally.add(first + second);
            self.counted += 1;
            if enough(&self.tally) {
                return Some(self.counted - 1);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_does_not_depend_on_the_order() {
        let half_points = |unit: u64| (unit % 3) as usize;
        // Pairs of half points 0+1, 2+0, 1+2, …: the third reaches six.
        let end = |units: &[u64]| {
            let mut pairs = PairsInOrder::default();
            let sum = |tally: &PairTally| tally.0.iter().enumerate().map(|(i, &n)| i as u64 * n).sum::<u64>();
            units.iter().find_map(|&unit| pairs.add(unit, half_points(unit), |tally| sum(tally) >= 6))
        };
        assert_eq!(end(&[0, 1, 2, 3, 4, 5, 6, 7]), Some(2));
        assert_eq!(end(&[7, 6, 5, 1, 4, 2, 3, 0]), Some(2));
        assert_eq!(end(&[2, 3, 4, 5, 6, 7, 0]), None, "the first pair is not whole");
    }
}
