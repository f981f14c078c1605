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

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(name: &str, settings: &str) -> String {
        open(name, &toml::from_str(settings).unwrap(), 1).err().unwrap_or_default()
    }

    #[test]
    fn settings_are_options() {
        let with: Table = toml::from_str("a = 3\nb = true\nc = [600, 10]\nd = \"x\"\ne = 0.5").unwrap();
        let text: Vec<String> = with.iter().map(|(key, value)| format!("{key}={}", plain(value))).collect();
        assert_eq!(text, ["a=3", "b=on", "c=600/10", "d=x", "e=0.5"]);
    }

    #[test]
    fn the_setting_game_says_whose_measurement_is_meant() {
        let good = |game: &str| format!("game = \"{game}\"\ndepth = 2\nplies = [2, 9]");
        let at = |game: &str| {
            let opened = open("recover", &toml::from_str(&good(game)).unwrap(), 1).unwrap().unwrap();
            opened.measure.observe(3).unwrap()
        };
        let games: Vec<&str> =
            all().filter(|(_, one)| one.named.name == "recover").map(|(game, _)| game).collect();
        assert!(games.len() > 2, "{games:?}");
        for game in &games {
            assert_eq!(at(game).len(), 1);
            let unsaid = games.iter().filter(|other| *other != game);
            assert!(unsaid.into_iter().all(|other| at(other) != at(game)), "{game}");
        }
        for (settings, part) in [
            (good("chess"), "there is no game that recover measures \"chess\"; there are: "),
            (good(&format!("{}:sise=6", games[0])), "there is no option of "),
            (
                good(games[0]).replace("= 2", "= 13"),
                "recover: depth=\"13\" should be a whole number from 1 to 12",
            ),
            (good(games[0]).replace("[2, 9]", "[9, 2]"), "from the fewest to the most"),
            (good(games[0]).replace("depth", "dept"), "did you mean depth?"),
            (good(games[0]).replace("depth = 2", ""), "depth= is missing"),
        ] {
            let error = refused("recover", &settings);
            assert!(error.contains(part) && !error.contains('\n'), "{settings}: {error}");
        }
    }
}
