//! The Python that players run in, and the files that it finds beside them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use plywise::file::{make_folder, named};
use serde::Deserialize;

/// What loads a player's file and speaks the line protocol for it.
const HOST: &str = include_str!("../python/host.py");

/// Asks an interpreter where it lies and what it reads.
const ASK: &str = "import json, sys, sysconfig\n\
    print(json.dumps({'program': sys.executable, 'version': sys.version.split()[0], 'read': [sys.prefix, sys.base_prefix, \
    sys.exec_prefix, *sysconfig.get_paths().values(), *filter(None, sys.path)]}))";

/// An interpreter that was found.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Interpreter {
    /// Its file.
    pub program: PathBuf,
    /// Its version, such as `3.11.7`.
    pub version: String,
    /// Folders that it reads.
    pub read: Vec<PathBuf>,
}

impl Interpreter {
    /// Looks at an interpreter: the one of that path or name.
    ///
    /// # Errors
    /// One line: when it cannot be run.
    pub fn find(python: &str) -> Result<Self, String> {
        let output = Command::new(python).args(["-c", ASK]).stdin(Stdio::null()).output().map_err(|why| {
            format!("{python}: {why}; players in Python take python3 (--python names another)")
        })?;
        let mut found: Self = serde_json::from_slice(&output.stdout)
            .map_err(|_| format!("{python} is no Python 3 (--python names another)"))?;
        // The path as it is: through a link an interpreter finds the environment that it belongs to.
        let home = std::env::var_os("HOME").map(PathBuf::from);
        // What is read is read whole: no root of everything, no home.
        found.read.retain(|path| {
            path.exists() && path.parent().is_some() && home.as_ref().is_none_or(|home| path != home)
        });
        found.read.sort();
        found.read.dedup();
        Ok(found)
    }
}

/// Writes what players stand on into a folder of its own: the host, and what a course gave. The host's file and the course's
/// folder, if there is one.
///
/// # Errors
/// When the folder cannot be written, with its name.
pub fn lay_out(
    folder: &Path,
    course: arena::registry::Course,
) -> std::io::Result<(PathBuf, Option<PathBuf>)> {
    let (host, students) = (folder.join("host.py"), folder.join("course"));
    let write = |path: &Path, text: &str| {
        if let Some(parent) = path.parent() {
            make_folder(parent).map_err(|why| named(parent, &why))?;
        }
        std::fs::write(path, text).map_err(|why| named(path, &why))
    };
    write(&host, HOST)?;
    for (path, text) in course {
        write(&students.join(path), text)?;
    }
    Ok((host, (!course.is_empty()).then_some(students)))
}
