//! `plywise perft`.

use std::process::ExitCode;
use std::time::Instant;

use plywise::Convention;
use serde_json::{Map, json};

use crate::args::{PassArg, PerftArgs};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(args: &PerftArgs) -> Result<ExitCode, Failure> {
    let kind = games::open(&args.game)?;
    let convention = Convention { pass_is_a_ply: args.pass == PassArg::Ply, ..kind.convention() };
    let (position, last) = (args.position.as_deref(), args.depth as u32);
    kind.live(0, position)?; // a position that cannot be read is refused before anything is printed
    let progress = Progress::begin(format!("{}, perft", kind.name()));
    progress.nodes_are("leaves");
    progress.at(format!("depth {last}"));
    if args.json {
        let mut depths = Vec::new();
        for depth in 0..=last {
            progress.at(format!("depth {depth}"));
            let begun = Instant::now();
            let leaves = kind.perft(position, depth, convention)?;
            let elapsed_s = begun.elapsed().as_secs_f64();
            depths.push(json!({ "depth": depth, "leaves": leaves, "elapsed_s": elapsed_s }));
        }
        let mut report = depths[last as usize].clone();
        report["game"] = json!(kind.name());
        report["depths"] = json!(depths);
        if let Some(position) = position {
            report["position"] = json!(position);
        }
        if args.divide {
            let split = if last > 0 { kind.divide(position, last, convention)? } else { Vec::new() };
            report["divide"] = split.into_iter().map(|(mv, n)| (mv, json!(n))).collect::<Map<_, _>>().into();
        }
        output::json(&report)?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.divide && last > 0 {
        for (mv, leaves) in kind.divide(position, last, convention)? {
            output::line(format!("{mv:<12} {leaves:>11}"))?;
        }
        output::line("")?;
    }
    output::line(format!("depth {:>18} {:>10} {:>16}", "leaves", "time", "leaves/s"))?;
    for depth in 0..=last {
        progress.at(format!("depth {depth}"));
        let begun = Instant::now();
        let leaves = kind.perft(position, depth, convention)?;
        let elapsed = begun.elapsed();
        let rate = output::digits(leaves as f64 / elapsed.as_secs_f64().max(1e-9));
        output::line(format!("{depth:>5} {leaves:>18} {:>10} {rate:>16}", output::time(elapsed)))?;
    }
    Ok(ExitCode::SUCCESS)
}
