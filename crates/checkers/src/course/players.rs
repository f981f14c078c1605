//! The four players, built from the library's search, time policies and clocks.

use std::sync::Arc;
use std::time::Duration;

use plywise::TimeSource;
use plywise::alphabeta::{Alike, Settings};
use plywise::time::{EvenShare, Stability, StabilityOptions, Stable, TimePolicy, Timed};
use plywise::{Agent, Either, SearchLimits};

use super::drift::Drifting;
use super::heuristic::Better;
use crate::Cuts;
use crate::databases::{Endgames, Informed};
use crate::material::Material;
use crate::moves::Move;
use crate::rules::Checkers;
use crate::search::{Eval, plain};

/// Which of the four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// Simple heuristic, even slots.
    Simple,
    /// Better heuristic, even slots.
    BetterH,
    /// Simple heuristic, improved time, deeper where a jump is pending.
    Improved,
    /// Better heuristic, improved time, deeper where a jump is pending.
    ImprovedBetterH,
}

impl Player {
    /// All four, in the order in which they were published.
    pub const ALL: [Self; 4] = [Self::Simple, Self::BetterH, Self::Improved, Self::ImprovedBetterH];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::BetterH => "better_h",
            Self::Improved => "improved",
            Self::ImprovedBetterH => "improved_better_h",
        }
    }

    /// Whether its heuristic is the better one.
    #[must_use]
    pub(crate) const fn has_better_heuristic(self) -> bool {
        matches!(self, Self::BetterH | Self::ImprovedBetterH)
    }

    /// Whether its time is the improved one, and its search goes on where a jump is pending.
    #[must_use]
    pub(crate) const fn has_improved_time(self) -> bool {
        matches!(self, Self::Improved | Self::ImprovedBetterH)
    }
}

/// Whose word holds where the report's text and its code differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Compat {
    /// The text: iterations are compared from depth 5 on; every move is booked.
    #[default]
    Text,
    /// The code: from depth 6 on; `simple` does not book a move without a choice.
    Code,
}

/// What of a player can be set.
#[derive(Clone, Debug)]
pub struct PlayerOptions {
    /// Text or code.
    pub compat: Compat,
    /// See [`Better::late_men`].
    pub late_men: u32,
    /// The depth from which on an iteration is compared with the one before; None: as [`compat`](Self::compat) has it.
    pub stable_from: Option<u32>,
    /// So many iterations in a row without a change end the search.
    pub stable_count: u32,
    /// The part, in `[0, 0.5]`, of the time left for later moves that an improved player may take beyond its slot while its
    /// best move is a jump. The text wants it, the code never does it; 0 by default.
    pub extension: f64,
    /// Kept back at each move; 50 ms by default.
    pub reserve: Duration,
    /// Limits that hold besides the clock.
    pub limits: SearchLimits,
    /// What holds where there is no clock.
    pub without_clock: SearchLimits,
    /// What the player measures its time by; None: a clock on the wall.
    pub time: Option<Arc<dyn TimeSource>>,
}

impl Default for PlayerOptions {
    fn default() -> Self {
        Self {
            compat: Compat::Text,
            late_men: Better::default().late_men,
            stable_from: None,
            stable_count: Stable::DEPTH_7.count,
            extension: 0.0,
            reserve: Duration::from_millis(50),
            limits: SearchLimits::default(),
            without_clock: SearchLimits { depth: Some(3), ..SearchLimits::default() },
            time: None,
        }
    }
}

/// No move can take more men than this, so that a search that follows every jump comes to rest within so many plies.
const ALL_JUMPS: u32 = 24;

/// A published player's search, and how it spends its time.
pub type Thinker = Timed<Checkers, Informed<Eval>, Box<dyn TimePolicy>, Alike, Cuts, Endgames>;

impl PlayerOptions {
    fn rule(&self) -> Stable {
        let published = match self.compat {
            Compat::Text => Stable::DEPTH_7,
            Compat::Code => Stable::DEPTH_8,
        };
        let from = self.stable_from.unwrap_or(published.from);
        Stable { unconditional: from.saturating_sub(1), from, count: self.stable_count }
    }

    fn policy(&self, player: Player) -> Box<dyn TimePolicy> {
        let share = EvenShare { reserve: self.reserve };
        if player.has_improved_time() {
            let extension = self.extension;
            Box::new(Stability::new(StabilityOptions { share, rule: self.rule(), extension }))
        } else {
            Box::new(share)
        }
    }

    fn thinker(&self, player: Player) -> Thinker {
        let eval = if player.has_better_heuristic() {
            Either::Right(Better { late_men: self.late_men })
        } else {
            Either::Left(Material)
        };
        let quiescence = if player.has_improved_time() { ALL_JUMPS } else { 0 };
        let settings = Settings { deepen: true, quiescence, ..Settings::default() };
        let mut timed = Timed::by_referee(plain(eval, settings), self.policy(player));
        timed.noisy = |_, mv: Move| mv.is_capture();
        (timed.limits, timed.without_clock) = (self.limits, self.without_clock.into());
        match &self.time {
            Some(time) => timed.with_time(Arc::clone(time)),
            None => timed,
        }
    }

    /// Builds a player.
    #[must_use]
    pub fn build(&self, player: Player) -> Box<dyn Agent<Checkers>> {
        let thinker = self.thinker(player);
        if player == Player::Simple && self.compat == Compat::Code {
            Box::new(Drifting::new(thinker))
        } else {
            Box::new(thinker)
        }
    }
}
