//! Every call on the system that a command makes fails once, by a library loaded before all others (`faults/shim.c`): the
//! message is one line, nothing is lost, and the same command then ends as if nothing had happened.

use std::path::Path;
use std::process::Command;

use crate::common::{Answer, Folder, good, json, run_with, timeless};

/// What can fail.
const KINDS: [&str; 7] = ["open", "read", "write", "fsync", "map", "thread", "spawn"];

/// Builds the library.
pub(crate) fn shim(folder: &Folder) -> String {
    let library = folder.file("shim.so");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faults/shim.c");
    let built = Command::new("cc").args(["-shared", "-fPIC", "-o", &library, source, "-ldl"]).output();
    let built = built.expect("a C compiler, which the store's SQLite takes as well");
    assert!(built.status.success(), "{built:?}");
    library
}

/// Runs a command whose `n`-th call of a kind fails. None where it makes no `n` calls.
fn run_failing(
    shim: &str,
    fired: &str,
    (kind, n): (&str, u32),
    args: &[&str],
    input: &[u8],
) -> Option<Answer> {
    let _ = std::fs::remove_file(fired);
    let mut program = Command::new(env!("CARGO_BIN_EXE_plywise-full"));
    program.args(args).env("PLYWISE_PROGRESS", "off").env_remove("RUST_BACKTRACE");
    program.envs([("LD_PRELOAD", shim), ("FAULT_KIND", kind), ("FAULT_FIRED", fired)]);
    program.env("FAULT_N", n.to_string());
    let answer = crate::common::answer_of(program, input);
    Path::new(fired).exists().then_some(answer)
}

/// Lets every call fail once, or every fourth one where somebody waits; `after` looks at what each failure left. How many calls
/// there were.
fn each_fault(folder: &Folder, args: &[&str], input: &[u8], after: &mut dyn FnMut(&Answer)) -> u32 {
    let (shim, fired) = (shim(folder), folder.file("fired"));
    let step = if crate::whole() { 1 } else { 4 };
    let mut calls = 0;
    for kind in KINDS {
        for n in (1..).step_by(step as usize) {
            let Some(answer) = run_failing(&shim, &fired, (kind, n), args, input) else { break };
            calls += step;
            let lines = answer.err.matches('\n').count();
            let is_told = answer.code == Some(2) && lines == 1;
            // Some is tried only: what the system tells of itself, more threads than one.
            let is_done = answer.code == Some(0) && lines <= 1;
            assert!(is_told || is_done, "{kind} {n} of {args:?}: {answer:?}");
            after(&answer);
        }
    }
    calls
}

#[test]
fn whatever_fails_a_store_is_whole_and_its_tournament_goes_on() {
    let folder = Folder::new("faulty-store");
    let store = folder.file("games.db");
    let plain = ["tournament", "othello:size=4", "random", "greedy", "--rounds", "4", "--threads", "2"];
    let args = [&plain[..], &["--store", &store]].concat();
    let undisturbed = timeless(json(&plain));
    let calls = each_fault(&folder, &args, b"", &mut |answer| {
        let checked = run_with(&["store", "check", &store], b"");
        // A run that ended before it began the store left nothing in it.
        let is_empty = checked.code == Some(2)
            && ["is empty", "there is no such store"].iter().any(|word| checked.err.contains(word));
        assert!(checked.code == Some(0) || is_empty, "{answer:?}: {checked:?}");
        assert_eq!(timeless(json(&args)), undisturbed, "{answer:?}");
        for more in ["", "-wal", "-shm", ".lock"] {
            let _ = std::fs::remove_file(format!("{store}{more}"));
        }
    });
    assert!(calls > 60, "{calls}");
}

#[test]
fn whatever_fails_a_tuning_run_goes_on_from_its_state() {
    let folder = Folder::new("faulty-state");
    let state = folder.file("state");
    let optimizer = ["--optimizer", "random:iterations=2,points=2", "--playoff", "0", "--threads", "2"];
    let plain = [&["tune", "2048", "heuristic"], &optimizer[..]].concat();
    let args = [&plain[..], &["--state", &state]].concat();
    let undisturbed = json(&plain)["best"].take();
    let calls = each_fault(&folder, &args, b"", &mut |answer| {
        assert_eq!(json(&args)["best"], undisturbed, "{answer:?}");
        let _ = std::fs::remove_file(&state);
    });
    assert!(calls > 20, "{calls}");
}

#[test]
fn whatever_fails_the_message_is_one_line() {
    let folder = Folder::new("faulty");
    let (games, saved) = (folder.file("games"), folder.file("saved"));
    good(&["match", "othello:size=4", "random", "greedy", "--games", "6", "--save", &games]);
    let play = ["match", "othello:size=4", "random", "greedy", "--games", "4", "--threads", "2"];
    let mut calls = 0;
    for (args, input) in [
        (&["replay", "othello:size=4", &games][..], &b""[..]),
        (&["solve", "othello:size=4", "--table", "1"], b""),
        (&["engine", "othello", "--protocol", "gtp", "--agent", "random"], b"genmove b\nquit\n"),
        (&[&play[..], &["--save", &saved]].concat(), b""),
    ] {
        calls += each_fault(&folder, args, input, &mut |answer| {
            if Path::new(&saved).exists() {
                let replayed = json(&["replay", "othello:size=4", &saved]);
                assert_eq!(replayed["games"], replayed["legal"], "{answer:?}");
                std::fs::remove_file(&saved).unwrap();
                let _ = std::fs::remove_file(format!("{saved}.whole"));
            }
        });
    }
    assert!(calls > 25, "{calls}");
}
