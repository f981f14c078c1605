//! What the games so far add up to. Everything is a whole number, so that the sums do not depend on the order in which
//! games end, on any machine.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::record::GameRow;
use crate::schedule::Timetable;
use crate::stats::{GameTally, PairTally, Tally};
use crate::sums::{AgentSums, Distinct, Sums};

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
    /// Turns with a move that is no pass.
    #[serde(default)]
    pub turns: u64,
    /// Legal moves at those turns.
    #[serde(default)]
    pub choices: u64,
    /// How many games differ.
    #[serde(rename = "least")]
    distinct: Distinct,
    /// Games of a group (a pair; a round of a game of one seat) whose other games are not there yet.
    open: BTreeMap<u64, Vec<(usize, i32)>>,
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
            turns: 0,
            choices: 0,
            distinct: Distinct::default(),
            open: BTreeMap::new(),
        }
    }

    /// Adds a finished game.
    pub fn add(&mut self, timetable: &Timetable, game: &GameRow) {
        self.games += 1;
        self.plies.add(i64::from(game.plies));
        self.distinct.add(game.fingerprint);
        self.turns += u64::from(game.turns);
        self.choices += game.choices;
        for (seat, &agent) in game.agents.iter().enumerate() {
            self.agents[agent].add(game, seat);
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

    /// How many games were played differently: see [`Distinct::count`].
    #[must_use]
    pub fn distinct_games(&self) -> u64 {
        self.distinct.count(self.games)
    }

    /// Whole pairs and games outside any pair, of each meeting.
    #[must_use]
    pub(crate) fn pairs_and_singles(&self) -> Vec<(PairTally, GameTally)> {
        let mut all: Vec<_> =
            self.meetings.iter().map(|meeting| (Tally(meeting.pairs), GameTally::default())).collect();
        for result in self.open.values().flatten() {
            if let Some((_, singles)) = all.get_mut(result.0) {
                singles.add(result.1 as usize);
            }
        }
        all
    }

    /// How many entries of whatever kind it holds: what its memory is measured by.
    #[must_use]
    pub fn entries(&self) -> usize {
        let milestones = self.agents.iter().map(|agent| agent.milestones.len()).sum::<usize>();
        let open = self.open.values().map(Vec::len).sum::<usize>();
        self.agents.len() + self.meetings.len() + milestones + self.distinct.held() + open
    }
}
