//! The Hub protocol, version 2 (Letouzey 2017).

use std::io;
use std::time::Duration;

use foreign::protocol::hub::{Fields, fields, value};
use registry::dialect::{Draughts, Jump, Letters};
use registry::{LiveGame, Thought};

use crate::session::{Budget, Session};
use crate::talk::{Meanwhile, Out, Speaker, Then};

pub(crate) struct Hub {
    draughts: &'static Draughts,
    letters: Letters,
    /// Whether the other side has said which letters these are: they are not guessed then.
    is_told: bool,
    budget: Budget,
    /// The time that begins to run when a search that ponders is told that its guess was right.
    ponders: Option<Duration>,
    /// Whether an answer waits until the other side wants one: `ponder-hit` or `stop`.
    withheld: bool,
}

impl Hub {
    pub(crate) fn new(draughts: &'static Draughts) -> Self {
        Self {
            draughts,
            letters: Letters::default(),
            is_told: false,
            budget: Budget::default(),
            ponders: None,
            withheld: false,
        }
    }

    fn introduce(&self, out: Out<'_>) -> io::Result<()> {
        writeln!(
            out,
            "id name=plywise version={} author=\"the plywise contributors\"",
            env!("CARGO_PKG_VERSION")
        )?;
        let variant = self.draughts.variant;
        writeln!(out, "param name=variant value={variant} type=enum values={variant}")?;
        let letters = if self.letters == Letters::Plain { "plain" } else { "inverted" };
        writeln!(out, "param name=letters value={letters} type=enum values=\"inverted plain\"")?;
        writeln!(out, "wait")
    }

    fn set_param(&mut self, fields: &Fields<'_>) -> Result<(), String> {
        match (fields.get("name"), fields.get("value")) {
            (Some("variant"), Some(variant)) if variant == self.draughts.variant => Ok(()),
            (Some("variant"), other) => Err(format!(
                "variant {}: only {} is played here",
                other.unwrap_or_default(),
                self.draughts.variant
            )),
            (Some("letters"), Some(letters @ ("plain" | "inverted"))) => {
                self.letters = if letters == "plain" { Letters::Plain } else { Letters::Inverted };
                self.is_told = true;
                Ok(())
            }
            (Some("letters"), other) => Err(format!(
                "letters {}: should be plain (W is White's turn) or inverted (W is Black's)",
                other.unwrap_or_default()
            )),
            (Some(name), _) => Err(format!("there is no parameter {name}; there are variant and letters")),
            (None, _) => Err("set-param needs name= and value=".into()),
        }
    }

    fn position(&mut self, fields: &Fields<'_>, session: &mut Session) -> Result<(), String> {
        let given = fields.get("pos").ok_or("pos needs pos=")?;
        let moves: Vec<&str> = fields.get("moves").unwrap_or_default().split_whitespace().collect();
        let Draughts { read_hub_position, jump: jump_of, .. } = *self.draughts;
        let meant = |live: &dyn LiveGame, given: &str| {
            let jump = Jump::of_hub(given)?;
            live.moves().into_iter().find(|legal| jump_of(legal).as_ref() == Some(&jump))
        };
        let (fen, letters) = read_hub_position(given, self.letters)?;
        if self.is_told {
            return session.go_to(None, Some(&fen), &moves, &meant);
        }
        let Err(why) = session.go_to(None, Some(&fen), &moves, &meant) else {
            self.letters = letters;
            return Ok(());
        };
        // The moves may tell that the letter was meant the other way.
        let other = if letters == Letters::Plain { Letters::Inverted } else { Letters::Plain };
        let (fen, letters) = read_hub_position(given, other)?;
        session.go_to(None, Some(&fen), &moves, &meant).map_err(|_| why)?;
        self.letters = letters;
        Ok(())
    }

    fn level(&mut self, fields: &Fields<'_>) -> Result<(), String> {
        for name in ["depth", "nodes", "move-time", "time", "inc", "moves"] {
            let wrong =
                |text: &&str| text.parse().map_or(true, |number: f64| !number.is_finite() || number < 0.0);
            if let Some(text) = fields.get(name).filter(wrong) {
                return Err(format!(
                    "level {name}={text}: should be a number, such as level depth=9 or level move-time=0.5"
                ));
            }
        }
        let time = |name: &str| fields.number(name).filter(|time| (0.0..=1e7).contains(time));
        let seconds = |name: &str| time(name).map(Duration::from_secs_f64);
        let whole = |name: &str| fields.number(name).filter(|number| *number >= 1.0);
        let clock = seconds("time").map(|left| {
            let increment = seconds("inc").unwrap_or_default();
            // The increment is added before every move.
            Budget::clock(left + increment, increment, whole("moves").map(|moves| moves as u32))
        });
        self.budget = Budget {
            depth: whole("depth").map(|depth| depth.min(1000.0) as u32),
            nodes: whole("nodes").map(|nodes| nodes as u64),
            time: seconds("move-time").map(Budget::per_move).or(clock),
            ..Budget::default()
        };
        Ok(())
    }

    fn go(&mut self, fields: &Fields<'_>, session: &Session, out: Out<'_>) -> io::Result<Then> {
        if session.mover().is_none() {
            error("the game is over in this position", out)?;
            return Ok(Then::Listen);
        }
        let mut budget = self.budget.clone();
        self.ponders = None;
        if fields.has("ponder") {
            // Until its guess turns out right, a search that ponders has all the time it wants.
            self.ponders = Some(budget.time.take().map_or(Duration::MAX, |clock| clock.share()));
        }
        self.withheld = fields.has("ponder") || fields.has("analyze");
        // A search that ponders without a time to come ends as it would have.
        budget.endless = fields.has("analyze") || self.ponders.is_some_and(|time| time < Duration::MAX);
        Ok(Then::Think(budget))
    }

    /// A move of ours in the protocol.
    fn hub(&self, mv: &str) -> String {
        (self.draughts.jump)(mv).map_or_else(|| mv.to_owned(), |jump| jump.hub())
    }
}

fn error(message: &str, out: Out<'_>) -> io::Result<()> {
    writeln!(out, "error message={}", value(message))
}

impl Speaker for Hub {
    const FINISHES: bool = false;

    fn hear(&mut self, message: &str, session: &mut Session, out: Out<'_>) -> io::Result<Then> {
        let (word, fields) = fields(message);
        let obeyed = match word {
            "hub" => {
                self.introduce(out)?;
                Ok(())
            }
            "set-param" => self.set_param(&fields),
            "init" => {
                writeln!(out, "ready")?;
                Ok(())
            }
            "new-game" => session.next_game().map_err(|error| error.to_string()),
            "pos" => self.position(&fields, session),
            "level" => self.level(&fields),
            "go" => return self.go(&fields, session, out),
            "ping" => {
                writeln!(out, "pong")?;
                Ok(())
            }
            "quit" => return Ok(Then::Quit),
            _ => Ok(()),
        };
        if let Err(why) = obeyed {
            error(&why, out)?;
        }
        Ok(Then::Listen)
    }

    fn interrupt(&mut self, message: &str, out: Out<'_>) -> io::Result<Meanwhile> {
        Ok(match message.split_whitespace().next() {
            Some("ping") => {
                writeln!(out, "pong")?;
                Meanwhile::Done
            }
            Some("stop") => Meanwhile::Stop,
            Some("quit") => Meanwhile::Quit,
            Some("ponder-hit") => {
                self.withheld &= self.ponders.is_none();
                match self.ponders.take() {
                    Some(time) if time < Duration::MAX => Meanwhile::StopAfter(time),
                    _ => Meanwhile::Done,
                }
            }
            _ => Meanwhile::Later,
        })
    }

    fn withholds(&self) -> bool {
        self.withheld
    }

    fn tell(&mut self, step: &Thought, out: Out<'_>) -> io::Result<()> {
        let line: Vec<String> = step.line.iter().map(|mv| self.hub(mv)).collect();
        let nps = step.nodes as f64 / step.elapsed_s.max(1e-6) / 1e6;
        writeln!(
            out,
            "info depth={} score={:.2} nodes={} time={:.3} nps={nps:.3} pv=\"{}\"",
            step.depth,
            men(step.value.as_f64()),
            step.nodes,
            step.elapsed_s,
            line.join(" ")
        )
    }

    fn answer(&mut self, thought: &Thought, _session: &mut Session, out: Out<'_>) -> io::Result<Then> {
        match thought.line.get(1) {
            Some(reply) => writeln!(out, "done move={} ponder={}", self.hub(&thought.best), self.hub(reply))?,
            None => writeln!(out, "done move={}", self.hub(&thought.best))?,
        }
        Ok(Then::Listen)
    }

    fn fail(&mut self, why: &str, out: Out<'_>) -> io::Result<()> {
        error(why, out)
    }
}

/// A value in men: proven results lie near 100, as draughts programs have it.
fn men(value: f64) -> f64 {
    value.clamp(-99.99, 99.99)
}
