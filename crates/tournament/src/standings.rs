//! What the games so far add up to. Everything is a whole number, so that the sums do not depend on the order in which
//! games end, on any machine.

use std::collections::{BTreeMap, BTreeSet};

use arena::stats::{Estimate, GameTally, PairTally};
use serde::{Deserialize, Serialize};

use crate::record::GameRow;
use crate::schedule::Timetable;

/// The sums of a tournament: what tables and ratings are made of.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Standings {
    /// Games counted.
    pub games: u64,
    /// One entry per agent.
    pub agents: Vec<AgentSums>,
    /// One entry per meeting.
    pub meetings: Vec<MeetingSums>,
    /// Turns of seats.
    pub plies: Sums,
    /// The least fingerprints, at most [`SKETCH`] of them: what the number of different games is told by.
    least: BTreeSet<u64>,
    /// Games of a group (a pair; a round of a game of one seat) whose other games are not there yet.
    open: BTreeMap<u64, Vec<(usize, i32)>>,
}

/// Fingerprints that are kept.
const SKETCH: usize = 256;

/// Sums of a quantity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sums {
    /// The sum.
    pub sum: i128,
    /// The sum of squares.
    pub squares: u128,
}

impl Sums {
    fn add(&mut self, x: i64) {
        self.sum += i128::from(x);
        self.squares = self.squares.saturating_add(u128::from(x.unsigned_abs()).pow(2));
    }

    /// The mean of `count` numbers; 0 of none.
    #[must_use]
    pub fn mean(&self, count: u64) -> f64 {
        if count == 0 { 0.0 } else { self.sum as f64 / count as f64 }
    }

    /// Their standard deviation, estimated for the population (n - 1); 0 of fewer than two.
    #[must_use]
    pub fn deviation(&self, count: u64) -> f64 {
        if count < 2 {
            return 0.0;
        }
        let n = count as f64;
        // The difference of two whole numbers, n Σx² - (Σx)², so that nothing cancels; in floating point where they
        // are too long for that.
        let whole = u128::from(count).checked_mul(self.squares).zip(self.sum.unsigned_abs().checked_pow(2));
        let spread = match whole {
            Some((squares, square)) => squares.saturating_sub(square) as f64,
            None => (n * self.squares as f64 - (self.sum as f64).powi(2)).max(0.0),
        };
        (spread / n / (n - 1.0)).sqrt()
    }
}

/// One agent's sums.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct AgentSums {
    /// Games played.
    pub games: u64,
    /// Games won. In a game of one seat: with more points than every other agent had with the same luck.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Points of the game.
    pub payoff: Sums,
    /// The most points in one game.
    pub best: Option<i32>,
    /// Moves chosen.
    pub moves: u64,
    /// Positions looked at, game by game.
    pub nodes: Sums,
    /// Time in microseconds.
    pub time_us: u64,
    /// Games lost by forfeit.
    pub forfeits: u64,
    /// The first of them by its number, and why.
    pub first_forfeit: Option<(u64, String)>,
    /// How often each milestone was the last one reached.
    pub milestones: BTreeMap<u64, u64>,
}

/// What two agents did against each other, from the first one's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MeetingSums {
    /// Whole pairs of games, by half points.
    pub pairs: [u64; 5],
    /// All games: lost, drawn, won.
    pub games: [u64; 3],
}

impl Standings {
    /// Before the first game.
    #[must_use]
    pub fn new(timetable: &Timetable, agents: usize) -> Self {
        Self {
            games: 0,
            agents: vec![AgentSums::default(); agents],
            meetings: vec![MeetingSums::default(); timetable.meetings().len()],
            plies: Sums::default(),
            least: BTreeSet::new(),
            open: BTreeMap::new(),
        }
    }

    /// Adds a finished game.
    pub fn add(&mut self, timetable: &Timetable, game: &GameRow) {
        self.games += 1;
        self.plies.add(i64::from(game.plies));
        self.least.insert(game.fingerprint);
        if self.least.len() > SKETCH {
            self.least.pop_last();
        }
        for (seat, &agent) in game.agents.iter().enumerate() {
            self.agents[agent].add(game, seat, agent);
        }
        let place = timetable.place(game.unit);
        match place.meeting {
            Some(meeting) => self.add_to_meeting(meeting, timetable.meetings()[meeting].0, place.luck, game),
            None => self.add_to_round(place.luck, game),
        }
    }

    fn add_to_meeting(&mut self, meeting: usize, first: usize, pair: u64, game: &GameRow) {
        let half_points = game.half_points(usize::from(game.agents[0] != first));
        for (seat, &agent) in game.agents.iter().enumerate() {
            self.agents[agent].count(game.half_points(seat));
        }
        let sums = &mut self.meetings[meeting];
        sums.games[half_points] += 1;
        match self.open.remove(&pair) {
            Some(other) => sums.pairs[half_points + other[0].1 as usize] += 1,
            None => drop(self.open.insert(pair, vec![(meeting, half_points as i32)])),
        }
    }

    /// Of a game of one seat: compares the agents when all have played with the same luck.
    fn add_to_round(&mut self, round: u64, game: &GameRow) {
        if self.agents.len() < 2 {
            return;
        }
        let results = self.open.entry(round).or_default();
        results.push((game.agents[0], game.payoffs[0]));
        if results.len() < self.agents.len() {
            return;
        }
        let results = self.open.remove(&round).unwrap_or_default();
        for &(agent, own) in &results {
            let rivals = results.iter().filter(|(other, _)| *other != agent).map(|result| result.1);
            let best_rival = rivals.max().unwrap_or(own);
            self.agents[agent].count(1 + usize::from(own > best_rival) - usize::from(own < best_rival));
        }
    }

    /// How many games were played differently: exact below 256, beyond with a standard error of about 6 % (Bar-Yossef
    /// et al. 2002, "Counting distinct elements in a data stream", from the least of uniform fingerprints).
    #[must_use]
    pub fn distinct_games(&self) -> u64 {
        match self.least.last() {
            Some(&greatest) if self.least.len() == SKETCH => {
                let share = (greatest as f64 + 1.0) / 2f64.powi(64);
                (((SKETCH - 1) as f64 / share) as u64).clamp(SKETCH as u64, self.games)
            }
            _ => self.least.len() as u64,
        }
    }

    /// Whole pairs and games outside any pair, of each meeting.
    #[must_use]
    pub fn pairs_and_singles(&self) -> Vec<(PairTally, GameTally)> {
        let mut all: Vec<_> = self
            .meetings
            .iter()
            .map(|meeting| (arena::stats::Tally(meeting.pairs), GameTally::default()))
            .collect();
        for result in self.open.values().flatten() {
            if let Some((_, singles)) = all.get_mut(result.0) {
                singles.add(result.1 as usize);
            }
        }
        all
    }
}

impl AgentSums {
    fn add(&mut self, game: &GameRow, seat: usize, agent: usize) {
        let spent = game.spent[seat];
        self.games += 1;
        self.payoff.add(i64::from(game.payoffs[seat]));
        self.best = self.best.max(Some(game.payoffs[seat]));
        self.moves += u64::from(spent.moves);
        self.nodes.add(i64::try_from(spent.nodes).unwrap_or(i64::MAX));
        self.time_us += spent.time_us;
        if let Some(milestone) = game.milestone {
            *self.milestones.entry(milestone).or_default() += 1;
        }
        if game.loser == Some(agent) {
            self.forfeits += 1;
            if self.first_forfeit.as_ref().is_none_or(|(unit, _)| game.unit < *unit) {
                self.first_forfeit = Some((game.unit, game.why.clone().unwrap_or_default()));
            }
        }
    }

    fn count(&mut self, half_points: usize) {
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// The mean points with Student's 95 % interval.
    #[must_use]
    pub fn mean_points(&self) -> Estimate {
        arena::stats::student(self.games, self.payoff.mean(self.games), self.payoff.deviation(self.games))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Schedule;

    fn sketch(fingerprints: impl Iterator<Item = u64>) -> u64 {
        let timetable = Timetable::new(Schedule::RoundRobin, 2, 2);
        let mut standings = Standings::new(&timetable, 2);
        for (unit, fingerprint) in fingerprints.enumerate() {
            let game = GameRow {
                unit: unit as u64,
                agents: timetable.place(unit as u64).seating,
                payoffs: vec![1, -1],
                loser: None,
                why: None,
                spent: vec![crate::record::Spending::default(); 2],
                plies: 9,
                milestone: None,
                fingerprint,
                opening: String::new(),
                game: String::new(),
                moves: Vec::new(),
            };
            standings.add(&timetable, &game);
        }
        standings.distinct_games()
    }

    #[test]
    fn different_games_are_counted() {
        let mut rng = plywise::Rng::new(1);
        assert_eq!(sketch((0..100).map(|unit| unit % 7)), 7);
        let many: Vec<u64> = (0..5000).map(|_| rng.next_u64()).collect();
        let estimate = sketch(many.iter().copied());
        assert!((4000..=5000).contains(&estimate), "{estimate}");
        let twice = sketch(many.iter().chain(&many).copied());
        assert!((4000..6000).contains(&twice), "repetitions change nothing: {twice}");
    }

    /// 2, 4, 4, 4, 5, 5, 7, 9: mean 5, sum of squared differences 32.
    #[test]
    fn sums_give_mean_and_deviation() {
        let mut sums = Sums::default();
        [2, 4, 4, 4, 5, 5, 7, 9].into_iter().for_each(|x| sums.add(x));
        assert_eq!(sums.mean(8), 5.0);
        assert!((sums.deviation(8) - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
        let mut big = Sums::default();
        [i64::MAX, i64::MIN, i64::MAX].into_iter().for_each(|x| big.add(x));
        assert!(big.deviation(3).is_finite());
        assert_eq!((Sums::default().mean(0), Sums::default().deviation(1)), (0.0, 0.0));
    }
}
