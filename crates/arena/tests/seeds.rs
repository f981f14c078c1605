//! Same seed, same games: on one thread or many, in the report and in the saved file.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::common::{Folder, plan, timeless};
use arena::{GameFile, MatchPlan, Openings, run_match};

/// Agents that draw, search, remember (a table outlives a game) and see only a part of the position.
const MATCHES: &[(&str, &[&str], u64, u32)] = &[
    ("othello:size=6", &["random", "alphabeta:depth=3"], 60, 0),
    ("othello:size=6,setup=course", &["pvs:depth=3,table=1", "greedy"], 40, 2),
    ("checkers", &["random", "alphabeta:depth=2"], 40, 4),
    ("checkers:rules=course", &["pvs:depth=3,table=1", "random"], 20, 2),
    ("2048", &["random", "greedy", "expectimax:depth=1"], 6, 0),
    ("cantgoback:fruits=respawn", &["random", "alphabeta:depth=3"], 60, 0),
    ("cantgoback:board=duel_11x11", &["simple", "random"], 40, 2),
];

/// The report and the saved file of a match.
fn outcome(game: &str, plan: &MatchPlan, folder: &Folder) -> (arena::MatchReport, String) {
    let path = folder.0.join("games");
    let mut file = GameFile::create(&path, true).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let kind = games::open(game).unwrap();
    let report =
        run_match(&*kind, plan, &stop, &mut |game| file.add(game.unit, &game.text).unwrap()).unwrap();
    file.finish().unwrap();
    (timeless(report), std::fs::read_to_string(path).unwrap())
}

#[test]
fn threads_change_neither_the_report_nor_the_saved_file() {
    let folder = Folder::new("seeds");
    for &(game, agents, games, opening_plies) in MATCHES {
        let plan = MatchPlan { openings: Openings::Drawn(opening_plies), ..plan(agents, games) };
        let alone = outcome(game, &plan, &folder);
        assert_eq!(alone.0.games, games, "{game}");
        for threads in [2, 8] {
            let together = outcome(game, &MatchPlan { threads, ..plan.clone() }, &folder);
            assert_eq!(together, alone, "{game} {agents:?} on {threads} threads");
        }
    }
}

#[test]
fn another_seed_gives_other_games() {
    let folder = Folder::new("other-seed");
    for &(game, agents, games, opening_plies) in MATCHES {
        let plan = MatchPlan { openings: Openings::Drawn(opening_plies), ..plan(agents, games) };
        let other = MatchPlan { seed: 8, ..plan.clone() };
        assert_ne!(outcome(game, &plan, &folder).1, outcome(game, &other, &folder).1, "{game}");
    }
}

#[test]
fn a_match_is_the_beginning_of_a_longer_one() {
    let folder = Folder::new("longer");
    for &(game, agents, games, opening_plies) in MATCHES {
        let plan =
            MatchPlan { openings: Openings::Drawn(opening_plies), games: games / 2, ..plan(agents, games) };
        let half = outcome(game, &plan, &folder).1;
        let whole = outcome(game, &MatchPlan { games, ..plan }, &folder).1;
        assert!(whole.starts_with(&half), "{game}");
    }
}

/// Games of a pair, and games of different agents with one seat, have the same luck.
#[test]
fn luck_is_shared_where_agents_are_compared() {
    let start = |text: &str| text.split_once("[Event").map(|(head, _)| head.to_owned());
    let (_, games) =
        crate::common::play("cantgoback:board=duel_11x11,fruits=once", &plan(&["random", "simple"], 20));
    for pair in games.chunks(2) {
        assert_eq!(start(&pair[0].text), start(&pair[1].text));
        assert_eq!((pair[0].agents.as_slice(), pair[1].agents.as_slice()), (&[0, 1][..], &[1, 0][..]));
    }
    assert_ne!(start(&games[0].text), start(&games[2].text), "another pair has other fruits");

    // Two agents that play alike get the same tiles, to the last move; one that plays otherwise the same first two.
    let (report, games) = crate::common::play("2048", &plan(&["greedy", "greedy", "random"], 5));
    let moves = |text: &str| text.split_once(" moves ").unwrap().1.to_owned();
    let tiles = |text: &str| moves(text).split(' ').take(2).collect::<String>();
    for round in games.chunks(3) {
        assert_eq!(moves(&round[0].text), moves(&round[1].text));
        assert_eq!(tiles(&round[0].text), tiles(&round[2].text));
    }
    assert_eq!(report.agents[0].draws + report.agents[0].losses, 5, "nobody beats who plays alike");
}

/// The drawn opening is the same for both games of a pair, and the agents take over after it.
#[test]
fn pairs_share_their_opening() {
    let plies = 6;
    let plan = MatchPlan { openings: Openings::Drawn(plies), ..plan(&["alphabeta:depth=1", "greedy"], 20) };
    let (_, games) = crate::common::play("othello", &plan);
    let opening = |text: &str| text[..2 * plies as usize].to_owned();
    for pair in games.chunks(2) {
        assert_eq!(opening(&pair[0].text), opening(&pair[1].text));
        for game in pair {
            let chosen: u32 = game.spent.iter().map(|spent| spent.moves).sum();
            assert_eq!(chosen, game.turns - plies, "drawn moves are nobody's choice");
        }
    }
    let openings: std::collections::HashSet<_> = games.iter().map(|game| opening(&game.text)).collect();
    assert!(openings.len() >= 9, "ten pairs, {} openings", openings.len());
}
