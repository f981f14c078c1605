//! The tables while they learn, shared by all threads.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use plywise::{OutOfMemory, Rng};
use prefetch_index::prefetch_index;

use super::lookup::{Choice, Places, Tables, Weight, best, expectation};
use super::practice::{LEAST_GAIN, Milestones};
use super::table::Table;
use super::tuples::{Shape, Sight, TupleSet, for_set};
use crate::game::Twenty48;

fn get(number: &AtomicU32) -> f32 {
    f32::from_bits(number.load(Relaxed))
}

fn set(number: &AtomicU32, value: f32) {
    number.store(value.to_bits(), Relaxed);
}

/// In points.
impl Weight for AtomicU32 {
    type Sum = f32;

    #[inline(always)]
    fn value(&self) -> f32 {
        get(self)
    }

    #[inline(always)]
    fn points(sum: f32, _: f32) -> f32 {
        sum
    }
}

/// How weights follow errors.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rule {
    /// The share of an error that one update removes, before coherence: 1 with it, 0.1 or less without.
    pub rate: f32,
    /// Temporal coherence: each weight's rate is multiplied by |sum of its errors| / sum of their magnitudes, so that
    /// it shrinks once the errors' signs begin to alternate. Beal & Smith 1999, "Temporal coherence and prediction
    /// decay in TD learning"; for 2048 Jaśkowski 2016, "Mastering 2048 with delayed temporal coherence learning,
    /// multistage weight promotion, redundant encoding and carousel shaping".
    pub coherence: bool,
}

impl Default for Rule {
    fn default() -> Self {
        Self { rate: 1.0, coherence: true }
    }
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Outcome {
    pub(super) score: u32,
    /// The rank of the largest tile.
    pub(super) rank: u8,
    /// Slides.
    pub(super) moves: u32,
}

/// A network that learns.
#[derive(Debug)]
pub(super) struct Learner {
    pub(super) set: TupleSet,
    pub(super) sight: Sight,
    pub(super) rule: Rule,
    /// A slide that gains as much ends the game: what comes then is worth what the network says already.
    pub(super) enough: f32,
    pub(super) weights: Vec<Table<f32>>,
    /// Of each weight the sum of all errors that were assigned to it, and the sum of their magnitudes: what temporal
    /// coherence needs. They lie apart, for three boards of four are looked up and not learned from.
    pub(super) sums: Vec<Table<[f32; 2]>>,
}

impl Learner {
    /// Every board is worth `optimism` at first.
    pub(super) fn new(set: TupleSet, sight: Sight, rule: Rule, optimism: f32) -> Result<Self, OutOfMemory> {
        let weight = set.share(optimism);
        let weights = set.table_sizes().map(|size| Table::filled(size, weight)).collect::<Result<_, _>>()?;
        let sums = set.table_sizes().map(Table::zeros).collect::<Result<_, _>>()?;
        Ok(Self::with(set, sight, rule, weights, sums))
    }

    /// With these weights and sums.
    pub(super) fn with(
        set: TupleSet,
        sight: Sight,
        rule: Rule,
        weights: Vec<Table<f32>>,
        sums: Vec<Table<[f32; 2]>>,
    ) -> Self {
        Self { set, sight, rule, enough: f32::INFINITY, weights, sums }
    }

    /// What threads learn in side by side.
    pub(super) fn share(&mut self) -> Shared<'_> {
        Shared {
            set: self.set,
            sight: self.sight,
            rule: self.rule,
            enough: self.enough,
            weights: self.weights.iter_mut().map(|table| &*table.seen_as()).collect(),
            sums: self.sums.iter_mut().map(|table| &*table.seen_as()).collect(),
        }
    }
}

/// A learner as its threads see it.
///
/// The numbers are `f32`s behind relaxed atomics: threads neither wait for each other nor tear a number, and an update
/// that another thread overwrites at the same moment is lost, which learning bears (Recht, Ré, Wright & Niu 2011,
/// "Hogwild!").
pub(super) struct Shared<'a> {
    set: TupleSet,
    sight: Sight,
    rule: Rule,
    enough: f32,
    weights: Vec<&'a [AtomicU32]>,
    sums: Vec<&'a [[AtomicU32; 2]]>,
}

impl Shared<'_> {
    /// Plays one game on from a position of it, learns from every move, and notes the stages it comes to.
    pub(super) fn play(&self, start: Twenty48, rng: &mut Rng, reached: &mut Milestones) -> Outcome {
        match self.sight {
            Sight::Plain => for_set!(self.set, play_plain, (self, start, rng, reached)),
            sight => for_set!(self.set, play_seeing, (self, sight, start, rng, reached)),
        }
    }

    #[inline(always)]
    fn weights<const T: usize>(&self) -> Tables<'_, AtomicU32, T> {
        Tables { of: std::array::from_fn(|tuple| self.weights[tuple]), step: [1.0; T] }
    }

    /// Has the sums fetched from memory that the next turn will learn from: it will find them there.
    #[inline(always)]
    fn expect<const T: usize>(&self, places: &[[u32; T]; 8]) {
        if self.rule.coherence {
            for image in places {
                for (tuple, &index) in image.iter().enumerate() {
                    prefetch_index(self.sums[tuple], index as usize);
                }
            }
        }
    }

    /// Moves the value of an afterstate towards `target`, or by as much of the way as the rule says.
    ///
    /// The value is looked up again. The one that chose the slide is older than what was learned since, from a board that
    /// shares many weights with this one: learning from it overshoots, and of some seeds nothing comes.
    #[inline(always)]
    fn learn<const T: usize>(&self, places: &[[u32; T]; 8], target: f32) {
        let error = target - expectation(self.weights(), places);
        let step = error * self.rule.rate / (8 * T) as f32;
        let weights = self.weights::<T>().of;
        if !self.rule.coherence {
            for image in places {
                for (table, &index) in weights.iter().zip(image) {
                    let weight = &table[index as usize];
                    set(weight, get(weight) + step);
                }
            }
            return;
        }
        let sums: [_; T] = std::array::from_fn(|tuple| self.sums[tuple]);
        for image in places {
            for (tuple, &index) in image.iter().enumerate() {
                let (weight, [net, total]) = (&weights[tuple][index as usize], &sums[tuple][index as usize]);
                let (errors, magnitudes) = (get(net), get(total));
                let coherence = if magnitudes > 0.0 { errors.abs() / magnitudes } else { 1.0 };
                set(weight, get(weight) + step * coherence);
                set(net, errors + error);
                set(total, magnitudes + error.abs());
            }
        }
    }
}

/// TD(0) on afterstates (Szubert & Jaśkowski 2014, "Temporal difference learning of n-tuple networks for the game
/// 2048"): the value of an afterstate follows the gain and the value of the next one, and 0 at the end.
#[inline(always)]
fn play<S: Shape<T>, const T: usize>(
    learner: &Shared,
    sight: Sight,
    start: Twenty48,
    rng: &mut Rng,
    reached: &mut Milestones,
) -> Outcome {
    let mut game = start;
    while game.is_chance() {
        game.spawn_drawn(rng);
    }
    let mut moves = 0;
    let mut last: Option<Choice> = None;
    // Those of this turn and of the turn before, by turns.
    let (mut here, mut before) = (&mut Places::new(), &mut Places::new());
    while let Some(next) = best::<S, T, AtomicU32>(learner.weights(), sight, game.board(), here) {
        if let Some(last) = last {
            learner.learn(before.after(last.way), next.gain + next.value);
        }
        learner.expect(here.after(next.way));
        game.slide_to(next.board);
        if next.gain >= LEAST_GAIN {
            reached.note(game);
        }
        game.spawn_drawn(rng);
        last = Some(next);
        std::mem::swap(&mut here, &mut before);
        moves += 1;
        if next.gain >= learner.enough {
            last = None;
            break;
        }
    }
    if let Some(last) = last {
        learner.learn(before.after(last.way), 0.0);
    }
    Outcome { score: game.score(), rank: game.board().max_rank(), moves }
}

// One function each, so that seeing a board plainly costs nothing.

fn play_plain<S: Shape<T>, const T: usize>(
    learner: &Shared,
    start: Twenty48,
    rng: &mut Rng,
    reached: &mut Milestones,
) -> Outcome {
    play::<S, T>(learner, Sight::Plain, start, rng, reached)
}

fn play_seeing<S: Shape<T>, const T: usize>(
    learner: &Shared,
    sight: Sight,
    start: Twenty48,
    rng: &mut Rng,
    reached: &mut Milestones,
) -> Outcome {
    play::<S, T>(learner, sight, start, rng, reached)
}
