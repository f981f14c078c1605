//! A seed starts the same game wherever it is played.

use plywise::{Seat, Turn};

use crate::common::{Folder, good, json, run_with};

/// Games whose start is drawn: tiles, fruits, lives of fruits, who begins.
const GAMES: [&str; 6] = [
    "2048",
    "cantgoback",
    "cantgoback:board=rectangle_board,max_fruit_score=40",
    "cantgoback:fruits=v2,board=\"1 0 0/0 30 0/0 0 2\"",
    "othello:setup=course",
    "othello:size=4,setup=course",
];

/// The position at which the first seat moves in the first game of a file, all of it and as that seat sees it.
fn first_game(game: &str, file: &str) -> [String; 2] {
    let kind = games::open(game).unwrap();
    let played = kind.import(file, 1).unwrap().remove(0);
    let mut live = kind.live(0, Some(&played.start)).unwrap();
    let mut moves = played.moves.iter();
    while live.turn() == Some(Turn::Chance) {
        live.play(moves.next().unwrap()).unwrap();
    }
    [live.position(), live.seen(Seat::FIRST)]
}

#[test]
fn a_seed_starts_the_same_game_in_every_command() {
    let folder = Folder::new("luck");
    for game in GAMES {
        let players: &[&str] = if game == "2048" { &["random"] } else { &["random", "random"] };
        let mut starts = Vec::new();
        for seed in ["0", "1", "7", "18446744073709551615"] {
            let saved = folder.file("match.txt");
            let call =
                [&["match", game], players, &["--games", "1", "--seed", seed, "--save", &saved, "--force"]];
            good(&call.concat());
            let [start, seen] = first_game(game, &std::fs::read_to_string(&saved).unwrap());
            let analyzed = json(&["analyze", game, "--seed", seed, "--agent", "greedy"]);
            assert_eq!(analyzed["position"], start, "analyze {game} --seed {seed}");
            let played = run_with(&["play", game, "--seed", seed], b"position\nquit\n");
            assert_eq!(played.code, Some(0), "{}", played.err);
            // Where the other side begins, it has moved by the time that the person is asked.
            let first = games::open(game).unwrap().live(0, Some(&start)).unwrap().turn();
            let is_there = played.out.lines().any(|line| line == seen);
            assert_eq!(
                is_there,
                first == Some(Turn::Seat(Seat::FIRST)),
                "play {game} --seed {seed}: {}",
                played.out
            );
            let store = folder.file(&format!("{}.db", starts.len()));
            let _ = std::fs::remove_file(&store);
            let rivals = ["random", "greedy"];
            good(
                &[&["tournament", game], &rivals[..], &["--rounds", "1", "--seed", seed, "--store", &store]]
                    .concat(),
            );
            let exported = good(&["store", "export", &store]);
            assert_eq!(first_game(game, &exported)[0], start, "tournament {game} --seed {seed}");
            starts.push(start);
        }
        assert!(starts.iter().any(|start| *start != starts[0]), "{game}: luck that is none: {starts:?}");
    }
}
