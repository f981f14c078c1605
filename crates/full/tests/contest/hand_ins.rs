//! What hand-ins are called and how they are made ready, and what luck each pair of them has.

use crate::common::{Folder, refused, run};

use super::{FIRST, contest, errors, hand_in, of, player};

/// A name that no agent could have, an agent that cannot start, an error that is half a character, and the results of another
/// contest.
#[test]
fn odd_hand_ins_play_or_stay_off_the_board() {
    let folder = Folder::new("contest-odd");
    hand_in(&folder, "john.smith.py", FIRST);
    hand_in(&folder, "zoe.py", &player("raise Exception('half \\ud800')"));
    hand_in(&folder, "gone.agent", "engine:cmd=/bin/false,protocol=line");
    for (name, text) in [("older/games.db", ""), ("older/players/eve/errors.txt", "")] {
        hand_in(&folder, name, text);
    }
    let report = contest(&folder, &["--game", "othello:size=4"]);
    assert_eq!(of(&report, "john_smith")["wins"], 2, "{report}");
    assert!(errors(&folder, "zoe").contains("half \\ud800"), "{}", errors(&folder, "zoe"));
    let left_out = report["left_out"].as_array().unwrap();
    assert_eq!(left_out.len(), 1, "{report}");
    assert_eq!(left_out[0]["hand_in"], "gone");
    assert!(left_out[0]["why"].as_str().unwrap().starts_with("could not be loaded: "), "{report}");

    std::fs::remove_file(folder.file("hand-ins/zoe.py")).unwrap();
    let line = refused(&["contest", &folder.file("hand-ins"), "--game", "othello:size=4"]);
    assert!(line.contains("1 can be loaded; gone could not be loaded: "), "{line}");
}

/// Three players that are the same and draw lots: each pair plays games of its own, or the ranking would follow from few.
#[test]
fn each_pair_has_luck_of_its_own() {
    let folder = Folder::new("contest-luck");
    let lots = player("import random\nreturn random.choice(position.legal_moves())");
    for name in ["a.py", "b.py", "c.py"] {
        hand_in(&folder, name, &lots);
    }
    let report = contest(&folder, &["--game", "othello:size=4", "--rounds", "2"]);
    assert_eq!(report["played"], 12);
    let store = folder.file("hand-ins/results/games.db");
    let games = ["1", "2", "3"].map(|experiment| {
        let answer = run(&["store", "export", &store, "--experiment", experiment]);
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        answer.out
    });
    assert!(games[0] != games[1] && games[1] != games[2] && games[0] != games[2], "{games:?}");
    assert!(games.iter().all(|games| games.lines().count() == 4), "{games:?}");
}
