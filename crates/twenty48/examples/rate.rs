//! How fast expectimax on the published features is: slides tried, and positions valued, per second.
//!
//! `cargo run --release -p plywise-twenty48 --features measure --example rate [DEPTH [CUTOFF [MIB]]]`: depth 3, no cut-off, no
//! memory unless given. Every search's value is held against the plain one where that takes no longer than seconds. Times are
//! processor times, so that a busy machine matters less.
//!
//! Counted as the fastest public heuristic solver counts (`nneonneo/2048-ai`, `moves_evaled`): four slides at each
//! position of the player that is looked into, legal or not. What a memory answers is not counted.

use cpu_time::ProcessTime;
use plywise::{ChanceOptions, ChanceSearch, Game, Limits, Rng, Stochastic, Turn, expectimax};
use twenty48::{Published, Twenty48};

/// Positions at the player's turn, every 200th of games that look two turns ahead.
fn positions(count: usize) -> Vec<Twenty48> {
    let mut rng = Rng::new(2048);
    let mut search = ChanceSearch::new(Published::default(), ChanceOptions::default());
    let (mut found, mut game, mut turns) = (Vec::new(), Twenty48::START, 0);
    while found.len() < count {
        if game.is_over() {
            game = Twenty48::START;
        } else if game.turn() == Turn::Chance {
            game.play(game.sample(&mut rng));
        } else {
            turns += 1;
            if turns % 200 == 0 {
                found.push(game);
            }
            game.play(search.search(&game, &Limits::depth(2)).best.expect("not over"));
        }
    }
    found
}

/// Four slides at each position of the player in the whole tree, `depth` turns deep.
fn slides_tried(position: &Twenty48, depth: u32) -> u64 {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let chance = position.turn() == Turn::Chance;
    let below = |mv: &twenty48::Move| {
        let mut child = *position;
        child.play(*mv);
        match child.turn() {
            Turn::Seat(_) if depth == 0 => 0,
            Turn::Chance if depth == 1 => 0,
            _ => slides_tried(&child, depth - u32::from(!chance)),
        }
    };
    moves.iter().map(below).sum::<u64>() + if chance { 0 } else { 4 }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().map_or(3, |text| text.parse().expect("DEPTH is a number of turns"));
    let cutoff = arguments.next().map_or(0.0, |text| text.parse().expect("CUTOFF is a probability"));
    let mib: usize = arguments.next().map_or(0, |text| text.parse().expect("MIB is a size"));

    let positions = positions(24);
    let limits = Limits::depth(depth);
    let mut search =
        ChanceSearch::new(Published::default(), ChanceOptions { cutoff, ..ChanceOptions::default() });
    if mib > 0 {
        search = search.with_memory(mib);
    }
    let plain = cutoff == 0.0 && mib == 0;
    let slides: u64 =
        if plain { positions.iter().map(|position| slides_tried(position, depth)).sum() } else { 0 };

    let (mut reports, mut rounds) = (Vec::new(), 0);
    let started = ProcessTime::now();
    // Again for half a second, unless something is remembered: then the first time is the one that counts.
    while rounds == 0 || mib == 0 && started.elapsed().as_secs_f64() < 0.5 {
        reports = positions.iter().map(|position| search.search(position, &limits)).collect();
        rounds += 1;
    }
    let seconds = started.elapsed().as_secs_f64() / f64::from(rounds);
    let nodes: u64 = reports.iter().map(|report| report.nodes).sum();
    println!(
        "{} positions, depth {depth}, cut-off {cutoff}, memory {mib} MiB: {seconds:.3} s",
        positions.len()
    );
    println!("positions entered {nodes}: {:.1} M/s", nodes as f64 / seconds / 1e6);
    if plain {
        println!("slides tried {slides}: {:.1} M/s", slides as f64 / seconds / 1e6);
    }
    if mib > 0 {
        let uses: Vec<_> = reports.iter().map(|report| report.table).collect();
        let sum = |of: fn(&plywise::TableUse) -> u64| uses.iter().map(of).sum::<u64>();
        println!(
            "memory: {} looks, {} answers, {} stored",
            sum(|u| u.probes),
            sum(|u| u.cuts),
            sum(|u| u.stores)
        );
    }
    let sum: f64 = reports.iter().map(|report| report.value).sum();
    println!("sum of values {sum}");

    if plain && depth <= 3 {
        let started = ProcessTime::now();
        for (position, report) in positions.iter().zip(&reports) {
            let oracle = expectimax(position, &Published::default(), &limits);
            assert!((report.value - oracle.value).abs() <= 1e-9 * oracle.value.abs(), "{position:?}");
            assert_eq!(report.nodes, oracle.nodes, "{position:?}");
        }
        let plain = started.elapsed().as_secs_f64();
        println!("the plain search, same values: {plain:.3} s, {:.1} times as long", plain / seconds);
    }
}
