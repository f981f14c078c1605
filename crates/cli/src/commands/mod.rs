//! One file per command, and what they share.

pub(crate) mod agents;
pub(crate) mod analyze;
pub(crate) mod annotate;
mod annotated;
pub(crate) mod bench;
pub(crate) mod contest;
pub(crate) mod engine;
pub(crate) mod explain;
mod files;
pub(crate) mod games;
pub(crate) mod matches;
pub(crate) mod openings;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod problems;
pub(crate) mod replay;
pub(crate) mod solve;
mod solved;
pub(crate) mod sprt;
pub(crate) mod store;
pub(crate) mod tournament;
pub(crate) mod unit;
pub(crate) mod works;

use arena::registry::human::is_person;
use arena::registry::{End, Scale};
use arena::{Kind, LiveGame, Spec};

use crate::failure::Failure;

/// Lets chance have its turns until a seat is to move.
///
/// # Errors
/// When the game is over.
pub fn at_a_seats_turn(game: &mut dyn LiveGame) -> Result<(), Failure> {
    game.roll_on();
    match game.turn() {
        Some(_) => Ok(()),
        None => Err(Failure::input("the game is over in this position; there is nothing to choose")),
    }
}

/// Refuses a person where an agent is to think by itself.
///
/// # Errors
/// When the agent is one.
pub fn no_person(agent: &Spec) -> Result<(), Failure> {
    if is_person(&agent.name) {
        return Err(Failure::input(format!(
            "{} is a person, who plays in a match; name an agent that thinks by itself, as plywise agents \
             lists them",
            agent.name
        )));
    }
    Ok(())
}

/// Says how points are counted, where customs differ and values of this scale are such points.
pub(crate) fn tell_scoring_of(kind: &dyn Kind, scale: Scale) -> Result<(), Failure> {
    if scale.end == End::Points { tell_scoring(kind) } else { Ok(()) }
}

/// Says how points are counted, where customs differ.
pub(crate) fn tell_scoring(kind: &dyn Kind) -> Result<(), Failure> {
    kind.scoring().map_or(Ok(()), |scoring| crate::output::line(format!("score: {scoring}")))
}
