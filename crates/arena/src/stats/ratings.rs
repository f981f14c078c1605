//! Ratings of a whole field from everybody's results at once.

use super::elo::score_of_elo;
use super::matrix::{inverse, product};
use super::means::{Estimate, Z95};
use super::normal_below;
use super::reach::{greatest_group, reaches};
use super::tally::{GameTally, PairTally};

/// What two agents of a field did against each other, from the first one's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// Index of one agent.
    pub first: usize,
    /// Index of the other.
    pub second: usize,
    /// Pairs of games with the same opening and swapped seats.
    pub pairs: PairTally,
    /// Games outside any pair.
    pub games: GameTally,
}

/// Where an agent stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rating {
    /// Elo points above the mean of all rated agents, with the 95 % interval.
    Rated(Estimate),
    /// No rated agent took a point from it, or from those it lost to: infinitely high.
    Above,
    /// It took no point from any rated agent, or from those that did: infinitely low.
    Below,
    /// Where nobody can be rated: it is above some and below others.
    Between,
    /// It has not met the rated agents, not even by way of others.
    Apart,
}

/// The ratings of a field.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// One for each agent.
    pub ratings: Vec<Rating>,
    /// Index of each agent among those that are rated.
    place: Vec<Option<usize>>,
    /// How many these are, and what they did against each other.
    rated: usize,
    played: Vec<Played>,
}

impl Ratings {
    /// The probability that agent `a` is stronger than agent `b`; None unless both are rated.
    ///
    /// By the score test of equality with the observed scatter (White 1982; Boos 1992, "On generalized score tests"):
    /// how far the results pull the two apart from the strengths that fit best if both are equal. Of two agents that is
    /// [`superiority`](super::Tally::superiority) of their pairs.
    #[must_use]
    pub fn superiority(&self, a: usize, b: usize) -> Option<f64> {
        let (a, b) = (self.place[a]?, self.place[b]?);
        // The two as one agent, in the place of the first; the places behind the second move up.
        let (one, gone) = (a.min(b), a.max(b));
        let place = |agent: usize| match agent.cmp(&gone) {
            std::cmp::Ordering::Less => agent,
            std::cmp::Ordering::Equal => one,
            std::cmp::Ordering::Greater => agent - 1,
        };
        let merged: Vec<Played> = self
            .played
            .iter()
            .map(|met| Played { first: place(met.first), second: place(met.second), ..*met })
            .collect();
        let equal = most_likely(self.rated - 1, &merged);
        let strengths: Vec<f64> = (0..self.rated).map(|agent| equal[place(agent)]).collect();
        let inverse = inverse(information(&strengths, &self.played));
        let apart: Vec<f64> = inverse[a].iter().zip(&inverse[b]).map(|(a, b)| a - b).collect();
        let (mut pull, mut variance) = (0.0, 0.0);
        for met in &self.played {
            let (expected, lever) = (met.expected(&strengths), apart[met.first] - apart[met.second]);
            pull += lever * (met.points - met.games * expected);
            variance += lever * lever * met.scatter(expected);
        }
        Some(if variance > 0.0 { normal_below(pull / variance.sqrt()) } else { 0.5 })
    }
}

/// Rates `agents` agents by their `meetings`: the maximum-likelihood strengths under Bradley & Terry's model (1952,
/// "Rank analysis of incomplete block designs I") on the Elo scale, a draw counted as half a win. That is the method
/// of Ordo: the ratings at which everybody's expected points are the points they have (Ballicora, Ordo manual,
/// "Model for rating calculation"). The mean of the rated agents is 0.
///
/// The intervals come from the observed scatter of the pairs of games around what the ratings predict (the
/// sandwich estimator: White 1982, "Maximum likelihood estimation of misspecified models"), so that draws and
/// lopsided openings count for what they are; for two agents that is the interval of pentanomial counts. They are
/// relative to the mean of the field, as Ordo's without an anchor.
///
/// Strengths are finite only among agents that can all be compared (Ford 1957, "Solution of a ranking problem from
/// binary comparisons"): the greatest such group is rated, the others stand above, below or apart.
#[must_use]
pub fn ratings(agents: usize, meetings: &[Meeting]) -> Ratings {
    let reach = reaches(agents, meetings);
    let mut group = greatest_group(&reach);
    // Who took points and gave some back to nobody has no height of its own.
    if group.len() < 2 {
        group.clear();
    }
    let mut place = vec![None; agents];
    for (i, &agent) in group.iter().enumerate() {
        place[agent] = Some(i);
    }
    let inside: Vec<Played> = meetings.iter().filter_map(|meeting| Played::new(meeting, &place)).collect();
    let strengths = most_likely(group.len(), &inside);
    let covariance = scatter(&strengths, &inside);
    let ratings = (0..agents).map(|agent| match (place[agent], group.first()) {
        (Some(i), _) => {
            let half = Z95 * covariance[i][i].max(0.0).sqrt();
            let mean = strengths[i] * ELO;
            Rating::Rated(Estimate { mean, low: mean - half, high: mean + half })
        }
        (None, Some(&rated)) if reach[agent][rated] => Rating::Above,
        (None, Some(&rated)) if reach[rated][agent] => Rating::Below,
        (None, Some(_)) => Rating::Apart,
        (None, None) => among_unrated(&reach, agent),
    });
    let ratings = ratings.collect();
    Ratings { ratings, place, rated: group.len(), played: inside }
}

/// Elo points of one natural unit of strength.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// A meeting inside the rated group, in points.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Played {
    first: usize,
    second: usize,
    games: f64,
    points: f64,
    pairs: PairTally,
    singles: GameTally,
}

impl Played {
    fn new(meeting: &Meeting, place: &[Option<usize>]) -> Option<Self> {
        let (first, second) = (place[meeting.first]?, place[meeting.second]?);
        let (pairs, singles) = (meeting.pairs, meeting.games);
        let games = 2.0 * pairs.count() as f64 + singles.count() as f64;
        let points = |counts: &[u64]| -> f64 {
            counts.iter().enumerate().map(|(half, &n)| half as f64 / 2.0 * n as f64).sum()
        };
        let points = points(&pairs.0) + points(&singles.0);
        (games > 0.0).then_some(Self { first, second, games, points, pairs, singles })
    }

    /// The score that the strengths predict for the first agent.
    fn expected(&self, strengths: &[f64]) -> f64 {
        score_of_elo(ELO * (strengths[self.first] - strengths[self.second]))
    }

    /// Squared differences between the points of each independent part and the points predicted.
    fn scatter(&self, expected: f64) -> f64 {
        let around = |counts: &[u64], games: f64| -> f64 {
            counts
                .iter()
                .enumerate()
                .map(|(half, &n)| n as f64 * (half as f64 / 2.0 - games * expected).powi(2))
                .sum()
        };
        around(&self.pairs.0, 2.0) + around(&self.singles.0, 1.0)
    }
}

impl Played {
    /// The scatter to judge an estimate by. Results that are all alike show none of their own: there a proportion's
    /// stands in where it is greater, as in [`score`](PairTally::score).
    fn least_scatter(&self, expected: f64) -> f64 {
        let is_uniform = |counts: &[u64]| counts.iter().filter(|&&n| n > 0).count() <= 1;
        let seen = self.scatter(expected);
        if !is_uniform(&self.pairs.0) || !is_uniform(&self.singles.0) {
            return seen;
        }
        let observations = 4.0 * self.pairs.count() as f64 + self.singles.count() as f64;
        seen.max(observations * expected * (1.0 - expected))
    }
}

/// Where an agent stands in a field in which no two agents took points from each other, not even by way of others.
fn among_unrated(reach: &[Vec<bool>], agent: usize) -> Rating {
    let others = || (0..reach.len()).filter(|&other| other != agent);
    match (others().any(|other| reach[agent][other]), others().any(|other| reach[other][agent])) {
        (true, true) => Rating::Between,
        (true, false) => Rating::Above,
        (false, true) => Rating::Below,
        (false, false) => Rating::Apart,
    }
}

/// The strengths with sum 0 at which expected and actual points agree: Newton's method on the log-likelihood, which
/// is concave; steps are cut to where it grows.
fn most_likely(agents: usize, played: &[Played]) -> Vec<f64> {
    let mut strengths = vec![0.0; agents];
    let likelihood = |strengths: &[f64]| -> f64 {
        played
            .iter()
            .map(|met| {
                let lead = strengths[met.first] - strengths[met.second];
                // ln of the two scores, without overflow.
                met.points * -(-lead).exp().ln_1p() + (met.games - met.points) * -lead.exp().ln_1p()
            })
            .sum()
    };
    for _ in 0..100 {
        let mut gradient = vec![0.0; agents];
        for met in played {
            let surplus = met.points - met.games * met.expected(&strengths);
            gradient[met.first] += surplus;
            gradient[met.second] -= surplus;
        }
        let inverse = inverse(information(&strengths, played));
        let step: Vec<f64> =
            inverse.iter().map(|row| row.iter().zip(&gradient).map(|(a, b)| a * b).sum()).collect();
        let before = likelihood(&strengths);
        let moved = |share: f64| -> Vec<f64> {
            strengths.iter().zip(&step).map(|(strength, step)| strength + share * step).collect()
        };
        let mut share = 1.0;
        while share > 1e-6 && likelihood(&moved(share)) < before - 1e-9 * before.abs() {
            share /= 2.0;
        }
        strengths = moved(share);
        if step.iter().all(|step| step.abs() < 1e-12) {
            break;
        }
    }
    let mean = strengths.iter().sum::<f64>() / agents.max(1) as f64;
    strengths.iter().map(|strength| strength - mean).collect()
}

/// Fisher's information about the strengths. It knows only differences; a constant is added to every entry, which
/// changes nothing among strengths of sum 0 and makes it invertible.
fn information(strengths: &[f64], played: &[Played]) -> Vec<Vec<f64>> {
    let agents = strengths.len();
    let mut matrix = vec![vec![1.0; agents]; agents];
    for met in played {
        let p = met.expected(strengths);
        add(&mut matrix, met, met.games * p * (1.0 - p));
    }
    matrix
}

/// Adds `weight` times the square of the difference between a meeting's two strengths.
fn add(matrix: &mut [Vec<f64>], met: &Played, weight: f64) {
    matrix[met.first][met.first] += weight;
    matrix[met.second][met.second] += weight;
    matrix[met.first][met.second] -= weight;
    matrix[met.second][met.first] -= weight;
}

/// The covariance of the estimates, in Elo²: the inverse information on both sides of the observed scatter.
fn scatter(strengths: &[f64], played: &[Played]) -> Vec<Vec<f64>> {
    let agents = strengths.len();
    let mut observed = vec![vec![0.0; agents]; agents];
    for met in played {
        add(&mut observed, met, met.least_scatter(met.expected(strengths)));
    }
    let inverse = inverse(information(strengths, played));
    let mut covariance = product(&product(&inverse, &observed), &inverse);
    covariance.iter_mut().flatten().for_each(|entry| *entry *= ELO * ELO);
    covariance
}
