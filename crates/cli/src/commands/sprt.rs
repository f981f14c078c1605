//! `plywise sprt`.

use std::process::ExitCode;

use arena::stats::{Elo, Sprt, Tally};
use arena::{SprtReport, parse_sprt};
use serde_json::{Value, json};

use crate::args::SprtArgs;
use crate::failure::Failure;
use crate::layout;
use crate::output;

pub(crate) fn run(args: &SprtArgs) -> Result<ExitCode, Failure> {
    let sprt = parse_sprt(&args.test)?;
    match (&args.games[..], &args.pairs[..]) {
        (&[wins, draws, losses], _) => {
            let counts = json!({ "wins": wins, "draws": draws, "losses": losses });
            show(args, sprt, &Tally([losses, draws, wins]), &counts, "game")
        }
        (_, &[a, b, c, d, e]) => {
            show(args, sprt, &Tally([a, b, c, d, e]), &json!({ "pairs": [a, b, c, d, e] }), "pair")
        }
        _ => Err(Failure::input("counts are missing: --games WON DRAWN LOST, or --pairs with five numbers")),
    }
}

fn show<const N: usize>(
    args: &SprtArgs,
    sprt: Sprt,
    tally: &Tally<N>,
    counts: &Value,
    thing: &str,
) -> Result<ExitCode, Failure> {
    if tally.count() == 0 {
        return Err(Failure::input("all counts are 0: without a game there is nothing to say"));
    }
    let report = SprtReport::new(sprt, tally);
    let (score, elo, games) = (tally.score(), tally.elo(), tally.games_for(args.precision as f64));
    if args.json {
        output::json(&json!({
            "counts": counts, "sprt": report,
            "score": score.mean, "score_low": score.low, "score_high": score.high,
            "elo": elo.mean, "elo_low": elo.low, "elo_high": elo.high,
            "superiority": tally.superiority(), "precision": args.precision, "games_for_precision": games,
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    output::line(layout::sentence(&format!(
        "{}: score {:.2} % ({:.2} … {:.2}), a lead of {}, superior with {:.1} %",
        output::plural(tally.count(), thing),
        100.0 * score.mean,
        100.0 * score.low,
        100.0 * score.high,
        Elo::from(elo),
        100.0 * tally.superiority()
    )))?;
    output::line(layout::sentence(&report.line()))?;
    if let Some(games) = games {
        output::line(format!("±{} Elo takes about {}", args.precision, output::plural(games, "game")))?;
    }
    Ok(ExitCode::SUCCESS)
}
