//! Same seed, same games: on one thread or many, in the report and in the saved file.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use crate::common::{Each, Folder, plan, setup, timeless};
use arena::{Experiment, GameFile, Report, run};

/// Agents that draw, search, remember (a table outlives a game) and see only a part of the position.
const MATCHES: &[(&str, &[&str], u64, u32)] = &[
    ("othello:size=6", &["random", "alphabeta:depth=3"], 8, 0),
    ("othello:size=6,setup=course", &["pvs:depth=3,table=1", "greedy"], 8, 2),
    ("checkers", &["random", "alphabeta:depth=2"], 4, 4),
    ("checkers:rules=course", &["pvs:depth=3,table=1", "random"], 6, 2),
    ("2048", &["random", "greedy", "expectimax:depth=1"], 2, 0),
    // Whatever a search keeps beside its table is forgotten, too.
    ("othello", &["champion:nodes=1000", "champion:nodes=800"], 4, 6),
    ("checkers", &["champion:nodes=600", "champion:nodes=500"], 4, 6),
    ("cantgoback:fruits=respawn", &["random", "alphabeta:depth=3"], 6, 0),
    ("cantgoback:board=duel_11x11", &["simple", "random"], 4, 2),
];

/// What comes of each match on one thread.
static ALONE: LazyLock<Vec<(Report, String)>> = LazyLock::new(|| {
    let folder = Folder::new("seeds-alone");
    let alone = |&(game, agents, games, opening_plies)| {
        outcome(1, game, &Experiment { opening_plies, ..plan(agents, games) }, &folder)
    };
    MATCHES.iter().map(alone).collect()
});

/// The report and the saved file of a match.
fn outcome(threads: usize, game: &str, plan: &Experiment, folder: &Folder) -> (Report, String) {
    let path = folder.0.join("games");
    let mut file = GameFile::create(&path, true).unwrap();
    let mut save = Each::<(), _>(
        |_, game| {
            file.add(game.unit, &game.game).unwrap();
            None
        },
        Vec::new(),
    );
    let setup = setup(games::open(game).unwrap().into(), plan);
    let report = run(&setup, None, threads, &AtomicBool::new(false), &mut save).unwrap();
    file.finish().unwrap();
    (timeless(&report), std::fs::read_to_string(path).unwrap())
}

#[test]
fn threads_change_neither_the_report_nor_the_saved_file() {
    let folder = Folder::new("seeds");
    for (&(game, agents, games, opening_plies), alone) in MATCHES.iter().zip(&*ALONE) {
        let plan = Experiment { opening_plies, ..plan(agents, games) };
        assert_eq!(alone.0.games, games, "{game}");
        for &threads in if crate::whole() { &[2, 8][..] } else { &[8] } {
            let together = outcome(threads, game, &plan, &folder);
            assert_eq!(&together, alone, "{game} {agents:?} on {threads} threads");
        }
    }
}

#[test]
fn another_seed_gives_other_games() {
    let folder = Folder::new("other-seed");
    for (&(game, agents, games, opening_plies), alone) in MATCHES.iter().zip(&*ALONE) {
        let other = Experiment { opening_plies, seed: 8, ..plan(agents, games / 2) };
        assert!(!alone.1.starts_with(&outcome(1, game, &other, &folder).1), "{game}");
    }
}

#[test]
fn a_match_is_the_beginning_of_a_longer_one() {
    let folder = Folder::new("longer");
    for (&(game, agents, games, opening_plies), whole) in MATCHES.iter().zip(&*ALONE) {
        let plan = Experiment { opening_plies, ..plan(agents, games / 2) };
        let half = outcome(1, game, &plan, &folder).1;
        assert!(!half.is_empty() && whole.1.starts_with(&half), "{game}");
    }
}

/// Games of a pair, and games of different agents with one seat, have the same luck.
#[test]
fn luck_is_shared_where_agents_are_compared() {
    let start = |text: &str| text.split_once("[Event").map(|(head, _)| head.to_owned());
    let (_, games) =
        crate::common::play("cantgoback:board=duel_11x11,fruits=once", &plan(&["random", "simple"], 20));
    for pair in games.chunks(2) {
        assert_eq!(start(&pair[0].game), start(&pair[1].game));
        assert_eq!((pair[0].agents.as_slice(), pair[1].agents.as_slice()), (&[0, 1][..], &[1, 0][..]));
    }
    assert_ne!(start(&games[0].game), start(&games[2].game), "another pair has other fruits");

    // Two agents that play alike get the same tiles, to the last move; one that plays otherwise the same first two.
    let (report, games) = crate::common::play("2048", &plan(&["greedy", "greedy", "random"], 5));
    let moves = |text: &str| text.split_once(" moves ").unwrap().1.to_owned();
    let tiles = |text: &str| moves(text).split(' ').take(2).collect::<String>();
    for round in games.chunks(3) {
        assert_eq!(moves(&round[0].game), moves(&round[1].game));
        assert_eq!(tiles(&round[0].game), tiles(&round[2].game));
    }
    assert_eq!(report.agents[0].draws + report.agents[0].losses, 5, "nobody beats who plays alike");
}

/// The drawn opening is the same for both games of a pair, and the agents take over after it.
#[test]
fn pairs_share_their_opening() {
    let plies = 6;
    let plan = Experiment { opening_plies: plies, ..plan(&["alphabeta:depth=1", "greedy"], 20) };
    let (_, games) = crate::common::play("othello", &plan);
    let opening = |text: &str| text[..2 * plies as usize].to_owned();
    for pair in games.chunks(2) {
        assert_eq!(opening(&pair[0].game), opening(&pair[1].game));
        for game in pair {
            let chosen: u32 = game.spent.iter().map(|spent| spent.moves).sum();
            assert_eq!(chosen, game.turns - plies, "drawn moves are nobody's choice");
        }
    }
    let openings: std::collections::HashSet<_> = games.iter().map(|game| opening(&game.game)).collect();
    assert!(openings.len() >= 9, "ten pairs, {} openings", openings.len());
}
