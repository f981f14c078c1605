//! `plywise perft`.

use std::process::ExitCode;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use arena::Kind;
use plywise::{Convention, TextError};
use serde_json::{Map, Value, json};

use crate::args::{PassArg, PerftArgs};
use crate::failure::Failure;
use crate::interrupt::{self, until_interrupted};
use crate::output;
use crate::progress::Progress;

/// What the count tells as it goes on.
enum News {
    Begins(u32),
    Counted { depth: u32, leaves: u64, elapsed: Duration },
    Divided(Vec<(String, u64)>),
    Failed(TextError),
}

pub(crate) fn run(args: &PerftArgs) -> Result<ExitCode, Failure> {
    let kind = games::open(&args.game)?;
    if args.pass == PassArg::Free && !kind.passes() {
        let name = kind.name();
        return Err(Failure::input(format!(
            "nobody passes in {name}, so that --pass free changes nothing; leave it out"
        )));
    }
    let convention = Convention { pass_is_a_ply: args.pass == PassArg::Ply, ..kind.convention() };
    kind.live(0, args.position.as_deref())?; // a position that cannot be read is refused before anything is printed
    let name = kind.name().to_owned();
    let progress = Progress::begin(format!("{name}, perft"));
    progress.nodes_are(["leaf", "leaves"]);
    let mut depths = Vec::new();
    let mut split = None;
    let mut each = |news| match news {
        News::Begins(depth) => {
            progress.at(format!("depth {depth}"));
            Ok(())
        }
        News::Counted { depth, leaves, elapsed } if args.json => {
            depths.push(json!({ "depth": depth, "leaves": leaves, "elapsed_s": elapsed.as_secs_f64() }));
            Ok(())
        }
        News::Counted { depth, leaves, elapsed } => {
            if depth == 0 {
                output::line(format!("depth {:>18} {:>10} {:>16}", "leaves", "time", "leaves/s"))?;
            }
            let rate = output::digits(leaves as f64 / elapsed.as_secs_f64().max(1e-9));
            output::line(format!("{depth:>5} {leaves:>18} {:>10} {rate:>16}", output::time(elapsed)))
        }
        News::Divided(parts) if args.json => {
            let parts = parts.into_iter().map(|(mv, leaves)| (mv, json!(leaves)));
            split = Some(Value::from(parts.collect::<Map<_, _>>()));
            Ok(())
        }
        News::Divided(parts) if parts.is_empty() => Ok(()),
        News::Divided(parts) => {
            for (mv, leaves) in parts {
                output::line(format!("{mv:<12} {leaves:>11}"))?;
            }
            output::line("")
        }
        News::Failed(error) => Err(error.into()),
    };
    let (position, last, divide) = (args.position.clone(), args.depth as u32, args.divide);
    let work = move |tell: &Sender<News>| {
        count(&*kind, position.as_deref(), last, divide, convention, tell).unwrap_or_else(|error| {
            let _ = tell.send(News::Failed(error));
        });
    };
    let is_whole = until_interrupted(work, &mut each)?;
    if let (true, Some(deepest)) = (args.json, depths.last()) {
        let mut report: Value = deepest.clone();
        report["game"] = json!(name);
        report["depths"] = json!(depths);
        if let Some(position) = &args.position {
            report["position"] = json!(position);
        }
        if let Some(split) = split {
            report["divide"] = split;
        }
        if !is_whole {
            report["stopped"] = json!("interrupted");
        }
        output::json(&report)?;
    }
    Ok(if is_whole { ExitCode::SUCCESS } else { interrupt::exit_code() })
}

/// Counts depth by depth, the parts below each move first. Who no longer listens has ended.
fn count(
    kind: &dyn Kind,
    position: Option<&str>,
    last: u32,
    divide: bool,
    convention: Convention,
    tell: &Sender<News>,
) -> Result<(), TextError> {
    if divide {
        let _ = tell.send(News::Begins(last));
        let parts = if last > 0 { kind.divide(position, last, convention)? } else { Vec::new() };
        let _ = tell.send(News::Divided(parts));
    }
    for depth in 0..=last {
        let _ = tell.send(News::Begins(depth));
        let begun = Instant::now();
        let leaves = kind.perft(position, depth, convention)?;
        let _ = tell.send(News::Counted { depth, leaves, elapsed: begun.elapsed() });
    }
    Ok(())
}
