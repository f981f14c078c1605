//! `plywise bench`.

use std::process::ExitCode;
use std::sync::mpsc::Sender;
use std::time::Instant;

use plywise::Bench;
use serde_json::json;

use crate::args::BenchArgs;
use crate::failure::Failure;
use crate::interrupt::{self, until_interrupted};
use crate::layout;
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(args: &BenchArgs) -> Result<ExitCode, Failure> {
    let progress = Progress::begin("bench");
    let groups = games::benches(args.game.as_deref())?;
    let mut facts = Vec::new();
    if !args.json {
        let runs = output::plural(args.repeat, "run");
        let signature = output::count(games::signature()?);
        let said = format!("signature of the searches: {signature} positions visited on a fixed set");
        output::line(layout::sentence(&said))?;
        let said = if groups.iter().all(|(_, benches)| benches.is_empty()) {
            "there is nothing more to measure: this game has no benches of its own".to_owned()
        } else {
            format!("one thread, {runs} each: the work, the median speed (slowest … fastest)")
        };
        output::line(layout::sentence(&said))?;
    }
    let repeat = args.repeat;
    let work = move |tell: &Sender<News>| {
        for (group, benches) in groups {
            for bench in benches {
                let _ = tell.send((group, bench, None));
                let measured = measure(&bench, repeat);
                let _ = tell.send((group, bench, Some(measured)));
            }
        }
    };
    let mut headed = "";
    let is_whole = until_interrupted(work, |(group, bench, measured)| {
        let Some(Measured { units, median, low, high }) = measured else {
            progress.at(format!("{group}: {}", bench.name));
            return Ok(());
        };
        facts.push(json!({
            "group": group, "name": bench.name, "unit": bench.unit, "units": units,
            "median_per_s": median, "low_per_s": low, "high_per_s": high, "runs": repeat,
        }));
        if args.json {
            return Ok(());
        }
        if std::mem::replace(&mut headed, group) != group {
            output::line(format!("\n{group}"))?;
        }
        let work = format!("{:>13} {}", output::count(units), bench.unit);
        let speed = format!("{:>13}/s", output::digits(median));
        let spread = format!("({} … {})", output::digits(low), output::digits(high));
        // Where a line does not hold all of it, the numbers stand below the name.
        let narrow = layout::width().is_some_and(|width| width < 120);
        let name = if narrow {
            output::line(layout::beside("", bench.name))?;
            String::new()
        } else {
            format!("  {:<44}", bench.name)
        };
        output::line(layout::beside(&format!("{name}{work:<26} {speed}"), &spread))
    })?;
    if args.json {
        output::json(&facts)?;
    }
    Ok(if is_whole { ExitCode::SUCCESS } else { interrupt::exit_code() })
}

/// A bench that begins, or what it came to.
type News = (&'static str, Bench, Option<Measured>);

/// Units of work, and units per second over the runs.
struct Measured {
    units: u64,
    median: f64,
    low: f64,
    high: f64,
}

fn measure(bench: &Bench, runs: u64) -> Measured {
    let mut units = 0;
    let mut rates: Vec<f64> = (0..runs)
        .map(|_| {
            let begun = Instant::now();
            units = (bench.run)();
            units as f64 / begun.elapsed().as_secs_f64().max(1e-9)
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    Measured { units, median: rates[rates.len() / 2], low: rates[0], high: rates[rates.len() - 1] }
}
