//! A search's move was lost and only its value is known: what does it cost to find the move again?

use checkers::Material;
use othello::{Discs, Othello, Size};
use plywise::{Evaluate, Game, Keyed, Limits, Rng, Seat, TwoPlayer, alpha_beta, recover_move};
use serde::Deserialize;
use toml::Table;

use super::constant_tree::{ConstantTree, PointsSoFar};
use super::{Measure, columns, flag, settings};
use crate::observe::Seen;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct With {
    /// Which game.
    game: Which,
    /// Plies of the search, from 1 to 12.
    depth: u32,
    /// Plies of random play that lead to a position: fewest, most.
    plies: [u64; 2],
}

#[derive(Clone, Copy, Deserialize)]
enum Which {
    #[serde(rename = "othello:size=6")]
    Othello,
    #[serde(rename = "checkers")]
    Checkers,
    #[serde(rename = "constant-tree")]
    Tree,
}

struct Recover {
    with: With,
    seed: u64,
}

pub(super) fn open(with: &Table, seed: u64) -> Result<Box<dyn Measure>, String> {
    let with: With = settings(with)?;
    super::positions::check(with.plies)?;
    if !(1..=12).contains(&with.depth) {
        return Err(format!("depth = {} should be from 1 to 12", with.depth));
    }
    Ok(Box::new(Recover { with, seed }))
}

impl Measure for Recover {
    fn columns(&self) -> Vec<String> {
        columns(&["moves", "place", "nodes", "nodes_again", "share", "more", "other_move"])
    }

    fn observe(&self, unit: u64) -> Result<Vec<Seen>, String> {
        let mut rng = Rng::derive(self.seed, unit);
        let values = match self.with.game {
            Which::Othello => self.compare(&Othello::start_with(Size::Six, Seat::FIRST), &Discs, &mut rng),
            Which::Checkers => {
                self.compare(&checkers::start(&checkers::Options::default(), 0), &Material, &mut rng)
            }
            Which::Tree => self.compare(&ConstantTree::new(rng.next_u64(), 6, 40), &PointsSoFar, &mut rng),
        };
        Ok(vec![Seen { row: String::new(), values }])
    }
}

impl Recover {
    fn compare<G, E>(&self, start: &G, eval: &E, rng: &mut Rng) -> Vec<f64>
    where
        G: TwoPlayer + Keyed,
        E: Evaluate<G>,
    {
        let (position, moves) = self.position(start, rng);
        let first = alpha_beta(&position, eval, &Limits::depth(self.with.depth));
        let again = recover_move(&position, eval, self.with.depth, first.value);
        let place = moves.iter().position(|mv| Some(*mv) == first.best).unwrap_or_default();
        vec![
            moves.len() as f64,
            place as f64,
            first.nodes as f64,
            again.nodes as f64,
            again.nodes as f64 / first.nodes as f64,
            flag(again.nodes > first.nodes),
            flag(again.best != first.best),
        ]
    }

    /// A position after random play with at least two moves, and these.
    fn position<G: Game>(&self, start: &G, rng: &mut Rng) -> (G, Vec<G::Move>) {
        let [low, high] = self.with.plies;
        loop {
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
                return (position, moves);
            }
        }
    }
}
