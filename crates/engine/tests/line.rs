//! The line protocol, for every game: our own engine at our own table.

use engine::Protocol;
use serde_json::{Value, json};

use crate::partner::Partner;

fn line(game: &str, agent: &str) -> Partner {
    let mut partner = Partner::meet(game, agent, Protocol::Line);
    partner.send(r#"{"type":"hello","protocol":"plywise-line","version":1}"#);
    let hello = partner.line_with("{");
    assert_eq!(serde_json::from_str::<Value>(&hello).unwrap()["type"], "hello");
    partner
}

fn ask(partner: &mut Partner, message: &Value) -> Value {
    partner.send(&message.to_string());
    answer(partner, &message["id"])
}

/// The answer to a question, after everything that is said on the way.
fn answer(partner: &mut Partner, id: &Value) -> Value {
    loop {
        let answer: Value = serde_json::from_str(&partner.line_with("{")).unwrap();
        assert_eq!(&answer["id"], id, "{answer}");
        if answer["type"] != "info" {
            return answer;
        }
    }
}

/// The conversation on the protocol's page.
#[test]
fn the_page_tells_the_truth() {
    let page = include_str!("../../../docs/line-protocol.md");
    let mut partner = Partner::meet("othello:size=4", "alphabeta:depth=4", Protocol::Line);
    let mut questions = 0;
    for text in page.lines().filter_map(|line| line.strip_prefix('→')) {
        let message: Value = serde_json::from_str(text).unwrap();
        partner.send(text);
        let answer = match message["type"].as_str().unwrap() {
            "hello" => partner.line_with("{\"name\""),
            "go" => {
                questions += 1;
                let answer = answer(&mut partner, &json!(questions));
                assert!(
                    message["legal"].as_array().unwrap().contains(&answer["move"]),
                    "{message}: {answer}"
                );
                continue;
            }
            _ => continue,
        };
        assert!(answer.contains("\"type\":\"hello\""), "{answer}");
    }
    assert_eq!(questions, 2);
    partner.ended();
}

/// The whole of each game, asked move by move, with everything said or with the position alone.
#[test]
fn every_game_is_played_to_its_end() {
    for (game, agent) in [
        ("othello:size=6", "alphabeta:depth=2"),
        ("checkers", "alphabeta:depth=2"),
        ("checkers:rules=course", "alphabeta:depth=2"),
        ("cantgoback:fruits=respawn", "alphabeta:depth=3"),
        ("2048", "greedy"),
    ] {
        for told in [true, false] {
            let mut partner = line(game, agent);
            let mut live = games::open(game).unwrap().live(1, None).unwrap();
            let mut dice = plywise::Rng::new(1);
            let (mut moves, mut questions) = (Vec::new(), 0);
            if told {
                partner
                    .send(&json!({ "type": "new_game", "position": live.position(), "seed": 3 }).to_string());
            }
            while let Some(turn) = live.turn().filter(|_| questions < 60) {
                let plywise::Turn::Seat(seat) = turn else {
                    live.roll(&mut dice);
                    continue;
                };
                questions += 1;
                let mut message = json!({ "type": "go", "id": questions, "position": live.seen(seat) });
                if told {
                    message["moves"] = json!(std::mem::take(&mut moves));
                }
                let answer = ask(&mut partner, &message);
                let mv = answer["move"].as_str().unwrap_or_else(|| panic!("{game}: {answer}")).to_owned();
                live.play(&mv).unwrap_or_else(|error| panic!("{game}: {error}"));
                moves.push(mv);
            }
            assert!(questions > 3, "{game}");
        }
    }
}

#[test]
fn a_search_without_end_is_stopped() {
    let mut partner = line("checkers", "pvs:depth=200");
    partner.send(r#"{"type":"go","id":"x"}"#);
    partner.line_with("{\"depth\":");
    partner.send(r#"{"type":"stop"}"#);
    assert_eq!(answer(&mut partner, &json!("x"))["type"], "move");
    // Time and depth are heeded.
    let answer = ask(&mut partner, &json!({ "type": "go", "id": 2, "time": { "move_s": 0.05 } }));
    assert_eq!(answer["type"], "move");
    let answer = ask(&mut partner, &json!({ "type": "go", "id": 3, "depth": 2 }));
    assert_eq!(answer["depth"], 2);
    partner.send(r#"{"type":"go","id":4}"#);
    partner.send(r#"{"type":"quit"}"#);
    partner.ended();
}

/// Moves that are told are the game's, all of them and written as it writes them; else nobody could take the answer.
#[test]
fn legal_moves_are_held_to_the_rules() {
    let mut partner = line("checkers", "alphabeta:depth=2");
    let live = games::open("checkers").unwrap().live(1, None).unwrap();
    let (all, mut fewer) = (live.moves(), live.moves());
    let left_out = fewer.pop().unwrap();
    for (legal, wanted) in [
        (json!(all), None),
        (json!(fewer), Some(format!("legal: {left_out} is left out"))),
        (json!(["(5,2)-(4,1)"]), Some("legal: \"(5,2)-(4,1)\" is no move here; legal are 9-13".into())),
    ] {
        partner
            .send(&json!({ "type": "go", "id": 1, "position": live.position(), "legal": legal }).to_string());
        match wanted {
            None => assert_eq!(answer(&mut partner, &json!(1))["type"], "move"),
            Some(why) => assert!(partner.line_with("{").contains(&why.replace('"', "\\\""))),
        }
    }
}

#[test]
fn what_makes_no_sense_is_an_error_or_nothing() {
    let mut partner = line("othello", "random");
    partner.send("a banner");
    partner.send("{what?");
    assert!(partner.line_with("{").contains("this is no JSON"));
    partner.send(r#"{"type":"sing"}"#);
    partner.send(r#"{"type":"new_game","game":"chess"}"#);
    assert!(partner.line_with("{").contains("there is no game"));
    // A game that is refused for its position is not begun.
    let other = games::open("checkers").unwrap().live(1, None).unwrap().position();
    partner.send(&json!({ "type": "new_game", "game": "checkers", "position": "x" }).to_string());
    assert!(partner.line_with("{").contains("error"));
    partner.send(&json!({ "type": "go", "position": other }).to_string());
    assert!(partner.line_with("{").contains("error"), "the game is what it was");
    partner.send(r#"{"type":"go","position":"xyz"}"#);
    assert!(partner.line_with("{").contains("error"));
    partner.send(r#"{"type":"go","id":1,"position":"XXXX X"}"#);
    assert!(partner.line_with("{").contains("error"));
    partner.hang_up();
}
