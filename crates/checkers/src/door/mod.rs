//! Checkers at the border.

mod book;
mod command;
mod course;
mod databases;
mod dialect;
mod endings;
mod explain;
mod lessons;
mod levels;
mod openings;
mod problems;
mod train;
mod units;

pub use self::dialect::DIALECT;

use std::path::Path;

use plywise::alphabeta::{Alike, AlphaBeta, FullWidth, Settings};
use plywise::mapped::mib;
use plywise::perft::{Convention, perft};
use plywise::{Agent, Either, Game, Turn, Unknown};
use registry::agents::{
    RANDOM, alphabeta_entry, greedy_entry, minimax_entry, mtdf_entry, pvs_entry, search_options,
};
use registry::analysis::Scale;
use registry::book::BOOK;
use registry::capability::{Counting, Customs, Insight, Means, Openings};
use registry::dialect::Dialect;
use registry::door::measurement::Measurement;
use registry::door::recover::{measurement, recover};
use registry::door::{Door, GameInfo, Picture};
use registry::duel::{
    CHAMPION_OPTIONS, alphabeta_options, certainty, knowing, no_table, partner, recurrence_options, reduces,
    solver_of, solving, with,
};
use registry::entry::{AnyAgent, Entry, Opens, Usual};
use registry::explain::{Explanation, evaluator};
use registry::foreign;
use registry::human::{HUMAN, INTERACTIVE};
use registry::montecarlo::{mcts_entry, mcts_options};
use registry::policy::Outlook;
use registry::spec::{Named, Opt, Spec, SpecError};
use registry::{Key, Takes, whole, words};

use endings::{AT_HAND, CHAMPION_DATABASES, DATABASES, anew, databases_of, endgames};
use levels::{LADDER, LEVEL, PARTNER};

use crate::databases::{Endgames, Informed};
use crate::ending::Endings;
use crate::net::Net;
use crate::patterns::Patterns;
use crate::search::{Eval, plain};
use crate::{Checkers, Material, Options, Positional, Rules as Variant, selective};

/// The game by name.
pub const DOOR: Door = Door {
    signature: &[
        ("checkers", "pvs:depth=10,quiescence=8", &[0, 10, 20, 30, 40]),
        ("checkers:rules=course", "alphabeta:depth=6,order=static,eval=material", &[4, 24]),
    ],
    benches: crate::benches,
    commands: &[&command::COMMAND],
    verbs: &[&databases::VERB, &train::VERB, &book::VERB],
    measurements: &[&RECOVER],
    problems: problems::PROBLEMS,
    lessons: lessons::LESSONS,
    picture: Some(Picture::new(include_str!("../picture.js"), include_str!("../picture.css"))),
    course: STUDENTS,
    ..Door::new(INFO)
};

/// What players of the course import, and what seats them.
const STUDENTS: registry::Course = &[
    ("abstract.py", include_str!("../students/abstract.py")),
    ("adapter.py", include_str!("../students/adapter.py")),
    ("utils.py", include_str!("../students/utils.py")),
    ("checkers/__init__.py", include_str!("../students/checkers/__init__.py")),
    ("checkers/board.py", include_str!("../students/checkers/board.py")),
    ("checkers/consts.py", include_str!("../students/checkers/consts.py")),
    ("checkers/moves.py", include_str!("../students/checkers/moves.py")),
    ("players/__init__.py", include_str!("../students/players/__init__.py")),
    ("players/random_player/__init__.py", include_str!("../students/players/random_player/__init__.py")),
    ("players/simple_player/__init__.py", include_str!("../students/players/simple_player/__init__.py")),
];

/// A lost move found again, by the men and kings.
static RECOVER: Measurement = measurement(|game, settings, seed| {
    let options = Options { rules: game.get(&RULES)? };
    let search = plain(Either::Left(Material), Settings::default());
    recover(settings, seed, move |_| crate::start(&options, 0), search)
});

const INFO: GameInfo = GameInfo {
    named: Named {
        name: "checkers",
        about: "English checkers (draughts) 8x8: captures are forced; who cannot move loses",
        options: &[RULES.opt],
    },
    positions: "PDN FEN: side to move, then each side's squares, K for kings: B:W18,24,K30:B12,K16",
    moves: "11-15; 22x15x8, or 22x8 where only one capture fits",
    files: "PDN",
};

const RULES: Key<Variant> = Key::word(
    "rules",
    "standard",
    "standard, or a course's: red first from the top, a draw after 100 plies without a jump",
);

const WINDOW: Key<i32> = whole!(
    "window",
    0..=1000,
    "20",
    "hundredths of a man: so far about its last value a deeper search looks at first; 0: everywhere",
);
const NET: Key<String> = Key::text(Opt {
    key: "net",
    takes: Takes::Path { but: |_| false },
    values: "FILE",
    default: "the one that comes along",
    about: "a net that plywise train checkers wrote",
});

/// The net that a spec names, or the one that comes along.
fn net(spec: &Spec) -> Result<Net, SpecError> {
    let file = spec.given(&NET)?;
    file.map_or_else(|| Ok(Net::learned()), |path| Net::open(Path::new(&path)))
        .map_err(|why| SpecError(format!("{}: net={why}", spec.name)))
}

words! {
    for Variant { Standard = "standard", Course = "course" }
}

words! {
    /// What a position is worth.
    enum Evaluator {
        Material = "material",
        Positional = "positional",
        Patterns = "patterns",
        Net = "net",
    }
}

const EVAL: Key<Evaluator> = Key::word("eval", "positional", "what a position is worth");
const SEARCH: &[Opt] = &search_options(EVAL.opt);
const PLAIN: &[Opt] = &alphabeta_options(EVAL.opt, false);
const FAST: &[Opt] = &with::<14>(&recurrence_options(EVAL.opt), DATABASES.opt);
const MONTE_CARLO: &[Opt] = &mcts_options(EVAL.opt, "outcome");
const AGENTS: &[Named] = &[
    RANDOM,
    greedy_entry(&[EVAL.opt]),
    minimax_entry(SEARCH),
    alphabeta_entry(PLAIN),
    pvs_entry(FAST),
    mtdf_entry(FAST),
    mcts_entry(MONTE_CARLO),
    CHAMPION,
    PARTNER,
    course::PLAYERS[0],
    course::PLAYERS[1],
    course::PLAYERS[2],
    course::PLAYERS[3],
    foreign::DRAUGHTS,
    HUMAN,
    INTERACTIVE,
];

const CHAMPION: Named = Named {
    name: "champion",
    about: "the strongest player here: a net learned from games, principal variation search, Multi-ProbCut",
    options: &with::<11>(
        &with::<10>(&with::<9>(&with::<8>(CHAMPION_OPTIONS, CHAMPION_DATABASES.opt), NET.opt), BOOK.opt),
        WINDOW.opt,
    ),
};

/// The game under its options.
#[derive(Debug)]
pub struct Rules(Options);

/// How far about its last value a player's search looks at first.
fn window(spec: &Spec) -> Result<i32, SpecError> {
    match spec.name.as_str() {
        name if name == CHAMPION.name => spec.get(&WINDOW),
        name if name == PARTNER.name => Ok(20),
        _ => Ok(0),
    }
}

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
        let champion = spec.name == CHAMPION.name || spec.name == PARTNER.name;
        let evaluator = match spec.name.as_str() {
            name if name == CHAMPION.name => Evaluator::Net,
            name if name == PARTNER.name => Evaluator::Patterns,
            _ => spec.get(&EVAL)?,
        };
        let eval: Eval = match evaluator {
            Evaluator::Material => Either::Left(Either::Left(Material)),
            Evaluator::Positional => Either::Right(Either::Left(Positional)),
            Evaluator::Patterns => Either::Right(Either::Right(Either::Left(Patterns::learned()))),
            Evaluator::Net => Either::Right(Either::Right(Either::Right(net(spec)?))),
        };
        let certainty = if champion { Some(1.0) } else { certainty(spec, 1.0)? };
        let endgames = endgames(spec)?;
        let search = AlphaBeta {
            eval: Informed { eval, endgames: endgames.clone() },
            rank: Alike,
            select: selective(reduces(spec)?, certainty),
            probe: endgames,
            // With these values an iteration seldom ends farther from the last one's (docs/ideas.md).
            settings: Settings { aspiration: window(spec)?, ..Settings::default() },
            table: None,
        };
        if spec.name == PARTNER.name {
            return partner(spec, &LEVEL, &LADDER, search);
        }
        let agent = knowing(spec, search, &outlook())?;
        book::LIBRARY.lend(spec, self.has_book(), agent)
    }

    fn usual(&self) -> Usual {
        Usual {
            partner: "alphabeta:depth=8",
            analyst: "champion:depth=12,databases=all",
            adviser: "champion:depth=60,databases=all",
        }
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
            _ => Scale::outcome("men").graded([0.4, 0.9, 1.8]),
        }
    }

    fn explain(&self, position: &Checkers, spec: Option<&Spec>) -> Result<Explanation, SpecError> {
        let Turn::Seat(seat) = position.turn() else { return Ok(Explanation::default()) };
        let spec = spec.map(|spec| self.canonical(spec));
        match (course::explain(position, seat, spec.as_ref())?, spec) {
            (None, Some(spec)) => {
                let own = [(CHAMPION.name, Evaluator::Net), (PARTNER.name, Evaluator::Patterns)];
                let eval = if let Some((_, eval)) = own.into_iter().find(|own| own.0 == spec.name) {
                    spec.find("agent", AGENTS)?;
                    eval
                } else {
                    let others =
                        course::PLAYERS.iter().chain([&CHAMPION, &PARTNER]).map(|player| player.name);
                    evaluator(&spec, AGENTS, &others.collect::<Vec<_>>())?
                };
                let mut explanation = explain::explain(eval, &spec, position, seat)?;
                let known = endgames(&spec)?.0;
                explanation.facts.extend(known.and_then(|known| explain::ending(&known, position)));
                explanation.facts.splice(0..0, course::moves_with_kinds(position));
                Ok(explanation)
            }
            (explanation, _) => Ok(explanation.unwrap_or_default()),
        }
    }

    fn solver(&self, means: Means) -> Result<Option<Box<dyn Agent<Checkers>>>, SpecError> {
        let databases = databases_of(AT_HAND)
            .map_err(|why| SpecError(format!("{}; removed, solve does without it", anew(&why))))?;
        let endgames = Endgames(Some(databases));
        let search = AlphaBeta {
            eval: Unknown, // a type of its own: as one of the agents' it would be a tenth slower
            rank: Alike,
            select: FullWidth,
            probe: endgames.clone(),
            settings: solving(),
            table: None,
        };
        let otherwise = solver_of(search, means)?;
        Ok(Some(Box::new(Endings { otherwise, memory: mib(means.table_mib).map_err(no_table)?, endgames })))
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

    fn found(&self, spec: &Spec) -> Option<(&'static str, String)> {
        endings::found(spec)
    }
}

impl Opens for Rules {
    fn open(spec: &Spec) -> Result<Self, SpecError> {
        Ok(Self(Options { rules: spec.get(&RULES)? }))
    }
}
