//! `plywise databases checkers`.

use std::path::Path;

use registry::cache_folder;
use registry::door::command::{ARG, Arg, ArgTakes, Command, Failure, Given, Host, Verb, whole};
use registry::numbers::count;
use serde_json::{Value, json};

use super::units;
use crate::databases::{Doubt, Halt, Made, News, Order, Packed, Totals, make, verify};

/// Databases of endings.
pub(super) const VERB: Verb = Verb {
    command: Command {
        name: "databases",
        about: "Work out databases of endings: who wins with few pieces, and how soon",
        more: "All positions with up to N pieces get their exact values, worked back from the ends of games. Up to four pieces take \
seconds and come along with the program; five take a minute of processor time and 46 MB of disk; six some 17 times as long \
and 3 GB of memory; all of seven many hours, which --plan tells, and 43 GB, a unit of them a part of both. Databases that are there are \
left alone; interrupted, the command goes on behind the last slice that was complete.\n\n\
--verify derives every position of what is there from its successors.\n\n\
Machines that share a folder make five, six or seven pieces by units: --plan with --pieces lists them, and which others each \
needs; --pieces N --unit U makes one; when all are there, --pieces N alone joins them, to the same bytes as made by one machine. \
Games use a unit as soon as it is there: databases=7 knows those of seven pieces that were made. \
--plan measures for a second or two what a position takes here, and says what five, six and seven pieces cost: \
memory at once and for the unit that takes most, disk for all units and for the packed files, time with a core for each unit \
that need not wait.\n\n\
Try: plywise databases checkers --pieces 5, then plywise match checkers champion:databases=5 champion",
        args: ARGS,
        one_dash: false,
        run,
    },
    what: "databases of endings",
};

const PIECES: fn(&str) -> Result<u64, String> = whole::<2, { crate::databases::MOST_PIECES as u64 }>;
const THREADS: fn(&str) -> Result<u64, String> = whole::<1, 1024>;

const UNIT: fn(&str) -> Result<u64, String> = whole::<1, 1_000>;

const ARGS: &[Arg] = &[
    Arg {
        name: "pieces",
        about: "The most pieces, 2 to 7",
        takes: ArgTakes::Value("N", |text| PIECES(text).map(drop)),
        default: Some("4"),
        ..ARG
    },
    Arg {
        name: "unit",
        about: "Make this unit of the database of --pieces alone; with --verify, verify it",
        takes: ArgTakes::Value("U", |text| UNIT(text).map(drop)),
        ..ARG
    },
    Arg {
        name: "plan",
        about: "Say what five, six and seven pieces cost, and with --pieces which units there are; make nothing",
        conflicts_with: Some("unit"),
        ..ARG
    },
    Arg {
        name: "verify",
        about: "Derive every position of those that are there from its successors",
        conflicts_with: Some("again"),
        ..ARG
    },
    Arg {
        name: "cache",
        about: "The folder to keep them in [default: plywise in $XDG_CACHE_HOME or ~/.cache]",
        takes: ArgTakes::Folder,
        ..ARG
    },
    Arg { name: "again", about: "Work out those too that are there", ..ARG },
    Arg {
        name: "threads",
        about: "Threads to work on [default: one per core]",
        takes: ArgTakes::Value("THREADS", |text| THREADS(text).map(drop)),
        ..ARG
    },
    Arg { name: "json", about: "Print JSON", ..ARG },
];

fn run(given: &Given, host: &mut dyn Host) -> Result<(), Failure> {
    let folder = given.file("cache").map_or_else(cache_folder, Path::to_path_buf);
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = given.read("threads", THREADS).map_or(cores, |threads| threads as usize);
    let pieces = given.read("pieces", PIECES).unwrap_or(4) as usize;
    if given.has("plan") {
        return units::plan(given, pieces, host);
    }
    if let Some(number) = given.read("unit", UNIT) {
        return units::unit(given, number as usize, pieces, &folder, threads, host);
    }
    if given.has("verify") {
        return prove(&folder, pieces, threads, given.has("json"), host);
    }
    let order = Order { pieces, again: given.has("again"), threads };
    let (stop, json) = (host.stop()?, given.has("json"));
    let work = host.work("databases of endings");
    let (mut facts, mut told) = (Vec::new(), Ok(()));
    let made = make(&folder, order, &stop, &mut |news| match news {
        News::Progress(pieces, done, all) => {
            work.at(format!("{pieces} pieces"));
            work.count(done, all, "");
        }
        News::Packing(pieces, done, all) => {
            work.at(format!("{pieces} pieces, packing"));
            work.count(done, all, "");
        }
        News::Made(made) if json => facts.push(fact(made)),
        News::Made(made) if told.is_ok() => told = text(made).iter().try_for_each(|line| host.line(line)),
        News::Made(_) => {}
    });
    drop(work);
    let stopped = matches!(made, Err(Halt::Stopped));
    match made {
        Err(Halt::Stopped) | Ok(()) => {}
        Err(Halt::Memory(error)) => {
            return Err(Failure::input(format!("{error}; --unit makes a part of it at a time")));
        }
        Err(halt) => return Err(halt.into()),
    }
    told?;
    if json {
        host.line(
            &json!({ "folder": folder.display().to_string(), "databases": facts, "stopped": stopped })
                .to_string(),
        )?;
    } else if stopped {
        host.line("stopped; the same command goes on behind the last slice that was complete")?;
    }
    Ok(())
}

impl From<Halt> for Failure {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::File(error) => error.into(),
            halt => Self::input(halt.to_string()),
        }
    }
}

fn prove(
    folder: &Path,
    pieces: usize,
    threads: usize,
    json: bool,
    host: &mut dyn Host,
) -> Result<(), Failure> {
    let stop = host.stop()?;
    let work = host.work("verifying databases of endings");
    let verified = verify(folder, pieces, threads, &stop, &mut |pieces, done, all| {
        work.at(format!("{pieces} pieces"));
        work.count(done, all, "");
    });
    drop(work);
    match verified {
        Err(Doubt::Stopped) => Ok(()),
        Err(doubt) => Err(Failure::input(doubt.to_string())),
        Ok(positions) if json => host.line(
            &json!({ "folder": folder.display().to_string(), "pieces": pieces, "verified": positions })
                .to_string(),
        ),
        Ok(positions) => host.line(&format!("{} positions follow from their successors", count(positions))),
    }
}

fn text(made: &Made) -> Vec<String> {
    let mut lines = Vec::new();
    for (pieces, totals) in &made.totals {
        lines.push(format!("{pieces} pieces: {} positions, for the side to move", count(totals.positions())));
        lines.push(counted(totals));
    }
    let how = made.taken.map_or("was there".into(), |taken| format!("{:.1} s", taken.as_secs_f64()));
    for Packed { path, bytes, mended } in &made.files {
        let how = if *mended { "was damaged, written anew" } else { &how };
        lines.push(format!("  {}: {} bytes, {how}", path.display(), count(*bytes)));
    }
    lines
}

/// What positions are worth to the side to move.
pub(super) fn counted(totals: &Totals) -> String {
    let [won, drawn, lost] = [totals.wins, totals.draws, totals.losses].map(count);
    format!("  {won} won, {drawn} drawn, {lost} lost; the longest {} plies", totals.longest)
}

fn fact(made: &Made) -> Value {
    let totals = made.totals.iter().map(|(pieces, totals)| {
        json!({
            "pieces": pieces, "positions": totals.positions(), "wins": totals.wins, "draws": totals.draws,
            "losses": totals.losses, "longest": totals.longest,
        })
    });
    let files = made.files.iter().map(|Packed { path, bytes, mended }| {
        json!({ "file": path.display().to_string(), "bytes": bytes, "was_damaged": mended })
    });
    json!({
        "pieces": made.pieces, "totals": totals.collect::<Vec<_>>(), "files": files.collect::<Vec<_>>(),
        "seconds": made.taken.map(|taken| taken.as_secs_f64()),
    })
}
