//! Hands over to the whole program, `plywise-full`, which stands beside this one: it has every command, this one has those that
//! are built first. In the tree of sources that this program was built in, what is missing or out of date is built.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, SystemTime};

use clap::Subcommand;

use crate::args;
use crate::failure::Failure;
use crate::surroundings;

/// The package and the program.
const WHOLE: &str = "plywise-full";
/// Where this program was built. It may be gone, or another machine's.
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Holds the number of the process that became the program which finds it: one that is its own says that it was handed to itself.
#[cfg(unix)]
const HANDED_BY: &str = "PLYWISE_HANDED_BY";
/// What answers `--version` does it within this time, even where many programs want the machine.
const PATIENCE: Duration = Duration::from_secs(10);

/// Has the whole program do what was typed, unless this one has the command. A word that this one does not know the whole one
/// may know more of, if it is here.
pub(crate) fn unless_ours() -> Option<ExitCode> {
    let typed: Vec<OsString> = env::args_os().collect();
    let name = command(&typed)?;
    if args::further::named(name).is_none()
        && (args::Command::has_subcommand(name) || is_handed_over() || !is_ready())
    {
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
    if is_handed_over() {
        return Err(unusable(name, &whole, "which is this program under another name"));
    }
    match built_in() {
        Some(folder) if !is_fresh(&whole) => build(&folder, &whole, name)?,
        Some(_) => {}
        None => check_installed(&whole, name, PATIENCE)?,
    }
    let mut command = Command::new(&whole);
    command.args(env::args_os().skip(1));
    become_it(command).map_err(|error| unusable(name, &whole, format_args!("which cannot be run ({error})")))
}

#[cfg(unix)]
fn become_it(mut command: Command) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(command.env(HANDED_BY, std::process::id().to_string()).exec())
}

/// Whether this program was run as the whole one.
fn is_handed_over() -> bool {
    #[cfg(unix)]
    return env::var(HANDED_BY).is_ok_and(|by| by == std::process::id().to_string());
    #[cfg(not(unix))]
    return false;
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
pub(crate) fn is_ready() -> bool {
    beside().is_ok_and(|whole| match built_in() {
        Some(_) => is_fresh(&whole),
        None => version(&whole, PATIENCE).is_ok_and(|version| version == ours()),
    })
}

/// What both answer to `--version`.
fn ours() -> String {
    format!("plywise {}", env!("CARGO_PKG_VERSION"))
}

/// The first line of its answer, or of as much as came within `patience`.
fn version(whole: &Path, patience: Duration) -> io::Result<String> {
    let mut asked = Command::new(whole);
    asked.arg("--version").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut asked = asked.spawn()?;
    let (sender, told) = channel();
    let answers = asked.stdout.take().map(|answers| BufReader::new(answers.take(200)));
    let reader = std::thread::Builder::new().spawn(move || {
        let mut line = Vec::new();
        let _ = answers.map(|mut answers| answers.read_until(b'\n', &mut line));
        let _ = sender.send(line);
    });
    let line = reader.map(|_| told.recv_timeout(patience).unwrap_or_default());
    // It may have ended, which is as well.
    let _ = asked.kill();
    asked.wait()?;
    Ok(String::from_utf8_lossy(&line?).trim_end().to_owned())
}

/// What is installed is of one version, or not run.
fn check_installed(whole: &Path, name: &str, patience: Duration) -> Result<(), Failure> {
    match version(whole, patience) {
        Ok(version) if version == ours() => Ok(()),
        Ok(version) if version.is_empty() => Err(unusable(name, whole, "which does not tell its version")),
        Ok(version) => {
            let which = format!("which is {version:?} where this is {:?}", ours());
            Err(unusable(name, whole, which))
        }
        Err(_) if whole.symlink_metadata().is_err() => {
            Err(unusable(name, Path::new(WHOLE), "which is not beside this program"))
        }
        Err(error) => Err(unusable(name, whole, format_args!("which cannot be run ({error})"))),
    }
}

/// Why it cannot be handed over to, and what puts another there.
fn unusable(name: &str, whole: &Path, which: impl fmt::Display) -> Failure {
    let remedy = beside().map_or_else(|_| install(None), |beside| remedy(&beside));
    Failure::input(format!("plywise {name} is a command of {}, {which}: {remedy}", whole.display()))
}

fn remedy(whole: &Path) -> String {
    match built_in() {
        Some(folder) => {
            let sources = Path::new(SOURCES).canonicalize().unwrap_or_else(|_| SOURCES.into());
            let clean = Place::of(&folder).cargo("clean").join(" ");
            format!("cargo {clean} in {}, and it is built again", sources.display())
        }
        None => install(whole.parent()),
    }
}

/// What installs the whole program in this folder.
fn install(folder: Option<&Path>) -> String {
    let from = match Path::new(SOURCES).join("crates/full").canonicalize() {
        Ok(sources) => format!("--path {}", sources.display()),
        Err(_) => format!("{WHOLE}@{}", env!("CARGO_PKG_VERSION")),
    };
    let install = format!("cargo install {from} --force");
    match folder {
        // Cargo installs in folders of this name.
        Some(bin) if bin.ends_with("bin") => {
            format!("{install} --root {}", bin.parent().unwrap_or(bin).display())
        }
        Some(folder) => format!("{install}, and copy the {WHOLE} that it installs to {}", folder.display()),
        None => install,
    }
}

/// The folder of this program, if cargo built it there from sources that are still here.
fn built_in() -> Option<PathBuf> {
    let this = env::current_exe().ok()?.canonicalize().ok()?;
    let sources = Path::new(SOURCES).join("crates/full/Cargo.toml");
    (this.with_extension("d").exists() && sources.exists()).then(|| this.parent().map(Path::to_owned))?
}

/// Whether cargo looked after everything that it says this is made of had its last change. That is the time of cargo's list: the
/// program's own belongs to cargo, which would link it again if it were older than its libraries.
fn is_fresh(whole: &Path) -> bool {
    let changed = |file: &Path| fs::metadata(file).and_then(|about| about.modified());
    let list = whole.with_extension("d");
    let (Ok(looked), Ok(made_of_what), true) = (changed(&list), fs::read_to_string(&list), whole.exists())
    else {
        return false;
    };
    let further = ["Cargo.toml", "Cargo.lock"].map(|file| Path::new(SOURCES).join(file));
    // What a build writes there itself is younger than its beginning.
    let is_written = |file: &&PathBuf| whole.parent().is_some_and(|folder| file.starts_with(folder));
    made_of(&made_of_what)
        .iter()
        .filter(|file| !is_written(file))
        .chain(&further)
        .all(|file| changed(file).is_ok_and(|changed| changed <= looked))
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

/// What cargo has to be told so that it builds in this folder.
struct Place {
    profile: String,
    target: PathBuf,
    triple: Option<String>,
}

impl Place {
    fn of(folder: &Path) -> Self {
        let name = |folder: &Path| folder.file_name().and_then(|name| name.to_str()).map(str::to_owned);
        let profile = name(folder).filter(|profile| profile != "debug").unwrap_or_else(|| "dev".into());
        let target = folder.parent().unwrap_or(folder);
        // Built for a named target, even if it is this machine's, it stands one folder deeper.
        let is_triple = |name: &String| name.starts_with(&format!("{}-", env::consts::ARCH));
        match name(target).filter(is_triple) {
            triple @ Some(_) => {
                Self { profile, target: target.parent().unwrap_or(target).to_owned(), triple }
            }
            None => Self { profile, target: target.to_owned(), triple: None },
        }
    }

    /// The command, as it is typed.
    fn cargo(&self, verb: &str) -> Vec<String> {
        let Self { profile, target, triple } = self;
        let mut words = [verb, "--package", WHOLE, "--profile", profile].map(str::to_owned).to_vec();
        words.extend(["--target-dir".to_owned(), target.display().to_string()]);
        words.extend(triple.iter().flat_map(|triple| ["--target".to_owned(), triple.clone()]));
        words
    }
}

fn build(folder: &Path, whole: &Path, name: &str) -> Result<(), Failure> {
    let place = Place::of(folder);
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(&cargo);
    // There cargo finds its settings, wherever the command was typed.
    command.current_dir(SOURCES).args(place.cargo("build"));
    let is_quiet = env::args_os().any(|word| word == "--quiet");
    if is_quiet {
        command.arg("--quiet");
    }
    let how = if whole.exists() { "has changed and is built again" } else { "is built now, once" };
    let begun = SystemTime::now();
    // Whatever cargo says is no answer of the command's.
    let mut cargo = command.stdout(io::stderr()).spawn().map_err(|error| {
        let cargo = cargo.display();
        let which = format!("which cargo builds, and {cargo} cannot be run ({error})");
        Failure::input(format!("plywise {name} is a command of {WHOLE}, {which}: put cargo on the PATH"))
    })?;
    if !is_quiet {
        let profile = place.profile;
        let _ = writeln!(
            io::stderr(),
            "plywise {name} is of that part of the program which {how}: cargo build --profile {profile} -p {WHOLE}"
        );
    }
    let ended = cargo.wait()?;
    if !ended.success() {
        return Err(Failure::input(format!(
            "plywise {name} is a command of {WHOLE}, which cargo could not build ({ended}), as it says above"
        )));
    }
    if !whole.exists() {
        let which = "which cargo has built elsewhere, as its settings say";
        return Err(Failure::input(format!("plywise {name} is a command of {}, {which}", whole.display())));
    }
    // Cargo leaves alone what a change does not concern; the next command need not ask again.
    let _ = File::open(whole.with_extension("d")).and_then(|list| list.set_modified(begun));
    Ok(())
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

    /// What does not answer in time is ended, and said not to tell its version.
    #[cfg(unix)]
    #[test]
    fn what_hangs_is_not_waited_for() {
        use std::os::unix::fs::PermissionsExt;
        let path = env::temp_dir().join(format!("plywise-hangs-{}", std::process::id()));
        fs::write(&path, "#!/bin/sh\nexec sleep 600\n").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let checked = check_installed(&path, "serve", Duration::from_millis(200));
        let Err(Failure::Input(line)) = checked else { panic!("{checked:?}") };
        assert!(line.contains(", which does not tell its version: "), "{line}");
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_program_is_fresh_while_nothing_that_it_is_made_of_is_younger() {
        assert_eq!(
            made_of("/a b/x: /one.rs /t\\ wo.rs\n"),
            [PathBuf::from("/one.rs"), PathBuf::from("/t wo.rs")]
        );
        let folder = env::temp_dir().join(format!("plywise-fresh-{}", std::process::id()));
        let built = folder.join("release");
        fs::create_dir_all(&built).unwrap();
        let [whole, listed, source] =
            ["release/whole", "release/whole.d", "so urce.rs"].map(|name| folder.join(name));
        let written = built.join("written.rs");
        let list = format!("{}: {}", whole.display(), source.display().to_string().replace(' ', "\\ "));
        let at = |file: &Path, seconds| {
            let time = SystemTime::now() + Duration::from_secs(seconds);
            File::open(file).unwrap().set_modified(time).unwrap();
        };
        fs::write(&source, "").unwrap();
        assert!(!is_fresh(&whole), "it is not here");
        fs::write(&whole, "").unwrap();
        assert!(!is_fresh(&whole), "nobody knows what it is made of");
        fs::write(&listed, format!("{list} {}\n", written.display())).unwrap();
        at(&listed, 100);
        assert!(is_fresh(&whole));
        fs::write(&written, "").unwrap();
        at(&written, 150);
        assert!(is_fresh(&whole), "what its build wrote makes it no older");
        at(&source, 200);
        assert!(!is_fresh(&whole), "a source is younger");
        at(&whole, 300);
        assert!(!is_fresh(&whole), "a source was changed while it was built");
        at(&listed, 300);
        fs::remove_file(&source).unwrap();
        assert!(!is_fresh(&whole), "a source is gone");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn cargo_builds_where_this_program_stands() {
        let typed = |folder: &str| Place::of(Path::new(folder)).cargo("build")[3..].join(" ");
        assert_eq!(typed("/t/debug"), "--profile dev --target-dir /t");
        assert_eq!(typed("/t/release"), "--profile release --target-dir /t");
        let triple = format!("{}-unknown-linux-gnu", env::consts::ARCH);
        assert_eq!(
            typed(&format!("/t/{triple}/dist")),
            format!("--profile dist --target-dir /t --target {triple}")
        );
    }
}
