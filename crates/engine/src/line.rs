//! The line protocol, for any game: see `docs/line-protocol.md`.

use std::io;
use std::time::Duration;

use plywise::Turn;
use registry::Thought;
use serde_json::{Value, json};

use crate::session::{Budget, Session};
use crate::talk::{Meanwhile, Out, Speaker, Then};

#[derive(Default)]
pub(crate) struct Line {
    /// The number of the question that is being answered.
    id: Value,
}

impl Line {
    fn new_game(message: &Value, session: &mut Session) -> Result<(), String> {
        let was = session.kind().name().to_owned();
        let game = message["game"].as_str().unwrap_or(&was);
        let seed = message["seed"].as_u64().unwrap_or(session.seed());
        let position = message["position"].as_str();
        if position.is_some() {
            // Tried first: what is refused leaves the game that there is.
            let kind = games::open(game).map_err(|error| error.to_string())?;
            kind.live(seed, position).map_err(|error| error.to_string())?;
        }
        if game != was {
            session.open(game).map_err(|error| error.to_string())?;
        }
        session.new_game(seed).map_err(|error| error.to_string())?;
        position.map_or(Ok(()), |position| session.restart(position))
    }

    /// Follows the moves as far as they go. What counts is the position: where chance or what is hidden have changed
    /// it besides, the game starts anew from there.
    fn follow(message: &Value, session: &mut Session) -> Result<(), String> {
        for mv in message["moves"].as_array().into_iter().flatten() {
            if session.live().turn() == Some(Turn::Chance)
                || session.play(mv.as_str().unwrap_or_default()).is_err()
            {
                break;
            }
        }
        let Some(position) = message["position"].as_str() else {
            session.roll();
            return Ok(());
        };
        let seen = session.mover().map(|seat| session.live().seen(seat));
        if seen.as_deref() == Some(position) {
            return Ok(());
        }
        session.restart(position)
    }

    fn go(&mut self, message: &Value, session: &mut Session, out: Out<'_>) -> io::Result<Then> {
        self.id = message["id"].clone();
        if let Err(why) = Self::follow(message, session) {
            return complain(&why, out);
        }
        if let Some(pass) = session.live().forced_pass() {
            say(&json!({ "type": "move", "id": self.id, "move": pass }), out)?;
            return Ok(Then::Listen);
        }
        if session.mover().is_none() {
            return complain("the game is over in this position", out);
        }
        if let Some(given) = message["legal"].as_array()
            && let Err(why) = agree(given, &session.live().moves())
        {
            return complain(&why, out);
        }
        let depth = message["depth"].as_u64().filter(|depth| *depth > 0).map(|depth| depth.min(1000) as u32);
        Ok(Then::Think(Budget { depth, time: time(&message["time"]), ..Budget::default() }))
    }
}

/// Whoever knows other moves than these plays by other rules, or writes them otherwise: no answer would be one of theirs.
fn agree(given: &[Value], legal: &[String]) -> Result<(), String> {
    if let Some(strange) = given.iter().find(|mv| !legal.iter().any(|own| mv.as_str() == Some(own))) {
        return Err(format!("legal: {strange} is no move here; legal are {}", legal.join(" ")));
    }
    match legal.iter().find(|own| !given.iter().any(|mv| mv.as_str() == Some(own))) {
        Some(left_out) => Err(format!("legal: {left_out} is left out; every legal move is searched")),
        None => Ok(()),
    }
}

fn time(fields: &Value) -> Option<plywise::Clock> {
    let seconds = |name: &str| {
        let seconds = fields[name].as_f64().filter(|seconds| (0.0..=3.6e7).contains(seconds));
        seconds.map(Duration::from_secs_f64)
    };
    if let Some(time) = seconds("move_s") {
        return Some(Budget::per_move(time));
    }
    let moves = fields["moves"].as_u64().map(|moves| moves as u32);
    Some(Budget::clock(seconds("left_s")?, seconds("increment_s").unwrap_or_default(), moves))
}

fn say(message: &Value, out: Out<'_>) -> io::Result<()> {
    writeln!(out, "{message}")
}

fn complain(why: &str, out: Out<'_>) -> io::Result<Then> {
    say(&json!({ "type": "error", "message": why }), out)?;
    Ok(Then::Listen)
}

impl Speaker for Line {
    const FINISHES: bool = true;

    fn hear(&mut self, message: &str, session: &mut Session, out: Out<'_>) -> io::Result<Then> {
        if !message.trim_start().starts_with('{') {
            return Ok(Then::Listen);
        }
        let message: Value = match serde_json::from_str(message) {
            Ok(message) => message,
            Err(why) => return complain(&format!("this is no JSON: {why}"), out),
        };
        match message["type"].as_str() {
            Some("hello") => {
                let name = format!("plywise {}", env!("CARGO_PKG_VERSION"));
                say(&json!({ "type": "hello", "name": name }), out)?;
            }
            Some("new_game") => {
                if let Err(why) = Self::new_game(&message, session) {
                    return complain(&why, out);
                }
            }
            Some("go") => return self.go(&message, session, out),
            Some("quit") => return Ok(Then::Quit),
            _ => {}
        }
        Ok(Then::Listen)
    }

    fn interrupt(&mut self, message: &str, _out: Out<'_>) -> io::Result<Meanwhile> {
        let message: Value = serde_json::from_str(message).unwrap_or_default();
        Ok(match message["type"].as_str() {
            Some("stop") => Meanwhile::Stop,
            Some("quit") => Meanwhile::Quit,
            Some("new_game" | "go" | "hello") => Meanwhile::Later,
            _ => Meanwhile::Done,
        })
    }

    fn tell(&mut self, step: &Thought, out: Out<'_>) -> io::Result<()> {
        say(
            &json!({
                "type": "info", "id": self.id, "depth": step.depth, "value": step.value.as_f64(),
                "nodes": step.nodes, "line": step.line,
            }),
            out,
        )
    }

    /// The move stays unplayed: it comes back among the moves of the next question.
    fn answer(&mut self, thought: &Thought, _session: &mut Session, out: Out<'_>) -> io::Result<Then> {
        say(
            &json!({
                "type": "move", "id": self.id, "move": thought.best, "value": thought.number(),
                "depth": thought.depth, "nodes": thought.nodes, "line": thought.line,
            }),
            out,
        )?;
        Ok(Then::Listen)
    }

    fn fail(&mut self, why: &str, out: Out<'_>) -> io::Result<()> {
        complain(why, out).map(drop)
    }
}
