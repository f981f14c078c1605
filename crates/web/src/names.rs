//! Games and agents that a page may name: those of the registry without what reads files, starts programs or takes
//! more of the machine than one search should.

use std::sync::OnceLock;

use arena::registry::human::is_person;
use arena::registry::spec::unknown;
use arena::{Kind, Named, Opt, Presets, Spec, Takes};
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
    let known = games::all().iter().find(|info| info.named.name == spec.name);
    // A game that does not exist is told of below.
    known.map_or(Ok(()), |info| check_options(&spec, info.named.options))?;
    Ok(games::open(text)?)
}

/// The agents that the page knows by names of their own: those of the first server of this process that has any.
static PRESETS: OnceLock<Presets> = OnceLock::new();

/// Makes names known, once.
pub(crate) fn know(presets: &Presets) {
    if !presets.is_empty() {
        PRESETS.get_or_init(|| presets.clone());
    }
}

/// The names that stand for an agent that a page may seat, with what they stand for.
pub(crate) fn presets(kind: &dyn Kind) -> Vec<(&'static str, &'static Spec)> {
    let all = PRESETS.get().into_iter().flat_map(|presets| presets.of(kind));
    let is_allowed = |spec: &Spec| {
        kind.listed(spec).is_ok_and(|named| plays(named) && check_options(spec, named.options).is_ok())
    };
    all.filter(|(_, spec)| is_allowed(spec)).collect()
}

/// The agent of a name, at a seat or as an adviser.
pub(crate) fn agent(kind: &dyn Kind, text: &str) -> Answer<Spec> {
    let typed = parse(text)?;
    let name = typed.name.clone();
    let is_own = kind.listed(&Spec { name: name.clone(), options: Vec::new() }).is_ok();
    if !is_own && !PRESETS.get().is_some_and(|presets| presets.has(&name)) {
        return Err(unknown("agent", &name, choices(kind).into_iter()).into());
    }
    let spec = match PRESETS.get() {
        Some(presets) => presets.look_up(kind, text)?.spec,
        None => typed,
    };
    let spec = kind.stand_in(&spec).map_or(spec, |(spec, _)| spec);
    allowed(kind, &name, &spec)?;
    kind.check_agent(&spec)?;
    Ok(spec)
}

/// Whether a page may seat an agent that was asked for by this name.
fn allowed(kind: &dyn Kind, name: &str, spec: &Spec) -> Answer<()> {
    let named = kind.listed(spec)?;
    if !plays(named) {
        return Err(Refusal::input(format!(
            "{} does not play on the page; take one of {}",
            quote(name),
            choices(kind).join(", ")
        )));
    }
    check_options(spec, named.options)
}

/// Whether a page may give these options these values: what may be is listed here by kind, everything else may not.
fn check_options(spec: &Spec, options: &[Opt]) -> Answer<()> {
    for option in options {
        let Some(value) = spec.text(option.key) else { continue };
        let (name, key, about) = (&spec.name, option.key, option.about);
        match option.takes {
            Takes::Word | Takes::Number | Takes::Time => {}
            Takes::Memory => bounded(spec, key, MOST_MIB, "MiB")?,
            Takes::Threads => bounded(spec, key, cores() as u64, "threads")?,
            Takes::Path { but } if but(value) => {}
            Takes::Path { .. } => {
                return Err(Refusal::input(format!(
                    "{name}: {key}={} would be a file or a folder, and the page reads no files; {key}: {about}",
                    quote(value)
                )));
            }
            Takes::Program => {
                return Err(Refusal::input(format!("{name}: {key}: the page starts no programs")));
            }
        }
    }
    Ok(())
}

fn plays(named: &Named) -> bool {
    named.name != "engine" && !is_person(named.name)
}

/// The agents of a game that a page may seat.
pub(crate) fn playing(kind: &dyn Kind) -> impl Iterator<Item = &'static Named> + use<> {
    kind.agents().iter().filter(|named| plays(named))
}

/// The names that a page may seat: the game's own and those of a file.
fn choices(kind: &dyn Kind) -> Vec<&'static str> {
    playing(kind).map(|named| named.name).chain(presets(kind).into_iter().map(|(name, _)| name)).collect()
}

/// Who sits at a seat: a person or an agent.
pub(crate) fn seat(kind: &dyn Kind, text: &str) -> Answer<Option<Spec>> {
    if text == PERSON { Ok(None) } else { agent(kind, text).map(Some) }
}

/// Whether these can sit at the seats.
pub(crate) fn seats(kind: &dyn Kind, seats: &[String]) -> Answer<()> {
    seats.iter().try_for_each(|text| seat(kind, text).map(drop))
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

#[cfg(test)]
mod tests {
    use super::*;

    const fn opt(key: &'static str, takes: Takes) -> Opt {
        Opt { key, takes, values: "", default: "", about: "" }
    }

    #[test]
    fn an_option_that_is_a_file_or_a_program_is_refused_whatever_it_is_called() {
        let options = [
            opt("new", Takes::PATH),
            opt("maybe", Takes::Path { but: |value| value == "off" }),
            opt("other", Takes::Program),
            opt("room", Takes::Memory),
            opt("side", Takes::Threads),
        ];
        let refused = |text: &str| {
            let refusal = check_options(&Spec::parse(text).unwrap(), &options).err();
            refusal.map(|refusal| refusal.line().to_owned())
        };
        for text in ["a:new=on", "a:new=1", "a:maybe=on", "a:maybe=/etc"] {
            assert!(refused(text).expect(text).contains("reads no files"), "{text}");
        }
        assert!(refused("a:other=true").unwrap().contains("starts no programs"));
        assert!(refused("a:room=257").unwrap().contains("at most 256 MiB"));
        assert!(refused("a:side=99999").unwrap().contains("threads"));
        for text in ["a", "a:maybe=off", "a:room=256,side=1", "a:unknown=/etc/passwd"] {
            assert_eq!(refused(text), None, "{text}");
        }
    }
}
