//! The players, built from the library's searches, time policies and clocks.

use std::sync::Arc;
use std::time::Duration;

use plywise::TimeSource;
use plywise::alphabeta::{Ordering, Settings, Windows};
use plywise::time::{Naive, Thrift, ThriftOptions, TimePolicy, Timed};
use plywise::trace::Tell;
use plywise::tree::SearchTree;
use plywise::{
    Agent, AlphaBeta, AlphaBetaAgent, Either, Limits, MinimaxAgent, Report, SearchLimits, Table, Value,
};

use super::punctual::Punctual;
use super::race::Race;
use super::{AnyEval, Heavy, Heuristic, Light, NearestFruit};
use crate::eval::turns_to_come;
use crate::moves::Move;
use crate::options::Options;
use crate::visible::Visible;

/// Which player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// `MinimaxPlayer`: minimax, deeper and deeper until the time for the move is up.
    Minimax,
    /// `AlphabetaPlayer`: the same with alpha-beta.
    AlphaBeta,
    /// `GlobalTimeABPlayer`: alpha-beta that divides one time over all its moves.
    GlobalTimeAb,
    /// `LightABPlayer`: alpha-beta to a fixed depth with a simple heuristic.
    LightAb,
    /// `HeavyABPlayer`: alpha-beta to a fixed depth with a sophisticated heuristic.
    HeavyAb,
    /// `ContestPlayer`, `CompetePlayer`: the best of all that, on one thread and without thinking on the rival's time.
    Contest,
}

impl Player {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Minimax, Self::AlphaBeta, Self::GlobalTimeAb, Self::LightAb, Self::HeavyAb, Self::Contest];

    /// Its name among the agents.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax_player",
            Self::AlphaBeta => "alphabeta_player",
            Self::GlobalTimeAb => "global_time_ab",
            Self::LightAb => "light_ab",
            Self::HeavyAb => "heavy_ab",
            Self::Contest => "contest",
        }
    }

    /// Whether it divides one time over all its moves.
    #[must_use]
    pub const fn has_global_time(self) -> bool {
        matches!(self, Self::GlobalTimeAb | Self::Contest)
    }

    /// Whether it looks at no clock.
    #[must_use]
    pub(crate) const fn has_fixed_depth(self) -> bool {
        matches!(self, Self::LightAb | Self::HeavyAb)
    }
}

/// How one time is divided over all moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Division {
    /// More to the point: by the turns that its own cells promise, saved time carried on, no iteration begun that cannot
    /// end, stopped where nothing changes.
    #[default]
    Better,
    /// The same slot for each move: the time divided by half of the free cells at the start.
    Naive,
}

/// What of a player can be set.
#[derive(Clone, Debug)]
pub struct PlayerOptions {
    /// Its heuristic; None: its own.
    pub heuristic: Option<Heuristic>,
    /// In which order moves are tried. The contest player always learns its order.
    pub order: Ordering,
    /// Plies that a search may go on beyond its depth where the horizon hides something; 0: none.
    pub extension: u32,
    /// Whether searches let fruits vanish when their life ends, where the rules tell it.
    pub foresight: bool,
    /// How one time is divided over all moves.
    pub division: Division,
    /// Kept back from one time for all moves; 50 ms by default.
    pub reserve: Duration,
    /// Limits that hold besides the clock; for a fixed depth the depth.
    pub limits: SearchLimits,
    /// The depth where neither clock nor other limits are given.
    pub plain_depth: u32,
    /// What time is measured by; None: a clock on the wall. Players of a fixed depth look at neither.
    pub time: Option<Arc<dyn TimeSource>>,
}

impl Default for PlayerOptions {
    fn default() -> Self {
        Self {
            heuristic: None,
            order: Ordering::Listed,
            extension: 0,
            foresight: true,
            division: Division::Better,
            reserve: Duration::from_millis(50),
            limits: SearchLimits::default(),
            plain_depth: 3,
            time: None,
        }
    }
}

/// Points that the contest player adds to a win: the higher score is all that counts in a contest.
const CONTEST_WIN: i32 = 1_000;
/// MiB of the contest player's table.
pub(crate) const CONTEST_TABLE: usize = 16;
/// However soon the search will see the end, no move gets all of the time.
pub(crate) const LAST_TURNS: u32 = 3;

impl PlayerOptions {
    /// Builds a player for games under `options`.
    #[must_use]
    pub fn build(&self, player: Player, options: &Options) -> Box<dyn Agent<Visible>> {
        let unlimited = self.limits == SearchLimits::default();
        Box::new(Seated {
            thinker: self.thinker(player, Either::Left(Either::Left(self.heuristic(player, options)))),
            foresight: self.foresight,
            heeds_time: !player.has_fixed_depth(),
            plain_depth: unlimited.then_some(self.plain_depth),
        })
    }

    /// The heuristic that a player uses under these options.
    #[must_use]
    pub fn heuristic(&self, player: Player, options: &Options) -> Heuristic {
        match (self.heuristic, player) {
            (Some(Heuristic::Heavy(heavy)), Player::Contest) => Heuristic::Heavy(heavy.with_win(CONTEST_WIN)),
            (Some(heuristic), _) => heuristic,
            (None, Player::LightAb) => Heuristic::Light(Light::new(options)),
            (None, Player::Contest) => Heuristic::Heavy(Heavy::new(options).with_win(CONTEST_WIN)),
            (None, _) => Heuristic::Heavy(Heavy::new(options)),
        }
    }

    fn thinker(&self, player: Player, eval: AnyEval) -> Box<dyn Agent<Visible>> {
        let limits = self.limits;
        if !player.has_global_time() {
            return self.evenly(player, eval);
        }
        let search = AlphaBeta::new(eval, self.settings(player), self.table(player));
        let mut timed = Timed::by_referee(search, self.policy());
        timed.turns = if self.division == Division::Naive { half_of_the_free_cells } else { own_turns };
        (timed.limits, timed.without_clock) = (limits, limits.into());
        match &self.time {
            Some(time) => Box::new(timed.with_time(Arc::clone(time))),
            None => Box::new(timed),
        }
    }

    /// A player that has a limit for each move or none.
    fn evenly(&self, player: Player, eval: AnyEval) -> Box<dyn Agent<Visible>> {
        let time = self.time.as_ref().filter(|_| !player.has_fixed_depth());
        // What a move may take passes by the player's own time, not by the search's clock on the wall.
        let limits = if time.is_some() { SearchLimits { time: None, ..self.limits } } else { self.limits };
        let thinker: Box<dyn Agent<Visible>> = if player == Player::Minimax {
            Box::new(MinimaxAgent { eval, limits })
        } else {
            let search = AlphaBeta::new(eval, self.settings(player), self.table(player));
            Box::new(AlphaBetaAgent::new(search, limits))
        };
        match time {
            Some(time) => {
                Box::new(Punctual { thinker, time: Arc::clone(time), most: self.limits.time, used: None })
            }
            None => thinker,
        }
    }

    fn settings(&self, player: Player) -> Settings {
        let base =
            Settings { deepen: !player.has_fixed_depth(), quiescence: self.extension, ..Settings::default() };
        if player == Player::Contest {
            let fast = Settings::fast();
            Settings { windows: Windows::Principal, quiescence: self.extension, ..fast }
        } else {
            Settings { order: self.order, ..base }
        }
    }

    fn table(&self, player: Player) -> Option<Arc<Table>> {
        (player == Player::Contest).then(|| Arc::new(Table::new(CONTEST_TABLE)))
    }

    fn policy(&self) -> Box<dyn TimePolicy> {
        let reserve = self.reserve;
        match self.division {
            Division::Naive => Box::new(Naive::new(reserve)),
            Division::Better => Box::new(Thrift::new(ThriftOptions { reserve, ..ThriftOptions::default() })),
        }
    }
}

/// The handout's count: the players share what is free.
fn half_of_the_free_cells(position: &Visible) -> Option<u32> {
    Some(position.open().len().div_ceil(2))
}

/// The turns that need thought: of the steps that one's own cells promise the first two fifths, after which the search sees
/// the end.
fn own_turns(position: &Visible) -> Option<u32> {
    let race = Race::new(position);
    let steps =
        if race.shared == 0 { race.most_steps[position.mover().index()] } else { turns_to_come(position) };
    Some((steps * 2 / 5).max(LAST_TURNS))
}

/// A thinker at the board: what it is shown, and which clock it looks at.
struct Seated {
    thinker: Box<dyn Agent<Visible>>,
    foresight: bool,
    heeds_time: bool,
    /// The depth where nothing else limits the search.
    plain_depth: Option<u32>,
}

/// Whoever thinks, reckoning with the fruits' lives.
#[cfg(feature = "door")]
pub(crate) fn foreseeing(thinker: Box<dyn Agent<Visible>>) -> Box<dyn Agent<Visible>> {
    Box::new(Seated { thinker, foresight: true, heeds_time: true, plain_depth: None })
}

impl Seated {
    fn view(&self, position: &Visible) -> Visible {
        if self.foresight { position.foreseeing() } else { *position }
    }

    fn limits(&self, limits: &Limits) -> Limits {
        let mut limits = limits.clone();
        if !self.heeds_time {
            (limits.clock, limits.deadline) = (None, None);
        }
        let free = limits.clock.is_none() && !limits.can_interrupt() && limits.depth.is_none();
        if free {
            limits.depth = self.plain_depth;
        }
        limits
    }
}

impl Agent<Visible> for Seated {
    fn choose_with_progress(
        &mut self,
        position: &Visible,
        limits: &Limits,
        tell: &mut Tell<'_, Move>,
    ) -> Report<Move, Value> {
        let limits = self.limits(limits);
        self.thinker.choose_with_progress(&self.view(position), &limits, tell)
    }

    fn search_tree(&mut self, position: &Visible, limits: &Limits, most: usize) -> Option<SearchTree<Move>> {
        let limits = self.limits(limits);
        self.thinker.search_tree(&self.view(position), &limits, most)
    }

    fn move_values(&mut self, position: &Visible) -> Option<Vec<Option<Value>>> {
        let view = self.view(position);
        self.thinker.move_values(&view)
    }

    fn time_report(&mut self) -> Option<String> {
        self.thinker.time_report()
    }

    fn used(&mut self) -> Option<Duration> {
        self.thinker.used()
    }

    fn new_game(&mut self, seed: u64) {
        self.thinker.new_game(seed);
    }
}

impl Heuristic {
    /// The names by which heuristics are chosen.
    pub const NAMES: [&'static str; 3] = ["heavy", "light", "nearest-fruit"];

    /// The heuristic of a name for games under `options`.
    #[must_use]
    pub fn named(name: &str, options: &Options) -> Option<Self> {
        Some(match name {
            "heavy" => Self::Heavy(Heavy::new(options)),
            "light" => Self::Light(Light::new(options)),
            "nearest-fruit" => Self::NearestFruit(NearestFruit::new(options)),
            _ => return None,
        })
    }
}
