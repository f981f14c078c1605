//! Moves tried as if they were less probable, before the promising ones are searched in full.

use std::ops::Range;

use super::at::{At, Window};
use super::evaluate::EvaluateChance;
use super::walk::Walk;
use crate::game::Stochastic;

impl<G: Stochastic, E: EvaluateChance<G>> Walk<'_, G, E> {
    /// The best of the moves in `range` of the stack: all are tried as if they were less probable, then, the most promising
    /// first, searched as probable as they are, until what the next one promised is no better than what was found.
    pub(super) fn best_of_reduced(
        &mut self,
        position: &G,
        maximise: bool,
        at: At,
        range: Range<usize>,
    ) -> Option<f64> {
        let sign = if maximise { 1.0 } else { -1.0 };
        let after = |mv| {
            let mut child = position.clone();
            child.play(mv);
            child
        };
        let (full, base) = (at.after_move(), self.tried.len());
        for i in range {
            let mv = self.moves[i];
            self.note_try(mv, 1.0);
            let value = self.value(&after(mv), full.reduced(self.options.reduction), Window::OPEN, None)?;
            self.tried.push((sign * value, mv));
        }
        self.tried[base..].sort_by(|a, b| b.0.total_cmp(&a.0)); // stable: equals as listed
        let mut best = f64::NEG_INFINITY;
        for i in base..self.tried.len() {
            let (promise, mv) = self.tried[i];
            // The promises fall from here on, and a promise is what a shallower look at the same move found: none
            // of the others is expected to do better.
            if promise <= best {
                break;
            }
            self.note_reach(mv, 1.0);
            let value = sign * self.value(&after(mv), full, Window::OPEN, None)?;
            if value > best {
                best = value;
                self.lines.extend(at.ply, mv, true);
            }
        }
        self.tried.truncate(base);
        Some(sign * best)
    }
}
