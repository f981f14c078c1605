//! What can be switched.

/// Which lines a search may leave out because they cannot matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pruning {
    /// None: every line is searched.
    #[default]
    Off,
    /// Star1: windows are passed through turns of chance. Ballard 1983, "The *-minimax search procedure for trees
    /// containing chance nodes" (there: the left-to-right algorithm).
    Star1,
    /// Star2: besides, each outcome is probed by its first moves before any is searched whole. Ballard 1983;
    /// Hauk, Buro & Schaeffer 2004, "Rediscovering *-minimax search".
    Star2 {
        /// Moves to try at each outcome, at least 1: the probing factor.
        probes: u32,
    },
}

impl Pruning {
    /// Star2 as it was published, with one move tried at each outcome.
    pub const STAR2: Self = Self::Star2 { probes: 1 };
}

/// What a turn of chance is taken for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Luck {
    /// The mean over its outcomes.
    #[default]
    Mean,
    /// An adversary of the seat that searches, who chooses the outcome: probabilities do not count. With pruning
    /// this is alpha-beta, and no bounds of the evaluator are needed.
    Adversary,
}

/// How a [`ChanceSearch`](super::ChanceSearch) searches. The default is the plain search: the values and the nodes of
/// [`expectimax`](crate::expectimax()).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChanceOptions {
    /// Which lines may be left out. Never changes the value, beyond the rounding of sums that are taken in another
    /// order; among moves that are equal but for rounding another one may be chosen.
    pub pruning: Pruning,
    /// Moves are tried in the order of the static values behind them, best first. Does not change the value, but
    /// among equal moves another one may be chosen. These static values are not counted as nodes.
    pub ordered: bool,
    /// What a turn of chance is taken for.
    pub luck: Luck,
    /// A position at a seat's turn that is less probable than this, counted from the root, is valued at once. In
    /// `[0, 1]`; 0: none is. Changes the value.
    pub cutoff: f64,
    /// Every move is first tried as if it were so many times as probable, so that `cutoff` ends its lines sooner. Then the most
    /// promising move is searched as probable as it is, and so is each further one that had promised more than was found so
    /// far. Moves of the root are all searched in full. In `[0, 1]`; 1: nothing is tried first, and without a cut-off
    /// neither. Changes the value; does not go with pruning.
    ///
    /// Late-move reductions, by probability instead of depth, with internal deepening; moves with a probability of their
    /// own: Tsuruoka, Yokoyama & Chikayama 2002, "Game-tree search algorithm based on realization probability".
    pub reduction: f64,
    /// Only this many outcomes of a turn of chance are looked at, the likeliest, as if there were no others. At
    /// least 1; `usize::MAX`: all. Changes the value.
    pub outcomes: usize,
}

impl Default for ChanceOptions {
    fn default() -> Self {
        Self {
            pruning: Pruning::Off,
            ordered: false,
            luck: Luck::Mean,
            cutoff: 0.0,
            reduction: 1.0,
            outcomes: usize::MAX,
        }
    }
}

impl ChanceOptions {
    /// Whether anything may be left out.
    pub(super) fn prunes(&self) -> bool {
        self.pruning != Pruning::Off
    }

    /// Whether moves are first tried as if they were less probable.
    #[inline]
    pub(super) fn reduces(&self) -> bool {
        self.reduction < 1.0 && self.cutoff > 0.0
    }

    /// Whether every line is searched, cut-off aside, and outcomes are averaged. Reductions make no difference where the
    /// search ends behind whatever move is next, which is as far as an evaluator is asked.
    pub(super) fn is_plain(&self) -> bool {
        !self.prunes() && self.luck == Luck::Mean && self.outcomes == usize::MAX
    }

    /// Moves to try at each outcome before the search; 0: none.
    pub(super) fn probes(&self) -> u32 {
        match self.pruning {
            Pruning::Star2 { probes } => probes.max(1),
            _ => 0,
        }
    }
}
