//! Our own protocol for any game: one JSON object a line. See `docs/line-protocol.md`.

use serde_json::{Value, json};

use super::{Client, Told, choose};
use crate::failure::{Failure, quote};
use crate::inbox::{LONGEST, Wait};
use crate::process::Process;
use crate::protocol::line;
use crate::question::{Answer, Question, Time};

pub(crate) struct Line {
    process: Process,
    depth: Option<u32>,
    seed: u64,
    told: Told,
    questions: u64,
}

impl Line {
    pub(crate) fn hello(process: Process, depth: Option<u32>, wait: &Wait<'_>) -> Result<Self, Failure> {
        let mut engine = Self { process, depth, seed: 0, told: Told::default(), questions: 0 };
        engine.send(&json!({ "type": "hello", "protocol": line::NAME, "version": line::VERSION }))?;
        loop {
            if engine.next(wait)?["type"] == "hello" {
                return Ok(engine);
            }
        }
    }

    fn send(&mut self, message: &Value) -> Result<(), Failure> {
        self.process.send(&message.to_string())
    }

    /// The next message. Lines that are no JSON object are skipped: banners, debugging output.
    fn next(&mut self, wait: &Wait<'_>) -> Result<Value, Failure> {
        loop {
            let text = self.process.line(wait)?;
            let text = text.trim();
            if !text.starts_with('{') {
                continue;
            }
            return match serde_json::from_str::<Value>(text) {
                Ok(message) if message["type"] == "error" => {
                    let why = message["message"].as_str().unwrap_or("it gives no reason");
                    Err(Failure::Refused(quote(why)))
                }
                Ok(message) => Ok(message),
                Err(_) if text.len() as u64 >= LONGEST => Err(Failure::Garbage(format!(
                    "{} is a line of more than {} KiB, the most that is read",
                    quote(text),
                    LONGEST / 1024
                ))),
                Err(why) => Err(Failure::Garbage(format!("{} is no JSON: {why}", quote(text)))),
            };
        }
    }

    /// Tells of a game that the engine does not know. The moves that are new to it come with the question.
    fn tell<'a>(&mut self, question: &Question<'a>) -> Result<&'a [String], Failure> {
        let news = match self.told.news(question) {
            Some(news) => news,
            None => {
                self.send(&json!({
                    "type": "new_game", "game": question.game, "seat": question.seat,
                    "position": question.start, "seed": self.seed,
                }))?;
                question.moves
            }
        };
        self.told.remember(question);
        Ok(news)
    }
}

fn time_fields(time: Time) -> Value {
    match time {
        Time::Move(time) => json!({ "move_s": time.as_secs_f64() }),
        Time::Clock { left, increment, moves } => json!({
            "left_s": left.as_secs_f64(), "increment_s": increment.as_secs_f64(), "moves": moves,
        }),
    }
}

impl Client for Line {
    fn new_game(&mut self, seed: u64) -> Result<(), Failure> {
        self.process.check()?;
        self.told.forget();
        self.seed = seed;
        Ok(())
    }

    fn ask(&mut self, question: &Question<'_>, wait: &Wait<'_>) -> Result<Answer, Failure> {
        self.process.begin();
        let news = self.tell(question)?;
        self.questions += 1;
        let mut message = json!({
            "type": "go", "id": self.questions, "moves": news, "position": question.position,
            "legal": question.legal,
        });
        if let Some(time) = question.time {
            message["time"] = time_fields(time);
        }
        if let Some(depth) = self.depth {
            message["depth"] = depth.into();
        }
        self.send(&message)?;
        let mut said = Answer::default();
        loop {
            let message = self.next(wait)?;
            let is_late = message["id"].as_u64().is_some_and(|id| id != self.questions);
            if is_late || !matches!(message["type"].as_str(), Some("move" | "info")) {
                continue;
            }
            said.value = message["value"].as_f64().or(said.value);
            said.depth = message["depth"].as_u64().map(|depth| depth as u32).or(said.depth);
            said.nodes = message["nodes"].as_u64().or(said.nodes);
            if message["type"] == "move" {
                let Some(given) = message["move"].as_str() else {
                    return Err(Failure::Garbage(format!("{} holds no move", quote(&message.to_string()))));
                };
                // Its own move is told with the next question: it has not been played before then.
                let answer = choose(question, given, |legal| legal == given)?;
                return Ok(Answer { choice: answer.choice, ..said });
            }
        }
    }

    fn quit(&mut self) {
        self.process.quit(&json!({ "type": "quit" }).to_string());
    }
}
