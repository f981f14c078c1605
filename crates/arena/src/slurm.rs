//! A script that plays an experiment on a cluster with Slurm.

use crate::setup::Setup;

/// What a cluster is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cluster {
    /// The file with the experiment's text.
    pub experiment: String,
    /// The store that collects the games in the end.
    pub store: String,
    /// Games that one job of the array plays.
    pub games_per_job: u64,
    /// Jobs at the same time, at most; None leaves it to the cluster.
    pub at_once: Option<u64>,
    /// Time that a job may take, as Slurm reads it: `01:00:00`.
    pub time: String,
}

impl Cluster {
    /// A script for `sbatch`: an array of jobs that each play some games into a file, and how to collect them. A job
    /// that is killed and run again plays the same games; collected twice, each still counts once.
    #[must_use]
    pub fn script(&self, setup: &Setup) -> String {
        let units = setup.units();
        let jobs = units.div_ceil(self.games_per_job.max(1)).max(1);
        let at_once = self.at_once.map_or(String::new(), |jobs| format!("%{jobs}"));
        let (experiment, store) =
            (registry::shell::word(&self.experiment), registry::shell::word(&self.store));
        let (per_job, time, last) = (self.games_per_job, &self.time, jobs - 1);
        format!(
            "#!/bin/bash
# {units} games of {} in {jobs} jobs. Submit with: sbatch THIS_FILE
# When all jobs have ended: plywise store add {store} {experiment} results/*.jsonl
#SBATCH --job-name=plywise
#SBATCH --array=0-{last}{at_once}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --time={time}
#SBATCH --requeue
set -euo pipefail
mkdir -p results
from=$((SLURM_ARRAY_TASK_ID * {per_job}))
to=$((from + {per_job} < {units} ? from + {per_job} : {units}))
out=results/$from.jsonl
# Written under another name first: a file in results/ is whole.
plywise unit {experiment} \"$from..$to\" --json > \"$out.part\"
mv \"$out.part\" \"$out\"
",
            setup.kind.name()
        )
    }
}
