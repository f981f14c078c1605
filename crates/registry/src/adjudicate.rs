//! Ending games whose result is clear before the rules end them. Everything is off unless asked for.

use plywise::{Report, Seat, Stop, Value};

use crate::key::Key;
use crate::spec::{Named, Opt, Spec, SpecError};
use crate::{opts, whole, words};

/// When a game of two seats is ended early.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Adjudication {
    /// Drawn, when both agents have found it even for a while.
    pub draw: Option<Agreement>,
    /// Lost, when both agents have found one seat well ahead for a while.
    pub resign: Option<Agreement>,
    /// Decided, when an agent's own search has proven the result.
    pub solved: bool,
    /// Drawn, when it has taken this many turns of seats.
    pub cap: Option<u32>,
}

/// How long agents must agree, and how closely.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Agreement {
    /// Points: at most this far from 0 for a draw, at least this far for a loss.
    pub points: f64,
    /// Consecutive moves of each seat.
    pub moves: u32,
    /// Turns of seats before the rule applies.
    pub from: u32,
}

const DRAW: Key<f64> = lead("draw", "drawn when both see at most this lead");
const DRAW_MOVES: Key<u32> = whole!("draw_moves", 1..=1000, "8", "… for so many moves of each");
const DRAW_FROM: Key<u32> = whole!("draw_from", 0..=100000, "0", "… after so many plies");
const RESIGN: Key<f64> = lead("resign", "lost when both see at least this lead");
const RESIGN_MOVES: Key<u32> = whole!("resign_moves", 1..=1000, "4", "… for so many moves of each");
const SOLVED: Key<Answer> = Key::word("solved", "no", "decided when an agent has proven the result");
const CAP: Key<u32> = whole!("cap", 1..=100000, "off", "drawn after so many plies");

const OPTIONS: &[Opt] = &opts![DRAW, DRAW_MOVES, DRAW_FROM, RESIGN, RESIGN_MOVES, SOLVED, CAP];

words! {
    enum Answer {
        Yes = "yes",
        No = "no",
    }
}

const fn lead(key: &'static str, about: &'static str) -> Key<f64> {
    Key::decimal(key, ("points", 0.0, 1e9), "off", about)
}

impl Adjudication {
    /// Reads the rules: `draw=0.5,draw_moves=8,draw_from=40,resign=5,resign_moves=4,solved=yes,cap=200`, each optional.
    ///
    /// # Errors
    /// When a key or a value is none of these.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let spec = Spec::parse(&format!("adjudicate:{}", text.trim())).map_err(|_| {
            SpecError(format!(
                "adjudication {} should be like draw=0.5,draw_moves=8 · resign=5,resign_moves=4 · solved=yes · cap=200",
                plywise::notation::quote(text)
            ))
        })?;
        spec.find("rule", &[Named { name: "adjudicate", about: "", options: OPTIONS }])?;
        let agreement = |points: &Key<f64>, moves: &Key<u32>, from: u32| -> Result<_, SpecError> {
            let moves = spec.get(moves)?;
            Ok(spec.given(points)?.map(|points| Agreement { points, moves, from }))
        };
        Ok(Self {
            draw: agreement(&DRAW, &DRAW_MOVES, spec.get(&DRAW_FROM)?)?,
            resign: agreement(&RESIGN, &RESIGN_MOVES, 0)?,
            solved: spec.get(&SOLVED)? == Answer::Yes,
            cap: spec.given(&CAP)?,
        })
    }
}

/// How a game was ended early.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Adjudged {
    /// Who won; None for a draw.
    pub winner: Option<Seat>,
    /// Why.
    pub why: String,
}

impl Adjudged {
    /// What `seat` gets: one point from the other, or nothing.
    pub(crate) fn payoff(&self, seat: Seat) -> i32 {
        self.winner.map_or(0, |winner| if winner == seat { 1 } else { -1 })
    }
}

/// Watches one game of two seats, told after each move what its mover found.
#[derive(Clone, Debug)]
pub struct Umpire {
    rules: Adjudication,
    /// Of each seat: consecutive own moves that saw an even game, the first seat ahead, the second seat ahead.
    even: [u32; 2],
    ahead: [[u32; 2]; 2],
}

impl Umpire {
    /// Before the first move.
    #[must_use]
    pub fn new(rules: Adjudication) -> Self {
        Self { rules, even: [0; 2], ahead: [[0; 2]; 2] }
    }

    /// What follows from what `seat` found when it chose its move after `plies` others; none where the game goes on. The value is
    /// the seat's own.
    pub fn after<M>(&mut self, seat: Seat, plies: u32, report: &Report<M, Value>) -> Option<Adjudged> {
        let own = seat.index().min(1);
        if let Some(adjudged) = self.proven(seat, report) {
            return Some(adjudged);
        }
        // An agent that does not search has no opinion.
        let lead = (report.depth > 0).then(|| match own {
            0 => report.value.as_f64(),
            _ => -report.value.as_f64(),
        });
        let count = |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        if let Some(draw) = self.rules.draw {
            count(&mut self.even[own], lead.is_some_and(|lead| lead.abs() <= draw.points));
            if plies >= draw.from && self.even.iter().all(|&moves| moves >= draw.moves) {
                let why = format!("both saw at most {} points for {} moves", draw.points, draw.moves);
                return Some(Adjudged { winner: None, why });
            }
        }
        if let Some(resign) = self.rules.resign {
            for (winner, sign) in [(Seat::FIRST, 1.0), (Seat::SECOND, -1.0)] {
                let counters = &mut self.ahead[winner.index()];
                count(&mut counters[own], lead.is_some_and(|lead| sign * lead >= resign.points));
                if counters.iter().all(|&moves| moves >= resign.moves) {
                    let why =
                        format!("both saw at least {} points for {} moves", resign.points, resign.moves);
                    return Some(Adjudged { winner: Some(winner), why });
                }
            }
        }
        None
    }

    fn proven<M>(&self, seat: Seat, report: &Report<M, Value>) -> Option<Adjudged> {
        if !self.rules.solved {
            return None;
        }
        let winner = match report.value {
            Value::Win { .. } => Some(seat),
            Value::Loss { .. } => Some(seat.other()),
            Value::Points(points) if report.stopped == Stop::Solved => match points {
                0.0 => None,
                points if points > 0.0 => Some(seat),
                _ => Some(seat.other()),
            },
            Value::Points(_) => return None,
        };
        Some(Adjudged { winner, why: format!("solved: {}", report.value) })
    }

    /// What follows from the length of the game, in plies; none where it may go on.
    #[must_use]
    pub fn at_length(&self, plies: u32) -> Option<Adjudged> {
        let cap = self.rules.cap.filter(|&cap| plies >= cap)?;
        Some(Adjudged { winner: None, why: format!("{cap} plies were played") })
    }
}
