//! `plywise unit` and `plywise slurm`.

use std::path::Path;
use std::process::ExitCode;

use tournament::export::json_line;
use tournament::slurm::Cluster;
use tournament::{Experiment, Setup};

use crate::args::tournament::{SlurmArgs, UnitArgs};
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(args: &UnitArgs) -> Result<ExitCode, Failure> {
    let setup = read_experiment(&args.experiment)?.open()?;
    let (from, to) = args.index;
    // Nothing is played before it is sure that all of it can be.
    if to > setup.units() {
        return Err(Failure::input(format!(
            "there is no game {}: the experiment has games 0 to {}",
            to - 1,
            setup.units() - 1
        )));
    }
    for unit in from..to {
        let game = setup.play(unit)?;
        if args.json {
            output::line(json_line(&setup, &game))?;
            continue;
        }
        let players: Vec<String> = game
            .agents
            .iter()
            .zip(&game.payoffs)
            .map(|(&agent, payoff)| format!("{} {payoff:+}", setup.agents[agent]))
            .collect();
        let why = game.why.as_ref().map_or(String::new(), |why| format!(" ({why})"));
        output::line(format!("game {unit}: {}{why}\n{}", players.join(" – "), game.game.trim_end()))?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn slurm(args: &SlurmArgs) -> Result<ExitCode, Failure> {
    let setup: Setup = read_experiment(&args.experiment)?.open()?;
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
    let text = std::fs::read_to_string(path).map_err(|error| {
        let hint = match error.kind() {
            std::io::ErrorKind::InvalidData => {
                "no experiment; `plywise tournament … --print` writes one".to_owned()
            }
            _ => error.to_string(),
        };
        Failure::input(format!("{}: {hint}", path.display()))
    })?;
    Experiment::parse(&text).map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}
