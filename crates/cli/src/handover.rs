//! Hands over to the whole program, `plywise-full`, which stands beside this one: it has every command, this one has those that
//! are built first. In the tree of sources that this program was built in, what is missing or out of date is built.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::SystemTime;

use clap::Subcommand;

use crate::args;
use crate::failure::Failure;
use crate::surroundings;

/// The package and the program.
const WHOLE: &str = "plywise-full";
/// Where this program was built. It may be gone, or another machine's.
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Has the whole program do what was typed, unless this one has the command. A word that this one does not know the whole one
/// may know more of, if it is here.
pub(crate) fn unless_ours() -> Option<ExitCode> {
    let typed: Vec<OsString> = env::args_os().collect();
    let name = command(&typed)?;
    let is_further = args::further::named(name).is_some();
    if !is_further && (args::Command::has_subcommand(name) || !is_ready()) {
        return None;
    }
    surroundings::choose_color(&typed);
    Some(run(name).unwrap_or_else(Failure::report))
}

/// The command among the words, if it is sure that one is meant.
fn command(typed: &[OsString]) -> Option<&str> {
    let mut words = typed.iter().skip(1);
    loop {
        match words.next()?.to_str()? {
            "--color" | "--agents" | "--engine-log" => drop(words.next()),
            "--help" | "-h" | "--version" | "-V" | "--" => return None,
            "help" => {}
            word if word.starts_with('-') => {}
            word => return Some(word),
        }
    }
}

/// Becomes the whole program, with the words as they were typed.
///
/// # Errors
/// When it is not here and cannot be built.
pub(crate) fn run(name: &str) -> Result<ExitCode, Failure> {
    let whole = beside()?;
    match built_in() {
        Some(folder) if !is_fresh(&whole) => build(&folder, &whole, name)?,
        Some(_) => {}
        None => check_installed(&whole, name)?,
    }
    let mut command = Command::new(&whole);
    command.args(env::args_os().skip(1));
    become_it(command).map_err(Failure::of_file(&whole))
}

#[cfg(unix)]
fn become_it(mut command: Command) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(command.exec())
}

#[cfg(not(unix))]
fn become_it(mut command: Command) -> io::Result<ExitCode> {
    let code = command.status()?.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

fn beside() -> io::Result<PathBuf> {
    let this = env::current_exe()?.canonicalize()?;
    Ok(this.with_file_name(format!("{WHOLE}{}", env::consts::EXE_SUFFIX)))
}

/// Whether it could be run at once.
fn is_ready() -> bool {
    beside().is_ok_and(|whole| match built_in() {
        Some(_) => is_fresh(&whole),
        None => version(&whole).is_ok_and(|version| version == ours()),
    })
}

/// What both answer to `--version`.
fn ours() -> String {
    format!("plywise {}", env!("CARGO_PKG_VERSION"))
}

fn version(whole: &Path) -> io::Result<String> {
    let answer = Command::new(whole).arg("--version").output()?;
    Ok(String::from_utf8_lossy(&answer.stdout).trim_end().to_owned())
}

/// What is installed is of one version, or not run.
fn check_installed(whole: &Path, name: &str) -> Result<(), Failure> {
    let sources = Path::new(SOURCES).join("crates/full").canonicalize();
    let install = match sources {
        Ok(sources) => format!("cargo install --path {}", sources.display()),
        Err(_) => format!("cargo install {WHOLE}"),
    };
    match version(whole) {
        Ok(version) if version == ours() => Ok(()),
        Ok(version) => Err(Failure::input(format!(
            "plywise {name} is a command of {}, which is {version:?} where this is {:?}: {install}",
            whole.display(),
            ours()
        ))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(Failure::input(format!(
            "plywise {name} is a command of {WHOLE}, which is not beside this program: {install}"
        ))),
        Err(error) => Err(Failure::of_file(whole)(error)),
    }
}

/// The folder of this program, if cargo built it there from sources that are still here.
fn built_in() -> Option<PathBuf> {
    let this = env::current_exe().ok()?.canonicalize().ok()?;
    let sources = Path::new(SOURCES).join("crates/full/Cargo.toml");
    (this.with_extension("d").exists() && sources.exists()).then(|| this.parent().map(Path::to_owned))?
}

/// Whether it is younger than everything that cargo says it is made of.
fn is_fresh(whole: &Path) -> bool {
    let changed = |file: &Path| fs::metadata(file).and_then(|about| about.modified());
    let Ok(made) = changed(whole) else { return false };
    let Ok(list) = fs::read_to_string(whole.with_extension("d")) else { return false };
    let further = ["Cargo.toml", "Cargo.lock"].map(|file| Path::new(SOURCES).join(file));
    made_of(&list).iter().chain(&further).all(|file| changed(file).is_ok_and(|changed| changed <= made))
}

/// The files of a list as cargo writes it: what is made, a colon, and the files, spaces in their names behind backslashes.
fn made_of(list: &str) -> Vec<PathBuf> {
    let files = list.lines().filter_map(|line| line.split_once(": ")).map(|(_, files)| files);
    let parts = files.flat_map(|files| {
        let files = files.replace("\\ ", "\0");
        files.split_whitespace().map(|file| PathBuf::from(file.replace('\0', " "))).collect::<Vec<_>>()
    });
    parts.collect()
}

fn build(folder: &Path, whole: &Path, name: &str) -> Result<(), Failure> {
    let profile = match folder.file_name().and_then(|name| name.to_str()) {
        None | Some("debug") => "dev",
        Some(profile) => profile,
    };
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    // There cargo finds its settings, wherever the command was typed.
    command.current_dir(SOURCES).args(["build", "--package", WHOLE, "--profile", profile]);
    command.arg("--target-dir").arg(folder.parent().unwrap_or(folder));
    if env::args_os().any(|word| word == "--quiet") {
        command.arg("--quiet");
    } else {
        let how = if whole.exists() { "has changed and is built again" } else { "is built now, once" };
        let _ = writeln!(
            io::stderr(),
            "plywise {name} is of that part of the program which {how}: cargo build --profile {profile} -p {WHOLE}"
        );
    }
    let begun = SystemTime::now();
    // Whatever cargo says is no answer of the command's.
    let ended = command.stdout(io::stderr()).status();
    match ended {
        Ok(status) if status.success() => {
            // Cargo leaves alone what a change does not concern; the next command need not ask again.
            let _ = File::open(whole).and_then(|file| file.set_modified(begun));
            Ok(())
        }
        Ok(status) => Err(Failure::input(format!("cargo build -p {WHOLE}: {status}"))),
        Err(error) => Err(Failure::input(format!(
            "plywise {name} needs {WHOLE}, and cargo, which would build it here: {error}"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_is_the_first_word_that_is_no_option() {
        let words = |text: &str| ["plywise"].into_iter().chain(text.split(' ')).map(OsString::from).collect();
        let named = |text: &str| command(&words(text) as &Vec<OsString>).map(str::to_owned);
        assert_eq!(named("serve --port 0").as_deref(), Some("serve"));
        assert_eq!(named("--quiet --agents lab --color=never tune 2048").as_deref(), Some("tune"));
        assert_eq!(named("help lab run").as_deref(), Some("lab"));
        assert_eq!(named("match serve").as_deref(), Some("match"));
        for none in ["--help lab", "-V", "-- lab", "--color", "help"] {
            assert_eq!(named(none), None, "{none}");
        }
    }

    #[test]
    fn a_program_is_fresh_while_nothing_that_it_is_made_of_is_younger() {
        assert_eq!(
            made_of("/a b/x: /one.rs /t\\ wo.rs\n"),
            [PathBuf::from("/one.rs"), PathBuf::from("/t wo.rs")]
        );
        let folder = env::temp_dir().join(format!("plywise-fresh-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let [whole, source] = ["whole", "so urce.rs"].map(|name| folder.join(name));
        let list = format!("{}: {}", whole.display(), source.display().to_string().replace(' ', "\\ "));
        fs::write(&source, "").unwrap();
        assert!(!is_fresh(&whole), "it is not here");
        fs::write(&whole, "").unwrap();
        assert!(!is_fresh(&whole), "nobody knows what it is made of");
        fs::write(folder.join("whole.d"), list).unwrap();
        let later = |seconds| SystemTime::now() + std::time::Duration::from_secs(seconds);
        File::open(&whole).unwrap().set_modified(later(100)).unwrap();
        assert!(is_fresh(&whole));
        File::open(&source).unwrap().set_modified(later(200)).unwrap();
        assert!(!is_fresh(&whole), "a source is younger");
        fs::remove_file(&source).unwrap();
        assert!(!is_fresh(&whole), "a source is gone");
        fs::remove_dir_all(&folder).unwrap();
    }
}
