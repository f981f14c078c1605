//! Matches that end before their time: the saved games are whole whatever happens.
#![cfg(unix)]

use std::io::Read;
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::common::terminal::{PATIENCE, hang_up, interrupt, wait};
use crate::common::{Folder, command, good, json, run};

/// Starts a match that would take for ever.
fn start(game: &str, agents: &[&str], more: &[&str]) -> Child {
    let args = [&["match", game], agents, &["--games", "1000000000", "--threads", "2"], more].concat();
    command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until a file has this many bytes.
fn grown(file: &str, bytes: u64) {
    let begun = Instant::now();
    while std::fs::metadata(file).map_or(0, |file| file.len()) < bytes {
        assert!(begun.elapsed() < PATIENCE, "{file} does not grow");
        std::thread::sleep(Duration::from_micros(100));
    }
}

const MATCHES: &[(&str, &[&str])] = &[
    ("othello:size=6", &["random", "random"]),
    ("checkers", &["random", "random"]),
    ("2048", &["random"]),
    ("cantgoback:fruits=respawn", &["random", "random"]),
];

#[test]
fn a_killed_match_leaves_whole_games() {
    let folder = Folder::new("killed");
    for (game, agents) in MATCHES {
        for bytes in [1, 3_000, 40_000, 250_000, 251_000] {
            let file = folder.file(&format!("{bytes} of {}", &game[..4]));
            let mut child = start(game, agents, &["--save", &file]);
            grown(&file, bytes);
            child.kill().unwrap();
            child.wait().unwrap();
            let answer = run(&["replay", game, &file, "--strict", "--json"]);
            assert!(
                answer.err.is_empty() || answer.err.contains("was cut off while it was saved"),
                "{}",
                answer.err
            );
            let report: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
            assert_eq!((answer.code, &report["games"]), (Some(0), &report["legal"]), "{game}");
            assert!(report["games"].as_u64().unwrap() > 0);
            // A half game would be legal up to its end, but unfinished.
            for result in report["results"].as_array().unwrap() {
                let result = result["result"].as_str().unwrap();
                assert!(
                    !result.is_empty() && result != "*" && !result.contains("unfinished"),
                    "{game}: {result}"
                );
            }
        }
    }
}

#[test]
fn an_interrupted_match_reports_and_saves_what_is_finished() {
    let folder = Folder::new("interrupted");
    for (game, agents) in MATCHES {
        let file = folder.file(&game[..4]);
        let child = start(game, agents, &["--save", &file, "--json"]);
        grown(&file, 20_000);
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{game}");
        assert!(output.stderr.is_empty(), "{:?}", String::from_utf8(output.stderr));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["broken_off"], true);
        let replayed = json(&["replay", game, &file, "--strict"]);
        assert_eq!(report["games"], replayed["games"], "{game}: every finished game is in both");
        assert!(report["mean_plies"].as_f64().unwrap() > 0.0);
    }
    let files = std::fs::read_dir(folder.file("")).unwrap().count();
    assert_eq!(files, MATCHES.len(), "nothing is left beside the files");
}

/// A search that would take for ever is broken off too, before any game has ended.
#[test]
fn an_interrupt_reaches_into_a_search() {
    let folder = Folder::new("deep");
    let file = folder.file("games");
    let mut child = start("checkers", &["alphabeta:depth=60", "minimax:depth=60"], &["--save", &file]);
    // The file is there just before the search begins; whether the interrupt meets it then or later is all the same.
    while !std::path::Path::new(&file).exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(Duration::from_millis(100));
    interrupt(&child);
    assert_eq!(wait(&mut child), Some(130));
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("checkers: 0 of 1,000,000,000 games (broken off), seed 1\n"), "{text}");
    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    assert_eq!(text.lines().count(), 1, "no table of games that were not played: {text}");
    assert_eq!(good(&["replay", "checkers", &file]), "0 games, 0 legal, 0 not; 0 moves\n");
}

#[test]
fn an_interrupted_tree_says_that_nothing_is_drawn() {
    let folder = Folder::new("tree-of-killed");
    let file = folder.file("tree.svg");
    let args = ["tree", "othello", "--agent", "course:depth=20", "--svg", &file];
    let mut child = command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Before anybody listens an interrupt ends the program, as it ends any.
    let listens = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        u64::from_str_radix(caught.unwrap().trim(), 16).unwrap() & 2 != 0
    };
    while cfg!(target_os = "linux") && !listens() {
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(Duration::from_millis(100));
    interrupt(&child);
    assert_eq!(wait(&mut child), Some(130));
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.stdout, b"interrupted before the tree was whole; nothing is drawn\n");
    assert!(!std::path::Path::new(&file).exists());
}

/// Whoever starts a match under `nohup` goes away, and the match goes on; otherwise the terminal that goes away ends it like
/// an interrupt.
#[test]
fn a_hangup_ends_a_match_only_without_nohup() {
    // What is handled here is as the system has it in whom we start; what is ignored, as by these tests under `nohup`, is not.
    signal_hook::flag::register(signal_hook::consts::SIGHUP, Arc::default()).unwrap();
    let folder = Folder::new("hangup");
    for nohup in [true, false] {
        let file = folder.file(if nohup { "nohup" } else { "plain" });
        let args = ["match", "othello:size=6", "random", "random", "--games", "1000000000", "--threads", "2"];
        let plywise = command(&args);
        let mut shell = std::process::Command::new("sh");
        let trap = if nohup { "trap '' HUP; " } else { "" };
        shell.args(["-c", &format!("{trap}exec \"$@\""), "sh"]).arg(plywise.get_program()).args(args);
        shell.args(["--save", &file, "--json"]).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = shell.spawn().unwrap();
        grown(&file, 20_000);
        hang_up(&child);
        if nohup {
            let bytes = std::fs::metadata(&file).unwrap().len();
            grown(&file, bytes + 200_000);
            assert!(child.try_wait().unwrap().is_none(), "it goes on");
            interrupt(&child);
        }
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            output.status.code(),
            Some(if nohup { 130 } else { 129 }),
            "{:?}",
            String::from_utf8(output.stderr)
        );
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["games"], json(&["replay", "othello:size=6", &file, "--strict"])["games"]);
    }
}

/// Work that does not hear of the first interrupt, as it waits for a person, ends with the second.
#[test]
fn the_second_interrupt_ends_what_the_first_does_not() {
    let mut child = command(&["match", "othello", "human", "random", "--games", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The board is drawn, the question asked.
    let mut shown = Vec::new();
    let mut err = child.stderr.take().unwrap();
    while !String::from_utf8_lossy(&shown).contains("Black> ") {
        let mut some = [0; 256];
        let n = err.read(&mut some).unwrap();
        assert!(n > 0, "{:?}", String::from_utf8_lossy(&shown));
        shown.extend(&some[..n]);
    }
    interrupt(&child);
    std::thread::sleep(Duration::from_millis(200));
    assert!(child.try_wait().unwrap().is_none(), "the first one is heard by nobody");
    // Two that meet a program which has no time to listen are one to it.
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < PATIENCE, "the command does not end");
        interrupt(&child);
        std::thread::sleep(Duration::from_millis(200));
    }
    assert_eq!(wait(&mut child), Some(130));
}
