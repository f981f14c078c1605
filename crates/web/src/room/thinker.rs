//! The agents of a game, around a board of their own.

use arena::{AgentId, LiveGame};

use crate::error::Answer;
use crate::names;
use crate::record::Saved;

/// A second board with the agents of the game around it: a search does not hold up those who look at the first.
pub(crate) struct Thinker {
    pub(crate) live: Box<dyn LiveGame>,
    /// The agent of each seat; none for a person.
    pub(crate) agents: Vec<Option<AgentId>>,
    played: Vec<String>,
}

impl Thinker {
    pub(crate) fn seat(saved: &Saved) -> Answer<Self> {
        let kind = names::game(&saved.request.game)?;
        let seed = saved.request.seed.unwrap_or_default();
        let mut live = saved.start()?;
        let mut agents = Vec::new();
        for (seat, agent) in saved.request.seats.iter().enumerate() {
            let spec = names::seat(&*kind, agent)?;
            agents.push(spec.map(|spec| live.join(&spec, seed.wrapping_add(seat as u64))).transpose()?);
        }
        Ok(Self { live, agents, played: Vec::new() })
    }

    /// Brings its board to where the game is.
    pub(crate) fn follow(&mut self, moves: Vec<String>) -> Answer<()> {
        let same = self.played.iter().zip(&moves).take_while(|(mine, theirs)| mine == theirs).count();
        while self.played.len() > same && self.live.undo() {
            self.played.pop();
        }
        for mv in &moves[same..] {
            self.live.play(mv)?;
        }
        self.played = moves;
        Ok(())
    }
}
