//! A network that has learned.

use std::fmt;
use std::sync::Arc;

use plywise::{Evaluate, EvaluateChance, Limits, OutOfMemory, Score, Seat, expectimax};

use super::lookup::{Choice, Places, Tables, Weight, best, best_by, expectation};
use super::recall::Recall;
use super::table::Table;
use super::tuples::{Shape, Sight, TupleSet, find_places, for_set, images_of};
use super::weights::{Weights, in_points, in_steps};
use crate::board::Board;
use crate::game::Twenty48;
use crate::moves::{Cell, Direction, Move};

/// A value function on afterstates: the boards after a slide, before the new tile.
///
/// Copies share their tables. As an evaluator it gives the score so far and the points expected from here on, in
/// hundredths of a point; at the player's turn those of the best slide.
#[derive(Clone)]
pub struct Network {
    set: TupleSet,
    weights: Arc<Weights>,
    sight: Sight,
    games: u64,
    begins: u32,
    /// What was looked up a moment ago, where that is kept.
    recall: Option<Arc<Recall>>,
}

impl Network {
    /// There is a table of the right size for each tuple of the set.
    pub(super) fn new(set: TupleSet, sight: Sight, weights: Weights, games: u64) -> Self {
        debug_assert!(weights.sizes().into_iter().eq(set.table_sizes()));
        Self { set, sight, weights: weights.into(), games, begins: 0, recall: None }
    }

    /// The same, for boards whose large tiles make at least this much together ([`large_total`](super::large_total)).
    pub(super) fn beginning(self, begins: u32) -> Self {
        Self { begins, ..self }
    }

    /// What large tiles make together ([`large_total`](super::large_total)) where the stage begins that the network knows;
    /// 0: it knows whole games.
    #[must_use]
    pub fn begins(&self) -> u32 {
        self.begins
    }

    /// The same, which keeps the values of boards that it looked up a moment ago, in 128 KiB: a search looks up few boards
    /// once only. The values stay what they are. Copies share what is kept, whatever their sight.
    #[must_use]
    pub fn recalling(&self) -> Self {
        Self { recall: Some(Recall::new().into()), ..self.clone() }
    }

    /// The same network with another sight.
    #[must_use]
    pub fn seeing(&self, sight: Sight) -> Self {
        Self { sight, ..self.clone() }
    }

    /// How it sees ranks.
    #[must_use]
    pub fn sight(&self) -> Sight {
        self.sight
    }

    /// How many games it has learned from.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The tuples that the network looks at.
    #[must_use]
    pub fn tuples(&self) -> TupleSet {
        self.set
    }

    /// A table for each tuple, in points.
    pub(super) fn tables(&self) -> impl Iterator<Item = Result<Table<f32>, OutOfMemory>> {
        (0..self.set.cells().len()).map(|tuple| self.weights.copy(tuple))
    }

    /// The points expected after this afterstate.
    #[must_use]
    pub fn expected(&self, afterstate: Board) -> f32 {
        for_set!(self.set, expected, (self, afterstate))
    }

    /// What [`expected`](Self::expected) is the sum of: of each tuple what it sees in each of the eight images of the
    /// board.
    #[must_use]
    pub fn patterns(&self, afterstate: Board) -> Vec<[Pattern; 8]> {
        // Where each image has its cells from.
        let places = images_of(Board::from_low(0xFEDC_BA98_7654_3210));
        let seen = images_of(self.sight.of(afterstate));
        let pattern = |(tuple, cells): (usize, &&[u8]), image: usize| {
            let of = |board: Board, cell: u8| board.rank(Cell::new(cell.into()));
            // The last cell has the highest bits: turned by half a turn it is the first of the tuple as the literature lists it.
            let ranks: Vec<u8> = cells.iter().rev().map(|&cell| of(seen[image], cell)).collect();
            let index = ranks.iter().fold(0, |index, &rank| index << 4 | usize::from(rank));
            Pattern {
                cells: cells.iter().rev().map(|&cell| Cell::new(of(places[image], cell).into())).collect(),
                ranks,
                points: self.weights.points(tuple, index),
            }
        };
        let tuples = self.set.cells().iter().enumerate();
        tuples.map(|tuple| std::array::from_fn(|image| pattern(tuple, image))).collect()
    }

    /// The best slide and the points expected from it on, its own gain included. None where nothing can move.
    #[must_use]
    pub fn best(&self, board: Board) -> Option<(Direction, f32)> {
        for_set!(self.set, best_slide, (self, board))
    }

    /// The slide that expectimax finds when it looks `depth` turns ahead; at depth 0 the one with the best afterstate. None
    /// where nothing can move.
    #[must_use]
    pub fn choose(&self, position: &Twenty48, depth: u32) -> Option<Move> {
        match depth {
            0 => self.best(position.board()).map(|(way, _)| Move::Slide(way)),
            depth => expectimax(position, self, &Limits::depth(depth)).best,
        }
    }
}

fn expected<S: Shape<T>, const T: usize>(network: &Network, board: Board) -> f32 {
    let mut places = [[0; T]; 8];
    find_places::<S, T>(network.sight, board, &mut places);
    match &*network.weights {
        Weights::Points(tables) => expectation::<_, T>(in_points(tables), &places),
        Weights::Steps(tables) => expectation::<_, T>(in_steps(tables), &places),
    }
}

fn best_slide<S: Shape<T>, const T: usize>(network: &Network, board: Board) -> Option<(Direction, f32)> {
    match &*network.weights {
        Weights::Points(tables) => best_in::<S, T, _>(network, in_points(tables), board),
        Weights::Steps(tables) => best_in::<S, T, _>(network, in_steps(tables), board),
    }
}

fn best_in<S: Shape<T>, const T: usize, W: Weight>(
    network: &Network,
    tables: Tables<'_, W, T>,
    board: Board,
) -> Option<(Direction, f32)> {
    let best = match &network.recall {
        Some(recall) => best_recalled::<S, T, W>(tables, recall, network.sight, board),
        None => best::<S, T, W>(tables, network.sight, board, &mut Places::new()),
    }?;
    Some((best.way, best.gain + best.value))
}

/// The same; only boards that are not recalled are looked up.
#[inline(always)]
fn best_recalled<S: Shape<T>, const T: usize, W: Weight>(
    tables: Tables<'_, W, T>,
    recall: &Recall,
    sight: Sight,
    board: Board,
) -> Option<Choice> {
    let slides = board.slides();
    let mut places = Places::<T>::new();
    let mut known = [None; 4];
    // As in `best`, all that must come from memory is asked for before any of it is waited for.
    for way in Direction::ALL {
        let after = slides[way as usize];
        if after != board {
            known[way as usize] = recall.get(sight.of(after).low());
            if known[way as usize].is_none() {
                places.find::<S, W>(tables, sight, after, way);
            }
        }
    }
    let value = |way: Direction| {
        known[way as usize].unwrap_or_else(|| {
            let value = expectation(tables, places.after(way));
            recall.put(sight.of(slides[way as usize]).low(), value);
            value
        })
    };
    best_by(board, &slides, value)
}

/// What one tuple sees in one image of a board, and what its table says of that.
#[derive(Clone, PartialEq, Debug)]
pub struct Pattern {
    /// The cells of the board that the tuple lies on in this image, in the order of the literature.
    pub cells: Vec<Cell>,
    /// What is seen there: the exponents of two, 0 for an empty cell.
    pub ranks: Vec<u8>,
    /// What it adds to the expected points.
    pub points: f32,
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network").field("tuples", &self.set).finish_non_exhaustive()
    }
}

impl Network {
    /// Units in a point.
    const UNIT: i32 = 100;

    /// Points as a score, kept between 0 and the most that a game can have.
    fn score(points: f64) -> Score {
        let points = points.clamp(0.0, f64::from(Twenty48::MAX_SCORE));
        Score::heuristic((points * f64::from(Self::UNIT)).round() as i32)
    }
}

impl Evaluate<Twenty48> for Network {
    fn evaluate(&self, position: &Twenty48, _: Seat) -> Score {
        let expected = match position.is_chance() {
            true => self.expected(position.board()),
            false => self.best(position.board()).map_or(0.0, |(_, value)| value),
        };
        Self::score(f64::from(position.score()) + f64::from(expected))
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::ZERO, Self::score(f64::from(Twenty48::MAX_SCORE)))
    }

    fn unit(&self) -> i32 {
        Self::UNIT
    }

    /// The score.
    fn finished(&self, position: &Twenty48, _: Seat, _: u32) -> Score {
        Self::score(f64::from(position.score()))
    }
}

impl EvaluateChance<Twenty48> for Network {
    fn proves(&self) -> bool {
        false
    }

    /// The score, which is not part of the key.
    fn beyond_key(&self, position: &Twenty48) -> u64 {
        u64::from(position.score())
    }
}
