//! A tournament on the page.

use std::sync::atomic::AtomicBool;

use arena::Experiment;
use serde_json::json;
use store::Store;

use crate::client::{Server, folder};

#[test]
fn the_table_of_a_store_is_told() {
    let folder = folder("store");
    let path = folder.join("games.db");
    let experiment = json!({ "game": "othello:size=4", "agents": ["random", "greedy"], "rounds": 4 });
    let experiment = Experiment::parse(&experiment.to_string()).unwrap();
    let mut store = Store::open(&path).unwrap();
    arena::run(&experiment.open().unwrap(), Some(&mut store), 1, &AtomicBool::new(false), &mut ()).unwrap();
    let server = Server::with(&folder, |options| options.store = Some(path.clone()));
    let told = server
        .events("/api/tournament/events")
        .find(|told| told["experiments"].as_array().is_some_and(|all| !all.is_empty()))
        .unwrap();
    let table = &told["experiments"][0];
    assert_eq!((&table["finished"], &table["wanted"]), (&json!(8), &json!(8)));
    assert_eq!(table["agents"][0]["games"], 8);
    assert_eq!(table["latest"].as_array().unwrap().len(), 6);
}

#[test]
fn experiments_are_listed_and_run_one_at_a_time() {
    let folder = folder("lab");
    let server = Server::with(&folder, |_| {});
    let list = server.get("/api/lab").json();
    assert!(list["experiments"].as_array().unwrap().iter().any(|one| one["name"] == "othello-depth"));
    assert_eq!(server.post("/api/lab/run/no-such-thing", &json!({})).status, 404);
    assert_eq!(server.post("/api/lab/run/x.toml", &json!({})).status, 404, "no paths");
    assert_eq!(server.post("/api/lab/run/othello-depth", &json!({})).status, 200);
    assert!(server.post("/api/lab/run/othello-depth", &json!({})).error().contains("one at a time"));
    server.post("/api/lab/stop", &json!({}));
    let end = server.events("/api/lab/events").find(|told| told["state"] != "running").unwrap();
    assert_eq!(end["state"], "stopped");
}
