//! Where a walk is, and which values matter there.

use crate::table::Bound;

/// The depth of a search to the end. It does not shrink on the way.
pub(super) const UNLIMITED: u32 = u32::MAX;

/// Where the walk is.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    /// Turns of seats that are left.
    pub(super) depth: u32,
    /// Turns of seats since the root.
    pub(super) turns: u32,
    pub(super) ply: u32,
    /// Whether chance led here: what is remembered of its turn is of more use than what is of one outcome.
    pub(super) drawn: bool,
    /// The product of the probabilities of all outcomes since the root, and of all reductions.
    pub(super) probability: f64,
}

impl At {
    #[inline]
    pub(super) fn after_move(self) -> Self {
        // An unlimited depth stays what it is, so that memory finds the position again at whatever distance.
        let depth = if self.depth == UNLIMITED { UNLIMITED } else { self.depth - 1 };
        Self { depth, turns: self.turns + 1, ply: self.ply + 1, drawn: false, ..self }
    }

    /// As if it were `by` times as probable.
    #[inline]
    pub(super) fn reduced(self, by: f64) -> Self {
        Self { probability: self.probability * by, ..self }
    }

    #[inline]
    pub(super) fn after_outcome(self, probability: f64) -> Self {
        Self { ply: self.ply + 1, drawn: true, probability: self.probability * probability, ..self }
    }
}

/// The values that matter: a value of at most `alpha` or of at least `beta` may be any bound that says so.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Window {
    pub(super) alpha: f64,
    pub(super) beta: f64,
}

impl Window {
    pub(super) const OPEN: Self = Self { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    #[inline]
    pub(super) fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }

    /// Leaves out what the seat would not choose once it has `value`.
    #[inline]
    pub(super) fn narrow(&mut self, maximise: bool, value: f64) {
        if maximise {
            self.alpha = self.alpha.max(value);
        } else {
            self.beta = self.beta.min(value);
        }
    }

    #[inline]
    pub(super) fn clip(self, low: f64, high: f64) -> Self {
        Self { alpha: self.alpha.max(low), beta: self.beta.min(high) }
    }

    /// What a value that was found under this window says.
    #[inline]
    pub(super) fn bound(self, value: f64) -> Bound {
        if value <= self.alpha {
            Bound::Upper
        } else if value >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }
}
