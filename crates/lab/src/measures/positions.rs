//! Positions to measure at: out of games at random or of an agent, reproducible by their number.

use plywise::{Rng, Seat, Turn};
use registry::{Kind, LiveGame, Luck, Spec};

/// Games that are tried before a measure gives up.
const TRIES: u64 = 1000;

/// Where positions come from.
pub(super) struct Source<'a> {
    /// The game.
    pub(super) kind: &'a dyn Kind,
    /// Who plays until then, on all seats; random moves without.
    pub(super) by: Option<&'a Spec>,
    /// Fewest and most plies; how many is drawn.
    pub(super) plies: [u64; 2],
    /// The source of luck.
    pub(super) seed: u64,
}

impl Source<'_> {
    /// A game at position number `unit`, at a seat's turn.
    pub(super) fn draw(&self, unit: u64) -> Result<(Box<dyn LiveGame>, Seat), String> {
        let Source { kind, plies, .. } = *self;
        for attempt in 0..TRIES {
            let mut rng = Rng::derive(plywise::rng::mix(self.seed ^ plywise::rng::mix(attempt)), unit);
            let mut game =
                kind.live_with(Luck::starting(rng.next_u64()), None).map_err(|error| error.to_string())?;
            let target = plies[0] + rng.below(plies[1] - plies[0] + 1);
            let agent = match self.by {
                Some(spec) => Some(game.join(spec, rng.next_u64()).map_err(|error| error.to_string())?),
                None => None,
            };
            let mut turns = 0;
            let seat = loop {
                match game.turn() {
                    None => break None,
                    Some(Turn::Chance) => game.roll(&mut rng),
                    Some(Turn::Seat(seat)) if turns == target => break Some(seat),
                    Some(Turn::Seat(_)) => {
                        let mv = match agent {
                            Some(agent) => super::chosen(&mut *game, agent)?.best,
                            None => {
                                let moves = game.moves();
                                moves[rng.index(moves.len())].clone()
                            }
                        };
                        game.play(&mv).map_err(|error| error.to_string())?;
                        turns += 1;
                    }
                }
            };
            if let Some(seat) = seat {
                return Ok((game, seat));
            }
        }
        let ([low, high], name) = (plies, kind.name());
        Err(format!("play of {name} reaches no such position after {low} to {high} plies"))
    }
}

/// Checks a range of plies.
pub(super) fn check(plies: [u64; 2]) -> Result<(), String> {
    if plies[0] <= plies[1] && plies[1] <= 10_000 {
        Ok(())
    } else {
        Err(format!(
            "plies = [{}, {}] should be from the fewest to the most, at most 10000",
            plies[0], plies[1]
        ))
    }
}
