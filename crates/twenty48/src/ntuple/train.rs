//! Training runs: many games on many threads, stopped and resumed.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::Builder;

use plywise::{OutOfMemory, Rng, TextError, gauge};

use super::curve::{Block, Book};
use super::learner::{Learner, Rule};
use super::network::Network;
use super::practice::Milestones;
use super::stages::{Stages, large_total};
use super::table::Table;
use super::tuples::{Sight, TupleSet};
use super::weights::Weights;
use crate::game::Twenty48;

/// What is fixed for a whole training run.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The tuples of cells to look at.
    pub tuples: TupleSet,
    /// How they see its ranks.
    pub sight: Sight,
    /// How weights follow errors.
    pub rule: Rule,
    /// What every board is worth at first, in points. Above what is reached in the end (say 320,000), it makes the
    /// player try what it has not seen: Guei, Chen & Wu 2021, "Optimistic temporal difference learning for 2048".
    pub optimism: f32,
    /// After each game, play its late stages again from where they began: three times each stage it came to.
    pub practice: bool,
    /// Game number `n` is drawn from part `n` of this seed ([`Rng::derive`]).
    pub seed: u64,
    /// Games in each block of the learning curve.
    pub block: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            tuples: TupleSet::FourBySix,
            sight: Sight::Plain,
            rule: Rule::default(),
            optimism: 0.0,
            practice: false,
            seed: 0,
            block: 1_000,
        }
    }
}

impl Settings {
    /// Those that suit a set of tuples: its own rate, and else what is usual.
    #[must_use]
    pub fn of(tuples: TupleSet) -> Self {
        Self { tuples, rule: Rule { rate: tuples.rate(), ..Rule::default() }, ..Self::default() }
    }

    /// # Errors
    /// One line, if a number is out of range.
    pub(super) fn check(&self) -> Result<(), TextError> {
        if !(self.rule.rate > 0.0 && self.rule.rate <= 1.0) {
            return Err(TextError::new(format!("rate {}: a rate is above 0 and at most 1", self.rule.rate)));
        }
        let most = crate::Twenty48::MAX_SCORE as f32;
        if !(0.0..=most).contains(&self.optimism) {
            return Err(TextError::new(format!(
                "optimism {}: it lies between 0 and {most} points",
                self.optimism
            )));
        }
        if self.block == 0 {
            return Err(TextError::new("a block of the learning curve has at least one game"));
        }
        Ok(())
    }
}

/// A training run.
///
/// On one thread, the same settings give the same weights on any machine, however often the run is stopped and
/// resumed. Several threads share the weights without waiting for each other, and no two runs of theirs are the same.
#[derive(Debug)]
pub struct Trainer {
    pub(super) settings: Settings,
    pub(super) learner: Learner,
    /// The block that is not yet full.
    pub(super) open: Block,
    pub(super) curve: Vec<Block>,
    /// Where games begin; none: at the start of the game.
    pub(super) starts: Vec<Twenty48>,
    /// The least that large tiles make in a start; 0: it learns whole games.
    pub(super) begins: u32,
}

fn no_memory(error: OutOfMemory) -> TextError {
    TextError::new(error.to_string())
}

impl Trainer {
    /// A run that has played no game.
    ///
    /// # Errors
    /// One line, if a setting is out of range.
    pub fn new(settings: Settings) -> Result<Self, TextError> {
        settings.check()?;
        let learner = Learner::new(settings.tuples, settings.sight, settings.rule, settings.optimism)
            .map_err(no_memory)?;
        Ok(Self {
            settings,
            learner,
            open: Block::default(),
            curve: Vec::new(),
            starts: Vec::new(),
            begins: 0,
        })
    }

    /// A run that goes on from a network whose own run is not at hand. Its games count as played, so that no game comes
    /// twice. The sums of temporal coherence, which are lost, are estimated from some games in which it learns nothing. Games
    /// begin at `starts` as with [`begin_at`](Self::begin_at).
    ///
    /// # Errors
    /// One line, if a setting is out of range or the tuples are not those of the network.
    pub fn from_network(
        network: &Network,
        settings: Settings,
        starts: Vec<Twenty48>,
    ) -> Result<Self, TextError> {
        settings.check()?;
        let (found, wanted) = (network.tuples(), settings.tuples);
        if found != wanted {
            let (found, wanted) = (found.name(), wanted.name());
            let message = format!("tuples {wanted}: the network to begin with has {found}");
            return Err(TextError::new(message));
        }
        let Settings { sight, rule, seed, .. } = settings;
        let weights = network.tables().collect::<Result<_, _>>().map_err(no_memory)?;
        let sums = wanted.table_sizes().map(Table::zeros).collect::<Result<_, _>>().map_err(no_memory)?;
        let learner = Learner::with(wanted, sight, rule, weights, sums);
        let open = Block { before: network.games(), ..Block::default() };
        let begins = network.begins();
        let untouched = wanted.share(settings.optimism);
        let mut trainer = Self { settings, learner, open, curve: Vec::new(), starts: Vec::new(), begins };
        if !starts.is_empty() {
            trainer.begin_at(starts);
        }
        trainer.learner.rehearse(seed, network.games(), untouched, &trainer.starts);
        Ok(trainer)
    }

    /// Lets every game from now on begin at one of these positions, drawn anew each time: a network for a late stage
    /// of the game learns from the positions in which the stage begins. They are not part of a saved run, but what their
    /// large tiles make at least is ([`begins`](Self::begins)). If that is more than 0, games end with the first 32768: the
    /// late stage is over. None: games begin at the start.
    pub fn begin_at(&mut self, starts: Vec<Twenty48>) {
        self.begins = starts.iter().map(|start| large_total(start.board())).min().unwrap_or(0);
        self.learner.enough = if self.begins > 0 { (1u32 << Stages::END) as f32 } else { f32::INFINITY };
        self.starts = starts;
    }

    /// What large tiles make together ([`large_total`]) where its games begin at least; 0: it learns whole games.
    #[must_use]
    pub fn begins(&self) -> u32 {
        self.begins
    }

    /// What is fixed.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Games that were finished.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.open.before + self.open.games
    }

    /// The full blocks so far.
    #[must_use]
    pub fn curve(&self) -> &[Block] {
        &self.curve
    }

    /// The block that is being filled.
    #[must_use]
    pub fn open_block(&self) -> &Block {
        &self.open
    }

    /// Plays `games` more games and learns from them, or as many as are finished once `stop` is set. `on_block` hears
    /// of each full block, on whichever thread filled it.
    pub fn train(
        &mut self,
        games: u64,
        threads: usize,
        stop: &AtomicBool,
        on_block: &mut (dyn FnMut(&Block) + Send),
    ) {
        let next = AtomicU64::new(self.games());
        let end = self.games().saturating_add(games);
        let Self { settings, learner, open, curve, starts, .. } = self;
        let (size, learner) = (settings.block, learner.share());
        let book = Mutex::new(Book::open(open, curve, size, on_block));
        let work = || {
            while !stop.load(Relaxed) {
                let number = next.fetch_add(1, Relaxed);
                if number >= end {
                    return;
                }
                let mut rng = Rng::derive(settings.seed, number);
                let start = drawn(starts, &mut rng);
                let outcome = match settings.practice {
                    true => learner.practise(start, &mut rng),
                    false => learner.play(start, &mut rng, &mut Milestones::default()),
                };
                gauge::add_moves(outcome.moves.into());
                book.lock().expect("no thread panics while it keeps the book").enter(outcome);
            }
        };
        std::thread::scope(|scope| {
            // Where the system has no more threads, those that there are do the work.
            (1..threads).for_each(|_| drop(Builder::new().spawn_scoped(scope, work)));
            work();
        });
        book.into_inner().expect("no thread panics while it keeps the book").pause();
    }

    /// The weights as they are now, for play.
    #[must_use]
    pub fn network(&self) -> Network {
        self.network_of(0.0)
    }

    /// The same, without what it hardly knows: weights whose errors came to less than this many points together, which
    /// stand as at first. That makes a packed network several times smaller, and can leave its play as it was. Without
    /// temporal coherence there are no such sums, and `least` should be 0.
    #[must_use]
    pub fn network_of(&self, least: f32) -> Network {
        let Learner { weights, sums, .. } = &self.learner;
        let untouched = self.settings.tuples.share(self.settings.optimism);
        let known = |(weights, sums): (&Table<f32>, &Table<[f32; 2]>)| {
            let mut weights = weights.clone();
            let pairs = weights.iter_mut().zip(sums.iter());
            pairs.filter(|(_, sums)| sums[1] < least).for_each(|(weight, _)| *weight = untouched);
            weights
        };
        let weights = Weights::Points(weights.iter().zip(sums).map(known).collect());
        let Settings { tuples, sight, .. } = self.settings;
        Network::new(tuples, sight, weights, self.games()).beginning(self.begins)
    }
}

/// Where the next game begins.
pub(super) fn drawn(starts: &[Twenty48], rng: &mut Rng) -> Twenty48 {
    match starts.len() {
        0 => Twenty48::START,
        count => starts[rng.index(count)],
    }
}
