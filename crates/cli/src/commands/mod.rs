//! One file per command, and what they share.

pub(crate) mod agents;
pub(crate) mod analyze;
pub(crate) mod annotate;
mod annotated;
pub(crate) mod bench;
pub(crate) mod contest;
pub(crate) mod engine;
pub(crate) mod explain;
mod files;
pub(crate) mod games;
pub(crate) mod matches;
pub(crate) mod openings;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod problems;
pub(crate) mod replay;
pub(crate) mod solve;
mod solved;
pub(crate) mod sprt;
pub(crate) mod store;
pub(crate) mod tournament;
pub(crate) mod unit;
pub(crate) mod works;

use std::path::PathBuf;

use arena::registry::human::is_person;
use arena::registry::{End, Scale};
use arena::{Experiment, Kind, LiveGame, Spec};

use crate::args::{AnalyzeArgs, Ours};
use crate::failure::Failure;
use crate::output;

/// Whether what was typed can be played. A store that is there may know more of it: names that name nothing any more.
pub(crate) fn can_begin(command: &Ours) -> bool {
    let is_new = |store: &Option<PathBuf>| store.as_ref().is_some_and(|store| !store.exists());
    let opens = |experiment: Result<Experiment, Failure>| experiment.is_ok_and(|one| one.open().is_ok());
    match command {
        Ours::Match(args) if matches::check_outputs(args).is_err() => false,
        Ours::Match(args) if is_new(&args.run.store) => opens(matches::experiment(args)),
        Ours::Match(args) => ::games::open(&args.game).is_ok(),
        Ours::Tournament(args) if !args.resume && contest::check_outputs(&args.run, None).is_err() => false,
        Ours::Tournament(args) if is_new(&args.run.store) && !args.resume => {
            opens(tournament::experiment(args))
        }
        Ours::Tournament(args) => args.game.as_ref().is_none_or(|game| ::games::open(game).is_ok()),
        _ => true,
    }
}

/// Lets chance have its turns until a seat is to move.
///
/// # Errors
/// When the game is over.
pub fn at_a_seats_turn(game: &mut dyn LiveGame) -> Result<(), Failure> {
    game.roll_on();
    match game.turn() {
        Some(_) => Ok(()),
        None => Err(Failure::input("the game is over in this position; there is nothing to choose")),
    }
}

/// Refuses a person where an agent is to think by itself.
///
/// # Errors
/// When the agent is one.
pub fn no_person(agent: &Spec) -> Result<(), Failure> {
    if is_person(&agent.name) {
        return Err(Failure::input(format!(
            "{} is a person, who plays in a match; name an agent that thinks by itself, as plywise agents \
             lists them",
            agent.name
        )));
    }
    Ok(())
}

/// Where no depth is named but another limit is, a search goes on until that one ends it.
const NO_END: u64 = 60;

/// An agent that looks so many plies ahead unless told otherwise is told: else it would look no further than that, however far or long
/// it may.
pub(crate) fn look_as_deep(kind: &dyn Kind, spec: &mut Spec, limits: &AnalyzeArgs) -> Result<(), Failure> {
    let is_own = |key: &str| spec.text(key).is_some();
    let is_longer = limits.time.is_some() || limits.nodes.is_some();
    let goes_on = is_longer && !["nodes", "time"].into_iter().any(is_own);
    let Some(depth) = limits.depth.or(goes_on.then_some(NO_END)) else { return Ok(()) };
    if kind.listed(spec)?.options.iter().all(|option| option.key != "depth") {
        return Ok(());
    }
    match spec.text("depth").map(str::parse::<u64>) {
        Some(Ok(own)) if limits.agent.is_some() && limits.depth.is_some_and(|depth| own < depth) => {
            return Err(Failure::input(format!(
                "--depth {depth}: {spec} looks {} ahead at most; name one depth of the two",
                output::plural(own, "ply").replace("plys", "plies")
            )));
        }
        // What the usual agent has was not named by anybody.
        Some(Ok(own)) if limits.agent.is_some() || own >= depth => {}
        _ => {
            spec.options.retain(|(key, _)| key != "depth");
            spec.options.push(("depth".into(), depth.to_string()));
        }
    }
    Ok(kind.check_options(spec)?)
}

/// Says how points are counted, where customs differ and values of this scale are such points.
pub(crate) fn tell_scoring_of(kind: &dyn Kind, scale: Scale) -> Result<(), Failure> {
    if scale.end == End::Points { tell_scoring(kind) } else { Ok(()) }
}

/// Says how points are counted, where customs differ.
pub(crate) fn tell_scoring(kind: &dyn Kind) -> Result<(), Failure> {
    kind.scoring().map_or(Ok(()), |scoring| crate::output::line(format!("score: {scoring}")))
}
