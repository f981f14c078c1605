//! Whole games, and what else can be done to one.

use serde_json::{Value, json};

use crate::client::Server;

/// Plays a game with a person's moves drawn from the legal ones until it is over; its last state.
fn play_out(server: &Server, request: &Value) -> (String, Value) {
    let game = server.begin(request);
    for turn in 0..3000 {
        let state = server.settled(&game);
        assert!(state["failure"].is_null(), "{state}");
        if state["over"] == true {
            return (game, state);
        }
        let moves = state["moves"].as_array().unwrap();
        let mv = &moves[(turn * 7 + 3) % moves.len()];
        let ply = state["plies"].as_array().unwrap().len();
        let answer = server.post(&format!("{game}/move"), &json!({ "move": mv, "ply": ply }));
        assert_eq!(answer.status, 200, "{} after {state}", answer.body);
    }
    panic!("{request} does not end");
}

#[test]
fn whole_games_of_each_kind() {
    let server = Server::start("whole-games");
    for (game, seats) in [
        ("othello:size=4", &["person", "random"][..]),
        ("othello:size=6", &["alphabeta:depth=2", "person"]),
        ("checkers", &["person", "greedy"]),
        ("checkers:rules=course", &["random", "person"]),
        ("cantgoback:board=q2", &["person", "simple"]),
        ("cantgoback:fruits=respawn,board=q2", &["person", "random"]),
        ("cantgoback:fruits=v2,max_fruit_time=9", &["person", "simple"]),
        ("cantgoback:board=\"1 0 0/0 30 0/0 0 2\"", &["person", "person"]),
    ] {
        let request = json!({ "game": game, "seats": seats, "seed": 5, "pace": 0 });
        let (address, state) = play_out(&server, &request);
        assert!(state["result"].is_string(), "{state}");
        assert_eq!(state["payoffs"].as_array().unwrap().len(), 2);
        // What is saved is a game by the rules, to the same end.
        let file = server.get(&format!("{address}/file")).json();
        let read = server.post("/api/import", &json!({ "game": game, "text": file["text"] })).json();
        assert_eq!(read["games"][0]["error"], Value::Null, "{game}: {read}");
        let moves: Vec<&Value> = state["plies"].as_array().unwrap().iter().map(|ply| &ply["m"]).collect();
        assert_eq!(read["games"][0]["moves"], json!(moves), "{game}");
    }
}

#[test]
fn a_game_of_2048_and_its_luck() {
    let server = Server::start("2048");
    let request = json!({ "game": "2048", "seats": ["person"], "seed": 11 });
    let (_, first) = play_out(&server, &request);
    let (_, second) = play_out(&server, &request);
    assert!(played(&first) == played(&second), "the same seed, the same luck");
    assert!(first["payoffs"][0].as_i64().unwrap() > 100);
    let other = json!({ "game": "2048", "seats": ["person"], "seed": 12 });
    assert!(!played(&first).starts_with(&played(&server.post("/api/play", &other).json())));
}

/// The moves of a game, outcomes of chance included.
fn played(state: &Value) -> Vec<String> {
    state["plies"].as_array().unwrap().iter().map(|ply| ply["m"].to_string()).collect()
}

#[test]
fn agents_play_alone_while_somebody_watches() {
    let server = Server::start("alone");
    let game = server.begin(&json!({ "game": "othello:size=4", "seats": ["random", "greedy"], "pace": 0 }));
    let mut known = 0;
    for state in server.events(&format!("{game}/events")) {
        // Each message holds the plies that are new to this viewer, and says where they begin.
        assert!(state["from"].as_u64().unwrap() <= known);
        known = state["from"].as_u64().unwrap() + state["plies"].as_array().unwrap().len() as u64;
        if state["over"] == true {
            assert!(known >= 8);
            return;
        }
    }
    panic!("the stream ended before the game");
}

/// Black must pass at once.
#[test]
fn undo_does_not_end_before_a_pass_that_nobody_chose() {
    let server = Server::start("undo-pass");
    let position = format!("OX------{}OX------ X", "-".repeat(48));
    let game =
        server.begin(&json!({ "game": "othello", "seats": ["person", "person"], "position": position }));
    let moves = |state: &serde_json::Value| -> Vec<String> {
        state["plies"].as_array().unwrap().iter().map(|ply| ply["m"].as_str().unwrap().to_owned()).collect()
    };
    let state = server.get(&game).json();
    assert_eq!((moves(&state), &state["turn"]), (vec!["pass".to_owned()], &json!(1)));
    let back = server.post(&format!("{game}/undo"), &json!({})).json();
    assert_eq!((moves(&back), &back["turn"]), (vec!["pass".to_owned()], &json!(1)), "White may go on");
    server.post(&format!("{game}/move"), &json!({ "move": "c1" }));
    let back = server.post(&format!("{game}/undo"), &json!({})).json();
    assert_eq!((moves(&back), &back["turn"]), (vec!["pass".to_owned()], &json!(1)));
}

#[test]
fn undo_gives_the_turn_back() {
    let server = Server::start("undo");
    let game = server.begin(&json!({ "game": "othello", "seats": ["person", "random"], "pace": 0 }));
    let start = server.settled(&game);
    server.post(&format!("{game}/move"), &json!({ "move": "d3" }));
    let answered = server.settled(&game);
    assert_eq!(answered["plies"].as_array().unwrap().len(), 2, "{answered}");
    let back = server.post(&format!("{game}/undo"), &json!({})).json();
    assert_eq!((&back["plies"], &back["moves"]), (&start["plies"], &start["moves"]));
    assert!(server.post(&format!("{game}/undo"), &json!({})).error().contains("nothing has been played"));
}

#[test]
fn how_a_game_ended_is_kept_told_and_final_between_people() {
    let server = Server::start("ended");
    let begin = |seats: [&str; 2], ended: Value| json!({ "game": "othello", "seats": seats, "moves": ["d3"], "clock": "game=600s", "ended": ended });
    for (ended, result) in [("resigned", "White resigned"), ("late", "White ran out of time")] {
        let game = server.begin(&begin(["person"; 2], json!({ ended: 1 })));
        let state = server.get(&game).json();
        assert_eq!((&state["result"], &state["winner"]), (&json!(result), &json!(0)));
        assert_eq!((&state["ended"], &state["over"]), (&json!({ ended: 1 }), &json!(true)));
        let line = server.post(&format!("{game}/undo"), &json!({})).error();
        assert!(line.contains(result) && line.contains("practice"), "{line}");
        let practice = server.begin(&begin(["person", "random"], json!({ ended: 1 })));
        let back = server.post(&format!("{practice}/undo"), &json!({})).json();
        assert_eq!((&back["over"], &back["ended"]), (&json!(false), &Value::Null));
    }
    assert!(server.post("/api/play", &begin(["person"; 2], json!({ "late": 2 }))).error().contains("ended"));
}

/// Who advises is a matter of the variant.
#[test]
fn a_game_tells_who_advises_in_its_variant() {
    let server = Server::start("adviser");
    for game in
        ["othello:size=6", "checkers:rules=course", "cantgoback:fruits=respawn", "2048", "connect-four"]
    {
        let kind = games::open(game).unwrap();
        let seats = vec!["person"; kind.seats()];
        let state = server.get(&server.begin(&json!({ "game": game, "seats": seats }))).json();
        assert_eq!(
            (&state["adviser"], &state["partner"]),
            (&json!(kind.adviser()), &json!(kind.sparring_partner()))
        );
        // The page asks whom it is told of, with nothing else known of the variant.
        for asked in ["adviser", "partner"] {
            // Reading the network that comes along would take longer than all else.
            let asked = state[asked].as_str().unwrap();
            let small = match asked.split_once(':') {
                _ if game != "2048" || !asked.starts_with("champion") => "",
                Some(_) => ",network=small",
                None => ":network=small",
            };
            let agent = arena::Spec::parse(&format!("{asked}{small}")).unwrap();
            kind.check_agent(&agent).unwrap_or_else(|error| panic!("{game}: {error}"));
        }
    }
}

#[test]
fn what_cannot_be_done_is_said() {
    let server = Server::start("refused-moves");
    let game = server.begin(&json!({ "game": "othello", "seats": ["person", "person"] }));
    let line = server.post(&format!("{game}/move"), &json!({ "move": "a1" })).error();
    assert!(line.contains("a1") && line.contains("legal: d3 c4 f5 e6"), "{line}");
    assert_eq!(server.post(&format!("{game}/move"), &json!({ "move": "d3", "ply": 0 })).status, 200);
    let late = server.post(&format!("{game}/move"), &json!({ "move": "d3", "ply": 0 }));
    assert_eq!((late.status, late.error().contains("gone on")), (409, true));
    let over = server.post(&format!("{game}/resign"), &json!({})).json();
    assert_eq!((&over["result"], &over["winner"]), (&json!("White resigned"), &json!(0)));
    assert!(server.post(&format!("{game}/move"), &json!({ "move": "c3" })).error().contains("over"));
    let agents = server.begin(&json!({ "game": "othello", "seats": ["random", "random"], "paused": true }));
    assert!(
        server
            .post(&format!("{agents}/move"), &json!({ "move": "d3" }))
            .error()
            .contains("random is to move")
    );
    assert!(server.post(&format!("{agents}/resign"), &json!({})).error().contains("only a person"));
    for (request, word) in [
        (json!({ "game": "chess", "seats": ["person"] }), "othello"),
        (json!({ "game": "othello", "seats": ["person"] }), "seats, 2; not 1"),
        (json!({ "game": "othello", "seats": ["person", "pvs:depth=x"] }), "depth"),
        (json!({ "game": "othello", "seats": ["person", "person"], "position": "nonsense" }), "square"),
        (json!({ "game": "othello", "seats": ["person", "person"], "moves": ["d3", "d3"] }), "d3"),
        (json!({ "game": "othello", "seats": ["person", "person"], "clock": "an hour" }), "clock"),
        (json!({ "game": "othello", "seats": ["person", "person"], "colour": "green" }), "colour"),
    ] {
        let answer = server.post("/api/play", &request);
        assert_eq!(answer.status, 400, "{request}");
        assert!(answer.error().contains(word), "{request}: {}", answer.error());
    }
}

#[test]
fn who_lets_the_time_run_out_loses() {
    let server = Server::start("clock");
    let game =
        server.begin(&json!({ "game": "othello", "seats": ["person", "person"], "clock": "game=50ms" }));
    let end = server.events(&format!("{game}/events")).find(|state| state["over"] == true).unwrap();
    assert_eq!((&end["result"], &end["winner"]), (&json!("Black ran out of time"), &json!(1)));
    assert_eq!(end["clocks"], json!([0, 50]), "nothing is left to the loser");
}

#[test]
fn a_clock_stands_still_when_its_seat_resigns() {
    let server = Server::start("clock-resigned");
    let game =
        server.begin(&json!({ "game": "othello", "seats": ["person", "person"], "clock": "game=600s" }));
    std::thread::sleep(std::time::Duration::from_millis(30));
    let over = server.post(&format!("{game}/resign"), &json!({})).json();
    let left = over["clocks"][0].as_u64().unwrap();
    assert!(left <= 599_970, "the time until then is gone: {left} ms");
    assert_eq!(server.get(&game).json()["clocks"], over["clocks"]);
}

#[test]
fn a_file_of_games_is_read() {
    let server = Server::start("import");
    let pdn = "[Event \"one\"]\n1. 11-15 23-19 2. 8-11 22-17 *\n\n[Event \"two\"]\n1. 11-15 11-15 *\n";
    let games =
        server.post("/api/import", &json!({ "game": "checkers", "text": pdn })).json()["games"].clone();
    assert_eq!(games[0]["moves"], json!(["11-15", "23-19", "8-11", "22-17"]));
    assert_eq!((&games[0]["error"], games[1]["error"].is_string()), (&Value::Null, true));
    let with_start = "[SetUp \"1\"]\n[FEN \"W:W18,K30:B12\"]\n1. 18-15 12-16 *\n";
    let games =
        server.post("/api/import", &json!({ "game": "checkers", "text": with_start })).json()["games"]
            .clone();
    assert_eq!(games[0]["start"], "W:W18,K30:B12");
    assert!(
        server.post("/api/import", &json!({ "game": "othello", "text": "hello" })).error().contains("hello")
    );
    assert!(
        server.post("/api/import", &json!({ "game": "othello", "text": "" })).error().contains("no game")
    );
}

#[test]
fn a_position_is_read_and_judged() {
    let server = Server::start("position");
    let asked = json!({ "game": "checkers", "position": "b:w18,24:b12,k16" });
    let read = server.post("/api/position", &asked).json();
    assert_eq!((&read["position"], &read["turn"]), (&json!("B:W18,24:B12,K16"), &json!(0)));
    let wrong = json!({ "game": "checkers", "position": "B:W99:B12" });
    assert!(server.post("/api/position", &wrong).error().contains("99"));
}

#[test]
fn who_played_is_read_kept_and_written_again() {
    let server = Server::start("names");
    let file = "[Event \"Ohio State Ty 1946\"]\n[Black \"MF Tinsley\"] \n[White \"M Rex\"]\n[Result \"1/2-1/2\"]\n\
                1. 11-15 23-18 2. 8-11 27-23 1/2-1/2\n";
    let read = server.post("/api/import", &json!({ "game": "checkers", "text": file })).json();
    let (moves, tags) = (&read["games"][0]["moves"], &read["games"][0]["tags"]);
    let request = json!({ "game": "checkers", "seats": ["person", "person"], "moves": moves, "tags": tags });
    let game = server.begin(&request);
    assert_eq!(server.get(&game).json()["tags"], *tags);
    let text = server.get(&format!("{game}/file")).json()["text"].as_str().unwrap().to_owned();
    for line in file.lines().take(4) {
        assert!(text.contains(line.trim()), "{line} in {text}");
    }
    // Who takes an agent's place has a name of its own, and another course has no known end.
    server.post(&format!("{game}/change"), &json!({ "seats": ["person", "random"] }));
    server.post(&format!("{game}/move"), &json!({ "move": "4-8" }));
    let text = server.get(&format!("{game}/file")).json()["text"].as_str().unwrap().to_owned();
    assert!(text.contains("[White \"random\"]") && text.contains("[Result \"*\"]"), "{text}");
    assert!(text.contains("[Black \"MF Tinsley\"]"), "{text}");
}
