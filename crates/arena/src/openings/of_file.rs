//! Openings that a file holds: games of which the first plies are taken, or positions.

use std::collections::HashSet;
use std::path::Path;

use registry::opening::SuiteLine;
use registry::{ImportedGame, Key, Kind, Named, Opening, Opt, Spec, SpecError, Takes, opts, whole};

use crate::game_text::read_games;

/// The suite that every game of two seats has: what stands in a file.
pub const OF_FILE: Named = Named {
    name: "file",
    about: "the first plies of the games in a file, each opening once, or the positions that it lists, one a line",
    options: &opts![PATH, PLIES],
};
const PATH: Key<String> = Key::text(Opt {
    key: "path",
    takes: Takes::PATH,
    values: "FILE",
    default: "must be given",
    about: "the file, in any format that plywise replay reads",
});
const PLIES: Key<usize> =
    whole!("plies", 0..=1000, "all", "of each game this many, forced passes among them");

/// Whether the options are right and the file can be read at all.
///
/// # Errors
/// When they are not, or it cannot.
pub(super) fn check(spec: &Spec) -> Result<(), SpecError> {
    spec.find("suite of openings", &[OF_FILE])?;
    spec.given(&PLIES)?;
    plywise::file::open(Path::new(&path(spec)?)).map_err(|error| SpecError(format!("file: {error}")))?;
    Ok(())
}

fn path(spec: &Spec) -> Result<String, SpecError> {
    let lacks = || SpecError("file: which? file:path=games.pdn,plies=8".into());
    spec.given(&PATH)?.filter(|path| !path.is_empty()).ok_or_else(lacks)
}

/// The openings, in the order of the file.
///
/// # Errors
/// When the file cannot be read, is no file of this game, or has a game that is broken or over within its plies.
pub(super) fn lines(kind: &dyn Kind, spec: &Spec) -> Result<Vec<SuiteLine>, SpecError> {
    let (path, plies) = (path(spec)?, spec.given(&PLIES)?);
    let wrong = |why: String| SpecError(format!("file: {path}: {why}"));
    let (text, _) =
        read_games(kind.name(), Path::new(&path)).map_err(|error| SpecError(format!("file: {error}")))?;
    let openings = match positions(kind, &text) {
        Some(positions) => positions.map_err(wrong)?,
        None => {
            let games = kind.import(&text, usize::MAX).map_err(|error| wrong(error.to_string()))?;
            let start = steady_start(kind);
            let openings = games.iter().map(|game| opening(kind, start.as_deref(), game, plies));
            openings.collect::<Result<_, String>>().map_err(wrong)?
        }
    };
    let mut known = HashSet::new();
    let new = openings.into_iter().filter(|opening| known.insert(opening.text()));
    Ok(new.map(|opening| SuiteLine { opening, value: None }).collect())
}

/// The positions of a text that holds one a line; None if its first line is none.
fn positions(kind: &dyn Kind, text: &str) -> Option<Result<Vec<Opening>, String>> {
    let mut lines = text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty()).peekable();
    kind.live(0, Some(lines.peek()?.1)).ok()?;
    let read = |(at, line): (usize, &str)| {
        let about = |why: String| format!("line {}: {why}", at + 1);
        let game = kind.live(0, Some(line)).map_err(|error| about(error.to_string()))?;
        if game.turn().is_none() {
            return Err(about("the game is over there".into()));
        }
        Ok(Opening::Position(game.position()))
    };
    Some(lines.map(read).collect())
}

/// Where every game starts; None if the seed decides that.
fn steady_start(kind: &dyn Kind) -> Option<String> {
    let start = |seed| kind.live(seed, None).ok().map(|game| game.position());
    let first = start(0)?;
    (1..8).all(|seed| start(seed).as_ref() == Some(&first)).then_some(first)
}

/// How a game began: its moves, if it starts where all do, or else the position after them.
fn opening(
    kind: &dyn Kind,
    start: Option<&str>,
    game: &ImportedGame,
    plies: Option<usize>,
) -> Result<Opening, String> {
    let about = |why: String| format!("game {}: {why}", game.number);
    let wanted = plies.unwrap_or(game.moves.len());
    match &game.error {
        Some((ply, why)) if plies.is_none_or(|plies| plies >= *ply) => {
            return Err(about(format!("ply {ply}: {why}")));
        }
        _ if game.moves.len() < wanted => {
            let only = format!("it has {} plies; plies={0} or fewer go", game.moves.len());
            return Err(about(only));
        }
        _ => {}
    }
    let moves = &game.moves[..wanted];
    let mut live = kind.live(0, Some(&game.start)).map_err(|error| about(error.to_string()))?;
    for mv in moves {
        live.play(mv).map_err(|error| about(error.to_string()))?;
    }
    if live.turn().is_none() {
        return Err(about(format!("it is over after {wanted} plies; a smaller plies= leaves some to play")));
    }
    Ok(match start {
        Some(start) if start == game.start && moves.is_empty() => Opening::Start,
        Some(start) if start == game.start => Opening::Moves(moves.to_vec()),
        _ => Opening::Position(live.position()),
    })
}
