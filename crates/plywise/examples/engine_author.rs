//! For who writes an engine: a search with all that makes it fast, on a clock that a time policy divides, as an agent that
//! answers lines of text. `cargo run --release -p plywise --example engine_author < GAME`, GAME being lines such as
//! `go 5 1`: the numbers taken so far.

#[path = "game_author.rs"]
#[allow(dead_code)] // a program of its own, of which only the game is wanted
pub(crate) mod game_author;

use std::sync::Arc;
use std::time::Duration;

use game_author::Fifteen;
use plywise::alphabeta::Settings;
use plywise::{Agent, AlphaBeta, Game, Limits, Stability, Table, TimeControl, Timed, Unknown};

/// What the engine says to a line, or why the line is none.
fn answer(engine: &mut impl Agent<Fifteen>, line: &str) -> Result<String, String> {
    let Some(taken) = line.strip_prefix("go") else { return Err(format!("{line:?} should begin with go")) };
    let (mut position, mut moves) = (Fifteen::default(), Vec::new());
    for word in taken.split_whitespace() {
        moves.clear();
        position.moves(&mut moves);
        let number = word.parse().ok().filter(|number| moves.contains(number));
        position.play(number.ok_or_else(|| format!("{word:?} should be one of {moves:?}"))?);
    }
    let report = engine.choose(&position, &Limits::default());
    let best = report.best.ok_or("the game is over")?;
    Ok(format!("{best} {} {:?}; {}", report.value, report.line, engine.time_report().unwrap_or_default()))
}

/// Principal variation search with a table of 16 MiB; 10 s for a game, of which stable moves take less.
fn engine() -> impl Agent<Fifteen> {
    let search = AlphaBeta::new(&Unknown, Settings::fast(), Some(Arc::new(Table::new(16))));
    let control = TimeControl::PerGame { time: Duration::from_secs(10), increment: Duration::ZERO };
    Timed::new(search, Stability::default(), control)
}

pub(crate) fn main() {
    let mut engine = engine();
    engine.new_game(1);
    for line in std::io::stdin().lines().map_while(Result::ok) {
        match answer(&mut engine, &line) {
            Ok(answer) => println!("{answer}"),
            Err(wrong) => eprintln!("{wrong}"),
        }
    }
}

#[test]
fn the_engine_completes_three_numbers_and_says_what_it_takes() {
    let mut engine = engine();
    let wins = answer(&mut engine, "go 5 1 6 2").expect("a position"); // 4 + 5 + 6
    assert!(wins.starts_with("4 "), "{wins}");
    assert!(answer(&mut engine, "go 5 5").is_err_and(|wrong| wrong.contains("should be one of [1, 2, 3")));
}
