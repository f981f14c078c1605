//! What the command `book` has in common in games that have a book.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use plywise::book::{Book, BookGame, Shelf, is_packed_file, packed};
use plywise::{Agent, file};
use registry::SpecError;
use registry::door::command::{ARG, Arg, ArgTakes, Command, Failure, Given, Host, Verb, duration, whole};
use registry::numbers::{count, plural};
use registry::shell;
use registry::spec::Spec;
use serde_json::json;

use super::{Plan, State, search, step};

mod show;

const WHOLE: fn(&str) -> Result<u64, String> = whole::<1, { u64::MAX }>;
const THREADS: fn(&str) -> Result<u64, String> = whole::<1, 1024>;

const fn value(name: &'static str, takes: ArgTakes, about: &'static str) -> Arg {
    Arg { name, about, takes, ..ARG }
}

const ARGS: &[Arg] = &[
    value("file", ArgTakes::File, "Keep the book in this file, and go on from what it holds"),
    value("time", ArgTakes::Time("TIME"), "How long to grow it now"),
    value(
        "positions",
        ArgTakes::Value("POSITIONS", |text| WHOLE(text).map(drop)),
        "Grow it until it has so many positions",
    ),
    Arg {
        default: Some("100000"),
        conflicts_with: Some("show"),
        ..value(
            "nodes",
            ArgTakes::Value("NODES", |text| WHOLE(text).map(drop)),
            "Positions that the search of each new position looks at",
        )
    },
    Arg {
        conflicts_with: Some("show"),
        ..value(
            "threads",
            ArgTakes::Value("THREADS", |text| THREADS(text).map(drop)),
            "Searches at the same time [default: one per core]",
        )
    },
    value("from", ArgTakes::File, "Take the positions of this book in before it grows"),
    value("out", ArgTakes::File, "Write the book to this file as bytes, two a position, to play from"),
    Arg {
        conflicts_with: Some("out"),
        ..value("show", ArgTakes::Nothing, "Show what it says of a position; grow nothing")
    },
    Arg {
        requires: Some("show"),
        ..value(
            "position",
            ArgTakes::Text("POSITION"),
            "The position to show, in the game's notation [default: the start]",
        )
    },
    value("json", ArgTakes::Nothing, "Print JSON"),
];

/// The command of a game; `more` is what its help says of this game.
#[must_use]
pub const fn verb(more: &'static str, run: fn(&Given, &mut dyn Host) -> Result<(), Failure>) -> Verb {
    let command = Command {
        name: "book",
        about: "Grow an opening book by searches, and look into it",
        more,
        args: ARGS,
        one_dash: false,
        run,
    };
    Verb { command, what: "opening book" }
}

/// A game whose book grows.
pub trait Grows {
    /// Its positions.
    type Game: BookGame + 'static;
    /// Its name.
    const GAME: &'static str;
    /// What a point is.
    const UNIT: &'static str;
    /// See [`Plan::weight`].
    const WEIGHT: u64;

    /// Its start.
    fn start() -> Self::Game;

    /// Where play begins, the start first.
    ///
    /// # Errors
    /// When they cannot be worked out.
    fn roots() -> Result<Vec<Self::Game>, SpecError>;

    /// Whoever searches the positions, so many nodes each.
    ///
    /// # Errors
    /// When there is no memory for it.
    fn agent(nodes: u64) -> Result<Box<dyn Agent<Self::Game>>, SpecError>;

    /// Where its books are kept while somebody plays from them.
    fn shelf() -> &'static Shelf<Self::Game>;
}

/// MiB of table that a search of so many nodes fills.
#[must_use]
pub fn table(nodes: u64) -> u64 {
    (nodes / 50_000).clamp(1, 64)
}

/// Grows or shows a book, as it was typed.
///
/// # Errors
/// What is missing, what cannot be read or written.
pub fn run<B: Grows>(given: &Given, host: &mut dyn Host) -> Result<(), Failure> {
    let Some(file) = given.file("file") else {
        return Err(Failure::input("where the book is kept is missing: --file FILE"));
    };
    if given.has("show") {
        return show::show::<B>(given, host, file);
    }
    let grows = given.has("time") || given.has("positions");
    if !grows && !given.has("from") && !given.has("out") {
        return Err(Failure::input(
            "what to do is missing: --time 10m or --positions 10000 grows the book, --show looks into it",
        ));
    }
    let start = B::start();
    let other = given.file("from").map(|path| B::shelf().open(path, &start, B::GAME)).transpose();
    let other = other.map_err(Failure::input)?;
    if let Some(out) = given.file("out") {
        check_out(out, given.file("from"))?;
    }
    file::check_writable(file)?;
    let _one_run = host.take(file)?;
    let mut out = given.file("out").map(|path| host.output(path, Some(file))).transpose()?;
    let stop = host.stop()?;
    let mut state = State::open(file, &start, B::GAME)?;
    if state.cut > 0 {
        let cut = plural(state.cut as u64, "position");
        host.warn(&format!("what was left of a step that was cut short is searched again, {cut}"));
    }
    let before = state.book.len();
    let merged = other.map(|other| state.merge(&other, B::GAME)).transpose()?;
    if grows {
        grow::<B>(given, host, &mut state, &stop)?;
    }
    if let Some(out) = &mut out {
        let bytes = packed(&state.book, B::GAME);
        out.write(&mut |out| out.write_all(&bytes))?;
    }
    report::<B>(given, host, &state.book, (state.book.len() - before, merged))
}

/// Whether bytes may be written to a file: a new one, or one of bytes. A text cannot be made of bytes again.
fn check_out(out: &Path, from: Option<&Path>) -> Result<(), Failure> {
    if from.is_some_and(|from| file::is_same(out, from)) {
        let out = out.display();
        return Err(Failure::input(format!("{out}: the book of --from is kept there; name another file")));
    }
    let is_file = out.metadata().is_ok_and(|about| about.is_file() && about.len() > 0);
    if is_file && !is_packed_file(out)? {
        let out = out.display();
        return Err(Failure::input(format!(
            "{out}: something else than a book of bytes stands there; name another file"
        )));
    }
    Ok(())
}

fn grow<B: Grows>(
    given: &Given,
    host: &mut dyn Host,
    state: &mut State<B::Game>,
    stop: &Arc<AtomicBool>,
) -> Result<(), Failure> {
    let begun = Instant::now();
    let (time, most) = (given.read("time", duration), given.read("positions", WHOLE));
    let work = host.work(&format!("{}, growing its book", B::GAME));
    if let Some(time) = time {
        work.budget(time);
    }
    work.at("working out where games begin".into());
    let plan = Plan { roots: B::roots()?, weight: B::WEIGHT };
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = given.read("threads", THREADS).map_or(cores, |threads| threads as usize);
    let nodes = given.read("nodes", WHOLE).unwrap_or(1);
    let mut agents: Vec<_> = (0..threads).map(|_| B::agent(nodes)).collect::<Result<_, _>>()?;
    let is_enough = |positions: usize| {
        stop.load(Ordering::Relaxed)
            || most.is_some_and(|most| positions as u64 >= most)
            || time.is_some_and(|time| begun.elapsed() >= time)
    };
    while !is_enough(state.book.len()) {
        let next = step(&state.book, &plan);
        if next.positions.is_empty() {
            // Every line ends or is proven.
            break;
        }
        let there = state.book.len();
        work.at(format!("ply {}", next.plies));
        let standing = standing::<B>(&state.book);
        let told = |done: usize| {
            if let Some(most) = most {
                work.count(((there + done) as u64).min(most), most, "positions");
            }
            work.note(format!("{}, {standing}", plural((there + done) as u64, "position")));
        };
        told(0);
        let Some(found) = search(&next.positions, &mut agents, stop, &told) else { break };
        state.add(found)?;
    }
    Ok(())
}

/// How things stand, in a line.
fn standing<B: Grows>(book: &Book<B::Game>) -> String {
    let (start, expanded) = (B::start(), count(book.expanded() as u64));
    let value = book.find(&start).map(|at| book.value(at).to_value(B::Game::UNIT));
    let by = value.map_or_else(String::new, |value| {
        let line = moves(&start, &book.line(&start), 6);
        let by = if line.is_empty() { "" } else { " by " };
        format!(", {value}{by}{line}")
    });
    format!("{expanded} expanded{by}")
}

/// The first moves of a line in one text.
fn moves<G: BookGame>(from: &G, line: &[G::Move], most: usize) -> String {
    let more = if line.len() > most { " …" } else { "" };
    texts(from, &line[..line.len().min(most)]).join(" ") + more
}

/// The moves of a line as text.
fn texts<G: BookGame>(from: &G, line: &[G::Move]) -> Vec<String> {
    let mut position = from.clone();
    let text = |&mv: &G::Move| {
        let text = position.move_text(mv);
        position.play(mv);
        text
    };
    line.iter().map(text).collect()
}

fn report<B: Grows>(
    given: &Given,
    host: &mut dyn Host,
    book: &Book<B::Game>,
    (added, merged): (usize, Option<(usize, usize)>),
) -> Result<(), Failure> {
    let start = B::start();
    let value = book.find(&start).map(|at| book.value(at).to_value(B::Game::UNIT));
    let line = book.line(&start);
    let (file, out) = (given.file("file"), given.file("out"));
    if given.has("json") {
        let report = json!({
            "game": B::GAME, "positions": book.len(), "expanded": book.expanded(), "added": added,
            "taken_in": merged.map(|merged| merged.0), "replaced": merged.map(|merged| merged.1),
            "value": value.map(plywise::Value::as_f64), "line": texts(&start, &line), "file": file, "out": out,
        });
        return host.line(&format!("{report:#}"));
    }
    let (there, expanded) = (plural(book.len() as u64, "position"), count(book.expanded() as u64));
    host.line(&format!("{}: {there}, {expanded} of them expanded, {} new", B::GAME, count(added as u64)))?;
    if let Some((new, replaced)) = merged {
        let new = plural(new as u64, "position");
        host.sentence(&format!("{new} taken in, {} searched longer there", count(replaced as u64)))?;
    }
    if let Some(value) = value {
        let line = moves(&start, &line, usize::MAX);
        let by = if line.is_empty() { "" } else { ": " };
        host.sentence(&format!("the start is worth {value} {} to the seat to move{by}{line}", B::UNIT))?;
    }
    if let Some(path) = out.or(file) {
        let agent = registry::book::playing_from("champion", path).to_string();
        let line = match Spec::parse(&agent) {
            Ok(_) => format!("to play from it: plywise match {} {} champion", B::GAME, shell::word(&agent)),
            Err(_) => "to play from it give the file a name without quotation marks".into(),
        };
        host.line(&line)?;
    }
    Ok(())
}
