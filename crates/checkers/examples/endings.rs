//! Random endings: what they are worth, and what it takes to exhaust them.
//!
//! ```text
//! cargo run --release -p plywise-checkers --features measure --example endings -- PIECES COUNT [MIB]
//! ```

use checkers::databases::Endgames;
use checkers::ending::Endings;
use checkers::{Checkers, Rules};
use plywise::{Agent, Limits, RandomAgent, Rng, Stop, Value};

#[path = "../tests/common/random_board.rs"]
mod random_board;

fn main() {
    let numbers: Option<Vec<usize>> = std::env::args().skip(1).map(|arg| arg.parse().ok()).collect();
    let (pieces, count, mib) = match numbers.as_deref() {
        Some(&[pieces @ 2..=8, count]) => (pieces, count, 256),
        Some(&[pieces @ 2..=8, count, mib]) => (pieces, count, mib),
        _ => return eprintln!("endings PIECES COUNT [MIB]: 2 to 8 pieces, so many positions"),
    };
    let mut solver = Endings {
        otherwise: Box::new(RandomAgent::default()),
        memory: mib << 20,
        endgames: Endgames::default(),
    };
    let (mut rng, mut results, mut longest) = (Rng::new(pieces as u64), [0; 3], 0);
    let (mut positions, mut seconds) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let game = Checkers::new(Rules::Standard, random_board::random_board(pieces as u32, &mut rng));
        let report = solver.choose(&game, &Limits::default());
        if report.stopped != Stop::Exhausted {
            continue;
        }
        positions.push(report.nodes);
        seconds.push(report.elapsed.as_secs_f64());
        let result = match report.value {
            Value::Win { .. } => 0,
            Value::Loss { .. } => 1,
            Value::Points(_) => 2,
        };
        results[result] += 1;
        longest = longest.max(if result == 2 { 0 } else { report.line.len() });
    }
    let [wins, losses, draws] = results;
    println!("{pieces} pieces: {} of {count} exhausted in {mib} MiB", positions.len());
    println!("{wins} wins, {losses} losses, {draws} draws; the longest took {longest} plies");
    positions.sort_unstable();
    seconds.sort_by(f64::total_cmp);
    if let (Some(most), Some(slowest)) = (positions.last(), seconds.last()) {
        let middle = positions.len() / 2;
        let (all, time) = (positions.iter().sum::<u64>(), seconds.iter().sum::<f64>());
        println!("positions: median {}, most {most}, in all {all}", positions[middle]);
        println!("seconds: median {:.3}, most {slowest:.3}, in all {time:.1}", seconds[middle]);
    }
}
