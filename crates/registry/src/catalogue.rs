//! The one place where names become types.

use plywise::Bench;

use crate::games::{cantgoback, checkers, othello, twenty48};
use crate::kind::Kind;
use crate::spec::{Named, Spec, SpecError, unknown};

/// A game as lists show it.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// Its name and options.
    pub named: Named,
    /// How its positions are written.
    pub positions: &'static str,
    /// How its moves are written.
    pub moves: &'static str,
    /// What its files of games are.
    pub files: &'static str,
}

const GAMES: &[GameInfo] = &[othello::INFO, checkers::INFO, twenty48::INFO, cantgoback::INFO];

/// Every game there is.
#[must_use]
pub fn games() -> &'static [GameInfo] {
    GAMES
}

/// The game that a spec names, under its options.
///
/// # Errors
/// When there is no such game or option: what exists.
pub fn open(text: &str) -> Result<Box<dyn Kind>, SpecError> {
    let spec = Spec::parse(text)?;
    let names: Vec<Named> = GAMES.iter().map(|game| game.named).collect();
    spec.find("game", &names)?;
    match spec.name.as_str() {
        "othello" => othello::open(&spec),
        "checkers" => checkers::open(&spec),
        "2048" => twenty48::open(&spec),
        "cantgoback" => cantgoback::open(&spec),
        name => unreachable!("{name} is in the list but nothing opens it"),
    }
}

/// The work that can be timed, game by game.
///
/// # Errors
/// When there is no such game.
pub fn benches(game: Option<&str>) -> Result<Vec<(&'static str, Vec<Bench>)>, SpecError> {
    let all = vec![
        ("othello", othello::benches()),
        ("checkers", ::checkers::benches()),
        ("2048", ::twenty48::benches()),
        ("cantgoback", ::cantgoback::benches()),
    ];
    let Some(game) = game else { return Ok(all) };
    let names: Vec<&str> = all.iter().map(|group| group.0).collect();
    let chosen: Vec<_> = all.into_iter().filter(|group| group.0 == game).collect();
    if chosen.is_empty() { Err(unknown("game", game, names.into_iter())) } else { Ok(chosen) }
}
