//! Points by rules that the teacher sets.

use std::fmt::Write as _;
use std::path::Path;

use arena::numbers::digits;
use arena::{Kind, Spec};
use plywise::file::read_text;
use serde::Deserialize;

use crate::names::agent;
use crate::plan::Seated;
use crate::results::Results;

/// The rules: a file such as
///
/// ```toml
/// loaded = 20                     # points for a player that can be loaded
/// forfeit = -2                    # for each game lost by a crash, a timeout or an illegal move
///
/// [[reference]]
/// agent = "random"
/// score = 0.9                     # share of points against it (alone: mean points of the game)
/// points = 40
///
/// [[reference]]
/// agent = "alphabeta:depth=4"
/// score = 0.5
/// points = 40
/// partial = true                  # a lesser score gets its share of the points
/// ```
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// Points for a player that can be loaded.
    pub loaded: f64,
    /// Points for each game lost by forfeit; below 0.
    pub forfeit: f64,
    /// Agents to be measured by.
    pub reference: Vec<Reference>,
}

/// An agent to be measured by.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    /// The agent.
    pub agent: String,
    /// What tables call it, where that is not what it is.
    pub name: Option<String>,
    /// The score that earns the points: with two seats a share from 0 to 1, alone points of the game.
    pub score: f64,
    /// The points.
    pub points: f64,
    /// Whether a lesser score gets its share of them.
    #[serde(default)]
    pub partial: bool,
}

/// A player's points.
#[derive(Clone, PartialEq, Debug)]
pub struct Grade {
    /// The player.
    pub name: String,
    /// For each reference: the score against it, if they have met, and the points.
    pub against: Vec<(Option<f64>, f64)>,
    /// Games lost by forfeit.
    pub forfeits: u64,
    /// All points, never below 0.
    pub total: f64,
}

impl Rules {
    /// Reads a file of rules for a game.
    ///
    /// # Errors
    /// One line with the file, what is wrong in it and what would be right.
    pub fn read(path: &Path, kind: &dyn Kind) -> Result<Self, String> {
        let text = read_text(path).map_err(|why| why.to_string())?;
        let wrong = |what: String| format!("{}: {what}", path.display());
        let rules: Self = toml::from_str(&text).map_err(|error| {
            let line = error.span().map_or(0, |span| text[..span.start].matches('\n').count() + 1);
            wrong(format!("line {line}: {}", plywise::notation::in_words(error.message())))
        })?;
        let points = rules.reference.iter().map(|reference| ("points", reference.points));
        let scores = rules.reference.iter().map(|reference| ("score", reference.score));
        for (name, number) in [("loaded", rules.loaded), ("forfeit", rules.forfeit)]
            .into_iter()
            .chain(points.clone())
            .chain(scores)
        {
            if !number.is_finite() {
                return Err(wrong(format!("{name} = {number} should be a number")));
            }
        }
        if let Some((name, number)) =
            [("loaded", rules.loaded)].into_iter().chain(points).find(|&(_, number)| number < 0.0)
        {
            return Err(wrong(format!("{name} = {number} should be 0 or above")));
        }
        if rules == Self::default() {
            return Err(wrong(
                "it gives no points; it should have loaded = 20, say, or a [[reference]]".into(),
            ));
        }
        for reference in &rules.reference {
            agent(&reference.agent, kind).map_err(wrong)?;
            if kind.seats() > 1 && !(0.0..=1.0).contains(&reference.score) {
                return Err(wrong(format!(
                    "score = {} should be a share of the points from 0 to 1",
                    reference.score
                )));
            }
        }
        if rules.forfeit > 0.0 {
            return Err(wrong(format!("forfeit = {} should be 0 or below", rules.forfeit)));
        }
        Ok(rules)
    }

    /// The references as they sit at the board.
    ///
    /// # Errors
    /// When one is no agent.
    pub fn seated(&self) -> Result<Vec<Seated>, String> {
        let mut seated: Vec<Seated> = Vec::new();
        for reference in &self.reference {
            let spec = Spec::parse(&reference.agent).map_err(|why| why.to_string())?;
            // One agent may be asked for several scores.
            if seated.iter().all(|known| known.spec != spec) {
                let name = reference.name.clone().unwrap_or_else(|| reference.agent.clone());
                seated.push(Seated { name, spec, is_reference: true });
            }
        }
        Ok(seated)
    }

    /// The points of every player that was handed in, in the order of the ranking; then those that could not be loaded.
    #[must_use]
    pub fn grade(&self, results: &Results, not_loaded: &[String]) -> Vec<Grade> {
        let graded = results.ranked().map(|player| self.grade_one(results, player));
        let none = |name: &String| Grade {
            name: name.clone(),
            against: vec![(None, 0.0); self.reference.len()],
            forfeits: 0,
            total: 0.0,
        };
        graded.chain(not_loaded.iter().map(none)).collect()
    }

    fn grade_one(&self, results: &Results, player: usize) -> Grade {
        let own = &results.report.agents[player];
        let against: Vec<(Option<f64>, f64)> = self
            .reference
            .iter()
            .map(|reference| {
                let score = score(results, player, &reference.agent);
                let share = match score {
                    Some(score) if score >= reference.score => 1.0,
                    Some(score) if reference.partial && reference.score > 0.0 => {
                        (score / reference.score).max(0.0)
                    }
                    _ => 0.0,
                };
                (score, share * reference.points)
            })
            .collect();
        let earned = self.loaded + against.iter().map(|(_, points)| points).sum::<f64>();
        let total = (earned + self.forfeit * own.forfeits as f64).max(0.0);
        Grade { name: own.agent.clone(), against, forfeits: own.forfeits, total }
    }

    /// The grades as a table of values divided by commas.
    #[must_use]
    pub fn csv(&self, results: &Results, grades: &[Grade]) -> String {
        let mut text = String::from("player,rank,score,elo,games,forfeits");
        for reference in &self.reference {
            let _ = write!(
                text,
                ",{},{}",
                field(&reference.agent),
                field(&format!("points {}", reference.agent))
            );
        }
        text.push_str(",total\n");
        for (place, grade) in grades.iter().enumerate() {
            let row = results.report.agents.iter().find(|row| row.agent == grade.name);
            let _ = write!(text, "{}", field(&grade.name));
            let _ = match row {
                Some(row) => write!(
                    text,
                    ",{},{:.4},{},{},{}",
                    place + 1,
                    row.mean_score,
                    row.elo.map_or(String::new(), |elo| format!("{:.1}", (10.0 * elo).round() / 10.0 + 0.0)),
                    row.games,
                    row.forfeits
                ),
                None => write!(text, ",,,,0,"),
            };
            for (score, points) in &grade.against {
                let _ = write!(
                    text,
                    ",{},{points:.2}",
                    score.map_or(String::new(), |score| format!("{score:.4}"))
                );
            }
            let _ = writeln!(text, ",{:.2}", grade.total);
        }
        text
    }

    /// What earns points and what costs some, in words.
    #[must_use]
    pub fn told(&self, seats: usize) -> String {
        let mut told = Vec::new();
        if self.loaded != 0.0 {
            told.push(format!("{} points for a player that can be loaded", self.loaded));
        }
        for reference in &self.reference {
            let score = if seats == 1 {
                digits(reference.score)
            } else {
                format!("{:.0} %", 100.0 * reference.score)
            };
            let partial = if reference.partial { ", in part for less" } else { "" };
            told.push(format!(
                "{} points for {score} against {}{partial}",
                reference.points, reference.agent
            ));
        }
        if self.forfeit != 0.0 {
            told.push(format!("{} points for each game lost by forfeit", self.forfeit));
        }
        told.join("; ")
    }
}

/// The score of a player against an agent of the field: alone, its own mean points.
fn score(results: &Results, player: usize, agent: &str) -> Option<f64> {
    if results.report.seats == 1 {
        let own = &results.report.agents[player];
        return (own.games > 0).then_some(own.mean_score);
    }
    let spec = Spec::parse(agent).ok()?;
    let other = results.field.iter().position(|one| one.is_reference && one.spec == spec)?;
    let games: Vec<f64> = results
        .of(player)
        .filter(|(game, seat)| game.row.agents[1 - seat] == other)
        .map(|(game, seat)| game.row.half_points(seat) as f64 / 2.0)
        .collect();
    (!games.is_empty()).then(|| games.iter().sum::<f64>() / games.len() as f64)
}

/// A value that may hold commas and quotes. One that a spreadsheet would take for a formula is no formula.
fn field(text: &str) -> String {
    let text = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}
