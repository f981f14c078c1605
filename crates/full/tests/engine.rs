//! The command as an engine, at the table of the command.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use serde_json::Value;

use crate::common::{Folder, command, json, refused, run_with};

/// An agent of ours behind a protocol, as an agent.
fn engine(game: &str, protocol: &str, agent: &str) -> String {
    let port = if protocol == "dxp" { " --port {port}" } else { "" };
    let plywise = env!("CARGO_BIN_EXE_plywise-full");
    format!(
        "engine:cmd=\"'{plywise}' engine {game} --protocol {protocol} --agent {agent}{port}\",protocol={protocol}"
    )
}

/// What a match comes to, but for what an engine cannot tell.
fn result(game: &str, agents: &[&str]) -> Vec<Value> {
    let args = ["--games", "4", "--opening-plies", "3"];
    let report = json(&[&["match", game], agents, &args].concat());
    let agents = report["agents"].as_array().expect("agents");
    let of_agent = |agent: &Value| {
        assert!(agent["first_forfeit"].is_null(), "{game}: {agent}");
        ["wins", "draws", "losses", "mean_score"].map(|key| agent[key].clone())
    };
    let mut result: Vec<Value> = agents.iter().flat_map(of_agent).collect();
    result.push(report["mean_plies"].clone());
    result
}

/// An agent plays the same games whether it sits at the table or is asked through a protocol.
#[test]
fn every_protocol_carries_an_agents_moves_both_ways() {
    for (game, protocol, agent) in [
        ("othello", "gtp", "alphabeta:depth=3"),
        ("othello:size=6", "gtp", "alphabeta:depth=3"),
        ("othello:setup=course", "nboard", "alphabeta:depth=3,eval=weighted"),
        ("othello:size=4", "line", "alphabeta:depth=3"),
        ("checkers", "hub", "alphabeta:depth=3"),
        ("checkers", "dxp", "alphabeta:depth=3"),
        ("checkers:rules=course", "line", "alphabeta:depth=3"),
        ("cantgoback", "line", "alphabeta:depth=3"),
        ("cantgoback:fruits=respawn", "line", "alphabeta:depth=2"),
    ] {
        let direct = result(game, &[agent, "random"]);
        let engine = engine(game, protocol, agent);
        assert_eq!(result(game, &[&engine, "random"]), direct, "{game}, {protocol}");
    }
    let direct = result("2048", &["greedy"]);
    assert_eq!(result("2048", &[&engine("2048", "line", "greedy")]), direct);
}

#[test]
fn an_engine_ends_with_its_input_and_says_nothing_besides() {
    for (game, protocol) in [("othello", "gtp"), ("othello", "nboard"), ("checkers", "hub"), ("2048", "line")]
    {
        let mut engine = command(&["engine", game, "--protocol", protocol]);
        let mut engine = engine
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command");
        engine.stdin.take().expect("a pipe").write_all(b"nonsense\n").expect("it listens");
        let (mut out, mut err) = (String::new(), String::new());
        engine.stdout.take().expect("a pipe").read_to_string(&mut out).expect("text");
        engine.stderr.take().expect("a pipe").read_to_string(&mut err).expect("text");
        assert_eq!((engine.wait().expect("an end").code(), err.as_str()), (Some(0), ""), "{protocol}");
        assert_eq!(out, if protocol == "gtp" { "? unknown command\n\n" } else { "" });
    }
}

#[test]
fn a_port_that_is_taken_is_named() {
    let mut first = command(&["engine", "checkers", "--protocol", "dxp", "--port", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command");
    let mut line = String::new();
    BufReader::new(first.stdout.take().expect("a pipe")).read_line(&mut line).expect("text");
    let port = line.trim().strip_prefix("listening on 127.0.0.1:").expect("a port").to_owned();
    let error = refused(&["engine", "checkers", "--protocol", "dxp", "--port", &port]);
    first.kill().expect("it runs");
    first.wait().expect("an end");
    assert!(error.contains(&port) && error.contains("--port takes another"), "{error}");
}

/// What was said on both sides, whichever way it came.
#[test]
fn an_engines_own_log_holds_the_conversation() {
    let folder = Folder::new("engine-own-log");
    let logs = folder.file("logs");
    let args = ["engine", "othello:size=4", "--protocol", "gtp", "--agent", "random", "--engine-log", &logs];
    let answer = run_with(&args, b"name\nplay b b1\nquit\n");
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{answer:?}");
    let files: Vec<_> = std::fs::read_dir(&logs).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    let text = std::fs::read_to_string(&files[0]).unwrap();
    let lines: Vec<&str> = text.lines().map(|line| line.trim_start().split_once(' ').unwrap().1).collect();
    assert!(lines[0].starts_with("# started at ") && lines[0].ends_with(": othello:size=4 by gtp"), "{text}");
    for line in ["> name", "< = plywise", "> play b b1", "> quit"] {
        assert!(lines.iter().any(|logged| logged.starts_with(line)), "{line}: {text}");
    }
}
