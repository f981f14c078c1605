//! A time of day that lies before 1970 and goes back whenever somebody asks for it, and no clock that a sleeping machine leaves
//! running (`faults/shim.c`): what is played, kept and told is what it is under a clock that stands right.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::common::{Folder, answer_of, good, json, timeless};
use crate::faults::shim;

/// The command where the clock goes back.
fn command_of(shim: &str, args: &[&str]) -> Command {
    let mut command = crate::common::command(args);
    command.env("LD_PRELOAD", shim).env("FAULT_CLOCK", "0");
    command
}

/// What it prints; it succeeds and complains of nothing.
fn backwards(shim: &str, args: &[&str]) -> String {
    let answer = answer_of(command_of(shim, args), b"");
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{args:?}: {}", answer.out);
    answer.out
}

fn backwards_json(shim: &str, args: &[&str]) -> Value {
    serde_json::from_str(&backwards(shim, &[args, &["--json"]].concat())).expect("JSON")
}

#[test]
fn a_clock_that_goes_back_changes_no_result() {
    let folder = Folder::new("clock-back");
    let shim = shim(&folder);
    let (store, saved, state) = (folder.file("games.db"), folder.file("saved"), folder.file("state"));
    let plain = ["tournament", "othello", "random", "greedy", "--rounds", "3", "--threads", "2"];
    let stored = [&plain[..], &["--store", &store]].concat();
    let undisturbed = timeless(json(&plain));
    for _ in 0..2 {
        assert_eq!(timeless(backwards_json(&shim, &stored)), undisturbed, "begun, and gone on with");
    }
    assert_eq!(timeless(json(&stored)), undisturbed, "gone on with when the clock stands right");
    assert!(backwards(&shim, &["store", "check", &store]).contains("6 games"));
    for format in ["csv", "ggf"] {
        let export = ["store", "export", &store, "--format", format];
        assert_eq!(backwards(&shim, &export), good(&export), "{format}");
    }
    backwards(
        &shim,
        &["store", "export", &store, "--format", "wthor", "--output", &folder.file("games.wtb")],
    );
    let (played, tuned) = (
        [
            "match",
            "othello:size=4",
            "random",
            "greedy",
            "--games",
            "4",
            "--clock",
            "move=60s",
            "--save",
            &saved,
        ],
        ["tune", "2048", "heuristic", "--optimizer", "random:iterations=2,points=2", "--playoff", "0"],
    );
    let report = timeless(backwards_json(&shim, &played));
    assert_eq!(report, timeless(json(&played[..8])));
    let tuned_there = backwards_json(&shim, &[&tuned[..], &["--state", &state]].concat());
    assert_eq!(tuned_there["best"], json(&tuned)["best"]);
}

#[test]
fn limits_of_time_hold_under_a_clock_that_goes_back() {
    let folder = Folder::new("clock-limits");
    let shim = shim(&folder);
    // Each would go on for ever.
    let report = backwards_json(&shim, &["analyze", "othello", "--agent", "pvs:depth=60", "--time", "100ms"]);
    assert_eq!(report["stopped"], "deadline", "{report}");
    let logs = folder.file("logs");
    let args = ["engine", "othello", "--protocol", "gtp", "--agent", "pvs:depth=60", "--engine-log", &logs];
    let answer = answer_of(command_of(&shim, &args), b"time_settings 0 1 1\ngenmove b\nquit\n");
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{answer:?}");
    assert!(answer.out.starts_with("= "), "{answer:?}");
}

/// A server that ends with this.
struct Server(std::process::Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_page_keeps_its_games_under_a_clock_that_goes_back_and_says_what_it_cannot() {
    let folder = Folder::new("clock-page");
    let shim = shim(&folder);
    let state = folder.file("state");
    let args = ["serve", "--port", "0", "--no-token", "--state", &state];
    let answer = answer_of(command_of(&shim, &args), b"");
    assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{answer:?}");
    assert!(answer.err.contains("before 1970") && answer.err.lines().count() == 1, "{answer:?}");
    // It goes back all the same, by an hour each time.
    let mut command = command_of(&shim, &args);
    command.env("FAULT_CLOCK", "1000000000").stdout(Stdio::piped());
    let mut server = Server(command.spawn().expect("the command starts"));
    let mut line = String::new();
    let out = server.0.stdout.take().expect("it is piped");
    BufReader::new(out).read_line(&mut line).expect("text");
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect(&line);
    let ask = |head: &str, body: &str| {
        let mut stream = TcpStream::connect(address).expect("the server listens");
        let length = body.len();
        let head = format!(
            "{head} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\n"
        );
        write!(stream, "{head}content-length: {length}\r\n\r\n{body}").expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        serde_json::from_str::<Value>(answer.split("\r\n\r\n").nth(1).expect("a body")).expect("JSON")
    };
    let begin = r#"{"game":"othello:size=4","seats":["person","person"]}"#;
    let first = ask("POST /api/play", begin)["id"].clone();
    let second = ask("POST /api/play", begin)["id"].clone();
    assert_ne!(first, second);
    let listed = ask("GET /api/play", "").to_string();
    assert!([first, second].iter().all(|id| listed.contains(id.as_str().expect("a name"))), "{listed}");
}
