//! The evaluations under way.

use crate::plan::{Luck, Plan};
use crate::search::is_row;
use crate::{Error, Outcome, draw};
use serde::{Deserialize, Serialize};

/// Who wants to know a point's score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Role {
    /// The method proposed it.
    Proposal,
    /// Place number i of the hall, which has been scored `seen` times before.
    Elite { index: usize, seen: u32 },
}

/// One point and its scores, none where one is awaited.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Point {
    pub(crate) place: Vec<f64>,
    pub(crate) role: Role,
    pub(crate) scores: Vec<Option<f64>>,
}

/// All points of an iteration.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Batch {
    /// Number of the first trial.
    pub(crate) first: u64,
    pub(crate) points: Vec<Point>,
}

impl Batch {
    /// How many trials it has.
    pub(crate) fn len(&self) -> u64 {
        self.points.iter().map(|point| point.scores.len() as u64).sum()
    }

    /// Number, point and repetition of every trial.
    fn slots(&self) -> impl Iterator<Item = (u64, usize, usize)> {
        let each =
            |(p, point): (usize, &Point)| (0..point.scores.len()).map(move |k| (p, k)).collect::<Vec<_>>();
        let slots = self.points.iter().enumerate().flat_map(each);
        slots.zip(self.first..).map(|((p, k), id)| (id, p, k))
    }

    /// Number, point and seed of every trial without a score.
    pub(crate) fn open(&self, plan: &Plan, iteration: u32) -> Vec<(u64, &Point, u64)> {
        let waiting = |&(_, p, k): &(u64, usize, usize)| self.points[p].scores[k].is_none();
        let trial = |(id, p, k): (u64, usize, usize)| {
            let point = &self.points[p];
            (id, point, seed(plan, iteration, id, point.role, k as u64))
        };
        self.slots().filter(waiting).map(trial).collect()
    }

    /// Whether every trial has its score.
    pub(crate) fn is_complete(&self) -> bool {
        self.points.iter().all(|point| point.scores.iter().all(Option::is_some))
    }

    /// Writes the scores down: all of them, or none if one is refused.
    pub(crate) fn tell(&mut self, outcomes: &[Outcome]) -> Result<(), Error> {
        let slots: Vec<(usize, usize)> = self.slots().map(|(_, p, k)| (p, k)).collect();
        let mut told = self.points.clone();
        for &Outcome { id, score } in outcomes {
            let slot = id.checked_sub(self.first).and_then(|i| slots.get(usize::try_from(i).ok()?));
            let Some(&(p, k)) = slot else {
                let last = self.first + slots.len() as u64 - 1;
                return Err(Error::UnknownTrial { id, first: self.first, last });
            };
            if !is_score(score) {
                return Err(Error::Score { id, score });
            }
            if told[p].scores[k].replace(score).is_some() {
                return Err(Error::ToldTwice { id });
            }
        }
        self.points = told;
        Ok(())
    }

    /// Whether the points fit the run; `hall` is the number of places kept.
    pub(crate) fn fits(&self, dimensions: usize, hall: usize) -> bool {
        let sound = |point: &Point| {
            is_row(&point.place, dimensions)
                && !point.scores.is_empty()
                && point.scores.iter().flatten().all(|&score| is_score(score))
                && match point.role {
                    Role::Proposal => true,
                    Role::Elite { index, .. } => index < hall,
                }
        };
        self.first <= u64::MAX / 2 && self.points.iter().all(sound)
    }
}

/// Whether sums of squares of such scores stay finite.
fn is_score(score: f64) -> bool {
    score.abs() <= 1e100
}

/// The seed of repetition `k` of a point.
fn seed(plan: &Plan, iteration: u32, id: u64, role: Role, k: u64) -> u64 {
    let over = iteration >= plan.iterations;
    let shared = u64::from(iteration) << 32 | k;
    let index = match (plan.luck, role) {
        // The comparison at the end is always fair, and on seeds of its own.
        (Luck::Fixed | Luck::Shared, _) if over => 1 << 63 | shared,
        (Luck::Independent, _) if over => 1 << 63 | k,
        (Luck::Independent, _) => id,
        (Luck::Shared, _) => shared,
        (Luck::Fixed, Role::Proposal) => k,
        (Luck::Fixed, Role::Elite { seen, .. }) => u64::from(seen) + k,
    };
    draw::trial_seed(plan.seed, index)
}
