#![doc = include_str!("../README.md")]

mod signature;

use plywise::Bench;
use registry::door::command::{Command, Verb};
use registry::door::measurement::Measurement;
use registry::kind::open as opens;
use registry::spec::unknown;
use registry::{Door, GameInfo, Kind, Named, Open, Spec, SpecError};

pub use signature::signature;

/// The doors of all games and what opens them: the one place that names them.
const ALL: &[(Door, Open)] = &[
    (othello::door::DOOR, opens::<othello::door::Rules>),
    (checkers::door::DOOR, opens::<checkers::door::Rules>),
    (twenty48::door::DOOR, opens::<twenty48::door::Rules>),
    (cantgoback::door::DOOR, opens::<cantgoback::door::Rules>),
    (connect_four::door::DOOR, connect_four::door::open),
];

static DOORS: [Door; ALL.len()] = {
    let mut doors = [ALL[0].0; ALL.len()];
    let mut i = 1;
    while i < ALL.len() {
        doors[i] = ALL[i].0;
        i += 1;
    }
    doors
};

static GAMES: [GameInfo; ALL.len()] = {
    let mut games = [ALL[0].0.info; ALL.len()];
    let mut i = 1;
    while i < ALL.len() {
        games[i] = ALL[i].0.info;
        i += 1;
    }
    games
};

/// The doors of all games.
#[must_use]
pub fn doors() -> &'static [Door] {
    &DOORS
}

/// The door of a game with any options, if there is such a game: `othello:size=6`.
#[must_use]
pub fn door(name: &str) -> Option<&'static Door> {
    let name = name.split(':').next()?;
    DOORS.iter().find(|door| door.info.named.name == name)
}

/// Every game there is.
#[must_use]
pub fn all() -> &'static [GameInfo] {
    &GAMES
}

/// The game that a spec names, under its options.
///
/// # Errors
/// When there is no such game or option: what exists.
pub fn open(text: &str) -> Result<Box<dyn Kind>, SpecError> {
    let spec = Spec::parse(text)?;
    let names: Vec<Named> = all().iter().map(|game| game.named).collect();
    spec.find("game", &names)?;
    let (_, open) =
        ALL.iter().find(|(door, _)| door.info.named.name == spec.name).expect("it was found by this name");
    open(&spec)
}

/// The commands of the games' own.
pub fn commands() -> impl Iterator<Item = &'static Command> {
    DOORS.iter().flat_map(|door| door.commands.iter().copied())
}

/// The commands that games offer under a common name, each with the game's.
pub fn verbs() -> impl Iterator<Item = (&'static str, &'static Verb)> {
    DOORS.iter().flat_map(|door| door.verbs.iter().map(|verb| (door.info.named.name, *verb)))
}

/// What can be measured of single games, each with the game's name.
pub fn measurements() -> impl Iterator<Item = (&'static str, &'static Measurement)> {
    DOORS.iter().flat_map(|door| door.measurements.iter().map(|one| (door.info.named.name, *one)))
}

/// The work that can be timed, game by game.
///
/// # Errors
/// When there is no such game.
pub fn benches(game: Option<&str>) -> Result<Vec<(&'static str, Vec<Bench>)>, SpecError> {
    let name = |door: &Door| door.info.named.name;
    let chosen: Vec<_> = DOORS.iter().filter(|door| game.is_none_or(|game| name(door) == game)).collect();
    match game {
        Some(game) if chosen.is_empty() => Err(unknown("game", game, DOORS.iter().map(name))),
        _ => Ok(chosen.into_iter().map(|door| (name(door), (door.benches)())).collect()),
    }
}
