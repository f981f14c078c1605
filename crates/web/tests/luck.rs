//! The page draws what a match draws, and each ply has dice of its own.

use arena::Experiment;
use plywise::{Seat, Turn};
use serde_json::{Value, json};

use crate::client::{Server, folder};

/// The first game of a match: the position at which the first seat moves, as that seat sees it.
fn match_start(game: &str, seed: u64) -> String {
    let kind = games::open(game).unwrap();
    let experiment = Experiment { seed, ..Experiment::new(game, vec!["random"; kind.seats()]) };
    let text = experiment.open().unwrap().play(0).unwrap().game;
    let played = kind.import(&text, 1).unwrap().remove(0);
    let mut live = kind.live(0, Some(&played.start)).unwrap();
    for mv in &played.moves {
        if live.turn() == Some(Turn::Chance) {
            live.play(mv).unwrap();
        } else {
            break;
        }
    }
    live.seen(Seat::FIRST)
}

/// The position on the page before anybody has moved.
fn page_start(state: &Value) -> String {
    let plies = state["plies"].as_array().unwrap();
    plies.last().map_or(&state["start"], |ply| &ply["p"]).as_str().unwrap().to_owned()
}

#[test]
fn a_seed_starts_the_same_game_on_the_page_as_in_a_match() {
    let server = Server::start("luck");
    for game in ["2048", "cantgoback", "cantgoback:board=rectangle_board", "othello:setup=course"] {
        for seed in [0, 7, 12] {
            let seats = vec!["person"; games::open(game).unwrap().seats()];
            let room = server.begin(&json!({ "game": game, "seats": seats, "seed": seed }));
            assert_eq!(page_start(&server.settled(&room)), match_start(game, seed), "{game}, seed {seed}");
        }
    }
}

#[test]
fn what_is_taken_back_and_played_again_has_the_same_luck() {
    let server = Server::start("luck-undo");
    for (game, seats) in [("2048", vec!["person"]), ("cantgoback:fruits=v2", vec!["person"; 2])] {
        let room = server.begin(&json!({ "game": game, "seats": seats, "seed": 3 }));
        let mut drawn = std::collections::HashSet::new();
        for _ in 0..6 {
            let before = server.settled(&room);
            let mv = json!({ "move": before["moves"][0] });
            server.post(&format!("{room}/move"), &mv);
            let once = server.settled(&room);
            server.post(&format!("{room}/undo"), &json!({}));
            assert_eq!(server.settled(&room)["plies"], before["plies"], "{game}");
            server.post(&format!("{room}/move"), &mv);
            let again = server.settled(&room);
            let played = |state: &Value| -> Vec<Value> {
                state["plies"].as_array().unwrap().iter().map(|ply| ply["m"].clone()).collect()
            };
            assert_eq!(played(&once), played(&again), "{game}");
            drawn.insert(played(&once).last().unwrap().to_string());
        }
        assert!(drawn.len() > 1, "{game}: {drawn:?}");
    }
}

/// A file that was written before starts were drawn alike does not say how: its game begins where it began.
#[test]
fn a_game_of_an_early_version_keeps_its_start() {
    let folder = folder("luck-early");
    let server = Server::with(&folder, |_| {});
    let room = server.begin(&json!({ "game": "cantgoback", "seats": ["person", "person"], "seed": 3 }));
    let now = server.settled(&room);
    let file = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let file = file.into_iter().find(|path| path.extension().is_some_and(|end| end == "json")).unwrap();
    let mut saved: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(saved.as_object_mut().unwrap().remove("luck"), Some(json!(1)));
    std::fs::write(&file, saved.to_string()).unwrap();
    drop(server);
    let early = Server::with(&folder, |_| {}).settled(&room);
    let start = cantgoback::start(&cantgoback::Options::default(), 3).unwrap();
    assert_eq!(early["start"], plywise::Notation::position_text(start.visible()));
    assert_ne!(early["start"], now["start"]);
}
