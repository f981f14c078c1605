//! `plywise tables`.

use std::process::ExitCode;

use arena::registry::cache_folder;
use serde_json::json;
use twenty48::endgame::{Endgames, Halt, Made, News, Order, Table};

use crate::args::tables::TablesArgs;
use cli::failure::{Failure, INTERRUPTED};
use cli::interrupt::stop_on_interrupt;
use cli::output;
use cli::progress::Progress;

pub(crate) fn run(args: &TablesArgs) -> Result<ExitCode, Failure> {
    if args.game != "2048" {
        return Err(Failure::input(format!("{:?} has no endgame tables; 2048 has", args.game)));
    }
    let folder = args.cache.clone().unwrap_or_else(cache_folder);
    let stop = stop_on_interrupt()?;
    let mut show = Show { json: args.json, progress: Progress::begin("endgame tables"), made: Vec::new() };
    let mut told = Ok(());
    let made = Endgames::make(&folder, order(args)?, &stop, &mut |news| {
        if told.is_ok() {
            told = show.hear(&news);
        }
    });
    let Show { progress, made: facts, .. } = show;
    drop(progress);
    let is_whole = match made {
        Err(Halt::Stopped) => false,
        made => made.map(|()| true).map_err(|error| Failure::input(error.to_string()))?,
    };
    told?;
    if args.json {
        let tables = facts;
        output::line(json!({ "folder": folder.display().to_string(), "tables": tables }).to_string())?;
    } else if is_whole {
        let tables = if args.cache.is_none() { "on".into() } else { folder.display().to_string() };
        output::line(format!(
            "to play with them: plywise match 2048 champion:network=FILE,tables={tables}, where FILE learned whole games \
             (the networks that come along play weaker with tables)"
        ))?;
    }
    Ok(if is_whole { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
}

fn order(args: &TablesArgs) -> Result<Order, Failure> {
    let tile = |rank: u8| 1u64 << rank;
    let Some(largest) = Endgames::RANKS.into_iter().find(|&rank| tile(rank) == args.largest) else {
        let tiles = Endgames::RANKS.into_iter().rev().map(|rank| tile(rank).to_string()).collect::<Vec<_>>();
        return Err(Failure::input(format!(
            "--largest {} should be one of {}",
            args.largest,
            tiles.join(", ")
        )));
    };
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = args.threads.map_or(cores, |threads| threads as usize);
    Ok(Order { largest, again: args.again, threads })
}

/// What is shown while tables are made.
struct Show {
    json: bool,
    progress: Progress,
    made: Vec<serde_json::Value>,
}

impl Show {
    fn hear(&mut self, news: &News<'_>) -> Result<(), Failure> {
        match *news {
            News::Progress(rank, progress) => {
                self.progress.at(format!("to double a {}", 1u32 << rank));
                self.progress.count(progress.done, progress.all, "");
                Ok(())
            }
            News::Made(table) => {
                if self.json {
                    self.made.push(facts(table));
                    return Ok(());
                }
                output::line(text(table))
            }
        }
    }
}

fn text(table: &Made) -> String {
    let size = output::count(Table::size(table.rank) / 1_000_000);
    let how = match table.taken {
        None => "was there".into(),
        Some(taken) => format!("{:.1} s", taken.as_secs_f64()),
    };
    format!("{:>4}: {size} MB, {how}, {}", 1u32 << table.rank, table.path.display())
}

fn facts(table: &Made) -> serde_json::Value {
    json!({
        "tile": 1u32 << table.rank,
        "file": table.path.display().to_string(),
        "bytes": Table::size(table.rank),
        "seconds": table.taken.map(|taken| taken.as_secs_f64()),
    })
}
