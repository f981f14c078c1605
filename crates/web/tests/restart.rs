//! A game outlives the server.

use serde_json::json;

use crate::client::{Server, folder};

#[test]
fn another_server_finds_the_game_where_it_was() {
    let folder = folder("restart");
    let first = Server::with(&folder, |_| {});
    let game = first.begin(&json!({
        "game": "cantgoback:fruits=respawn", "seats": ["person", "simple"], "seed": 3, "pace": 0, "clock": "game=600s",
    }));
    let state = first.settled(&game);
    first.post(&format!("{game}/move"), &json!({ "move": state["moves"][0] }));
    let before = first.settled(&game);
    // The first server is not asked to save anything: whatever a killed one leaves is what the second finds.
    let second = Server::with(&folder, |_| {});
    let after = second.settled(&game);
    assert!(before["plies"].as_array().unwrap().len() >= 2);
    let moved = |state: &serde_json::Value| {
        let plies = state["plies"].as_array().unwrap();
        plies.iter().map(|ply| (ply["m"].clone(), ply["p"].clone())).collect::<Vec<_>>()
    };
    // What an agent played in the last moment is found out again, by the same dice.
    assert_eq!(moved(&before), moved(&after));
    assert_eq!(before["moves"], after["moves"]);
    assert_eq!(second.post(&format!("{game}/move"), &json!({ "move": after["moves"][0] })).status, 200);
    drop(first);
}

#[test]
fn a_damaged_file_is_told_of_and_harms_no_other() {
    let folder = folder("damaged");
    std::fs::write(folder.join("brokenone.json"), "{").unwrap();
    let server = Server::with(&folder, |_| {});
    let answer = server.get("/api/play/brokenone");
    assert_eq!((answer.status, answer.error().contains("damaged")), (500, true));
    assert_eq!(server.get("/api/play").status, 200);
}
