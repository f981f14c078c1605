//! Clocks by text: `move=500ms`, `game=60s`, `moves=5,time=2s`, the last two with `increment=100ms` if wanted.

use plywise::TimeControl;
use plywise::notation::quote;
use registry::{Named, Opt, Spec, SpecError, Takes};

const OPTIONS: &[Opt] = &[
    Opt { key: "move", takes: Takes::Time, values: "time", default: "", about: "time for each move" },
    Opt { key: "game", takes: Takes::Time, values: "time", default: "", about: "time for the whole game" },
    Opt { key: "moves", takes: Takes::Number, values: "1..=1000", default: "", about: "moves of a round" },
    Opt { key: "time", takes: Takes::Time, values: "time", default: "", about: "time for a round" },
    Opt {
        key: "increment",
        takes: Takes::Time,
        values: "time",
        default: "0",
        about: "added after each move",
    },
];

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
    let increment = spec.duration("increment")?.unwrap_or_default();
    match (
        spec.duration("move")?,
        spec.duration("game")?,
        spec.number("moves", 1..=1000)?,
        spec.duration("time")?,
    ) {
        (Some(time), None, None, None) if increment.is_zero() => Ok(TimeControl::PerMove(time)),
        (None, Some(time), None, None) => Ok(TimeControl::PerGame { time, increment }),
        (None, None, Some(moves), Some(time)) => {
            Ok(TimeControl::PerRound { moves: moves as u32, time, increment })
        }
        _ => Err(forms()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_three_forms() {
        let (second, increment) = (Duration::from_secs(1), Duration::from_millis(20));
        assert_eq!(parse_clock("move=1s"), Ok(TimeControl::PerMove(second)));
        assert_eq!(
            parse_clock("game=1s,increment=20ms"),
            Ok(TimeControl::PerGame { time: second, increment })
        );
        let round = TimeControl::PerRound { moves: 5, time: second, increment: Duration::ZERO };
        assert_eq!(parse_clock("moves=5,time=1000ms"), Ok(round));
    }

    #[test]
    fn anything_else_is_refused() {
        for bad in [
            "",
            "5s",
            "move=5",
            "move=1s,game=2s",
            "moves=5",
            "time=5s",
            "moves=0,time=1s",
            "speed=9",
            "move=1s,increment=1s",
            // Found by fuzzing: the clock once overflowed.
            "moves=207,time=2s,increment=333333333333333333451ms",
        ] {
            parse_clock(bad).expect_err(bad);
        }
    }
}
