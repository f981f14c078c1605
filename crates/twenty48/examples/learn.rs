//! How fast a network learns and plays: `learn [SET [GAMES [THREADS [SEED [RATE [PLAY]]]]]]`.
//!
//! Trains from nothing: 4x6, 5,000 games on one thread from seed 0, unless given. RATE is `tc` for temporal coherence,
//! `tc=0.5` for that with half the rate, or the rate of plain TD: 0.1. Then PLAY games are played without learning. The first fifth of the games is not
//! timed, for there most of the memory is taken. GAMES is a multiple of 5,000.

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use cpu_time::ProcessTime;
use plywise::{Game, Rng, Stochastic, Turn};
use twenty48::ntuple::{Block, Network, Rule, Settings, Trainer, TupleSet};
use twenty48::{Move, Twenty48};

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let given = |place: usize, default: &'static str| given.get(place).map_or(default, String::as_str);
    let tuples = TupleSet::by_name(given(0, "4x6")).ok_or("SET is 4x5, 4x6, 5x6 or 8x6")?;
    let (games, threads): (u64, usize) = (given(1, "5000").parse()?, given(2, "1").parse()?);
    let rule = match given(4, "tc").split_once('=').unwrap_or((given(4, "tc"), "1")) {
        ("tc", rate) => Rule { rate: rate.parse()?, coherence: true },
        (rate, _) => Rule { rate: rate.parse()?, coherence: false },
    };
    let settings = Settings { tuples, rule, seed: given(3, "0").parse()?, ..Settings::default() };
    let play: u64 = given(5, "0").parse()?;
    if games == 0 || games % 5_000 != 0 {
        return Err(format!("{games} games: a multiple of 5,000 is timed").into());
    }

    let mut trainer = Trainer::new(settings)?;
    let mut learn = |games| trainer.train(games, threads, &AtomicBool::new(false), &mut |_| ());
    learn(games / 5);
    let timed = Timed::start();
    learn(games - games / 5);
    let timed_blocks = trainer.curve().iter().filter(|block| block.before >= games / 5);
    timed.report("learning", timed_blocks.map(|block| block.moves).sum());
    let last = trainer.curve().len().saturating_sub(5);
    let (mean, error) = together(&trainer.curve()[last..]);
    println!("mean score of the last five blocks: {mean:.0} ± {error:.0}");

    if play > 0 {
        let network = trainer.network();
        drop(trainer);
        let timed = Timed::start();
        let (mut moves, mut points) = (0, 0);
        for number in 0..play {
            let (more, score) = one_game(&network, &mut Rng::derive(1, number));
            (moves, points) = (moves + more, points + u64::from(score));
        }
        timed.report("play", moves);
        println!("mean score {:.0}", points as f64 / play as f64);
    }
    Ok(())
}

/// Mean score and standard error of the games of blocks.
fn together(blocks: &[Block]) -> (f64, f64) {
    let count = blocks.len().max(1) as f64;
    let mean = blocks.iter().map(Block::mean_score).sum::<f64>() / count;
    let error = blocks.iter().map(|block| block.standard_error().powi(2)).sum::<f64>().sqrt() / count;
    (mean, error)
}

/// Slides and score.
fn one_game(network: &Network, rng: &mut Rng) -> (u64, u32) {
    let (mut game, mut moves) = (Twenty48::START, 0);
    loop {
        while game.turn() == Turn::Chance {
            game.play(game.sample(rng));
        }
        let Some((way, _)) = network.best(game.board()) else { return (moves, game.score()) };
        game.play(Move::Slide(way));
        moves += 1;
    }
}

struct Timed {
    processor: ProcessTime,
    wall: Instant,
}

impl Timed {
    fn start() -> Self {
        Self { processor: ProcessTime::now(), wall: Instant::now() }
    }

    fn report(&self, what: &str, moves: u64) {
        let (processor, wall) = (self.processor.elapsed().as_secs_f64(), self.wall.elapsed().as_secs_f64());
        let rate = |seconds: f64| moves as f64 / seconds / 1e6;
        println!(
            "{what}: {moves} moves in {processor:.2} s of processors, {wall:.2} s of the clock: {:.3} and {:.3} M/s",
            rate(processor),
            rate(wall)
        );
    }
}
