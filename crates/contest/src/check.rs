//! What a student hears before handing in: whether the player can be loaded, and how some games went.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::{Error, GameRow, Kind, Progress, Setup, SpecError, Watch};

use crate::names::HandIn;
use crate::plan::{Plan, Seated};

/// A game of a trial.
#[derive(Clone, PartialEq, Debug)]
pub struct Tried {
    /// The seat that the player had.
    pub seat: usize,
    /// The game.
    pub row: GameRow,
}

impl Tried {
    /// Why the player lost before the rules ended the game, if it did.
    #[must_use]
    pub fn forfeit(&self) -> Option<&str> {
        let own = self.row.loser == Some(0);
        self.row.why.as_deref().filter(|_| own)
    }
}

/// What a trial showed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Checked {
    /// The games, in their order.
    pub games: Vec<Tried>,
}

impl Checked {
    /// The mean time of a move, of all games.
    #[must_use]
    pub fn time_of_a_move(&self) -> Duration {
        let spent = self.games.iter().map(|game| game.row.spent[game.seat]);
        let (moves, time) =
            spent.fold((0, Duration::ZERO), |(moves, time), one| (moves + one.moves, time + one.time));
        time / moves.max(1)
    }
}

/// Lets a player meet `rival` (alone: play by itself), by a plan's terms, one game after the other.
///
/// # Errors
/// When the rival is no agent, or this machine fails a game.
pub fn check(
    plan: &Plan,
    kind: &Arc<dyn Kind>,
    player: &HandIn,
    rival: Seated,
    stop: &AtomicBool,
) -> Result<Checked, Error> {
    let own = Seated { name: player.name.clone(), spec: player.spec.clone(), is_reference: false };
    let field = if kind.seats() == 1 { vec![own] } else { vec![own, rival] };
    let who: Vec<usize> = (0..field.len()).collect();
    let setup = plan.setup(kind, &field, &who).map_err(|why| Error::Spec(SpecError(why)))?;
    let mut seen = Seen::default();
    arena::run(&setup, None, 1, stop, &mut seen)?;
    seen.0.games.sort_by_key(|game| game.row.unit);
    Ok(seen.0)
}

#[derive(Default)]
struct Seen(Checked);

impl Watch for Seen {
    fn begin(&mut self, _: &Setup, _: &Progress) {}

    fn game(&mut self, _: &Setup, game: &GameRow, _: &Progress) {
        let seat = game.agents.iter().position(|&agent| agent == 0).unwrap_or_default();
        self.0.games.push(Tried { seat, row: game.clone() });
    }
}
