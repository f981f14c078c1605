//! Othello at the border.

mod dialect;
mod explain;
mod export;

pub use self::dialect::DIALECT;

use std::cmp::Ordering::Equal;

use plywise::alphabeta::LateMoves;
use plywise::{
    Agent, Archive, Bench, Either, FinalPoints, Keyed, OutOfMemory, Replayed, Seat, Symmetric, TextError,
};
use registry::Takes;
use registry::agents::{
    RANDOM, alphabeta_entry, average_entry, greedy_entry, minimax_entry, mtdf_entry, pvs_entry,
    search_options,
};
use registry::analysis::Scale;
use registry::capability::{Customs, Insight, Openings};
use registry::dialect::Dialect;
use registry::door::{Door, Export, GameInfo, Picture};
use registry::duel::{alphabeta_options, certainty, probcut_options, reduces, solver, two_player};
use registry::entry::{AnyAgent, Entry, Usual};
use registry::explain::{Explanation, evaluator};
use registry::foreign;
use registry::human::HUMAN;
use registry::kind::{Kind, erase};
use registry::montecarlo::{mcts_entry, mcts_options};
use registry::opening::{SuiteLine, drawn_lines, judged};
use registry::policy::Outlook;
use registry::spec::{Named, Opt, Spec, SpecError};

use crate::course::{Compat, Count, Course, CourseAgent, Order};
use crate::{Corners, Discs, FewestReplies, Mobility, Move, Othello, Setup, Size, Weighted, probcut};

/// The game by name.
pub const DOOR: Door = Door {
    signature: &[
        ("othello", "pvs:depth=8", &[0, 8, 16, 24, 32, 40, 48]),
        ("othello:size=6", "mtdf:depth=8", &[0, 8, 16, 24]),
        ("othello:size=6", "alphabeta:depth=6,eval=weighted", &[2, 10, 18]),
    ],
    benches,
    exports: &[Export { name: "ggf", write: Some(export::ggf) }, Export { name: "transcripts", write: None }],
    picture: Some(Picture::new(include_str!("../picture.js"), "")),
    ..Door::new(INFO, open)
};

const INFO: GameInfo = GameInfo {
    named: Named {
        name: "othello",
        about: "Othello (Reversi): enclose the other's discs; most discs win",
        options: &[
            Opt {
                key: "size",
                takes: Takes::Number,
                values: "4|6|8",
                default: "8",
                about: "squares along a side",
            },
            Opt {
                key: "setup",
                takes: Takes::Word,
                values: "standard|course",
                default: "standard",
                about: "who begins: Black, or as the seed draws",
            },
        ],
    },
    positions: "the squares a1 b1 … row by row (X black, O white, - empty), a blank, the side to move (X or O)",
    moves: "f5; pass",
    files: "transcripts, one game a line: f5d6c3… [score]",
};

const EVAL: Opt = Opt {
    key: "eval",
    takes: Takes::Word,
    values: "discs|weighted|mobility|corners",
    default: "discs",
    about: "what a position is worth",
};
const EVALUATORS: &[&str] = &["discs", "weighted", "mobility", "corners"];
const SEARCH: &[Opt] = &search_options(EVAL);
const PLAIN: &[Opt] = &alphabeta_options(EVAL, false);
const FAST: &[Opt] = &probcut_options(EVAL);
const MONTE_CARLO: &[Opt] = &mcts_options(EVAL, "outcome");
const COURSE: Named = Named {
    name: "course",
    about: "the published player of a course: fixed depth, difference of discs, pruning as a switch",
    options: &[
        Opt {
            key: "depth",
            takes: Takes::Number,
            values: "1..=60",
            default: "1",
            about: "plies to look ahead",
        },
        Opt {
            key: "prune",
            takes: Takes::Word,
            values: "on|off",
            default: "on",
            about: "whether what cannot matter is cut off",
        },
        Opt {
            key: "order",
            takes: Takes::Word,
            values: "rows|cpython",
            default: "rows",
            about: "moves row by row, or as the published program's language lists a set of them",
        },
        Opt {
            key: "compat",
            takes: Takes::Word,
            values: "correct|course",
            default: "correct",
            about: "whether its search passes where it must, or takes that for a loss, as published",
        },
        Opt {
            key: "count",
            takes: Takes::Word,
            values: "true|reported",
            default: "true",
            about: "all positions that it looked at, or those that the published program adds up",
        },
    ],
};
const AGENTS: &[Named] = &[
    RANDOM,
    greedy_entry(&[EVAL]),
    minimax_entry(SEARCH),
    average_entry(SEARCH),
    alphabeta_entry(PLAIN),
    pvs_entry(FAST),
    mtdf_entry(FAST),
    mcts_entry(MONTE_CARLO),
    COURSE,
    foreign::SQUARES,
    HUMAN,
];

const OPENINGS: &[Named] = &[Named {
    name: "balanced",
    about: "positions after some plies, mirror images once, of those drawn the ones with the most even values",
    options: &[
        Opt {
            key: "plies",
            takes: Takes::Number,
            values: "1..=20",
            default: "8",
            about: "plies of each opening",
        },
        Opt {
            key: "count",
            takes: Takes::Number,
            values: "1..=10000",
            default: "100",
            about: "openings, at most",
        },
        Opt {
            key: "drawn",
            takes: Takes::Number,
            values: "1..=100000",
            default: "4 x count",
            about: "positions that are drawn and searched",
        },
        Opt {
            key: "depth",
            takes: Takes::Number,
            values: "1..=30",
            default: "6",
            about: "plies that the search looks ahead",
        },
        Opt { default: "weighted", ..EVAL },
    ],
}];

/// The published player under the options of [`COURSE`].
fn course_agent(spec: &Spec) -> Result<CourseAgent, SpecError> {
    let is = |key, words: &[&str; 2]| Ok(spec.one_of(key, words)? == Some(words[1]));
    let course = Course {
        depth: spec.number("depth", 1..=60)?.map_or(1, |depth| depth as u32),
        prune: !is("prune", &["on", "off"])?,
        order: if is("order", &["rows", "cpython"])? { Order::CPython } else { Order::Rows },
        compat: if is("compat", &["correct", "course"])? { Compat::Published } else { Compat::Correct },
    };
    let count = if is("count", &["true", "reported"])? { Count::Reported } else { Count::True };
    Ok(CourseAgent { course, count })
}

struct Rules {
    size: Size,
    setup: Setup,
}

/// One instance of each search serves all evaluators, which keeps the program small and quick to build.
type Eval = Either<Either<Discs, Weighted>, Either<Mobility, Corners>>;

/// How much thought a turn with so many empty squares is worth, in tenths.
const fn weight(empty: u32) -> u32 {
    match empty {
        0..=7 => 2,
        14..=21 => 15,
        _ => 10,
    }
}

/// The seats share what is empty, for passes are rare. Turns do not count alike: what is decided with 14 to 21 empty squares
/// is worth half as much thought again, and with fewer than 8 the search sees the end at once.
#[must_use]
pub fn outlook() -> Outlook<Othello> {
    Outlook {
        turns: |position| {
            let empty = position.empty().count_ones();
            let whole: u32 = (1..=empty).rev().step_by(2).map(weight).sum();
            Some(((whole + weight(empty) / 2) / weight(empty)).max(1)) // rounded
        },
        naive_turns: |position| Some(position.empty().count_ones().div_ceil(2)),
        ..Outlook::default()
    }
}

impl Entry for Rules {
    type Game = Othello;

    fn start(&self, seed: u64) -> Othello {
        Othello::start(self.size, self.setup, seed)
    }

    fn agents(&self) -> &'static [Named] {
        AGENTS
    }

    fn told(&self) -> String {
        format!("othello:size={}", self.size.side())
    }

    fn own_agent(&self, spec: &Spec) -> Result<AnyAgent<Self>, SpecError> {
        if spec.name == "course" {
            return Ok(Box::new(course_agent(spec)?));
        }
        let name = spec.one_of("eval", EVALUATORS)?.unwrap_or("discs");
        let eval: Eval = match name {
            "weighted" => Either::Left(Either::Right(Weighted)),
            "mobility" => Either::Right(Either::Left(Mobility)),
            "corners" => Either::Right(Either::Right(Corners)),
            _ => Either::Left(Either::Left(Discs)),
        };
        let late = LateMoves { on: reduces(spec)?, first: 3, from: 3, noisy: |_: &Othello, mv| mv.is_pass() };
        let select = probcut::selective(self.size, late, name, certainty(spec, probcut::CERTAINTY)?);
        two_player(spec, eval, FewestReplies, select, &outlook())
    }

    fn usual(&self) -> Usual {
        Usual { adviser: "pvs:depth=60,eval=weighted", ..Usual::of("alphabeta:depth=6,eval=weighted") }
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

impl Insight<Othello> for Rules {
    fn scale(&self, spec: &Spec) -> Scale {
        match (spec.name.as_str(), spec.text("eval")) {
            ("mcts", _) => Scale::of_simulations(spec, "discs"),
            (_, Some("weighted")) => Scale::outcome("discs"),
            (_, Some("mobility")) => Scale::outcome("moves"),
            (_, Some("corners")) => Scale::outcome("discs, a corner counting ten more"),
            _ => Scale::points("discs"),
        }
    }

    fn explain(&self, position: &Othello, spec: Option<&Spec>) -> Result<Explanation, SpecError> {
        let usual = Spec::parse("alphabeta:eval=weighted")?;
        let spec = spec.unwrap_or(&usual);
        let eval = match spec.name.as_str() {
            "course" => course_agent(spec).map(|_| "discs")?,
            _ => evaluator(spec, AGENTS, &["course"])?,
        };
        Ok(explain::explain(eval, spec, position, position.mover()))
    }

    fn solver(&self, table_mib: usize) -> Result<Option<Box<dyn Agent<Othello>>>, OutOfMemory> {
        solver(FinalPoints { limit: 64 }, FewestReplies, false, table_mib).map(Some)
    }
}

impl Openings for Rules {
    fn names(&self) -> &'static [Named] {
        OPENINGS
    }

    fn suite(&self, spec: &Spec) -> Result<Vec<SuiteLine>, SpecError> {
        let plies = spec.number("plies", 1..=20)?.unwrap_or(8) as u32;
        let count = spec.number("count", 1..=10_000)?.unwrap_or(100);
        let drawn = spec.number("drawn", 1..=100_000)?.unwrap_or(4 * count);
        let depth = spec.number("depth", 1..=30)?.unwrap_or(6);
        let eval = spec.one_of("eval", EVALUATORS)?.unwrap_or("weighted");
        let start = Othello::start_with(self.size, Seat::FIRST);
        let image = |position: &Othello| {
            position.images().iter().map(|image| image.position.key()).min().unwrap_or_default()
        };
        let lines = drawn_lines(&start, plies, drawn as usize, 1, image);
        let mut judged = judged(self, &format!("pvs:depth={depth},eval={eval},table=1"), &start, lines)?;
        judged.sort_by(|a, b| a.value.map(f64::abs).partial_cmp(&b.value.map(f64::abs)).unwrap_or(Equal));
        judged.truncate(count as usize);
        Ok(judged)
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
            Othello::start_with(self.size, Seat::SECOND).replay(text, &mut |game| white_began.push(game))?;
        }
        let mut white_began = white_began.into_iter();
        Othello::start_with(self.size, Seat::FIRST).replay(text, &mut |game| match white_began.next() {
            Some(other) if other.moves.len() > game.moves.len() => each(other),
            _ => each(game),
        })
    }
}

fn open(spec: &Spec) -> Result<Box<dyn Kind>, SpecError> {
    let setup = spec.one_of("setup", &["standard", "course"])?;
    let setup = if setup == Some("course") { Setup::Course } else { Setup::Standard };
    let name = spec.to_string();
    let size = match spec.number("size", 4..=8).ok().flatten() {
        None if spec.text("size").is_none() => Some(Size::default()),
        side => side.and_then(|side| Size::new(side as usize)),
    };
    let size = size.ok_or_else(|| spec.wrong("size", "4, 6 or 8"))?;
    Ok(erase(&name, Rules { size, setup }))
}

/// Plain alpha-beta, depth 7, discs, on 6x6 positions 0 to 19 plies into random games: the yardstick of the
/// search's inner loop.
fn alpha_beta_6x6() -> u64 {
    use plywise::{Game, Limits, Rng, Seat, alpha_beta};
    let nodes = (0..20)
        .map(|plies| {
            let (mut position, mut rng) = (Othello::start_with(Size::Six, Seat::FIRST), Rng::new(plies));
            for _ in 0..plies {
                let mut moves = Vec::new();
                position.moves(&mut moves);
                position.play(moves[rng.index(moves.len())]);
            }
            alpha_beta(&position, &Discs, &Limits::depth(7)).nodes
        })
        .sum();
    assert_eq!(nodes, NODES_6X6, "the search has changed its course");
    nodes
}

/// What [`plywise::alpha_beta`] visits there. Whatever changes it is no refactoring.
const NODES_6X6: u64 = 244_230;

fn benches() -> Vec<Bench> {
    let mut benches = crate::benches();
    benches.push(Bench {
        name: "alpha-beta 6x6, depth 7, discs, 20 positions",
        unit: "nodes",
        run: alpha_beta_6x6,
    });
    benches
}

#[cfg(test)]
mod tests {
    /// The bench times the same search.
    #[test]
    fn the_search_visits_what_it_always_visited() {
        assert_eq!(super::alpha_beta_6x6(), super::NODES_6X6);
    }
}
