//! What a report says of each agent, as the terminal's table and the page show it.

use crate::numbers::{count, digits, interval, seconds, tiles, told, with_error};
use crate::report::{AgentRow, Report};

/// One fact about several things: its name and what it is for each.
pub type Fact<S = &'static str> = (S, Vec<String>);

impl Report {
    /// The agents as tables list them: two as they were given, more by their ranking.
    #[must_use]
    pub fn listed(&self) -> Vec<usize> {
        if self.agents.len() > 2 { self.ranking.clone() } else { (0..self.agents.len()).collect() }
    }

    /// What there is to say of the agents in the order of [`listed`](Self::listed). Two agents are compared by their lead;
    /// only more of them are rated.
    #[must_use]
    pub fn facts(&self) -> Vec<Fact> {
        let rows: Vec<&AgentRow> = self.listed().into_iter().map(|agent| &self.agents[agent]).collect();
        let each = |cell: &dyn Fn(&AgentRow) -> String| rows.iter().map(|row| cell(row)).collect::<Vec<_>>();
        let is_rated = self.seats == 2 && rows.len() > 2;
        let mut facts: Vec<Fact> = Vec::new();
        if is_rated {
            let rating = |row: &AgentRow| row.elo.map_or(row.unrated.unwrap_or_default().to_owned(), elo);
            let ends = |row: &AgentRow| match (row.elo_low, row.elo_high) {
                (Some(low), Some(high)) => format!("{} … {}", elo(low), elo(high)),
                _ => String::new(),
            };
            facts.push(("Elo", each(&rating)));
            facts.push(("95 %", each(&ends)));
        }
        if rows.iter().any(|row| row.games != self.games) {
            facts.push(("games", each(&|row| count(row.games))));
        }
        // An agent that plays alone meets nobody.
        if rows.len() > 1 {
            facts.push(("wins", each(&|row| count(row.wins))));
            facts.push(("draws", each(&|row| count(row.draws))));
            facts.push(("losses", each(&|row| count(row.losses))));
        }
        let score = |x: f64| if self.seats == 1 { digits(x) } else { format!("{:.1} %", 100.0 * x) };
        facts.push(("score", each(&|row| told(row.mean_score, score))));
        facts.push(("95 %", each(&|row| interval(row.score(), score))));
        if is_rated {
            let likely =
                |row: &AgentRow| row.superiority.map_or(String::new(), |p| format!("{:.1} %", 100.0 * p));
            facts.push(("over next", each(&likely)));
        }
        // Of one game no spread is known.
        let sd =
            |row: &AgentRow, deviation: f64| if row.games > 1 { digits(deviation) } else { String::new() };
        let spread = |row: &AgentRow, mean: f64, deviation: f64| match row.games {
            _ if mean.is_nan() => "–".to_owned(),
            0..=1 => digits(mean),
            _ => with_error(mean, deviation),
        };
        if self.seats == 1 {
            facts.push(("sd", each(&|row| sd(row, row.sd_payoff))));
            facts.push(("best", each(&|row| digits(f64::from(row.best_payoff)))));
            facts.push(("tiles", each(&|row| tiles(&row.tiles))));
        } else {
            facts.push(("points ± sd", each(&|row| spread(row, row.mean_payoff, row.sd_payoff))));
        }
        facts.push(("time/game", each(&|row| seconds(row.mean_time_per_game_s))));
        facts.push(("time/move", each(&|row| seconds(row.mean_time_per_move_s))));
        facts.push((
            "nodes/game ± sd",
            each(&|row| spread(row, row.mean_nodes_per_game, row.sd_nodes_per_game)),
        ));
        facts
    }

    /// The points that one agent made against another, of how many games: `7½/10`; None if they did not meet.
    #[must_use]
    pub fn points_against(&self, own: usize, other: usize) -> Option<String> {
        let (half_points, games) = self.score_against(own, other).filter(|(_, games)| *games > 0)?;
        let half = if half_points.is_multiple_of(2) { "" } else { "½" };
        Some(format!("{}{half}/{games}", half_points / 2))
    }

    /// How many games there were: `100 games`, or how many of those that were asked for.
    #[must_use]
    pub fn games_told(&self) -> String {
        if self.broken_off {
            format!("{} of {} games (broken off)", count(self.games), count(self.games_planned))
        } else {
            crate::numbers::plural(self.games, "game")
        }
    }

    /// A line for each agent that lost games by forfeit.
    #[must_use]
    pub fn forfeits(&self) -> Vec<String> {
        let line = |row: &AgentRow| {
            let first = row.first_forfeit.as_ref()?;
            let games = crate::numbers::plural(row.forfeits, "game");
            Some(format!(
                "{} lost {games} by forfeit, first game {}: {}",
                row.agent, first.game, first.reason
            ))
        };
        self.listed().into_iter().filter_map(|agent| line(&self.agents[agent])).collect()
    }
}

/// A rating; what rounds to zero has no sign of its own.
fn elo(elo: f64) -> String {
    format!("{:+.0}", elo.round() + 0.0)
}
