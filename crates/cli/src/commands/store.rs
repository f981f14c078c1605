//! `plywise store`.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use arena::check::{Fault, check_store};
use arena::export::{Format, chosen, export, read_json_line};
use arena::page::page;
use arena::registry::Binary;
use arena::{Experiment, GameRow, Ledger, Progress, Report, Stored, parquet};
use plywise::file;
use serde_json::json;

use super::contest::print;
use super::files::today;
use super::unit::read_experiment;
use crate::args::tournament::{StoreAddArgs, StoreCheckArgs, StoreCommand, StoreExportArgs, StoreShowArgs};
use crate::failure::Failure;
use crate::layout;
use crate::ledgers;
use crate::outfile::OutFile;
use crate::output;
use crate::progress;

/// The table that csv has, in columns of types.
const PARQUET: &str = "parquet";
const NO_TEXT: &str = "this format is no text; name a file with --output";

pub(crate) fn run(command: &StoreCommand) -> Result<ExitCode, Failure> {
    match command {
        StoreCommand::Show(args) => show(args),
        StoreCommand::Export(args) => write(args),
        StoreCommand::Add(args) => add(args),
        StoreCommand::Check(args) => check(args),
    }
}

fn show(args: &StoreShowArgs) -> Result<ExitCode, Failure> {
    let store = ledgers::read(&args.store)?;
    let mut html = OutFile::maybe(args.html.as_deref(), Some(&args.store))?;
    let all = store.experiments()?;
    let Some(stored) = chosen(&all, args.experiment.as_deref())? else {
        output::line(format!("{} holds no experiments yet", args.store.display()))?;
        return Ok(ExitCode::SUCCESS);
    };
    let progress = progress::Progress::begin(args.store.display().to_string());
    // More may be there than were asked for first.
    let round = stored.experiment.open_to_read()?.timetable.games_of_a_round();
    let setup = stored.experiment.with_room_for(stored.games, round).open_to_read()?;
    let report = Report::new(&setup, &Progress::load(&setup, &*store, stored.id)?);
    drop(progress);
    if let Some(html) = &mut html {
        html.write(&page(&report))?;
    }
    let versions = store.versions(stored.id)?;
    if args.json {
        let list: Vec<_> = all
            .iter()
            .map(|stored| {
                json!({ "number": stored.id, "hash": stored.hash, "games": stored.games, "experiment": stored.experiment })
            })
            .collect();
        output::json(
            &json!({ "experiments": list, "shown": stored.id, "versions": versions, "report": report }),
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    for stored in &all {
        let Experiment { game, agents, names, .. } = &stored.experiment;
        let games = output::plural(stored.games, "game");
        let what = format!("{game}: {}, {games}", names.as_ref().unwrap_or(agents).join(" "));
        output::line(layout::beside(&format!("{}  {}", stored.id, &stored.hash[..8]), &what))?;
    }
    output::line("")?;
    let versions = versions.join(", ");
    output::line(layout::sentence(&format!("experiment {}, played by version {versions}", stored.id)))?;
    print(&report)?;
    Ok(ExitCode::SUCCESS)
}

fn write(args: &StoreExportArgs) -> Result<ExitCode, Failure> {
    if let (Some(output), Some(text)) = (&args.output, &args.text)
        && file::is_same(output, text)
    {
        return Err(Failure::of_file(text)("the games go there; --text names another file"));
    }
    let store = ledgers::read(&args.store)?;
    let all = store.experiments()?;
    let names: Vec<Option<&str>> = match &args.experiment[..] {
        [] => vec![None],
        names => names.iter().map(|name| Some(name.as_str())).collect(),
    };
    let mut parts = Vec::new();
    let mut binary = None;
    for name in names {
        let Some(stored) = chosen(&all, name)? else {
            return Err(Failure::input(format!("{} holds no experiments yet", args.store.display())));
        };
        let setup = stored.experiment.open_to_read()?;
        let binaries = games::door(setup.kind.name()).map_or(&[][..], |door| door.binaries);
        let named = binaries.iter().find(|binary| binary.name == args.format);
        binary = binary.or(named);
        let format = Format::named(named.map_or(&args.format, |binary| binary.of), &setup)?;
        parts.push((stored, setup, format));
    }
    if parts.len() > 1 && (args.text.is_some() || matches!(parts[0].2, Format::Csv)) {
        return Err(Failure::input(
            "csv, parquet and --text take one experiment; name one with --experiment",
        ));
    }
    let _progress = progress::Progress::begin(args.store.display().to_string());
    if let Some(path) = &args.text {
        let text = serde_json::to_string_pretty(&parts[0].0.experiment).map_err(Failure::input)?;
        writeln!(output::new_file(path)?, "{text}")
            .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    }
    let games = |out: &mut dyn Write| -> Result<io::Result<()>, Failure> {
        for (stored, setup, format) in &parts {
            if let Err(error) = export(&*store, stored.id, setup, *format, out)? {
                return Ok(Err(error));
            }
        }
        Ok(out.flush())
    };
    match &args.output {
        output if args.format == PARQUET => {
            write_parquet(&*store, parts[0].0, output.as_deref())?;
        }
        output if binary.is_some() => write_binary(binary, output.as_deref(), &games)?,
        None => games(&mut BufWriter::new(io::stdout().lock()))?.map_err(Failure::unprinted)?,
        Some(path) => games(&mut BufWriter::new(output::new_file(path)?))?
            .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes all games: what the store has to say (outer), what the file has (inner).
type WriteGames<'a> = dyn Fn(&mut dyn Write) -> Result<io::Result<()>, Failure> + 'a;

/// Writes games as a file of Parquet, which is there when it is whole.
fn write_parquet(store: &dyn Ledger, stored: &Stored, path: Option<&Path>) -> Result<(), Failure> {
    let path = path.ok_or_else(|| Failure::input(NO_TEXT))?;
    if stored.games == 0 {
        return Err(Failure::input(format!(
            "{} holds no games of this experiment yet",
            store.path().display()
        )));
    }
    let mut file = BufWriter::new(output::new_file(path)?);
    let written = parquet::write(store, stored, &mut file).map(|told| told.map_err(Failure::of_file(path)));
    let written = written.map_err(Failure::from).flatten();
    if written.is_err() {
        let _ = std::fs::remove_file(path);
    }
    written
}

/// Writes games in a format that is no text, and what stands beside such a file.
fn write_binary(binary: Option<&Binary>, path: Option<&Path>, games: &WriteGames<'_>) -> Result<(), Failure> {
    let (Some(binary), Some(path)) = (binary, path) else {
        return Err(Failure::input(NO_TEXT));
    };
    if path.extension().is_none_or(|ending| ending != binary.ending) {
        let wrong = format!("a file of {} has a name that ends in .{}", binary.name, binary.ending);
        return Err(Failure::of_file(path)(wrong));
    }
    let mut text = Vec::new();
    games(&mut text)?.map_err(Failure::of_file(path))?;
    let files = (binary.write)(&String::from_utf8_lossy(&text), today()).map_err(Failure::input)?;
    for (ending, content) in std::iter::once(binary.ending).chain(binary.beside.iter().copied()).zip(files) {
        let path = path.with_extension(ending);
        output::new_file(&path)?.write_all(&content).map_err(Failure::of_file(&path))?;
    }
    Ok(())
}

/// The most bytes of a line of a file of games: the longest games of 2048 have some hundred thousand plies.
const LONGEST_LINE: u64 = 1 << 26;

fn add(args: &StoreAddArgs) -> Result<ExitCode, Failure> {
    let experiment = read_experiment(&args.experiment)?;
    let setup = experiment.open_to_read()?;
    let progress = progress::Progress::begin(args.store.display().to_string());
    let mut games: Vec<GameRow> = Vec::new();
    for path in &args.results {
        progress.at(path.display().to_string());
        let named = |error: &dyn std::fmt::Display| Failure::input(format!("{}: {error}", path.display()));
        let file = file::open(path)?;
        let mut file = BufReader::new(file);
        for number in 1.. {
            let mut line = Vec::new();
            file.by_ref()
                .take(LONGEST_LINE + 1)
                .read_until(b'\n', &mut line)
                .map_err(|error| named(&error))?;
            if line.len() as u64 > LONGEST_LINE {
                return Err(named(&format!(
                    "line {number} is longer than the {LONGEST_LINE} bytes that a game may have"
                )));
            }
            if line.is_empty() {
                break;
            }
            let line = String::from_utf8(line)
                .map_err(|_| named(&format!("line {number} is no text: it is not UTF-8")))?;
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            let game =
                read_json_line(&setup, line).map_err(|error| named(&format!("line {number}: {error}")))?;
            games.push(game);
        }
    }
    let mut store = ledgers::open(&args.store)?;
    let id = store.experiment(&setup.experiment)?;
    let run = store.run(id)?;
    for (number, batch) in games.chunks(1000).enumerate() {
        progress.count(1000 * number as u64, games.len() as u64, "games");
        store.add(id, run, batch)?;
    }
    // Summed up once, here: the table of a million games then comes at once.
    Progress::load(&setup, &*store, id)?.keep(&mut *store, id)?;
    let held =
        store.experiments()?.into_iter().find(|stored| stored.id == id).map_or(0, |stored| stored.games);
    output::line(format!(
        "{} read; {} holds {} of this experiment",
        output::plural(games.len() as u64, "game"),
        args.store.display(),
        output::plural(held, "game")
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// Faults are an answer, with exit code 1; a file that cannot be read to its end is bad input.
fn check(args: &StoreCheckArgs) -> Result<ExitCode, Failure> {
    let store = ledgers::read_as_it_is(&args.store)?;
    let progress = progress::Progress::begin(args.store.display().to_string());
    let checked = check_store(&*store, &mut |done, of| progress.count(done, of, "games"))?;
    drop(progress);
    let code = if checked.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) };
    if args.json {
        output::json(&json!(checked))?;
        return Ok(code);
    }
    for Fault { experiment, game, message } in &checked.faults {
        let experiment = experiment.map_or(String::new(), |id| format!("experiment {id}, "));
        let game = game.map_or(String::new(), |game| format!("game {game}: "));
        output::line(layout::sentence(&format!("{experiment}{game}{message}")))?;
    }
    let (experiments, games) =
        (output::plural(checked.experiments, "experiment"), output::plural(checked.games, "game"));
    let found = match checked.faults.len() as u64 {
        0 => "every row is as it was stored, every game by the rules".to_owned(),
        faults => output::plural(faults, "fault"),
    };
    output::line(format!("{experiments}, {games}: {found}"))?;
    Ok(code)
}
