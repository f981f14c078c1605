//! What is told of each slide of 2048: the final score that is expected of it and the risk.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::Value;

use crate::common::{good, json, small_json};

fn slides(position: &str, more: &[&str]) -> BTreeMap<String, Value> {
    let report =
        small_json(&[&["analyze", "2048", "--all-moves", "--position", position][..], more].concat());
    let moves = report["moves"].as_array().expect("moves");
    moves.iter().map(|mv| (mv["move"].as_str().expect("a name").to_owned(), mv.clone())).collect()
}

/// Left and up leave one hole, and nine of ten tiles that fall there end the game at once; right and down leave a pair.
const BRINK: &str = "2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 4 score=16";

/// Its slides.
fn brink() -> &'static BTreeMap<String, Value> {
    static BRINK_OF_SEVEN: LazyLock<BTreeMap<String, Value>> =
        LazyLock::new(|| slides(BRINK, &["--seed", "7"]));
    &BRINK_OF_SEVEN
}

#[test]
fn slides_of_2048_have_a_final_score_and_a_risk() {
    let of = |mv: &Value, key: &str| mv[key].as_f64().expect("a number");
    let brink = brink();
    assert_eq!(brink.keys().collect::<Vec<_>>(), ["down", "left", "right", "up"]);
    for mv in brink.values() {
        assert!(of(mv, "risk_low") <= of(mv, "risk") && of(mv, "risk") < of(mv, "risk_high"), "{mv}");
        assert_eq!(mv["expected_score"], mv["value"]);
        assert!(of(mv, "expected_score") >= 16.0, "{mv}");
    }
    assert!(of(&brink["left"], "risk") > 0.87, "{brink:?}");
    assert!(of(&brink["right"], "risk") < of(&brink["left"], "risk_low"), "{brink:?}");
    let open = slides("0 2 0 0/0 0 4 0/0 0 0 0/0 0 0 2", &["--agent", "champion:network=small"]);
    assert_eq!(open.len(), 4);
    assert!(open.values().all(|mv| of(mv, "risk") == 0.0 && of(mv, "risk_high") < 0.005), "{open:?}");
}

#[test]
fn risks_come_from_the_seed_alone_and_scores_from_the_network() {
    let risks =
        |more: &[&str]| slides(BRINK, more).into_values().map(|mv| mv["risk"].clone()).collect::<Vec<_>>();
    let seven: Vec<_> = brink().values().map(|mv| mv["risk"].clone()).collect();
    let random = risks(&["--seed", "7", "--agent", "random"]);
    assert_eq!(seven, random, "whoever is asked, the network plays the lines");
    // The rest is true of every network: of the small one, which is there at once.
    let [small, adversary] = ["", ",chance=adversary"]
        .map(|chance| format!("expectimax:depth=1,eval=network,network=small{chance}"));
    assert_eq!(risks(&["--seed", "7", "--agent", &small]), risks(&["--seed", "7", "--agent", &adversary]));
    assert_ne!(risks(&["--seed", "7", "--agent", &small]), risks(&["--seed", "8", "--agent", &small]));
    for (agent, scores) in [(&small, true), (&adversary, false)] {
        let known =
            slides(BRINK, &["--agent", agent]).into_values().all(|mv| mv["expected_score"].is_number());
        assert_eq!(known, scores, "{agent}");
    }
    let text = good(&["analyze", "2048", "--all-moves", "--position", BRINK, "--agent", &adversary]);
    assert!(text.contains("no score expected") && text.contains("within 10 further turns"), "{text}");
    let other = json(&["analyze", "othello:size=4", "--agent", "minimax:depth=2", "--all-moves"]);
    assert!(other["moves"][0].get("risk").is_none(), "{other}");
}
