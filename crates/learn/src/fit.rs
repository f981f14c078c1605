//! Weights fitted to positions: logistic regression (Buro 1995, "Statistical feature combination for the evaluation of game
//! positions").

use crate::{Errors, Features, Phase, Sample};

/// How weights are fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// What a sum of weights stands for.
    pub link: Link,
    /// The share of the game's result in what is learned, in `[0, 1]`; the rest is the search's value.
    pub result: f32,
    /// Rounds over all positions.
    pub rounds: usize,
    /// So many imaginary positions say that a weight is 0: the fewer real ones, the nearer to it.
    pub doubt: f32,
}

/// What a sum of weights stands for, by a number of the evaluation's unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Link {
    /// The points to expect, of a game that is won, drawn or lost: so much makes 73 % out of 50.
    Points(f32),
    /// The result itself: so much for each point of it.
    Result(f32),
}

impl Link {
    /// What is compared with what was wanted.
    fn of(self, value: f32) -> f32 {
        match self {
            Self::Points(scale) => 1.0 / (1.0 + libm::expf(-value / scale)),
            Self::Result(unit) => value / unit,
        }
    }

    fn of_result(self, result: i32) -> f32 {
        match self {
            Self::Points(_) => (result as f32 + 1.0) / 2.0,
            Self::Result(_) => result as f32,
        }
    }

    /// Its unit, and about how steep it is there.
    fn steepness(self) -> (f32, f32) {
        match self {
            Self::Points(scale) => (scale, 0.2),
            Self::Result(unit) => (unit, 1.0),
        }
    }
}

/// What came out.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The weights, each with its knots in a row, in the evaluation's unit.
    pub weights: Vec<f32>,
    /// Positions learned from.
    pub positions: usize,
    /// Mean square error of the share of the points, of positions learned from and of one in twenty kept back, without any
    /// weight and with them.
    pub error: [[f32; 2]; 2],
}

/// Positions as the fit sees them.
#[derive(Clone, Debug, Default)]
struct Rows {
    active: Vec<u32>,
    /// Where each row's active weights end.
    ends: Vec<usize>,
    phases: Vec<Phase>,
    base: Vec<f32>,
    wanted: Vec<f32>,
}

impl Rows {
    fn active(&self, row: usize) -> &[u32] {
        let from = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.active[from..self.ends[row]]
    }

    fn value(&self, row: usize, weights: &[f32], knots: usize) -> f32 {
        let Phase { knot, next } = self.phases[row];
        let mut sums = [0.0; 2];
        for &at in self.active(row) {
            let at = at as usize * knots + knot;
            sums[0] += weights[at];
            sums[1] += weights[(at + 1).min(weights.len() - 1)] * f32::from(next > 0.0);
        }
        self.base[row] + sums[0] * (1.0 - next) + sums[1] * next
    }
}

/// Fits the weights of `features` to `samples`, of which one in twenty is kept back; `told` hears of each round, its number and its
/// errors, and says whether to go on.
pub fn fit<G, F: Features<G>>(
    features: &F,
    samples: impl Iterator<Item = Sample<G>>,
    how: &Fit,
    mut told: impl FnMut(usize, Errors) -> bool,
) -> Fitted {
    let (mut rows, mut kept) = (Rows::default(), Rows::default());
    for (number, sample) in samples.enumerate() {
        let rows = if number % 20 == 19 { &mut kept } else { &mut rows };
        features.active(&sample.position, &mut rows.active);
        rows.ends.push(rows.active.len());
        rows.phases.push(features.phase(&sample.position));
        rows.base.push(features.base(&sample.position) as f32);
        let thought = how.link.of(sample.value as f32);
        rows.wanted.push(sample.wanted(how.result, thought, |result| how.link.of_result(result)));
    }
    let size = features.size() * F::KNOTS;
    let mut weights = vec![0.0; size];
    let before = [error(&rows, &weights, F::KNOTS, how), error(&kept, &weights, F::KNOTS, how)];
    descend(&rows, &mut weights, F::KNOTS, how, |round, learned, weights| {
        let kept = (!kept.wanted.is_empty()).then(|| error(&kept, weights, F::KNOTS, how));
        told(round, Errors { learned, kept })
    });
    let after = [error(&rows, &weights, F::KNOTS, how), error(&kept, &weights, F::KNOTS, how)];
    Fitted { weights, positions: rows.wanted.len(), error: [before, after] }
}

fn error(rows: &Rows, weights: &[f32], knots: usize, how: &Fit) -> f32 {
    let miss = |row| how.link.of(rows.value(row, weights, knots)) - rows.wanted[row];
    let sum: f64 = (0..rows.wanted.len()).map(|row| f64::from(miss(row)).powi(2)).sum();
    (sum / rows.wanted.len().max(1) as f64) as f32
}

/// Gradient descent with momentum; each weight steps in proportion to how often it counts, as Newton's method on the diagonal
/// would have it, and all steps are divided by how many weights count together.
fn descend(
    rows: &Rows,
    weights: &mut [f32],
    knots: usize,
    how: &Fit,
    mut told: impl FnMut(usize, f32, &[f32]) -> bool,
) {
    let mut often = vec![0.0_f32; weights.len()];
    each(rows, knots, |_, at, share| often[at] += share * share);
    let together = rows.active.len() as f32 / rows.wanted.len().max(1) as f32;
    let (unit, steepness) = how.link.steepness();
    let mut speed = vec![0.0_f32; weights.len()];
    for round in 0..how.rounds {
        let (mut slope, mut sum) = (vec![0.0_f32; weights.len()], 0.0_f64);
        let misses: Vec<f32> = (0..rows.wanted.len())
            .map(|row| {
                let miss = how.link.of(rows.value(row, weights, knots)) - rows.wanted[row];
                sum += f64::from(miss * miss);
                miss
            })
            .collect();
        each(rows, knots, |row, at, share| slope[at] += misses[row] * share);
        for at in 0..weights.len() {
            let doubt = how.doubt * steepness;
            let pull = slope[at] + doubt * weights[at] / unit;
            let step = unit * pull / ((often[at] * steepness + doubt).max(1e-3) * together);
            speed[at] = 0.9 * speed[at] - step;
            weights[at] += speed[at];
        }
        if !told(round + 1, (sum / rows.wanted.len().max(1) as f64) as f32, weights) {
            break;
        }
    }
}

/// Every weight that counts at a position, with its share.
fn each(rows: &Rows, knots: usize, mut visit: impl FnMut(usize, usize, f32)) {
    for row in 0..rows.wanted.len() {
        let Phase { knot, next } = rows.phases[row];
        for &at in rows.active(row) {
            let at = at as usize * knots + knot;
            visit(row, at, 1.0 - next);
            if next > 0.0 {
                visit(row, at + 1, next);
            }
        }
    }
}
