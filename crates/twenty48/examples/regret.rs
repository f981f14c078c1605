//! What reducing moves brings: how much worse the moves of a search are than those of a far finer one, and how long they take.
//!
//! `cargo run --release -p plywise-twenty48 --features measure --example regret [POSITIONS [CUTOFF]]`: 800 positions, the finer
//! search without reductions down to lines of probability 1e-5, unless given. The regret of a move is how many points of the
//! evaluation less it is worth than the best, both by the finer search. All searches are on the published features with a loss of
//! 1,000 points, a turn deeper than `dynamic`, ten turns at most, and remember values in 8 MiB. Times are processor times of one
//! thread; the finer search uses all.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use cpu_time::ProcessTime;
use plywise::{ChanceOptions, ChanceSearch, Game, Limits, Rng, Stochastic, Turn};
use twenty48::{Move, Published, Twenty48, dynamic_depth};

/// Cut-offs and reductions to compare.
const SEARCHES: [(f64, f64); 12] = [
    (5e-3, 1.0),
    (1e-3, 1.0),
    (3e-4, 1.0),
    (1e-4, 1.0),
    (1e-3, 0.1),
    (3e-4, 0.1),
    (1e-4, 0.1),
    (3e-5, 0.1),
    (3e-4, 0.3),
    (1e-4, 0.3),
    (1e-4, 0.03),
    (3e-5, 0.03),
];

fn search(cutoff: f64, reduction: f64) -> ChanceSearch<Twenty48, Published> {
    let options = ChanceOptions { cutoff, reduction, ..ChanceOptions::default() };
    ChanceSearch::new(Published::default().with_loss(1000.0), options).with_memory(8)
}

fn depth(position: &Twenty48) -> u32 {
    (dynamic_depth(position) + 1).min(10)
}

/// Positions at the player's turn, every 150th after the 800th turn of games of a quick player.
fn positions(count: usize) -> Vec<Twenty48> {
    let mut rng = Rng::new(2048);
    let mut search = search(3e-3, 0.1);
    let (mut found, mut game, mut turns) = (Vec::new(), Twenty48::START, 0);
    while found.len() < count {
        if game.is_over() {
            (game, turns) = (Twenty48::START, 0);
        } else if game.turn() == Turn::Chance {
            game.play(game.sample(&mut rng));
        } else {
            turns += 1;
            if turns > 800 && turns % 150 == 0 && game.move_count() > 1 {
                found.push(game);
            }
            game.play(search.search(&game, &Limits::depth(depth(&game))).best.expect("not over"));
        }
    }
    found
}

/// What each move of a position is worth by the finer search, in points.
fn worth(search: &mut ChanceSearch<Twenty48, Published>, position: &Twenty48) -> Vec<(Move, f64)> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let value = |mv: &Move| {
        let mut child = *position;
        child.play(*mv);
        search.search(&child, &Limits::depth(depth(position) - 1)).value / 1e4
    };
    let values: Vec<f64> = moves.iter().map(value).collect();
    moves.into_iter().zip(values).collect()
}

/// The same of all positions, on all threads.
fn worths(positions: &[Twenty48], cutoff: f64) -> Vec<Vec<(Move, f64)>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut search = search(cutoff, 1.0);
        let mut found = Vec::new();
        while let i = next.fetch_add(1, Ordering::Relaxed)
            && i < positions.len()
        {
            found.push((i, worth(&mut search, &positions[i])));
        }
        found
    };
    let mut found: Vec<_> = thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no worker panics")).collect()
    });
    found.sort_by_key(|&(i, _)| i);
    found.into_iter().map(|(_, worth)| worth).collect()
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let count = arguments.next().map_or(800, |text| text.parse().expect("POSITIONS is a number"));
    let cutoff = arguments.next().map_or(1e-5, |text| text.parse().expect("CUTOFF is a probability"));
    let positions = positions(count);
    let worths = worths(&positions, cutoff);
    println!("{count} positions, finer search to {cutoff}");
    println!("cut-off  reduction  regret in points  other moves  ms a move");
    for (cutoff, reduction) in SEARCHES {
        let mut search = search(cutoff, reduction);
        let started = ProcessTime::now();
        let chosen: Vec<_> =
            positions.iter().map(|p| search.search(p, &Limits::depth(depth(p))).best).collect();
        let time = started.elapsed().as_secs_f64() * 1e3 / count as f64;
        let regrets = chosen.iter().zip(&worths).map(|(chosen, worth)| {
            let best = worth.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
            let own = worth.iter().find(|(mv, _)| Some(*mv) == *chosen).expect("the move is legal");
            best - own.1
        });
        let regrets: Vec<f64> = regrets.collect();
        let mean = regrets.iter().sum::<f64>() / count as f64;
        let variance = regrets.iter().map(|regret| (regret - mean).powi(2)).sum::<f64>() / count as f64;
        let others = regrets.iter().filter(|&&regret| regret > 0.0).count() as f64 / count as f64;
        println!(
            "{cutoff:<8} {reduction:<10} {mean:.3} ± {:<9.3} {:>7.1} % {time:>13.3}",
            (variance / count as f64).sqrt(),
            100.0 * others
        );
    }
}
