//! Matches whose every move is recorded: any machine must play them again, position by position.
//!
//! `UPDATE_GOLDEN=1 cargo test -p plywise-arena golden` records them anew. A change of rules or of what a search
//! visits shows here: say so in the commit.

use std::fmt::Write;

use crate::common::{plan, play_on, saved};
use arena::Experiment;

/// Game, agents, games, plies drawn at random.
const MATCHES: &[(&str, &[&str], u64, u32)] = &[
    ("othello", &["random", "random"], 50, 0),
    ("othello", &["alphabeta:depth=4,eval=weighted", "alphabeta:depth=3,eval=mobility"], 10, 6),
    ("othello:size=6", &["alphabeta:depth=5,eval=discs", "random"], 50, 0),
    ("othello:size=6,setup=course", &["minimax:depth=3,eval=corners", "greedy:eval=weighted"], 20, 2),
    ("othello:size=4", &["alphabeta:depth=12", "minimax:depth=4"], 20, 2),
    ("checkers", &["random", "random"], 50, 0),
    ("checkers", &["alphabeta:depth=5", "alphabeta:depth=4,eval=material"], 10, 4),
    ("checkers:rules=course", &["minimax:depth=3", "greedy"], 20, 4),
    ("2048", &["random", "greedy", "greedy:eval=score"], 20, 0),
    ("2048", &["expectimax:depth=2", "expectimax:depth=1,eval=empties"], 2, 0),
    ("cantgoback", &["simple", "random"], 50, 0),
    ("cantgoback", &["alphabeta:depth=6", "simple"], 20, 0),
    ("cantgoback:fruits=respawn,board=pillars_11x11", &["alphabeta:depth=4", "greedy:eval=score"], 10, 2),
    ("cantgoback:fruits=respawn,both_stuck=deduct", &["minimax:depth=4,eval=score", "random"], 30, 0),
];

/// Fowler, Noll and Vo's hash (FNV-1a, 64 bits): enough to see that a text has changed.
fn fnv(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn record() -> String {
    let mut text = String::from(
        "# seed 7: game | agents | games | drawn plies | wins/draws/losses and nodes of each agent | \
         plies | legal moves at the turns | FNV-1a of the saved file\n",
    );
    for &(game, agents, games, opening_plies) in MATCHES {
        let plan = Experiment { opening_plies, ..plan(agents, games) };
        let (report, played) = play_on(2, game, &plan);
        let results: Vec<String> = (0..agents.len())
            .map(|agent| {
                let nodes: u64 = played
                    .iter()
                    .flat_map(|game| game.agents.iter().zip(&game.spent))
                    .filter(|(sitter, _)| **sitter == agent)
                    .map(|(_, spent)| spent.nodes)
                    .sum();
                let reported = &report.agents[agent];
                format!("{}/{}/{} {nodes}", reported.wins, reported.draws, reported.losses)
            })
            .collect();
        let plies: u32 = played.iter().map(|game| game.plies).sum();
        let choices: u64 = played.iter().map(|game| game.choices).sum();
        writeln!(
            text,
            "{game} | {} | {games} | {opening_plies} | {} | {plies} | {choices} | {:016x}",
            agents.join(" "),
            results.join(", "),
            fnv(&saved(&played))
        )
        .unwrap();
    }
    text
}

#[test]
fn recorded_matches_are_played_again_move_by_move() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden.txt");
    let record = record();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, &record).unwrap();
    }
    let recorded = std::fs::read_to_string(path).unwrap();
    for (new, old) in record.lines().zip(recorded.lines()) {
        assert_eq!(new, old, "a match has changed its course");
    }
    assert_eq!(record.lines().count(), recorded.lines().count());
}
