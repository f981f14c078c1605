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
    /// The object of Python, made once something is asked that is not known yet.
    state: OnceLock<Py<PyAny>>,
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
    /// Where each of the moves leads, if that was seen.
    after: OnceLock<Vec<OnceLock<Place>>>,
    is_over: OnceLock<bool>,
    payoff: OnceLock<i32>,
    value: OnceLock<f64>,
}

impl Node {
    fn new(state: OnceLock<Py<PyAny>>, parent: Option<(Arc<Self>, Move)>) -> Arc<Self> {
        let (turn, key, answers) = Default::default();
        Arc::new(Self { state, parent, turn, key, answers })
    }
}

/// By what a position is known: whose turn it is, and its key.
#[derive(Clone, Copy)]
struct Place {
    turn: Seat,
    key: u64,
}

impl Answers {
    /// What is known of where a legal move leads.
    fn after(&self, mv: Move) -> Option<&OnceLock<Place>> {
        let moves = self.moves.get()?;
        let after = self.after.get_or_init(|| vec![OnceLock::new(); moves.len()]);
        Some(&after[moves.iter().position(|&other| other == mv)?])
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
    let told = name.unwrap_or(&class);
    let spec = Spec::parse(told).map_err(|_| {
        wrong(format!("{} is no name of a game; letters, digits, - and _ make one", quote(told)))
    })?;
    let name = spec.to_string();
    if games::door(&name).is_some() {
        return Err(wrong(format!("{name} is a game of ours; give yours another name")));
    }
    let rules = Arc::new(Rules::new(start, &name, Arc::clone(trouble))?);
    let node = Node::new(start.clone().unbind().into(), None);
    let first = Own { rules: Arc::clone(&rules), node };
    let plain = OwnEntry::new(name.clone(), first, OwnValue(rules), "points");
    Ok(erase(&name, Plain { partner: "pvs:depth=4", ..plain }).into())
}

/// The object of Python behind a position, if it is one of such a game.
pub(crate) fn state(py: Python<'_>, live: &dyn LiveGame) -> Option<Py<PyAny>> {
    let live = live.as_any().downcast_ref::<Live<OwnEntry>>()?;
    Some(live.now().state()?.clone_ref(py))
}

impl Own {
    /// The object of Python. Those on the way to it that were not needed so far are made with it.
    fn state(&self) -> Option<&Py<PyAny>> {
        let (mut node, mut way) = (&self.node, Vec::new());
        while let (None, Some((parent, mv))) = (node.state.get(), &node.parent) {
            way.push((node, *mv));
            node = parent;
        }
        way.into_iter().rev().try_fold(node.state.get()?, |state, (node, mv)| {
            known(&node.state, || self.rules.play(state, mv))
        })
    }

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

    fn seat(&self) -> Option<Seat> {
        known(&self.node.turn, || self.rules.turn(self.state()?)).copied()
    }

    /// What is the same in positions that are the same.
    fn place(&self) -> Option<Place> {
        let turn = self.seat()?;
        let ask = || match self.rules.has_key {
            true => Some(hash(&(self.rules.key(self.state()?)?, turn == Seat::FIRST))),
            false => Some(hash(&self.path())),
        };
        let key = *known(&self.node.key, ask)?;
        Some(Place { turn, key })
    }

    fn over(&self) -> Option<bool> {
        match self.rules.has_end {
            true => known(&self.answers()?.is_over, || self.rules.is_over(self.state()?)).copied(),
            false => Some(self.legal()?.is_empty()),
        }
    }

    fn legal(&self) -> Option<&[Move]> {
        let ask = || match self.rules.has_end && self.over()? {
            true => Some(Vec::new()),
            false => self.rules.moves(self.state()?),
        };
        known(&self.answers()?.moves, ask).map(Vec::as_slice)
    }

    /// What was answered of this position, whichever way led to it. Without a key each way is asked about.
    fn answers(&self) -> Option<&Answers> {
        let find = || match self.rules.has_key {
            true => Some(self.rules.answers(self.place()?.key)),
            false => Some(Arc::default()),
        };
        known(&self.node.answers, find).map(|answers| &**answers)
    }

    /// Where a move leads, if positions have keys and it was seen from one that is the same as this.
    fn after(&self, mv: Move) -> Option<&OnceLock<Place>> {
        self.rules.has_key.then(|| self.answers()?.after(mv)).flatten()
    }
}

/// What is kept in a cell, or else the answer to a question, which is kept unless something has gone wrong. Meanwhile nobody
/// waits: another thread that asks as well may hold what the question needs.
fn known<T>(cell: &OnceLock<T>, ask: impl FnOnce() -> Option<T>) -> Option<&T> {
    if cell.get().is_none() {
        let _ = cell.set(ask()?);
    }
    cell.get()
}

/// The same in every run.
fn hash(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

impl Game for Own {
    type Move = Move;

    fn turn(&self) -> Turn {
        Turn::Seat(self.seat().unwrap_or(Seat::FIRST))
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.extend_from_slice(self.legal().unwrap_or_default());
    }

    fn play(&mut self, mv: Move) {
        let node = Node::new(OnceLock::new(), Some((Arc::clone(&self.node), mv)));
        let next = Self { rules: Arc::clone(&self.rules), node };
        match self.after(mv) {
            // What else is asked may be known by the key; if not, the object is made then.
            Some(after) => {
                if let Some(place) = known(after, || next.place()) {
                    let _ = (next.node.turn.set(place.turn), next.node.key.set(place.key));
                }
            }
            None => drop(next.state()),
        }
        *self = next;
    }

    fn payoff(&self, seat: Seat) -> i32 {
        let ask = || known(&self.answers()?.payoff, || self.rules.payoff(self.state()?)).copied();
        let first = ask().unwrap_or_default();
        if seat == Seat::FIRST { first } else { -first }
    }

    fn move_count(&self) -> usize {
        self.legal().unwrap_or_default().len()
    }

    fn is_over(&self) -> bool {
        self.over().unwrap_or(true)
    }
}

impl TwoPlayer for Own {}
impl Open for Own {}
impl Archive for Own {}

impl Keyed for Own {
    fn key(&self) -> u64 {
        self.place().map_or(0, |place| place.key)
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
        self.state().and_then(|state| self.rules.drawing(state)).unwrap_or_else(|| self.position_text())
            + "\n"
    }
}

/// How finely values are told apart: chances of winning, from 0 to 1, are values as well as points are.
const UNIT: f64 = 10_000.0;
/// What a value may be, either way.
pub(super) const MOST: f64 = Score::HEURISTIC_LIMIT as f64 / UNIT;

/// What the game's own `value` says; without one nothing is known before the end.
#[derive(Clone)]
pub(crate) struct OwnValue(Arc<Rules>);

impl Evaluate<Own> for OwnValue {
    fn evaluate(&self, position: &Own, seat: Seat) -> Score {
        let ask = || known(&position.answers()?.value, || self.0.value(position.state()?)).copied();
        let points = ask().unwrap_or_default();
        let own = if position.turn() == Turn::Seat(seat) { points } else { -points };
        Score::heuristic((own * UNIT).round() as i32)
    }

    fn unit(&self) -> i32 {
        UNIT as i32
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-Score::HEURISTIC_LIMIT), Score::heuristic(Score::HEURISTIC_LIMIT))
    }
}
