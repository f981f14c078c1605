//! `plywise tables`.

use std::io::{self, ErrorKind, IsTerminal};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use arena::registry::tables_folder;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use twenty48::endgame::{Endgames, Table};

use super::matches::stop_on_interrupt;
use crate::args::tables::TablesArgs;
use crate::failure::{Failure, INTERRUPTED};
use crate::output;

pub(crate) fn run(args: &TablesArgs) -> Result<ExitCode, Failure> {
    if args.game != "2048" {
        return Err(Failure::input(format!("{:?} has no endgame tables; 2048 has", args.game)));
    }
    // The smallest first: they are there soon, and help at once.
    let mut ranks = Endgames::RANKS;
    ranks.reverse();
    let tiles = ranks.map(|rank| 1u64 << rank);
    let Some(last) = tiles.iter().position(|&tile| tile == args.largest) else {
        let tiles = tiles.map(|tile| tile.to_string()).join(", ");
        return Err(Failure::input(format!("--largest {} should be one of {tiles}", args.largest)));
    };
    let folder = args.cache.clone().unwrap_or_else(tables_folder);
    std::fs::create_dir_all(&folder).map_err(|error| wrong(&folder, error))?;
    let stop = stop_on_interrupt()?;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = args.threads.map_or(cores, |threads| threads as usize);
    let mut tables = Vec::new();
    for &rank in &ranks[..=last] {
        let path = Table::path(&folder, rank);
        let complete = !args.again && Table::open(&folder, rank).is_ok();
        let begun = Instant::now();
        if !complete {
            let bar = bar(rank);
            let built = Table::build(&folder, rank, threads, &stop, &mut |progress| {
                bar.set_length(progress.all);
                bar.set_position(progress.done);
            });
            bar.finish_and_clear();
            match built {
                Err(error) if error.kind() == ErrorKind::Interrupted => {
                    return Ok(ExitCode::from(INTERRUPTED));
                }
                built => built.map_err(|error| wrong(&path, error))?,
            }
        }
        let table = Made { rank, path: &path, taken: (!complete).then(|| begun.elapsed()) };
        if args.json {
            tables.push(table.to_json());
        } else {
            output::line(table.to_text())?;
        }
    }
    if args.json {
        output::line(json!({ "folder": folder.display().to_string(), "tables": tables }).to_string())?;
    } else {
        let tables = if args.cache.is_none() { "on".into() } else { folder.display().to_string() };
        output::line(format!("to play with them: plywise match 2048 champion:tables={tables}"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn wrong(path: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::input(format!("{}: {error}", path.display()))
}

struct Made<'a> {
    rank: u8,
    path: &'a Path,
    /// How long it took, if it was not there.
    taken: Option<Duration>,
}

impl Made<'_> {
    fn to_text(&self) -> String {
        let size = output::count(Table::size(self.rank) / 1_000_000);
        let how = match self.taken {
            None => "was there".into(),
            Some(taken) => format!("{:.1} s", taken.as_secs_f64()),
        };
        format!("{:>4}: {size} MB, {how}, {}", 1u32 << self.rank, self.path.display())
    }

    fn to_json(&self) -> serde_json::Value {
        json!({
            "tile": 1u32 << self.rank,
            "file": self.path.display().to_string(),
            "bytes": Table::size(self.rank),
            "seconds": self.taken.map(|taken| taken.as_secs_f64()),
        })
    }
}

fn bar(rank: u8) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{msg} {wide_bar} {percent} % {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(Table::size(rank)).with_style(style).with_message(format!("{:>4}", 1u32 << rank))
}
