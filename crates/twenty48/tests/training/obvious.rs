//! The learner once more, slow and obvious.

use std::collections::HashMap;

use plywise::{Game, Rng, Stochastic};
use twenty48::ntuple::{Rule, Settings, Trainer, TupleSet};
use twenty48::{Board, Cell, Direction, Move, Twenty48};

use crate::run::{Run, train};

/// The same learning with weights in a map under the ranks that a tuple sees.
struct Obvious {
    set: TupleSet,
    rule: Rule,
    initial: f32,
    weights: HashMap<(usize, Vec<u8>), [f32; 3]>,
}

impl Obvious {
    /// In the order in which the tables are summed up, the images the other way round, so that the rounding is the same.
    fn seen(&self, board: Board) -> impl Iterator<Item = (usize, Vec<u8>)> + use<> {
        let cells = self.set.cells();
        board.images().into_iter().rev().flat_map(move |image| {
            let rank = move |&cell: &u8| image.rank(Cell::new(cell.into())).min(15);
            cells.iter().enumerate().map(move |(tuple, cells)| (tuple, cells.iter().map(rank).collect()))
        })
    }

    /// The weights of each tuple are summed up apart, as the tables do.
    fn value(&self, board: Board) -> f32 {
        let mut sums = vec![0.0; self.set.cells().len()];
        for seen in self.seen(board) {
            sums[seen.0] += self.weights.get(&seen).map_or(self.initial, |w| w[0]);
        }
        sums.iter().sum()
    }

    fn learn(&mut self, board: Board, target: f32) {
        let error = target - self.value(board);
        for seen in self.seen(board) {
            let weight = self.weights.entry(seen).or_insert([self.initial, 0.0, 0.0]);
            let coherence = match self.rule.coherence && weight[2] > 0.0 {
                true => weight[1].abs() / weight[2],
                false => 1.0,
            };
            weight[0] += error * self.rule.rate / (8 * self.set.cells().len()) as f32 * coherence;
            weight[1] += error;
            weight[2] += error.abs();
        }
    }

    /// The points, the largest tile's rank and the slides of a game.
    fn play(&mut self, rng: &mut Rng) -> (u32, u8, u64) {
        let mut game = Twenty48::START;
        game.play(game.sample(rng));
        game.play(game.sample(rng));
        let mut last: Option<Board> = None;
        let mut moves = 0;
        loop {
            let mut best: Option<(f32, f32, Direction)> = None;
            for &way in game.board().legal().as_slice() {
                let (after, gain) = game.board().slide_and_gain(way);
                let (gain, value) = (gain as f32, self.value(after));
                if best.is_none_or(|best| gain + value > best.0 + best.1) {
                    best = Some((gain, value, way));
                }
            }
            let target = best.map_or(0.0, |(gain, value, _)| gain + value);
            if let Some(board) = last {
                self.learn(board, target);
            }
            let Some((.., way)) = best else { break };
            game.play(Move::Slide(way));
            last = Some(game.board());
            game.play(game.sample(rng));
            moves += 1;
        }
        (game.score(), game.board().ranks().into_iter().max().unwrap(), moves)
    }
}

#[test]
fn learning_is_that_of_the_obvious_learner() {
    for (rule, optimism, games) in [
        (Rule::default(), 0.0, 20),
        (Rule::default(), 5_000.0, 8),
        (Rule { rate: 0.1, coherence: false }, 100.0, 8),
    ] {
        let set = TupleSet::FourByFive;
        let settings = Settings { tuples: set, rule, optimism, seed: 9, block: 1, ..Settings::default() };
        let mut fast = Trainer::new(settings).unwrap();
        let initial = optimism / 32.0;
        let mut slow = Obvious { set, rule, initial, weights: HashMap::new() };
        train(&mut fast, games);
        for (block, number) in fast.curve().iter().zip(0..) {
            let rank = block.ranks.iter().rposition(|&count| count > 0).unwrap() as u8;
            let outcome = (block.highest, rank, block.moves);
            assert_eq!(outcome, slow.play(&mut Rng::derive(9, number)), "{rule:?}, game {number}");
        }
        assert!(fast.curve().len() as u64 == games && slow.weights.len() > 1_000);
        let mut learned: Vec<_> = vec![Vec::new(); set.cells().len()];
        for ((tuple, ranks), weight) in slow.weights {
            let index = ranks.iter().rev().fold(0, |index, &rank| index << 4 | usize::from(rank));
            // Without coherence nothing is summed up.
            let weight = if rule.coherence { weight } else { [weight[0], 0.0, 0.0] };
            // What is as at first stands in no file.
            if weight != [initial, 0.0, 0.0] {
                learned[tuple].push((index, weight));
            }
        }
        learned.iter_mut().for_each(|table| table.sort_by_key(|entry| entry.0));
        assert!(Run::of(&fast).tables == learned, "{rule:?}");
    }
}
