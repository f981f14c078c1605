//! Analysis, reviews and trees.

use serde_json::{Value, json};

use crate::client::Server;

#[test]
fn an_analysis_values_every_move_and_ends() {
    let server = Server::start("analyse");
    let game = server.begin(&json!({ "game": "othello:size=6", "seats": ["person", "person"] }));
    let told: Vec<Value> = server.events(&format!("{game}/analyse?agent=pvs:depth=4&ms=5000")).collect();
    assert!(told.iter().any(|one| one["begun"] == true));
    let moves = told.iter().rev().find_map(|one| one["moves"].as_array()).expect("moves were valued");
    assert_eq!(moves.len(), 4, "the four moves of the start");
    let best = told.iter().find(|one| one["best"].is_string()).expect("there is a best move");
    assert_eq!(best["depth"], 4);
    assert_eq!(best["value"], moves[0]["value"], "both searches look four plies ahead");
    assert_eq!(told.last().unwrap()["done"], true);
}

#[test]
fn slides_of_2048_come_with_their_final_score_and_risk() {
    let server = Server::start("risk");
    let position = "2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 4 score=16";
    let game = server.begin(&json!({ "game": "2048", "seats": ["person"], "position": position }));
    let told: Vec<Value> = server.events(&format!("{game}/analyse?agent=champion:depth=1&ms=5000")).collect();
    let moves = told.iter().rev().find_map(|one| one["moves"].as_array()).expect("moves were valued");
    let left = moves.iter().find(|mv| mv["move"] == "left").expect("left is legal");
    assert_eq!(left["expected_score"], left["value"]);
    assert!(left["risk"]["share"].as_f64().unwrap() > 0.87, "{left}");
    assert!(left["risk"]["low"].as_f64() < left["risk"]["high"].as_f64(), "{left}");
}

#[test]
fn a_viewer_who_leaves_frees_the_thread() {
    let server = Server::start("leave");
    let game = server.begin(&json!({ "game": "checkers", "seats": ["person", "person"] }));
    // One thread for a minute, were it not for the viewer's leaving.
    let mut watched = server.events(&format!("{game}/analyse?agent=pvs:depth=60&ms=60000"));
    assert!(watched.next().is_some());
    drop(watched);
    let begun = std::time::Instant::now();
    let mut told = server.events(&format!("{game}/analyse?ms=200"));
    assert!(told.any(|one| one["best"].is_string()));
    assert!(begun.elapsed().as_secs() < 50, "the thread was not free before the analysis would have ended");
}

#[test]
fn what_cannot_be_looked_at_is_said() {
    let server = Server::start("look-errors");
    let game = server.begin(
        &json!({ "game": "othello:size=4", "seats": ["person", "person"], "position": "XXXXXXXXXXXXXXXX X" }),
    );
    assert!(server.get(&format!("{game}/analyse")).error().contains("over"));
    assert!(server.get(&format!("{game}/analyse?agent=nobody")).error().contains("nobody"));
}

#[test]
fn a_review_values_each_position() {
    let server = Server::start("review");
    let moves = ["d3", "c5", "d6", "e3"];
    let game = server.begin(&json!({ "game": "othello", "seats": ["person", "person"], "moves": moves }));
    let told: Vec<Value> = server.events(&format!("{game}/review?agent=alphabeta:depth=2")).collect();
    let values: Vec<&Value> = told.iter().filter(|one| one["value"].is_number()).collect();
    assert_eq!(values.len(), moves.len() + 1);
    assert_eq!(values[1]["seat"], 1);
    assert_eq!(told.last().unwrap()["done"], true);
}

#[test]
fn trees_with_and_without_pruning_have_one_value() {
    let server = Server::start("tree");
    for (game, agent) in [
        ("othello:size=4", "alphabeta:depth=4,eval=mobility"),
        ("checkers", "alphabeta:depth=3,eval=material"),
        ("cantgoback:board=q2", "alphabeta:depth=3,eval=score"),
        ("2048", "star1:depth=1,eval=empties"),
    ] {
        let answer =
            server.post("/api/tree", &json!({ "game": game, "agent": agent, "compare": true })).json();
        let (cut, whole) = (&answer["trees"][0], &answer["trees"][1]);
        let close = cut["nodes"][0]["v"].as_f64().unwrap() - whole["nodes"][0]["v"].as_f64().unwrap();
        assert!(close.abs() < 1e-9, "{game}");
        assert!(cut["entered"].as_u64() <= whole["entered"].as_u64(), "{game}");
        for tree in [cut, whole] {
            let nodes = tree["nodes"].as_array().unwrap();
            for node in nodes {
                check_node(node, nodes);
            }
        }
    }
}

/// A position's value is the best of its children's, or their mean where the dice decide.
fn check_node(node: &Value, nodes: &[Value]) {
    let children: Vec<&Value> =
        node["c"].as_array().unwrap().iter().map(|child| &nodes[child.as_u64().unwrap() as usize]).collect();
    if node["w"] != "searched" || children.is_empty() {
        return;
    }
    let values = children.iter().map(|child| child["v"].as_f64().unwrap());
    let expected = match node["k"].as_str().unwrap() {
        "max" => values.fold(f64::MIN, f64::max),
        "min" => values.fold(f64::MAX, f64::min),
        _ => children
            .iter()
            .map(|child| child["v"].as_f64().unwrap() * child["p"].as_f64().unwrap_or(1.0))
            .sum(),
    };
    assert!((node["v"].as_f64().unwrap() - expected).abs() < 1e-6, "{node}");
}

#[test]
fn a_search_that_is_no_tree_says_so() {
    let server = Server::start("no-tree");
    let line = server.post("/api/tree", &json!({ "game": "othello", "agent": "mcts:iterations=50" })).error();
    assert!(line.contains("minimax"), "{line}");
}

#[test]
fn a_value_is_taken_apart() {
    let server = Server::start("explain");
    let game = server.begin(
        &json!({ "game": "checkers", "seats": ["person", "person"], "moves": ["11-15", "22-18", "15x22"] }),
    );
    let told = server.get(&format!("{game}/explain?agent=pvs:depth=3")).json();
    let terms = told["terms"].as_array().unwrap();
    let sum: f64 = terms.iter().map(|term| term["adds"].as_f64().unwrap()).sum();
    assert!(!terms.is_empty() && (sum - told["value"].as_f64().unwrap()).abs() < 1e-4, "{told}");
    for (name, agent, terms) in [
        ("othello", "pvs:depth=60,eval=weighted", 10),
        ("othello", "pvs:eval=mobility", 1),
        ("2048", "champion", 6),
        ("2048", "expectimax:depth=2", 4),
        ("cantgoback", "pvs", 4),
    ] {
        let seats = if name == "2048" { vec!["person"] } else { vec!["person"; 2] };
        let game = server.begin(&json!({ "game": name, "seats": seats, "seed": 1 }));
        let told = server.get(&format!("{game}/explain?agent={agent}")).json();
        assert_eq!(told["terms"].as_array().unwrap().len(), terms, "{told}");
        assert_eq!(told["agent"], told["asked"], "its own heuristic is the one that is told");
    }
}
