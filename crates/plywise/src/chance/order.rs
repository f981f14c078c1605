//! In which order moves are tried.

use super::evaluate::EvaluateChance;
use super::walk::Walk;
use crate::game::Stochastic;

impl<G: Stochastic, E: EvaluateChance<G>> Walk<'_, G, E> {
    /// Orders the moves from `start` on by the static values behind them, the seat's best first, equals as listed.
    pub(super) fn order(&mut self, position: &G, maximise: bool, start: usize) {
        let mut ranks = std::mem::take(&mut self.ranks);
        ranks.clear();
        for &mv in &self.moves[start..] {
            let mut child = position.clone();
            child.play(mv);
            let value = if child.is_over() {
                self.eval.finished(&child, self.root, 0).raw()
            } else {
                self.eval.evaluate(&child, self.root).raw()
            };
            ranks.push(if maximise { value } else { -value });
        }
        let moves = &mut self.moves[start..];
        for i in 1..moves.len() {
            let (mv, rank) = (moves[i], ranks[i]);
            let mut place = i;
            while place > 0 && ranks[place - 1] < rank {
                (moves[place], ranks[place]) = (moves[place - 1], ranks[place - 1]);
                place -= 1;
            }
            (moves[place], ranks[place]) = (mv, rank);
        }
        self.ranks = ranks;
    }
}
