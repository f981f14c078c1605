//! Where plywise keeps files of its own, by the XDG base directories
//! (<https://specifications.freedesktop.org/basedir-spec/latest/>).

use std::ffi::OsString;
use std::path::PathBuf;

/// For what can be made again, such as endgame tables.
#[must_use]
pub fn cache_folder() -> PathBuf {
    below("XDG_CACHE_HOME", ".cache", |name| std::env::var_os(name))
}

/// For what a program needs to go on, such as games under way.
#[must_use]
pub fn state_folder() -> PathBuf {
    below("XDG_STATE_HOME", ".local/state", |name| std::env::var_os(name))
}

/// For what a person sets up once, such as agents under names of their own.
#[must_use]
pub fn config_folder() -> PathBuf {
    below("XDG_CONFIG_HOME", ".config", |name| std::env::var_os(name))
}

/// The folder that `variable` names, else `at_home`, else the one for temporary files. A variable that is empty counts as not
/// set.
fn below(variable: &str, at_home: &str, value: impl Fn(&str) -> Option<OsString>) -> PathBuf {
    let folder = |name: &str| value(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    folder(variable)
        .or_else(|| folder("HOME").map(|home| home.join(at_home)))
        .unwrap_or_else(std::env::temp_dir)
        .join("plywise")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_comes_before_the_home_and_the_home_before_the_temporary_folder() {
        let folder = |set: &[(&str, &str)]| {
            below("XDG_CACHE_HOME", ".cache", |name| {
                set.iter().find(|known| known.0 == name).map(|known| known.1.into())
            })
        };
        assert_eq!(folder(&[("XDG_CACHE_HOME", "/c"), ("HOME", "/h")]), PathBuf::from("/c/plywise"));
        assert_eq!(folder(&[("XDG_CACHE_HOME", ""), ("HOME", "/h")]), PathBuf::from("/h/.cache/plywise"));
        assert_eq!(folder(&[]), std::env::temp_dir().join("plywise"));
    }
}
