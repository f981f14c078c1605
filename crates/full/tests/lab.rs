//! `plywise lab`.

use std::path::PathBuf;

use crate::common::{good, json, refused};
use serde_json::Value;

const TINY: &str = r#"
title = "Greedy against random"
work = "othello"
question = "Who wins?"

[[series]]
name = "greedy"
game = "othello:size=4"
agents = ["greedy", "random"]
size = { quick = 20, full = 40 }

[[quantity]]
name = "wins"
of = "won"
share = true
scale = 100
unit = "%"

[[number]]
row = "greedy"
quantity = "wins"
value = 50
n = 10
share = true

[[claim]]
text = "Wins as published"
kind = "reproduced"
quantity = "wins"
"#;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("plywise-cli-lab-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn the_experiments_are_listed() {
    let text = good(&["lab", "list"]);
    assert!(text.contains("othello-depth") && text.contains("2048-published"), "{text}");
    let list: Value = serde_json::from_str(&good(&["lab", "list", "--json"])).unwrap();
    let plans = list.as_array().unwrap();
    assert_eq!(plans.len(), text.matches("quick: ").count());
    assert!(plans.iter().all(|plan| plan["question"].as_str().is_some_and(|question| !question.is_empty())));
}

#[test]
fn a_file_of_ones_own_is_run_and_gone_on_with() {
    let folder = folder("own");
    let (file, out) = (folder.join("mine.toml"), folder.join("reports"));
    std::fs::write(&file, TINY).unwrap();
    let (file, out) = (file.to_str().unwrap(), out.to_str().unwrap());
    let text = good(&["lab", "run", file, "--out", out]);
    assert!(text.contains("mine: Greedy against random (quick size)") && text.contains("± "), "{text}");
    let json: Value =
        serde_json::from_str(&good(&["lab", "run", file, "--out", out, "--full", "--json"])).unwrap();
    let row = &json["rows"][0];
    assert_eq!((json["experiment"].as_str(), row["n"].as_u64()), (Some("mine"), Some(40)));
    // Typed again, it makes the report again.
    assert_eq!(json["command"], format!("plywise lab run {file} --full"));
    assert!(row["published"] == 50.0 && row["ours"].is_number() && row["standard_errors"].is_number());
    assert!(std::path::Path::new(json["report"].as_str().unwrap()).is_file());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn several_experiments_at_a_time_say_what_each_says_alone_and_in_their_order() {
    let folder = folder("several");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    // The first is the longest: the others are done before it.
    let names = ["long", "short", "other"];
    for (name, units) in names.into_iter().zip(["2000", "20", "30"]) {
        std::fs::write(
            folder.join(format!("{name}.toml")),
            TINY.replace("quick = 20, full = 40", &format!("quick = {units}, full = 4000")),
        )
        .unwrap();
    }
    let files = names.map(|name| path(&format!("{name}.toml")));
    let together = |threads: &str| {
        let out = path(&format!("together-{threads}"));
        let args =
            ["lab", "run", &files[0], &files[1], &files[2], "--out", &out, "--threads", threads, "--json"];
        serde_json::from_str::<Value>(&good(&args)).unwrap()
    };
    let (two, eight) = (together("2"), together("8"));
    for (at, name) in names.into_iter().enumerate() {
        let alone = json(&["lab", "run", &files[at], "--out", &path("alone"), "--threads", "1"]);
        assert_eq!(two[at]["experiment"], name);
        for all in [&two, &eight] {
            assert_eq!(all[at]["rows"], alone["rows"], "{name}");
            assert_eq!(all[at]["claims"], alone["claims"], "{name}");
            assert!(std::path::Path::new(all[at]["report"].as_str().unwrap()).is_file());
        }
    }
    let line = refused(&["lab", "run", &files[1], &files[1], "--out", &path("twice")]);
    assert!(line.contains("two experiments are called short"), "{line}");
    // What is wrong with the last is said before the first begins.
    let broken = path("broken.toml");
    std::fs::write(&broken, TINY.replace("\"random\"", "\"randm\"")).unwrap();
    let line = refused(&["lab", "run", &files[0], &broken, "--out", &path("unbegun")]);
    assert!(line.contains("did you mean random?"), "{line}");
    assert!(!std::path::Path::new(&path("unbegun")).exists(), "nothing was played");
    // A file in the way of one is met when it is its turn: what the others have is told, and what was not begun is named.
    std::fs::create_dir_all(path("blocked")).unwrap();
    std::fs::write(path("blocked/short"), "").unwrap();
    let args = ["lab", "run", &files[2], &files[1], &files[0], "--out", &path("blocked"), "--threads", "1"];
    let met = crate::common::run(&args);
    assert!(
        met.out.contains("other: Greedy against random") && met.out.contains("long: not begun"),
        "{}",
        met.out
    );
    assert!(met.code != Some(0) && met.err.contains("blocked/short"), "{}", met.err);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn mistakes_get_one_line() {
    let folder = folder("wrong");
    let file = folder.join("broken.toml");
    std::fs::write(&file, TINY.replace("greedy\", \"random", "greedi\", \"random")).unwrap();
    let out = folder.to_str().unwrap();
    for (args, part) in [
        (&["lab", "run", "othello-dept"][..], "did you mean othello-depth?"),
        (&["lab", "run", "missing.toml"], "missing.toml"),
        (&["lab", "run", file.to_str().unwrap(), "--out", out], "did you mean greedy?"),
        (&["lab", "run"], "<NAMES>"),
    ] {
        let line = refused(args);
        assert!(line.contains(part), "{args:?}: {line:?} does not say {part:?}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// How long an experiment takes is in its file; where nobody measured it, the list says so.
#[test]
fn the_list_tells_how_long_experiments_take() {
    let list = good(&["lab", "list"]);
    let told = json(&["lab", "list"]);
    for plan in told.as_array().unwrap() {
        let name = plan["experiment"].as_str().unwrap();
        let after = list.split_once(&format!("{name} ")).expect("it is listed").1;
        let takes = after.split_once("quick: ").unwrap().1.split_whitespace().collect::<Vec<_>>().join(" ");
        let [quick, full] =
            ["takes_quick", "takes_full"].map(|key| plan[key].as_str().unwrap_or("not measured"));
        let [some, all] = ["units_quick", "units_full"].map(|key| plan[key].as_u64().unwrap());
        assert!(some >= 1 && all >= some, "{name}: {some} and {all}");
        let told = takes.replace(',', "");
        let wanted = format!("{quick} ({some} games and units); full: {full} ({all} games and units)")
            .replace(',', "");
        assert!(told.starts_with(&wanted), "{name}: {told} does not begin {wanted}");
        assert!(quick != "not measured", "{name}: how long does its quick size take?");
    }
    assert!(told.as_array().unwrap().iter().any(|plan| plan["takes_full"] == "49 s"), "othello-depth's");
}
