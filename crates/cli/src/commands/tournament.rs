//! `plywise tournament`.

use std::path::Path;
use std::process::ExitCode;

use arena::Experiment;

use super::contest::{self, Besides};
use super::unit::read_experiment;
use crate::args::tournament::TournamentArgs;
use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;
use crate::ledgers;
use crate::output;

pub(crate) fn run(args: &TournamentArgs) -> Result<ExitCode, Failure> {
    if args.print && args.run.store.is_some() && !args.resume {
        return Err(Failure::input(
            "--print plays nothing that --store could keep; leave one of them out, or add --resume: then it prints the \
             newest experiment of the store",
        ));
    }
    let experiment = experiment(args)?;
    // What cannot be played leaves no file behind.
    let setup = experiment.open()?;
    if args.print {
        output::line(setup.experiment.text())?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(store) = args.run.store.as_ref().filter(|_| args.resume)
        && !ledgers::read(store)?.experiments()?.iter().any(|stored| stored.hash == setup.hash)
    {
        return Err(Failure::input(
            "the store holds nothing of this experiment; without --resume it begins anew",
        ));
    }
    contest::check_outputs(&args.run, None)?;
    contest::run(&setup, &args.run, &stop_on_interrupt()?, Besides::default())
}

/// What was typed, or what the file or the store says.
pub(super) fn experiment(args: &TournamentArgs) -> Result<Experiment, Failure> {
    let mut experiment = match (&args.experiment, &args.game) {
        (Some(path), _) => read_experiment(path)?,
        (None, Some(game)) => Experiment {
            schedule: args.schedule.into(),
            rounds: if args.run.sprt.is_some() { 50_000 } else { 10 },
            ..contest::typed(game, &args.agents, &args.run)?
        },
        (None, None) => newest(args.run.store.as_deref())?,
    };
    if let Some(rounds) = args.rounds {
        (experiment.rounds, experiment.games) = (rounds, None);
    }
    Ok(experiment)
}

fn newest(store: Option<&Path>) -> Result<Experiment, Failure> {
    let path = store.ok_or_else(|| Failure::input("--resume takes --store FILE"))?;
    let newest = ledgers::read(path)?.experiments()?.pop();
    let newest =
        newest.ok_or_else(|| Failure::input(format!("{} holds no experiments yet", path.display())))?;
    // One that was kept before files had checksums goes on as it began.
    let mut experiment = newest.experiment;
    experiment.files.get_or_insert_default();
    Ok(experiment)
}
