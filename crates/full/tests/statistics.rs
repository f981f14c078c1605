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

/// Few games are few, in every table and in JSON; no infinite lead, and no interval where there is nothing to tell.
#[test]
fn few_games_make_no_certainty() {
    let superior =
        |args: &[&str]| json(&[&["sprt", "elo0=0,elo1=50"], args].concat())["superiority"].as_f64().unwrap();
    assert!((superior(&["--games", "1", "0", "0"]) - 0.8413).abs() < 1e-3);
    assert!((superior(&["--games", "3", "0", "0"]) - 0.9584).abs() < 1e-3);
    assert!((superior(&["--pairs", "0", "0", "0", "0", "1"]) - 0.8413).abs() < 1e-3);
    assert!(refused(&["sprt", "elo0=0,elo1=50", "--games", "0", "0", "0"]).contains("without a game"));
    let folder = crate::common::Folder::new("few");
    let page = folder.file("page.html");
    let field = ["othello:size=4", "alphabeta:depth=12", "random"];
    let told = [
        good(&["sprt", "elo0=0,elo1=50", "--games", "3", "0", "0"]),
        good(&[&["match"], &field[..], &["--games", "2"]].concat()),
        good(&[&["tournament"], &field[..], &["--rounds", "1", "--html", &page]].concat()),
        std::fs::read_to_string(&page).unwrap(),
        json(&[&["match"], &field[..], &["--games", "2"]].concat()).to_string(),
    ];
    for text in &told {
        assert!(!text.contains("inf") && !text.contains('∞') && !text.contains("NaN"), "{text}");
    }
    // Two games of 2048 tell a mean, no interval.
    let two = json(&["match", "2048", "random", "--games", "2"]);
    assert!(two["agents"][0]["score_low"].is_null() && two["agents"][0]["mean_score"].is_number(), "{two}");
    assert!(good(&["match", "2048", "random", "--games", "2"]).contains("too few games"));
    for games in ["3", "4"] {
        let few = json(&["match", "2048", "random", "--games", games]);
        assert!(few["agents"][0]["score_low"].as_f64().unwrap() >= 0.0, "{few}");
    }
}

#[test]
fn openings_that_leave_no_game_are_refused() {
    for command in ["match", "tournament"] {
        let line = refused(&[command, "othello", "random", "greedy", "--opening-plies", "1000"]);
        assert!(line.contains("at most 5") || line.contains("at most 6"), "{line}");
    }
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

/// What would give variety is what the game has.
#[test]
fn repeated_games_are_told_of_with_a_remedy_that_there_is() {
    for (game, remedy) in [
        ("connect-four", "; --opening-plies gives variety"),
        ("othello", "; --openings or --opening-plies gives variety"),
    ] {
        let table = good(&["match", game, "alphabeta:depth=2", "alphabeta:depth=1", "--games", "4"]);
        let flat = table.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(remedy), "{table}");
    }
}
