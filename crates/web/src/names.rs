//! Games and agents that a page may name: those of the registry without what reads files, starts programs or takes
//! more of the machine than one search should.

use arena::registry::human::is_person;
use arena::{Kind, Spec, registry};
use plywise::notation::quote;

use crate::error::{Answer, Refusal};

/// What stands for a person at a seat.
pub(crate) const PERSON: &str = "person";

/// MiB that the tables of one agent may have.
const MOST_MIB: u64 = 256;
/// Longest name of a game or agent, in bytes: a board of 16x16 cells given as rows fits.
const LONGEST: usize = 4096;

/// The game of a name.
pub(crate) fn game(text: &str) -> Answer<Box<dyn Kind>> {
    let spec = parse(text)?;
    if let Some(board) = spec.text("board") {
        let drawn = board.contains('/') && board.bytes().all(|byte| b"-0123456789 ,/".contains(&byte));
        if !drawn && !boards().any(|name| name == board.trim_end_matches(".csv")) {
            let known: Vec<_> = boards().collect();
            return Err(Refusal::input(format!(
                "board {} is none of {}, nor rows divided by /; the page reads no files, but takes a board's text",
                quote(board),
                known.join(", ")
            )));
        }
    }
    Ok(registry::open(text)?)
}

/// The boards of Can't Go Back that come along.
pub(crate) fn boards() -> impl Iterator<Item = &'static str> {
    cantgoback::BUILT_IN.iter().map(|board| board.0)
}

/// The agent of a name, at a seat or as an adviser.
pub(crate) fn agent(kind: &dyn Kind, text: &str) -> Answer<Spec> {
    let spec = parse(text)?;
    if spec.name == "engine" || is_person(&spec.name) {
        return Err(Refusal::input(format!(
            "{} does not play on the page; take one of {}",
            quote(&spec.name),
            playing(kind).map(|named| named.name).collect::<Vec<_>>().join(", ")
        )));
    }
    let options =
        kind.agents().iter().filter(|named| named.name == spec.name).flat_map(|named| named.options);
    for option in options.filter(|option| option.values.contains("FILE")) {
        if spec.text(option.key).is_some() {
            let key = option.key;
            return Err(Refusal::input(format!("the page reads no files: {key}= works on the command line")));
        }
    }
    for key in ["table", "memo", "memory"] {
        bounded(&spec, key, MOST_MIB, "MiB")?;
    }
    bounded(&spec, "threads", cores() as u64, "threads")?;
    kind.check_agent(&spec)?;
    Ok(spec)
}

/// The agents of a game that a page may seat.
pub(crate) fn playing(kind: &dyn Kind) -> impl Iterator<Item = &'static arena::Named> + use<> {
    kind.agents().iter().filter(|named| named.name != "engine" && !is_person(named.name))
}

/// Who sits at a seat: a person or an agent.
pub(crate) fn seat(kind: &dyn Kind, text: &str) -> Answer<Option<Spec>> {
    if text == PERSON { Ok(None) } else { agent(kind, text).map(Some) }
}

/// An agent that plays the game well, unless the viewer names one: with these it analyses and gives hints.
pub(crate) fn adviser(kind: &dyn Kind) -> String {
    match kind.name().split(':').next() {
        Some("othello") => "pvs:depth=60,eval=weighted".into(),
        Some("2048") => "champion:depth=60,cutoff=0".into(),
        _ => "pvs:depth=60".into(),
    }
}

/// Cores of this machine.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from)
}

fn parse(text: &str) -> Answer<Spec> {
    if text.len() > LONGEST {
        return Err(Refusal::input(format!("a name of {} bytes; at most {LONGEST} are read", text.len())));
    }
    Ok(Spec::parse(text)?)
}

fn bounded(spec: &Spec, key: &str, most: u64, unit: &str) -> Answer<()> {
    let Some(given) = spec.text(key) else { return Ok(()) };
    match given.replace('_', "").parse::<u64>() {
        Ok(number) if number > most => Err(Refusal::input(format!(
            "{}: {key}={number} is more than a page may ask for; at most {most} {unit}",
            spec.name
        ))),
        _ => Ok(()),
    }
}
