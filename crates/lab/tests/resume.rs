//! An experiment that is stopped goes on where it was.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use arena::Ledger;
use arena::export::json_line;
use lab::hand_out::Missing;
use lab::plan::{Plan, Size};
use lab::series::Opened;
use lab::{Error, Options, Report, run};
use store::Store;

const TINY: &str = r#"
title = "A tiny experiment"
work = "othello"
question = "Does it go on?"

[[series]]
name = "greedy"
game = "othello:size=4"
agents = ["greedy", "random"]
size = { quick = 40, full = 60 }

[[series]]
name = "course"
measure = "othello-course"
with = { depth = 1, prune = true }
size = { quick = 40, full = 60 }

[[series]]
name = "moves"
measure = "branching"
with = { game = "othello:size=4" }
size = { quick = 20, full = 20 }

[[quantity]]
name = "wins"
of = "won"
scale = 100

[[quantity]]
name = "positions"
of = "nodes"

[[quantity]]
name = "branching"
of = "moves"

[[number]]
row = "greedy"
quantity = "wins"
value = 50
n = 10
share = true

[[claim]]
text = "Greedy wins more than it loses"
kind = "at-least"
rows = ["greedy"]
quantity = "wins"
value = 50

[[plot]]
title = "Moves"
kind = "curve"
x = "ply"
y = "moves"
rows = ["moves"]

[[plot]]
title = "Wins"
kind = "bars"
y = "wins"
"#;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("plywise-lab-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn options(out: &Path, size: Size) -> Options {
    Options { size, out: out.to_owned(), threads: 2, fresh: false }
}

fn whole(out: &Path, size: Size) -> Report {
    let plan = Plan::parse("tiny", TINY).unwrap();
    run(&plan, &options(out, size), &AtomicBool::new(false), &mut |_, _, _| {}).unwrap()
}

#[test]
fn stopped_again_and_again_it_gives_the_same_table() {
    let (at_once, broken) = (folder("at-once"), folder("broken"));
    let expected = whole(&at_once, Size::Quick);
    let plan = Plan::parse("tiny", TINY).unwrap();
    let mut stops = 0;
    let report = loop {
        let (stop, mut told) = (AtomicBool::new(false), 0);
        let mut watch = |_: &str, _: u64, _: u64| {
            told += 1;
            // Some more each time, so that it comes to an end.
            if told > 6 + stops {
                stop.store(true, Ordering::Relaxed);
            }
        };
        match run(&plan, &options(&broken, Size::Quick), &stop, &mut watch) {
            Ok(report) => break report,
            Err(Error::Stopped(page)) => {
                stops += 1;
                let page = std::fs::read_to_string(page).unwrap();
                assert!(
                    page.contains("Not finished") && page.contains("plywise lab run tiny"),
                    "what there is"
                );
            }
            Err(error) => panic!("{error}"),
        }
        assert!(stops < 500, "it never ends");
    };
    assert!(stops >= 1, "it was never stopped");
    let timeless = |report: &Report| report.rows.clone();
    assert_eq!(timeless(&report), timeless(&expected));
    assert_eq!(report.claims, expected.claims);
    // The quick size is part of the full one: nothing of it is done again.
    let mut done_before = Vec::new();
    let mut watch = |name: &str, done: u64, all: u64| done_before.push((name.to_owned(), done, all));
    run(&plan, &options(&broken, Size::Full), &AtomicBool::new(false), &mut watch).unwrap();
    for (name, done) in [("greedy", 40), ("course", 40), ("moves", 20)] {
        let first = done_before.iter().find(|told| told.0 == name).unwrap();
        assert_eq!(first.1, done, "{name}");
    }
    for folder in [at_once, broken] {
        std::fs::remove_dir_all(folder).unwrap();
    }
}

/// Rows that a measure names itself are left open, too, where it was stopped: whoever stops it must not choose where its numbers end.
#[test]
fn rows_of_a_measure_that_was_stopped_wait_for_its_end() {
    let out = folder("stopped");
    let text = "title = \"t\"\nwork = \"othello\"\nquestion = \"q\"\n[[series]]\nname = \"positions\"\nmeasure = \"search\"\n\
        size = { quick = 4000, full = 4000 }\n[series.with]\ngame = \"othello:size=6\"\nplies = [4, 20]\n\
        agents = [\"minimax:depth=3\", \"alphabeta:depth=3\"]\nlabels = [\"plain\", \"pruned\"]\n\
        [[quantity]]\nname = \"positions\"\nof = \"nodes\"\n[[claim]]\ntext = \"Pruning saves\"\nkind = \"falling\"\n\
        rows = [\"plain\", \"pruned\"]\nquantity = \"positions\"\n";
    let plan = Plan::parse("stopped", text).unwrap();
    let stop = AtomicBool::new(false);
    let mut watch = |_: &str, done: u64, _: u64| stop.store(done >= 200, Ordering::Relaxed);
    run(&plan, &options(&out, Size::Quick), &stop, &mut watch).unwrap_err();
    let json = std::fs::read_to_string(out.join("stopped/report.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let claim = &json["claims"][0];
    assert_eq!(claim["evidence"][0]["verdict"], "confirmed", "these numbers would have told");
    assert_eq!(claim["verdict"], "undecided");
    assert!(claim["missing"][0].as_str().unwrap().contains(" of 4000)"), "{claim}");
    std::fs::remove_dir_all(out).unwrap();
}

/// Two of three units are done elsewhere, the last ones first and the first ones twice; the run finds them and does the others.
#[test]
fn what_is_done_elsewhere_makes_the_same_table() {
    let (here, elsewhere) = (folder("here"), folder("elsewhere"));
    let expected = whole(&here, Size::Quick);
    let plan = Plan::parse("tiny", TINY).unwrap();
    for series in &plan.series {
        let opened = lab::series::open(&plan, series, Size::Quick).unwrap();
        let line = |unit: u64| match &opened {
            Opened::Games(setup) => json_line(setup, &setup.play(unit).unwrap()),
            Opened::Measure(measured) => measured.line(unit).unwrap(),
        };
        let hand_out = || Missing::of(&plan, series, Size::Quick, &elsewhere.join("tiny")).unwrap();
        let mut missing = hand_out();
        let all = missing.done().1;
        let parts: Vec<_> = std::iter::from_fn(|| missing.next(3)).collect();
        assert_eq!(parts.iter().cloned().flatten().collect::<Vec<_>>(), (0..all).collect::<Vec<_>>());
        assert_eq!(missing.left(), 0);
        let mut lines: Vec<String> =
            parts.into_iter().rev().flatten().filter(|unit| unit % 3 != 1).map(line).collect();
        lines.push(line(0));
        missing.take(&plan, lines.iter().map(String::as_str)).unwrap();
        drop(missing);
        let mut rest = hand_out();
        let parts: Vec<_> = std::iter::from_fn(|| rest.next(3)).collect();
        assert_eq!(
            parts,
            (0..all).filter(|unit| unit % 3 == 1).map(|unit| unit..unit + 1).collect::<Vec<_>>()
        );
    }
    let report = whole(&elsewhere, Size::Quick);
    assert_eq!((report.rows, report.claims), (expected.rows, expected.claims));
    for folder in [here, elsewhere] {
        std::fs::remove_dir_all(folder).unwrap();
    }
}

/// What the report says of games is what anybody can add up from the store.
#[test]
fn the_report_says_what_the_store_holds() {
    let out = folder("store");
    let report = whole(&out, Size::Quick);
    let here = out.join("tiny");
    let json: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(here.join("report.json")).unwrap()).unwrap();
    let row = |quantity: &str| {
        let rows = json["rows"].as_array().unwrap();
        rows.iter().find(|row| row["row"] == "greedy" && row["quantity"] == quantity).unwrap().clone()
    };
    let store = Store::read(&here.join("games.db")).unwrap();
    let (mut games, mut won, mut nodes) = (0, 0, 0);
    let id = store.experiments().unwrap()[0].id;
    store
        .games(id, 0, u64::MAX, &mut |game| {
            let seat = game.agents.iter().position(|&agent| agent == 0).unwrap();
            games += 1;
            won += u64::from(game.payoffs[seat] > 0);
            nodes += game.spent[seat].nodes;
        })
        .unwrap();
    assert_eq!((row("wins")["n"].as_u64(), games), (Some(40), 40));
    assert_eq!(row("wins")["ours"].as_f64(), Some(100.0 * won as f64 / 40.0));
    assert_eq!(row("positions")["ours"].as_f64(), Some(nodes as f64 / 40.0));
    assert!(row("wins")["standard_errors"].is_number() && row("positions")["published"].is_null());
    assert_eq!((json["experiment"].as_str(), json["size"].as_str()), (Some("tiny"), Some("quick")));
    assert_eq!(report.rows.len(), json["rows"].as_array().unwrap().len());
    let page = std::fs::read_to_string(here.join("index.html")).unwrap();
    assert_eq!(page.matches("<svg class=\"chart\"").count(), 2 + 2, "each for broad and for narrow pages");
    assert_eq!(page.matches("<div class=\"slim\"><svg class=\"chart\" viewBox=\"0 0 380 ").count(), 2);
    assert!(!page.contains("<div class=\"wide\"><svg class=\"chart\""), "no plot is scrolled");
    let place = |part: &str| page.find(part).unwrap_or_else(|| panic!("{part} is not on the page"));
    let order = [
        "<svg class=\"chart\"",
        "Published beside ours",
        "<h2>Claims</h2>",
        "svg class=\"interval\"",
        "<h2>Numbers</h2>",
    ];
    assert!(
        order.windows(2).all(|pair| place(pair[0]) < place(pair[1])),
        "the picture first, then the published table"
    );
    assert!(
        page.contains("plywise lab run tiny")
            && page.contains("prefers-color-scheme")
            && !page.contains("NaN")
    );
    for name in ["data.csv", "observations-1.csv", "observations-3.csv", "plot-1.svg", "plot-2.svg"] {
        assert!(here.join(name).is_file(), "{name}");
    }
    std::fs::remove_dir_all(out).unwrap();
}

/// First player, second player, seconds, their scores, without a head; each game once, though two series are about it. And what a
/// meeting's row says is what these rows add up to.
#[test]
fn the_scores_of_all_games_are_a_file() {
    let out = folder("scores");
    let series = |name: &str, more: &str| {
        format!(
            "[[series]]\nname = \"{name}\"\ngame = \"othello:size=4\"\nagents = [\"random\", \"greedy\", \"alphabeta:depth=2\"]\n\
             size = {{ quick = 4, full = 4 }}\n{more}\n"
        )
    };
    let text = "title = \"t\"\nwork = \"othello\"\nquestion = \"q\"\nscores = \"experiments.csv\"\n"
        .to_owned()
        + &series("all", "labels = [\"camp\", \"other\", \"camp\"]")
        + &series("pairs", "labels = [\"r, now\", \"g, now\", \"a, now\"]\neach-meeting = true")
        + "[[quantity]]\nname = \"score\"\nof = \"score\"\nscale = 100\n";
    let plan = Plan::parse("scored", &text).unwrap();
    let report = run(&plan, &options(&out, Size::Quick), &AtomicBool::new(false), &mut |_, _, _| {}).unwrap();
    let file = std::fs::read_to_string(out.join("scored/experiments.csv")).unwrap();
    let rows: Vec<Vec<&str>> = file.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 3 * 4, "{file}");
    let points = |own: &str, other: &str| -> f64 {
        let of = |row: &Vec<&str>| match (row[0], row[1]) {
            (a, b) if (a, b) == (own, other) => row[3].parse().unwrap(),
            (a, b) if (b, a) == (own, other) => row[4].parse().unwrap(),
            _ => 0.0,
        };
        rows.iter().map(of).sum()
    };
    let ours = |row: &str| report.rows.iter().find(|one| one.row == row).map(|one| (one.ours, one.n));
    for (row, own, other) in [
        ("r against g, now", "random", "greedy"),
        ("r against a, now", "random", "alphabeta"),
        ("g against a, now", "greedy", "alphabeta"),
    ] {
        assert_eq!(ours(row), Some((100.0 * points(own, other) / 4.0, 4)), "{row}\n{file}");
    }
    // A camp of two that also meet each other: all their games count, those against each other from both sides.
    let camp = points("random", "greedy") + points("alphabeta", "greedy") + 4.0;
    assert_eq!(ours("camp"), Some((100.0 * camp / 16.0, 16)), "{file}");
    std::fs::remove_dir_all(out).unwrap();
}

/// Players without luck play the same two games again and again: a hundred of them decide no more than two.
#[test]
fn the_same_game_again_is_no_further_evidence() {
    let out = folder("again");
    let plan =
        TINY.replace("agents = [\"greedy\", \"random\"]", "agents = [\"greedy\", \"alphabeta:depth=2\"]");
    let plan = Plan::parse("tiny", &plan).unwrap();
    let stop = AtomicBool::new(false);
    let report = run(&plan, &options(&out, Size::Quick), &stop, &mut |_, _, _| {}).unwrap();
    let evidence = &report.claims[0].evidence[0];
    assert_eq!((evidence.n, evidence.verdict), (Some(1), lab::claims::Verdict::Undecided));
    std::fs::remove_dir_all(out).unwrap();
}
