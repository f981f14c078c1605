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
    drop(first);
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
}

/// However long a game is: a move adds a few plies to its file.
#[test]
fn a_ply_is_added_to_the_file_of_its_game_and_one_that_is_torn_is_forgotten() {
    let folder = folder("added");
    let server = Server::with(&folder, |_| {});
    let kind = games::open("2048").unwrap();
    let mut live = kind.live(3, None).unwrap();
    while live.turn().is_some() && live.plies() < 100 {
        if live.play_unchosen().is_none() {
            let first = live.moves().remove(0);
            live.play(&first).unwrap();
        }
    }
    let moves = kind.import(&live.text(Vec::new()), 1).unwrap().remove(0).moves;
    let request = json!({ "game": "2048", "seats": ["person"], "seed": 3, "moves": moves });
    let game = server.begin(&request);
    let file = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let file = file.into_iter().find(|path| path.extension().is_some_and(|end| end == "json")).unwrap();
    let text = || std::fs::read_to_string(&file).unwrap();
    let mut long = text();
    for _ in 0..3 {
        let state = server.settled(&game);
        server.post(&format!("{game}/move"), &json!({ "move": state["moves"][0] }));
        let longer = text();
        let new = longer.strip_prefix(&long).expect("what was there stays");
        assert_eq!(new.lines().skip(1).count(), 2, "a slide and a tile: {new:?}");
        long = longer;
    }
    let whole = server.settled(&game);
    drop(server);
    std::fs::write(&file, &long[..long.len() - 3]).unwrap();
    // The tile whose line is torn is drawn again by the same dice.
    assert_eq!(Server::with(&folder, |_| {}).settled(&game)["plies"], whole["plies"]);
}

/// An agent whose name has gone since, such as one of a file of presets: the game is there, says so and takes another.
#[test]
fn a_game_whose_agent_has_gone_is_found_and_given_another() {
    let folder = folder("gone");
    let server = Server::with(&folder, |_| {});
    let game =
        server.begin(&json!({ "game": "othello", "seats": ["person", "random"], "seed": 3, "pace": 0 }));
    let state = server.settled(&game);
    drop(server);
    let file = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let file = file.into_iter().find(|path| path.extension().is_some_and(|end| end == "json")).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("\"random\"", "\"my_old_player\"")).unwrap();
    let server = Server::with(&folder, |_| {});
    let found = server.get(&game);
    assert_eq!(found.status, 200, "{}", found.body);
    let line = found.json()["failure"].as_str().expect("a line").to_owned();
    assert!(
        line.contains("there is no agent \"my_old_player\"") && line.contains("choose who sits"),
        "{line}"
    );
    assert_eq!(found.json()["moves"], state["moves"]);
    let refused = server.post(&format!("{game}/change"), &json!({ "seats": ["person", "my_old_player"] }));
    assert!(refused.error().contains("my_old_player"));
    assert_eq!(server.post(&format!("{game}/change"), &json!({ "seats": ["person", "greedy"] })).status, 200);
    server.post(&format!("{game}/move"), &json!({ "move": state["moves"][0] }));
    let after = server.settled(&game);
    assert!(after["failure"].is_null() && after["plies"].as_array().unwrap().len() >= 2, "{after}");
}

#[test]
fn two_servers_do_not_share_a_folder() {
    let folder = folder("shared");
    std::fs::write(folder.join("stale.tmp"), "half").unwrap();
    let first = Server::with(&folder, |_| {});
    assert!(!folder.join("stale.tmp").exists(), "what a killed server left goes");
    let options = web::Options { port: 0, threads: Some(1), ..web::Options::new(folder.clone()) };
    let second = || web::serve(&options, |_| {}, async {});
    let error = second().unwrap_err().to_string();
    assert!(error.contains("in use by another server") && !error.contains('\n'), "{error}");
    drop(first);
    second().unwrap();
}

#[cfg(unix)]
#[test]
fn a_pipe_among_the_games_or_reports_holds_nobody_up() {
    let folder = folder("pipes");
    std::fs::create_dir(folder.join("reports")).unwrap();
    for pipe in ["abcdefghjk.json", "reports/stuck.html"] {
        assert!(std::process::Command::new("mkfifo").arg(folder.join(pipe)).status().unwrap().success());
    }
    let server = Server::with(&folder, |_| {});
    assert_eq!(server.get("/api/play").json()["games"], json!([]));
    assert_eq!(server.get("/api/play/abcdefghjk").status, 404);
    assert_eq!(server.get("/reports/stuck.html").status, 404);
    assert_eq!(server.get("/api/reports").json()["reports"], json!([]));
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
