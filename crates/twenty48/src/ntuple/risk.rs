//! How likely a game is to end soon: random continuations in which a network plays without search.

use plywise::Rng;

use super::stages::Stages;
use crate::game::Twenty48;

/// How far and how often [`lines_lost`] looks ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Continuations {
    /// Slides that a line has at most.
    pub turns: u32,
    /// Lines that are played.
    pub lines: u32,
    /// The source of all new tiles. Lines of one number under one seed have the same draws whatever the position, so that
    /// slides of one position are compared under the same luck.
    pub seed: u64,
}

/// In how many lines the game is over within so many turns of `afterstate`, a position after a slide and before the new
/// tile: 0 to `lines`.
///
/// Tiles fall by the rules, and each slide is the one that the network finds best without search, seeing the board as
/// [`Stages::at`] has it. A player that searches mostly does better: the share errs on the careful side.
#[must_use]
pub fn lines_lost(networks: &Stages, afterstate: Twenty48, ahead: Continuations) -> u32 {
    debug_assert!(afterstate.is_chance(), "no slide led to {afterstate:?}");
    let lost =
        |&line: &u32| is_lost(networks, afterstate, ahead.turns, &mut Rng::derive(ahead.seed, line.into()));
    (0..ahead.lines).filter(lost).count() as u32
}

fn is_lost(networks: &Stages, mut game: Twenty48, turns: u32, dice: &mut Rng) -> bool {
    game.spawn_drawn(dice);
    for _ in 0..turns {
        let board = game.board();
        let Some((way, _)) = networks.at(board).best(board) else { return true };
        game.slide(way);
        game.spawn_drawn(dice);
    }
    game.board().legal().is_empty()
}
