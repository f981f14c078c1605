//! Processes that are stopped for longer than a move may take: by an engine that stops whom it is told to, in the middle of its
//! answer, and lets them go on. The game is void and played again, with the result of one that nothing disturbed.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::Command;

use crate::common::{Answer, Folder, timeless};

#[test]
#[ignore = "not a test: the engine that the tests start"]
fn act_as_engine() {
    fake_engine::obey();
}

/// Two games on a clock of two seconds a move, in which `misdeed` happens to somebody once, if there is no file `once`.
fn games(misdeed: &str, once: &str) -> serde_json::Value {
    let cmd = fake_engine::command("stopped::act_as_engine", &format!("gtp,{misdeed},2"));
    let engine = format!("engine:cmd=\"{cmd}\",protocol=gtp");
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywise-full"));
    command.args(["match", "othello:size=6", &engine, "random", "--games", "2", "--clock", "move=2s"]);
    command.args(["--threads", "1", "--json"]).env(fake_engine::ONCE, once).env("PLYWISE_PROGRESS", "off");
    let answer: Answer = command.output().expect("the program").into();
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{answer:?}");
    timeless(serde_json::from_str(&answer.out).expect("JSON"))
}

/// Whoever is stopped sleeps, and so does who waits: all of them side by side.
#[test]
fn a_stop_costs_nobody_a_game_and_ends_no_match() {
    let folder = Folder::new("stopped");
    let try_it = |misdeed: &str| {
        let once = folder.file(misdeed);
        let stopped = games(misdeed, &once);
        assert!(Path::new(&once).exists(), "{misdeed}: nobody was stopped");
        let undisturbed = games(misdeed, &once);
        assert_eq!(stopped, undisturbed, "{misdeed}");
        assert_eq!(stopped["agents"][0]["forfeits"], 0, "{stopped}");
    };
    std::thread::scope(|scope| {
        scope.spawn(|| try_it("halt"));
        scope.spawn(one_while_an_engine_starts_ends_no_match);
        try_it("pause");
    });
}

/// An engine that is stopped while it starts is started again, before the first game as in the middle of a match.
fn one_while_an_engine_starts_ends_no_match() {
    let folder = Folder::new("stopped-start");
    let once = folder.file("once");
    let cmd = fake_engine::command("stopped::act_as_engine", "gtp,pause,0");
    let engine = format!("engine:cmd=\"{cmd}\",protocol=gtp,startup=2s");
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywise-full"));
    command.args(["match", "othello:size=4", &engine, "random", "--games", "2", "--json"]);
    command.env(fake_engine::ONCE, &once).env("PLYWISE_PROGRESS", "off");
    let answer: Answer = command.output().expect("the program").into();
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{answer:?}");
    assert!(Path::new(&once).exists(), "nobody was stopped");
    let report: serde_json::Value = serde_json::from_str(&answer.out).expect("JSON");
    assert_eq!((&report["games"], &report["agents"][0]["forfeits"]), (&2.into(), &0.into()), "{report}");
}
