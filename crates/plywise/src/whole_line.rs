//! Best play to the last move, for who solves a position and wants to see how it ends.

use crate::agent::Agent;
use crate::game::Game;
use crate::limits::Limits;
use crate::report::Report;
use crate::score::Value;
use crate::stop::Stop;
use crate::trace::Tell;

/// Carries an agent's line on where it has solved the position: cuts by the table or by what the game knows end lines before the
/// game does. The positions left are solved anew, whatever the deadline, as long as that takes no more nodes than the solution took and a few
/// besides; neither these nor their time count. Not for who plays: he would wait for what he does not need; nor does it draw trees.
#[derive(Clone, Debug)]
pub struct WholeLine<A>(pub A);

impl<A> WholeLine<A> {
    /// Nodes that the rest of a line may take besides those that the solution took: less than a second of any game.
    const SOME: u64 = 1_000_000;

    fn carry_on<G: Game>(&mut self, start: &G, limits: &Limits, report: &mut Report<G::Move, Value>)
    where
        A: Agent<G>,
    {
        let mut position = start.clone();
        report.line.iter().for_each(|&mv| position.play(mv));
        let mut left = report.nodes + Self::SOME;
        while !position.is_over() {
            let further = Limits { nodes: Some(left), deadline: None, pace: None, ..limits.clone() };
            let rest = self.0.choose(&position, &further);
            if rest.stopped != Stop::Solved || rest.line.is_empty() {
                return;
            }
            left = left.saturating_sub(rest.nodes);
            rest.line.iter().for_each(|&mv| position.play(mv));
            report.line.extend(rest.line);
        }
    }
}

impl<G: Game, A: Agent<G>> Agent<G> for WholeLine<A> {
    fn choose_with_progress(
        &mut self,
        position: &G,
        limits: &Limits,
        tell: &mut Tell<'_, G::Move>,
    ) -> Report<G::Move, Value> {
        let mut report = self.0.choose_with_progress(position, limits, tell);
        if report.stopped == Stop::Solved {
            self.carry_on(position, limits, &mut report);
        }
        report
    }

    fn new_game(&mut self, seed: u64) {
        self.0.new_game(seed);
    }
}
