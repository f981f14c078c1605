//! Othello at the border.

mod agents;
mod benches;
mod book;
mod command;
mod dialect;
mod explain;
mod export;
mod lessons;
mod levels;
mod measurements;
mod openings;
mod problems;
mod published;
mod train;

pub use self::dialect::DIALECT;

pub use self::agents::outlook;

use plywise::perft::{Convention, perft};
use plywise::{Agent, Archive, Replayed, Seat, TextError};
use registry::analysis::Scale;
use registry::capability::{Counting, Customs, Insight, Means, Openings};
use registry::dialect::Dialect;
use registry::door::{Binary, Door, Export, GameInfo, Picture};
use registry::duel::solver_of;
use registry::entry::{AnyAgent, Entry, Opens, Usual};
use registry::explain::{Explanation, evaluator};
use registry::spec::{Named, Opt, Spec, SpecError};
use registry::{Key, Takes, Word, words};

use self::agents::{AGENTS, ALL_AGENTS, Evaluator};
use self::published::course_agent;
use crate::search::solving;
use crate::{Move, Othello, Rule, Setup, Size, wthor};

/// The game by name.
pub const DOOR: Door = Door {
    signature: &[
        ("othello", "pvs:depth=8", &[0, 8, 16, 24, 32, 40, 48]),
        ("othello:size=6", "mtdf:depth=8", &[0, 8, 16, 24]),
        ("othello:size=6", "alphabeta:depth=6,eval=weighted", &[2, 10, 18]),
    ],
    benches: benches::benches,
    commands: &[&command::COMMAND],
    measurements: &[&measurements::COURSE, &measurements::RECOVER],
    problems: problems::PROBLEMS,
    verbs: &[&train::VERB, &book::VERB],
    lessons: lessons::LESSONS,
    exports: &[Export { name: "ggf", write: Some(export::ggf) }, Export { name: "transcripts", write: None }],
    binaries: &[Binary {
        name: "wthor",
        ending: "wtb",
        beside: &["jou", "trn"],
        read: wthor::read,
        of: "ggf",
        write: wthor::write,
    }],
    picture: Some(Picture::new(include_str!("../picture.js"), "")),
    course: &[("adapter.py", include_str!("../students/adapter.py"))],
    ..Door::new(INFO)
};

const INFO: GameInfo = GameInfo {
    named: Named {
        name: "othello",
        about: "Othello (Reversi): enclose the other's discs; most discs win",
        options: &[SIZE.opt, SETUP.opt, SCORE.opt],
    },
    positions: "the squares a1 b1 … row by row (X black, O white, - empty), a blank, the side to move (X or O)",
    moves: "f5; pass",
    files: "transcripts, one game a line: f5d6c3… [score]; GGF; WTHOR (.wtb)",
};

const SIZE: Key<Size> = Key::own(
    Opt { key: "size", takes: Takes::Number, values: "4|6|8", default: "8", about: "squares along a side" },
    "4, 6 or 8",
    |_, text| text.parse().ok().and_then(Size::new),
);
const SETUP: Key<Setup> = Key::word("setup", "standard", "who begins: Black, or as the seed draws");

const SCORE: Key<Rule> =
    Key::word("score", "discs", "what the squares count that stay empty: nothing, or for the winner (wof)");

words! {
    for Rule { Discs = "discs", WinnerTakesEmpties = "wof" }
}

words! {
    for Setup { Standard = "standard", Course = "course" }
}

/// Discs that a move gives away before it is dubious, a mistake, a blunder.
const GRADES: [f64; 3] = [2.0, 6.0, 12.0];

/// The game under its options.
#[derive(Debug)]
pub struct Rules {
    size: Size,
    setup: Setup,
    rule: Rule,
}

impl Rules {
    /// The start with this side to move.
    fn begun_by(&self, mover: Seat) -> Othello {
        Othello::start_with(self.size, mover).scored(self.rule)
    }
}

impl Entry for Rules {
    type Game = Othello;

    fn start(&self, seed: u64) -> Othello {
        Othello::start(self.size, self.setup, seed).scored(self.rule)
    }

    fn agents(&self) -> &'static [Named] {
        if self.size == Size::Eight { AGENTS } else { ALL_AGENTS }
    }

    fn told(&self) -> String {
        let size = self.size.side();
        match self.rule {
            Rule::Discs => format!("othello:size={size}"),
            rule => format!("othello:size={size},score={}", rule.name()),
        }
    }

    fn own_agent(&self, spec: &Spec) -> Result<AnyAgent<Self>, SpecError> {
        self.agent(spec)
    }

    fn counting(&self) -> &dyn Counting<Othello> {
        self
    }

    fn usual(&self) -> Usual {
        Usual {
            partner: "alphabeta:depth=6,eval=weighted",
            analyst: "champion:depth=12",
            adviser: "champion:depth=60",
        }
    }

    fn insight(&self) -> &dyn Insight<Othello> {
        self
    }

    fn openings(&self) -> &dyn Openings {
        self
    }

    fn customs(&self) -> &dyn Customs<Othello> {
        self
    }
}

impl Counting<Othello> for Rules {
    /// As provided, but compiled with the rules, and so as fast as they.
    fn perft(&self, position: &Othello, depth: u32, convention: Convention) -> u64 {
        perft(position, depth, convention)
    }
}

impl Insight<Othello> for Rules {
    fn scale(&self, spec: &Spec) -> Scale {
        if spec.name == "mcts" {
            return Scale::of_simulations(spec, "discs");
        }
        let evaluator = spec.get(&agents::EVAL).unwrap_or(Evaluator::Discs);
        let evaluator = match spec.name.as_str() {
            "champion" | "partner" => self.champions(),
            "perfect" => Evaluator::Discs,
            _ => evaluator,
        };
        match evaluator {
            Evaluator::Discs | Evaluator::Patterns => Scale::points("discs").graded(GRADES),
            Evaluator::Weighted => Scale::outcome("discs").graded(GRADES),
            Evaluator::Mobility => Scale::outcome("moves"),
            Evaluator::Corners => Scale::outcome("discs, a corner counting ten more"),
        }
    }

    fn scoring(&self) -> Option<&'static str> {
        Some(match self.rule {
            Rule::Discs => "discs (score=wof: empty squares to the winner)",
            Rule::WinnerTakesEmpties => "wof (empty squares to the winner; not: score=discs)",
        })
    }

    fn explain(&self, position: &Othello, spec: Option<&Spec>) -> Result<Explanation, SpecError> {
        let usual = Spec::parse("alphabeta:eval=weighted")?;
        let spec = spec.unwrap_or(&usual);
        let eval = match spec.name.as_str() {
            "course" => course_agent(spec).map(|_| Evaluator::Discs)?,
            "champion" | "partner" => spec.find("agent", self.agents()).map(|_| self.champions())?,
            "perfect" => spec.find("agent", self.agents()).map(|_| Evaluator::Discs)?,
            _ => evaluator(spec, self.agents(), &["course", "champion", "partner"])?,
        };
        explain::explain(eval, spec, position, position.mover())
    }

    fn solver(&self, means: Means) -> Result<Option<Box<dyn Agent<Othello>>>, SpecError> {
        solver_of(solving(self.size), means).map(Some)
    }
}

impl Customs<Othello> for Rules {
    fn dialect(&self) -> Dialect {
        DIALECT
    }

    /// A transcript does not say who began. With [`Setup::Course`] the first move tells: from the start no square
    /// is legal for both.
    fn replay(&self, _: &Othello, text: &str, each: &mut dyn FnMut(Replayed<Move>)) -> Result<(), TextError> {
        let mut white_began = Vec::new();
        if self.setup == Setup::Course {
            self.begun_by(Seat::SECOND).replay(text, &mut |game| white_began.push(game))?;
        }
        let mut white_began = white_began.into_iter();
        self.begun_by(Seat::FIRST).replay(text, &mut |game| match white_began.next() {
            Some(other) if other.moves.len() > game.moves.len() => each(other),
            _ => each(game),
        })
    }
}

impl Opens for Rules {
    fn open(spec: &Spec) -> Result<Self, SpecError> {
        Ok(Self { size: spec.get(&SIZE)?, setup: spec.get(&SETUP)?, rule: spec.get(&SCORE)? })
    }
}
