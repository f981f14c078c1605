//! Installed beside a program of another's: what is handed over to it, and what is said where it cannot be.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Copies a program by a process of its own: a file that this one, or what it forks meanwhile, had open for writing could not
/// be run.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    assert!(Command::new("cp").args([from, to]).status()?.success());
    Ok(())
}

/// A folder with a copy of the program, as if it were installed there.
struct Installed(PathBuf);

impl Installed {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("plywise-handover-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        copy(Path::new(env!("CARGO_BIN_EXE_plywise")), &folder.join("plywise")).unwrap();
        Self(folder)
    }

    /// Beside it a whole program that answers so to `--version`, and else tells what it was asked.
    fn beside(self, version: &str) -> Self {
        let script = "test \"$*\" = --version && echo \"$VERSION\" && exit\necho \"$# $*\"; cat; echo said >&2; exit 7";
        self.script(&script.replace("$VERSION", version))
    }

    /// Beside it this script.
    fn script(self, script: &str) -> Self {
        let whole = self.whole();
        // Written by a process of its own, as copies are.
        let mut writer =
            Command::new("sh").args(["-c", "cat > \"$0\""]).arg(&whole).stdin(Stdio::piped()).spawn();
        writeln!(writer.as_mut().unwrap().stdin.take().unwrap(), "#!/bin/sh\n{script}").unwrap();
        assert!(writer.unwrap().wait().unwrap().success());
        fs::set_permissions(&whole, fs::Permissions::from_mode(0o755)).unwrap();
        self
    }

    fn whole(&self) -> PathBuf {
        self.0.join("plywise-full")
    }

    fn run(&self, args: &[&str]) -> Output {
        let mut command = Command::new(self.0.join("plywise"));
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"typed").unwrap_or_default();
        child.wait_with_output().unwrap()
    }

    /// The one line of a refusal.
    fn refused(&self, args: &[&str]) -> String {
        let Output { status, stdout, stderr } = self.run(args);
        let error = String::from_utf8(stderr).unwrap();
        assert_eq!((status.code(), stdout.len(), error.lines().count()), (Some(2), 0, 1), "{error}");
        error
    }
}

impl Drop for Installed {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn ours() -> String {
    format!("plywise {}", env!("CARGO_PKG_VERSION"))
}

/// A file that is there, as a store may be.
const THERE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");

#[test]
fn everything_passes_through() {
    let installed = Installed::new("through").beside(&ours());
    for args in [
        &["serve", "--port", "0"][..],
        &["--color", "never", "--quiet", "--agents", "match", "lab", "run", "a b", "--engine-log", "x"],
        &["help", "train"],
        &["tune", "--no-such-option"],
        &["othello-depth"],
        &["store", "show", "games.db"],
        &["match", "othello:size=4", "random", "greedy", "--store", "games.db"],
        &["tournament", "--resume", "--store=games.db"],
    ] {
        let Output { status, stdout, stderr } = installed.run(args);
        let told = format!("{} {}\ntyped", args.len(), args.join(" "));
        assert_eq!((status.code(), String::from_utf8(stdout).unwrap()), (Some(7), told));
        assert_eq!(stderr, b"said\n");
    }
    for (own, said) in [
        (&["perft", "othello", "3"][..], "56"),
        (&["match", "othello:size=4", "random", "greedy", "--games", "2"], "2 games"),
        (&["store", "--help"], "put games in"),
        (&["match", "--store", "games.db", "--help"], "--store"),
        (&["slurm", "--help"], "--store"),
    ] {
        let own = installed.run(own);
        assert!(own.status.success() && String::from_utf8(own.stdout).unwrap().contains(said), "{said}");
    }
}

#[test]
fn what_is_not_there_or_of_another_version_is_refused_with_what_to_install() {
    let alone = Installed::new("alone");
    let line = alone.refused(&["serve"]);
    assert!(
        line.starts_with("error: plywise serve is a command of plywise-full, which is not beside"),
        "{line}"
    );
    assert!(line.contains(": cargo install --path "), "{line}");
    let from = line.split("--path ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
    assert!(Path::new(from).join("Cargo.toml").exists(), "{line}");
    let here = alone.0.canonicalize().unwrap();
    assert!(
        line.trim_end().ends_with(&format!("copy the plywise-full that it installs to {}", here.display()))
    );
    // A mistake is told at once, whoever would keep the games.
    for (wrong, said) in [
        (&["store", "shwo", "games.db"][..], "show"),
        (&["match", "othello:size=4", "random", "random", "--store"], "--store"),
        (&["match", "othello:size=4", "random", "random", "--games", "x", "--store", "games.db"], "--games"),
        (&["match", "othello:size=4", "random", "random", "--", "--store", "games.db"], "--store"),
        (&["match", "othelo", "random", "random", "--store", "games.db"], "did you mean othello?"),
        (&["match", "othello", "random", "--store", "games.db"], "2 agents; 1 given"),
        (&["tournament", "othello", "gredy", "random", "--store", "games.db"], "did you mean greedy?"),
        (&["match", "othelo", "random", "random", "--store", THERE], "did you mean othello?"),
        (&["tournament", "othello", "random", "--store", "games.db"], "2 agents"),
        (
            &["match", "othello", "random", "greedy", "--adjudicate", "x=1", "--store", "games.db"],
            "adjudicate",
        ),
        (&["tournament", "--experiment", "none.toml", "--store", "games.db"], "none.toml"),
        (&["match", "othello:size=4", "random", "greedy", "--store", "."], "this is a folder"),
        (&["match", "othello:size=4", "random", "greedy", "--store", "games.db", "--html", "."], "folder"),
        (&["tournament", "othello", "random", "greedy", "--store", "no/games.db"], "there is no folder no"),
    ] {
        let line = alone.refused(wrong);
        assert!(line.contains(said) && !line.contains("plywise-full"), "{line}");
    }
    let line = alone.refused(&["match", "othello:size=4", "random", "random", "--store", "games.db"]);
    assert!(line.starts_with("error: plywise match --store is a command of plywise-full, which"), "{line}");
    assert!(
        alone.refused(&["othello-depth"]).contains("othello-depth"),
        "what nobody knows it answers itself"
    );
    let old = Installed::new("old").beside("plywise 0.0.1");
    let line = old.refused(&["--quiet", "tables", "2048"]);
    assert!(line.contains("\"plywise 0.0.1\"") && line.contains("cargo install"), "{line}");
}

#[test]
fn what_is_installed_in_a_folder_of_cargos_is_told_to_be_installed_there() {
    let root = Installed::new("root");
    fs::create_dir_all(root.0.join("bin")).unwrap();
    fs::rename(root.0.join("plywise"), root.0.join("bin/plywise")).unwrap();
    let refused = Command::new(root.0.join("bin/plywise")).arg("serve").output().unwrap();
    let line = String::from_utf8(refused.stderr).unwrap();
    let there = root.0.canonicalize().unwrap();
    assert!(line.trim_end().ends_with(&format!(" --root {}", there.display())), "{line}");
}

/// By any way in which the small program can stand where the whole one belongs.
#[test]
fn a_program_that_is_handed_to_itself_says_so() {
    type Placed = fn(&Path, &Path) -> std::io::Result<()>;
    let ways: [(&str, Placed); 3] = [
        ("copy", copy),
        ("hard-link", |this, whole| fs::hard_link(this, whole)),
        ("link", |this, whole| std::os::unix::fs::symlink(this, whole)),
    ];
    for (way, placed) in ways {
        let twice = Installed::new(way);
        placed(&twice.0.join("plywise"), &twice.whole()).unwrap();
        let line = twice.refused(&["lab", "list"]);
        assert!(line.contains("which is this program under another name: cargo install"), "{way}: {line}");
        assert!(twice.refused(&["labb"]).contains("there is no command \"labb\"; did you mean lab?"));
    }
}

/// What it starts may start this program again: only what has become this program is itself.
#[test]
fn what_the_whole_program_starts_hands_over_as_well() {
    let script =
        "case $* in --version) echo \"$VERSION\";; lab) \"${0%-full}\" serve;; *) echo served;; esac";
    let installed = Installed::new("nested").script(&script.replace("$VERSION", &ours()));
    let Output { status, stdout, stderr } = installed.run(&["lab"]);
    assert_eq!(String::from_utf8(stdout).unwrap(), "served\n", "{}", String::from_utf8_lossy(&stderr));
    assert!(status.success());
}

#[test]
fn what_cannot_be_run_is_refused_with_what_to_install() {
    let check = |installed: &Installed, why: &str| {
        let line = installed.refused(&["serve"]);
        assert!(line.contains("plywise serve is a command of ") && line.contains(why), "{line}");
        assert!(line.contains("plywise-full, which ") && line.contains(": cargo install "), "{line}");
    };
    let folder = Installed::new("folder");
    fs::create_dir_all(folder.whole()).unwrap();
    check(&folder, "which cannot be run (Permission denied");
    let text = Installed::new("text");
    fs::write(text.whole(), "").unwrap();
    check(&text, "which cannot be run (Permission denied");
    let around = Installed::new("around");
    std::os::unix::fs::symlink("plywise-full", around.whole()).unwrap();
    check(&around, "which cannot be run (Too many levels");
    let nowhere = Installed::new("nowhere");
    std::os::unix::fs::symlink("/no/such/file", nowhere.whole()).unwrap();
    check(&nowhere, "plywise-full, which cannot be run (No such file");
    check(&Installed::new("dies").script("kill -9 $$"), "which does not tell its version");
    check(&Installed::new("floods").script("exec yes"), "which is \"y\" where");
}

/// A folder as cargo leaves it, with a cargo that does nothing but this.
fn built(name: &str, cargo: &str) -> (Installed, PathBuf) {
    let built = Installed::new(name);
    fs::write(built.0.join("plywise.d"), "").unwrap();
    let built = built.script(cargo);
    let cargo = built.0.join("cargo");
    fs::rename(built.whole(), &cargo).unwrap();
    (built, cargo)
}

#[test]
fn what_cargo_does_not_build_is_said_in_one_line() {
    for (name, script, why) in [
        ("fails", "exit 101", "which cargo could not build (exit status: 101), as it says above"),
        ("elsewhere", "exit 0", "which cargo has built elsewhere, as its settings say"),
    ] {
        let (built, cargo) = built(name, script);
        let asked =
            Command::new(built.0.join("plywise")).args(["--quiet", "lab"]).env("CARGO", cargo).output();
        let Output { status, stdout, stderr } = asked.unwrap();
        let line = String::from_utf8(stderr).unwrap();
        assert_eq!((status.code(), stdout.len(), line.lines().count()), (Some(2), 0, 1), "{line}");
        assert!(line.contains(why), "{line}");
    }
    let (built, _) = built("no-cargo", "");
    let asked = Command::new(built.0.join("plywise")).arg("lab").env("CARGO", "/no/such/cargo").output();
    let line = String::from_utf8(asked.unwrap().stderr).unwrap();
    assert!(line.lines().count() == 1 && line.contains("/no/such/cargo cannot be run"), "{line}");
}

/// What a build writes, and what it is linked from, is younger than its beginning.
#[test]
fn what_was_built_is_not_built_again() {
    let whole = "#!/bin/sh\necho whole";
    let script = "folder=${0%/*}\necho built >> $folder/log\n\
        echo \"$folder/plywise-full: $folder/written.rs\" > $folder/plywise-full.d\necho > $folder/written.rs\n\
        echo 'WHOLE' > $folder/plywise-full\nchmod +x $folder/plywise-full";
    let (built, cargo) = built("once", &script.replace("WHOLE", whole));
    let ask = || {
        let asked =
            Command::new(built.0.join("plywise")).args(["--quiet", "lab"]).env("CARGO", &cargo).output();
        let asked = asked.unwrap();
        assert_eq!(asked.stdout, b"whole\n", "{}", String::from_utf8_lossy(&asked.stderr));
    };
    ask();
    let linked = fs::metadata(built.whole()).unwrap().modified().unwrap();
    ask();
    assert_eq!(fs::read_to_string(built.0.join("log")).unwrap(), "built\n");
    let written = fs::metadata(built.0.join("written.rs")).unwrap().modified().unwrap();
    assert!(linked >= written, "cargo links what is older than its parts again");
}
