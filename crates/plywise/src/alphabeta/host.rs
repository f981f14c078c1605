//! What a search of a game's own may ask of the one that called it.

use super::search::Search;
use super::share::{Found, Share};
use super::team::Team;
use super::worker::{Node, Worker};
use crate::game::{Game, Keyed, TwoPlayer};
use crate::meter::Meter;
use crate::minimax::mover;
use crate::score::Score;

/// The search that called a game's own: how much may be entered, and who helps. A [`Meter`] alone is one that nobody helps.
pub trait Host<G: Game> {
    /// Counts what is entered, and says when to stop.
    fn meter(&mut self) -> &mut Meter;

    /// Whether a thread waits for work, so that it pays to [`share`](Self::share).
    #[inline]
    fn has_idle(&self) -> bool {
        false
    }

    /// Whether another thread has refuted what stands above: the search must end as if the meter had stopped it.
    #[inline]
    fn is_called_off(&self) -> bool {
        false
    }

    /// Searches moves on all threads that are idle: the best value, fail-soft, and the move that is better than alpha, if one
    /// is. None once the search must end. Only for games whose positions do not come back.
    fn share(&mut self, _siblings: Siblings<'_, G>) -> Option<(Score, Option<G::Move>)> {
        None
    }
}

/// Moves of a position in an empty window, after the first.
#[derive(Clone, Debug)]
pub struct Siblings<'a, G: Game> {
    /// The position that they lead from.
    pub position: &'a G,
    /// Plies left there, at least 1.
    pub depth: i32,
    /// Of the window, as the seat to move sees it.
    pub alpha: Score,
    /// The best value of those tried, at least one.
    pub best: Score,
    /// The others, in the order in which they would be.
    pub moves: Vec<G::Move>,
}

impl<G: Game> Host<G> for Meter {
    #[inline]
    fn meter(&mut self) -> &mut Meter {
        self
    }
}

/// A worker that has left a node to the game's own search.
pub(super) struct Caller<'w, 'a, G: TwoPlayer, S> {
    pub(super) worker: &'w mut Worker<'a, G, S>,
    /// Of the node.
    pub(super) ply: u32,
    /// Of the node.
    pub(super) depth: i32,
}

impl<G: TwoPlayer + Keyed, S: Search<G>> Host<G> for Caller<'_, '_, G, S> {
    #[inline]
    fn meter(&mut self) -> &mut Meter {
        &mut self.worker.meter
    }

    #[inline]
    fn has_idle(&self) -> bool {
        self.worker.team.is_some_and(Team::has_idle)
    }

    #[inline]
    fn is_called_off(&self) -> bool {
        self.worker.split.as_ref().is_some_and(|split| split.is_cut())
    }

    fn share(&mut self, siblings: Siblings<'_, G>) -> Option<(Score, Option<G::Move>)> {
        let Siblings { position, depth, alpha, best, moves } = siblings;
        // Shallow searches of the same position count as plies, too: what is kept by ply has room enough.
        let ply = self.ply + (self.depth - depth).max(0) as u32;
        let below =
            Node { depth: depth - 1, ply: ply + 1, alpha, beta: alpha.next_up(), last: None, rank: 0 };
        let found = Found { best, choice: None, line: Vec::new() };
        // Nobody asks for their places in the game's list.
        let moves = moves.into_iter().map(|mv| (mv, 0)).collect();
        let share = Share { position, seat: mover(position), below, moves, tried: 1, found };
        let found = self.worker.share::<false>(self.worker.team?, share)?;
        Some((found.best, found.choice.map(|choice| choice.0)))
    }
}
