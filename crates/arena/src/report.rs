//! What a match or tournament found.

use serde::Serialize;

use crate::progress::Progress;
use crate::setup::Setup;
use crate::sprt::SprtReport;
use crate::standings::Standings;
use crate::stats::{
    Elo, Estimate, Meeting, PairTally, Rating, Ratings, Tally, TileRate, ratings, tile_rates_of,
};
use crate::sums::{AgentSums, Distinct};

/// The result of a match or tournament, in the shape that `--json` prints.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The game, with its options.
    pub game: String,
    /// What the games follow from, in 32 hexadecimal digits.
    pub experiment: String,
    /// The source of all luck.
    pub seed: u64,
    /// How points are counted, where customs differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scoring: Option<&'static str>,
    /// Number of seats.
    pub seats: usize,
    /// Games that count (in a game of one seat: by every agent together, divided by the agents, rounded up).
    pub games: u64,
    /// Games that were asked for, likewise.
    pub games_planned: u64,
    /// Whether games are missing.
    pub broken_off: bool,
    /// Games that differ in at least one move; from 256 on an estimate, good to about 6 %.
    pub distinct_games: u64,
    /// Whether that is counted exactly or estimated.
    pub distinct_games_exact: bool,
    /// The agents in the order in which they were given.
    pub agents: Vec<AgentRow>,
    /// Indices into `agents`, the best first.
    pub ranking: Vec<usize>,
    /// Who did what against whom.
    pub meetings: Vec<MeetingRow>,
    /// Where two agents met: how much better the first is.
    pub lead: Option<Lead>,
    /// Where the test stands, if there is one.
    pub sprt: Option<SprtReport>,
    /// The test's log-likelihood ratio after so many pairs, for the plot of it.
    #[serde(skip)]
    pub llr_course: Vec<(u64, f64)>,
    /// Mean number of turns of seats in a game, passes included.
    pub mean_plies: f64,
    /// Its standard deviation.
    pub sd_plies: f64,
    /// Mean number of legal moves where a seat had to move; None where nobody counted them.
    pub mean_branching: Option<f64>,
}

/// One agent's part.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AgentRow {
    /// The agent, as given.
    pub agent: String,
    /// What it is, where that is a name for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stands_for: Option<String>,
    /// Games played.
    pub games: u64,
    /// Games won. In a game of one seat: with more points than every other agent had with the same luck.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Of two seats: the share of points with win 1, draw ½, loss 0. Of one seat: the mean points of the game. Not a
    /// number (null in JSON) without games.
    pub mean_score: f64,
    /// Lower end of its 95 % interval (Wilson; Student for points); infinite (null in JSON) where there are too few games
    /// to tell.
    pub score_low: f64,
    /// Upper end, likewise.
    pub score_high: f64,
    /// Elo points above the mean of the field, by all results together; null where the results set no bound.
    pub elo: Option<f64>,
    /// Lower end of the 95 % interval.
    pub elo_low: Option<f64>,
    /// Upper end.
    pub elo_high: Option<f64>,
    /// Where the agent stands if it has no finite rating: `above` or `below` all rated agents, or `apart` from them.
    pub unrated: Option<&'static str>,
    /// The probability that it is stronger than the next in the ranking.
    pub superiority: Option<f64>,
    /// Mean points of the game.
    pub mean_payoff: f64,
    /// Their standard deviation.
    pub sd_payoff: f64,
    /// The most points in one game.
    pub best_payoff: i32,
    /// Mean thinking time per game, in seconds.
    pub mean_time_per_game_s: f64,
    /// Mean thinking time per move, in seconds.
    pub mean_time_per_move_s: f64,
    /// Mean positions looked at per game; no number (null in JSON) of a program that tells none.
    pub mean_nodes_per_game: f64,
    /// Standard deviation of the positions looked at per game.
    pub sd_nodes_per_game: f64,
    /// Games lost by forfeit.
    pub forfeits: u64,
    /// The first of these, from 1, and why.
    pub first_forfeit: Option<Forfeit>,
    /// How often each milestone was reached (2048: each tile); empty without any.
    pub tiles: Vec<TileRate>,
}

/// A game that was lost before the rules ended it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Forfeit {
    /// The game, from 1.
    pub game: u64,
    /// What the agent did.
    pub reason: String,
}

/// What two agents did against each other.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MeetingRow {
    /// Index of one agent.
    pub first: usize,
    /// Index of the other.
    pub second: usize,
    /// Games that the first won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games that the first lost.
    pub losses: u64,
    /// The first one's lead.
    #[serde(flatten)]
    pub lead: Lead,
}

/// How much better one of two agents is, by pairs of games with the same opening and swapped seats.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Lead {
    /// Whole pairs, by the half points that the agent made in them: 0 to 4.
    pub pairs: [u64; 5],
    /// Elo points with their 95 % interval.
    #[serde(flatten)]
    pub elo: Elo,
    /// The probability that the agent is the stronger one.
    pub superiority: f64,
}

impl Lead {
    /// What whole pairs say.
    #[must_use]
    pub fn new(pairs: &PairTally) -> Self {
        let elo = if pairs.count() > 0 { pairs.elo().into() } else { Elo::default() };
        Self { pairs: pairs.0, elo, superiority: pairs.superiority() }
    }

    /// One line for people.
    #[must_use]
    pub fn line(&self) -> String {
        let pairs = self.pairs.iter().sum::<u64>();
        let s = if pairs == 1 { "" } else { "s" };
        format!(
            "{pairs} pair{s} of games: the first agent {}, superior with {:.1} %",
            self.elo.lead(),
            100.0 * self.superiority
        )
    }
}

impl Report {
    /// Sums up what there is.
    #[must_use]
    pub fn new(setup: &Setup, progress: &Progress) -> Self {
        let standings = progress.standings(setup);
        let seats = setup.kind.seats();
        let field = field(setup, &standings);
        let mut agents: Vec<AgentRow> = (0..setup.agents.len())
            .map(|agent| AgentRow::of(setup, agent, &standings.agents[agent]))
            .collect();
        if seats == 2 {
            agents.iter_mut().zip(&field.ratings).for_each(|(row, rating)| row.rate(*rating));
        }
        let ranking = ranking(&agents, &field, seats);
        for pair in ranking.windows(2) {
            agents[pair[0]].superiority = field.superiority(pair[0], pair[1]);
        }
        let meetings = meetings(setup, &standings);
        let pairs = standings.meetings.first().map(|meeting| Tally(meeting.pairs)).unwrap_or_default();
        // Alone each agent plays as many games as were asked for.
        let share = |games: u64| if seats == 1 { games.div_ceil(agents.len() as u64) } else { games };
        Self {
            game: setup.kind.name().to_owned(),
            scoring: setup.kind.scoring(),
            experiment: setup.hash.clone(),
            seed: setup.experiment.seed,
            seats,
            games: share(standings.games),
            games_planned: share(setup.units()),
            broken_off: !progress.is_decided() && standings.games < setup.units(),
            distinct_games: standings.distinct_games(),
            distinct_games_exact: standings.distinct_games() < Distinct::EXACT_BELOW,
            lead: match &meetings[..] {
                [only] if pairs.count() > 0 => Some(only.lead),
                _ => None,
            },
            agents,
            ranking,
            meetings,
            sprt: setup.sprt.map(|sprt| SprtReport::new(sprt, &pairs)),
            llr_course: progress.llr_course(),
            mean_plies: standings.plies.mean(standings.games),
            sd_plies: standings.plies.deviation(standings.games),
            mean_branching: (standings.turns > 0).then(|| standings.choices as f64 / standings.turns as f64),
        }
    }
}

impl Report {
    /// Half points that `own` made against `other`, and their games; None if they did not meet.
    #[must_use]
    pub(crate) fn score_against(&self, own: usize, other: usize) -> Option<(u64, u64)> {
        self.meetings.iter().find_map(|met| {
            let games = met.wins + met.draws + met.losses;
            match (met.first, met.second) {
                pair if pair == (own, other) => Some((2 * met.wins + met.draws, games)),
                pair if pair == (other, own) => Some((2 * met.losses + met.draws, games)),
                _ => None,
            }
        })
    }

    /// A line for each agent that goes by a name of somebody's own: what it is.
    pub fn stand_for(&self) -> impl Iterator<Item = String> + '_ {
        let listed = self.listed().into_iter().map(|agent| &self.agents[agent]);
        listed.filter_map(|row| Some(format!("{} stands for {}", row.agent, row.stands_for.as_ref()?)))
    }

    /// What makes the intervals look narrower than they are: games that repeat each other.
    #[must_use]
    pub fn doubt(&self) -> Option<String> {
        (self.seats > 1 && self.distinct_games * 10 < self.games * 9).then(|| {
            let about = if self.distinct_games_exact { "only" } else { "only about" };
            let has_suites = games::open(&self.game).is_ok_and(|kind| !kind.openings().is_empty());
            let openings = if has_suites { "--openings or --opening-plies" } else { "--opening-plies" };
            format!(
                "{about} {} of these {} games differ: repeated games make intervals look narrower than they are; \
                 {openings} gives variety",
                self.distinct_games, self.games
            )
        })
    }
}

/// The ratings of everybody; of nobody in a game of one seat.
fn field(setup: &Setup, standings: &Standings) -> Ratings {
    let sums = standings.pairs_and_singles();
    let met: Vec<Meeting> = setup
        .timetable
        .meetings()
        .iter()
        .zip(sums)
        .map(|(&(first, second), (pairs, games))| Meeting { first, second, pairs, games })
        .collect();
    ratings(setup.agents.len(), &met)
}

/// The best first: those above the rated, the rated, those below; among equals by score, then as given.
fn ranking(agents: &[AgentRow], field: &Ratings, seats: usize) -> Vec<usize> {
    let height = |agent: &usize| match field.ratings[*agent] {
        _ if agents[*agent].games == 0 => f64::NEG_INFINITY,
        _ if seats == 1 => agents[*agent].mean_score,
        Rating::Rated(elo) => elo.mean,
        Rating::Between => 0.0,
        Rating::Above => f64::INFINITY,
        Rating::Below | Rating::Apart => f64::NEG_INFINITY,
    };
    let mut ranking: Vec<usize> = (0..agents.len()).collect();
    ranking.sort_by(|a, b| {
        let score = |agent: &usize| if agents[*agent].games == 0 { 0.0 } else { agents[*agent].mean_score };
        height(b).total_cmp(&height(a)).then(score(b).total_cmp(&score(a)))
    });
    ranking
}

fn meetings(setup: &Setup, standings: &Standings) -> Vec<MeetingRow> {
    let rows = setup.timetable.meetings().iter().zip(&standings.meetings);
    rows.map(|(&(first, second), sums)| {
        let [losses, draws, wins] = sums.games;
        MeetingRow { first, second, wins, draws, losses, lead: Lead::new(&Tally(sums.pairs)) }
    })
    .collect()
}

impl AgentRow {
    fn of(setup: &Setup, agent: usize, sums: &AgentSums) -> Self {
        let (name, spec) = (setup.names[agent].clone(), setup.agents[agent].to_string());
        let Estimate { mean, low, high } = sums.score(setup.kind.seats());
        let seconds = sums.time.as_secs_f64();
        // Programs that tell no numbers of positions have looked at some all the same.
        let untold = sums.games > 0
            && sums.nodes.mean(sums.games) == 0.0
            && setup.agents[agent].name == registry::foreign::ANY_GAME.name;
        let told = |number: f64| if untold { f64::NAN } else { number };
        Self {
            stands_for: (spec != name).then_some(spec),
            agent: name,
            games: sums.games,
            wins: sums.wins,
            draws: sums.draws,
            losses: sums.losses,
            mean_score: mean,
            score_low: low,
            score_high: high,
            elo: None,
            elo_low: None,
            elo_high: None,
            unrated: None,
            superiority: None,
            mean_payoff: sums.payoff.mean(sums.games),
            sd_payoff: sums.payoff.deviation(sums.games),
            best_payoff: sums.best.unwrap_or(0),
            mean_time_per_game_s: seconds / sums.games.max(1) as f64,
            mean_time_per_move_s: seconds / sums.moves.max(1) as f64,
            mean_nodes_per_game: told(sums.nodes.mean(sums.games)),
            sd_nodes_per_game: told(sums.nodes.deviation(sums.games)),
            forfeits: sums.forfeits,
            first_forfeit: sums
                .first_forfeit
                .clone()
                .map(|(unit, reason)| Forfeit { game: unit + 1, reason }),
            tiles: tile_rates_of(&sums.milestones),
        }
    }

    /// Its score, or mean points, with their interval.
    #[must_use]
    pub fn score(&self) -> Estimate {
        Estimate { mean: self.mean_score, low: self.score_low, high: self.score_high }
    }

    fn rate(&mut self, rating: Rating) {
        match rating {
            Rating::Rated(elo) => {
                (self.elo, self.elo_low, self.elo_high) = (Some(elo.mean), Some(elo.low), Some(elo.high));
            }
            Rating::Apart => self.unrated = Some("apart"),
            Rating::Between => self.unrated = Some("between"),
            Rating::Above => self.unrated = Some("above"),
            Rating::Below => self.unrated = Some("below"),
        }
    }
}
