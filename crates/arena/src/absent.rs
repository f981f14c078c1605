//! Experiments whose agents are not here: what they played can be read all the same.

use std::sync::Arc;

use plywise::Limits;
use registry::{Guest, Guests, LiveGame, NoMove, Spec, SpecError};

use crate::experiment::Experiment;
use crate::setup::Setup;

impl Experiment {
    /// What was played, for who reads it: agents that only the program knew that played them, such as players in
    /// Python, are as good as any other, but cannot play.
    ///
    /// # Errors
    /// As [`open`](Self::open); agents that do not exist are none.
    pub fn open_to_read(&self) -> Result<Setup, SpecError> {
        let kind = games::open(&self.game)?;
        let mut guests = Guests::default();
        for agent in &self.agents {
            let agent = Spec::parse(agent)?;
            if kind.check_options(&agent).is_err() && !guests.has(&agent) {
                guests.add(agent, Arc::new(|| Box::new(Absent)));
            }
        }
        self.open_as(kind.with_guests(guests).into())
    }
}

/// A player who is known by the games that it played.
struct Absent;

impl Guest for Absent {
    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, _: Box<dyn LiveGame>, _: &Limits) -> Result<String, NoMove> {
        Err(NoMove::Broken("this player plays in the program alone that stored its games".into()))
    }
}
