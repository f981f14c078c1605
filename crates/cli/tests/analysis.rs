//! `analyze`, `solve` and `tree`: what they find and what they refuse.

use crate::common::{Folder, good, json, run};

/// 4x4 Othello is won by White, 11 discs to 3 (Feinstein 1993 gives the 6x6 board; 4x4 falls to any full search).
#[test]
fn the_small_board_is_solved() {
    let report = json(&["solve", "othello:size=4"]);
    assert_eq!(report["value"], -8.0);
    assert_eq!(report["game"], "othello:size=4");
    assert!(report["line"].as_array().expect("a line").len() >= 8);
    assert!(report["nodes"].as_u64().expect("a count") > 100);
}

/// Two kings against one in the double corner's way: Lasker, "Chess and Checkers", diagram 88.
#[test]
fn a_won_ending_is_proven() {
    let report = json(&["solve", "checkers", "--position", "W:WK32:BK26"]);
    assert!(report["value_text"].as_str().expect("text").starts_with("win in"), "{report}");
    assert_eq!(report["best"], "32-27");
}

#[test]
fn what_is_out_of_reach_is_said_plainly() {
    let answer = run(&["solve", "othello", "--time", "50ms", "--table", "1"]);
    assert_eq!(answer.code, Some(1));
    assert!(answer.out.starts_with("not solved within 50.0 ms"), "{}", answer.out);
    let answer = run(&["solve", "2048"]);
    assert_eq!(answer.code, Some(2));
    assert_eq!(answer.err.lines().count(), 1);
}

#[test]
fn an_analysis_values_every_move_and_its_best_is_the_best_of_them() {
    for (game, agent) in [
        ("othello:size=6", "pvs:depth=6"),
        ("checkers", "mtdf:depth=7"),
        ("cantgoback", "alphabeta:depth=5"),
        ("othello", "minimax:depth=3"),
    ] {
        let report = json(&["analyze", game, "--agent", agent, "--all-moves"]);
        let moves = report["moves"].as_array().expect("moves");
        assert!(moves.len() > 1, "{report}");
        assert_eq!(moves[0]["value"], report["value"], "{game}: {report}");
        assert_eq!(report["line"][0], report["best"], "{game}");
        let text = good(&["analyze", game, "--agent", agent, "--all-moves"]);
        assert!(text.contains("stopped: depth"), "{text}");
    }
    let report = json(&["analyze", "2048", "--agent", "expectimax:depth=2", "--all-moves"]);
    assert_eq!(report["moves"][0]["move"], report["best"]);
}

#[test]
fn a_tree_is_drawn_beside_the_one_without_pruning() {
    let folder = Folder::new("tree");
    let svg = folder.file("t.svg");
    let svg = svg.as_str();
    let args = ["tree", "othello:size=4", "--agent", "alphabeta:depth=4", "--compare", "--svg", svg];
    good(&args);
    let picture = std::fs::read_to_string(svg).expect("a picture");
    assert!(picture.contains("without pruning: 189 positions") && picture.contains("alphabeta:depth=4"));
    assert_eq!(picture.matches("<g ").count(), 2, "two panels");
    for (agent, word) in [("random", "no tree"), ("minimax:depth=9", "lower the depth")] {
        let answer = run(&["tree", "othello", "--agent", agent, "--svg", svg]);
        assert_eq!(answer.code, Some(2), "{agent}");
        assert!(answer.err.contains(word) && answer.err.lines().count() == 1, "{}", answer.err);
    }
}
