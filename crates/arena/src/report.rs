//! What a match found.

use registry::GameSummary;
use serde::Serialize;

use crate::matches::{MatchPlan, distinct, half_points};
use crate::sprt::SprtReport;
use crate::stats::{Estimate, PairTally, Sample, TileRate, Verdict, tile_rates, wilson};

/// The result of a match, in the shape that `--json` prints.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchReport {
    /// The game, with its options.
    pub game: String,
    /// The source of all luck.
    pub seed: u64,
    /// Games that were finished (in a game of one seat: by every agent together, divided by the agents, rounded up).
    pub games: u64,
    /// Games that were asked for.
    pub games_planned: u64,
    /// Whether the match was broken off before all of them were finished.
    pub broken_off: bool,
    /// Finished games that differ in at least one move.
    pub distinct_games: u64,
    /// One entry per agent, in the order given.
    pub agents: Vec<AgentReport>,
    /// Of two seats: how much better the first agent is.
    pub lead: Option<Lead>,
    /// Where the test stands, if there was one.
    pub sprt: Option<SprtReport>,
    /// Mean number of turns of seats in a game, passes included.
    pub mean_plies: f64,
    /// Its standard deviation.
    pub sd_plies: f64,
    /// Mean number of legal moves where a seat had to move.
    pub mean_branching: f64,
}

/// How much better one of two agents is, by pairs of games with the same opening and swapped seats.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Lead {
    /// Whole pairs, by the half points that the agent made in them: 0 to 4.
    pub pairs: [u64; 5],
    /// Elo points; null if the score is 0 or 1.
    pub elo: f64,
    /// Lower end of the 95 % interval, null if there is none.
    pub elo_low: f64,
    /// Upper end.
    pub elo_high: f64,
    /// The probability that the agent is the stronger one.
    pub superiority: f64,
}

impl Lead {
    /// What whole pairs say.
    #[must_use]
    pub fn new(pairs: &PairTally) -> Self {
        let elo = pairs.elo();
        Self {
            pairs: pairs.0,
            elo: elo.mean,
            elo_low: elo.low,
            elo_high: elo.high,
            superiority: pairs.superiority(),
        }
    }
}

/// One agent's part in a match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AgentReport {
    /// The agent, as given.
    pub agent: String,
    /// Games won. In a game of one seat: games with more points than every other agent had with the same luck.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Of two seats: the share of points with win 1, draw ½, loss 0. Of one seat: the mean points of the game.
    pub mean_score: f64,
    /// Lower end of its 95 % interval.
    pub score_low: f64,
    /// Upper end of its 95 % interval.
    pub score_high: f64,
    /// Mean points of the game: discs, fruit, merged tiles.
    pub mean_payoff: f64,
    /// Standard deviation of the points.
    pub sd_payoff: f64,
    /// The most points in one game.
    pub best_payoff: i32,
    /// How often each milestone was reached (2048: each tile); empty without any.
    pub tiles: Vec<TileRate>,
    /// Mean thinking time per game, in seconds.
    pub mean_time_per_game_s: f64,
    /// Mean thinking time per move, in seconds.
    pub mean_time_per_move_s: f64,
    /// Mean positions visited per game.
    pub mean_nodes_per_game: f64,
    /// Standard deviation of the positions visited per game.
    pub sd_nodes_per_game: f64,
    /// Games lost on time or by an illegal move.
    pub forfeits: u64,
    /// The first of these, from 1, and why it was lost.
    pub first_forfeit: Option<Forfeit>,
}

/// A game that was lost before the rules ended it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Forfeit {
    /// The game of the match, from 1.
    pub game: u64,
    /// What the agent did.
    pub reason: String,
}

impl MatchReport {
    /// Sums up games in the order of their units.
    #[must_use]
    pub fn new(game: &str, plan: &MatchPlan, seats: usize, games: &[GameSummary]) -> Self {
        let plies: Sample = games.iter().map(|game| f64::from(game.plies)).collect();
        let turns: u64 = games.iter().map(|game| u64::from(game.turns)).sum();
        let choices: u64 = games.iter().map(|game| game.choices).sum();
        let rounds = if seats == 1 { games.len().div_ceil(plan.agents.len().max(1)) } else { games.len() };
        let pairs = (seats == 2).then(|| whole_pairs(games));
        let sprt = plan.sprt.zip(pairs).map(|(sprt, pairs)| SprtReport::new(sprt, &pairs));
        let decided = sprt.is_some_and(|sprt| sprt.verdict != Verdict::Undecided);
        Self {
            lead: pairs.filter(|pairs| pairs.count() > 0).map(|pairs| Lead::new(&pairs)),
            sprt,
            game: game.to_owned(),
            seed: plan.seed,
            games: rounds as u64,
            games_planned: plan.games,
            broken_off: !decided && (games.len() as u64) < plan.units(seats),
            distinct_games: distinct(games),
            agents: (0..plan.agents.len()).map(|agent| AgentReport::new(plan, seats, games, agent)).collect(),
            mean_plies: plies.mean(),
            sd_plies: plies.deviation(),
            mean_branching: if turns == 0 { 0.0 } else { choices as f64 / turns as f64 },
        }
    }
}

/// The pairs of which both games are there, from the first agent's view; `games` in the order of their units.
fn whole_pairs(games: &[GameSummary]) -> PairTally {
    let mut pairs = PairTally::default();
    for pair in games.chunk_by(|a, b| a.unit / 2 == b.unit / 2) {
        if let [first, second] = pair {
            pairs.add(half_points(first, 0) + half_points(second, 0));
        }
    }
    pairs
}

impl AgentReport {
    fn new(plan: &MatchPlan, seats: usize, games: &[GameSummary], agent: usize) -> Self {
        let mine: Vec<(usize, &GameSummary)> = games
            .iter()
            .filter_map(|game| game.agents.iter().position(|&a| a == agent).map(|seat| (seat, game)))
            .collect();
        let payoff: Sample = mine.iter().map(|(seat, game)| f64::from(game.payoffs[*seat])).collect();
        let nodes: Sample = mine.iter().map(|(seat, game)| game.spent[*seat].nodes as f64).collect();
        let seconds: f64 = mine.iter().map(|(seat, game)| game.spent[*seat].time.as_secs_f64()).sum();
        let moves: u64 = mine.iter().map(|(seat, game)| u64::from(game.spent[*seat].moves)).sum();
        let (wins, draws, losses) =
            if seats == 1 { against_same_luck(plan, games, agent) } else { won_drawn_lost(&mine) };
        let score = if seats == 1 { payoff.estimate() } else { wilson(wins, draws, wins + draws + losses) };
        let Estimate { mean, low, high } = score;
        let mut forfeits = games.iter().filter_map(|game| {
            let (loser, reason) = game.forfeit.as_ref()?;
            (*loser == agent).then(|| Forfeit { game: game.unit + 1, reason: reason.clone() })
        });
        let first_forfeit = forfeits.next();
        let milestones: Vec<u64> = mine.iter().filter_map(|(_, game)| game.milestone).collect();
        Self {
            agent: plan.agents[agent].to_string(),
            wins,
            draws,
            losses,
            mean_score: mean,
            score_low: low,
            score_high: high,
            mean_payoff: payoff.mean(),
            sd_payoff: payoff.deviation(),
            best_payoff: mine.iter().map(|(seat, game)| game.payoffs[*seat]).max().unwrap_or(0),
            tiles: tile_rates(&milestones),
            mean_time_per_game_s: seconds / mine.len().max(1) as f64,
            mean_time_per_move_s: seconds / moves.max(1) as f64,
            mean_nodes_per_game: nodes.mean(),
            sd_nodes_per_game: nodes.deviation(),
            forfeits: forfeits.count() as u64 + u64::from(first_forfeit.is_some()),
            first_forfeit,
        }
    }
}

fn won_drawn_lost(mine: &[(usize, &GameSummary)]) -> (u64, u64, u64) {
    let mut counts = (0, 0, 0);
    for (seat, game) in mine {
        let best_rival = game.payoffs.iter().enumerate().filter(|(s, _)| s != seat).map(|(_, &p)| p).max();
        tally(&mut counts, game.payoffs[*seat], best_rival.unwrap_or(0));
    }
    counts
}

/// Compares the agents of a game of one seat, luck by luck, where all of them have finished; an agent alone has
/// nobody to compare with.
fn against_same_luck(plan: &MatchPlan, games: &[GameSummary], agent: usize) -> (u64, u64, u64) {
    let agents = plan.agents.len() as u64;
    let mut counts = (0, 0, 0);
    let rounds = games.chunk_by(|a, b| a.unit / agents == b.unit / agents);
    for round in rounds.filter(|round| round.len() as u64 == agents) {
        let own = round.iter().find(|game| game.agents[0] == agent);
        let rival = round.iter().filter(|game| game.agents[0] != agent).map(|game| game.payoffs[0]).max();
        if let (Some(own), Some(rival)) = (own, rival) {
            tally(&mut counts, own.payoffs[0], rival);
        }
    }
    counts
}

fn tally(counts: &mut (u64, u64, u64), own: i32, rival: i32) {
    match own.cmp(&rival) {
        std::cmp::Ordering::Greater => counts.0 += 1,
        std::cmp::Ordering::Equal => counts.1 += 1,
        std::cmp::Ordering::Less => counts.2 += 1,
    }
}
