//! Positions to measure at: by random play from the start, reproducible by their number.

use plywise::{Rng, Seat, Turn};
use registry::{Kind, LiveGame};

/// Games that are tried before a measure gives up.
const TRIES: u64 = 1000;

/// A game at position number `unit`: some plies of random play, from `plies[0]` to `plies[1]`, drawn; at a seat's turn with
/// at least `choices` moves.
pub(super) fn drawn(
    kind: &dyn Kind,
    seed: u64,
    unit: u64,
    plies: [u64; 2],
    choices: usize,
) -> Result<(Box<dyn LiveGame>, Seat), String> {
    for attempt in 0..TRIES {
        let mut rng = Rng::derive(plywise::rng::mix(seed ^ plywise::rng::mix(attempt)), unit);
        let mut game = kind.live(rng.next_u64(), None).map_err(|error| error.to_string())?;
        let target = plies[0] + rng.below(plies[1] - plies[0] + 1);
        let mut turns = 0;
        let seat = loop {
            match game.turn() {
                None => break None,
                Some(Turn::Chance) => drop(game.roll(&mut rng)),
                Some(Turn::Seat(seat)) if turns == target => break Some(seat),
                Some(Turn::Seat(_)) => {
                    let moves = game.moves();
                    game.play(&moves[rng.index(moves.len())]).map_err(|error| error.to_string())?;
                    turns += 1;
                }
            }
        };
        if let Some(seat) = seat.filter(|_| game.moves().len() >= choices) {
            return Ok((game, seat));
        }
    }
    Err(format!(
        "random play of {} reaches no such position after {} to {} plies",
        kind.name(),
        plies[0],
        plies[1]
    ))
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
