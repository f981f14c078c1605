//! Looking over a whole game: what each position was worth, and where a move gave something away.

use std::sync::Arc;
use std::time::Duration;

use arena::registry::review;
use axum::extract::{Path, Query, State};
use plywise::{Mark, Seat, Turn};
use serde::Deserialize;
use serde_json::json;

use crate::error::{Answer, Refusal};
use crate::look::{Events, SPARE, Tell, for_first, told, within};
use crate::play::{Shared, find};
use crate::pool::{Stop, Terms};
use crate::request::{Viewer, aside};
use crate::{memory, names};

/// All of a review.
const MOST: Duration = Duration::from_secs(40);
/// One position of it.
const EACH: Duration = Duration::from_millis(250);
/// One position where nobody's mistakes are looked for.
const EACH_ALONE: Duration = Duration::from_millis(40);
/// Positions of a long game that are looked at, evenly spread.
const MOST_POSITIONS: usize = 160;

#[derive(Deserialize)]
pub(crate) struct Asked {
    #[serde(default)]
    agent: Option<String>,
    /// The ply before which the first position is looked at.
    #[serde(default)]
    from: usize,
    /// Plies of the game as the viewer knows it; those that came later are not looked at.
    #[serde(default)]
    plies: Option<usize>,
}

/// The value of each position of the game for the seat that is listed first, and what each move gave away, one after another,
/// all in one unit.
pub(crate) async fn review(
    State(app): Shared,
    Viewer(viewer): Viewer,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
) -> Answer<Events> {
    let room = find(&app, id).await?;
    let from = asked.from;
    let (game, spec, mut live, moves) = aside(move || {
        let table = room.table();
        let known = table.saved.plies.iter().take(asked.plies.unwrap_or(usize::MAX));
        let moves: Vec<String> = known.map(|ply| ply.m.clone()).collect();
        let (live, game) = (table.live.fork(0), names::game(&table.saved.request.game)?);
        drop(table);
        let spec = names::agent(&*game, &asked.agent.unwrap_or_else(|| game.adviser().to_owned()))?;
        Ok((game, spec, live, moves))
    })
    .await?;
    let (home, needs) = (Arc::clone(&app), memory::needs(&*game, &spec));
    told(&app, Terms { viewer, most: MOST + SPARE }, move |stop, tell| {
        let _memory = home.take_memory(needs)?;
        let agent = live.join(&spec, 1)?;
        let places = places(from, moves.len());
        let most = if game.seats() == 1 { EACH_ALONE } else { EACH };
        let each = (MOST / places.len().max(1) as u32).min(most);
        tell(json!({
            "agent": spec.to_string(), "plies": moves.len(), "positions": places.len(),
            "unit": live.scale(agent).unit, "graded": live.seats() > 1 && live.scale(agent).grades.is_some(), "for": live.seat_name(Seat::FIRST),
        }));
        for ply in 0..=moves.len() {
            let played = moves.get(ply).map(String::as_str);
            if places.contains(&ply) {
                match look(&mut *live, agent, (ply, played), each, stop, tell) {
                    Seen::Told => {}
                    Seen::Stopped => return Ok(()),
                    Seen::Guessed => {
                        return Err(Refusal::conflict(review::ignorant(&spec.to_string(), game.adviser())));
                    }
                }
            }
            if let Some(mv) = moves.get(ply) {
                live.play(mv).map_err(Refusal::from)?;
            }
        }
        tell(json!({ "done": true }));
        Ok(())
    })
}

/// The plies before which a position is looked at.
fn places(from: usize, plies: usize) -> Vec<usize> {
    let step = (plies + 1).saturating_sub(from).div_ceil(MOST_POSITIONS).max(1);
    (from..=plies).step_by(step).collect()
}

/// What came of a look at a position.
enum Seen {
    Told,
    /// Nobody wants to know.
    Stopped,
    /// The agent knows no values.
    Guessed,
}

/// Tells what a position is worth and what is wrong with the move that was played there.
fn look(
    live: &mut dyn arena::LiveGame,
    agent: arena::AgentId,
    (ply, played): (usize, Option<&str>),
    time: Duration,
    stop: &Stop,
    tell: &Tell<'_>,
) -> Seen {
    match live.turn() {
        Some(Turn::Seat(seat)) => {
            // Half for the position, half for the move.
            let Some(looked) = review::look(live, agent, played, &|| within(time / 2, stop)) else {
                return Seen::Stopped;
            };
            if looked.guessed {
                return Seen::Guessed;
            }
            let value = for_first(looked.value, seat);
            let played = looked.played.as_ref();
            tell(json!({
                "ply": ply, "seat": seat.0, "value": value.as_f64(), "text": value.to_string(),
                "best": looked.best, "depth": looked.depth, "loss": played.and_then(|played| played.loss),
                "mark": played.and_then(|played| played.mark).map(Mark::sign),
                "cost": played.map(|played| &played.cost),
            }));
        }
        Some(Turn::Chance) => {}
        // On the scale of all others, or not at all.
        None => {
            if let Some((seat, value)) = live.finished(agent) {
                let value = for_first(value, seat);
                tell(json!({ "ply": ply, "value": value.as_f64(), "text": value.to_string(), "over": true }));
            }
        }
    }
    Seen::Told
}
