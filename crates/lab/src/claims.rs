//! Whether what is said holds, judged by numbers and one rule.

mod cell;
mod compare;
pub mod exact;

use serde::{Deserialize, Serialize};

pub use cell::{Cell, Known};
use cell::{above_bound, above_published, between, ratio_above};
use compare::Asks;
pub use compare::Comparison;
pub use compare::LEAST_UNITS;
pub(crate) use exact::LEVEL;

use crate::plan::{Claim, Says};

/// What the numbers say of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It holds.
    Confirmed,
    /// Nothing speaks against it, but these numbers could not have told.
    Compatible,
    /// It does not.
    Refuted,
    /// The numbers are too few, or too near.
    Undecided,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Confirmed, Self::Compatible, Self::Refuted, Self::Undecided];

    /// One word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Compatible => "compatible",
            Self::Refuted => "refuted",
            Self::Undecided => "undecided",
        }
    }

    /// A sign beside the word, for those who do not tell the colours apart.
    #[must_use]
    pub const fn sign(self) -> char {
        match self {
            Self::Confirmed => '✓',
            Self::Compatible => '≈',
            Self::Refuted => '✗',
            Self::Undecided => '?',
        }
    }
}

/// A claim with what became of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Judged {
    /// In words.
    pub claim: String,
    /// What the numbers say.
    pub verdict: Verdict,
    /// By which numbers.
    pub evidence: Vec<Comparison>,
    /// Rows that it is about and that were not observed, or not to the end: as long as there are any, it is not confirmed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
}

impl Judged {
    /// The verdict, and which rows it waits for: `undecided, not observed: depth 5, depth 7`.
    #[must_use]
    pub fn verdict_text(&self) -> String {
        let word = self.verdict.word();
        if self.missing.is_empty() {
            return word.to_owned();
        }
        format!("{word}, waits for: {}", self.missing.join(", "))
    }

    /// Leaves the claim open for a row that was not observed to the end: whoever interrupts a run must not choose where
    /// its numbers stop. What speaks against it stands.
    pub(crate) fn wait_for(&mut self, row: String) {
        if self.verdict != Verdict::Refuted {
            self.verdict = Verdict::Undecided;
        }
        self.missing.push(row);
    }
}

/// The rule, as reports state it.
pub const RULE: &str = "A difference counts where chance alone would make one as large, either way, in 27 of 10,000 experiments: \
three standard errors of a normal number. Shares are judged by exact tests (Fisher's between two samples, the binomial against a \
bound, Freeman and Halton's for several categories at once), means by Student's t with the degrees of freedom of their independent \
units. A claim of a direction, a bound or a factor is confirmed by a difference that way, refuted by one the other way and \
undecided between. A claim that a number is the published one, or that two are the same, is confirmed only where the whole interval lies \
within the tolerance, which the experiment's file declares before anything is played (unless it says otherwise: ten points in a hundred of \
a share, a tenth of another number); refuted where they differ; else compatible: nothing speaks against it, \
but these numbers could not have told. That something never happens is refuted by the first case and confirmed where the \
interval of its rate ends below the tolerance (one in a hundred unless said otherwise). Of a claim with several rows the weakest decides; each of k \
rows refutes it at a k-th of the chance. Fewer than five independent units on either side decide nothing. Smallest \
difference seen: what so many units would have shown in four experiments of five.";

/// The greatest rate that counts as never, unless the claim says otherwise.
const NEVER: f64 = 0.01;

/// The part of a number that counts as no difference, unless the claim says otherwise.
const TENTH: f64 = 0.1;

impl Claim {
    /// Judges the claim by the cells that it names, rows in order and in each its quantities.
    #[must_use]
    pub fn judge(&self, cells: &[Cell]) -> Judged {
        let evidence = match self.kind {
            Says::Reproduced => self.reproduced(cells),
            Says::Distribution => self.distribution(cells),
            Says::Rising => self.steps(cells, Asks::Way(1.0)),
            Says::Falling => self.steps(cells, Asks::Way(-1.0)),
            Says::Same => self.steps(cells, Asks::None),
            Says::AtLeast => self.bound(cells, 1.0),
            Says::AtMost => self.bound(cells, -1.0),
            Says::Factor => self.factor(cells),
            Says::Zero => self.zero(cells),
        };
        Judged {
            claim: self.text.clone(),
            verdict: self.sum_up(&evidence),
            evidence,
            missing: self.missing(cells),
        }
    }

    /// The rows of cells that nothing was observed of; what cannot be compared anyway is not missed.
    fn missing(&self, cells: &[Cell]) -> Vec<String> {
        let compared = |cell: &Cell| {
            self.kind != Says::Reproduced || cell.published.is_some_and(|known| known.error.is_some())
        };
        let mut rows: Vec<String> = Vec::new();
        for cell in cells.iter().filter(|cell| cell.ours.is_none() && compared(cell)) {
            if !rows.contains(&cell.row) {
                rows.push(cell.row.clone());
            }
        }
        rows
    }

    /// What rows of evidence amount to.
    fn sum_up(&self, evidence: &[Comparison]) -> Verdict {
        match self.kind {
            Says::Distribution => of_distribution(evidence),
            _ => weakest(evidence.iter().map(|row| row.verdict)),
        }
    }

    /// The verdict on rows of evidence that are at hand, such as those of a report that was kept: by their numbers, whatever
    /// verdicts they bear.
    #[must_use]
    pub fn judge_again(&self, evidence: &[Comparison]) -> Verdict {
        let asks = match self.kind {
            Says::Rising | Says::AtLeast | Says::Factor => Asks::Way(1.0),
            Says::Falling | Says::AtMost => Asks::Way(-1.0),
            Says::Reproduced | Says::Same => Asks::None,
            Says::Distribution | Says::Zero => return self.sum_up(evidence),
        };
        let rows: Vec<_> = evidence.iter().map(|row| row.clone().judged(asks, evidence.len())).collect();
        self.sum_up(&rows)
    }

    fn name(&self, cell: &Cell) -> String {
        if self.quantities().count() == 1 {
            cell.row.clone()
        } else {
            format!("{}, {}", cell.row, cell.quantity)
        }
    }

    fn tolerance(&self, cell: &Cell, largest: f64) -> f64 {
        self.tolerance.unwrap_or_else(|| TENTH * cell.share.unwrap_or(largest.abs()))
    }

    fn reproduced(&self, cells: &[Cell]) -> Vec<Comparison> {
        let known: Vec<_> = cells
            .iter()
            .filter_map(|cell| Some((cell, cell.published.filter(|known| known.error.is_some())?)))
            .collect();
        known
            .iter()
            .map(|(cell, published)| {
                let row = Comparison {
                    published: true,
                    n_against: published.n,
                    tolerance: Some(self.tolerance(cell, published.value)),
                    ..Comparison::of(cell, self.name(cell), Some(published.value))
                };
                row.found(above_published(cell)).judged(Asks::None, known.len())
            })
            .collect()
    }

    /// Shares of one row, each counting what the one before counts and more.
    fn distribution(&self, cells: &[Cell]) -> Vec<Comparison> {
        let mut rows = self.reproduced(cells);
        let Some(first) = cells.first() else { return rows };
        let known = first.published.and_then(|known| known.n);
        let mut all = Comparison {
            measured: None,
            n_against: known,
            published: true,
            ..Comparison::of(first, format!("{}, all categories at once", first.row), None)
        };
        if let Some((ours, theirs)) = categories(cells) {
            all.p = Some(exact::joint(&ours, &theirs));
            "Freeman and Halton's exact".clone_into(&mut all.test);
            all.verdict = match all.p {
                _ if all.is_thin() => Verdict::Undecided,
                Some(p) if p <= LEVEL => Verdict::Refuted,
                _ => Verdict::Compatible,
            };
        }
        rows.insert(0, all);
        rows
    }

    /// Each step from a cell to the next.
    fn steps(&self, cells: &[Cell], asks: Asks) -> Vec<Comparison> {
        let steps = cells.len().saturating_sub(1);
        cells
            .windows(2)
            .map(|pair| {
                let (from, to) = (&pair[0], &pair[1]);
                let value = |cell: &Cell| cell.ours.map(|ours| ours.value);
                let largest = value(from).unwrap_or(0.0).abs().max(value(to).unwrap_or(0.0).abs());
                let of = format!("{} against {}", self.name(to), self.name(from));
                let row = Comparison {
                    n_against: from.units(),
                    tolerance: matches!(asks, Asks::None).then(|| self.tolerance(to, largest)),
                    ..Comparison::of(to, of, value(from))
                };
                row.found(between(from, to)).judged(asks, steps)
            })
            .collect()
    }

    fn bound(&self, cells: &[Cell], way: f64) -> Vec<Comparison> {
        let bound = self.value.unwrap_or_default();
        let judge = |cell: &Cell| {
            let row = Comparison::of(cell, self.name(cell), Some(bound)).found(above_bound(cell, bound));
            let exact = row.test == "exactly";
            let mut row = row.judged(Asks::Way(way), cells.len());
            // A bound without errors on either side is met or not.
            if exact && !row.is_thin() && row.measured == row.against {
                row.verdict = Verdict::Confirmed;
            }
            row
        };
        cells.iter().map(judge).collect()
    }

    /// The first at least `value` times the second, by the errors of both on a scale of logarithms.
    fn factor(&self, cells: &[Cell]) -> Vec<Comparison> {
        let value = self.value.unwrap_or(1.0);
        let [first, second] = cells else { return Vec::new() };
        let ratio = first.ours.zip(second.ours).map(|(a, b)| a.value / b.value);
        let row = Comparison {
            measured: ratio,
            n_against: second.units(),
            ratio: true,
            ..Comparison::of(first, format!("{} over {}", self.name(first), self.name(second)), Some(value))
        };
        let row = row.found(ratio_above(first, second, value));
        let row = row.judged(Asks::Way(1.0), 1);
        vec![Comparison {
            interval: row.interval.map(|(low, high)| (low.exp(), high.exp())),
            smallest: row.smallest.map(f64::exp),
            ..row
        }]
    }

    fn zero(&self, cells: &[Cell]) -> Vec<Comparison> {
        let never = self.tolerance.unwrap_or(NEVER);
        let judge = |cell: &Cell| {
            let units = cell.ours.map_or(0, |ours| ours.groups);
            // The share of the units in which there is a case: how many there are in one of them says nothing of how often.
            let rate = cell.ours.map(|_| cell.cases as f64 / units.max(1) as f64);
            let interval = rate.map(|_| exact::clopper_pearson((cell.cases, units)));
            let verdict = match interval {
                Some(_) if cell.cases > 0 => Verdict::Refuted,
                Some((_, most)) if units >= LEAST_UNITS && most <= never => Verdict::Confirmed,
                Some(_) if units >= LEAST_UNITS => Verdict::Compatible,
                _ => Verdict::Undecided,
            };
            Comparison {
                measured: rate.map(|rate| 100.0 * rate),
                interval: interval.map(|(low, high)| (100.0 * low, 100.0 * high)),
                // None of n: a rate above 1 - chance^(1/n) would have shown a case.
                smallest: rate.map(|_| 100.0 * (1.0 - (1.0 - exact::POWER).powf(1.0 / units.max(1) as f64))),
                tolerance: Some(100.0 * never),
                n: Some(units),
                test: "units with a case; Clopper and Pearson's interval".into(),
                unit: "%".into(),
                digits: 2,
                verdict,
                ..Comparison::of(cell, self.name(cell), Some(0.0))
            }
        };
        cells.iter().map(judge).collect()
    }
}

/// How many of each category ours and the published sample have: what each share counts beyond the one before, and the rest.
fn categories(cells: &[Cell]) -> Option<(Vec<u64>, Vec<u64>)> {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let (mut n, mut m) = (0, 0);
    for cell in cells {
        let (scale, figure, known) = (cell.share?, cell.ours?, cell.published?);
        (n, m) = (figure.n, known.n?);
        ours.push((figure.value / scale * n as f64).round() as u64);
        theirs.push((known.value / scale * m as f64).round() as u64);
    }
    let parts = |sums: &[u64], all: u64| -> Option<Vec<u64>> {
        let (mut parts, mut before) = (Vec::new(), 0);
        for &sum in sums.iter().chain([&all]) {
            parts.push(sum.checked_sub(before)?);
            before = sum;
        }
        Some(parts)
    };
    Some((parts(&ours, n)?, parts(&theirs, m)?))
}

/// The joint test refutes, the shares confirm.
fn of_distribution(evidence: &[Comparison]) -> Verdict {
    match evidence.split_first() {
        Some((joint, shares)) if joint.verdict == Verdict::Compatible && !shares.is_empty() => {
            if shares.iter().all(|row| row.verdict == Verdict::Confirmed) {
                Verdict::Confirmed
            } else {
                Verdict::Compatible
            }
        }
        Some((joint, _)) => joint.verdict,
        None => Verdict::Undecided,
    }
}

/// The weakest of some verdicts; nothing is undecided.
fn weakest(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
    let strength = |verdict: &Verdict| match verdict {
        Verdict::Refuted => 0,
        Verdict::Undecided => 1,
        Verdict::Compatible => 2,
        Verdict::Confirmed => 3,
    };
    verdicts.into_iter().min_by_key(strength).unwrap_or(Verdict::Undecided)
}
