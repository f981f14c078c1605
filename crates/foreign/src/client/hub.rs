//! The Hub protocol, version 2 (Letouzey 2017).

use super::{Client, choose_jump};
use crate::dialect::Draughts;
use crate::failure::{Failure, quote};
use crate::inbox::Wait;
use crate::process::Process;
use crate::protocol::draughts::{Jump, Letters};
use crate::protocol::hub::{Fields, fields};
use crate::question::{Answer, Question, Time};

/// Seconds a move for an engine that is told nothing else: it has to be told something.
const MOVE_TIME: f64 = 1.0;

pub(crate) struct Hub {
    process: Process,
    draughts: &'static Draughts,
    letters: Letters,
    depth: Option<u32>,
}

impl Hub {
    pub(crate) fn hello(
        process: Process,
        draughts: &'static Draughts,
        letters: Letters,
        depth: Option<u32>,
        wait: &Wait<'_>,
    ) -> Result<Self, Failure> {
        let mut hub = Self { process, draughts, letters, depth };
        hub.process.send("hub")?;
        let mut variants = None;
        loop {
            let line = hub.process.line(wait)?;
            let (word, fields) = fields(&line);
            match word {
                "wait" => break,
                "param" if fields.get("name") == Some("variant") => {
                    variants = fields.get("values").map(str::to_owned);
                }
                _ => {}
            }
        }
        if let Some(variants) = variants {
            if !variants.split_whitespace().any(|variant| variant == draughts.variant) {
                return Err(Failure::Start(format!(
                    "it does not offer the variant {}, only {}",
                    draughts.variant,
                    quote(&variants)
                )));
            }
            hub.process.send(&format!("set-param name=variant value={}", draughts.variant))?;
        }
        hub.process.send("init")?;
        hub.wait_for("ready", wait)?;
        Ok(hub)
    }

    /// Reads on to a line that begins with `word`.
    fn wait_for(&mut self, word: &str, wait: &Wait<'_>) -> Result<(), Failure> {
        loop {
            let line = self.process.line(wait)?;
            match fields(&line) {
                (given, _) if given == word => return Ok(()),
                ("error", fields) => return Err(refusal(&fields)),
                _ => {}
            }
        }
    }

    fn level(&self, time: Option<Time>) -> String {
        match (time, self.depth) {
            (Some(Time::Move(time)), _) => format!("level move-time={:.3}", time.as_secs_f64()),
            (Some(Time::Clock { left, increment, moves }), _) => {
                // A Hub engine adds the increment before its move; our clocks have added it after the last one.
                let left = left.saturating_sub(increment).as_secs_f64();
                let moves = moves.map(|moves| format!(" moves={moves}")).unwrap_or_default();
                let increment = if increment.is_zero() {
                    String::new()
                } else {
                    format!(" inc={:.3}", increment.as_secs_f64())
                };
                format!("level{moves} time={left:.3}{increment}")
            }
            (None, Some(depth)) => format!("level depth={depth}"),
            (None, None) => format!("level move-time={MOVE_TIME}"),
        }
    }
}

fn refusal(fields: &Fields<'_>) -> Failure {
    Failure::Refused(quote(fields.get("message").unwrap_or("it gives no reason")))
}

impl Client for Hub {
    fn new_game(&mut self, _seed: u64) -> Result<(), Failure> {
        self.process.check()?;
        self.process.send("new-game")
    }

    fn ask(&mut self, question: &Question<'_>, wait: &Wait<'_>) -> Result<Answer, Failure> {
        let unsuited = |what: &str| Failure::Unsuited(format!("{what:?} cannot be said in the Hub protocol"));
        let start = (self.draughts.hub_position)(question.start, self.letters)
            .ok_or_else(|| unsuited(question.start))?;
        let mut moves = Vec::with_capacity(question.moves.len());
        for mv in question.moves {
            moves.push((self.draughts.jump)(mv).ok_or_else(|| unsuited(mv))?.hub());
        }
        let told = if moves.is_empty() { String::new() } else { format!(" moves=\"{}\"", moves.join(" ")) };
        self.process.begin();
        self.process.send(&format!("pos pos={start}{told}"))?;
        self.process.send(&self.level(question.time))?;
        self.process.send("go think")?;
        let mut said = Answer::default();
        let given = loop {
            let line = self.process.line(wait)?;
            match fields(&line) {
                ("done", fields) => break fields.get("move").unwrap_or_default().to_owned(),
                ("error", fields) => return Err(refusal(&fields)),
                ("info", fields) => {
                    said.value = fields.number("score").or(said.value);
                    said.depth = fields.number("depth").map(|depth| depth as u32).or(said.depth);
                    said.nodes = fields.number("nodes").map(|nodes| nodes as u64).or(said.nodes);
                }
                _ => {}
            }
        };
        let Some(jump) = Jump::of_hub(&given) else {
            return Err(Failure::Garbage(format!(
                "{} where a move like 11-15 should stand, or a capture like 22x15x18: from, to, what is taken",
                quote(&given)
            )));
        };
        let answer = choose_jump(question, self.draughts, &given, &jump)?;
        Ok(Answer { choice: answer.choice, ..said })
    }

    fn quit(&mut self) {
        self.process.quit("quit");
    }
}
