//! The pages of a contest, and the games on them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{contest, hand_in};
use crate::common::Folder;

/// Where a page's links lead, as files.
fn links(page: &Path) -> Vec<PathBuf> {
    let text = std::fs::read_to_string(page).unwrap();
    let addresses = text.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    addresses.map(|address| page.parent().unwrap().join(address.replace("%2B", "+"))).collect()
}

/// Whatever references and hand-ins are called, each has a page of its own below the results, and so has each game.
#[test]
fn every_link_leads_to_a_page() {
    let folder = Folder::new("contest-pages");
    for name in ["anna", "anna-lee", "kim", "lee-kim", "alphabeta_depth_1"] {
        hand_in(&folder, &format!("{name}.agent"), "greedy");
    }
    let reference = |agent: &str, name: &str| {
        format!("[[reference]]\nagent = \"{agent}\"\n{name}\nscore = 0.5\npoints = 30\n")
    };
    let rules = [
        "loaded = 20\nforfeit = -2\n".to_owned(),
        reference("alphabeta:depth=1", ""),
        reference("random", "name = \"../../../weak one\""),
        reference("minimax:depth=1", "name = \"Kim\""),
    ];
    let rules = folder.write("rules.toml", rules.concat());
    let report = contest(&folder, &["--game", "connect-four", "--grades", &rules]);
    let results = Path::new(&folder.file("hand-ins")).join("results");
    let index = results.join("index.html");
    let mut players = links(&index);
    players.sort();
    players.dedup();
    assert_eq!(players.len(), 8, "{players:?}");
    for page in &players {
        assert!(links(page).iter().all(|game| game.is_file()), "{}", page.display());
    }
    let games = std::fs::read_dir(results.join("games")).unwrap().count();
    assert_eq!((&report["missing"], games), (&0.into(), 2 * (10 + 15)), "a page for each game");
    assert!(
        !Path::new(&folder.file("weak one")).exists()
            && !Path::new(&folder.file("hand-ins/weak one")).exists()
    );
    let told = "20 points for a player that can be loaded; 30 points for 50 % against alphabeta:depth=1";
    let page = std::fs::read_to_string(index).unwrap();
    assert!(page.contains(told) && page.contains("; -2 points for each game lost by forfeit"), "{page}");
}

/// Where luck says no more than who begins, the same players would play the same few games again and again.
#[test]
fn games_of_a_contest_differ() {
    let folder = Folder::new("contest-differ");
    hand_in(&folder, "first.agent", "alphabeta:depth=1,eval=discs");
    hand_in(&folder, "second.agent", "course:depth=2");
    contest(&folder, &["--game", "othello:size=6,setup=course", "--rounds", "10"]);
    let games = Path::new(&folder.file("hand-ins/results")).join("games");
    let shown = |number: u32| {
        let page = std::fs::read_to_string(games.join(format!("first+second-{number}.html"))).unwrap();
        page.split("show([[").nth(1).expect("games can be replayed").to_owned()
    };
    let different: BTreeSet<String> = (1..=20).map(shown).collect();
    assert!(different.len() > 15, "{} of 20 games differ", different.len());
}
