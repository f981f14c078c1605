//! What a tournament found.

use arena::SprtReport;
use arena::stats::{Elo, Estimate, Meeting, Rating, Ratings, Tally, TileRate, ratings, tile_rates_of};
use arena::sums::AgentSums;
use serde::Serialize;

use crate::experiment::{Experiment, Setup};
use crate::run::Progress;
use crate::standings::Standings;

/// The result of a tournament, in the shape that `--json` prints.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The game, with its options.
    pub game: String,
    /// What the games follow from, in 32 hexadecimal digits.
    pub experiment: String,
    /// The source of all luck.
    pub seed: u64,
    /// Number of seats.
    pub seats: usize,
    /// Games that count.
    pub games: u64,
    /// Games that were asked for.
    pub games_planned: u64,
    /// Whether games are missing.
    pub broken_off: bool,
    /// Games that differ in at least one move; from 256 on an estimate, good to about 6 %.
    pub distinct_games: u64,
    /// The agents in the order in which they were given.
    pub agents: Vec<AgentRow>,
    /// Indices into `agents`, the best first.
    pub ranking: Vec<usize>,
    /// Who did what against whom.
    pub meetings: Vec<MeetingRow>,
    /// Where the test stands, if there is one.
    pub sprt: Option<SprtReport>,
    /// The test's log-likelihood ratio after each whole pair, for the plot of it.
    #[serde(skip)]
    pub llr_course: Vec<f64>,
    /// Mean number of turns of seats in a game.
    pub mean_plies: f64,
    /// Its standard deviation.
    pub sd_plies: f64,
}

/// One agent of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AgentRow {
    /// The agent, as given.
    pub agent: String,
    /// Games played.
    pub games: u64,
    /// Games won. In a game of one seat: with more points than every other agent had with the same luck.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Of two seats: the share of points with win 1, draw ½. Of one seat: the mean points of the game.
    pub mean_score: f64,
    /// Lower end of its 95 % interval (Wilson; Student for points).
    pub score_low: f64,
    /// Upper end.
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
    /// Mean positions looked at per game.
    pub mean_nodes_per_game: f64,
    /// Games lost by forfeit.
    pub forfeits: u64,
    /// The first of these, from 1, and why.
    pub first_forfeit: Option<(u64, String)>,
    /// How often each milestone was reached (2048: each tile); empty without any.
    pub tiles: Vec<TileRate>,
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
    /// Whole pairs of games, by the half points that the first made in them.
    pub pairs: [u64; 5],
    /// The first one's lead by its pairs.
    #[serde(flatten)]
    pub elo: Elo,
}

impl Report {
    /// Sums up what there is.
    #[must_use]
    pub fn new(experiment: &Experiment, setup: &Setup, progress: &Progress) -> Self {
        let standings = progress.standings(setup);
        let seats = setup.kind.seats();
        let field = field(setup, &standings);
        let mut agents: Vec<AgentRow> = (0..setup.agents.len())
            .map(|agent| AgentRow::new(setup.agents[agent].to_string(), &standings.agents[agent], seats))
            .collect();
        if seats == 2 {
            agents.iter_mut().zip(&field.ratings).for_each(|(row, rating)| row.rate(*rating));
        }
        let ranking = ranking(&agents, &field, seats);
        for pair in ranking.windows(2) {
            agents[pair[0]].superiority = field.superiority(pair[0], pair[1]);
        }
        let pairs = standings.meetings.first().map(|meeting| Tally(meeting.pairs)).unwrap_or_default();
        Self {
            game: setup.kind.name().to_owned(),
            experiment: experiment.hash(),
            seed: experiment.seed,
            seats,
            games: standings.games,
            games_planned: setup.units(),
            broken_off: !progress.is_decided() && standings.games < setup.units(),
            distinct_games: standings.distinct_games(),
            agents,
            ranking,
            meetings: meetings(setup, &standings),
            sprt: setup.sprt.map(|sprt| SprtReport::new(sprt, &pairs)),
            llr_course: progress.llr_course().to_vec(),
            mean_plies: standings.plies.mean(standings.games),
            sd_plies: standings.plies.deviation(standings.games),
        }
    }
}

impl Report {
    /// Half points that `own` made against `other`, and their games; None if they did not meet.
    #[must_use]
    pub fn score_against(&self, own: usize, other: usize) -> Option<(u64, u64)> {
        self.meetings.iter().find_map(|met| {
            let games = met.wins + met.draws + met.losses;
            match (met.first, met.second) {
                pair if pair == (own, other) => Some((2 * met.wins + met.draws, games)),
                pair if pair == (other, own) => Some((2 * met.losses + met.draws, games)),
                _ => None,
            }
        })
    }

    /// What makes the intervals look narrower than they are: games that repeat each other.
    #[must_use]
    pub fn doubt(&self) -> Option<String> {
        (self.games >= 4 && self.distinct_games * 10 < self.games * 9).then(|| {
            let about = if self.distinct_games < 256 { "only" } else { "only about" };
            format!(
                "{about} {} of these {} games differ: repeated games make intervals look narrower than they are; \
                 --openings or --opening-plies gives variety",
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
        let tally = Tally(sums.pairs);
        let elo = if tally.count() > 0 { tally.elo().into() } else { Elo::default() };
        let [losses, draws, wins] = sums.games;
        MeetingRow { first, second, wins, draws, losses, pairs: sums.pairs, elo }
    })
    .collect()
}

impl AgentRow {
    fn new(agent: String, sums: &AgentSums, seats: usize) -> Self {
        let Estimate { mean, low, high } = sums.score(seats);
        let seconds = sums.time.as_secs_f64();
        Self {
            agent,
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
            mean_nodes_per_game: sums.nodes.mean(sums.games),
            forfeits: sums.forfeits,
            first_forfeit: sums.first_forfeit.clone().map(|(unit, why)| (unit + 1, why)),
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
            // A field in which nobody met anybody tells nothing.
            Rating::Rated(elo) if self.games > 0 => {
                (self.elo, self.elo_low, self.elo_high) = (Some(elo.mean), Some(elo.low), Some(elo.high));
            }
            Rating::Rated(_) | Rating::Apart => self.unrated = Some("apart"),
            Rating::Above => self.unrated = Some("above"),
            Rating::Below => self.unrated = Some("below"),
        }
    }
}
