//! A search's move was lost and only its value is known: what does it cost to find the move again?

use plywise::alphabeta::Search;
use plywise::{AlphaBeta, Game, Keyed, Limits, Rng, TwoPlayer};

use super::measurement::{Measurement, Open, Units, flag};
use crate::key::Key;
use crate::spec::{Named, Opt, Spec, SpecError};
use crate::takes::Takes;
use crate::{opts, whole};

const DEPTH: Key<u32> = whole!("depth", 1..=12, "", "plies of the search");
const PLIES: Key<[u64; 2]> = Key::own(
    Opt {
        key: "plies",
        takes: Takes::Number,
        values: "LOW/HIGH",
        default: "",
        about: "plies of random play that lead to a position: fewest, most",
    },
    "two numbers, from the fewest to the most, at most 10000",
    |_, text| {
        let (low, high) = text.split_once('/')?;
        let range = [low.parse().ok()?, high.parse().ok()?];
        (range[0] <= range[1] && range[1] <= 10_000).then_some(range)
    },
);

/// The measurement of a game that `open` makes ready by [`recover`].
#[must_use]
pub const fn measurement(open: Open) -> Measurement {
    let named = Named {
        name: "recover",
        about: "a search whose move was lost, and the search that finds it again from the value",
        options: &opts![DEPTH, PLIES],
    };
    let columns = &["moves", "place", "nodes", "nodes_again", "share", "more", "other_move"];
    Measurement { named, revision: 1, columns, open }
}

/// Measures at positions some plies into random games that begin at `start`.
///
/// # Errors
/// When a setting is wrong.
pub fn recover<G, E, O, S, P>(
    spec: &Spec,
    seed: u64,
    start: impl Fn(&mut Rng) -> G + Send + Sync + 'static,
    search: AlphaBeta<E, O, S, P>,
) -> Result<Units, SpecError>
where
    G: TwoPlayer + Keyed,
    AlphaBeta<E, O, S, P>: Search<G> + Send + Sync + 'static,
{
    let (depth, plies) = (spec.get(&DEPTH)?, spec.get(&PLIES)?);
    Ok(Box::new(move |unit| {
        let mut rng = Rng::derive(seed, unit);
        let start = start(&mut rng);
        let found = position(&start, plies, &mut rng);
        let (position, moves) = found.ok_or_else(|| {
            let [low, high] = plies;
            format!("random play reaches no position with two moves after {low} to {high} plies")
        })?;
        let first = search.search(&position, &Limits::depth(depth));
        let again = search.recover_move(&position, depth, first.value, &Limits::default());
        let place = moves.iter().position(|mv| Some(*mv) == first.best).unwrap_or_default();
        Ok(vec![vec![
            moves.len() as f64,
            place as f64,
            first.nodes as f64,
            again.nodes as f64,
            again.nodes as f64 / first.nodes as f64,
            flag(again.nodes > first.nodes),
            flag(again.best != first.best),
        ]])
    }))
}

/// Games that are tried before the measure gives up.
const TRIES: usize = 1000;

/// A position after random play with at least two moves, and these.
fn position<G: Game>(start: &G, [low, high]: [u64; 2], rng: &mut Rng) -> Option<(G, Vec<G::Move>)> {
    for _ in 0..TRIES {
        let (mut position, mut moves) = (start.clone(), Vec::new());
        start.moves(&mut moves);
        for _ in 0..low + rng.below(high - low + 1) {
            if moves.is_empty() {
                break;
            }
            position.play(moves[rng.index(moves.len())]);
            moves.clear();
            position.moves(&mut moves);
        }
        if moves.len() >= 2 {
            return Some((position, moves));
        }
    }
    None
}
