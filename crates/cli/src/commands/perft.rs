//! `plywise perft`.

use std::process::ExitCode;
use std::time::Instant;

use arena::registry;
use plywise::Convention;
use serde_json::{Map, json};

use crate::args::{PassArg, PerftArgs};
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(args: &PerftArgs) -> Result<ExitCode, Failure> {
    let kind = registry::open(&args.game)?;
    let convention = Convention { pass_is_a_ply: args.pass == PassArg::Ply, ..kind.convention() };
    let (position, last) = (args.position.as_deref(), args.depth as u32);
    if args.json {
        let begun = Instant::now();
        let leaves = kind.perft(position, last, convention)?;
        let elapsed_s = begun.elapsed().as_secs_f64();
        let mut report =
            json!({ "game": kind.name(), "depth": args.depth, "leaves": leaves, "elapsed_s": elapsed_s });
        if args.divide {
            let split = kind.divide(position, last, convention)?;
            report["divide"] = split.into_iter().map(|(mv, n)| (mv, json!(n))).collect::<Map<_, _>>().into();
        }
        output::json(&report)?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.divide && last > 0 {
        for (mv, leaves) in kind.divide(position, last, convention)? {
            output::line(format!("{mv:<12} {:>16}", output::count(leaves)))?;
        }
    }
    output::line(format!("depth {:>18} {:>10} {:>16}", "leaves", "time", "leaves/s"))?;
    for depth in 0..=last {
        let begun = Instant::now();
        let leaves = kind.perft(position, depth, convention)?;
        let elapsed = begun.elapsed();
        let rate = output::digits(leaves as f64 / elapsed.as_secs_f64().max(1e-9));
        output::line(format!("{depth:>5} {:>18} {:>10} {rate:>16}", leaves, output::time(elapsed)))?;
    }
    Ok(ExitCode::SUCCESS)
}
