//! Margins of Multi-ProbCut: how they are measured, written down, and used.
//!
//! Buro 1997, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello": the value of a
//! deep search is close to a line in the value of a shallow one. A game measures the line and the scatter about it for
//! its own evaluators ([`Fit`]), keeps them as a table of text ([`Margins`]), and opts in by [`Selectivity::prob_cuts`](super::Selectivity::prob_cuts).

use crate::alphabeta::ProbCut;

/// The line that predicts a deep value from a shallow one, and how far values scatter about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// Slope of the line, above 0.
    pub slope: f64,
    /// Its value at 0, in the evaluator's unit.
    pub offset: f64,
    /// Standard deviation of the deep values about the line, in the evaluator's unit.
    pub deviation: f64,
    /// Pairs that it was drawn from.
    pub count: usize,
}

impl Fit {
    /// The least squares line through pairs of a shallow and a deep value. None where fewer than three pairs, or pairs
    /// that do not rise, admit none.
    #[must_use]
    pub fn of(pairs: &[(f64, f64)]) -> Option<Self> {
        let n = pairs.len() as f64;
        let mean = |value: fn(&(f64, f64)) -> f64| pairs.iter().map(value).sum::<f64>() / n;
        let (shallow, deep) = (mean(|pair| pair.0), mean(|pair| pair.1));
        let (mut spread, mut common) = (0.0, 0.0);
        for pair in pairs {
            spread += (pair.0 - shallow) * (pair.0 - shallow);
            common += (pair.0 - shallow) * (pair.1 - deep);
        }
        // Two points have no scatter; a line that falls predicts the opposite of what a cut needs.
        if pairs.len() < 3 || common <= 0.0 {
            return None;
        }
        let slope = common / spread;
        let offset = deep - slope * shallow;
        let square = |pair: &(f64, f64)| (pair.1 - slope * pair.0 - offset).powi(2);
        // Two degrees of freedom went into the line.
        let deviation = (pairs.iter().map(square).sum::<f64>() / (n - 2.0)).sqrt();
        Some(Self { slope, offset, deviation, count: pairs.len() })
    }
}

/// What predicts deep values from shallow ones, by phase of the game and depth.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Margins {
    /// `[phase][depth]`, the shallowest first.
    cuts: Vec<Vec<Vec<ProbCut>>>,
}

impl Margins {
    /// Reads the rows of a table that begin with `name`:
    ///
    /// ```text
    /// name phase depth shallow slope offset deviation count
    /// ```
    ///
    /// Lines that begin with `#` are remarks. A cut is made where the shallow search is `certainty` deviations beyond the
    /// window: 1 is wrong in one of six cases, 1.5 in one of fifteen. None if no row has this name.
    ///
    /// # Panics
    /// On a row that is not of this form: tables come with the program.
    #[must_use]
    pub fn read(table: &str, name: &str, certainty: f64) -> Option<Self> {
        let mut margins = Self::default();
        for row in table.lines().filter(|row| !row.starts_with('#')) {
            let words: Vec<&str> = row.split_whitespace().collect();
            if words.first() != Some(&name) {
                continue;
            }
            let [_, phase, depth, shallow, slope, offset, deviation, _] = words.as_slice() else {
                panic!("a row of margins should have 8 words: {row:?}");
            };
            let real = |word: &str| -> f64 { word.parse().unwrap_or_else(|_| panic!("{word:?} in {row:?}")) };
            let whole =
                |word: &str| -> usize { word.parse().unwrap_or_else(|_| panic!("{word:?} in {row:?}")) };
            let cut = ProbCut {
                shallow: whole(shallow) as i32,
                slope: real(slope),
                offset: real(offset),
                margin: certainty * real(deviation),
            };
            margins.add(whole(phase), whole(depth), cut);
        }
        (!margins.cuts.is_empty()).then_some(margins)
    }

    /// What predicts the values of these depths, in one phase.
    #[must_use]
    pub fn of_depths(cuts: impl IntoIterator<Item = (usize, ProbCut)>) -> Self {
        let mut margins = Self::default();
        for (depth, cut) in cuts {
            margins.add(0, depth, cut);
        }
        margins
    }

    /// The same, and for depths beyond `last` up to `deepest` what was measured of the deepest one of the same parity, by shallow
    /// searches that are deeper by half of what the deep one is, as far as their parity allows. Phases that end elsewhere stay as they are.
    #[must_use]
    pub fn carried_on(mut self, last: usize, deepest: usize) -> Self {
        for depths in self.cuts.iter_mut().filter(|depths| depths.len() == last + 1) {
            for depth in last + 1..=deepest {
                let like = last - (depth - last) % 2;
                let more = ((depth - like) / 2).next_multiple_of(2) as i32;
                let deeper = |cut: &ProbCut| ProbCut { shallow: cut.shallow + more, ..*cut };
                let cuts = depths[like].iter().map(deeper).collect();
                depths.push(cuts);
            }
        }
        self
    }

    fn add(&mut self, phase: usize, depth: usize, cut: ProbCut) {
        if self.cuts.len() <= phase {
            self.cuts.resize(phase + 1, Vec::new());
        }
        let depths = &mut self.cuts[phase];
        if depths.len() <= depth {
            depths.resize(depth + 1, Vec::new());
        }
        depths[depth].push(cut);
        depths[depth].sort_by_key(|cut| cut.shallow);
    }

    /// What predicts the value of this depth in this phase.
    #[must_use]
    pub fn cuts(&self, phase: usize, depth: i32) -> &[ProbCut] {
        let depths = self.cuts.get(phase).map_or(&[][..], Vec::as_slice);
        usize::try_from(depth).ok().and_then(|depth| depths.get(depth)).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_again_and_the_scatter_about_it() {
        let on_the_line: Vec<_> = (0..10).map(|x| (f64::from(x), 2.0 * f64::from(x) - 3.0)).collect();
        let fit = Fit::of(&on_the_line).expect("a line");
        assert!((fit.slope - 2.0).abs() < 1e-12 && (fit.offset + 3.0).abs() < 1e-12 && fit.deviation < 1e-12);
        // Two above and two below each point of the line, by 1: 40 squares of 1 over 38 degrees of freedom.
        let about: Vec<_> =
            on_the_line.iter().flat_map(|&(x, y)| [-1.0, 1.0, -1.0, 1.0].map(|off| (x, y + off))).collect();
        let fit = Fit::of(&about).expect("a line");
        assert!((fit.deviation - (40.0_f64 / 38.0).sqrt()).abs() < 1e-12 && fit.count == 40, "{fit:?}");
    }

    #[test]
    fn what_does_not_rise_predicts_nothing() {
        assert_eq!(Fit::of(&[(1.0, 1.0), (2.0, 2.0)]), None, "two points always lie on a line");
        assert_eq!(Fit::of(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)]), None);
        assert_eq!(Fit::of(&[(1.0, 3.0), (1.0, 2.0), (1.0, 1.0)]), None);
    }

    #[test]
    fn a_table_is_read_by_name_phase_and_depth() {
        let table = "# a remark\nfine 1 4 2 0.5 10 20 99\nother 1 4 2 9 9 9 9\nfine 1 5 3 1 0 8 9\nfine 1 5 1 2 0 8 9\n";
        let margins = Margins::read(table, "fine", 1.5).expect("fine is in the table");
        let cut = |shallow, slope, offset, margin| ProbCut { shallow, slope, offset, margin };
        assert_eq!(margins.cuts(1, 4), [cut(2, 0.5, 10.0, 30.0)]);
        assert_eq!(
            margins.cuts(1, 5),
            [cut(1, 2.0, 0.0, 12.0), cut(3, 1.0, 0.0, 12.0)],
            "the shallowest first"
        );
        for (phase, depth) in [(0, 4), (1, 3), (1, 6), (1, -1), (2, 4)] {
            assert_eq!(margins.cuts(phase, depth), [], "phase {phase}, depth {depth}");
        }
        assert_eq!(Margins::read(table, "none", 1.5), None);
    }

    #[test]
    fn beyond_the_last_depth_shallow_searches_grow_half_as_fast() {
        let table = "fine 1 8 2 1 0 7 9\nfine 1 9 3 2 0 8 9\nfine 1 9 5 3 0 9 9\nfine 2 8 2 4 0 6 9\n";
        let margins = Margins::read(table, "fine", 1.0).expect("fine is in the table").carried_on(9, 16);
        let shallow = |phase, depth| -> Vec<_> {
            margins.cuts(phase, depth).iter().map(|cut| (cut.shallow, cut.slope)).collect()
        };
        assert_eq!(
            [8, 10, 12, 14, 16].map(|depth| shallow(1, depth)),
            [2, 4, 4, 6, 6].map(|at| vec![(at, 1.0)])
        );
        for (depth, [one, two]) in [(9, [3, 5]), (11, [5, 7]), (13, [5, 7]), (15, [7, 9])] {
            assert_eq!(shallow(1, depth), [(one, 2.0), (two, 3.0)], "{depth}");
        }
        assert_eq!(
            (shallow(1, 17), shallow(2, 10)),
            (vec![], vec![]),
            "no deeper, and no phase that ends elsewhere"
        );
        assert_eq!(margins.cuts(1, 16)[0].margin, 7.0);
    }
}
