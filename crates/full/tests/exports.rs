//! Games leave a store in every format.

use serde_json::Value;

use crate::common::{Folder, good, refused};

/// What readers of Parquet make of it is tested where they are at hand (`crates/python/tests/test_stored.py`); here, that the
/// file is whole, says how much it holds and how it is refused.
#[test]
fn games_leave_in_columns() {
    let folder = Folder::new("columns");
    let store = folder.file("games.db");
    let crash = fake_engine::command("tournament::act_as_engine", "gtp,crash,4");
    let crash = format!("engine:cmd=\"{crash}\",protocol=gtp,startup=100s");
    good(&[
        "match",
        "othello:size=6",
        "greedy",
        &crash,
        "--games",
        "4",
        "--opening-plies",
        "3",
        "--store",
        &store,
    ]);
    let path = folder.file("games.parquet");
    let export = ["store", "export", &store, "--format", "parquet", "--output", &path];
    assert_eq!(good(&export), "");
    let bytes = std::fs::read(&path).unwrap();
    let (head, rest) = bytes.split_at(4);
    let (rest, end) = rest.split_at(rest.len() - 8);
    assert_eq!((head, &end[4..]), (&b"PAR1"[..], &b"PAR1"[..]));
    let told = u32::from_le_bytes(end[..4].try_into().unwrap()) as usize;
    assert!(told < rest.len() && String::from_utf8_lossy(&rest[rest.len() - told..]).contains("time_us2"));
    let games = good(&["store", "export", &store, "--format", "json"]);
    for line in games.lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        let text = game["game"].as_str().unwrap().as_bytes();
        assert!(text.len() > 5 && rest.windows(text.len()).any(|part| part == text), "{line}");
    }
    assert!(refused(&export).contains("exists already"));
}

#[test]
fn games_leave_in_every_format() {
    let folder = Folder::new("formats");
    let store = folder.file("games.db");
    good(&[
        "tournament",
        "othello",
        "alphabeta:depth=2",
        "greedy",
        "--rounds",
        "2",
        "--opening-plies",
        "6",
        "--store",
        &store,
    ]);
    let export = |format: &str| good(&["store", "export", &store, "--format", format]);
    assert_eq!(export("csv").lines().next().unwrap().split(',').next(), Some("unit"));
    let first: Value = serde_json::from_str(export("json").lines().next().unwrap()).unwrap();
    assert_eq!(first["names"][0], "alphabeta:depth=2");
    let told = first["moves"].as_array().unwrap();
    assert!(
        told.iter()
            .all(|mv| mv[2].is_string() && mv[3].as_u64().unwrap() >= 1 && mv[4].as_u64().unwrap() >= 1)
    );
    let ggf = export("ggf");
    let squares = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";
    for line in ggf.lines() {
        assert!(
            line.starts_with("(;GM[Othello]") && line.ends_with(";)") && line.contains(squares),
            "{line}"
        );
        let moves = line.matches("B[").count() + line.matches("W[").count() - 2;
        assert!((50..=64).contains(&moves), "PB and PW are no moves: {line}");
    }
    assert_eq!(ggf.lines().count(), 4);
    assert!(refused(&["store", "export", &store, "--format", "pdn"]).contains("csv, json, parquet, games ("));
    for line in export("scores").lines() {
        let cells: Vec<&str> = line.split(',').collect();
        let [first, second, "", one, two] = cells[..] else { panic!("{line}") };
        assert!(["alphabeta", "greedy"].contains(&first) && first != second, "{line}");
        assert_eq!(one.parse::<f64>().unwrap() + two.parse::<f64>().unwrap(), 1.0, "{line}");
    }
    let page = folder.file("report.html");
    good(&["store", "show", &store, "--html", &page]);
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(
        html.contains("<svg")
            && html.contains("prefers-color-scheme: dark")
            && html.contains("alphabeta:depth=2")
    );
    assert!(!html.contains("http"), "nothing is loaded from elsewhere");
    // Text and games out of one command are what store add reads; several experiments come one after the other.
    let [text, lines, copy] = ["one.json", "one.jsonl", "copy.db"].map(|name| folder.file(name));
    good(&["store", "export", &store, "--format", "json", "--text", &text, "--output", &lines]);
    assert!(good(&["store", "add", &copy, &text, &lines]).contains("holds 4 games of this experiment"));
    // Results are those of the moves: what was altered on the way is refused.
    let written = std::fs::read_to_string(&lines).unwrap();
    let mut first: Value = serde_json::from_str(written.lines().next().unwrap()).unwrap();
    let payoffs: Vec<i64> =
        first["payoffs"].as_array().unwrap().iter().map(|x| 1 - x.as_i64().unwrap()).collect();
    first["payoffs"] = payoffs.into();
    let falsified = folder.write("falsified.jsonl", first.to_string());
    let line = refused(&["store", "add", &folder.file("falsified.db"), &text, &falsified]);
    assert!(line.contains("line 1: game 0: its payoffs are") && line.contains("by the rules"), "{line}");
    good(&["tournament", "othello:size=4", "greedy", "random", "--rounds", "1", "--store", &store]);
    let scores =
        |which: &str| good(&["store", "export", &store, "--format", "scores", "--experiment", which]);
    assert_eq!(scores("1,2"), scores("1") + &scores("2"));
}
