//! Tuning and training: killed and resumed, and what they answer to bad input.
#![cfg(unix)]

use std::process::Stdio;
use std::time::Duration;

use nix::sys::signal::Signal;

use crate::common::terminal::signal;
use crate::common::{Folder, command, good, json, run};

const TUNE: &[&str] = &[
    "tune",
    "2048",
    "heuristic",
    "--optimizer",
    "pso:particles=8,iterations=6",
    "--playoff",
    "4",
    "--seed",
    "3",
];

#[test]
fn a_killed_tuning_run_goes_on_to_the_identical_result() {
    let folder = Folder::new("tuned");
    let file = folder.file("state.json");
    let whole = json(&[TUNE, &["--threads", "1"]].concat());
    assert_eq!((&whole["finished"], &whole["evaluations"]), (&true.into(), &(8 * 6 + 3 * 4).into()));
    let resumed = [TUNE, &["--state", &file]].concat();
    for millis in [60, 120, 180, 240] {
        let mut child = command(&resumed).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(millis));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let end = json(&resumed);
    assert_eq!(end["best"], whole["best"]);
    assert_eq!(end["history"], whole["history"]);
    // Every point of an iteration stands there with the scores of all its trials.
    for step in whole["history"].as_array().unwrap() {
        let (points, scores) = (step["positions"].as_array().unwrap(), step["scores"].as_array().unwrap());
        assert!(!points.is_empty() && points.len() == scores.len(), "{step}");
        let scores: Vec<f64> = scores
            .iter()
            .flat_map(|of| of.as_array().unwrap())
            .filter_map(serde_json::Value::as_f64)
            .collect();
        assert!(scores.len() >= points.len(), "{step}");
        let mean = scores.iter().sum::<f64>() / scores.len() as f64;
        assert!((mean - step["mean"].as_f64().unwrap()).abs() < 1e-6 * mean.abs(), "{step}");
    }
    // The agent that comes out plays.
    let agent = end["agent"].as_str().unwrap();
    let played = json(&["match", "2048", agent, "--games", "2"]);
    assert_eq!(played["agents"][0]["agent"], agent);
}

#[test]
fn another_run_is_not_mixed_up_with_the_one_in_the_file() {
    let folder = Folder::new("mixed-up");
    let file = folder.file("state.json");
    good(&[TUNE, &["--state", &file]].concat());
    let other = run(&["tune", "2048", "heuristic", "--optimizer", "random:iterations=2", "--state", &file]);
    assert_eq!(other.code, Some(2));
    assert!(other.err.contains("holds another run") && other.err.lines().count() == 1, "{}", other.err);
    std::fs::write(&file, "{").unwrap();
    let broken = run(&[TUNE, &["--state", &file]].concat());
    assert_eq!((broken.code, broken.err.lines().count()), (Some(2), 1), "{}", broken.err);
}

#[test]
fn two_runs_do_not_share_one_state() {
    let folder = Folder::new("shared-state");
    let tune = ["tune", "2048", "heuristic", "--optimizer", "random:iterations=1000000"];
    let train = ["train", "2048", "--tuples", "4x5", "--games", "1000000000"];
    let try_it = |args: &[&str]| {
        let file = folder.file(args[0]);
        let args = &[args, &["--state", &file]].concat();
        let mut first = command(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let lock = format!("{file}.lock");
        let id = first.id().to_string();
        while std::fs::read_to_string(&lock).ok().as_deref() != Some(&id) {
            assert!(first.try_wait().unwrap().is_none(), "{args:?} ended");
            std::thread::sleep(Duration::from_millis(5));
        }
        // The second asks for a while; the first need not work meanwhile.
        signal(&first, Signal::SIGSTOP);
        let second = run(args);
        first.kill().unwrap();
        first.wait().unwrap();
        let why = format!(
            "error: {file} is in use by another run (process {id}); wait until it has ended, or name another file\n"
        );
        assert_eq!((second.code, second.out, second.err), (Some(2), String::new(), why));
    };
    // Who is refused has waited for a second: both side by side.
    std::thread::scope(|scope| {
        scope.spawn(|| try_it(&tune));
        try_it(&train);
    });
}

/// What kept others away is gone with the run.
#[test]
fn no_lock_stays_behind() {
    let folder = Folder::new("locks");
    let (tuned, trained, store) = (folder.file("tuned"), folder.file("trained"), folder.file("games.db"));
    let tune = [
        "tune",
        "2048",
        "heuristic",
        "--optimizer",
        "random:iterations=1",
        "--playoff",
        "0",
        "--state",
        &tuned,
    ];
    let train = ["train", "2048", "--tuples", "4x5", "--games", "1", "--state", &trained];
    let played = ["match", "othello:size=4", "random", "greedy", "--games", "2", "--store", &store];
    for (args, file) in [(&tune[..], &tuned), (&train[..], &trained), (&played[..], &store)] {
        good(args);
        let lock = format!("{file}.lock");
        assert!(std::path::Path::new(file).exists() && !std::path::Path::new(&lock).exists(), "{lock}");
    }
}

#[test]
fn a_network_learns_and_its_run_goes_on() {
    let folder = Folder::new("trained");
    let (state, out, svg) = (folder.file("run.td"), folder.file("my.network"), folder.file("curve.svg"));
    let train = |games| ["train", "2048", "--tuples", "4x5", "--threads", "1", "--games", games];
    good(&[&train("200")[..], &["--state", &state]].concat());
    let rest = [&train("800")[..], &["--state", &state, "--out", &out, "--svg", &svg]].concat();
    let report = json(&rest);
    // A point of the curve is a thousand games, whoever played them.
    assert_eq!((&report["games"], report["curve"].as_array().unwrap().len()), (&1000.into(), 1));
    assert!(std::fs::read_to_string(&svg).unwrap().contains("</svg>"));
    // In one go it learns the same.
    let again = folder.file("again.network");
    good(&[&train("1000")[..], &["--out", &again]].concat());
    assert!(std::fs::read(&out).unwrap() == std::fs::read(&again).unwrap(), "one run, two networks");
    let network = format!("greedy:eval=network,network={out}");
    let played = json(&["match", "2048", &network, "random", "--games", "5"]);
    let score = |agent: usize| played["agents"][agent]["mean_score"].as_f64().unwrap();
    assert!(score(0) > 2.0 * score(1), "{played}");
}

#[test]
fn a_net_of_checkers_learns_from_games_that_are_kept() {
    let folder = Folder::new("checkers-net");
    let (games, net, again) = (folder.file("my.games"), folder.file("my.net"), folder.file("again.net"));
    let train = [
        "train",
        "checkers",
        "--games",
        "6",
        "--nodes",
        "100",
        "--rounds",
        "3",
        "--threads",
        "1",
        "--state",
        &games,
    ];
    let told = good(&[&train[..], &["--out", &net]].concat());
    for line in [
        "checkers: 6 games of this seed, 6 played now",
        "mean square error of the share of the points after 3 rounds: 0.",
        &format!("to play with it: plywise match checkers champion:net={net} champion"),
        &format!("to go on: the same command, with --state {games}"),
    ] {
        assert!(told.contains(line), "{told}");
    }
    // A run that was killed in the middle of a game goes on with it, and what is there is not played again.
    let text = std::fs::read_to_string(&games).unwrap();
    assert_eq!(text.matches("\n# ").count(), 6);
    let kept = &text[..text.find("# 0 3").unwrap() - 9];
    std::fs::write(&games, kept).unwrap();
    let rest = [
        "train",
        "checkers",
        "--games",
        "3",
        "--nodes",
        "100",
        "--rounds",
        "3",
        "--threads",
        "1",
        "--state",
        &games,
    ];
    let report = json(&[&rest[..], &["--out", &again]].concat());
    assert_eq!((&report["games"], &report["played_now"]), (&6.into(), &3.into()), "{report}");
    let errors = report["errors"].as_array().unwrap();
    assert!(
        errors.iter().all(|error| error["learned"].to_string().len() < 14),
        "digits of half precision: {report}"
    );
    assert!(errors.len() == 3 && errors[2]["learned"].as_f64() < errors[0]["learned"].as_f64(), "{report}");
    assert_eq!(std::fs::read_to_string(&games).unwrap(), text);
    assert!(std::fs::read(&net).unwrap() == std::fs::read(&again).unwrap(), "the same games, two nets");
    // It plays, and the next games are played with it: other ones.
    let own = format!("champion:net={net},nodes=200");
    json(&["match", "checkers", &own, "champion:nodes=200", "--games", "2"]);
    good(&[&train[..], &["--from", &net, "--seed", "1"]].concat());
    let both = std::fs::read_to_string(&games).unwrap();
    let others = both.strip_prefix(&text).unwrap();
    assert_eq!(others.matches("# 1 ").count(), 6);
    let explained = good(&["explain", "checkers", "--agent", &own]);
    assert!(explained.contains("own man on 12") && explained.contains("all of them together"), "{explained}");
    // A bit that flips is noticed, wherever it is named.
    let mut bytes = std::fs::read(&net).unwrap();
    bytes[1000] ^= 1;
    std::fs::write(&net, bytes).unwrap();
    let why = format!("{net} is damaged: its checksum is another");
    for args in [
        &[&train[..], &["--from", &net]].concat()[..],
        &["match", "checkers", &own, "random", "--games", "1"],
        &["explain", "checkers", "--agent", &own],
    ] {
        let answer = run(args);
        assert!(answer.code == Some(2) && answer.err.contains(&why), "{args:?}: {}", answer.err);
        assert_eq!(answer.err.trim_end().lines().count(), 1, "{}", answer.err);
    }
}

#[test]
fn what_othello_learns_is_added_to_the_patterns_it_played_with() {
    let folder = Folder::new("othello-trained");
    let (games, first, second) =
        (folder.file("my.games"), folder.file("first.patterns"), folder.file("second.patterns"));
    let small = ["train", "othello", "--nodes", "100", "--rounds", "3", "--state", &games];
    let train = |games: &str, more: &[&str]| json(&[&small[..], &["--games", games], more].concat());
    let report = train("6", &["--threads", "1", "--out", &first]);
    assert_eq!(
        (&report["games"], &report["played_now"], &report["patterns"]),
        (&6.into(), &6.into(), &first.as_str().into())
    );
    let errors = report["errors"].as_array().unwrap();
    assert!(errors.len() == 3 && errors[2]["learned"].as_f64() < errors[0]["learned"].as_f64(), "{report}");
    // A run that was killed in the middle of a game goes on with it: the same games on two threads, the same weights.
    let text = std::fs::read_to_string(&games).unwrap();
    std::fs::write(&games, &text[..text.find("# 0 4").unwrap() - 9]).unwrap();
    assert_eq!(train("2", &["--threads", "2", "--out", &second])["games"], 6);
    assert!(
        std::fs::read(&first).unwrap() == std::fs::read(&second).unwrap(),
        "the same games, other weights"
    );
    // They play, other games than those that come along, and are taken apart as they are.
    let own = format!("champion:patterns={first},nodes=200");
    json(&["match", "othello", &own, "champion:nodes=200", "--games", "2"]);
    // A line is the result, the value, the position.
    let seen = text.lines().nth(20).unwrap().splitn(3, ' ').last().unwrap();
    let value = |agent: &str| {
        let explained = json(&["explain", "othello", "--agent", agent, "--position", seen]);
        explained["value"].as_f64().unwrap()
    };
    assert_ne!(value(&own), value("champion"));
    // What the next step adds begins there.
    let other = folder.file("other.games");
    let next =
        [&small[..6], &["--state", &other, "--games", "2", "--from", &first, "--out", &second]].concat();
    json(&next);
    assert!(std::fs::read(&first).unwrap() != std::fs::read(&second).unwrap(), "nothing was added");
    // A bit that flips is noticed, wherever it is named.
    let mut bytes = std::fs::read(&first).unwrap();
    bytes[1000] ^= 1;
    std::fs::write(&first, bytes).unwrap();
    let why = format!("{first} is damaged: its checksum is another");
    for args in [
        &[&small[..], &["--games", "1", "--from", &first]].concat()[..],
        &["match", "othello", &own, "random", "--games", "1"],
        &["explain", "othello", "--agent", &own],
    ] {
        let answer = run(args);
        assert!(answer.code == Some(2) && answer.err.contains(&why), "{args:?}: {}", answer.err);
        assert_eq!(answer.err.trim_end().lines().count(), 1, "{}", answer.err);
    }
}

#[test]
fn a_network_for_the_late_stage_wants_its_starts() {
    let folder = Folder::new("late-starts");
    let (starts, state, out) =
        (folder.file("starts.txt"), folder.file("run.td"), folder.file("late.network"));
    std::fs::write(&starts, "16384 8192 4096 2048 1024 2 4 8 0 0 0 0 0 0 0 0\n").unwrap();
    let train = ["train", "2048", "--tuples", "4x5", "--threads", "1", "--games", "20"];
    good(&[&train[..], &["--starts", &starts, "--state", &state, "--out", &out]].concat());
    for more in [["--state", &state], ["--from", &out]] {
        let answer = run(&[&train[..], &more].concat());
        assert_eq!(answer.code, Some(2), "{more:?}");
        assert!(
            answer.err.contains("from 31744 in large tiles on; name its first positions"),
            "{}",
            answer.err
        );
        assert_eq!(answer.err.trim_end().lines().count(), 1, "{}", answer.err);
    }
    good(&[&train[..], &["--state", &state, "--starts", &starts]].concat());
}

#[test]
fn what_cannot_be_learned_gets_one_line() {
    let folder = Folder::new("unlearned");
    let starts = folder.file("starts.txt");
    std::fs::write(&starts, "2 4 8\n").unwrap();
    for (args, part) in [
        (&["tune", "othello", "random", "--against", "random"][..], "no weights"),
        (&["tune", "2048", "heuristic", "--against", "random"], "leave out --against"),
        (&["tune", "2048", "heuristic", "--optimizer", "pos"], "did you mean pso"),
        (&["tune", "2048", "heuristic", "--range", "h9=0..1"], "h1, h2, h3, h4"),
        (&["tune", "2048", "heuristic", "--range", "h1=1"], "h1=-10..10"),
        (&["tune", "2048", "heuristic", "--start", "1/2"], "one each for"),
        (&["tune", "2048", "heuristic", "--start", "5/5/5/5"], "outside of -10..0"),
        (&["train", "cantgoback", "--games", "1"], "have"),
        (&["train", "othello", "--games", "1"], "--state FILE"),
        (&["train", "checkers", "--games", "1"], "--state FILE"),
        (&["train", "checkers", "--games", "1", "--tuples", "4x6"], "takes no --tuples; it takes --time"),
        (&["train", "2048", "--games", "1", "--tuples", "9x9"], "5x4, 4x5"),
        (&["train", "2048", "--games", "1", "--optimism", "-1"], "between 0"),
        (&["train", "2048", "--games", "1", "--tuples", "4x5", "--starts", &starts], "line 1"),
        (&["train", "2048", "--games", "1", "--from", "/nowhere/x"], "/nowhere/x"),
        (&["train", "2048", "--time", "soon"], "10000h"),
    ] {
        let answer = run(args);
        assert_eq!(answer.code, Some(2), "{args:?}");
        assert!(answer.err.contains(part) && answer.err.trim_end().lines().count() <= 2, "{}", answer.err);
    }
}
