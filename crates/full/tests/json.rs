//! What programs rely on: the shapes of the JSON, and that tables say the same.

use crate::common::{Folder, good, json};
use serde_json::Value;

/// A field and what it must hold.
type Field = (&'static str, fn(&Value) -> bool);

/// Asserts that an object has these fields.
fn has(object: &Value, fields: &[Field]) {
    for (field, is) in fields {
        let value = object.get(field).unwrap_or_else(|| panic!("no {field} in {object}"));
        assert!(is(value), "{field} is {value}");
    }
}

fn text(value: &Value) -> bool {
    value.is_string()
}

fn whole(value: &Value) -> bool {
    value.is_u64()
}

fn number(value: &Value) -> bool {
    value.as_f64().is_some_and(f64::is_finite)
}

fn list(value: &Value) -> bool {
    value.is_array()
}

const AGENT: &[Field] = &[
    ("agent", text),
    ("wins", whole),
    ("draws", whole),
    ("losses", whole),
    ("mean_score", number),
    ("score_low", number),
    ("score_high", number),
    ("mean_time_per_game_s", number),
    ("mean_time_per_move_s", number),
    ("mean_nodes_per_game", number),
    ("sd_nodes_per_game", number),
];

#[test]
fn a_match() {
    for (game, agents) in [
        ("othello:size=4", &["alphabeta:depth=2", "random"][..]),
        ("checkers", &["random", "greedy"]),
        ("2048", &["random"]),
        ("2048", &["random", "greedy", "random"]),
        ("cantgoback", &["simple", "random"]),
    ] {
        let report = json(&[&["match", game], agents, &["--games", "6", "--seed", "3"]].concat());
        has(
            &report,
            &[("game", text), ("seed", whole), ("games", whole), ("agents", list), ("mean_plies", number)],
        );
        has(&report, &[("sd_plies", number), ("mean_branching", number), ("distinct_games", whole)]);
        assert_eq!(
            (&report["game"], &report["seed"], &report["games"]),
            (&game.into(), &3.into(), &6.into())
        );
        assert_eq!(report["broken_off"], false);
        let reported = report["agents"].as_array().unwrap();
        assert_eq!(reported.len(), agents.len());
        for (agent, name) in reported.iter().zip(agents) {
            has(agent, AGENT);
            assert_eq!(agent["agent"], *name);
            let sum = ["wins", "draws", "losses"].iter().map(|k| agent[k].as_u64().unwrap()).sum::<u64>();
            assert_eq!(sum, if agents.len() == 1 { 0 } else { 6 });
        }
    }
}

/// The table shows the numbers of the JSON.
#[test]
fn a_table_says_what_the_json_says() {
    let args = ["match", "othello:size=6", "alphabeta:depth=2", "random", "--games", "40"];
    let (report, table) = (json(&args), good(&args));
    for agent in report["agents"].as_array().unwrap() {
        let name = agent["agent"].as_str().unwrap();
        let row = table.lines().find(|line| line.contains(&format!("│ {name} "))).unwrap();
        for key in ["wins", "draws", "losses"] {
            assert!(row.contains(&format!(" {} ", agent[key])), "{key}: {row}");
        }
        for key in ["mean_score", "score_low", "score_high"] {
            let percent = format!(" {:.1} % ", 100.0 * agent[key].as_f64().unwrap());
            assert!(row.contains(&percent), "{key}: {percent}: {row}");
        }
    }
    let length = format!(
        "game length {:.1} ± {:.1} plies, {:.2} legal moves on average",
        report["mean_plies"].as_f64().unwrap(),
        report["sd_plies"].as_f64().unwrap(),
        report["mean_branching"].as_f64().unwrap()
    );
    assert!(table.contains(&length), "{length}: {table}");
}

#[test]
fn forfeits_are_reported_with_their_reason() {
    let args = ["match", "cantgoback", "minimax", "minimax", "--games", "4", "--clock", "move=0.001us"];
    let report = json(&args);
    for agent in report["agents"].as_array().unwrap() {
        assert_eq!((&agent["forfeits"], &agent["losses"]), (&2.into(), &2.into()));
        assert!(agent["first_forfeit"]["reason"].as_str().unwrap().starts_with("time: used "));
    }
    assert!(good(&args).contains("minimax lost 2 games by forfeit, first game 1: time: used "));
}

#[test]
fn perft() {
    let report = json(&["perft", "checkers", "3"]);
    let depths: Vec<_> = report["depths"].as_array().unwrap().iter().map(|depth| &depth["leaves"]).collect();
    assert_eq!(depths, [1, 7, 49, 302]);
    has(&report, &[("game", text), ("depth", whole), ("leaves", whole), ("elapsed_s", number)]);
    assert_eq!((&report["leaves"], report.get("divide")), (&302.into(), None));
    let report = json(&["perft", "othello", "5", "--divide"]);
    let split = report["divide"].as_object().unwrap();
    assert_eq!(split.keys().collect::<Vec<_>>(), ["c4", "d3", "e6", "f5"]);
    assert_eq!(split.values().map(|leaves| leaves.as_u64().unwrap()).sum::<u64>(), 1396);
    let report = json(&["perft", "checkers", "3", "--position", "B:WK32:BK26", "--divide"]);
    assert_eq!((&report["position"], &report["leaves"]), (&"B:WK32:BK26".into(), &20.into()));
    assert_eq!(json(&["perft", "2048", "0", "--divide"])["leaves"], 1);
}

#[test]
fn replay() {
    let folder = Folder::new("json-replay");
    let file = folder.write("games.txt", "f5d6c3\nf5d6c3 +2\nf5f5\n");
    let report = json(&["replay", "othello", &file]);
    assert_eq!((&report["games"], &report["legal"]), (&3.into(), &2.into()));
    let errors = report["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 1);
    has(&errors[0], &[("game", whole), ("ply", whole), ("message", text)]);
    assert_eq!((&errors[0]["game"], &errors[0]["ply"]), (&3.into(), &2.into()));
    let results = report["results"].as_array().unwrap();
    assert_eq!(results.len(), 3);
    for (i, result) in results.iter().enumerate() {
        has(result, &[("game", whole), ("result", text)]);
        assert_eq!(result["game"], i as u64 + 1);
    }
    let empty = folder.write("empty.txt", "");
    for game in ["othello", "checkers", "2048", "cantgoback"] {
        let report = json(&["replay", game, &empty]);
        assert_eq!(
            (&report["games"], &report["errors"], &report["results"]),
            (&0.into(), &Value::Array(vec![]), &Value::Array(vec![]))
        );
    }
}

#[test]
fn lists() {
    let games = json(&["games"]);
    let games = games.as_array().unwrap();
    let names: Vec<_> = games.iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert!(
        ["othello", "checkers", "2048", "cantgoback"].iter().all(|name| names.contains(name)),
        "{names:?}"
    );
    for game in games {
        has(
            game,
            &[("about", text), ("options", list), ("position", text), ("moves", text), ("files", text)],
        );
    }
    let agents = json(&["agents"]);
    for (entry, name) in agents.as_array().unwrap().iter().zip(&names) {
        assert_eq!(entry["game"], *name);
        let agents = entry["agents"].as_array().unwrap();
        assert!(agents.iter().any(|agent| agent["name"] == "random"));
        for agent in agents {
            has(agent, &[("about", text), ("options", list)]);
            for option in agent["options"].as_array().unwrap() {
                has(option, &[("key", text), ("values", text), ("default", text), ("about", text)]);
            }
        }
    }
    // The lists for people name the same.
    let shown = good(&["agents", "checkers"]);
    let checkers = agents[1]["agents"].as_array().unwrap();
    let is_shown = |name: &str| {
        shown
            .lines()
            .any(|line| line.strip_prefix("  ").and_then(|line| line.split(' ').next()) == Some(name))
    };
    assert!(checkers.iter().all(|agent| is_shown(agent["name"].as_str().unwrap())));
}
