//! Measurements of the games' own: each game declares them at its door.

use registry::door::measurement::{Measurement, Units};
use registry::spec::{Spec, SpecError, unknown};
use toml::{Table, Value};

use super::constant_tree::RECOVER;
use super::{Measure, Opened, columns};
use crate::observe::Seen;

struct OfGame {
    columns: Vec<String>,
    units: Units,
}

/// All of them, each with its game's name; the synthetic game has one too.
pub(super) fn all() -> impl Iterator<Item = (&'static str, &'static Measurement)> {
    games::measurements().chain([("constant-tree", &RECOVER)])
}

/// The measurement of a name, if games have one: that of the game which the setting `game` names, or the first.
pub(super) fn open(name: &str, with: &Table, seed: u64) -> Result<Option<Opened>, String> {
    let found: Vec<_> = all().filter(|(_, one)| one.named.name == name).collect();
    let Some(&(first, _)) = found.first() else { return Ok(None) };
    let game = with.get("game").map_or(Spec::parse(first), |game| Spec::parse(&plain(game)));
    let game = game.map_err(|error| error.to_string())?;
    let Some((_, measurement)) = found.iter().find(|(of, _)| *of == game.name) else {
        let all = found.iter().map(|(of, _)| *of);
        return Err(unknown(&format!("game that {name} measures"), &game.name, all).to_string());
    };
    let units = units(measurement, &game, with, seed).map_err(|error| error.to_string())?;
    let measure = Box::new(OfGame { columns: columns(measurement.columns), units });
    Ok(Some(Opened { measure, revision: measurement.revision }))
}

fn units(of: &Measurement, game: &Spec, with: &Table, seed: u64) -> Result<Units, SpecError> {
    games::door(&game.name).map_or(Ok(()), |door| game.find("game", &[door.info.named]).map(drop))?;
    let given = with.iter().filter(|(key, _)| *key != "game");
    let settings = Spec {
        name: of.named.name.to_owned(),
        options: given.map(|(key, value)| (key.clone(), plain(value))).collect(),
    };
    settings.find("measure", &[of.named])?;
    (of.open)(game, &settings, seed)
}

/// A setting as options are written: yes and no as on and off, several numbers divided by `/`.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Boolean(yes) => if *yes { "on" } else { "off" }.to_owned(),
        Value::Array(all) => all.iter().map(plain).collect::<Vec<_>>().join("/"),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        other => format!("{other:?}"),
    }
}

impl Measure for OfGame {
    fn columns(&self) -> Vec<String> {
        self.columns.clone()
    }

    fn observe(&self, unit: u64) -> Result<Vec<Seen>, String> {
        let seen = |values| Seen { row: String::new(), values };
        Ok((self.units)(unit)?.into_iter().map(seen).collect())
    }
}
