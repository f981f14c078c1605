//! A referee for single games of the published works: who is asked, how long it took, what is left.

use std::sync::Arc;
use std::time::{Duration, Instant};

use arena::{AgentId, Kind, LiveGame, Spec, Step, Thought, registry};
use plywise::{Clock, Limits, TimeSource};

use crate::args::works::ClockArg;
use crate::progress::Progress;

/// One side of the board.
pub(crate) struct Side {
    /// Who plays it, as it was typed.
    pub(crate) name: String,
    /// The same, as the game understands it.
    pub(crate) spec: Spec,
    /// As the game knows it.
    pub(crate) agent: AgentId,
    /// How long it took to be ready.
    pub(crate) ready_after: Duration,
}

impl Side {
    /// Whether it is a person, whom nobody hurries.
    pub(crate) fn is_person(&self) -> bool {
        registry::human::is_person(&self.spec.name)
    }
}

/// What a move took and brought.
pub(crate) struct Asked {
    /// None from a player that gave no legal move.
    pub(crate) thought: Option<Thought>,
    pub(crate) used: Duration,
}

/// A player that can measure processor time does where the referee does.
pub(crate) fn timed_alike(mut spec: Spec, name: &str, kind: &dyn Kind, clock: ClockArg) -> Spec {
    let entry = kind.agents().iter().find(|entry| entry.name == name);
    let measures = entry.is_some_and(|entry| entry.options.iter().any(|option| option.key == "clock"));
    if clock == ClockArg::Cpu && measures && spec.text("clock").is_none() {
        spec.options.push(("clock".into(), "cpu".into()));
    }
    spec
}

/// What time is measured by.
pub(crate) fn time_source(clock: ClockArg) -> Arc<dyn TimeSource> {
    match clock {
        ClockArg::Wall => Arc::new(plywise::WallTime::default()),
        ClockArg::Cpu => Arc::new(registry::measure::ThreadTime),
    }
}

/// Asks a player for a move. `clock` is what it is told; None for one that has all the time it wants.
pub(crate) fn ask(
    game: &mut dyn LiveGame,
    side: &Side,
    clock: Option<&Clock>,
    time: &dyn TimeSource,
    tell: &mut dyn FnMut(&Step),
) -> Asked {
    let limits = Limits {
        deadline: clock.map(|clock| Instant::now() + clock.share()),
        clock: clock.cloned(),
        ..Limits::default()
    };
    let _progress = if side.is_person() { Progress::silent() } else { Progress::begin(&side.name) };
    let begun = time.now();
    let thought = game.think_aloud(side.agent, &limits, tell);
    Asked { thought, used: time.now().saturating_sub(begun) }
}
