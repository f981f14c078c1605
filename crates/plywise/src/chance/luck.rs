//! Turns of chance without bounds: the plain mean, and chance as an adversary.

use super::at::{At, Window};
use super::evaluate::EvaluateChance;
use super::outcomes::{Outcome, list};
use super::walk::Walk;
use crate::game::Stochastic;

impl<G: Stochastic, E: EvaluateChance<G>> Walk<'_, G, E> {
    /// The mean over the outcomes, each to its full value.
    pub(super) fn mean(&mut self, position: &G, at: At) -> Option<f64> {
        if self.options.outcomes < usize::MAX {
            return self.mean_of_likeliest(position, at);
        }
        // Without windows nothing is known or needed of an outcome but its probability: a list of its own, half as
        // wide.
        let base = self.chances.len();
        position.outcomes(&mut self.chances);
        let mut sum = 0.0;
        for i in base..self.chances.len() {
            let (mv, probability) = self.chances[i];
            let mut child = position.clone();
            child.play(mv);
            self.note_reach(mv, probability);
            sum += probability * self.value(&child, at.after_outcome(probability), Window::OPEN, None)?;
        }
        self.chances.truncate(base);
        Some(sum)
    }

    /// The mean over the likeliest outcomes, as many as are looked at.
    #[cold]
    fn mean_of_likeliest(&mut self, position: &G, at: At) -> Option<f64> {
        let base = self.outcomes.len();
        list(position, self.options.outcomes, false, &mut self.drawn, &mut self.outcomes);
        let mut sum = 0.0;
        for i in base..self.outcomes.len() {
            let Outcome { mv, probability, .. } = self.outcomes[i];
            let mut child = position.clone();
            child.play(mv);
            self.note_reach(mv, probability);
            sum += probability * self.value(&child, at.after_outcome(probability), Window::OPEN, None)?;
        }
        self.outcomes.truncate(base);
        Some(sum)
    }

    /// The value of the outcome that is worst for the root's seat: alpha-beta, Knuth & Moore 1975.
    pub(super) fn worst(&mut self, position: &G, at: At, mut window: Window) -> Option<f64> {
        let base = self.outcomes.len();
        list(position, self.options.outcomes, false, &mut self.drawn, &mut self.outcomes);
        let mut worst = f64::INFINITY;
        for i in base..self.outcomes.len() {
            let Outcome { mv, probability, .. } = self.outcomes[i];
            let mut child = position.clone();
            child.play(mv);
            self.note_reach(mv, probability);
            let value = self.value(&child, at.after_outcome(probability), window, None)?;
            if value < worst {
                worst = value;
                self.lines.extend(at.ply, mv, true);
                if self.options.prunes() {
                    // The adversary is a minimising seat to whom every outcome is open.
                    window.narrow(false, value);
                    if window.is_closed() {
                        break;
                    }
                }
            }
        }
        self.outcomes.truncate(base);
        Some(worst)
    }
}
