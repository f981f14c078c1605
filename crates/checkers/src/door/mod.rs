//! Checkers at the border.

mod command;
mod course;
mod dialect;
mod explain;

pub use self::dialect::DIALECT;

use plywise::alphabeta::{Alike, LateMoves};
use plywise::perft::{Convention, divide, perft};
use plywise::{Agent, Either, Game, Keyed, OutOfMemory, Turn, Unknown};
use registry::Takes;
use registry::agents::{
    RANDOM, alphabeta_entry, greedy_entry, minimax_entry, mtdf_entry, pvs_entry, search_options,
};
use registry::analysis::Scale;
use registry::capability::{Counting, Customs, Insight, Openings};
use registry::dialect::Dialect;
use registry::door::{Door, GameInfo, Picture};
use registry::duel::{alphabeta_options, reduces, selective_options, solver, two_player};
use registry::entry::{AnyAgent, Entry, Usual};
use registry::explain::{Explanation, evaluator};
use registry::foreign;
use registry::human::{HUMAN, INTERACTIVE};
use registry::kind::{Kind, erase};
use registry::montecarlo::{mcts_entry, mcts_options};
use registry::opening::{SuiteLine, judged, lines};
use registry::policy::Outlook;
use registry::spec::{Named, Opt, Spec, SpecError};

use crate::{Checkers, Material, Move, Options, Positional, Rules as Variant};

/// The game by name.
pub const DOOR: Door = Door {
    signature: &[
        ("checkers", "pvs:depth=10,quiescence=8", &[0, 10, 20, 30, 40]),
        ("checkers:rules=course", "alphabeta:depth=6,order=static,eval=material", &[4, 24]),
    ],
    benches: crate::benches,
    commands: &[&command::COMMAND],
    picture: Some(Picture::new(include_str!("../picture.js"), include_str!("../picture.css"))),
    ..Door::new(INFO, open)
};

const INFO: GameInfo = GameInfo {
    named: Named {
        name: "checkers",
        about: "English checkers (draughts) 8x8: captures are forced; who cannot move loses",
        options: &[Opt {
            key: "rules",
            takes: Takes::Word,
            values: "standard|course",
            default: "standard",
            about: "standard, or a course's: red first from the top, a draw after 100 plies without a jump",
        }],
    },
    positions: "PDN FEN: side to move, then each side's squares, K for kings: B:W18,24,K30:B12,K16",
    moves: "11-15; 22x15x8, or 22x8 where only one capture fits",
    files: "PDN",
};

const EVAL: Opt = Opt {
    key: "eval",
    takes: Takes::Word,
    values: "material|positional",
    default: "positional",
    about: "what a position is worth",
};
const SEARCH: &[Opt] = &search_options(EVAL);
const PLAIN: &[Opt] = &alphabeta_options(EVAL, false);
const FAST: &[Opt] = &selective_options(EVAL);
const MONTE_CARLO: &[Opt] = &mcts_options(EVAL, "outcome");
const AGENTS: &[Named] = &[
    RANDOM,
    greedy_entry(&[EVAL]),
    minimax_entry(SEARCH),
    alphabeta_entry(PLAIN),
    pvs_entry(FAST),
    mtdf_entry(FAST),
    mcts_entry(MONTE_CARLO),
    course::PLAYERS[0],
    course::PLAYERS[1],
    course::PLAYERS[2],
    course::PLAYERS[3],
    foreign::DRAUGHTS,
    HUMAN,
    INTERACTIVE,
];

const LOSS: Opt = Opt {
    key: "loss",
    takes: Takes::Number,
    values: "men|any",
    default: "any",
    about: "leave out openings that lose so many men within the search; any: none",
};
const SUITE_DEPTH: Opt = Opt {
    key: "depth",
    takes: Takes::Number,
    values: "1..=30",
    default: "6",
    about: "plies that the search looks ahead",
};
const OPENINGS: &[Named] = &[
    Named {
        name: "two-move",
        about: "every first move with every reply: 49 in all",
        options: &[LOSS, SUITE_DEPTH],
    },
    Named {
        name: "three-move",
        about: "the ballots: every position after three moves at which no man is lost",
        options: &[Opt { default: "1", ..LOSS }, SUITE_DEPTH],
    },
];

struct Rules(Options);

/// A capture leaves things unsettled; how long a game will last nobody knows.
#[must_use]
pub fn outlook() -> Outlook<Checkers> {
    Outlook { noisy: |_, mv| mv.is_capture(), ..Outlook::default() }
}

impl Entry for Rules {
    type Game = Checkers;

    fn start(&self, seed: u64) -> Checkers {
        crate::start(&self.0, seed)
    }

    fn agents(&self) -> &'static [Named] {
        AGENTS
    }

    fn told(&self) -> String {
        match self.0.rules {
            Variant::Standard => "checkers".into(),
            Variant::Course => "checkers:rules=course".into(),
        }
    }

    fn own_agent(&self, spec: &Spec) -> Result<AnyAgent<Self>, SpecError> {
        if let Some(player) = course::build(spec)? {
            return Ok(player);
        }
        let eval = match spec.one_of("eval", &["material", "positional"])? {
            Some("material") => Either::Left(Material),
            _ => Either::Right(Positional),
        };
        let late =
            LateMoves { on: reduces(spec)?, first: 3, from: 3, noisy: |_: &Checkers, mv| mv.is_capture() };
        two_player(spec, eval, Alike, late, &outlook())
    }

    fn usual(&self) -> Usual {
        Usual::of("alphabeta:depth=8")
    }

    fn insight(&self) -> &dyn Insight<Checkers> {
        self
    }

    fn openings(&self) -> &dyn Openings {
        self
    }

    fn counting(&self) -> &dyn Counting<Checkers> {
        self
    }

    fn customs(&self) -> &dyn Customs<Checkers> {
        self
    }
}

impl Insight<Checkers> for Rules {
    fn scale(&self, spec: &Spec) -> Scale {
        let spec = self.canonical(spec);
        match spec.name.as_str() {
            "mcts" => Scale::of_simulations(&spec, "points"),
            name if course::PLAYERS.iter().any(|player| player.name == name) => {
                Scale::outcome("points of its heuristic")
            }
            _ => Scale::outcome("men"),
        }
    }

    fn explain(&self, position: &Checkers, spec: Option<&Spec>) -> Result<Explanation, SpecError> {
        let Turn::Seat(seat) = position.turn() else { return Ok(Explanation::default()) };
        let spec = spec.map(|spec| self.canonical(spec));
        match (course::explain(position, seat, spec.as_ref())?, spec) {
            (None, Some(spec)) => {
                let eval = evaluator(&spec, AGENTS, &course::PLAYERS.map(|player| player.name))?;
                let mut explanation = explain::explain(eval, &spec, position, seat);
                explanation.facts.splice(0..0, course::moves_with_kinds(position));
                Ok(explanation)
            }
            (explanation, _) => Ok(explanation.unwrap_or_default()),
        }
    }

    fn solver(&self, table_mib: usize) -> Result<Option<Box<dyn Agent<Checkers>>>, OutOfMemory> {
        solver(Unknown, Alike, true, table_mib).map(Some)
    }
}

impl Openings for Rules {
    fn names(&self) -> &'static [Named] {
        OPENINGS
    }

    fn suite(&self, spec: &Spec) -> Result<Vec<SuiteLine>, SpecError> {
        let (plies, loss) = if spec.name == "two-move" { (2, None) } else { (3, Some(1)) };
        let loss = match spec.text("loss") {
            Some("any") => None,
            _ => spec.number("loss", 1..=12)?.or(loss),
        };
        let depth = spec.number("depth", 1..=30)?.unwrap_or(6);
        let start = self.start(0);
        let lines = lines(&start, plies, Keyed::key);
        let judge = format!("pvs:depth={depth},eval=material,quiescence=30,table=1");
        let judged = judged(self, &judge, &start, lines)?;
        let sound = |line: &SuiteLine| match (loss, line.value) {
            (Some(loss), Some(value)) => value.abs() < loss as f64,
            _ => true,
        };
        Ok(judged.into_iter().filter(sound).collect())
    }
}

impl Counting<Checkers> for Rules {
    /// A game that is over has no leaves further down, as the published counts have it.
    fn convention(&self) -> Convention {
        Convention { finished_is_a_leaf: false, ..Convention::default() }
    }

    /// The published counts know neither repetition nor the counter.
    fn perft(&self, position: &Checkers, depth: u32, convention: Convention) -> u64 {
        perft(position.board(), depth, convention)
    }

    fn divide(&self, position: &Checkers, depth: u32, convention: Convention) -> Vec<(Move, u64)> {
        divide(position.board(), depth, convention)
    }
}

impl Customs<Checkers> for Rules {
    fn dialect(&self) -> Dialect {
        match self.0.rules {
            Variant::Standard => DIALECT,
            // Squares, sides and draws are others there than the protocols for checkers mean.
            Variant::Course => Dialect::default(),
        }
    }

    fn canonical(&self, spec: &Spec) -> Spec {
        course::canonical(spec, AGENTS)
    }
}

fn open(spec: &Spec) -> Result<Box<dyn Kind>, SpecError> {
    let rules = match spec.one_of("rules", &["standard", "course"])? {
        Some("course") => Variant::Course,
        _ => Variant::Standard,
    };
    Ok(erase(&spec.to_string(), Rules(Options { rules })))
}
