//! scratch
use cpu_time::ProcessTime;
use plywise::{ChanceOptions, ChanceSearch, Game, Limits, Rng, Stochastic, Turn};
use twenty48::{Published, Twenty48, dynamic_depth};
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let cutoff: f64 = a[0].parse().unwrap();
    let mib: usize = a[1].parse().unwrap();
    let games: u64 = a[2].parse().unwrap();
    let seed: u64 = a[3].parse().unwrap();
    let plus: u32 = a.get(4).map_or(0, |t| t.parse().unwrap());
    for number in 0..games {
        let mut search =
            ChanceSearch::new(Published::default(), ChanceOptions { cutoff, ..ChanceOptions::default() })
                .with_memory(mib)
                .with_depth_by(move |p| dynamic_depth(p) + plus);
        let started = ProcessTime::now();
        let mut rng = Rng::derive(seed, number);
        let mut game = Twenty48::START;
        let (mut moves, mut nodes, mut slowest) = (0, 0, 0.0f64);
        while !game.is_over() {
            match game.turn() {
                Turn::Chance => game.play(game.sample(&mut rng)),
                Turn::Seat(_) => {
                    let report = search.search(&game, &Limits::default());
                    moves += 1;
                    nodes += report.nodes;
                    slowest = slowest.max(report.elapsed.as_secs_f64());
                    game.play(report.best.unwrap());
                }
            }
        }
        let s = started.elapsed().as_secs_f64();
        println!(
            "cutoff {cutoff} mib {mib} game {number}: score {} tile {} moves {moves} cpu {s:.1} s, {:.3} ms/move, slowest {:.0} ms, nodes/move {}, {:.1} M/s",
            game.score(),
            game.board().max_tile(),
            s * 1e3 / moves as f64,
            slowest * 1e3,
            nodes / moves,
            nodes as f64 / s / 1e6
        );
    }
}
