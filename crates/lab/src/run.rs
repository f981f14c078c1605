//! Runs an experiment from its file to its report.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::error::Error;
use crate::folder;
use crate::plan::{Plan, Size};
use crate::report::Report;
use crate::series::{self, Watch};

/// How an experiment is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// How much of it.
    pub size: Size,
    /// Where the reports lie, each in a folder of its experiment's name.
    pub out: PathBuf,
    /// Games or units at the same time; it changes no result but times.
    pub threads: usize,
    /// Whether what is there already is thrown away.
    pub fresh: bool,
}

/// Plays and measures what is missing of an experiment and writes its report. Setting `stop` ends it early; what is finished
/// by then is kept and not done again, and the report is written of it.
///
/// # Errors
/// When the experiment is wrong, its folder holds a report of another size or is another run's, a file cannot be written, or it was
/// stopped.
pub fn run(plan: &Plan, options: &Options, stop: &AtomicBool, watch: Watch<'_>) -> Result<Report, Error> {
    plan.check_names()?;
    let folder = options.out.join(&plan.name);
    check_folder(plan, options)?;
    plywise::file::make_folder(&folder).map_err(Error::file(&folder))?;
    let _lock = folder::take(&folder)?;
    if options.fresh {
        forget(&folder)?;
    }
    Report::check_writable(&folder)?;
    let (mut evidence, mut missing, mut unfinished) = (Vec::new(), Vec::new(), Vec::new());
    for series in plan.series.iter().filter(|series| series.is_of(options.size)) {
        let part = series::observe(plan, series, options.size, &folder, options.threads, stop, &mut *watch)?;
        if part.done < part.all {
            missing.push(format!("{} ({} of {})", series.name, part.done, part.all));
            let rows = part.observed.rows().into_iter().map(str::to_owned).collect();
            unfinished.push((rows, format!(" ({} of {})", part.done, part.all)));
        }
        for quantity in &plan.quantity {
            quantity.check_observed(&part.observed).map_err(|what| Error::Plan(plan.name.clone(), what))?;
        }
        evidence.push((series, part.observed));
    }
    let mut report = Report::new(plan, options.size, &folder, &evidence);
    report.leave_open(plan, options.size, &unfinished);
    if !missing.is_empty() {
        report.unfinished = Some(format!(
            "Interrupted; what was finished is in this report, and the same command goes on from here. Not finished: {}.",
            missing.join(", ")
        ));
    }
    report.write(plan, &folder, &evidence)?;
    if let Some(name) = &plan.scores {
        let path = folder.join(name);
        std::fs::write(&path, series::scores(plan, options.size, &folder)?).map_err(Error::file(&path))?;
    }
    if missing.is_empty() { Ok(report) } else { Err(Error::Stopped(report.report)) }
}

/// Sees to it that a run replaces no report that it cannot make again: see [`run`], which does so too. Whoever runs several
/// experiments asks of all before the first.
///
/// # Errors
/// When the folder holds a report of another size: the full one where this run is quick, any where it begins anew.
pub fn check_folder(plan: &Plan, options: &Options) -> Result<(), Error> {
    folder::check_report(&options.out.join(&plan.name), options.size, options.fresh)
}

/// Removes what a run keeps, and nothing else.
fn forget(folder: &Path) -> Result<(), Error> {
    let missing_is_fine = |path: &Path, result: std::io::Result<()>| match result {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Error::File(path.to_owned(), error))
        }
        _ => Ok(()),
    };
    let rows = folder.join("rows");
    missing_is_fine(&rows, std::fs::remove_dir_all(&rows))?;
    for name in ["games.db", "games.db-wal", "games.db-shm"] {
        let path = folder.join(name);
        missing_is_fine(&path, std::fs::remove_file(&path))?;
    }
    Ok(())
}
