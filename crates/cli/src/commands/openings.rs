//! `plywise openings`.

use std::process::ExitCode;

use arena::{Spec, openings};
use serde_json::json;

use crate::args::tournament::OpeningsArgs;
use crate::failure::Failure;
use crate::layout;
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(args: &OpeningsArgs) -> Result<ExitCode, Failure> {
    let kind = games::open(&args.game)?;
    let Some(suite) = &args.suite else { return list(&*kind, args.json) };
    let progress = Progress::begin(format!("{}, {suite}", kind.name()));
    let lines = openings::lines(&*kind, &Spec::parse(suite)?)?;
    drop(progress);
    if args.json {
        let lines: Vec<_> =
            lines.iter().map(|line| json!({ "opening": line.opening.text(), "value": line.value })).collect();
        output::json(&json!({ "game": kind.name(), "suite": suite, "openings": lines }))?;
        return Ok(ExitCode::SUCCESS);
    }
    for line in &lines {
        let value = line.value.map_or(String::new(), |value| format!("  [{value:+.2}]"));
        output::line(layout::sentence(&format!("{}{value}", line.opening.text())))?;
    }
    output::line(output::plural(lines.len() as u64, "opening"))?;
    Ok(ExitCode::SUCCESS)
}

fn list(kind: &dyn arena::Kind, json: bool) -> Result<ExitCode, Failure> {
    if json {
        let suites: Vec<_> = openings::suites(kind)
            .iter()
            .map(|suite| {
                json!({ "name": suite.name, "about": suite.about, "options": output::options_json(suite.options) })
            })
            .collect();
        output::json(&json!({ "game": kind.name(), "suites": suites }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let suites = openings::suites(kind);
    if suites.is_empty() {
        output::line(format!("{} has no suites of openings", kind.name()))?;
    }
    for suite in suites {
        output::entry(0, suite.name, suite.about)?;
        output::options(suite.options)?;
    }
    Ok(ExitCode::SUCCESS)
}
