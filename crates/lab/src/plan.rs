//! An experiment as it is written down: one TOML file. `docs/design-an-experiment.md` explains every field.

mod answer;
mod check;
mod quantity;
mod size;

use std::collections::BTreeMap;
use std::path::PathBuf;

use arena::Schedule;
use plywise::notation::in_words;
use serde::Deserialize;
use toml::Table;

pub use answer::Part;
pub use quantity::{How, Quantity, Range};
pub use size::{Size, Sizes};

use crate::error::Error;
use check::fill_in;

/// One experiment.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Plan {
    /// Its name: that of its file.
    #[serde(skip)]
    pub name: String,
    /// The file that it was read from, where it does not come along.
    #[serde(skip)]
    pub file: Option<PathBuf>,
    /// What it is about, in a line.
    pub title: String,
    /// The game that its work is about, by name.
    pub work: String,
    /// What is asked.
    pub question: String,
    /// What the numbers answer, whatever they turn out to be: `{row | quantity}` stands for a number of ours with its error.
    #[serde(default)]
    pub answer: String,
    /// What the work says.
    #[serde(default)]
    pub published: String,
    /// What a reader should know besides.
    #[serde(default)]
    pub notes: String,
    /// How long it takes one core.
    #[serde(default)]
    pub takes: Takes,
    /// The file in the report's folder that gets every game's first player, second player, seconds of the clock and their
    /// scores, without a head.
    pub scores: Option<String>,
    /// What is played or measured.
    pub series: Vec<Series>,
    /// What is made of it.
    pub quantity: Vec<Quantity>,
    /// Published numbers.
    #[serde(default)]
    pub number: Vec<Number>,
    /// What is said, and is to be judged.
    #[serde(default)]
    pub claim: Vec<Claim>,
    /// What is drawn.
    #[serde(default)]
    pub plot: Vec<Plot>,
}

/// How long an experiment takes one core, in words such as `49 s` or `6.8 hours`; None where nobody measured it.
#[derive(Clone, Default, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Takes {
    /// The quick size.
    pub quick: Option<String>,
    /// The full size.
    pub full: Option<String>,
}

/// Observations of one kind: games between agents, or a measurement repeated.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Series {
    /// What the report calls it.
    pub name: String,
    /// How many: games of each meeting (of each agent where it sits alone), or units of the measure.
    pub size: Sizes,
    /// The source of all luck.
    #[serde(default = "one")]
    pub seed: u64,
    /// The game, such as `othello:size=6`.
    pub game: Option<String>,
    /// Who plays it.
    #[serde(default)]
    pub agents: Vec<String>,
    /// What the report calls the agents: one name for each, empty for those that it leaves out. Unless given, of two
    /// agents the first one bears the series' name and the other is left out; else each bears its own.
    pub labels: Option<Vec<String>>,
    /// Whether each two that meet make a row, from the view of the one listed first: `a against b`.
    #[serde(default)]
    pub each_meeting: bool,
    /// Who meets whom.
    #[serde(default)]
    pub schedule: Schedule,
    /// Every seat's time.
    pub clock: Option<String>,
    /// Plies drawn at random before the agents take over.
    #[serde(default)]
    pub opening_plies: u32,
    /// A suite of openings.
    pub openings: Option<String>,
    /// When games are ended early.
    pub adjudicate: Option<String>,
    /// The measure, instead of a game.
    pub measure: Option<String>,
    /// The measure's settings.
    #[serde(default)]
    pub with: Table,
    /// Where its rows stand in plots: numbers and names.
    #[serde(default)]
    pub at: BTreeMap<String, Place>,
    /// Only in this size.
    pub only: Option<Size>,
}

/// Where a row stands in a plot.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Place {
    /// On an axis.
    Number(f64),
    /// On a line of that name.
    Name(String),
}

fn one() -> u64 {
    1
}

/// A published number.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Number {
    /// The row.
    pub row: String,
    /// The quantity.
    pub quantity: String,
    /// What was published, on the quantity's scale.
    pub value: f64,
    /// Of how many observations.
    pub n: Option<u64>,
    /// Their standard deviation. A share needs none.
    pub sd: Option<f64>,
    /// Whether it is the share of observations of which something holds.
    #[serde(default)]
    pub share: bool,
    /// Whether it has no error: a count, a theorem. Without this, `sd` or `share` it is shown but not compared.
    #[serde(default)]
    pub exact: bool,
}

/// Something that is said.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// In words.
    pub text: String,
    /// What it means for the numbers.
    pub kind: Says,
    /// The rows that it is about; for `reproduced` all with a published number unless given.
    #[serde(default)]
    pub rows: Vec<String>,
    /// The quantity that it is about.
    pub quantity: Option<String>,
    /// Several of them, where it is about one row.
    #[serde(default)]
    pub quantities: Vec<String>,
    /// The number that it names.
    pub value: Option<f64>,
    /// As how large a difference counts as none, on the quantity's scale (`zero`: as how great a rate counts as never, 0 to 1).
    /// It is declared before anything is played: a tolerance chosen afterwards confirms whatever it likes.
    pub tolerance: Option<f64>,
}

/// What a claim says of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Says {
    /// Ours are the published ones.
    Reproduced,
    /// Several shares of one row, each counting what the one before counts and more, are the published ones together.
    Distribution,
    /// Each is greater than the one before.
    Rising,
    /// Each is less than the one before.
    Falling,
    /// Each is at least `value`.
    AtLeast,
    /// Each is at most `value`.
    AtMost,
    /// The first is at least `value` times the second.
    Factor,
    /// They do not differ.
    Same,
    /// All are exactly zero.
    Zero,
}

/// Something drawn.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Plot {
    /// What stands above it.
    pub title: String,
    /// What it is.
    pub kind: Draws,
    /// `lines`: a key of `at` or a quantity; `curve`: a column.
    #[serde(default)]
    pub x: String,
    /// A quantity; `curve` and `spread`: a column.
    pub y: String,
    /// `lines`: the key of `at` by whose value rows form lines; `row`: rows whose names begin alike, up to a comma, do.
    pub line: Option<String>,
    /// The rows; all unless given.
    #[serde(default)]
    pub rows: Vec<String>,
    /// What stands at the axes; the names of what they show unless given.
    pub x_label: Option<String>,
    /// The same upwards.
    pub y_label: Option<String>,
    /// Powers of ten at equal distances.
    #[serde(default)]
    pub log_x: bool,
    /// The same upwards.
    #[serde(default)]
    pub log_y: bool,
}

/// Kinds of plots.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Draws {
    /// A point for each row, with error bars, joined by lines.
    Lines,
    /// A bar for each row, with error bars.
    Bars,
    /// Within each row: the mean of a column for each value of another.
    Curve,
    /// Within each row: how often each value of a column comes.
    Spread,
}

impl Plan {
    /// Reads an experiment. `[defaults]` holds what every series has unless it says otherwise.
    ///
    /// # Errors
    /// One line that says what is wrong.
    pub fn parse(name: &str, text: &str) -> Result<Self, Error> {
        let wrong = |what: String| Error::Plan(name.to_owned(), what);
        let one_line = |error: &toml::de::Error| {
            let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
            wrong(format!("line {line}: {}", in_words(error.message())))
        };
        let mut table: Table = toml::from_str(text).map_err(|error| one_line(&error))?;
        fill_in(&mut table);
        let plan: Self = table.try_into().map_err(|error: toml::de::Error| wrong(in_words(error)))?;
        let plan = Self { name: name.to_owned(), ..plan };
        plan.check().map_err(wrong)?;
        Ok(plan)
    }

    /// The command that makes its report.
    #[must_use]
    pub fn command(&self, size: Size) -> String {
        let what = self.file.as_ref().map_or_else(|| self.name.clone(), |file| file.display().to_string());
        let what = registry::shell::word(&what);
        format!("plywise lab run {what}{}", if size == Size::Full { " --full" } else { "" })
    }

    /// Whether a quantity stands in the table: those that a claim rests on always do.
    #[must_use]
    pub fn shows(&self, quantity: &Quantity) -> bool {
        !quantity.hidden || self.claim.iter().any(|claim| self.rests_on(claim, quantity))
    }

    /// Whether a claim is about this quantity: one that names none is about all with a published number.
    fn rests_on(&self, claim: &Claim, quantity: &Quantity) -> bool {
        match claim.quantities().next() {
            Some(_) => claim.quantities().any(|name| *name == quantity.name),
            None => self.number.iter().any(|number| number.quantity == quantity.name),
        }
    }

    /// How many games and units a size has.
    #[must_use]
    pub fn units(&self, size: Size) -> u64 {
        self.series.iter().filter(|series| series.is_of(size)).map(|series| series.games(size)).sum()
    }

    /// The rows of its table.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        self.series.iter().flat_map(Series::rows).collect()
    }
}

impl Series {
    /// What the report calls each agent; None for one that it leaves out.
    #[must_use]
    pub(crate) fn subjects(&self) -> Vec<Option<&str>> {
        match (&self.labels, &self.agents[..]) {
            (Some(labels), _) => {
                labels.iter().map(|label| Some(label.as_str()).filter(|l| !l.is_empty())).collect()
            }
            (None, [_]) => vec![Some(&self.name)],
            (None, [_, _]) => vec![Some(&self.name), None],
            (None, agents) => agents.iter().map(|agent| Some(agent.as_str())).collect(),
        }
    }

    /// What the report calls the meeting of two agents, from the view of the first: their labels, what stands behind a comma
    /// once. None where it leaves one of them out.
    #[must_use]
    pub(crate) fn meeting(&self, first: usize, second: usize) -> Option<String> {
        let subjects = self.subjects();
        let label = |agent: usize| subjects.get(agent).copied().flatten();
        let (first, second) = (label(first)?, label(second)?);
        Some(match (first.split_once(','), second.split_once(',')) {
            (Some((a, place)), Some((b, other))) if place == other => format!("{a} against {b},{place}"),
            _ => format!("{first} against {second}"),
        })
    }

    /// Its rows: of a measure one of the series' name, or those of its setting `labels`.
    fn rows(&self) -> Vec<String> {
        if self.measure.is_some() {
            let labels = self.with.get("labels").and_then(toml::Value::as_array);
            let labels =
                labels.map(|all| all.iter().filter_map(toml::Value::as_str).map(str::to_owned).collect());
            return labels.unwrap_or_else(|| vec![self.name.clone()]);
        }
        if self.each_meeting {
            let meetings = self.schedule.meetings(self.agents.len());
            return meetings.into_iter().filter_map(|(a, b)| self.meeting(a, b)).collect();
        }
        self.subjects().into_iter().flatten().map(str::to_owned).collect()
    }

    /// Whether a row of this name is its own.
    #[must_use]
    pub fn has_row(&self, row: &str) -> bool {
        self.rows().iter().any(|own| own == row)
    }

    /// How many games or units it has.
    fn games(&self, size: Size) -> u64 {
        match (self.experiment(size), &self.measure) {
            (Some(experiment), None) => experiment.open().map_or(0, |setup| setup.units()),
            _ => self.size.of(size),
        }
    }

    /// How many of them share no luck: pairs of games, units of a measure.
    #[must_use]
    pub fn groups(&self, size: Size) -> u64 {
        let setup = self.experiment(size).and_then(|experiment| experiment.open().ok());
        setup.map_or(self.size.of(size), |setup| setup.units() / setup.timetable.games_of_a_group())
    }

    /// Whether it belongs to a size.
    #[must_use]
    pub fn is_of(&self, size: Size) -> bool {
        self.only.is_none_or(|only| only == size)
    }
}

impl Claim {
    /// The quantities that it is about.
    pub fn quantities(&self) -> impl Iterator<Item = &String> {
        self.quantity.iter().chain(&self.quantities)
    }
}
