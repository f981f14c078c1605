//! What the evaluator keeps of the positions on the path, one entry a ply.

use crate::evaluate::{Evaluate, PathState};
use crate::game::{Game, Seat};
use crate::score::Score;

/// A stack of the states of the positions on the path; empty for an evaluator that keeps none.
#[derive(Debug, Default)]
pub(super) struct Along(Vec<u16>);

impl Along {
    /// The position at `ply` anew: the root, or where a thread joins another.
    pub(super) fn begin<G: Game>(&mut self, eval: &impl Evaluate<G>, position: &G, ply: u32) {
        if let Some(states) = eval.path_state() {
            states.begin(position, self.pair(states, ply).0);
        }
    }

    /// From the position at `ply` to the one after it.
    #[inline]
    pub(super) fn follow<G: Game>(&mut self, eval: &impl Evaluate<G>, before: &G, after: &G, ply: u32) {
        if let Some(states) = eval.path_state() {
            let (from, to) = self.pair(states, ply);
            states.follow(before, after, from, to);
        }
    }

    /// The static value of the position at `ply`, which has been followed.
    #[inline]
    pub(super) fn evaluate<G: Game>(
        &self,
        eval: &impl Evaluate<G>,
        position: &G,
        seat: Seat,
        ply: u32,
    ) -> Score {
        match eval.path_state() {
            Some(states) => {
                let words = states.words();
                states.evaluate_with(position, seat, &self.0[ply as usize * words..][..words])
            }
            None => eval.evaluate(position, seat),
        }
    }

    /// The states of this ply and of the next.
    #[inline]
    fn pair<G: Game>(&mut self, states: &dyn PathState<G>, ply: u32) -> (&mut [u16], &mut [u16]) {
        let words = states.words();
        let at = ply as usize * words;
        if self.0.len() < at + 2 * words {
            self.0.resize(2 * (at + 2 * words), 0);
        }
        self.0[at..at + 2 * words].split_at_mut(words)
    }
}
