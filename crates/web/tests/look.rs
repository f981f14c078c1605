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
    let found: Vec<&Value> = told.iter().filter(|one| one["moves"].is_array()).collect();
    assert_eq!(found.last().unwrap()["depth"], 4, "the agent's own depth");
    assert_eq!(told.last().unwrap()["done"], true);
    for one in found {
        agrees(one, "pvs");
    }
}

/// Value, line and the best row of one message are the same.
fn agrees(found: &Value, what: &str) {
    let moves = found["moves"].as_array().unwrap();
    for key in ["value", "text", "move"] {
        assert_eq!(found[key], moves[0][key], "{what}: {found}");
    }
    assert_eq!(found["line"][0], moves[0]["move"], "{what}: {found}");
}

#[test]
fn whatever_is_told_at_one_time_agrees_for_every_agent_of_every_game() {
    let server = Server::start("agrees");
    for (name, moves, agents) in [
        (
            "othello",
            &["d3"][..],
            &["pvs:depth=3,eval=weighted", "greedy", "mcts:iterations=40", "course"][..],
        ),
        ("checkers", &["11-15"], &["pvs:depth=3", "better_h", "mcts:iterations=40", "mtdf:depth=3"]),
        ("cantgoback:board=q2", &["left"], &["pvs:depth=3", "light_ab", "minimax:depth=2"]),
        (
            "2048",
            &[],
            &["champion:depth=1,network=small", "expectimax:depth=2", "greedy", "mcts:iterations=20"],
        ),
    ] {
        let seats = if name == "2048" { vec!["person"] } else { vec!["person"; 2] };
        let game = server.begin(&json!({ "game": name, "seats": seats, "seed": 1, "moves": moves }));
        for agent in agents {
            let told: Vec<Value> = server.events(&format!("{game}/analyse?agent={agent}&ms=20000")).collect();
            let found: Vec<&Value> = told.iter().filter(|one| one["moves"].is_array()).collect();
            assert!(!found.is_empty() && told.last().unwrap()["done"] == true, "{name}, {agent}: {told:?}");
            let begun = told.iter().find(|one| one["begun"] == true).unwrap();
            assert!(!begun["unit"].as_str().unwrap().is_empty());
            for one in found {
                agrees(one, agent);
                let values: Vec<f64> =
                    one["moves"].as_array().unwrap().iter().map(|mv| mv["value"].as_f64().unwrap()).collect();
                // The second seat is to move, but in 2048: its best is the lowest for the first.
                // Values that differ by rounding alone are equal.
                let equal = |a: f64, b: f64| (a - b).abs() <= 1e-10 * a.abs().max(b.abs());
                let sorted =
                    values.is_sorted_by(|&a, &b| equal(a, b) || if name == "2048" { a > b } else { a < b });
                assert!(sorted, "{name}, {agent}: {values:?}");
            }
        }
        let random = server.events(&format!("{game}/analyse?agent=random")).last().unwrap();
        assert!(random["error"].as_str().unwrap().contains("without valuing"), "{random}");
    }
}

#[test]
fn a_review_stays_in_one_unit_to_the_end() {
    let server = Server::start("units");
    let (board, course) = ("XXXXXXXXXXXXXO-- X", "cantgoback:board=\"1 0 0 0/2 0 -1 -1\"");
    for (game, position, moves, agent, wanted) in [
        ("othello:size=4", Some(board), &["c4"][..], "pvs:eval=weighted", "win in 0"),
        ("othello:size=4", Some(board), &["c4"], "pvs:eval=discs", "+15.00"),
        ("checkers", Some("B:W18:B15"), &["15x22"], "pvs", "win in 0"),
        (course, None, &["right", "right", "right"], "pvs", "+300.00"),
    ] {
        let game = server.begin(
            &json!({ "game": game, "seats": ["person", "person"], "position": position, "moves": moves }),
        );
        let told: Vec<Value> = server.events(&format!("{game}/review?agent={agent}")).collect();
        let last = told.iter().rev().find(|one| one["text"].is_string()).unwrap();
        assert_eq!((&last["text"], &last["over"]), (&json!(wanted), &json!(true)), "{told:?}");
        let before = told.iter().find(|one| one["ply"] == 0).unwrap();
        let proven = |one: &Value| one["value"].as_f64().unwrap().abs() > 5e8;
        assert_eq!(proven(before), proven(last), "what is proven before is proven at the end: {told:?}");
    }
}

#[test]
fn slides_of_2048_come_with_their_final_score_and_risk() {
    let server = Server::start("risk");
    let position = "2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 4 score=16";
    let game = server.begin(&json!({ "game": "2048", "seats": ["person"], "position": position }));
    let told: Vec<Value> =
        server.events(&format!("{game}/analyse?agent=champion:depth=1,network=small&ms=5000")).collect();
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

/// The board of 4x4 near its end: Black's d1 gives four discs away, what comes after it nothing.
#[test]
fn a_review_marks_the_moves_that_give_something_away() {
    let server = Server::start("marks");
    let moves = ["c4", "d2", "a1", "b4", "d3", "a4", "a3", "b1", "d1", "d4"];
    let game =
        server.begin(&json!({ "game": "othello:size=4", "seats": ["person", "person"], "moves": moves }));
    let asked = format!("{game}/review?agent=pvs:depth=20,eval=discs&from=8");
    let told: Vec<Value> = server.events(&asked).collect();
    let head = told.iter().find(|one| one["agent"].is_string()).unwrap();
    assert_eq!((&head["graded"], &head["unit"]), (&json!(true), &json!("discs")), "{head}");
    let at = |ply: usize| told.iter().find(|one| one["ply"] == ply).unwrap();
    let bad = at(8);
    assert_eq!(
        (&bad["mark"], &bad["cost"], &bad["best"]),
        (&json!("?!"), &json!("gives away 4.00 discs"), &json!("a2"))
    );
    assert_eq!((&at(9)["mark"], &at(9)["loss"]), (&Value::Null, &json!(0.0)), "{}", at(9));
    assert_eq!(at(10)["loss"], Value::Null, "nobody has moved there: {}", at(10));
}

#[test]
fn an_agent_without_values_reviews_nothing() {
    let server = Server::start("ignorant");
    let game = server.begin(
        &json!({ "game": "othello:size=4", "seats": ["person", "person"], "moves": ["c4", "d2", "a1"] }),
    );
    let told: Vec<Value> = server.events(&format!("{game}/review?agent=random")).collect();
    assert!(told.iter().all(|one| one["value"].is_null() && one["mark"].is_null()), "{told:?}");
    let last = told.last().unwrap();
    assert!(last["error"].as_str().unwrap().contains("knows of no move what it is worth"), "{last}");
    assert!(last["error"].as_str().unwrap().contains("such as "), "{last}");
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
        // Straight to its depth, in one pass, so that it is fair to hold it against minimax.
        assert_eq!(cut["entered"], cut["in_all"], "{game}");
        assert!(
            cut["saving"].as_str().unwrap().ends_with("% of the work saved, the same value"),
            "{game}: {cut}"
        );
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
    // The value is cut to whole hundredths of a man.
    assert!(!terms.is_empty() && (sum - told["value"].as_f64().unwrap()).abs() < 0.01, "{told}");
    for (name, agent, terms) in [
        ("othello", "pvs:depth=60,eval=weighted", 10),
        ("othello", "pvs:eval=mobility", 1),
        ("2048", "champion:network=small", 6),
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
