//! `plywise sprt`: what counts say, without playing.

use crate::common::{good, json, refused};

/// A run of Fishtest that fastchess tests itself with: pairs by half points, LLR 2.25 of normalized Elo 0 against 2.
const PUBLISHED: &[&str] = &["--pairs", "365", "16618", "36229", "16974", "390"];

#[test]
fn published_counts_give_the_published_ratio() {
    let report = json(&[&["sprt", "elo0=0,elo1=2,scale=normalized"], PUBLISHED].concat());
    let llr = report["sprt"]["llr"].as_f64().unwrap();
    assert!((llr - 2.25).abs() < 0.025, "{report}");
    assert_eq!(report["sprt"]["verdict"], "undecided");
    assert!(report["elo_low"].as_f64() < report["elo"].as_f64());
    assert!(report["games_for_precision"].as_u64().unwrap() > 1000);
}

#[test]
fn the_winner_is_named() {
    for (won, lost, words) in
        [("120", "60", "H1 accepted"), ("60", "120", "H0 accepted"), ("10", "9", "undecided")]
    {
        let text = good(&["sprt", "elo0=0,elo1=50", "--games", won, "20", lost]);
        assert!(text.contains(words), "{text}");
    }
    let perfect = json(&["sprt", "elo0=0,elo1=50", "--games", "12", "0", "0"]);
    assert!(perfect["elo"].is_null() && perfect["elo_low"].as_f64().unwrap() > 100.0, "{perfect}");
}

#[test]
fn mistakes_get_one_line() {
    for (args, part) in [
        (&["sprt", "elo0=0,elo1=50"][..], "--games <WON> <DRAWN> <LOST>"),
        (&["sprt", "elo0=0,elo1=50", "--games", "1", "2"], "3 values required"),
        (&["sprt", "elo0=0,elo1=50", "--games", "1", "2", "-3"], "from 0 to"),
        (&["sprt", "elo0=9,elo1=5", "--games", "1", "2", "3"], "elo0=9 should be below elo1=5"),
        (&["sprt", "elo=5", "--games", "1", "2", "3"], "did you mean elo0?"),
        (&["sprt", "fast", "--games", "1", "2", "3"], "elo0=0,elo1=50"),
        (&["sprt", "elo0=0,elo1=5,alpha=0.9,beta=0.2", "--games", "1", "2", "3"], "together below 1"),
    ] {
        let line = refused(args);
        assert!(line.contains(part), "{args:?}: {line:?} does not say {part:?}");
    }
}
