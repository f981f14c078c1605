//! One number that is the behaviour of the searches: the positions they visit on a fixed set of positions.

use plywise::{Limits, Rng, Turn};
use registry::{Luck, Spec, SpecError};

use crate::{DOORS, open};

/// Positions visited over the whole set, on one thread. A change that alters it has changed what the searches do; one
/// that does not is a refactoring.
///
/// # Errors
/// Never, as long as the doors name games and agents that there are.
pub fn signature() -> Result<u64, SpecError> {
    let mut nodes = 0;
    for (game, agent, plies) in DOORS.iter().flat_map(|door| door.signature) {
        let kind = open(game)?;
        for &plies in *plies {
            let mut game =
                kind.live_with(Luck::starting(1), None).map_err(|error| SpecError(error.to_string()))?;
            let mut rng = Rng::new(u64::from(plies));
            let mut played = 0;
            while let Some(turn) = game.turn()
                && (played < plies || turn == Turn::Chance)
            {
                if turn == Turn::Chance {
                    game.roll(&mut rng);
                } else {
                    let moves = game.moves();
                    let chosen = &moves[rng.index(moves.len())];
                    game.play(chosen).map_err(|error| SpecError(error.to_string()))?;
                }
                played += 1;
            }
            if game.turn().is_some() {
                let agent = game.join(&Spec::parse(agent)?, 1)?;
                nodes += game.think(agent, &Limits::default()).map_or(0, |thought| thought.nodes);
            }
        }
    }
    Ok(nodes)
}
