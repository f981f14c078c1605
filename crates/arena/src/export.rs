//! The games of a store in other programs' formats.

use std::io::{self, Write};

use plywise::TimeControl;
use registry::SpecError;
use serde_json::json;

use crate::error::Error;
use crate::experiment::Setup;
use crate::ggf;
use crate::record::{GameRow, check, micros};
use crate::store::Store;

/// A format that games are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A table of games, without their moves.
    Csv,
    /// A line of JSON for each game, with what the agents said of each move.
    Json,
    /// The game's own: PDN for checkers, transcripts for Othello.
    Own,
    /// The Generic Game Format of Othello servers.
    Ggf,
    /// A table without a head as a checkers course had it: first player, second player, seconds of the clock, their scores.
    Scores,
}

impl Format {
    /// The format that a name stands for in this game: `csv`, `json`, `ggf`, `games` or the ending of its own files.
    ///
    /// # Errors
    /// When there is no such format, or not for this game.
    pub fn named(name: &str, setup: &Setup) -> Result<Self, SpecError> {
        let own = setup.kind.extension();
        let game = setup.kind.name().split(':').next().unwrap_or_default();
        match name {
            "csv" => Ok(Self::Csv),
            "json" => Ok(Self::Json),
            "games" => Ok(Self::Own),
            "scores" if setup.kind.seats() == 2 => Ok(Self::Scores),
            "ggf" if game == "othello" => Ok(Self::Ggf),
            "transcripts" if game == "othello" => Ok(Self::Own),
            name if name == own => Ok(Self::Own),
            _ => {
                let scores = if setup.kind.seats() == 2 { ", scores" } else { "" };
                let ggf = if game == "othello" { ", ggf" } else { "" };
                Err(SpecError(format!(
                    "games of {game} are written as csv, json, games ({own}){scores}{ggf}; not as {}",
                    plywise::notation::quote(name)
                )))
            }
        }
    }
}

/// Writes every game that a store holds of an experiment, in order.
///
/// # Errors
/// When the store cannot be read (outer) or `out` takes no more (inner).
pub fn export(
    store: &Store,
    experiment: i64,
    setup: &Setup,
    format: Format,
    out: &mut dyn Write,
) -> Result<io::Result<()>, Error> {
    if format == Format::Csv
        && let Err(error) = writeln!(out, "{}", csv_head(setup.kind.seats()))
    {
        return Ok(Err(error));
    }
    store.records(experiment, u64::MAX, &mut |game| match format {
        Format::Csv => writeln!(out, "{}", csv_row(setup, &game)),
        Format::Json => writeln!(out, "{}", json_line(setup, &game)),
        Format::Own => out.write_all(game.game.as_bytes()),
        Format::Scores => writeln!(out, "{}", scores_row(setup, &game)),
        Format::Ggf => writeln!(out, "{}", ggf::game(setup, &game)),
    })
}

/// A game as one line of JSON, with the agents' names and the experiment's hash: what `plywise unit --json` prints.
#[must_use]
pub fn json_line(setup: &Setup, game: &GameRow) -> String {
    let names: Vec<String> = game.agents.iter().map(|&agent| setup.agents[agent].to_string()).collect();
    let mut value = json!(game);
    value["names"] = json!(names);
    value["experiment"] = json!(setup.hash);
    value.to_string()
}

/// Reads what [`json_line`] wrote.
///
/// # Errors
/// When it is no game, or none of this experiment.
pub fn read_json_line(setup: &Setup, line: &str) -> Result<GameRow, SpecError> {
    let no_game = |why: &dyn std::fmt::Display| {
        SpecError(format!(
            "{} is no game: {}",
            plywise::notation::quote(line),
            plywise::notation::in_words(why)
        ))
    };
    let value: serde_json::Value = serde_json::from_str(line).map_err(|error| no_game(&error))?;
    if value["experiment"] != setup.hash {
        let Some(other) = value["experiment"].as_str() else {
            return Err(no_game(&"it names no experiment; plywise unit --json prints games that do"));
        };
        let other = plywise::notation::quote(other);
        return Err(SpecError(format!("this is a game of experiment {other}, not of {}", setup.hash)));
    }
    let game = serde_json::from_value(value).map_err(|error| no_game(&error))?;
    check(&game, setup).map_err(SpecError)?;
    Ok(game)
}

fn csv_head(seats: usize) -> String {
    let each = |what: &str| (1..=seats).map(|seat| format!("{what}{seat}")).collect::<Vec<_>>().join(",");
    let columns = ["agent", "payoff", "moves", "nodes", "time_us"].map(each).join(",");
    format!("unit,{columns},plies,milestone,loser,why,opening")
}

fn csv_row(setup: &Setup, game: &GameRow) -> String {
    let mut cells = vec![game.unit.to_string()];
    cells.extend(game.agents.iter().map(|&agent| quoted(&setup.agents[agent].to_string())));
    cells.extend(game.payoffs.iter().map(i32::to_string));
    cells.extend(game.spent.iter().map(|spent| spent.moves.to_string()));
    cells.extend(game.spent.iter().map(|spent| spent.nodes.to_string()));
    cells.extend(game.spent.iter().map(|spent| micros::of(spent.time).to_string()));
    cells.push(game.plies.to_string());
    cells.push(game.milestone.map_or(String::new(), |milestone| milestone.to_string()));
    cells.push(game.loser.map_or(String::new(), |agent| quoted(&setup.agents[agent].to_string())));
    cells.push(quoted(game.why.as_deref().unwrap_or_default()));
    cells.push(quoted(&game.opening));
    cells.join(",")
}

/// Agents go by their names alone as far as these tell them apart; a draw is half a point for each.
fn scores_row(setup: &Setup, game: &GameRow) -> String {
    let name = |agent: usize| {
        let spec = &setup.agents[agent];
        let is_only = setup.agents.iter().filter(|other| other.name == spec.name).count() == 1;
        if is_only { spec.name.clone() } else { quoted(&spec.to_string()) }
    };
    let seconds = setup.clock().map_or(String::new(), |control| {
        let (TimeControl::PerMove(time)
        | TimeControl::PerGame { time, .. }
        | TimeControl::PerRound { time, .. }) = control;
        time.as_secs_f64().to_string()
    });
    let score = |seat: usize| ["0", "0.5", "1"][game.half_points(seat)];
    [name(game.agents[0]), name(game.agents[1]), seconds, score(0).into(), score(1).into()].join(",")
}

/// A cell as RFC 4180 has it: in quotes where it holds a comma, a quote or a line break.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
