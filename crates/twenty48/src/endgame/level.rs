//! All contents of the free cells with one sum, in one row of numbers.

use std::ops::Range;

use super::halves::Half;

/// Where the contents of one sum lie: those with the first half `a` are neighbours, in the order of their second half.
#[derive(Debug)]
pub(super) struct Level {
    sum: usize,
    /// `[a]`: where those of `a` begin, one more at the end.
    begins: Vec<u64>,
    /// `[a]`: where the contents `(a, 0)` would lie, modulo 2^64.
    origins: Vec<u64>,
}

impl Level {
    pub(super) fn new(halves: &[Half; 2], sum: usize) -> Self {
        let mut begins = Vec::with_capacity(halves[0].len() + 1);
        let mut origins = Vec::with_capacity(halves[0].len());
        let mut total = 0u64;
        for a in 0..halves[0].len() {
            let seconds = seconds(halves, sum, a);
            begins.push(total);
            origins.push(total.wrapping_sub(seconds.start as u64));
            total += seconds.len() as u64;
        }
        begins.push(total);
        Self { sum, begins, origins }
    }

    pub(super) fn len(&self) -> usize {
        self.begins[self.begins.len() - 1] as usize
    }

    /// Where those of `a` lie.
    #[inline]
    pub(super) fn of(&self, a: usize) -> Range<usize> {
        self.begins[a] as usize..self.begins[a + 1] as usize
    }

    /// Where the contents `(a, b)` lie, if their sum is this level's.
    #[inline]
    pub(super) fn at(&self, a: usize, b: usize) -> usize {
        self.origins[a].wrapping_add(b as u64) as usize
    }

    /// The second halves that go with `a`.
    pub(super) fn seconds(&self, halves: &[Half; 2], a: usize) -> Range<usize> {
        seconds(halves, self.sum, a)
    }

    /// First halves cut into at most `parts` ranges of about equally many contents.
    pub(super) fn parts(&self, parts: usize) -> Vec<Range<usize>> {
        let last = self.begins.len() - 1;
        let cut = |i: usize| {
            let contents = (self.len() as u64) * i as u64 / parts as u64;
            if i == parts { last } else { self.begins.partition_point(|&begin| begin < contents).min(last) }
        };
        (0..parts).map(|i| cut(i)..cut(i + 1)).filter(|part| !part.is_empty()).collect()
    }
}

fn seconds(halves: &[Half; 2], sum: usize, a: usize) -> Range<usize> {
    sum.checked_sub(halves[0].sum(a)).map_or(0..0, |rest| halves[1].of_sum(rest))
}

/// How many contents have this sum.
pub(super) fn contents([first, second]: &[Half; 2], sum: usize) -> u64 {
    (0..=sum.min(first.most())).map(|s| (first.of_sum(s).len() * second.of_sum(sum - s).len()) as u64).sum()
}

/// Where contents with this sum lie: what [`Level::at`] says, without a level at hand.
pub(super) fn place([first, second]: &[Half; 2], sum: usize, [a, b]: [usize; 2]) -> u64 {
    let own = first.sum(a);
    let rows = |s: usize| first.of_sum(s).len() as u64 * second.of_sum(sum - s).len() as u64;
    let row = second.of_sum(sum - own);
    let before = (a - first.of_sum(own).start) as u64 * row.len() as u64;
    (0..own).map(rows).sum::<u64>() + before + (b - row.start) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_content_has_its_place() {
        let halves = [Half::new(vec![4, 5], 4), Half::new(vec![8, 9, 10], 4)];
        let mut all = 0;
        for sum in 0..=halves[0].most() + halves[1].most() {
            let level = Level::new(&halves, sum);
            let mut next = 0;
            for a in 0..halves[0].len() {
                assert_eq!(level.of(a).start, next);
                for b in level.seconds(&halves, a) {
                    assert_eq!(halves[0].sum(a) + halves[1].sum(b), sum);
                    assert_eq!((level.at(a, b), place(&halves, sum, [a, b])), (next, next as u64));
                    next += 1;
                }
            }
            assert_eq!((level.len(), contents(&halves, sum)), (next, next as u64));
            all += next;
        }
        assert_eq!(all, 4usize.pow(5));
    }

    #[test]
    fn parts_cover_a_level_once() {
        let halves = [Half::new(vec![4, 5], 4), Half::new(vec![8, 9, 10], 4)];
        for (sum, threads) in [(0, 3), (5, 1), (9, 2), (20, 7)] {
            let parts = Level::new(&halves, sum).parts(threads);
            assert_eq!((parts[0].start, parts[parts.len() - 1].end), (0, halves[0].len()));
            assert!(parts.windows(2).all(|two| two[0].end == two[1].start));
        }
    }
}
