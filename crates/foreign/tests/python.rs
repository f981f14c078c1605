//! The example of the documentation, where there is a Python to run it.

use std::process::Command;

use foreign::{CommandLine, Dialect, Engine, Protocol, Settings};
use othello::{Othello, Size};
use plywise::Seat;

use crate::table::{MUCH, Table};

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/random_engine.py");

#[test]
fn the_example_is_as_short_as_its_page_says() {
    let lines = std::fs::read_to_string(EXAMPLE).expect("the example").lines().count();
    assert!(lines <= 30, "{lines} lines");
}

#[test]
fn the_example_plays_whole_games() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3");
        return;
    }
    let command = CommandLine::parse(&format!("python3 '{EXAMPLE}'")).expect("a command");
    let settings = Settings::new(Some(command), Protocol::Line, Dialect::default());
    let mut engine = Engine::new(Settings { startup: MUCH, patience: MUCH, ..settings });
    let mut games = Vec::new();
    for seed in [1, 2, 1] {
        let mut table = Table::new("othello:size=6", Othello::start_with(Size::Six, Seat::FIRST));
        engine.new_game(seed);
        table.play_out(&mut engine, (seed % 2) as u8).expect("a whole game");
        games.push(table.moves);
    }
    assert_eq!(games[0], games[2], "the same seed gives the same game");
    assert_ne!(games[0], games[1]);
    assert_eq!(engine.starts(), 1);
}

/// Every message that the page shows is one that the protocol's own client understands or sends.
#[test]
fn the_page_shows_messages_that_are_json() {
    let page = include_str!("../../../docs/line-protocol.md");
    let messages = page.lines().filter_map(|line| line.strip_prefix('→').or(line.strip_prefix('←')));
    let mut types: Vec<String> = messages
        .map(|text| {
            let message: serde_json::Value = serde_json::from_str(text).expect("JSON");
            message["type"].as_str().expect("a type").to_owned()
        })
        .collect();
    types.sort();
    types.dedup();
    assert_eq!(types, ["go", "hello", "info", "move", "new_game", "quit"]);
}
