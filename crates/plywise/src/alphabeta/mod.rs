//! Alpha-beta and what grew out of it: one implementation, with everything that can be switched.
//!
//! Knuth & Moore 1975, "An analysis of alpha-beta pruning", §3 (F2, with deep cut-offs); fail-soft: Fishburn 1983,
//! "Another optimization of alpha-beta search". With everything off it visits the positions of the plain algorithm,
//! in the order in which the game lists its moves; each setting adds one idea.

mod along;
mod children;
mod deepening;
mod host;
mod launch;
mod memory;
mod order;
mod path;
mod probcut;
mod probe;
mod probing;
mod search;
mod select;
mod share;
mod team;
mod watched;
mod worker;

use std::sync::Arc;

pub use host::{Host, Siblings};
use launch::Launch;
pub use order::{Alike, LEARNED, Ordering, Rank};
pub use probcut::{Fit, Margins};
pub use probe::{Bounds, NoProbe, Probe};
pub use search::Search;
pub use select::{FullWidth, LateMoves, ProbCut, Selectivity};

use crate::evaluate::Evaluate;
use crate::game::{Keyed, Seat, TwoPlayer};
use crate::limits::Limits;
use crate::report::Report;
use crate::score::Score;
use crate::table::Table;
use crate::trace::{Iteration, Trace};

/// Which windows are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Windows {
    /// Every move with the whole window.
    #[default]
    Full,
    /// The first move with the whole window, the others against an empty one first: principal variation search.
    Principal,
    /// Empty windows only, until they meet: MTD(f), Plaat, Schaeffer, Pijls & de Bruin 1996, "Best-first fixed-depth
    /// minimax algorithms", figure 6. Without a table it repeats much of its work.
    Memory,
}

/// Which entries of the table may settle a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reuse {
    /// Of the same depth only: the value is then that of the plain search. What an entry says is never called solved, for it is used
    /// as a search to that depth.
    Equal,
    /// Of this depth or a greater one: better informed, but no longer the plain search's value.
    #[default]
    Deeper,
}

/// What can be switched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Which windows are searched.
    pub windows: Windows,
    /// How moves are ordered.
    pub order: Ordering,
    /// Moves are ordered where at least this many plies are left.
    pub order_from: i32,
    /// The table is asked where at least this many plies are left.
    pub table_from: i32,
    /// Before a move is searched, the table is asked whether one of them refutes the position, where at least this many plies
    /// are left. More than the depth for never.
    pub enhanced_from: i32,
    /// Which entries of the table may settle a position.
    pub reuse: Reuse,
    /// Depth 1, 2, 3 … up to the limit instead of the limit at once.
    pub deepen: bool,
    /// A search that deepens goes from this depth straight to its limit, or to the end of the game: where the end is within
    /// reach, the depths before it cost more than they tell. On its way it stops where [`Selectivity::stages`] says so.
    pub leap_from: u32,
    /// It leaps only from where the end of the game is no more than so many plies deeper, and where there are stages on the way;
    /// `u32::MAX` for wherever it is.
    pub leap_within: u32,
    /// An iteration of [`Windows::Principal`] begins with a window of so many hundredths of a point on either side of the last one's
    /// value; 0 for the whole window.
    pub aspiration: i32,
    /// Plies that a search may go on beyond its depth while [`Evaluate::is_noisy`] says so; 0 for none.
    pub quiescence: u32,
    /// Whether a position that came up before, in the search or in the game, is a draw at once, in games that are drawn
    /// by recurrence: what could be avoided once can be avoided again, and the loop need not be walked three times.
    pub recurrence: bool,
    /// Threads that search together. With more than one, counts of nodes and the choice among equal moves may differ from run to
    /// run. The value stays as long as it does not depend on the order of the search: not where deeper entries of the table serve
    /// ([`Reuse::Deeper`]), where something is left out, or where positions come back.
    pub threads: usize,
    /// Positions are shared between threads where at least this many plies are left.
    pub split_from: i32,
}

impl Default for Settings {
    /// The plain algorithm.
    fn default() -> Self {
        Self {
            windows: Windows::Full,
            order: Ordering::Listed,
            order_from: 1,
            table_from: 1,
            enhanced_from: i32::MAX,
            reuse: Reuse::Deeper,
            deepen: false,
            leap_from: u32::MAX,
            leap_within: u32::MAX,
            aspiration: 0,
            quiescence: 0,
            recurrence: false,
            threads: 1,
            split_from: 4,
        }
    }
}

impl Settings {
    /// The exact search with all that makes it fast: principal variation search, deepening, dynamic order.
    #[must_use]
    pub fn fast() -> Self {
        Self {
            windows: Windows::Principal,
            order: Ordering::Dynamic,
            order_from: 2,
            table_from: 2,
            deepen: true,
            recurrence: true,
            ..Self::default()
        }
    }
}

/// A two-player search: what leaves are worth, the game's advice, the settings, and a table if there is one.
#[derive(Clone, Debug, Default)]
pub struct AlphaBeta<E, O = Alike, S = FullWidth, P = NoProbe> {
    /// What leaves are worth.
    pub eval: E,
    /// The game's opinion of moves, for [`Ordering::Dynamic`].
    pub rank: O,
    /// What may be left out.
    pub select: S,
    /// What is known without a search.
    pub probe: P,
    /// What is switched on.
    pub settings: Settings,
    /// The table, shared with whoever else holds it.
    pub table: Option<Arc<Table>>,
}

impl<E> AlphaBeta<E> {
    /// The plain algorithm with this evaluator.
    pub fn plain(eval: E) -> Self {
        Self::new(eval, Settings::default(), None)
    }

    /// An exact search with these settings.
    pub fn new(eval: E, settings: Settings, table: Option<Arc<Table>>) -> Self {
        Self { eval, rank: Alike, select: FullWidth, probe: NoProbe, settings, table }
    }
}

impl<E, O, S, P> AlphaBeta<E, O, S, P> {
    /// Forgets whatever earlier searches have left: nothing of one game may show in another, whoever plays both and in which
    /// order.
    pub fn forget<G>(&self)
    where
        G: TwoPlayer + Keyed,
        Self: Search<G>,
    {
        self.table.iter().for_each(|table| table.clear());
        Search::<G>::probe(self).forget();
    }

    /// The value of `position` for the seat to move.
    ///
    /// All static values are taken from the point of view of that seat: an evaluator need not be the same for both
    /// sides. In a full-width search that asks the table with [`Reuse::Equal`], or has none, the value is
    /// [`minimax`](crate::minimax())'s, whatever the order and the windows; in listed order the move is, too.
    pub fn search<G>(&self, position: &G, limits: &Limits) -> Report<G::Move, Score>
    where
        G: TwoPlayer + Keyed,
        Self: Search<G>,
    {
        Launch::new(self, position, limits).run(None)
    }

    /// The same, with someone listening: on one thread, and without what enters positions that he would not hear of, where that
    /// is every node.
    pub fn search_with<G, T>(&self, position: &G, limits: &Limits, mut trace: T) -> Report<G::Move, Score>
    where
        G: TwoPlayer + Keyed,
        Self: Search<G>,
        T: Trace<G::Move>,
    {
        Launch::new(self, position, limits).traced(&mut trace)
    }

    /// The same, with someone listening to iterations, and never late because of its own threads: where time ends the
    /// search, those that have not noticed yet are not waited for. They hold what they need and end by themselves; counts
    /// of nodes may then lack what they did last.
    pub fn search_detached<G>(
        self: &Arc<Self>,
        position: &G,
        limits: &Limits,
        listener: &mut dyn FnMut(&Iteration<G::Move>),
    ) -> Report<G::Move, Score>
    where
        G: TwoPlayer + Keyed + 'static,
        Self: Search<G> + Send + 'static,
    {
        launch::detached(self, position, limits, Some(listener))
    }

    /// Whether some move reaches `goal` at this depth, and the first that does: one empty window.
    pub(crate) fn test<G>(
        &self,
        position: &G,
        depth: u32,
        goal: Score,
        limits: &Limits,
    ) -> Report<G::Move, Score>
    where
        G: TwoPlayer + Keyed,
        Self: Search<G>,
    {
        Launch::new(self, position, limits).test(depth, goal)
    }
}

/// What stays the same during one search.
struct Plan<'a, S> {
    search: &'a S,
    settings: &'a Settings,
    table: Option<&'a Table>,
    /// The seat that the search works for.
    root: Seat,
    /// Keeps apart in one table what was found for either seat: evaluators may differ between them.
    salt: u64,
    null_windows: bool,
}

impl<S> Clone for Plan<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Plan<'_, S> {}

/// The plain algorithm: [`AlphaBeta::plain`] in one call.
pub fn alpha_beta<G, E>(position: &G, eval: &E, limits: &Limits) -> Report<G::Move, Score>
where
    G: TwoPlayer + Keyed,
    E: Evaluate<G> + ?Sized,
{
    AlphaBeta::plain(eval).search(position, limits)
}
