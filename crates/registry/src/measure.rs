//! What time can be measured by, beside the clock on the wall.

use std::sync::Arc;
use std::time::Duration;

use plywise::trace::Tell;
use plywise::tree::SearchTree;
use plywise::{Agent, Game, Limits, Report, TimeSource, Value};

use crate::key::Key;
use crate::spec::{Spec, SpecError};
use crate::words;

/// The option `clock` of an agent.
pub const CLOCK: Key<Source> = Key::word(
    "clock",
    "wall",
    "what the player measures its time by, and is measured by: a clock on the wall, or its processor time",
);

words! {
    /// Where time is read.
    pub enum Source {
        /// From the clock on the wall.
        Wall = "wall",
        /// From what the thread has used of its processor.
        Cpu = "cpu",
    }
}

/// The source of time in a spec; None: a clock on the wall.
///
/// # Errors
/// When there is no such source.
pub fn named(spec: &Spec) -> Result<Option<Arc<dyn TimeSource>>, SpecError> {
    Ok(match spec.get(&CLOCK)? {
        Source::Wall => None,
        Source::Cpu => Some(Arc::new(ThreadTime)),
    })
}

/// The processor time that the calling thread has used. A search that runs on its caller's thread is timed by its own
/// work, however busy the machine is.
#[derive(Clone, Copy, Debug, Default)]
pub struct ThreadTime;

impl TimeSource for ThreadTime {
    fn now(&self) -> Duration {
        cpu_time::ThreadTime::now().as_duration()
    }
}

/// An agent that a referee measures as its spec says: see [`CLOCK`].
///
/// # Errors
/// When there is no such source of time.
pub(crate) fn measured<G: Game + 'static>(
    spec: &Spec,
    agent: Box<dyn Agent<G>>,
) -> Result<Box<dyn Agent<G>>, SpecError> {
    Ok(match named(spec)? {
        Some(source) => Box::new(Measured { agent, source, used: None }),
        None => agent,
    })
}

/// An agent whose moves take what another source of time than the clock on the wall shows.
struct Measured<G> {
    agent: Box<dyn Agent<G>>,
    source: Arc<dyn TimeSource>,
    used: Option<Duration>,
}

impl<G: Game> Agent<G> for Measured<G> {
    fn choose_with_progress(
        &mut self,
        position: &G,
        limits: &Limits,
        tell: &mut Tell<'_, G::Move>,
    ) -> Report<G::Move, Value> {
        let begun = self.source.now();
        let report = self.agent.choose_with_progress(position, limits, tell);
        self.used = Some(self.source.now().saturating_sub(begun));
        report
    }

    fn search_tree(&mut self, position: &G, limits: &Limits, most: usize) -> Option<SearchTree<G::Move>> {
        self.agent.search_tree(position, limits, most)
    }

    fn move_values(&mut self, position: &G) -> Option<Vec<Option<Value>>> {
        self.agent.move_values(position)
    }

    fn used(&mut self) -> Option<Duration> {
        self.used
    }

    fn new_game(&mut self, seed: u64) {
        self.agent.new_game(seed);
    }
}
