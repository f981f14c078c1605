//! What a match found.

use serde::Serialize;

use crate::matches::MatchPlan;
use crate::sprt::SprtReport;
use crate::stats::{Elo, Estimate, PairTally, TileRate, Verdict, tile_rates_of};
use crate::sums::{AgentSums, MatchSums};

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
    /// Finished games that differ in at least one move; from 256 on an estimate, good to about 6 %.
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
        Self { pairs: pairs.0, elo: pairs.elo().into(), superiority: pairs.superiority() }
    }

    /// One line for people.
    #[must_use]
    pub fn line(&self) -> String {
        let pairs = self.pairs.iter().sum::<u64>();
        let s = if pairs == 1 { "" } else { "s" };
        format!(
            "{pairs} pair{s} of games: the first agent leads by {}, superior with {:.1} %",
            self.elo,
            100.0 * self.superiority
        )
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
    /// Of two seats: the share of points with win 1, draw ½, loss 0. Of one seat: the mean points of the game. Not a
    /// number (null in JSON) without games.
    pub mean_score: f64,
    /// Lower end of its 95 % interval; infinite (null in JSON) where there are too few games to tell.
    pub score_low: f64,
    /// Upper end of its 95 % interval, likewise.
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
    /// What the sums say.
    #[must_use]
    pub fn new(game: &str, plan: &MatchPlan, seats: usize, sums: &MatchSums) -> Self {
        let rounds =
            if seats == 1 { sums.games.div_ceil(plan.agents.len().max(1) as u64) } else { sums.games };
        let sprt = plan.sprt.map(|sprt| SprtReport::new(sprt, &sums.pairs));
        let decided = sprt.is_some_and(|sprt| sprt.verdict != Verdict::Undecided);
        let agents = plan.agents.iter().zip(&sums.agents);
        Self {
            lead: (sums.pairs.count() > 0).then(|| Lead::new(&sums.pairs)),
            sprt,
            game: game.to_owned(),
            seed: plan.seed,
            games: rounds,
            games_planned: plan.games,
            broken_off: !decided && sums.games < plan.units(seats),
            distinct_games: sums.distinct.count(sums.games),
            agents: agents.map(|(agent, sums)| AgentReport::new(agent.to_string(), seats, sums)).collect(),
            mean_plies: sums.plies.mean(sums.games),
            sd_plies: sums.plies.deviation(sums.games),
            mean_branching: sums.choices as f64 / sums.turns.max(1) as f64,
        }
    }
}

impl AgentReport {
    /// Its score with its interval.
    #[must_use]
    pub fn score(&self) -> Estimate {
        Estimate { mean: self.mean_score, low: self.score_low, high: self.score_high }
    }

    fn new(agent: String, seats: usize, sums: &AgentSums) -> Self {
        let Estimate { mean, low, high } = sums.score(seats);
        let seconds = sums.time.as_secs_f64();
        Self {
            agent,
            wins: sums.wins,
            draws: sums.draws,
            losses: sums.losses,
            mean_score: mean,
            score_low: low,
            score_high: high,
            mean_payoff: sums.payoff.mean(sums.games),
            sd_payoff: sums.payoff.deviation(sums.games),
            best_payoff: sums.best.unwrap_or(0),
            tiles: tile_rates_of(&sums.milestones),
            mean_time_per_game_s: seconds / sums.games.max(1) as f64,
            mean_time_per_move_s: seconds / sums.moves.max(1) as f64,
            mean_nodes_per_game: sums.nodes.mean(sums.games),
            sd_nodes_per_game: sums.nodes.deviation(sums.games),
            forfeits: sums.forfeits,
            first_forfeit: sums
                .first_forfeit
                .clone()
                .map(|(unit, reason)| Forfeit { game: unit + 1, reason }),
        }
    }
}
