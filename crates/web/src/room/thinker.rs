//! The agents of a game, around a board of their own.

use arena::{AgentId, LiveGame};

use crate::app::App;
use crate::error::Answer;
use crate::memory::Taken;
use crate::record::Saved;
use crate::{memory, names};

/// A second board with the agents of the game around it: a search does not hold up those who look at the first.
pub(crate) struct Thinker {
    pub(crate) live: Box<dyn LiveGame>,
    /// The agent of each seat; none for a person.
    pub(crate) agents: Vec<Option<AgentId>>,
    /// The numbers of the plies on its board: see [`super::Table::serials`].
    played: Vec<u64>,
    _memory: Taken,
}

/// What has been played that a board does not know yet.
pub(crate) struct News {
    /// Plies from the start that stay.
    from: usize,
    /// Those after them, and their numbers.
    plies: Vec<(u64, String)>,
}

impl super::Table {
    /// What `thinker` does not know of the game. It costs what is new, however long the game is.
    pub(crate) fn news(&self, thinker: Option<&Thinker>) -> News {
        let played = thinker.map_or(&[][..], |thinker| &thinker.played);
        let mut from = played.len().min(self.serials.len());
        // No ply ever had another's number: where the last one is the same, so are all before it.
        while from > 0 && played[from - 1] != self.serials[from - 1] {
            from -= 1;
        }
        let new = self.serials[from..].iter().zip(&self.saved.plies[from..]);
        News { from, plies: new.map(|(&serial, ply)| (serial, ply.m.clone())).collect() }
    }
}

impl Thinker {
    pub(crate) fn seat(saved: &Saved, app: &App) -> Answer<Self> {
        let kind = names::game(&saved.request.game)?;
        let seats = saved.request.seats.iter();
        let seats: Vec<_> = seats.map(|seat| names::seat(&*kind, seat)).collect::<Answer<_>>()?;
        let memory = app.take_memory(seats.iter().flatten().map(|spec| memory::needs(&*kind, spec)).sum())?;
        let seed = saved.request.seed.unwrap_or_default();
        let mut live = saved.start()?;
        let mut agents = Vec::new();
        for (seat, spec) in seats.into_iter().enumerate() {
            agents.push(spec.map(|spec| live.join(&spec, seed.wrapping_add(seat as u64))).transpose()?);
        }
        Ok(Self { live, agents, played: Vec::new(), _memory: memory })
    }

    /// Brings its board to where the game is.
    pub(crate) fn follow(&mut self, news: News) -> Answer<()> {
        while self.played.len() > news.from && self.live.undo() {
            self.played.pop();
        }
        for (serial, mv) in news.plies {
            self.live.play(&mv)?;
            self.played.push(serial);
        }
        Ok(())
    }
}
