//! What 2048 tells of every slide: whether an agent's values are final scores, and how soon the game may be over.

use plywise::Game;
use plywise::chance::Luck;
use registry::agents::CHANCE;
use registry::prospect::{Prospects, Risk};
use registry::spec::Spec;

use super::{EVAL, Evaluator};
use crate::ntuple::{Continuations, Stages, lines_lost};
use crate::{Move, Twenty48};

/// Further turns within which the end of the game counts as danger.
const TURNS: u32 = 10;
/// Continuations of each slide: none in a thousand means a risk of at most 0.4 % with 95 % confidence.
const LINES: u32 = 1000;

/// The prospects of every slide at the player's turn, by `networks`.
pub(super) fn prospects(position: &Twenty48, networks: &Stages, spec: &Spec, seed: u64) -> Prospects<Move> {
    let mut slides = Vec::new();
    position.moves(&mut slides);
    let ahead = Continuations { turns: TURNS, lines: LINES, seed };
    let risks = slides.into_iter().map(|slide| {
        let mut after = *position;
        after.play(slide);
        (slide, Risk { ended: lines_lost(networks, after, ahead), lines: LINES, turns: TURNS })
    });
    Prospects { values_are_scores: expects_scores(spec), risks: risks.collect() }
}

/// Whether an agent values positions by the points that a network expects at the end, averaged over the dice.
pub(super) fn expects_scores(spec: &Spec) -> bool {
    match spec.name.as_str() {
        "champion" => true,
        "expectimax" | "star1" | "star2" => {
            spec.given(&EVAL) == Ok(Some(Evaluator::Network)) && spec.get(&CHANCE) != Ok(Luck::Adversary)
        }
        _ => false,
    }
}
