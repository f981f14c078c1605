//! Can't Go Back at the border.

mod boards;
mod command;
mod course;
mod explain;

pub use self::course::{has_global_time, published};

use plywise::alphabeta::{Alike, FullWidth};
use plywise::notation::quote;
use plywise::perft::{Convention, perft};
use plywise::{Agent, Either, FinalPoints, Notation, Observe, Rng, Seat, Stochastic, TextError};
use registry::agents::{
    RANDOM, alphabeta_entry, greedy_entry, minimax_entry, mtdf_entry, pvs_entry, search_options,
};
use registry::analysis::Scale;
use registry::capability::{Counting, Customs, Dice, Insight, Means, Openings};
use registry::door::{Door, GameInfo, Picture};
use registry::duel::{alphabeta_options, solver, two_player};
use registry::entry::{AnyAgent, Entry, Opens, Usual};
use registry::explain::{Explanation, evaluator};
use registry::foreign;
use registry::human::{HUMAN, LIVE};
use registry::live::{Live, LiveGame};
use registry::montecarlo::{mcts_entry, mcts_options};
use registry::policy::Outlook;
use registry::spec::{Named, Opt, Spec, SpecError};
use registry::{Key, Takes, Word, opts, whole, words};

use crate::course::{AnyEval, Eval, Heavy, Heuristic, LAST_TURNS, Light, NearestFruit, foreseeing};
use crate::{
    BUILT_IN, Board, BothStuck, CantGoBack, Forfeit, Fruits, Move, Options, ScoreDifference, SimplePlayer,
    Territory, Visible,
};

/// The game by name.
pub const DOOR: Door = Door {
    signature: &[("cantgoback:board=corners_11x11", "pvs:depth=10", &[0, 6, 12])],
    benches: crate::benches,
    commands: &[&command::COMMAND],
    picture: Some(Picture {
        choices: &[("board", BOARDS)],
        ..Picture::new(include_str!("../picture.js"), include_str!("../picture.css"))
    }),
    course: STUDENTS,
    ..Door::new(INFO)
};

/// What players of the course import, and what seats them.
const STUDENTS: registry::Course = &[
    ("SearchAlgos.py", include_str!("../students/SearchAlgos.py")),
    ("adapter.py", include_str!("../students/adapter.py")),
    ("utils.py", include_str!("../students/utils.py")),
    ("players/AbstractPlayer.py", include_str!("../students/players/AbstractPlayer.py")),
    ("players/__init__.py", include_str!("../students/players/__init__.py")),
];

/// The names of the boards that come along.
const BOARDS: &[&str] = &{
    let mut names = [""; BUILT_IN.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = BUILT_IN[i].0;
        i += 1;
    }
    names
};

const INFO: GameInfo = GameInfo {
    named: Named {
        name: "cantgoback",
        about: "Can't Go Back: walk a grid, leave no way back, collect fruits; who is stuck first pays",
        options: &opts![BOARD, FRUITS, BOTH_STUCK, PENALTY, MAX_FRUIT_SCORE, MAX_FRUIT_TIME, FORFEIT],
    },
    positions: "the board's rows, top first, divided by /, players 1 and 2; then fields such as turn=2 score=10:0",
    moves: "up right down left, or w d s a",
    files: "cgb: a head, the board, the moves, the result",
};

const BOARD: Key<Board> = Key::reasoned(
    Opt {
        key: "board",
        takes: Takes::Path { but: is_no_file },
        values: "name|file.csv|rows",
        default: "default_board",
        about: "a board that comes along, a file, or its rows divided by /: -1 grey, 0 free, 1 and 2 players, 3.. fruits",
    },
    "a board",
    board_named,
);

words! {
    for Fruits { Once = "once" | "v3", Respawn = "respawn" | "v1", RespawnCharged = "v2" }
}
words! {
    for BothStuck { Document = "document", Deduct = "deduct" | "skeleton" }
}
words! {
    for Forfeit { Loss = "loss", Score = "score" }
}

const FRUITS: Key<Fruits> = Key::own(
    Opt {
        key: "fruits",
        takes: Takes::Word,
        values: Fruits::VALUES,
        default: "once",
        about: "all at the start, or one by one while the game goes on; v2: the same, and who is stuck pays",
    },
    "once (v3), respawn (v1) or v2",
    |_, text| Fruits::named(text),
);
const BOTH_STUCK: Key<BothStuck> =
    Key::word("both_stuck", "document", "whether both pay when both are stuck in one round");
const FORFEIT: Key<Forfeit> = Key::word(
    "forfeit",
    "loss",
    "a timeout or illegal move costs the penalty and the game, or the penalty alone",
);
const PENALTY: Key<i32> = whole!("penalty", 0..=100000, "300", "points that being stuck costs");
const MAX_FRUIT_SCORE: Key<u16> = whole!("max_fruit_score", 3..=10000, "300", "the most a fruit is worth");
const MAX_FRUIT_TIME: Key<u8> = whole!(
    "max_fruit_time",
    1..=200,
    "15",
    "the longest life of a fruit in plies, with fruits=respawn or v2",
);

words! {
    /// What a position is worth.
    enum Evaluator {
        Territory = "territory",
        Score = "score",
        Heavy = "heavy",
        Light = "light",
        NearestFruit = "nearest-fruit",
    }
}

const EVAL: Key<Evaluator> = Key::word("eval", "territory", "what a position is worth");

fn eval(evaluator: Evaluator, options: &Options) -> Eval {
    match evaluator {
        Evaluator::Territory => Either::Right(Either::Right(Territory::new(options))),
        Evaluator::Score => Either::Right(Either::Left(ScoreDifference::new(options))),
        Evaluator::Heavy => Either::Left(Heuristic::Heavy(Heavy::new(options))),
        Evaluator::Light => Either::Left(Heuristic::Light(Light::new(options))),
        Evaluator::NearestFruit => Either::Left(Heuristic::NearestFruit(NearestFruit::new(options))),
    }
}

const SEARCH: &[Opt] = &search_options(EVAL.opt);
const PLAIN: &[Opt] = &alphabeta_options(EVAL.opt, false);
const FAST: &[Opt] = &alphabeta_options(EVAL.opt, true);
const MONTE_CARLO: &[Opt] = &mcts_options(EVAL.opt, "outcome");
const AGENTS: &[Named] = &[
    RANDOM,
    greedy_entry(&[EVAL.opt]),
    minimax_entry(SEARCH),
    alphabeta_entry(PLAIN),
    pvs_entry(FAST),
    mtdf_entry(FAST),
    mcts_entry(MONTE_CARLO),
    Named {
        name: "simple",
        about: "the course's SimplePlayer: to the neighbour with the fewest ways on",
        options: &[],
    },
    course::PLAYERS[0],
    course::PLAYERS[1],
    course::PLAYERS[2],
    course::PLAYERS[3],
    course::PLAYERS[4],
    course::PLAYERS[5],
    foreign::ANY_GAME,
    HUMAN,
    LIVE,
];

/// The game under its options.
#[derive(Debug)]
pub struct Rules {
    /// The game and its options as they were given.
    name: String,
    options: Options,
}

/// At first sight the players share what is free; on a second look a player goes on as long as there are cells that it
/// reaches first, but after two fifths of these turns the search sees the end.
#[must_use]
pub fn outlook() -> Outlook<Visible> {
    Outlook {
        turns: |position| Some((crate::turns_to_come(position) * 2 / 5).max(LAST_TURNS)),
        naive_turns: |position| Some(position.open().len().div_ceil(2)),
        ..Outlook::default()
    }
}

impl Entry for Rules {
    type Game = CantGoBack;

    fn start(&self, seed: u64) -> CantGoBack {
        crate::start(&self.options, seed).expect("the options were checked when the game was opened")
    }

    fn agents(&self) -> &'static [Named] {
        AGENTS
    }

    fn told(&self) -> String {
        self.name.clone()
    }

    fn own_agent(&self, spec: &Spec) -> Result<AnyAgent<Self>, SpecError> {
        if spec.name == "simple" {
            return Ok(Box::new(SimplePlayer));
        }
        if let Some(player) = course::build(spec, &self.options)? {
            return Ok(player);
        }
        let eval: AnyEval = Either::Left(eval(spec.get(&EVAL)?, &self.options));
        two_player(spec, eval, Alike, FullWidth, &outlook())
    }

    fn counting(&self) -> &dyn Counting<CantGoBack> {
        self
    }

    fn usual(&self) -> Usual {
        Usual::of("alphabeta:depth=6")
    }

    fn insight(&self) -> &dyn Insight<CantGoBack> {
        self
    }

    fn openings(&self) -> &dyn Openings {
        self
    }

    fn dice(&self) -> &dyn Dice<CantGoBack> {
        self
    }

    fn customs(&self) -> &dyn Customs<CantGoBack> {
        self
    }
}

impl Counting<CantGoBack> for Rules {
    /// As provided, but compiled with the rules, and so as fast as they.
    fn perft(&self, position: &CantGoBack, depth: u32, convention: Convention) -> u64 {
        perft(position, depth, convention)
    }
}

impl Insight<CantGoBack> for Rules {
    fn scale(&self, spec: &Spec) -> Scale {
        let spec = self.canonical(spec);
        let players = course::PLAYERS.iter().map(|player| player.name);
        match spec.name.as_str() {
            "mcts" => Scale::of_simulations(&spec, "points"),
            name if players.into_iter().any(|player| player == name)
                || spec.get(&EVAL).is_ok_and(|name| matches!(eval(name, &self.options), Either::Left(_))) =>
            {
                Scale::own("points of its heuristic")
            }
            _ => Scale::points("points").graded([25.0, 80.0, 200.0]),
        }
    }

    fn explain(&self, position: &CantGoBack, spec: Option<&Spec>) -> Result<Explanation, SpecError> {
        let spec = spec.map(|spec| self.canonical(spec));
        let view = position.visible();
        if let Some(explanation) = course::explain(view, &self.options, spec.as_ref())? {
            return Ok(explanation);
        }
        let Some(spec) = spec else { return Ok(Explanation::default()) };
        let others: Vec<&str> = course::PLAYERS.iter().map(|player| player.name).chain(["simple"]).collect();
        Ok(match eval(evaluator(&spec, AGENTS, &others)?, &self.options) {
            Either::Left(heuristic) => course::taken_apart(view, &heuristic, &spec),
            Either::Right(Either::Left(score)) => explain::score(&score, &spec, view),
            Either::Right(Either::Right(territory)) => explain::territory(&territory, &spec, view),
        })
    }

    /// None where fruits are still to come.
    fn solver(&self, means: Means) -> Result<Option<Box<dyn Agent<Visible>>>, SpecError> {
        if self.options.fruits.respawn() {
            return Ok(None);
        }
        let limit = i32::MAX / 4;
        let solver =
            solver::<Visible, AnyEval, _>(Either::Right(FinalPoints { limit }), Alike, false, means)?;
        Ok(Some(foreseeing(solver)))
    }
}

impl Dice<CantGoBack> for Rules {
    fn roll(&self, position: &CantGoBack, rng: &mut Rng) -> Move {
        position.sample(rng)
    }
}

impl Customs<CantGoBack> for Rules {
    fn canonical(&self, spec: &Spec) -> Spec {
        course::canonical(spec, AGENTS)
    }

    fn forfeit(&self, position: &CantGoBack, seat: Seat) -> Vec<i32> {
        position.forfeit(seat).to_vec()
    }

    fn seen(&self, position: &CantGoBack, seat: Seat) -> String {
        position.observe(seat).position_text()
    }
}

impl Opens for Rules {
    fn open(spec: &Spec) -> Result<Self, SpecError> {
        let options = Options {
            board: spec.given(&BOARD)?.unwrap_or_default(),
            fruits: spec.get(&FRUITS)?,
            both_stuck: spec.get(&BOTH_STUCK)?,
            penalty: spec.get(&PENALTY)?,
            max_fruit_score: spec.get(&MAX_FRUIT_SCORE)?,
            max_fruit_time: spec.get(&MAX_FRUIT_TIME)?,
            forfeit: spec.get(&FORFEIT)?,
        };
        let time = options.max_fruit_time;
        if options.fruits == Fruits::Once && time != Options::default().max_fruit_time {
            return Err(of_game(format!(
                "max_fruit_time={time} changes nothing with fruits=once, where each stays for 2 x the short side; it counts \
                 with fruits=respawn or v2"
            )));
        }
        options.check().map_err(of_game)?;
        // What the game itself refuses must be refused now, not when the first game starts.
        crate::start(&options, 0).map_err(of_game)?;
        Ok(Self { name: spec.to_string(), options })
    }
}

/// What a player sees of a game in progress, if it is a game of Can't Go Back.
#[must_use]
pub fn view(game: &dyn LiveGame) -> Option<Visible> {
    game.as_any().downcast_ref::<Live<Rules>>().map(|live| *live.now().visible())
}

/// The options of a game in progress, if it is a game of Can't Go Back.
#[must_use]
pub fn options(game: &dyn LiveGame) -> Option<&Options> {
    game.as_any().downcast_ref::<Live<Rules>>().map(|live| &live.entry().options)
}

/// Whether a board is given as its rows: numbers only, with a `/` between rows.
fn is_drawn(name: &str) -> bool {
    name.contains('/') && name.bytes().all(|byte| b"-0123456789 ,/".contains(&byte))
}

/// Whether a board is one that comes along, or given as its rows.
fn is_no_file(name: &str) -> bool {
    is_drawn(name) || BUILT_IN.iter().any(|board| board.0 == name.trim_end_matches(".csv"))
}

/// A board given as its rows, one from a file, which may lie in the folder `boards`, or one that comes along.
fn board_named(name: &str) -> Result<Board, String> {
    let told = |error: TextError| error.message;
    if is_drawn(name) {
        return Board::parse(&name.replace('/', "\n"), "a board of one line").map_err(told);
    }
    let path = std::path::Path::new(name);
    let in_folder = std::path::Path::new("boards").join(name);
    let path = match (path.exists(), in_folder.is_file()) {
        (true, _) => path,
        (false, true) => &in_folder,
        (false, false) => return Board::built_in(name).map_err(told),
    };
    if path.metadata().is_ok_and(|file| file.is_file() && file.len() > LONGEST_BOARD) {
        return Err(format!("board {}: this is too long for a board", quote(name)));
    }
    let text = plywise::file::read_text(path).map_err(|error| format!("board {error}"))?;
    Board::parse(&text, name).map_err(told)
}

/// Bytes that a board file may have: 16 rows of 16 cells fit into a hundredth.
const LONGEST_BOARD: u64 = 1 << 17;

fn of_game(error: impl std::fmt::Display) -> SpecError {
    SpecError(format!("cantgoback: {error}"))
}
