//! What the tests of the command share.
#![allow(dead_code)]

#[cfg(unix)]
pub(crate) mod terminal;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::Value;

/// The command, away from whatever the surroundings ask of its output.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywise-full"));
    command.args(args).env_remove("NO_COLOR").env_remove("COLUMNS").env("TERM", "xterm-256color");
    // However slow the machine is: what standard error says must not depend on it.
    command.env("PLYWISE_PROGRESS", "off");
    command
}

/// What the command answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Answer {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("output is text");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

/// Runs the command with nothing to read.
pub(crate) fn run(args: &[&str]) -> Answer {
    run_with(args, b"")
}

/// Runs the command with this on its standard input.
pub(crate) fn run_with(args: &[&str], input: &[u8]) -> Answer {
    answer_of(command(args), input)
}

/// What a command answers to this on its standard input.
pub(crate) fn answer_of(mut command: Command, input: &[u8]) -> Answer {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = input.to_vec();
    // A command that ends before it has read everything closes the pipe: its own business.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the writer ends");
    output.into()
}

/// Runs the command, which must succeed and complain about nothing. Its output.
pub(crate) fn good(args: &[&str]) -> String {
    let answer = run(args);
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{args:?}: {}", answer.out);
    answer.out
}

/// The same with `--json`.
pub(crate) fn json(args: &[&str]) -> Value {
    let mut all = args.to_vec();
    all.push("--json");
    serde_json::from_str(&good(&all)).expect("--json prints JSON")
}

/// The same where the large networks of 2048 are missing, which take a while to unpack: on the small one, of which a warning tells.
pub(crate) fn small_json(args: &[&str]) -> Value {
    let answer = command(args).arg("--json").env("PLYWISE_DATA", "/nowhere").output().expect("the command");
    serde_json::from_slice(&answer.stdout).expect("--json prints JSON")
}

/// A report of a match or a tournament without what depends on time.
pub(crate) fn timeless(mut report: Value) -> Value {
    for agent in report["agents"].as_array_mut().expect("there are agents") {
        agent["mean_time_per_game_s"].take();
        agent["mean_time_per_move_s"].take();
    }
    report
}

/// Runs the command, which must refuse: exit code 2, nothing printed, one line of complaint. That line.
pub(crate) fn refused(args: &[&str]) -> String {
    let answer = run(args);
    assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{args:?}: {}", answer.err);
    let line = answer.err.strip_suffix('\n').unwrap_or_else(|| panic!("{args:?}: {:?}", answer.err));
    assert!(!line.contains(char::is_control), "{args:?}: {line:?}");
    line.strip_prefix("error: ").unwrap_or_else(|| panic!("{args:?}: {line:?}")).to_owned()
}

/// A folder of a test's own, gone when the test is over.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        static MADE: AtomicU64 = AtomicU64::new(0);
        let (process, number) = (std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(format!("plywise-cli-{name}-{process}-{number}"));
        std::fs::create_dir_all(&path).expect("there is a place for temporary files");
        Self(path)
    }

    /// The path of a file in it.
    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a path of ours is text").to_owned()
    }

    /// Writes a file in it and returns its path.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.file(name);
        std::fs::write(&path, content).expect("a file of ours can be written");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs the command in a shell that first obeys `limits`.
pub(crate) fn limited(limits: &str, args: &[&str]) -> Answer {
    let script = format!("{limits}; exec \"$@\"");
    let all = [&["-c", &script, "sh", env!("CARGO_BIN_EXE_plywise-full")], args].concat();
    Command::new("sh").args(all).output().expect("a shell").into()
}
