//! Clocks by text: `move=500ms`, `game=60s`, `moves=5,time=2s`, the last two with `increment=100ms` if wanted.

use std::time::Duration;

use plywise::TimeControl;
use plywise::notation::quote;
use registry::{Key, Kind, Named, Opt, Spec, SpecError, opts, whole};

const MOVE: Key<Duration> = Key::time("move", "time", "", "time for each move");
const GAME: Key<Duration> = Key::time("game", "time", "", "time for the whole game");
const MOVES: Key<u32> = whole!("moves", 1..=1000, "", "moves of a round");
const TIME: Key<Duration> = Key::time("time", "time", "", "time for a round");
const INCREMENT: Key<Duration> = Key::time("increment", "time", "0", "added after each move");
const OPTIONS: &[Opt] = &opts![MOVE, GAME, MOVES, TIME, INCREMENT];

/// Reads a time control.
///
/// # Errors
/// When the text is none of the three forms.
pub fn parse_clock(text: &str) -> Result<TimeControl, SpecError> {
    let forms = || {
        SpecError(format!(
            "clock {} should be one of move=500ms · game=60s[,increment=100ms] · moves=5,time=2s[,increment=100ms]",
            quote(text)
        ))
    };
    let spec = Spec::parse(&format!("clock:{}", text.trim())).map_err(|_| forms())?;
    spec.find("clock", &[Named { name: "clock", about: "", options: OPTIONS }])?;
    let increment = spec.given(&INCREMENT)?.unwrap_or_default();
    match (spec.given(&MOVE)?, spec.given(&GAME)?, spec.given(&MOVES)?, spec.given(&TIME)?) {
        (Some(time), None, None, None) if increment.is_zero() => Ok(TimeControl::PerMove(time)),
        (None, Some(time), None, None) => Ok(TimeControl::PerGame { time, increment }),
        (None, None, Some(moves), Some(time)) => Ok(TimeControl::PerRound { moves, time, increment }),
        _ => Err(forms()),
    }
}

/// Refuses what divides a clock where none runs. Published players that divide a time of their own (`clock`) have an option of
/// that name, too.
///
/// # Errors
/// When the agent has such an option, or there is no such agent.
pub fn check_without(kind: &dyn Kind, agent: &Spec) -> Result<(), SpecError> {
    let takes = kind.listed(agent)?.options;
    let has = |key: &str| takes.iter().any(|own| own.key == key);
    let divides = |opt: &Opt| agent.text(opt.key).is_some() && has(opt.key) && !has("clock");
    let given = registry::policy::OPTIONS.into_iter().find(divides);
    match given {
        Some(opt) => Err(agent.wrong(opt.key, "given with --clock, which it divides")),
        None => Ok(()),
    }
}
