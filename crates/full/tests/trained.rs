//! What learning writes, and where: what was there stays until the new is whole, and games that are kept stay whatever a file is called.
#![cfg(unix)]

use std::os::unix::fs::symlink;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::common::terminal::{PATIENCE, interrupt, wait};
use crate::common::{Folder, command, good, json, limited, run};

const TRAIN: [&str; 6] = ["train", "othello", "--nodes", "60", "--rounds", "2"];

#[test]
fn kept_games_are_no_place_for_what_is_learned_by_whatever_name() {
    let folder = Folder::new("trained-names");
    let games = folder.file("my.games");
    let once = [&TRAIN[..], &["--games", "1"]].concat();
    good(&[&once[..], &["--state", &games]].concat());
    let kept = std::fs::read(&games).unwrap();
    std::fs::create_dir(folder.file("in")).unwrap();
    let (link, hard) = (folder.file("link"), folder.file("hard"));
    symlink(&games, &link).unwrap();
    std::fs::hard_link(&games, &hard).unwrap();
    let roundabout = folder.file("in/../my.games");
    for (state, out) in [(&games, &roundabout), (&games, &link), (&link, &games), (&games, &hard)] {
        let answer = run(&[&once[..], &["--state", state, "--out", out]].concat());
        assert_eq!(answer.code, Some(2), "{answer:?}");
        assert!(answer.err.contains("kept there; name another file"), "{}", answer.err);
        assert!(std::fs::read(&games).unwrap() == kept, "{out}");
    }
    // Games of another game are not what it learns from, and stay.
    for arg in ["--state", "--from"] {
        let mut args = vec!["train", "checkers", "--games", "1", "--nodes", "60", arg, &games];
        if arg == "--from" {
            args.extend(["--state", &hard]);
        }
        let answer = run(&args);
        assert_eq!((answer.code, answer.err.lines().count()), (Some(2), 1), "{answer:?}");
        assert!(std::fs::read(&games).unwrap() == kept, "{}", answer.err);
    }
}

#[test]
fn what_was_learned_before_stays_until_the_new_is_whole() {
    let folder = Folder::new("trained-out");
    let (games, out) = (folder.file("my.games"), folder.file("my.patterns"));
    let train = [&TRAIN[..], &["--state", &games, "--out", &out]].concat();
    good(&[&train[..], &["--games", "1"]].concat());
    let before = std::fs::read(&out).unwrap();
    let answer = limited("ulimit -f 40", &[&train[..], &["--games", "1"]].concat());
    assert_eq!((answer.code, answer.err.lines().count()), (Some(2), 1), "{answer:?}");
    assert!(answer.err.contains("my.patterns") && answer.err.contains("too large"), "{}", answer.err);
    assert!(std::fs::read(&out).unwrap() == before, "it was begun in place");
    let there = |folder: &str| std::fs::read_dir(folder).unwrap().count();
    assert_eq!(there(&folder.file("")), 2, "nothing lies about");
    // A link leads where it led, and a file keeps who may read it.
    let link = folder.file("link");
    symlink(&out, &link).unwrap();
    let report = json(&[&TRAIN[..], &["--state", &games, "--out", &link, "--games", "1"]].concat());
    assert_eq!(report["games"], 3, "{report}");
    assert!(std::fs::read_link(&link).is_ok() && std::fs::read(&out).unwrap() != before);
}

/// The disk was full in the first game: typed again, it goes on.
#[test]
fn a_first_game_that_was_cut_short_is_played_again() {
    let folder = Folder::new("trained-cut");
    let games = folder.file("my.games");
    let train = [&TRAIN[..], &["--state", &games, "--games", "2", "--threads", "1"]].concat();
    let answer = limited("ulimit -f 1", &train);
    assert_eq!(answer.code, Some(2), "{answer:?}");
    assert!(answer.err.contains("my.games") && answer.err.contains("too large"), "{}", answer.err);
    assert_eq!(json(&train)["games"], 2);
}

/// A move may take for ever: the first interrupt ends it, and what is whole is kept.
#[test]
fn an_interrupt_reaches_into_a_game_to_learn_from() {
    let folder = Folder::new("trained-stopped");
    let games = folder.file("my.games");
    let nodes = u64::MAX.to_string();
    let args = ["train", "checkers", "--nodes", &nodes, "--state", &games, "--time", "1h"];
    let mut child = command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The run is taken after the file was tried; then the file is there just before the first game begins.
    let begun = Instant::now();
    let lock = format!("{games}.lock");
    for file in [&lock, &games] {
        while !std::path::Path::new(file).exists() {
            assert!(begun.elapsed() < PATIENCE, "{file}");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    std::thread::sleep(Duration::from_millis(100));
    interrupt(&child);
    assert_eq!(wait(&mut child), Some(130));
    let told = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(told.starts_with("checkers: 0 games of this seed, 0 played now\n"), "{told}");
}

/// A name may come to stand for another file: its games are no games of the one before.
#[test]
fn a_store_knows_a_file_by_what_it_holds() {
    let folder = Folder::new("trained-store");
    let (first, second, mine) = (folder.file("first"), folder.file("second"), folder.file("mine"));
    for (out, seed) in [(&first, "1"), (&second, "2")] {
        let state = folder.file(seed);
        good(&[&TRAIN[..], &["--games", "2", "--seed", seed, "--state", &state, "--out", out]].concat());
    }
    let (store, agent) = (folder.file("games.db"), format!("champion:patterns={mine},nodes=50"));
    let played = ["match", "othello", &agent, "champion:nodes=50", "--games", "2", "--opening-plies", "4"];
    let stored = [&played[..], &["--store", &store]].concat();
    let games = || json(&["store", "show", &store])["experiments"].as_array().unwrap().len();
    std::fs::copy(&first, &mine).unwrap();
    let report = json(&stored);
    let nodes = |report: &serde_json::Value| {
        [&report["agents"][0]["mean_nodes_per_game"], &report["agents"][0]["mean_payoff"]].map(Clone::clone)
    };
    assert_eq!((json(&stored)["experiment"].clone(), games()), (report["experiment"].clone(), 1));
    std::fs::copy(&second, &mine).unwrap();
    let other = json(&stored);
    assert_eq!(games(), 2, "other games stand beside the first");
    assert!(other["experiment"] != report["experiment"]);
    assert_eq!(nodes(&other), nodes(&json(&played)), "the new file's games");
    // A text holds what it was written with: its games are played with that file alone, and kept as what they are.
    let text = folder
        .write("text.json", good(&["tournament", "othello", &agent, "random", "--rounds", "1", "--print"]));
    let lines = folder.write("lines.json", good(&["unit", &text, "0", "--json"]));
    let added = folder.file("added.db");
    std::fs::copy(&first, &mine).unwrap();
    let answer = run(&["unit", &text, "1"]);
    assert_eq!((answer.code, answer.err.lines().count()), (Some(2), 1), "{answer:?}");
    assert!(answer.err.contains("is not what it was when this experiment began"), "{}", answer.err);
    good(&["store", "add", &added, &text, &lines]);
    let kept = json(&["store", "show", &added])["experiments"][0]["hash"].clone();
    let line: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&lines).unwrap()).unwrap();
    assert_eq!(kept, line["experiment"], "kept as it was played");
    // The newest goes on with the file that it began with, or not at all.
    std::fs::copy(&first, &mine).unwrap();
    let answer = run(&["tournament", "--store", &store, "--resume", "--rounds", "2"]);
    assert_eq!((answer.code, answer.err.lines().count()), (Some(2), 1), "{answer:?}");
    assert!(answer.err.contains("is not what it was when this experiment began"), "{}", answer.err);
}
