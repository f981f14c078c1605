//! Installed beside a program of another's: what is handed over to it, and what is said where it cannot be.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder with a copy of the program, as if it were installed there.
struct Installed(PathBuf);

impl Installed {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("plywise-handover-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::copy(env!("CARGO_BIN_EXE_plywise"), folder.join("plywise")).unwrap();
        Self(folder)
    }

    /// Beside it a whole program that answers so to `--version`, and else tells what it was asked.
    fn beside(self, version: &str) -> Self {
        let whole = self.0.join("plywise-full");
        let script = "test \"$*\" = --version && echo \"$VERSION\" && exit\necho \"$# $*\"; cat; echo said >&2; exit 7";
        let script = script.replace("$VERSION", version);
        // Written by a process of its own: a file that this one still had open could not be run.
        let mut writer =
            Command::new("sh").args(["-c", "cat > \"$0\""]).arg(&whole).stdin(Stdio::piped()).spawn();
        writeln!(writer.as_mut().unwrap().stdin.take().unwrap(), "#!/bin/sh\n{script}").unwrap();
        assert!(writer.unwrap().wait().unwrap().success());
        fs::set_permissions(&whole, fs::Permissions::from_mode(0o755)).unwrap();
        self
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

#[test]
fn everything_passes_through() {
    let installed = Installed::new("through").beside(&ours());
    for args in [
        &["serve", "--port", "0"][..],
        &["--color", "never", "--quiet", "--agents", "match", "lab", "run", "a b", "--engine-log", "x"],
        &["help", "train"],
        &["tune", "--no-such-option"],
        &["othello-depth"],
    ] {
        let Output { status, stdout, stderr } = installed.run(args);
        let told = format!("{} {}\ntyped", args.len(), args.join(" "));
        assert_eq!((status.code(), String::from_utf8(stdout).unwrap()), (Some(7), told));
        assert_eq!(stderr, b"said\n");
    }
    let own = installed.run(&["perft", "othello", "3"]);
    assert!(own.status.success() && String::from_utf8(own.stdout).unwrap().contains("56"));
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
    let from = line.trim_end().rsplit(' ').next().unwrap();
    assert!(Path::new(from).join("Cargo.toml").exists(), "{line}");
    assert!(
        alone.refused(&["othello-depth"]).contains("othello-depth"),
        "what nobody knows it answers itself"
    );
    let old = Installed::new("old").beside("plywise 0.0.1");
    let line = old.refused(&["--quiet", "tables", "2048"]);
    assert!(line.contains("\"plywise 0.0.1\"") && line.contains("cargo install"), "{line}");
}
