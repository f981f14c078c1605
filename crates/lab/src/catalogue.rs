//! The experiments that there are.

use std::path::Path;

use registry::spec::unknown;

use crate::error::Error;
use crate::plan::Plan;

/// Name and text of every file of `experiments/`.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/experiments.rs"));

/// The names of the experiments that come along, in their order.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|file| file.0)
}

/// Every experiment that comes along.
///
/// # Errors
/// When a file is wrong.
pub fn all() -> Result<Vec<Plan>, Error> {
    FILES.iter().map(|(name, text)| Plan::parse(name, text)).collect()
}

/// The experiment of a name, or that of a file: whatever ends in `.toml` is a path.
///
/// # Errors
/// When there is no such experiment, or it is wrong.
pub fn open(name: &str) -> Result<Plan, Error> {
    let (of, text) = text(name)?;
    let plan = Plan::parse(&of, &text).map_err(|error| match error {
        Error::Plan(_, what) if of != name => Error::Unknown(format!("{name}: {what}")),
        error => error,
    })?;
    Ok(Plan { file: (of != name).then(|| name.into()), ..plan })
}

/// Name and text of the experiment of a name, or of that in a file.
///
/// # Errors
/// When there is no such experiment, or the file cannot be read.
pub fn text(name: &str) -> Result<(String, String), Error> {
    if let Some((name, text)) = FILES.iter().find(|file| file.0 == name) {
        return Ok(((*name).to_owned(), (*text).to_owned()));
    }
    let path = Path::new(name);
    if path.extension().is_some_and(|ending| ending == "toml") {
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or("experiment");
        // The report's folder bears the name: it is not to be the folder of all reports, nor the one above.
        if name.trim_matches('.').is_empty() {
            return Err(Error::Unknown(format!(
                "{}: an experiment's file needs a name before .toml",
                path.display()
            )));
        }
        let text = plywise::file::read_text(path).map_err(|error| Error::Unknown(error.to_string()))?;
        return Ok((name.to_owned(), text));
    }
    let error = unknown("experiment", name, names());
    Err(Error::Unknown(format!("{error}; a file of your own ends in .toml")))
}
