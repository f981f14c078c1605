//! `plywise replay`.

use std::process::ExitCode;
use std::time::Instant;

use arena::ReplayedGame;
use serde_json::json;

use super::files::read_games;
use crate::args::ReplayArgs;
use crate::failure::Failure;
use crate::layout;
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(args: &ReplayArgs) -> Result<ExitCode, Failure> {
    let kind = games::open(&args.game)?;
    let text = read_games(kind.name(), &args.file)?;
    let begun = Instant::now();
    let progress = Progress::begin(format!("{}, {}", kind.name(), args.file.display()));
    let lines = text.lines().count() as u64;
    let mut games: Vec<ReplayedGame> = Vec::new();
    kind.replay(&text, &mut |game| {
        progress.count(game.line as u64, lines, "");
        games.push(game);
    })
    .map_err(Failure::of_file(&args.file))?;
    drop(progress);
    let elapsed = begun.elapsed();
    let broken = games.iter().filter(|game| game.error.is_some()).count();
    if args.json {
        let errors: Vec<_> = games
            .iter()
            .filter_map(|game| {
                let (ply, message) = game.error.as_ref()?;
                Some(json!({ "game": game.number, "line": game.line, "ply": ply, "message": message }))
            })
            .collect();
        let results: Vec<_> = games
            .iter()
            .map(|game| json!({ "game": game.number, "result": game.result, "plies": game.plies }))
            .collect();
        output::json(&json!({
            "games": games.len(),
            "legal": games.len() - broken,
            "elapsed_s": elapsed.as_secs_f64(),
            "errors": errors,
            "results": results,
        }))?;
    } else {
        print(&games, broken)?;
        if !games.is_empty() {
            let rate = output::digits(games.len() as f64 / elapsed.as_secs_f64().max(1e-9));
            output::line(format!("played again in {} ({rate} games/s)", output::time(elapsed)))?;
        }
    }
    Ok(if args.strict && (broken > 0 || games.is_empty()) { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn print(games: &[ReplayedGame], broken: usize) -> Result<(), Failure> {
    for game in games {
        if let Some((ply, message)) = &game.error {
            output::line(layout::sentence(&format!(
                "game {} (line {}), ply {ply}: {message}",
                game.number, game.line
            )))?;
        }
    }
    let mut results: Vec<(&str, usize)> = Vec::new();
    // A result that breaks the rules, or comes after moves that do, has been told as what it is.
    for game in games.iter().filter(|game| game.error.is_none()) {
        match results.iter_mut().find(|(result, _)| *result == game.result) {
            Some((_, n)) => *n += 1,
            None => results.push((&game.result, 1)),
        }
    }
    results.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let plies: usize = games.iter().map(|game| game.plies).sum();
    output::line(format!(
        "{}, {} legal, {} not; {}",
        output::plural(games.len() as u64, "game"),
        output::count((games.len() - broken) as u64),
        output::count(broken as u64),
        output::plural(plies as u64, "move"),
    ))?;
    if results.is_empty() {
        return Ok(());
    }
    const SHOWN: usize = 12;
    let shown: Vec<String> = results.iter().take(SHOWN).map(|(result, n)| format!("{result} x{n}")).collect();
    let more = if results.len() > SHOWN { format!(", … ({} kinds)", results.len()) } else { String::new() };
    output::line(format!("results: {}{more}", shown.join(", ")))
}
