//! Games of the published Othello player, as its program plays them.

use othello::Size;
use othello::course::{Compat, Course, Ending, Order, play};
use plywise::TimeSource;
use registry::measure::ThreadTime;
use serde::Deserialize;
use toml::Table;

use super::{Measure, columns, flag, settings};
use crate::observe::Seen;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct With {
    /// Plies to look ahead, 1 to 20.
    depth: u32,
    /// Whether what cannot matter is cut off.
    prune: bool,
    /// `cpython` or `rows`.
    #[serde(default)]
    order: OrderName,
    /// `course` or `correct`.
    #[serde(default)]
    compat: CompatName,
}

#[derive(Clone, Copy, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
enum OrderName {
    #[default]
    Cpython,
    Rows,
}

#[derive(Clone, Copy, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
enum CompatName {
    #[default]
    Course,
    Correct,
}

struct OthelloCourse {
    player: Course,
    seed: u64,
}

pub(super) fn open(with: &Table, seed: u64) -> Result<Box<dyn Measure>, String> {
    let With { depth, prune, order, compat } = settings(with)?;
    if !(1..=20).contains(&depth) {
        return Err(format!("depth = {depth} should be from 1 to 20"));
    }
    let order = match order {
        OrderName::Cpython => Order::CPython,
        OrderName::Rows => Order::Rows,
    };
    let compat = match compat {
        CompatName::Course => Compat::Published,
        CompatName::Correct => Compat::Correct,
    };
    Ok(Box::new(OthelloCourse { player: Course { depth, prune, order, compat }, seed }))
}

impl Measure for OthelloCourse {
    fn columns(&self) -> Vec<String> {
        columns(&[
            "won",
            "drawn",
            "lost",
            "points",
            "nodes",
            "nodes_reported",
            "time_s",
            "turns",
            "own_turns",
            "stood_still",
            "standstill",
        ])
    }

    fn observe(&self, unit: u64) -> Result<Vec<Seen>, String> {
        let begun = ThreadTime.now();
        let game = play(&self.player, Size::Six, plywise::Rng::derive(self.seed, unit).next_u64());
        let time = ThreadTime.now().saturating_sub(begun).as_secs_f64();
        let values = vec![
            flag(game.difference > 0),
            flag(game.difference == 0),
            flag(game.difference < 0),
            f64::from(game.difference),
            game.counts.nodes as f64,
            game.counts.reported as f64,
            time,
            f64::from(game.turns),
            f64::from(game.own_turns),
            f64::from(game.stood_still),
            flag(game.ending == Ending::Standstill),
        ];
        Ok(vec![Seen { row: String::new(), values }])
    }
}
