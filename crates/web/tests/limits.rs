//! What takes long takes nothing from others, and ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use arena::{Kind, Named, Spec, Takes, registry};
use plywise::{Limits, Turn};
use serde_json::{Value, json};

use crate::client::{Server, folder};

/// Two kings that go to and fro, for so many plies: nobody claims the draw.
fn endless_game(plies: usize) -> String {
    let mut text = String::from("[Event \"long\"]\n[SetUp \"1\"]\n[FEN \"B:WK1:BK32\"]\n\n");
    for ply in 0..plies {
        text.push_str(["32-28 ", "1-5 ", "28-32 ", "5-1 "][ply % 4]);
    }
    text + "*\n"
}

#[test]
fn a_long_file_is_read_and_a_longer_one_refused_while_others_are_answered() {
    let server = Server::start("import");
    let import = |text: String| server.post("/api/import", &json!({ "game": "checkers", "text": text }));
    let long = import(endless_game(200_000));
    assert_eq!(long.json()["games"][0]["moves"].as_array().unwrap().len(), 200_000);
    let line = import(endless_game(200_004)).error();
    assert!(line.contains("200004 plies") && line.contains("at most 200000"), "{line}");
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..4).map(|_| scope.spawn(|| import(endless_game(60_000)).status)).collect();
        let mut answered = 0;
        while answered == 0 || !all.iter().all(std::thread::ScopedJoinHandle::is_finished) {
            assert_eq!(server.get("/api/play").status, 200);
            answered += 1;
        }
        assert!(all.into_iter().all(|import| import.join().unwrap() == 200));
    });
}

#[test]
fn an_analysis_without_end_is_ended() {
    let server = Server::start("endless");
    let game = server.begin(&json!({ "game": "othello", "seats": ["person", "person"] }));
    let path = format!("{game}/analyse?agent=mcts:iterations=1000000000000&ms=200");
    // The only thread that looks is free again after each.
    for _ in 0..2 {
        let told: Vec<Value> = server.events(&path).collect();
        assert_eq!(told.last().unwrap()["done"], true, "{told:?}");
        assert!(told.iter().any(|one| one["best"].is_string()), "{told:?}");
    }
}

#[test]
fn who_asks_too_much_at_once_is_refused_and_others_are_not() {
    let share = Duration::from_millis(100);
    let server = Server::with(&folder("quota"), |options| options.share = share);
    let game = server.begin(&json!({ "game": "checkers", "seats": ["person", "person"] }));
    let path = format!("{game}/analyse?agent=pvs:depth=60&ms=60000");
    let _watched: Vec<_> = (0..16).map(|_| server.events(&path)).collect();
    let look = |cookie: &str| {
        let path = format!("{game}/analyse?agent=random&ms=50");
        server.raw(&format!("GET {path} HTTP/1.1\r\nhost: {}\r\n{cookie}", server.address), "")
    };
    let refused = look("");
    assert_eq!((refused.status, refused.error().contains("16 answers")), (429, true));
    assert_eq!(look("cookie: viewer=somebody\r\n").status, 200, "another one has a turn");
    // Without a cookie too, if it comes from elsewhere: all of 127.0.0.0/8 is this machine (Linux).
    #[cfg(target_os = "linux")]
    assert_eq!(server.get_from([127, 0, 0, 2].into(), &format!("{game}/analyse?agent=random&ms=50")), 200);
}

#[test]
fn a_browser_is_known_again_by_its_cookie() {
    let server = Server::start("cookie");
    let head = server.get("/").head;
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let name = cookie.split(';').next().unwrap();
    let again = server.raw(&format!("GET / HTTP/1.1\r\nhost: {}\r\ncookie: {name}\r\n", server.address), "");
    assert!(!again.head.contains("set-cookie"), "{}", again.head);
}

#[test]
fn the_tables_of_all_games_have_one_budget_and_waiting_games_say_so() {
    let server = Server::with(&folder("budget"), |options| options.memory = 40);
    let begin =
        |agent: &str| server.begin(&json!({ "game": "othello", "seats": ["person", agent], "pace": 0 }));
    // Agents that wait for their move give way to those that think.
    for _ in 0..6 {
        let game = begin("pvs:depth=2");
        server.post(&format!("{game}/move"), &json!({ "move": "d3" }));
        assert_eq!(server.settled(&game)["plies"].as_array().unwrap().len(), 2);
    }
    let told = server.get("/api/play").json();
    assert_eq!((&told["memory"]["taken_mib"], &told["memory"]["most_mib"]), (&json!(32), &json!(40)));
    let game = begin("pvs:depth=2,table=41");
    server.post(&format!("{game}/move"), &json!({ "move": "d3" }));
    let waits = server.events(&format!("{game}/events")).find(|state| !state["held_up"].is_null()).unwrap();
    assert!(waits["held_up"].as_str().unwrap().contains("40 MiB"), "{waits}");
    let told: Vec<Value> = server.events(&format!("{game}/analyse?ply=0&agent=pvs:table=41")).collect();
    assert!(told.last().unwrap()["error"].as_str().unwrap().contains("40 MiB"), "{told:?}");
}

/// An agent with whatever ends its search by itself as far away as its options allow.
fn endless(named: &Named) -> String {
    let mut options = Vec::new();
    for option in named.options {
        let largest = match (option.key, option.takes) {
            ("depth" | "iterations" | "nodes", Takes::Number) => {
                let range = option.values.split('|').find(|part| part.contains(".."));
                range.and_then(|range| range.split_once("..=")).map_or("1000000000000", |(_, high)| high)
            }
            ("time", Takes::Time) => "9999h",
            // Reading the one that comes along takes longer than all these searches.
            ("network", _) if named.name == "champion" => "small",
            _ => continue,
        };
        options.push(format!("{}={largest}", option.key));
    }
    let colon = if options.is_empty() { "" } else { ":" };
    format!("{}{colon}{}", named.name, options.join(","))
}

/// Whether the search ends once its flag is set.
fn ends(kind: &dyn Kind, agent: &str, values: bool) -> bool {
    let mut live = kind.live(1, None).unwrap();
    let mut dice = plywise::Rng::new(1);
    while live.turn() == Some(Turn::Chance) {
        live.roll(&mut dice);
    }
    let id = live.join(&Spec::parse(agent).unwrap(), 1).unwrap_or_else(|error| panic!("{agent}: {error}"));
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits { stop: Some(Arc::clone(&stop)), ..Limits::default() };
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        if values {
            live.move_values(id, 1000, &limits);
        } else {
            live.think(id, &limits);
        }
        let _ = sender.send(());
    });
    std::thread::sleep(Duration::from_millis(10));
    stop.store(true, Ordering::Relaxed);
    receiver.recv_timeout(Duration::from_secs(60)).is_ok()
}

#[test]
fn every_agents_search_ends_when_its_flag_is_set() {
    for game in games::all() {
        let kind = games::open(game.named.name).unwrap();
        for named in kind.agents().iter().filter(|named| named.name != "engine") {
            if registry::human::is_person(named.name) {
                continue;
            }
            let agent = endless(named);
            for values in [false, true] {
                assert!(ends(&*kind, &agent, values), "{}: {agent}, values: {values}", game.named.name);
            }
        }
    }
}
