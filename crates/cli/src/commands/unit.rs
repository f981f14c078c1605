//! `plywise unit` and `plywise slurm`.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use arena::export::json_line;
use arena::slurm::Cluster;
use arena::{Experiment, Setup};
use plywise::file::read_text;

use crate::args::tournament::{SlurmArgs, UnitArgs};
use crate::failure::Failure;
use crate::layout;
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(args: &UnitArgs) -> Result<ExitCode, Failure> {
    let setup = open_experiment(&args.experiment)?;
    let (from, to) = args.index;
    // Nothing is played before it is sure that all of it can be.
    if to > setup.units() {
        return Err(Failure::input(format!(
            "there is no game {}: the experiment has games 0 to {}",
            to - 1,
            setup.units() - 1
        )));
    }
    setup.check_files()?;
    let progress = Progress::begin(setup.kind.name());
    let mut crew = setup.kind.crews(&setup.agents, &setup.names, 1)?.remove(0);
    for unit in from..to {
        progress.count(unit - from, to - from, "games");
        let game = setup.play_by(&mut *crew, unit, &Arc::default())?;
        if args.json {
            output::line(json_line(&setup, &game))?;
            continue;
        }
        let players: Vec<String> = game
            .agents
            .iter()
            .zip(&game.payoffs)
            .map(|(&agent, payoff)| format!("{} {payoff:+}", setup.names[agent]))
            .collect();
        let why = game.why.as_ref().map_or(String::new(), |why| format!(" ({why})"));
        let text = format!("game {unit}: {}{why}\n{}", players.join(" – "), game.game.trim_end());
        output::line(layout::fitted(&text))?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn slurm(args: &SlurmArgs) -> Result<ExitCode, Failure> {
    let setup = open_experiment(&args.experiment)?;
    let cluster = Cluster {
        experiment: args.experiment.display().to_string(),
        store: args.store.clone(),
        games_per_job: args.games_per_job,
        at_once: args.at_once,
        time: args.time.clone(),
    };
    output::line(cluster.script(&setup).trim_end())?;
    Ok(ExitCode::SUCCESS)
}

/// The experiment of a file.
pub(crate) fn read_experiment(path: &Path) -> Result<Experiment, Failure> {
    let text = read_text(path)?;
    Experiment::parse(&text).map_err(Failure::of_file(path))
}

/// The experiment of a file, ready to be played.
pub(crate) fn open_experiment(path: &Path) -> Result<Setup, Failure> {
    read_experiment(path)?.open().map_err(Failure::of_file(path))
}
