//! A referee for single games of the published works: who is asked, how long it took, what is left.

use std::sync::Arc;
use std::time::Duration;

use plywise::{Limits, TimeSource};

use super::command::{ARG, Arg, ArgTakes, Given, Host};
use crate::analysis::Thought;
use crate::kind::Kind;
use crate::live::{AgentId, LiveGame};
use crate::spec::{Spec, parse_duration};
use crate::{human, measure};

/// One side of the board.
#[derive(Debug)]
pub struct Side {
    /// Who plays it, as it was typed.
    pub name: String,
    /// The same, as the game understands it.
    pub spec: Spec,
    /// As the game knows it.
    pub agent: AgentId,
    /// How long it took to be ready.
    pub ready_after: Duration,
}

impl Side {
    /// Whether it is a person, whom nobody hurries.
    #[must_use]
    pub fn is_person(&self) -> bool {
        human::is_person(&self.spec.name)
    }
}

/// What a move took and brought.
#[derive(Debug)]
pub struct Asked {
    /// None from a player that gave no legal move.
    pub thought: Option<Thought>,
    /// The time that it took.
    pub used: Duration,
}

/// What time is measured by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// A clock on the wall.
    Wall,
    /// The processor time of the thread that searches.
    Cpu,
}

impl Measure {
    /// The argument `clock` of a command.
    #[must_use]
    pub const fn arg(about: &'static str) -> Arg {
        let words =
            &[("wall", "A clock on the wall"), ("cpu", "The processor time of the thread that searches")];
        Arg { name: "clock", about, takes: ArgTakes::Word("CLOCK", words), default: Some("wall"), ..ARG }
    }

    /// What [`arg`](Self::arg) was given.
    #[must_use]
    pub fn of(given: &Given) -> Self {
        if given.text("clock") == Some("cpu") { Self::Cpu } else { Self::Wall }
    }

    /// Where the time comes from.
    #[must_use]
    pub fn source(self) -> Arc<dyn TimeSource> {
        match self {
            Self::Wall => Arc::new(plywise::WallTime::default()),
            Self::Cpu => Arc::new(measure::ThreadTime),
        }
    }

    /// A player that can measure processor time does where the referee does.
    #[must_use]
    pub fn shared_with(self, mut spec: Spec, name: &str, kind: &dyn Kind) -> Spec {
        let entry = kind.agents().iter().find(|entry| entry.name == name);
        let measures = entry.is_some_and(|entry| entry.options.iter().any(|option| option.key == "clock"));
        if self == Self::Cpu && measures && spec.text("clock").is_none() {
            spec.options.push(("clock".into(), "cpu".into()));
        }
        spec
    }
}

/// Asks a player for a move within `limits`.
pub fn ask(
    game: &mut dyn LiveGame,
    side: &Side,
    limits: &Limits,
    time: &dyn TimeSource,
    host: &mut dyn Host,
    tell: &mut dyn FnMut(&mut dyn Host, &Thought),
) -> Asked {
    let thinking = (!side.is_person()).then(|| host.work(&side.name));
    let begun = time.now();
    let thought = game.think_aloud(side.agent, limits, &mut |so_far| tell(host, so_far));
    let used = time.now().saturating_sub(begun);
    drop(thinking);
    Asked { thought, used }
}

/// Seconds as the published programs took them: `2`, `0.5`; a time with a unit is as good.
///
/// # Errors
/// When it is no such time.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let plain: Option<Duration> =
        text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    match plain.or_else(|| parse_duration(text)) {
        Some(time) if time <= Duration::from_secs(1_000_000) => Ok(time),
        _ => Err("it should be seconds from 0 to 1000000, such as 2 or 0.5".into()),
    }
}
