//! Who meets whom, and in which game.

use serde::{Deserialize, Serialize};

/// Which agents of a field meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first agent meets all others.
    Gauntlet,
    /// Each agent meets the next one in the list: a ladder of strengths, rung by rung.
    Ladder,
}

impl Schedule {
    /// The names, as they are typed.
    pub const NAMES: [&str; 3] = ["round-robin", "gauntlet", "ladder"];

    /// The schedule of a name in [`NAMES`](Self::NAMES).
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::RoundRobin, Self::Gauntlet, Self::Ladder]
            .into_iter()
            .zip(Self::NAMES)
            .find(|(_, n)| *n == name)
            .map(|p| p.0)
    }

    /// The meetings of `agents` agents, in their order. Each is played as a pair of games with swapped seats once a
    /// round.
    #[must_use]
    pub fn meetings(self, agents: usize) -> Vec<(usize, usize)> {
        match self {
            Self::RoundRobin => (0..agents).flat_map(|a| (a + 1..agents).map(move |b| (a, b))).collect(),
            Self::Gauntlet => (1..agents).map(|b| (0, b)).collect(),
            Self::Ladder => (1..agents).map(|b| (b - 1, b)).collect(),
        }
    }
}

/// Where the games of a tournament lie in time: round by round, in each round meeting by meeting, in each meeting two
/// games with swapped seats. Further rounds only add games at the end. In a game of one seat a round is one game of
/// each agent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Timetable {
    agents: usize,
    seats: usize,
    meetings: Vec<(usize, usize)>,
}

/// What one game is within a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The round, from 0.
    pub round: u64,
    /// The number that games share which are to be compared: a pair of games with swapped seats, or in a game of one
    /// seat a round.
    pub luck: u64,
    /// The meeting; None in a game of one seat.
    pub meeting: Option<usize>,
    /// Which agent sits on each seat.
    pub seating: Vec<usize>,
}

impl Timetable {
    /// The timetable of a game of one or two seats.
    #[must_use]
    pub fn new(schedule: Schedule, seats: usize, agents: usize) -> Self {
        let meetings = if seats == 2 { schedule.meetings(agents) } else { Vec::new() };
        Self { agents, seats, meetings }
    }

    /// Who meets whom.
    #[must_use]
    pub fn meetings(&self) -> &[(usize, usize)] {
        &self.meetings
    }

    /// Games of one round.
    #[must_use]
    pub fn games_of_a_round(&self) -> u64 {
        if self.seats == 2 { 2 * self.meetings.len() as u64 } else { self.agents as u64 }
    }

    /// Games that are only counted together: a pair, or a round of a game of one seat.
    #[must_use]
    pub fn games_of_a_group(&self) -> u64 {
        if self.seats == 2 { 2 } else { self.agents as u64 }
    }

    /// Where game `unit` lies.
    #[must_use]
    pub fn place(&self, unit: u64) -> Place {
        let round = unit / self.games_of_a_round();
        let luck = unit / self.games_of_a_group();
        if self.seats != 2 {
            return Place { round, luck, meeting: None, seating: vec![(unit % self.agents as u64) as usize] };
        }
        let meeting = (luck % self.meetings.len() as u64) as usize;
        let (a, b) = self.meetings[meeting];
        let seating = if unit.is_multiple_of(2) { vec![a, b] } else { vec![b, a] };
        Place { round, luck, meeting: Some(meeting), seating }
    }
}
