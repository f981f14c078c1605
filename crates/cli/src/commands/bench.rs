//! `plywise bench`.

use std::process::ExitCode;
use std::time::Instant;

use arena::registry;
use serde_json::json;

use crate::args::BenchArgs;
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(args: &BenchArgs) -> Result<ExitCode, Failure> {
    let groups = registry::benches(args.game.as_deref())?;
    let mut rows = Vec::new();
    let mut facts = Vec::new();
    if !args.json {
        output::line(format!("one thread, {} runs each: median (slowest … fastest)", args.repeat))?;
    }
    for (group, benches) in groups {
        for bench in benches {
            let mut units = 0;
            let mut rates: Vec<f64> = (0..args.repeat)
                .map(|_| {
                    let begun = Instant::now();
                    units = (bench.run)();
                    units as f64 / begun.elapsed().as_secs_f64().max(1e-9)
                })
                .collect();
            rates.sort_by(f64::total_cmp);
            let (median, low, high) = (rates[rates.len() / 2], rates[0], rates[rates.len() - 1]);
            if !args.json {
                output::line(format!(
                    "{group:<11} {:<44} {:>14} {:<12} {:>16}/s  ({} … {})",
                    bench.name,
                    output::count(units),
                    bench.unit,
                    output::digits(median),
                    output::digits(low),
                    output::digits(high),
                ))?;
            }
            rows.push(bench.name);
            facts.push(json!({
                "group": group, "name": bench.name, "unit": bench.unit, "units": units,
                "median_per_s": median, "low_per_s": low, "high_per_s": high, "runs": args.repeat,
            }));
        }
    }
    if args.json {
        output::json(&facts)?;
    }
    Ok(ExitCode::SUCCESS)
}
