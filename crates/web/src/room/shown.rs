//! What a page shows of a game.

use std::cmp::Ordering::{Equal, Greater, Less};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use plywise::Seat;
use serde_json::{Value, json};

use super::Table;
use crate::record::Ended;

impl Table {
    /// Everything that a page shows, with the plies whose serial is above `known`.
    pub(crate) fn state(&self, known: u64) -> Value {
        let request = &self.saved.request;
        let from = self.serials.partition_point(|&serial| serial <= known);
        let plies: Vec<Value> = (from..self.plies())
            .map(|i| {
                let mut ply = serde_json::to_value(&self.saved.plies[i]).unwrap_or_default();
                ply["p"] = json!(self.positions[i + 1]);
                ply
            })
            .collect();
        let seats: Vec<Value> = request
            .seats
            .iter()
            .enumerate()
            .map(|(seat, agent)| json!({ "name": self.live.seat_name(Seat(seat as u8)), "agent": agent }))
            .collect();
        let turn = self.turn();
        let running = turn.filter(|_| !self.waits());
        let left = |seat: Seat| {
            let used = if running == Some(seat) { self.turn_began.elapsed() } else { Duration::ZERO };
            self.live.clock(seat).map(|clock| clock.left().saturating_sub(used).as_millis() as u64)
        };
        let clocks: Option<Vec<u64>> = (0..self.live.seats() as u8).map(|seat| left(Seat(seat))).collect();
        json!({
            "id": self.saved.id,
            "game": request.game,
            "seats": seats,
            "adviser": self.adviser,
            "partner": self.partner,
            "seed": request.seed,
            "start": self.positions[0],
            "set": request.position.is_some(),
            "lesson": request.lesson,
            "clock": request.clock,
            "clocks": clocks,
            "tags": request.tags,
            "pace": request.pace,
            "paused": request.paused,
            "turn": turn.map(|seat| seat.0),
            "person": turn.is_some() && !self.agents_turn(),
            "over": turn.is_none(),
            "ended": self.saved.ended,
            "result": turn.is_none().then(|| self.result()),
            "winner": self.winner(),
            "payoffs": (self.live.turn().is_none()).then(|| self.live.payoffs()),
            "moves": turn.map(|_| self.live.moves()).unwrap_or_default(),
            "thinking": self.thinking.is_some(),
            "failure": self.failure,
            "held_up": self.held_up,
            "from": from,
            "plies": plies,
            "serial": self.next_serial - 1,
            "viewers": self.viewers,
            "stamp": stamp(),
        })
    }

    fn winner(&self) -> Option<u8> {
        match &self.saved.ended {
            Some(Ended::Resigned(seat) | Ended::Late(seat)) if self.live.seats() == 2 => Some(1 - seat),
            None if self.live.turn().is_none() && self.live.seats() == 2 => {
                let payoffs = self.live.payoffs();
                match payoffs[0].cmp(&payoffs[1]) {
                    Greater => Some(0),
                    Less => Some(1),
                    Equal => None,
                }
            }
            _ => None,
        }
    }

    pub(super) fn result(&self) -> String {
        let name = |seat: u8| self.live.seat_name(Seat(seat));
        match (&self.saved.ended, self.winner()) {
            (Some(Ended::Resigned(seat)), _) => format!("{} resigned", name(*seat)),
            (Some(Ended::Late(seat)), _) => format!("{} ran out of time", name(*seat)),
            (None, Some(seat)) => {
                let points = self.live.payoffs()[usize::from(seat)];
                if points > 1 {
                    format!("{} wins by {points}", name(seat))
                } else {
                    format!("{} wins", name(seat))
                }
            }
            (None, None) if self.live.seats() == 2 => "A draw".into(),
            (None, None) => format!("{} points", self.live.payoffs()[0]),
        }
    }
}

/// A number that is greater than every one before it, those of an earlier server included: of two states the one with
/// the greater stamp is the newer. Microseconds since 1970, or one more than the last.
fn stamp() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_micros() as u64;
    let next = |last: u64| Some(now.max(last + 1));
    let last = LAST.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).unwrap_or_default();
    now.max(last + 1)
}
