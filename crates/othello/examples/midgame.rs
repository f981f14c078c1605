//! What the champion's search costs to a depth where the end is out of sight, in nodes and processor time: the general search alone, and with the
//! game's own for the last plies, on positions from games that anybody can make again; and how much sooner several threads are there, by
//! the clock, which needs a machine that does nothing else.
//!
//! `midgame [POSITIONS [DEPTH [THREADS]]]`

use std::sync::Arc;
use std::time::Instant;

use cpu_time::ProcessTime;
use othello::endgame::{Finisher, HANDS_OVER};
use othello::patterns::Patterns;
use othello::probcut::selective;
use othello::search::{Search, playing};
use othello::{Foreseen, Mobility, Othello, Size};
use plywise::alphabeta::{AlphaBeta, LateMoves, Settings};
use plywise::{Game, Limits, Report, Rng, Seat, Table};

fn main() {
    let mut numbers = std::env::args().skip(1).map(|arg| arg.parse::<u32>().expect("a number"));
    let (count, depth) = (numbers.next().unwrap_or(12), numbers.next().unwrap_or(12));
    let threads = numbers.next().unwrap_or(1) as usize;
    let rows = [("general", false, 1), ("own", true, 1), ("threads", true, threads)];
    let rows = if threads > 1 { &rows[1..] } else { &rows[..2] };
    println!("search   empties   M nodes        s  M nodes/s  sum of values");
    let mut gains = Vec::new();
    for empties in [45, 36, 27] {
        let positions: Vec<_> = (0..u64::from(count)).map(|seed| drawn(seed, empties)).collect();
        let mut costs = Vec::new();
        for &(name, own, threads) in rows {
            let search = Arc::new(searching(own, threads));
            let begun = ProcessTime::now();
            let found: Vec<_> = positions.iter().map(|position| timed(&search, position, depth)).collect();
            let seconds = begun.elapsed().as_secs_f64();
            let nodes = found.iter().map(|(report, _)| report.nodes).sum::<u64>() as f64 / 1e6;
            let sum: i32 = found.iter().map(|(report, _)| report.value.raw()).sum();
            let rate = nodes / seconds;
            println!("{name:<8} {empties:>7} {nodes:>9.2} {seconds:>8.3} {rate:>10.2} {sum:>14}");
            costs.push(found.into_iter().map(|(report, seconds)| [seconds, report.nodes as f64]));
        }
        if let [one, several] = &costs[..]
            && threads > 1
        {
            gains.extend(
                one.clone()
                    .zip(several.clone())
                    .map(|(one, several)| [one[0] / several[0], several[1] / one[1]]),
            );
        }
    }
    if threads > 1 {
        let [sooner, more] = [0, 1].map(|what| mean(gains.iter().map(|gain| gain[what])));
        println!(
            "{threads} threads: {:.2} (× {:.2}) times as soon, {:.2} (× {:.2}) of the positions",
            sooner.0, sooner.1, more.0, more.1
        );
    }
}

/// A search from an empty table, and how long it took by the clock.
fn timed(
    search: &Arc<Search>,
    position: &Othello,
    depth: u32,
) -> (Report<othello::Move, plywise::Score>, f64) {
    search.table.iter().for_each(|table| table.clear());
    search.forget();
    let begun = Instant::now();
    let report = search.search_detached(position, &Limits::depth(depth), &mut |_| {});
    (report, begun.elapsed().as_secs_f64())
}

/// The geometric mean, and one standard error as a factor.
fn mean(of: impl Iterator<Item = f64>) -> (f64, f64) {
    let logs: Vec<f64> = of.map(f64::ln).collect();
    let count = logs.len() as f64;
    let mean = logs.iter().sum::<f64>() / count;
    let variance = logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean.exp(), (variance / count).sqrt().exp())
}

/// The champion's search, without and with its own for the last plies.
fn searching(own: bool, threads: usize) -> Search {
    let late = LateMoves { on: false, first: 1, from: 1, noisy: |_, _| false };
    let select = selective(Size::Eight, late, "patterns", Some(1.5));
    let eval = Patterns::learned(Size::Eight).expect("weights for this board");
    let probe = Finisher::new(HANDS_OVER, 100);
    let probe = if own { probe.seeing(select.clone(), eval) } else { probe };
    let table = Some(Arc::new(Table::new(16)));
    let settings = Settings { threads, ..Settings::fast() };
    playing(AlphaBeta { eval: eval.into(), rank: Foreseen(Some(eval)), select, probe, settings, table })
}

/// A position from a game of which every fourth move is random, the others those of a search of two plies.
fn drawn(seed: u64, empties: u32) -> Othello {
    let search = AlphaBeta::new(Mobility, Settings::fast(), None);
    let (mut position, mut rng) = (Othello::start_with(Size::Eight, Seat::FIRST), Rng::derive(seed, 27));
    let mut moves = Vec::new();
    while position.empty().count_ones() > empties && !position.is_over() {
        moves.clear();
        position.moves(&mut moves);
        let random = moves[rng.index(moves.len())];
        let best = search.search(&position, &Limits::depth(2)).best;
        position.play(if rng.below(4) == 0 { random } else { best.unwrap_or(random) });
    }
    position
}
