//! What a player's process is kept from: the program starts itself once more for each player, gives up what it may do, and
//! becomes the player.
//!
//! On Linux: Landlock (<https://landlock.io>) leaves it the reading of its own files and of the system's programs and
//! libraries, and no writing at all; a filter of system calls (seccomp) refuses new processes, sockets, signals and looks into
//! other processes. Everywhere in the family of Unix: limits of processor time, memory, open files and the size of files.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use serde::{Deserialize, Serialize};

#[cfg(target_os = "linux")]
mod linux;

/// The word by which the program knows that it is to become a player.
pub const WORD: &str = "contest-player";

/// Bytes of stack of a player's threads, as systems usually have it.
#[cfg(unix)]
const STACK: u64 = 8 << 20;

/// What a player may use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Jail {
    /// Memory, in MiB of address space.
    pub memory_mib: u64,
    /// Processor time of one game, in seconds.
    pub cpu_s: u64,
    /// Files and folders that it may read, besides the system's.
    pub read: Vec<PathBuf>,
    /// Whether it may play where files and processes cannot be walled off.
    pub unwalled: bool,
}

/// What the system could do of it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Walls {
    /// Whether no file can be read but its own and the system's, and none written.
    pub files: bool,
    /// Whether it can start no process, open no socket and reach no other process.
    pub calls: bool,
    /// Whether processor time and memory are limited.
    pub limits: bool,
}

impl Walls {
    /// Whether a player can harm nobody.
    #[must_use]
    pub fn are_whole(&self) -> bool {
        self.files && self.calls && self.limits
    }

    /// In words.
    #[must_use]
    pub fn told(&self) -> String {
        let word = |have: bool, what: &str| format!("{what}: {}", if have { "yes" } else { "no" });
        [
            word(self.files, "files walled off by Landlock"),
            word(self.calls, "no processes, sockets or signals by seccomp"),
            word(self.limits, "limits of processor time and memory"),
        ]
        .join("; ")
    }
}

impl Jail {
    /// The words that have this program become `command` within the limits, from the program's own name on.
    ///
    /// # Errors
    /// When the program does not know where it lies.
    pub fn command(&self, command: &[String]) -> Result<(PathBuf, Vec<String>), String> {
        let own = std::env::current_exe().map_err(|why| format!("host: where this program lies: {why}"))?;
        let limits = serde_json::to_string(self).map_err(|why| why.to_string())?;
        let mut words = vec![WORD.to_owned(), limits];
        words.extend(command.iter().cloned());
        Ok((own, words))
    }

    /// What this system can do of it: asked of a process that is then thrown away.
    ///
    /// # Errors
    /// When the process cannot be started, or says nothing.
    pub fn probe(&self) -> Result<Walls, String> {
        let (program, words) = self.command(&[])?;
        let output = Command::new(program).args(words).output().map_err(|why| format!("host: {why}"))?;
        serde_json::from_slice(&output.stdout)
            .map_err(|_| format!("host: the sandbox: {}", String::from_utf8_lossy(&output.stderr).trim()))
    }

    /// Gives up what a player may not do, for this process and all that comes of it.
    fn enter(&self) -> Walls {
        let limits = self.limit();
        #[cfg(target_os = "linux")]
        return Walls { limits, files: linux::files(&self.read), calls: linux::calls() };
        #[cfg(not(target_os = "linux"))]
        Walls { limits, ..Walls::default() }
    }

    #[cfg(unix)]
    fn limit(&self) -> bool {
        use nix::sys::resource::{Resource, getrlimit, setrlimit};
        let memory = self.memory_mib.saturating_mul(1 << 20);
        // What is limited further already stays so.
        let limit = |resource, soft: u64, hard: u64| {
            let most = getrlimit(resource).map_or(hard, |(_, most)| most);
            setrlimit(resource, soft.min(most), hard.min(most))
        };
        let all = [
            // One second more than the soft limit, whose signal Python can say something of.
            limit(Resource::RLIMIT_CPU, self.cpu_s, self.cpu_s + 1),
            limit(Resource::RLIMIT_AS, memory, memory),
            // Each thread sets as much aside as the stack may have: where that is much, memory has no room for one.
            limit(Resource::RLIMIT_STACK, STACK, u64::MAX),
            limit(Resource::RLIMIT_CORE, 0, 0),
            limit(Resource::RLIMIT_FSIZE, 0, 0),
            limit(Resource::RLIMIT_NOFILE, 64, 64),
        ];
        all.iter().all(Result::is_ok)
    }

    #[cfg(not(unix))]
    fn limit(&self) -> bool {
        false
    }
}

/// Becomes a player, if that is what the words behind the program's name say. Without a command it prints what the system can
/// do, as JSON.
#[must_use]
pub fn entered(mut typed: impl Iterator<Item = OsString>) -> Option<ExitCode> {
    if typed.next()? != WORD {
        return None;
    }
    Some(match enter(typed) {
        Ok(code) => code,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    })
}

fn enter(mut typed: impl Iterator<Item = OsString>) -> Result<ExitCode, String> {
    let limits = typed.next().and_then(|text| text.into_string().ok()).unwrap_or_default();
    let jail: Jail = serde_json::from_str(&limits)
        .map_err(|why| format!("{WORD} is for plywise itself, which gives it limits as JSON: {why}"))?;
    let walls = jail.enter();
    let Some(program) = typed.next() else {
        println!("{}", serde_json::to_string(&walls).map_err(|why| why.to_string())?);
        return Ok(ExitCode::SUCCESS);
    };
    if !walls.are_whole() && !jail.unwalled {
        return Err(format!("host: no sandbox ({}); --unwalled plays without", walls.told()));
    }
    let mut command = Command::new(&program);
    command.args(typed).env_clear();
    // The same hashes in every run; one thread, since others would take the rival's time.
    for (name, value) in [
        ("PYTHONHASHSEED", "0"),
        ("PYTHONDONTWRITEBYTECODE", "1"),
        ("PYTHONUNBUFFERED", "1"),
        ("PYTHONUTF8", "1"),
        ("OPENBLAS_NUM_THREADS", "1"),
        ("OMP_NUM_THREADS", "1"),
        ("LANG", "C.UTF-8"),
    ] {
        command.env(name, value);
    }
    for name in ["HOME", "PATH"] {
        command.envs(std::env::var_os(name).map(|value| (name, value)));
    }
    Err(become_it(&mut command, &program))
}

/// Runs the command in this process's place; returns only if it cannot.
fn become_it(command: &mut Command, program: &std::ffi::OsStr) -> String {
    #[cfg(unix)]
    let why = std::os::unix::process::CommandExt::exec(command);
    #[cfg(not(unix))]
    let why = match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(why) => why,
    };
    format!("host: {}: {why}", program.display())
}
