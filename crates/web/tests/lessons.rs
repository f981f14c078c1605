//! Lessons: listed, set up, judged move by move, and kept.

use serde_json::{Value, json};

use crate::client::{Server, folder};

fn lesson<'a>(games: &'a Value, game: &str, name: &str) -> &'a Value {
    let game = games["games"].as_array().unwrap().iter().find(|one| one["name"] == game).unwrap();
    game["lessons"].as_array().unwrap().iter().find(|one| one["name"] == name).expect("a lesson")
}

#[test]
fn a_lesson_is_played_against_the_database_and_every_move_is_judged() {
    let server = Server::start("lesson");
    let games = server.get("/api/games").json();
    let first = lesson(&games, "checkers", "First Position");
    assert_eq!(
        (&first["seat"], &first["task"], &first["against"]),
        (&json!(1), &json!("win"), &json!("champion:time=1s"))
    );
    let seats = ["champion:time=1s", "person"];
    let game =
        server.begin(&json!({ "game": "checkers", "lesson": "First Position", "seats": seats, "pace": 0 }));
    let state = server.get(&game).json();
    assert_eq!((&state["lesson"], &state["start"]), (&json!("First Position"), &first["position"]));

    // What the literature says of the first moves (Lasker; data/checkers/problems.csv), and the whole way to the end.
    let proof = server.get(&format!("{game}/proof")).json();
    let row =
        |mv: &str| proof["moves"].as_array().unwrap().iter().find(|one| one["move"] == mv).unwrap().clone();
    assert_eq!(
        (&proof["seat"], &proof["moves"][0]["move"], &proof["moves"][0]["plies"]),
        (&json!(1), &json!("23-27"), &json!(61))
    );
    for mv in ["23-26", "23-18", "19-15"] {
        assert!(
            row(mv)["value"].as_f64().unwrap() > 0.0 && row(mv)["plies"].as_u64() > Some(61),
            "{mv}: {proof}"
        );
    }
    assert!(row("19-24")["value"].as_f64().unwrap() < 0.0, "{proof}");

    // A move that loses at once, and after it is taken back the best one: the win is two plies nearer.
    server.post(&format!("{game}/move"), &json!({ "move": "19-24" }));
    assert_eq!(server.settled(&game)["over"], true);
    assert!(server.get(&format!("{game}/proof")).error().contains("nobody has a move"));
    server.post(&format!("{game}/undo"), &json!({}));
    server.post(&format!("{game}/move"), &json!({ "move": "23-27" }));
    server.settled(&game);
    let after = server.get(&format!("{game}/proof")).json();
    assert_eq!(after["moves"][0]["plies"], 59, "{after}");
    assert_eq!(server.get(&format!("{game}/proof?ply=0")).json(), proof, "of the position before");
}

#[test]
fn a_draw_is_told_as_such_by_an_analysis() {
    let server = Server::start("lesson-draw");
    let request =
        json!({ "game": "checkers", "lesson": "Home to the double corner", "seats": ["person", "person"] });
    let game = server.begin(&request);
    let told: Vec<Value> =
        server.events(&format!("{game}/analyse?agent=champion:depth=60&ms=20000")).collect();
    let found = told.iter().rev().find(|one| one["moves"].is_array()).expect("values");
    assert_eq!((&found["value"], &found["exact"]), (&json!(0.0), &json!(true)), "{found}");
}

#[test]
fn a_lesson_outlives_the_server_and_a_wrong_one_is_refused() {
    let folder = folder("lesson-kept");
    let game = {
        let server = Server::with(&folder, |_| {});
        let begin = |request: Value| server.post("/api/play", &request);
        let seats = ["person", "person"];
        let wrong = begin(json!({ "game": "checkers", "lesson": "Frist Position", "seats": seats })).error();
        assert!(
            wrong.contains("no lesson \"Frist Position\"") && wrong.contains("First Position,"),
            "{wrong}"
        );
        let none = begin(json!({ "game": "2048", "lesson": "First Position", "seats": ["person"] })).error();
        assert!(none.contains("it has none"), "{none}");
        let moved = json!({ "game": "checkers", "lesson": "First Position", "seats": seats, "position": "W:WK32:BK26" });
        assert!(begin(moved).error().contains("leave position out"));
        let chance = server.begin(&json!({ "game": "2048", "seats": ["person"] }));
        assert!(server.get(&format!("{chance}/proof")).error().contains("chance"));
        server.begin(&json!({ "game": "checkers", "lesson": "First Position", "seats": seats }))
    };
    let server = Server::with(&folder, |_| {});
    assert_eq!(server.get(&game).json()["lesson"], "First Position");
}

/// Where points count and nobody wins sooner: the score at the end.
#[test]
fn points_are_proven_where_a_game_counts_them() {
    let server = Server::start("lesson-points");
    let position = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";
    let request = json!({ "game": "othello", "position": position, "seats": ["person", "person"] });
    let proof = server.get(&format!("{}/proof?ply=0", server.begin(&request))).json();
    assert_eq!(proof["moves"][0], json!({ "move": "h5", "value": 1.0, "plies": null }), "{proof}");
}
