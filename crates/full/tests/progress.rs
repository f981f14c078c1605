//! Long work says what it is at while it goes on, and an interrupt brings what it has found. None of this work would ever end
//! by itself.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::common::terminal::{Terminal, interrupt, terminate, wait};
use crate::common::{Folder, command, good};
use crate::terminal::leaves_nothing_behind;

/// In a terminal.
#[test]
fn no_long_work_is_silent() {
    let folder = Folder::new("progress");
    let (svg, out) = (folder.file("t.svg"), folder.file("out"));
    let (state, tables, games_of) = (folder.file("run.td"), folder.file("tables"), folder.file("my.games"));
    let book = folder.file("my.book");
    let games = folder.write("games.txt", "f5d6c3d3c4f4f6f3e6e7\n");
    for (args, parts) in [
        (&["solve", "othello", "--time", "1h"][..], &["solving othello: depth ", " nodes", " left"][..]),
        (&["analyze", "checkers", "--agent", "alphabeta:depth=1000"], &["depth=1000: depth 1", "/s"]),
        (&["analyze", "othello", "--file", &games, "--depth", "60"], &["0 of 10 moves", " nodes"]),
        (&["match", "checkers", "alphabeta:depth=60", "minimax:depth=60"], &["0 of 100 games", " nodes"]),
        (&["tournament", "checkers", "pvs:depth=60", "pvs:depth=61"], &["0 of 20 games", " nodes"]),
        (&["perft", "othello", "40"], &["othello, perft: depth 1", " leaves"]),
        (&["tree", "othello", "--agent", "course:depth=20", "--svg", &svg], &["othello, course", " nodes"]),
        (&["train", "2048", "--time", "1h", "--tuples", "5x4"], &["2048, learning: ", " moves", " left"]),
        (&["train", "2048", "--games", "9_000_000_000", "--tuples", "5x4", "--state", &state], &["0 of 9,0"]),
        (
            &["train", "checkers", "--time", "1h", "--state", &games_of],
            &["checkers, playing: ", " games there", " left"],
        ),
        (&["train", "checkers", "--games", "90_000", "--state", &games_of], &[" of 90,000 games"]),
        (
            &["book", "othello", "--time", "1h", "--nodes", "500", "--file", &book],
            &["othello, growing its book: ", " expanded, ", " left"],
        ),
        (&["tune", "2048", "heuristic:depth=3"], &["tuning heuristic:depth=3: ", " of 51 iterations"]),
        (&["tables", "2048", "--largest", "64", "--cache", &tables], &["endgame tables: "]),
        (
            &["databases", "checkers", "--pieces", "6", "--cache", &tables],
            &["databases of endings: ", "4 pieces"],
        ),
        (&["lab", "run", "othello-depth", "--full", "--out", &out], &["othello-depth: ", " of "]),
        (&["bench", "--repeat", "1000"], &["bench: "]),
    ] {
        // Sooner than a person is told: what is waited for costs a core.
        let mut typed = command(args);
        typed.env("PLYWISE_PROGRESS", "10ms");
        let terminal = Terminal::of(typed, 100);
        for part in parts {
            terminal.wait_for(part, 1);
        }
        terminal.interrupt();
        let (code, text) = terminal.end();
        assert_eq!(code, Some(130), "{args:?}: {text}");
        leaves_nothing_behind(&text);
    }
    assert!(!std::path::Path::new(&svg).exists(), "no half picture");
}

/// What was looked over by then is told and written: of the second game, whose first search never ends, nothing but its moves.
#[test]
fn an_interrupted_review_tells_what_it_has() {
    let folder = Folder::new("review");
    let over =
        "(;GM[Othello]BO[8 XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXO- X]B[H8];)"
            .replace('X', "*");
    let open = "(;GM[Othello]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5]W[D6];)";
    let (file, out) = (folder.write("games.ggf", format!("{over}\n{open}\n")), folder.file("out.ggf"));
    let terminal =
        Terminal::start(&["analyze", "othello", "--file", &file, "--depth", "60", "--out", &out], 100);
    terminal.wait_for("1 of 3 moves", 1);
    terminal.interrupt();
    let (code, text) = terminal.end();
    assert_eq!(code, Some(130), "{text}");
    leaves_nothing_behind(&text);
    assert!(text.contains("game 1: ") && text.contains("game 2: unfinished, interrupted"), "{text}");
    assert!(text.contains("interrupted: 1 of 2 games are looked over"), "{text}");
    let written = std::fs::read_to_string(&out).unwrap();
    assert!(written.contains("B[H8/+64.00]") && written.contains("B[F5]W[D6];)"), "{written}");
}

/// Work that comes to its end some time is not silent either while it goes on: within the first second there is a line.
#[test]
fn work_of_some_seconds_is_not_silent() {
    let folder = Folder::new("reading");
    let line = "f5d6c3d3c4f4f6f3e6e7\n";
    let games = folder.write("games.txt", line.repeat(200_000));
    let text = good(&["tournament", "othello", "pvs:depth=60", "pvs:depth=61", "--print"]);
    let experiment = folder.write("experiment", text);
    for (args, part) in [
        (&["replay", "othello", &games][..], "games.txt: "),
        (&["unit", &experiment, "0"], "0 of 1 games"),
        (&["openings", "othello", "balanced:depth=14"], "othello, balanced:depth=14: "),
    ] {
        let mut child = command(args)
            .env("PLYWISE_PROGRESS", "1ms")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        // At such a pace the very first line may come before it is known how much there is to do.
        let mut lines = BufReader::new(child.stderr.take().expect("it is piped")).lines();
        let told: Vec<String> = lines.by_ref().take(20).map_while(Result::ok).collect();
        let _ = child.kill();
        child.wait().expect("it ended");
        assert!(told.iter().any(|line| line.contains(part)), "{args:?}: {told:?}");
    }
}

/// Before the first whole pair the line tells of the games that there are, not of half the points.
#[test]
fn the_first_game_counts() {
    let args = ["match", "othello:size=6", "minimax:depth=7", "random", "--games", "2", "--threads", "1"];
    let output = command(&args).env("PLYWISE_PROGRESS", "5ms").output().expect("it runs");
    let told = String::from_utf8(output.stderr).expect("text");
    assert!(told.contains("first agent 100.0 % (20.7 … 100.0)"), "{told}");
    assert!(!told.contains("first agent 50.0 %"), "{told}");
}

/// Starts the command with a plain line on standard error every 50 ms.
fn start(args: &[&str]) -> Child {
    let mut command = command(args);
    command.env("PLYWISE_PROGRESS", "50ms").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts")
}

/// Reads the plain lines until one of them tells of the fourth depth or a later one. The rest is read meanwhile, so that
/// nobody waits for a full pipe.
fn deep(child: &mut Child) -> std::thread::JoinHandle<()> {
    let mut lines = BufReader::new(child.stderr.take().expect("it is piped"));
    let (mut line, mut depth) = (String::new(), 0);
    while depth < 4 {
        line.clear();
        assert!(lines.read_line(&mut line).expect("text") > 0, "it ended before the fourth depth");
        assert!(!line.contains('\u{1b}') && !line.contains('\r'), "{line:?}");
        let number = line.split(": depth ").nth(1).and_then(|rest| rest.split(',').next());
        depth = number.and_then(|number| number.parse().ok()).unwrap_or(0);
    }
    std::thread::spawn(move || drop(lines.read_to_end(&mut Vec::new())))
}

/// Ends the command by `signal` once it is at the fourth depth. Its exit code and its output.
fn ended(args: &[&str], signal: fn(&Child)) -> (Option<i32>, String) {
    let mut child = start(args);
    let rest = deep(&mut child);
    signal(&child);
    let code = wait(&mut child);
    rest.join().expect("the rest is read");
    let mut text = String::new();
    child.stdout.take().expect("it is piped").read_to_string(&mut text).expect("text");
    (code, text)
}

const ENDLESS: &[(&str, &str)] = &[
    ("checkers", "alphabeta:depth=1000"),
    ("othello", "minimax:depth=1000"),
    ("othello", "mtdf:depth=60"),
    ("checkers", "pvs:depth=1000,threads=2"),
    ("othello", "mcts:iterations=1000000000000"),
    ("2048", "expectimax:depth=1000"),
    ("2048", "star1:depth=1000,eval=empties"),
];

#[test]
fn an_interrupted_analysis_tells_the_best_so_far() {
    for (game, agent) in ENDLESS {
        let args = ["analyze", game, "--agent", agent];
        let (code, text) = ended(&args, interrupt);
        assert_eq!(code, Some(130), "{args:?}: {text}");
        assert!(text.contains("\nbest ") && text.contains("stopped: interrupted"), "{args:?}: {text}");
        let (code, text) = ended(&[&args[..], &["--json", "--all-moves"]].concat(), terminate);
        let report: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{args:?}: {e}: {text}"));
        assert_eq!((code, &report["stopped"]), (Some(143), &"interrupted".into()), "{report}");
        assert!(report["depth"].as_u64().expect("a depth") > 0, "{report}");
        assert_eq!(report["best"], report["line"][0], "{report}");
        assert_eq!(report["moves"], Value::Array(Vec::new()), "what was not searched is not told");
    }
}

#[test]
fn interrupted_counts_tell_what_is_finished() {
    let args = ["perft", "othello", "40"];
    let (code, text) = ended(&args, interrupt);
    let depths: Vec<&str> = text.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
    assert!(code == Some(130) && depths.starts_with(&["0", "1", "2", "3"]), "{text}");
    let (code, text) = ended(&[&args[..], &["--json"]].concat(), terminate);
    let report: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!((code, &report["stopped"]), (Some(143), &"interrupted".into()), "{report}");
    let depths = report["depths"].as_array().expect("depths");
    assert!(depths.len() >= 4 && depths.last().expect("one")["leaves"] == report["leaves"], "{report}");
    let mut child = start(&["bench", "othello", "--repeat", "1000", "--json"]);
    let mut line = String::new();
    BufReader::new(child.stderr.take().expect("it is piped")).read_line(&mut line).expect("text");
    interrupt(&child);
    assert_eq!(wait(&mut child), Some(130));
    let mut text = String::new();
    child.stdout.take().expect("it is piped").read_to_string(&mut text).expect("text");
    assert!(serde_json::from_str::<Value>(&text).is_ok_and(|report| report.is_array()), "{text}");
}

#[test]
fn an_interrupted_solver_tells_how_far_it_came() {
    for game in ["othello", "checkers"] {
        let args = ["solve", game, "--time", "1h"];
        let (code, text) = ended(&args, interrupt);
        assert_eq!(code, Some(130), "{text}");
        assert!(text.starts_with("not solved: interrupted\nso far, unfinished: depth "), "{text}");
        assert!(text.contains("best line "), "{text}");
        let (code, text) = ended(&[&args[..], &["--json"]].concat(), terminate);
        let report: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!((code, &report["stopped"]), (Some(143), &"interrupted".into()), "{report}");
        assert_eq!((&report["solved"], &report["value"]), (&false.into(), &Value::Null), "{report}");
        assert!(
            report["depth"].as_u64().expect("a depth") >= 3 && report["best_so_far"].is_string(),
            "{report}"
        );
    }
}

#[test]
fn short_work_leaves_a_log_clean() {
    let output =
        command(&["perft", "othello", "3"]).env_remove("PLYWISE_PROGRESS").output().expect("it runs");
    assert_eq!(String::from_utf8(output.stderr).expect("text"), "");
    assert_eq!(
        good(&["solve", "othello:size=4"]).lines().filter(|line| line.contains("exact value")).count(),
        1
    );
}
