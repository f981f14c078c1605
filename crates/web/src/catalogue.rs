//! What can be played, by whom, and reading what others wrote.

use std::time::Duration;

use arena::registry::Door;
use arena::{Kind, Named, Opt, Spec};
use axum::Json;
use axum::extract::State;
use plywise::{Seat, Turn};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::{Answer, Refusal};
use crate::play::Shared;
use crate::pool::Terms;
use crate::request::{Given, Viewer, aside};
use crate::{lesson, names};

/// Games that are read from one file: more than fit into the longest message.
const MOST_IMPORTED: usize = 20_000;

/// The longest that reading a file may take.
const READING: Duration = Duration::from_secs(20);
/// Plies of all games of one file.
const MOST_PLIES: usize = 200_000;

pub(crate) async fn games() -> Answer<Json<Value>> {
    aside(list).await
}

fn list() -> Answer<Json<Value>> {
    let game = |door: &Door| -> Answer<Value> {
        let (info, choices) = (&door.info, door.picture.map_or(&[][..], |picture| picture.choices));
        let kind = names::game(info.named.name)?;
        Ok(json!({
            "name": info.named.name,
            "about": info.named.about,
            "options": info.named.options.iter().map(|one| with_choices(one, choices)).collect::<Vec<_>>(),
            "positions": info.positions,
            "moves": info.moves,
            "files": info.files,
            "seats": (0..kind.seats()).map(|seat| kind.seat_name(Seat(seat as u8))).collect::<Vec<_>>(),
            "agents": names::playing(&*kind).map(|agent| named(&*kind, agent)).collect::<Vec<_>>(),
            "presets": names::presets(&*kind)
                .into_iter()
                .map(|(name, spec)| json!({ "name": name, "stands_for": spec.to_string() }))
                .collect::<Vec<_>>(),
            "partner": kind.sparring_partner(),
            "adviser": kind.adviser(),
            "lessons": lesson::list(&*kind, &door.lessons)?,
        }))
    };
    let games = games::doors().iter().map(game).collect::<Answer<Vec<_>>>()?;
    Ok(Json(json!({ "games": games })))
}

fn named(kind: &dyn Kind, named: &Named) -> Value {
    let plain = Spec { name: named.name.to_owned(), options: Vec::new() };
    let about = match kind.stand_in(&plain) {
        Some((_, why)) => format!("{}; {why}", named.about),
        None => named.about.to_owned(),
    };
    json!({ "name": named.name, "about": about, "options": named.options.iter().map(option).collect::<Vec<_>>() })
}

fn option(option: &Opt) -> Value {
    json!({ "key": option.key, "values": option.values, "default": option.default, "about": option.about })
}

/// An option of a game, with the words to choose from where there is a list of them.
fn with_choices(one: &Opt, choices: &[(&str, &[&str])]) -> Value {
    let mut told = option(one);
    if let Some((_, words)) = choices.iter().find(|(key, _)| *key == one.key) {
        told["choices"] = json!(words);
    }
    told
}

#[derive(Deserialize)]
pub(crate) struct Position {
    game: String,
    position: String,
}

/// Reads a position: how it is written in its one form, who is to move, and what could be played.
pub(crate) async fn position(Given(given): Given<Position>) -> Answer<Json<Value>> {
    aside(move || read_position(&given)).await
}

fn read_position(given: &Position) -> Answer<Json<Value>> {
    let kind = names::game(&given.game)?;
    let live = kind.live(0, Some(&given.position))?;
    let turn = match live.turn() {
        Some(Turn::Seat(seat)) => Some(seat.0),
        _ => None,
    };
    Ok(Json(json!({
        "position": live.seen(Seat::FIRST), "turn": turn, "over": live.turn().is_none(), "moves": live.moves(),
    })))
}

#[derive(Deserialize)]
pub(crate) struct File {
    game: String,
    text: String,
}

/// Reads a file of games.
pub(crate) async fn import(
    State(app): Shared,
    Viewer(viewer): Viewer,
    Given(given): Given<File>,
) -> Answer<Json<Value>> {
    let terms = Terms { viewer, most: READING };
    let reading = app.lookers.run(terms, move |_| read_games(&given));
    // A thread that still reads then comes to the end of the text, which is not long; nobody waits for it.
    tokio::time::timeout(READING, reading).await.unwrap_or_else(|_| {
        Err(Refusal::input(format!(
            "the file takes longer than {} s to read; read a part of it",
            READING.as_secs()
        )))
    })?
}

fn read_games(given: &File) -> Answer<Json<Value>> {
    let kind = names::game(&given.game)?;
    let games = kind.import(&given.text, MOST_IMPORTED)?;
    if games.is_empty() {
        return Err(Refusal::input("there is no game in this text"));
    }
    let plies: usize = games.iter().map(|game| game.moves.len()).sum();
    if plies > MOST_PLIES {
        return Err(Refusal::input(format!(
            "the games of this file have {plies} plies; at most {MOST_PLIES} are read at once"
        )));
    }
    let games: Vec<Value> = games
        .into_iter()
        .map(|game| {
            let error = game.error.map(|(ply, message)| format!("ply {ply}: {message}"));
            json!({
                "number": game.number, "tags": game.tags, "start": game.start, "moves": game.moves,
                "result": game.result, "error": error,
            })
        })
        .collect();
    Ok(Json(json!({ "games": games })))
}
