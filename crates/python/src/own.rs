//! Games that are written in Python: four methods, searched and played like any other.
//!
//! `turn()`, `moves()`, `play(move)`, which gives the position after it, and `payoff(seat)` are the whole contract of a game of
//! two seats; `is_over()` says that it has ended where that is cheaper than listing moves, `value()` what a position is worth
//! to the seat to move, `key()` when two positions are the same. Without a
//! key every way to a position is one of its own, and a position is written as the moves that led to it.

mod rules;

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use arena::registry::kind::erase;
use arena::registry::live::Live;
use arena::registry::plain::Plain;
use arena::{Kind, LiveGame, Spec};
use plywise::notation::quote;
use plywise::{Archive, Evaluate, Game, Ink, Keyed, Notation, Open, Score, Seat, TextError, Turn, TwoPlayer};
use pyo3::prelude::*;

use self::rules::Rules;
use crate::errors::wrong;
use crate::guest::Trouble;

/// A move, by its text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Move(u64);

/// A position of a game in Python. What it answered once it is not asked again.
#[derive(Clone)]
pub(crate) struct Own {
    rules: Arc<Rules>,
    node: Arc<Node>,
}

/// What is known of a position.
struct Node {
    state: Py<PyAny>,
    /// The position before it, and the move that led here.
    parent: Option<(Arc<Node>, Move)>,
    turn: OnceLock<Seat>,
    key: OnceLock<u64>,
    answers: OnceLock<Arc<Answers>>,
}

/// What the game has answered of a position, and of all others with its key.
#[derive(Default)]
struct Answers {
    moves: OnceLock<Vec<Move>>,
    is_over: OnceLock<bool>,
    payoff: OnceLock<i32>,
    value: OnceLock<f64>,
}

impl Node {
    fn new(state: Py<PyAny>, parent: Option<(Arc<Self>, Move)>) -> Arc<Self> {
        let (turn, key, answers) = Default::default();
        Arc::new(Self { state, parent, turn, key, answers })
    }
}

/// However long a game was, what led here is dropped one by one.
impl Drop for Node {
    fn drop(&mut self) {
        let mut parent = self.parent.take();
        while let Some((node, _)) = parent {
            let Some(mut node) = Arc::into_inner(node) else { break };
            parent = node.parent.take();
        }
    }
}

impl fmt::Debug for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a position of {}", self.rules.name)
    }
}

/// The entry of such games.
type OwnEntry = Plain<Own, OwnValue>;

/// A game that begins at `start`, an object of Python with the four methods.
///
/// # Errors
/// When it lacks one of them, or its name is that of another game.
pub(crate) fn open(
    start: &Bound<'_, PyAny>,
    name: Option<&str>,
    trouble: &Arc<Trouble>,
) -> PyResult<Arc<dyn Kind>> {
    let class = start.get_type().name()?.to_string().to_lowercase();
    let spec = Spec::parse(name.unwrap_or(&class)).map_err(wrong)?;
    let name = spec.to_string();
    if games::door(&name).is_some() {
        return Err(wrong(format!("{name} is a game of ours; give yours another name")));
    }
    let rules = Arc::new(Rules::new(start, &name, Arc::clone(trouble))?);
    let first = Own { rules: Arc::clone(&rules), node: Node::new(start.clone().unbind(), None) };
    let plain = OwnEntry::new(name.clone(), first, OwnValue(rules), "points");
    Ok(erase(&name, Plain { partner: "pvs:depth=4", ..plain }).into())
}

/// The object of Python behind a position, if it is one of such a game.
pub(crate) fn state(py: Python<'_>, live: &dyn LiveGame) -> Option<Py<PyAny>> {
    let live = live.as_any().downcast_ref::<Live<OwnEntry>>()?;
    Some(live.now().node.state.clone_ref(py))
}

impl Own {
    /// The moves that led here.
    fn path(&self) -> Vec<Move> {
        let mut path = Vec::new();
        let mut node = &self.node;
        while let Some((parent, mv)) = &node.parent {
            path.push(*mv);
            node = parent;
        }
        path.reverse();
        path
    }

    fn legal(&self) -> &[Move] {
        let ask = || match self.rules.has_end && self.is_over() {
            true => Vec::new(),
            false => self.rules.moves(&self.node.state),
        };
        self.answers().moves.get_or_init(ask)
    }

    /// What was answered of this position, whichever way led to it. Without a key each way is asked about.
    fn answers(&self) -> &Answers {
        let find = || match self.rules.has_key {
            true => self.rules.answers(self.key()),
            false => Arc::default(),
        };
        self.node.answers.get_or_init(find)
    }
}

impl Game for Own {
    type Move = Move;

    fn turn(&self) -> Turn {
        Turn::Seat(*self.node.turn.get_or_init(|| self.rules.turn(&self.node.state)))
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.extend_from_slice(self.legal());
    }

    fn play(&mut self, mv: Move) {
        let state = self.rules.play(&self.node.state, mv);
        self.node = Node::new(state, Some((Arc::clone(&self.node), mv)));
    }

    fn payoff(&self, seat: Seat) -> i32 {
        let first = *self.answers().payoff.get_or_init(|| self.rules.payoff(&self.node.state));
        if seat == Seat::FIRST { first } else { -first }
    }

    fn move_count(&self) -> usize {
        self.legal().len()
    }

    fn is_over(&self) -> bool {
        match self.rules.has_end {
            true => *self.answers().is_over.get_or_init(|| self.rules.is_over(&self.node.state)),
            false => self.legal().is_empty(),
        }
    }
}

impl TwoPlayer for Own {}
impl Open for Own {}
impl Archive for Own {}

impl Keyed for Own {
    fn key(&self) -> u64 {
        *self.node.key.get_or_init(|| {
            let mut hasher = DefaultHasher::new();
            match self.rules.key(&self.node.state) {
                Some(key) => (key, self.turn() == Turn::Seat(Seat::FIRST)).hash(&mut hasher),
                None => self.path().hash(&mut hasher),
            }
            hasher.finish()
        })
    }
}

/// What the position after no move is called.
const START: &str = "start";

impl Notation for Own {
    fn position_text(&self) -> String {
        let path: Vec<String> = self.path().into_iter().map(|mv| self.rules.text(mv)).collect();
        if path.is_empty() { START.to_owned() } else { path.join(" ") }
    }

    fn read_position(&self, text: &str) -> Result<Self, TextError> {
        let mut node = &self.node;
        while let Some((parent, _)) = &node.parent {
            node = parent;
        }
        let mut position = Self { rules: Arc::clone(&self.rules), node: Arc::clone(node) };
        for word in text.split_whitespace().filter(|word| *word != START) {
            let mv = position.read_move(word).map_err(|error| {
                TextError::new(format!("{error}; a position is the moves that lead to it, or {START}"))
            })?;
            position.play(mv);
        }
        match text.trim().is_empty() {
            true => Err(TextError::new(format!("{} is no position; {START} is the first", quote(text)))),
            false => Ok(position),
        }
    }

    fn move_text(&self, mv: Move) -> String {
        self.rules.text(mv)
    }

    fn diagram(&self, _: Option<Move>, _: Ink) -> String {
        self.rules.drawing(&self.node.state).unwrap_or_else(|| self.position_text()) + "\n"
    }
}

/// What the game's own `value` says; without one nothing is known before the end.
#[derive(Clone)]
pub(crate) struct OwnValue(Arc<Rules>);

impl Evaluate<Own> for OwnValue {
    fn evaluate(&self, position: &Own, seat: Seat) -> Score {
        let points = *position.answers().value.get_or_init(|| self.0.value(&position.node.state));
        let own = if position.turn() == Turn::Seat(seat) { points } else { -points };
        let most = f64::from(Score::HEURISTIC_LIMIT);
        Score::heuristic(
            (own * f64::from(<Self as Evaluate<Own>>::unit(self))).round().clamp(-most, most) as i32
        )
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-Score::HEURISTIC_LIMIT), Score::heuristic(Score::HEURISTIC_LIMIT))
    }
}
