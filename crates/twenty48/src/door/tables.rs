//! `plywise tables 2048`.

use std::path::Path;

use registry::cache_folder;
use registry::door::command::{ARG, Arg, ArgTakes, Command, Failure, Given, Host, Verb, whole};
use registry::numbers::count;
use serde_json::{Value, json};

use crate::endgame::{Endgames, Halt, Made, News, Order, Table};

/// Endgame tables.
pub(super) const VERB: Verb = Verb {
    command: Command {
        name: "tables",
        about: "Work out endgame tables for the champion of 2048",
        more: "A table knows, for every position in which six large tiles lie in a line that turns, how to double the smallest of \
them, and with which chance. There are four, for a 64, 128, 256 and 512; together they take 3.1 GB and some minutes. Tables \
that are there are left alone; interrupted, the command goes on with the table that was not complete.\n\n\
They help a network that learned whole games, and harm the networks that come along.\n\n\
Try: plywise tables 2048, then plywise match 2048 champion:network=FILE,tables=on",
        args: ARGS,
        one_dash: false,
        run,
    },
    what: "endgame tables",
};

const ARGS: &[Arg] = &[
    Arg {
        name: "cache",
        about: "The folder to keep them in [default: plywise in $XDG_CACHE_HOME or ~/.cache]",
        takes: ArgTakes::Folder,
        ..ARG
    },
    Arg {
        name: "largest",
        about: "The largest tile to be doubled: 64, 128, 256 or 512",
        takes: ArgTakes::Value("LARGEST", |text| whole::<0, { u64::MAX }>(text).map(drop)),
        default: Some("512"),
        ..ARG
    },
    Arg { name: "again", about: "Work out those too that are there", ..ARG },
    Arg {
        name: "threads",
        about: "Threads to work on [default: one per core]",
        takes: ArgTakes::Value("THREADS", |text| whole::<1, 1024>(text).map(drop)),
        ..ARG
    },
    Arg { name: "json", about: "Print JSON", ..ARG },
];

fn run(given: &Given, host: &mut dyn Host) -> Result<(), Failure> {
    let folder = given.file("cache").map_or_else(cache_folder, Path::to_path_buf);
    let (order, stop, json) = (order(given)?, host.stop()?, given.has("json"));
    let work = host.work("endgame tables");
    let (mut facts, mut told) = (Vec::new(), Ok(()));
    let made = Endgames::make(&folder, order, &stop, &mut |news| match news {
        News::Progress(rank, progress) => {
            work.at(format!("to double a {}", 1u32 << rank));
            work.count(progress.done, progress.all, "");
        }
        News::Made(table) if json => facts.push(fact(table)),
        News::Made(table) if told.is_ok() => told = host.line(&text(table)),
        News::Made(_) => {}
    });
    drop(work);
    let is_whole = match made {
        Err(Halt::Stopped) => false,
        Err(halt @ Halt::File(..)) => return Err(Failure::File(halt.to_string())),
        Ok(()) => true,
    };
    told?;
    if json {
        host.line(&json!({ "folder": folder.display().to_string(), "tables": facts }).to_string())?;
    } else if is_whole {
        let tables = if given.has("cache") { folder.display().to_string() } else { "on".into() };
        host.line(&format!(
            "to play with them: plywise match 2048 champion:network=FILE,tables={tables}, where FILE learned whole games \
             (the networks that come along play weaker with tables)"
        ))?;
    }
    Ok(())
}

fn order(given: &Given) -> Result<Order, Failure> {
    let tile = |rank: u8| 1u64 << rank;
    let asked = given.read("largest", whole::<0, { u64::MAX }>).unwrap_or(512);
    let Some(largest) = Endgames::RANKS.into_iter().find(|&rank| tile(rank) == asked) else {
        let tiles = Endgames::RANKS.into_iter().rev().map(|rank| tile(rank).to_string()).collect::<Vec<_>>();
        return Err(Failure::input(format!("--largest {asked} should be one of {}", tiles.join(", "))));
    };
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = given.read("threads", whole::<1, 1024>).map_or(cores, |threads| threads as usize);
    Ok(Order { largest, again: given.has("again"), threads })
}

fn text(table: &Made) -> String {
    let size = count(Table::size(table.rank) / 1_000_000);
    let how = match table.taken {
        None => "was there".into(),
        Some(taken) => format!("{:.1} s", taken.as_secs_f64()),
    };
    format!("{:>4}: {size} MB, {how}, {}", 1u32 << table.rank, table.path.display())
}

fn fact(table: &Made) -> Value {
    json!({
        "tile": 1u32 << table.rank,
        "file": table.path.display().to_string(),
        "bytes": Table::size(table.rank),
        "seconds": table.taken.map(|taken| taken.as_secs_f64()),
    })
}
