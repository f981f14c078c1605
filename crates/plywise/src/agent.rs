//! Who sits at the board.

use crate::game::Game;
use crate::limits::Limits;
use crate::report::Report;
use crate::score::Value;

/// A player of one game, deciding one move at a time.
pub trait Agent<G: Game>: Send {
    /// Chooses a move in a position at this agent's turn that is not over. `limits` comes from the clock; an
    /// agent's own settings (a fixed depth, say) apply besides.
    fn choose(&mut self, position: &G, limits: &Limits) -> Report<G::Move, Value>;

    /// A new game begins: forget the last one. `seed` is the source of everything the agent draws in it.
    fn new_game(&mut self, _seed: u64) {}
}
