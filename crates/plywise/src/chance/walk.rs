//! The walk through the tree: seats' turns, leaves, what is remembered. Turns of chance are in `luck`, those under a
//! window in `star`.

use std::ops::Range;

use super::at::{At, UNLIMITED, Window};
use super::evaluate::{EvaluateChance, Horizon};
use super::memory::{Found, Memory, Place, Seen, kind};
use super::options::{ChanceOptions, Luck};
use super::outcomes::{Outcome, Probed};
use super::record::Recorder;
use crate::game::{Seat, Stochastic, Turn};
use crate::limits::Limits;
use crate::lines::Lines;
use crate::meter::Meter;
use crate::rng::mix;
use crate::score::Score;
use crate::table::Bound;
use crate::tree::Chooser;

/// One search.
pub(super) struct Walk<'a, G: Stochastic, E> {
    pub(super) eval: &'a E,
    pub(super) options: &'a ChanceOptions,
    /// Whether the search is as plain as the one that the evaluator may answer for.
    asks_ahead: bool,
    memory: Option<&'a mut Memory<G>>,
    /// Who maximises.
    pub(super) root: Seat,
    pub(super) meter: Meter,
    pub(super) seen: Seen,
    /// No value lies outside.
    pub(super) bounds: (f64, f64),
    /// One stack for all plies: a node's moves lie above its parent's. Likewise the outcomes.
    pub(super) moves: Vec<G::Move>,
    pub(super) outcomes: Vec<Outcome<G::Move>>,
    /// Likewise, where nothing but its probability is known of an outcome.
    pub(super) chances: Vec<(G::Move, f64)>,
    /// The best line found from each ply of the current path.
    pub(super) lines: Lines<G::Move>,
    /// Likewise, of moves what their reduced searches found, the more the better for the seat.
    pub(super) tried: Vec<(f64, G::Move)>,
    /// Working space.
    pub(super) drawn: Vec<(G::Move, f64)>,
    pub(super) ranks: Vec<i32>,
    /// Hears of every position, where somebody wants to see the tree.
    pub(super) recorder: Option<Recorder<G::Move>>,
}

impl<'a, G: Stochastic, E: EvaluateChance<G>> Walk<'a, G, E> {
    pub(super) fn new(
        eval: &'a E,
        options: &'a ChanceOptions,
        memory: Option<&'a mut Memory<G>>,
        root: Seat,
        limits: &Limits,
    ) -> Self {
        // A proven result lies beyond every heuristic bound; an evaluator that gives any is searched with the
        // bounds of the whole scale.
        let everything = (-Score::won_in(0), Score::won_in(0));
        let (low, high) = if eval.proves() { everything } else { eval.bounds() };
        Self {
            eval,
            options,
            asks_ahead: options.is_plain(),
            memory,
            root,
            meter: Meter::new(limits),
            seen: Seen::default(),
            bounds: (f64::from(low.raw()), f64::from(high.raw())),
            moves: Vec::with_capacity(256),
            outcomes: Vec::new(),
            chances: Vec::with_capacity(256),
            lines: Lines::new(),
            tried: Vec::with_capacity(64),
            drawn: Vec::with_capacity(64),
            ranks: Vec::with_capacity(64),
            recorder: None,
        }
    }

    /// The value of the root; None if the search had to stop.
    pub(super) fn root(&mut self, position: &G, depth: Option<u32>) -> Option<f64> {
        if !self.meter.enter() {
            return None;
        }
        let at = At { depth: depth.unwrap_or(UNLIMITED), turns: 0, ply: 0, drawn: false, probability: 1.0 };
        // Nothing lies outside the bounds: a seat that has reached its end of them need not look further.
        let (low, high) = self.bounds;
        let window = if self.options.prunes() { Window::OPEN.clip(low, high) } else { Window::OPEN };
        self.lines.clear(at.ply);
        self.note_enter(position, at, window);
        // Not `value`: the root is neither remembered nor looked up, because its move is wanted, and no cut-off
        // applies to it.
        let value = match position.turn() {
            Turn::Seat(_) if at.depth == 0 => Some(self.leaf(position, at)),
            turn => self.expand(position, turn, at, window, None),
        };
        self.note_leave(position, at, value);
        value
    }

    /// Tells the recorder, if there is one, how the position that is entered next came about.
    #[inline]
    pub(super) fn note_reach(&mut self, mv: G::Move, probability: f64) {
        if let Some(recorder) = &mut self.recorder {
            recorder.reach(mv, probability);
        }
    }

    /// Likewise, where the position is only tried for now.
    #[inline]
    pub(super) fn note_try(&mut self, mv: G::Move, probability: f64) {
        if let Some(recorder) = &mut self.recorder {
            recorder.try_out(mv, probability);
        }
    }

    /// Tells it that a position is entered.
    #[inline]
    pub(super) fn note_enter(&mut self, position: &G, at: At, window: Window) {
        if let Some(recorder) = &mut self.recorder {
            let chooser = match position.turn() {
                Turn::Chance => Chooser::Chance,
                Turn::Seat(seat) if seat == self.root => Chooser::Own,
                Turn::Seat(_) => Chooser::Other,
            };
            recorder.enter(at, chooser, window);
        }
    }

    /// Tells it that the position entered last is left.
    #[inline]
    pub(super) fn note_leave(&mut self, position: &G, at: At, value: Option<f64>) {
        let leaf = matches!(position.turn(), Turn::Seat(_)) && self.is_leaf(at);
        if let Some(recorder) = &mut self.recorder {
            recorder.leave(value, position.move_count(), leaf);
        }
    }

    /// The value for the root's seat of a position below the root, exact inside the window, a bound outside; None
    /// once the search must stop. `probed`: what its first moves have been found to be worth.
    #[inline]
    pub(super) fn value(
        &mut self,
        position: &G,
        at: At,
        window: Window,
        probed: Option<Probed>,
    ) -> Option<f64> {
        if !self.meter.enter() {
            return None;
        }
        self.lines.clear(at.ply);
        self.note_enter(position, at, window);
        let value = match position.turn() {
            Turn::Seat(_) if self.is_leaf(at) => Some(self.leaf(position, at)),
            // First whoever can answer for the whole subtree at once, then memory, then the search itself: in the
            // order of their costs.
            turn => match self.ahead(position, at) {
                Some(value) => Some(value),
                // A turn of chance that is remembered answers for all its outcomes; those need no entries of their
                // own.
                None if self.memory.is_none() || at.drawn && self.asks_ahead => {
                    self.expand(position, turn, at, window, probed)
                }
                None => self.recall(position, turn, at, window, probed),
            },
        };
        self.note_leave(position, at, value);
        value
    }

    /// What the evaluator can tell of everything below the position at once.
    #[inline]
    fn ahead(&mut self, position: &G, at: At) -> Option<f64> {
        if !self.asks_ahead || self.recorder.is_some() {
            return None;
        }
        let At { depth, turns, probability, .. } = at;
        let known = self.seen.met;
        let horizon = Horizon { depth, probability, cutoff: self.options.cutoff, known };
        let ahead = self.eval.ahead(position, self.root, horizon)?;
        // The positions that a search would have entered are counted as entered, so that node limits mean the same
        // with and without.
        if !self.meter.count(ahead.nodes) {
            return None;
        }
        self.seen.merge(Seen { met: ahead.met, deepest: turns + ahead.turns });
        Some(ahead.value)
    }

    /// Whether a position at a seat's turn is valued at once.
    #[inline]
    pub(super) fn is_leaf(&self, at: At) -> bool {
        at.depth == 0 || at.probability < self.options.cutoff
    }

    fn leaf(&mut self, position: &G, at: At) -> f64 {
        if position.is_over() {
            return self.finished(position, at);
        }
        self.seen.met.horizon |= at.depth == 0;
        self.seen.met.improbable |= at.depth > 0;
        self.seen.deepest = self.seen.deepest.max(at.turns);
        self.checked(self.eval.evaluate(position, self.root))
    }

    pub(super) fn finished(&mut self, position: &G, at: At) -> f64 {
        self.seen.deepest = self.seen.deepest.max(at.turns);
        self.checked(self.eval.finished(position, self.root, at.ply))
    }

    /// The number behind a value, which must lie where the evaluator says that all do: pruning relies on it.
    #[inline]
    fn checked(&self, score: Score) -> f64 {
        let value = f64::from(score.raw());
        debug_assert!(
            !self.options.prunes() || (self.bounds.0 <= value && value <= self.bounds.1),
            "{value} lies outside the evaluator's bounds {:?}",
            self.bounds
        );
        value
    }

    /// What is remembered of the position, or else its value, to be remembered.
    fn recall(
        &mut self,
        position: &G,
        turn: Turn,
        at: At,
        window: Window,
        probed: Option<Probed>,
    ) -> Option<f64> {
        let memory = self.memory.as_deref_mut().expect("asked only with a memory");
        let place = Place {
            // The key is the position's; values may hang on more, such as points made on the way.
            key: memory.key(position) ^ mix(self.eval.beyond_key(position)), // `mix` keeps 0
            depth: at.depth,
            // A proven result tells its distance from the root: it may only answer at the same distance.
            ply: if self.eval.proves() { at.ply } else { 0 },
            kind: kind(self.root.0, turn == Turn::Chance),
            probability: if self.options.cutoff > 0.0 { at.probability as f32 } else { 1.0 },
        };
        if let Some(found) = memory.get(&place)
            && settles(&found, window)
        {
            memory.uses.cuts += 1;
            let deepest = found.seen.deepest.saturating_add(at.turns);
            self.seen.merge(Seen { deepest, ..found.seen });
            return Some(found.value);
        }
        // What was met below this position alone is kept with its value, so that whoever uses it later learns why
        // it is no solved value.
        let before = std::mem::take(&mut self.seen);
        let value = self.expand(position, turn, at, window, probed);
        let below = std::mem::replace(&mut self.seen, before);
        self.seen.merge(below);
        let value = value?;
        let seen = Seen { deepest: below.deepest.saturating_sub(at.turns), ..below };
        let found = Found { value, bound: window.bound(value), seen };
        self.memory.as_deref_mut().expect("as before").put(&place, &found);
        Some(value)
    }

    /// The value of a position that is no leaf, from those that follow it.
    fn expand(
        &mut self,
        position: &G,
        turn: Turn,
        at: At,
        window: Window,
        probed: Option<Probed>,
    ) -> Option<f64> {
        match turn {
            Turn::Seat(seat) => self.best(position, seat == self.root, at, window, probed),
            Turn::Chance if position.is_over() => Some(self.finished(position, at)),
            Turn::Chance if self.options.luck == Luck::Adversary => self.worst(position, at, window),
            Turn::Chance if self.options.prunes() => self.star(position, at, window),
            Turn::Chance => self.mean(position, at),
        }
    }

    /// The value of the best move, of those behind the probed ones and that of these.
    fn best(
        &mut self,
        position: &G,
        maximise: bool,
        at: At,
        window: Window,
        probed: Option<Probed>,
    ) -> Option<f64> {
        let Range { start, end } = self.list_moves(position, maximise);
        if start == end {
            return Some(self.finished(position, at));
        }
        let (tried, best) = match probed {
            Some(probed) => (probed.moves, Some(probed.value_in(window, maximise))),
            None => (0, None),
        };
        let value = self.best_of(position, maximise, at, window, start + tried..end, best)?;
        self.moves.truncate(start);
        Some(value)
    }

    /// Puts the moves of a position on the stack, in the order in which they are to be tried.
    pub(super) fn list_moves(&mut self, position: &G, maximise: bool) -> Range<usize> {
        let start = self.moves.len();
        position.moves(&mut self.moves);
        if self.options.ordered {
            self.order(position, maximise, start);
        }
        start..self.moves.len()
    }

    /// The best of `best`, if there is one, and the moves in `range` of the stack.
    pub(super) fn best_of(
        &mut self,
        position: &G,
        maximise: bool,
        at: At,
        mut window: Window,
        range: Range<usize>,
        mut best: Option<f64>,
    ) -> Option<f64> {
        // At the root every move is searched in full: the choice itself is never reduced.
        if self.options.reduces() && at.ply > 0 && range.len() > 1 {
            return self.best_of_reduced(position, maximise, at, range);
        }
        let prunes = self.options.prunes();
        if let Some(value) = best {
            window.narrow(maximise, value);
            if window.is_closed() {
                return best;
            }
        }
        for i in range {
            let mv = self.moves[i];
            let mut child = position.clone();
            child.play(mv);
            self.note_reach(mv, 1.0);
            let value = self.value(&child, at.after_move(), window, None)?;
            if best.is_none_or(|best| if maximise { value > best } else { value < best }) {
                best = Some(value);
                self.lines.extend(at.ply, mv, true);
                if prunes {
                    window.narrow(maximise, value);
                    if window.is_closed() {
                        break;
                    }
                }
            }
        }
        best
    }
}

/// Whether a remembered value is all that a search under `window` could find.
fn settles(found: &Found, window: Window) -> bool {
    match found.bound {
        Bound::Exact => true,
        Bound::Lower => found.value >= window.beta,
        Bound::Upper => found.value <= window.alpha,
    }
}
