//! Static values of a position.

use plywise::{Ahead, Either, Evaluate, EvaluateChance, Horizon, Score, Seat, TextError};

use crate::ahead;
use crate::board::Board;
use crate::features::{Features, Reading};
use crate::game::Twenty48;
use crate::moves::Cell;
use crate::reach::{Reach, most_pairs_of};

/// Any of the evaluators by hand, chosen at run time.
pub(crate) type Eval = Either<Either<GameScore, Empties>, Published>;

/// The weighted sum of the published player's four [`Features`].
///
/// A position that is over is evaluated like any other, as published, unless a loss is given: see
/// [`with_loss`](Self::with_loss).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Published {
    /// In 1/10,000 points.
    weights: [i32; 4],
    reading: Reading,
    /// In units.
    loss: i32,
}

impl Published {
    /// Weights lie within ± this many points.
    pub const MAX_WEIGHT: f64 = 40.0;
    /// The published weights of h1 to h4. h1 and h4 are penalties.
    pub const WEIGHTS: [f64; 4] = [-1.6321, 2.7553, 3.0645, -6.8515];
    /// Parts of a point in a weight.
    const PARTS: i32 = 10_000;
    /// With tile values the features are thousands of times larger, and the unit is coarser by this factor.
    const COARSER: i64 = 1000;

    /// Weights of h1 to h4 in points, kept to four decimals, and how the features are read.
    ///
    /// # Errors
    /// If a weight lies outside ±[`Self::MAX_WEIGHT`] or is no number.
    pub fn new(weights: [f64; 4], reading: Reading) -> Result<Self, TextError> {
        let mut parts = [0; 4];
        for (i, weight) in weights.into_iter().enumerate() {
            if !(-Self::MAX_WEIGHT..=Self::MAX_WEIGHT).contains(&weight) {
                let limit = Self::MAX_WEIGHT;
                let message =
                    format!("weight {weight} of h{}: a weight lies between -{limit} and {limit}", i + 1);
                return Err(TextError::new(message));
            }
            parts[i] = (weight * f64::from(Self::PARTS)).round() as i32;
        }
        Ok(Self { weights: parts, reading, loss: 0 })
    }

    /// No loss is greater, in points.
    pub const MAX_LOSS: f64 = 10_000.0;

    /// The same, and a position that is over is worth so many points less, 0 to [`Self::MAX_LOSS`]: the public solver
    /// `nneonneo/2048-ai` has such a penalty, the published text none. What lies outside is taken for the nearest.
    #[must_use]
    pub fn with_loss(self, points: f64) -> Self {
        let loss = points.clamp(0.0, Self::MAX_LOSS) * f64::from(Evaluate::<Twenty48>::unit(&self));
        Self { loss: loss.round() as i32, ..self }
    }

    /// What a position that is over loses, in [`Evaluate::unit`]s.
    pub(crate) fn loss(&self) -> i32 {
        self.loss
    }

    /// The weights of h1 to h4 in points.
    #[must_use]
    pub fn weights(&self) -> [f64; 4] {
        self.weights.map(|weight| f64::from(weight) / f64::from(Self::PARTS))
    }

    /// The weights of h1 to h4 in [`Evaluate::unit`]s, tile values aside.
    pub(crate) fn weights_in_parts(&self) -> [i32; 4] {
        self.weights
    }

    /// How the features are read.
    #[must_use]
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// The value of a board in [`Evaluate::unit`]s.
    #[inline]
    #[must_use]
    pub fn value(&self, board: Board) -> i32 {
        if self.reading != Reading::default() {
            return self.value_by_reading(board);
        }
        let Features { h1, h2, h3, h4 } = Features::of(board);
        let [w1, w2, w3, w4] = self.weights;
        w1 * h1 + w2 * h2 + w3 * h3 + w4 * h4
    }

    #[cold]
    fn value_by_reading(&self, board: Board) -> i32 {
        let Features { h1, h2, h3, h4 } = self.reading.features(board);
        let products = self.weights.iter().zip([h1, h2, h3, h4]).map(|(&w, h)| i64::from(w) * i64::from(h));
        (products.sum::<i64>() / if self.reading.tile_values { Self::COARSER } else { 1 }) as i32
    }

    /// The largest values of the features under a reading; the smallest are 0.
    ///
    /// The tiles sum to at most S = 262140. By Gibbs' inequality `Σ w log2(tile)` over cells of weight w is largest
    /// where tiles are in proportion to the weights: `Σ w log2(S w / Σ w)`.
    ///
    /// - h1: the weights of a corner sum to 64, and `64 log2(S / 64) + Σ w log2 w` is 903.8.
    /// - h2: 12 pairs side by side, 12 one above the other.
    /// - h4, rows: the lesser of two sums is at most their mean, half of all steps up and down. Within a row the
    ///   steps sum to at most 2b + d, b the larger of two cells with lesser neighbours, d the other. Four rows of
    ///   weights 2 and 1 give `12 log2(S / 12) + 4 * 2`, halved 90.5; twice that, in whole steps of rows and of
    ///   columns, is 180.
    ///
    /// With tile values the sums are linear: h1 is at most 7 S, h4 at most S for rows and for columns.
    fn largest(reading: Reading) -> [i64; 4] {
        match reading.tile_values {
            false => [903, 24, 16, 180],
            true => [7 * 262_140, 24, 16, 2 * 262_140],
        }
    }
}

impl Published {
    /// No position that follows within some turns has a greater value. None where nothing better than the general
    /// bound is known: under other readings than the default, and other signs of the weights than the published.
    ///
    /// - h1 is the largest of four sums, hence at least their mean, in which every cell weighs 4.
    /// - t tiles leave 16 - t cells empty and have no more pairs than t cells have.
    /// - h4 is not negative.
    fn most_within(&self, position: &Twenty48, turns: u32) -> Option<i32> {
        let [w1, w2, w3, w4] = self.weights;
        if self.reading != Reading::default() || w1 > 0 || w2 < 0 || w3 < 0 || w4 > 0 {
            return None;
        }
        if turns == 0 {
            return Some(self.most_after_spawn(position));
        }
        let reach = Reach::of(position.board(), position.is_chance(), turns)?;
        let tiles = reach.fewest_tiles..=reach.most_tiles;
        let of_tiles = |tiles| w2 * most_pairs_of(tiles).min(reach.most_pairs) + w3 * (16 - tiles as i32);
        Some(w1 * 4 * reach.least_rank_sum + tiles.map(of_tiles).max()?)
    }

    /// The same with no turn left: a new tile at most.
    ///
    /// - It adds at least 1 to each of the sums of which h1 is the largest.
    /// - It makes at most as many pairs as there are tiles like it, and as a cell has neighbours.
    /// - It fills one cell.
    /// - Between two larger tiles it takes its rank, at most 2, off a rise and off a fall, in its row and in its
    ///   column; so h4 falls by 4 at most.
    fn most_after_spawn(&self, position: &Twenty48) -> i32 {
        let board = position.board();
        let value = self.value(board);
        if !position.is_chance() {
            return value;
        }
        let [w1, w2, w3, w4] = self.weights;
        let count = |rank| Cell::all().filter(|&cell| board.rank(cell) == rank).count();
        let pairs = count(1).max(count(2)).min(4) as i32;
        value + w1 + w2 * pairs - w3 - w4 * 4
    }
}

/// The published weights under the default reading.
impl Default for Published {
    fn default() -> Self {
        Self { weights: [-16_321, 27_553, 30_645, -68_515], reading: Reading::default(), loss: 0 }
    }
}

impl Evaluate<Twenty48> for Published {
    #[inline]
    fn evaluate(&self, position: &Twenty48, _: Seat) -> Score {
        Score::heuristic(self.value(position.board()))
    }

    fn bounds(&self) -> (Score, Score) {
        let (mut low, mut high) = (0, 0);
        for (&weight, largest) in self.weights.iter().zip(Self::largest(self.reading)) {
            let end = i64::from(weight) * largest;
            low += end.min(0);
            high += end.max(0);
        }
        let scale = if self.reading.tile_values { Self::COARSER } else { 1 };
        (Score::heuristic((low / scale) as i32 - self.loss), Score::heuristic((high / scale) as i32))
    }

    fn unit(&self) -> i32 {
        if self.reading.tile_values { Self::PARTS / Self::COARSER as i32 } else { Self::PARTS }
    }

    fn finished(&self, position: &Twenty48, _: Seat, _: u32) -> Score {
        Score::heuristic(self.value(position.board()) - self.loss)
    }
}

impl EvaluateChance<Twenty48> for Published {
    #[inline]
    fn ahead(&self, position: &Twenty48, _: Seat, horizon: Horizon) -> Option<Ahead> {
        if self.reading == Reading::default() { ahead::ahead(self, position, horizon) } else { None }
    }

    /// The upper bound follows from the tiles; the lower one is that of all boards.
    fn bounds_below(&self, position: &Twenty48, _: Seat, turns: u32) -> (Score, Score) {
        let (low, high) = Evaluate::<Twenty48>::bounds(self);
        match self.most_within(position, turns) {
            Some(most) => (low, high.min(Score::heuristic(most))),
            None => (low, high),
        }
    }

    fn proves(&self) -> bool {
        false
    }
}

/// The score so far, in points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameScore;

impl Evaluate<Twenty48> for GameScore {
    fn evaluate(&self, position: &Twenty48, _: Seat) -> Score {
        Score::heuristic(position.score() as i32)
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::ZERO, Score::heuristic(Twenty48::MAX_SCORE as i32))
    }

    fn unit(&self) -> i32 {
        1
    }

    fn finished(&self, position: &Twenty48, seat: Seat, _: u32) -> Score {
        self.evaluate(position, seat)
    }
}

impl EvaluateChance<Twenty48> for GameScore {
    /// The score, which is not part of the key.
    fn beyond_key(&self, position: &Twenty48) -> u64 {
        u64::from(position.score())
    }

    fn proves(&self) -> bool {
        false
    }
}

/// The number of empty cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Empties;

impl Evaluate<Twenty48> for Empties {
    fn evaluate(&self, position: &Twenty48, _: Seat) -> Score {
        Score::heuristic(position.board().count_empty() as i32)
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::ZERO, Score::heuristic(16))
    }

    fn unit(&self) -> i32 {
        1
    }

    fn finished(&self, position: &Twenty48, seat: Seat, _: u32) -> Score {
        self.evaluate(position, seat)
    }
}

impl EvaluateChance<Twenty48> for Empties {
    fn proves(&self) -> bool {
        false
    }
}
