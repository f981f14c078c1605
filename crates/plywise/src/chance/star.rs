//! Turns of chance under a window: Star1 and Star2. `STAR.md` derives the bounds.

use std::ops::Range;

use super::at::{At, UNLIMITED, Window};
use super::evaluate::EvaluateChance;
use super::outcomes::{Outcome, Probed, list, sum_rests};
use super::walk::Walk;
use crate::game::{Stochastic, Turn};
use crate::table::Bound;

/// On which sides of a window there are possible values.
#[derive(Clone, Copy)]
struct Ends {
    above: bool,
    below: bool,
}

/// What trying the first moves of a position has shown.
enum Probe {
    /// The game is over, with this value.
    Over(f64),
    /// The best of the first moves.
    Best(Probed),
}

impl Probed {
    /// The value as a search under `window` would have found it. The window is inside the one that was probed with,
    /// up to rounding; what failed to reach that one must not seem to reach this one.
    pub(super) fn value_in(self, window: Window, maximise: bool) -> f64 {
        match (self.reached, maximise) {
            (true, _) => self.value,
            (false, true) => self.value.min(window.alpha),
            (false, false) => self.value.max(window.beta),
        }
    }
}

impl<G: Stochastic, E: EvaluateChance<G>> Walk<'_, G, E> {
    /// The mean over the outcomes, exact inside the window, a bound outside.
    ///
    /// Ballard 1983, "The *-minimax search procedure for trees containing chance nodes": Star1, and Star2 if there
    /// are probes; fail-soft.
    pub(super) fn star(&mut self, position: &G, at: At, window: Window) -> Option<f64> {
        // Bounds of this position may settle it before its outcomes are even listed; STAR.md counts what that
        // saves in 2048.
        let (low, high) = self.bounds_below(position, at.depth);
        let value = if high <= window.alpha {
            high
        } else if low >= window.beta {
            low
        } else {
            let base = self.outcomes.len();
            // Likeliest first: the sum closes in on its final value fastest, so that windows shrink and cuts come
            // early.
            list(position, self.options.outcomes, true, &mut self.drawn, &mut self.outcomes);
            for outcome in &mut self.outcomes[base..] {
                (outcome.low, outcome.high) = (low, high);
            }
            let range = base..self.outcomes.len();
            // A probe can only show that the value is beyond the window, which it is not where the window has no end.
            let ends = Ends { above: window.beta < high, below: window.alpha > low };
            let probes = self.options.probes() > 0 && at.depth > 0 && (ends.above || ends.below);
            let cut = if probes { self.probe_all(position, at, window, range.clone(), ends)? } else { None };
            let value = match cut {
                Some(value) => value,
                None => self.search_all(position, at, window, range)?,
            };
            self.outcomes.truncate(base);
            value
        };
        // Where the bounds hold for this depth only, a deeper search may find what was left out by them.
        self.seen.met.horizon = self.seen.met.horizon
            || window.bound(value) != Bound::Exact && self.bounds_below(position, UNLIMITED) != (low, high);
        Some(value)
    }

    fn bounds_below(&self, position: &G, depth: u32) -> (f64, f64) {
        if self.eval.proves() {
            return self.bounds;
        }
        let (low, high) = self.eval.bounds_below(position, self.root, depth);
        (f64::from(low.raw()), f64::from(high.raw()))
    }

    /// Star1: searches each outcome under the window in which its value can still matter.
    fn search_all(&mut self, position: &G, at: At, window: Window, range: Range<usize>) -> Option<f64> {
        sum_rests(&mut self.outcomes[range.clone()]);
        let mut sum = 0.0;
        for i in range {
            let Outcome { mv, probability, low, high, rest_low, rest_high, probed } = self.outcomes[i];
            let (least, most) = (sum + rest_low, sum + rest_high);
            // The window of outcome i, Ballard 1983: alpha_i = (alpha - known - U * rest) / p_i, and
            // beta_i = (beta - known - L * rest) / p_i, with the bounds of each outcome in place of L and U.
            let room = Window {
                alpha: (window.alpha - most) / probability,
                beta: (window.beta - least) / probability,
            };
            // Not even the best that this outcome can be lifts the mean above alpha. The bound is clipped to
            // alpha, since rounding may put the sum a hair above it.
            if room.alpha >= high {
                return Some((most + probability * high).min(window.alpha));
            }
            if room.beta <= low {
                return Some((least + probability * low).max(window.beta));
            }
            let mut value = low;
            // Probes, or bounds that meet, may have settled an outcome: nothing is left to search.
            if low < high {
                let mut child = position.clone();
                child.play(mv);
                self.note_reach(mv, probability);
                // Clipped to what is possible: a seat that reaches the end of its bounds stops looking.
                value = self.value(&child, at.after_outcome(probability), room.clip(low, high), probed)?;
            }
            if value <= room.alpha {
                return Some((most + probability * value).min(window.alpha));
            }
            if value >= room.beta {
                return Some((least + probability * value).max(window.beta));
            }
            // A fail-soft value may lie outside the outcome's bounds where it was cut by a clipped window; inside
            // them it is exact.
            sum += probability * value.clamp(low, high);
        }
        Some(sum)
    }

    /// Star2's first phase: tries the first moves at each outcome. The best of them is a lower bound of the outcome
    /// where the root's seat moves, an upper bound where another does. Returns the node's value if the bounds
    /// suffice to cut.
    fn probe_all(
        &mut self,
        position: &G,
        at: At,
        window: Window,
        range: Range<usize>,
        ends: Ends,
    ) -> Option<Option<f64>> {
        let sum = |bound: fn(&Outcome<G::Move>) -> f64| {
            self.outcomes[range.clone()].iter().map(|o| o.probability * bound(o)).sum::<f64>()
        };
        let (mut least, mut most) = (sum(|o| o.low), sum(|o| o.high));
        for i in range {
            let Outcome { mv, probability, low, high, .. } = self.outcomes[i];
            let below = at.after_outcome(probability);
            let mut child = position.clone();
            child.play(mv);
            let Turn::Seat(seat) = child.turn() else { continue };
            let maximise = seat == self.root;
            // The first move of a maximiser shows that an outcome is worth at least so much, that of a minimiser
            // at most: each helps on one side only.
            let can_cut = if maximise { ends.above } else { ends.below };
            if !can_cut || self.is_leaf(below) {
                continue;
            }
            let room = Window {
                alpha: (window.alpha - (most - probability * high)) / probability,
                beta: (window.beta - (least - probability * low)) / probability,
            };
            self.note_try(mv, probability);
            let probe = self.probe(&child, maximise, below, room.clip(low, high))?;
            let outcome = &mut self.outcomes[i];
            match probe {
                Probe::Over(value) => (outcome.low, outcome.high) = (value, value),
                Probe::Best(probed) => {
                    outcome.probed = Some(probed);
                    match (probed.reached, maximise) {
                        (true, true) => outcome.low = probed.value.clamp(low, high),
                        (true, false) => outcome.high = probed.value.clamp(low, high),
                        (false, _) => {}
                    }
                }
            }
            // Kept up to date by differences instead of summed anew for each outcome.
            least += probability * (outcome.low - low);
            most += probability * (outcome.high - high);
            if outcome.low >= room.beta {
                return Some(Some(least.max(window.beta)));
            }
            if outcome.high <= room.alpha {
                return Some(Some(most.min(window.alpha)));
            }
        }
        Some(None)
    }

    /// Tries the first moves of a position at a seat's turn.
    fn probe(&mut self, position: &G, maximise: bool, at: At, window: Window) -> Option<Probe> {
        if !self.meter.enter() {
            return None;
        }
        self.lines.clear(at.ply);
        self.note_enter(position, at, window);
        let Range { start, end } = self.list_moves(position, maximise);
        if start == end {
            let value = self.finished(position, at);
            self.note_leave(position, at, Some(value));
            return Some(Probe::Over(value));
        }
        let tried = start..end.min(start + self.options.probes() as usize);
        let moves = tried.len();
        let value = self.best_of(position, maximise, at, window, tried, None);
        self.note_leave(position, at, value);
        let value = value?;
        // The moves are listed again when the outcome is searched: kept lists would have to lie on the stack below
        // those of other outcomes.
        self.moves.truncate(start);
        let reached = if maximise { value > window.alpha } else { value < window.beta };
        Some(Probe::Best(Probed { moves, value, reached }))
    }
}
