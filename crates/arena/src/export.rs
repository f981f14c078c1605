//! The games of a store in other programs' formats.

use std::io::{self, Write};

use plywise::{Seat, TimeControl};
use registry::{Finished, Luck, Said, SpecError};
use serde_json::json;

use crate::check::{by_the_rules, is_moveless};
use crate::error::Error;
use crate::ledger::{Ledger, Stored};
use crate::record::{GameRow, MoveRow, check, micros};
use crate::recount;
use crate::setup::Setup;

/// A format that games are written in.
#[derive(Clone, Copy, Debug)]
pub enum Format {
    /// A table of games, without their moves.
    Csv,
    /// A line of JSON for each game, with what the agents said of each move.
    Json,
    /// The game's own.
    Own,
    /// A table without a head: first player, second player, seconds of the clock, their scores.
    Scores,
    /// One that the game's door brings.
    Door(fn(Finished<'_>) -> String),
}

impl Format {
    /// The names that every game knows, or every one with two seats.
    pub const COMMON: [&'static str; 5] = ["csv", "json", "parquet", "games", "scores"];

    /// The format that a name stands for in this game: `csv`, `json`, `games` or the ending of its own files, `scores`
    /// with two seats, and those of the game's door.
    ///
    /// # Errors
    /// When there is no such format, or not for this game.
    pub fn named(name: &str, setup: &Setup) -> Result<Self, SpecError> {
        let own = setup.kind.extension();
        let exports = games::door(setup.kind.name()).map_or(&[][..], |door| door.exports);
        match name {
            // The same table; a file that is no text is written by `parquet`.
            "csv" | "parquet" => Ok(Self::Csv),
            "json" => Ok(Self::Json),
            "games" => Ok(Self::Own),
            "scores" if setup.kind.seats() == 2 => Ok(Self::Scores),
            name if name == own => Ok(Self::Own),
            _ => match exports.iter().find(|export| export.name == name) {
                Some(export) => Ok(export.write.map_or(Self::Own, Self::Door)),
                None => Err(no_format(name, setup)),
            },
        }
    }
}

fn no_format(name: &str, setup: &Setup) -> SpecError {
    let door = games::door(setup.kind.name());
    let exports = door.map_or(&[][..], |door| door.exports);
    let binaries = door.map_or(&[][..], |door| door.binaries).iter().map(|binary| binary.name);
    let (game, own) = (setup.kind.name().split(':').next().unwrap_or_default(), setup.kind.extension());
    let scores = if setup.kind.seats() == 2 { ", scores" } else { "" };
    let written = exports.iter().filter(|export| export.write.is_some()).map(|export| export.name);
    let more: String = written.chain(binaries).map(|name| format!(", {name}")).collect();
    let name = plywise::notation::quote(name);
    SpecError(format!(
        "games of {game} are written as csv, json, parquet, games ({own}){scores}{more}; not as {name}"
    ))
}

/// The experiment of a store that is meant: by its number or the beginning of its hash, the last one unless named; None where there
/// is none yet and none was named.
///
/// # Errors
/// When there is none of that name: what there is.
pub fn chosen<'a>(all: &'a [Stored], name: Option<&str>) -> Result<Option<&'a Stored>, SpecError> {
    let Some(name) = name else { return Ok(all.last()) };
    let found = all
        .iter()
        .find(|stored| stored.id.to_string() == name)
        .or_else(|| all.iter().find(|stored| name.len() >= 4 && stored.hash.starts_with(name)));
    found.map(Some).ok_or_else(|| {
        let known: Vec<String> =
            all.iter().map(|stored| format!("{} ({})", stored.id, &stored.hash[..8])).collect();
        let name = plywise::notation::quote(name);
        SpecError(format!("the store has no experiment {name}; it has: {}", known.join(", ")))
    })
}

/// Writes every game that a store holds of an experiment, in order.
///
/// # Errors
/// When the store cannot be read (outer) or `out` takes no more (inner).
pub fn export(
    store: &dyn Ledger,
    experiment: i64,
    setup: &Setup,
    format: Format,
    out: &mut dyn Write,
) -> Result<io::Result<()>, Error> {
    if matches!(format, Format::Csv)
        && let Err(error) = writeln!(out, "{}", csv_head(setup.kind.seats()))
    {
        return Ok(Err(error));
    }
    store.records(experiment, u64::MAX, &mut |game| match format {
        Format::Csv => writeln!(out, "{}", csv_row(setup, &game)),
        Format::Json => writeln!(out, "{}", json_line(setup, &game)),
        Format::Own => out.write_all(game.game.as_bytes()),
        Format::Scores => writeln!(out, "{}", scores_row(setup, &game)),
        Format::Door(write) => match finished(setup, &game) {
            Some(game) => writeln!(out, "{}", write(game)),
            None => writeln!(out),
        },
    })
}

/// A game as the formats of a door take it.
fn finished<'a>(setup: &Setup, game: &'a GameRow) -> Option<Finished<'a>> {
    let start = setup.kind.live_with(Luck::starting(setup.luck(game.unit).start), None).ok()?;
    let said = |mv: &'a MoveRow| Said {
        seat: Seat(mv.0),
        mv: &mv.1,
        value: mv.2.as_deref().map(Into::into),
        seconds: Some(mv.5 as f64 * 1e-6),
        note: None,
    };
    Some(Finished {
        start,
        players: game.agents.iter().map(|&agent| setup.names[agent].clone()).collect(),
        payoffs: game.payoffs.as_slice().into(),
        forfeited: game.loser.is_some(),
        why: game.why.as_deref(),
        text: &game.game,
        moves: game.moves.iter().map(said).collect(),
    })
}

/// A game as one line of JSON, with the agents' names and the experiment's hash: what `plywise unit --json` prints.
#[must_use]
pub fn json_line(setup: &Setup, game: &GameRow) -> String {
    let told = |agents: &[String]| game.agents.iter().map(|&agent| agents[agent].clone()).collect::<Vec<_>>();
    let mut value = json!(game);
    value["names"] = json!(told(&setup.names));
    if setup.experiment.names.is_some() {
        value["stand_for"] = json!(told(&setup.experiment.agents));
    }
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
    let game: GameRow = serde_json::from_value(value).map_err(|error| no_game(&error))?;
    let wrong = |why| SpecError(format!("game {}: {why}", game.unit));
    // What was written down without its moves is found by `store check`.
    if game.game.is_empty() && !is_moveless(&game) {
        check(&game, setup).map_err(SpecError)?;
        recount::check_without_moves(&game, setup).map_err(wrong)?;
    } else {
        by_the_rules(setup, &game).map_err(wrong)?;
    }
    Ok(game)
}

fn csv_head(seats: usize) -> String {
    let each = |what: &str| (1..=seats).map(|seat| format!("{what}{seat}")).collect::<Vec<_>>().join(",");
    let columns = ["agent", "payoff", "moves", "nodes", "time_us"].map(each).join(",");
    format!("unit,{columns},plies,milestone,loser,why,opening")
}

fn csv_row(setup: &Setup, game: &GameRow) -> String {
    let mut cells = vec![game.unit.to_string()];
    cells.extend(game.agents.iter().map(|&agent| quoted(&setup.names[agent])));
    cells.extend(game.payoffs.iter().map(i32::to_string));
    cells.extend(game.spent.iter().map(|spent| spent.moves.to_string()));
    cells.extend(game.spent.iter().map(|spent| spent.nodes.to_string()));
    cells.extend(game.spent.iter().map(|spent| micros::of(spent.time).to_string()));
    cells.push(game.plies.to_string());
    cells.push(game.milestone.map_or(String::new(), |milestone| milestone.to_string()));
    cells.push(game.loser.map_or(String::new(), |agent| quoted(&setup.names[agent])));
    cells.push(quoted(game.why.as_deref().unwrap_or_default()));
    cells.push(quoted(&game.opening));
    cells.join(",")
}

/// Agents go by their names alone as far as these tell them apart; a draw is half a point for each.
fn scores_row(setup: &Setup, game: &GameRow) -> String {
    let name = |agent: usize| {
        let spec = &setup.agents[agent];
        if setup.experiment.names.is_some() {
            return quoted(&setup.names[agent]);
        }
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
