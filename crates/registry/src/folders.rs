//! Where plywise keeps files of its own, by the XDG base directories
//! (<https://specifications.freedesktop.org/basedir-spec/latest/>).

use std::ffi::OsString;
use std::path::PathBuf;

/// For what can be made again, such as endgame tables.
#[must_use]
pub fn cache_folder() -> PathBuf {
    ours("XDG_CACHE_HOME", ".cache")
}

/// For what a program needs to go on, such as games under way.
#[must_use]
pub fn state_folder() -> PathBuf {
    ours("XDG_STATE_HOME", ".local/state")
}

/// For what a person sets up once, such as agents under names of their own.
#[must_use]
pub fn config_folder() -> PathBuf {
    ours("XDG_CONFIG_HOME", ".config")
}

fn ours(variable: &str, at_home: &str) -> PathBuf {
    // Without `HOME` the system's list of users has it.
    below(variable, at_home, |name| std::env::var_os(name), std::env::home_dir())
}

/// The folder that `variable` names, else `at_home`. A variable that is empty counts as not set. Whoever has no home has the folder
/// where the program runs: what lies in a folder for everybody's temporary files could be anybody's.
fn below(
    variable: &str,
    at_home: &str,
    value: impl Fn(&str) -> Option<OsString>,
    home: Option<PathBuf>,
) -> PathBuf {
    let named = |path: &PathBuf| path.is_absolute();
    let folder = value(variable).map(PathBuf::from).filter(named);
    let home = || home.filter(named).map(|home| home.join(at_home));
    folder.or_else(home).map_or_else(|| PathBuf::from(".plywise"), |folder| folder.join("plywise"))
}
