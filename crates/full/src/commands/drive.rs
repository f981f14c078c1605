//! `plywise drive`.

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

use drive::{Browser, Driver, GAME, Options, Page, Played, Player, check_url};
use serde_json::{Value, json};

use crate::args::drive::DriveArgs;
use cli::failure::Failure;
use cli::interrupt::{self, stop_on_interrupt};
use cli::outfile::OutFile;
use cli::output;
use cli::presets;
use cli::progress::Progress;

pub(crate) fn run(args: &DriveArgs) -> Result<ExitCode, Failure> {
    if args.game != GAME {
        return Err(Failure::input(format!("{:?} has no page that is known here; {GAME} has", args.game)));
    }
    let kind = games::open(GAME)?;
    let agent = presets::agent(&*kind, &args.agent)?;
    kind.check_options(&agent)?;
    cli::commands::no_person(&agent)?;
    check_url(&args.url).map_err(Failure::input)?;
    if let Some(path) = args.save.as_ref().filter(|path| path.exists()) {
        return Err(Failure::exists(path));
    }
    let stop = stop_on_interrupt()?;
    let writable = OutFile::maybe(args.save.as_deref(), None)?;
    let progress = Progress::begin(&args.url);
    let options = Options {
        driver: args.driver.clone(),
        headless: args.headless,
        arguments: args.browser_arg.clone(),
        pause: Duration::from_secs(1),
    };
    let driver = Driver::start(&options).map_err(Failure::input)?;
    // All that was typed can be understood: what takes long begins.
    kind.check_agent(&agent)?;
    let browser = Browser::open(driver, &options);
    let page = browser.and_then(|browser| Page::open(browser, &args.url)).map_err(Failure::input)?;
    let mut player = Player::new(page, &agent, args.seed).map_err(Failure::input)?;
    drop(writable);
    let mut file = args.save.as_deref().map(output::new_file).transpose()?;
    let mut games = Vec::new();
    for number in 0..args.games {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        if (number == 0 && args.restart) || number > 0 {
            player.page().restart().map_err(Failure::input)?;
        }
        progress.count(number, args.games, "games");
        let game = play(args, &mut player, &progress, &stop)?;
        if let (Some(file), Some(text)) = (&mut file, &game.text) {
            file.write_all(text.as_bytes()).map_err(Failure::input)?;
        }
        if !args.json {
            tell(&game)?;
        }
        games.push(game);
    }
    if args.json {
        let games: Vec<Value> = games.iter().map(facts).collect();
        output::json(
            &json!({ "game": args.game, "url": args.url, "agent": agent.to_string(), "games": games }),
        )?;
    }
    Ok(if stop.load(Ordering::Relaxed) { interrupt::exit_code() } else { ExitCode::SUCCESS })
}

fn play(
    args: &DriveArgs,
    player: &mut Player,
    progress: &Progress,
    stop: &std::sync::atomic::AtomicBool,
) -> Result<Played, Failure> {
    let watch = &mut |state: &drive::State, moves: u64| {
        progress.at(output::plural(moves, "slide"));
        progress.note(format!(
            "{} points, largest tile {}",
            output::count(u64::from(state.score)),
            state.board.max_tile()
        ));
    };
    player.play(args.moves.unwrap_or(u64::MAX), stop, watch).map_err(Failure::input)
}

fn tell(game: &Played) -> Result<(), Failure> {
    let end = if game.over { "over" } else { "not finished" };
    output::line(format!(
        "{} points, largest tile {}, {end}; {} in {}, of which the agent thought {}",
        output::count(u64::from(game.score)),
        game.tile,
        output::plural(game.moves, "slide"),
        output::time(game.elapsed),
        output::time(game.thinking)
    ))
}

fn facts(game: &Played) -> Value {
    json!({
        "score": game.score, "tile": game.tile, "moves": game.moves, "over": game.over,
        "elapsed_s": game.elapsed.as_secs_f64(), "thinking_s": game.thinking.as_secs_f64(),
        "moves_per_second": game.moves as f64 / game.elapsed.as_secs_f64().max(1e-9),
    })
}
