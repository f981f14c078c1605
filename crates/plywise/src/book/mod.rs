//! Opening books: positions with what a search found each of them worth, backed up from the last known moves to the first.
//!
//! A position is *expanded* where every legal move leads to a position of the book or ends the game. Its value is that of its best
//! move; any other position is worth what its own search said. In a game whose positions can come back, a reply from which the
//! position itself can be reached again counts as its own search said, so that values do not depend on an order.

mod agent;
mod back_up;
mod packed;
mod shelf;
mod text;

use std::collections::HashMap;
use std::hash::Hash;

use crate::game::{Game, Seat, Turn, TwoPlayer};
use crate::notation::Notation;
use crate::score::Score;

pub use agent::BookAgent;
pub use packed::{is_packed, packed, unpacked};
pub use shelf::{Shelf, is_packed_file, of_bytes};
pub use text::{Text, block, header, line, read};

/// A game whose positions can stand in a book. Equal positions have one rule, one size and one seat to move.
pub trait BookGame: TwoPlayer + Notation + Eq + Hash {
    /// How many units of a value in its books make one point.
    const UNIT: i32;

    /// The one among this position's images of equal value that stands for all of them, without what led here.
    fn canonical(&self) -> Self;

    /// What a game that is over is worth to a seat, in the unit of the books; a win is one in 0 plies.
    fn finished(&self, seat: Seat) -> Score;
}

/// A position, and what a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Searched<G> {
    /// The position; in a book it is its own canonical one.
    pub position: G,
    /// What the search found it worth to the seat to move.
    pub value: Score,
    /// Positions that the search looked at; 0: nobody knows.
    pub nodes: u64,
}

/// Where a move of an expanded position leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// To the end of the game, worth this to the seat that moved.
    Ended(Score),
    /// To a position of the book.
    To {
        /// Its number.
        at: u32,
        /// Whether the seat that moved is to move again.
        same: bool,
    },
}

/// Known positions, numbered from 0 as they came in. Values are right after [`back_up`](Self::back_up).
#[derive(Clone, Debug)]
pub struct Book<G> {
    all: Vec<Searched<G>>,
    numbers: HashMap<G, u32>,
    /// The replies of expanded positions, in the order of their moves.
    replies: Vec<Option<Box<[Reply]>>>,
    /// The positions that are not expanded, each by one reply that is not there.
    waiting: HashMap<G, Vec<u32>>,
    values: Vec<Score>,
    /// Positions of one ring can be reached from one another.
    rings: Vec<u32>,
}

impl<G> Default for Book<G> {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            numbers: HashMap::new(),
            replies: Vec::new(),
            waiting: HashMap::new(),
            values: Vec::new(),
            rings: Vec::new(),
        }
    }
}

/// A move of a position, and what it is worth to the seat to move.
pub type Answer<G> = (<G as Game>::Move, Score);

impl<G: BookGame> Book<G> {
    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// How many of them are expanded.
    #[must_use]
    pub fn expanded(&self) -> usize {
        self.replies.iter().flatten().count()
    }

    /// The positions in order.
    pub fn iter(&self) -> impl Iterator<Item = &Searched<G>> {
        self.all.iter()
    }

    /// The number of a position, whichever of its images it is.
    #[must_use]
    pub fn find(&self, position: &G) -> Option<usize> {
        self.numbers.get(&position.canonical()).map(|&at| at as usize)
    }

    /// The position of a number, with what its own search found.
    ///
    /// # Panics
    /// If there is no such number.
    #[must_use]
    pub fn get(&self, at: usize) -> &Searched<G> {
        &self.all[at]
    }

    /// What the position of a number is worth to its seat to move, backed up.
    ///
    /// # Panics
    /// If there is no such number.
    #[must_use]
    pub fn value(&self, at: usize) -> Score {
        self.values[at]
    }

    /// Where the moves of a position lead, in their order; None of one that is not expanded.
    ///
    /// # Panics
    /// If there is no such number.
    #[must_use]
    pub fn replies(&self, at: usize) -> Option<&[Reply]> {
        self.replies[at].as_deref()
    }

    /// What a reply of a position is worth to the seat that moved.
    ///
    /// # Panics
    /// If it is the reply of another book.
    #[must_use]
    pub fn worth(&self, from: usize, reply: Reply) -> Score {
        let (at, same) = match reply {
            Reply::Ended(value) => return value,
            Reply::To { at, same } => (at as usize, same),
        };
        let comes_back = self.rings[from] == self.rings[at];
        let value = if comes_back { self.all[at].value } else { self.values[at] };
        (if same { value } else { -value }).from_root(1)
    }

    /// Adds a position. Of two searches of one position that with more nodes stays, of equal ones the first. Whether anything
    /// changed.
    pub fn insert(&mut self, searched: Searched<G>) -> bool {
        self.add([searched]) > 0
    }

    /// The same of many, which takes less time than one by one. How many changed anything.
    pub fn add(&mut self, many: impl IntoIterator<Item = Searched<G>>) -> usize {
        let before = self.all.len();
        let changed = many.into_iter().map(|searched| usize::from(self.put(&searched))).sum();
        for at in before..self.all.len() {
            self.look(at as u32);
        }
        for at in before..self.all.len() {
            for waiting in self.waiting.remove(&self.all[at].position).unwrap_or_default() {
                self.look(waiting);
            }
        }
        changed
    }

    /// Adds a position, or the longer search of a known one.
    fn put(&mut self, searched: &Searched<G>) -> bool {
        let searched = Searched { position: searched.position.canonical(), ..*searched };
        if let Some(&at) = self.numbers.get(&searched.position) {
            let known = &mut self.all[at as usize];
            let is_more = searched.nodes > known.nodes;
            if is_more {
                *known = searched;
            }
            return is_more;
        }
        let at = self.all.len() as u32;
        self.numbers.insert(searched.position.clone(), at);
        self.values.push(searched.value);
        self.all.push(searched);
        self.replies.push(None);
        // No ring is known yet: one of its own.
        self.rings.push(u32::MAX - at);
        true
    }

    /// Sets the replies of a position, or has it wait for the first that is not there.
    fn look(&mut self, at: u32) {
        match self.replies_of(&self.all[at as usize].position) {
            Ok(replies) => self.replies[at as usize] = Some(replies.into()),
            Err(lacking) => self.waiting.entry(lacking).or_default().push(at),
        }
    }

    fn replies_of(&self, position: &G) -> Result<Vec<Reply>, G> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let reply = |mv| {
            let child = after(position, mv);
            if child.is_over() {
                return Ok(Reply::Ended(ended(position, &child)));
            }
            let same = child.turn() == position.turn();
            let child = child.canonical();
            self.numbers.get(&child).map(|&at| Reply::To { at, same }).ok_or(child)
        };
        moves.into_iter().map(reply).collect()
    }

    /// The positions that a move leads to from the position of a number and that are not there, each once.
    ///
    /// # Panics
    /// If there is no such number.
    #[must_use]
    pub fn lacking(&self, at: usize) -> Vec<G> {
        let position = &self.all[at].position;
        let (mut moves, mut lacking) = (Vec::new(), Vec::new());
        position.moves(&mut moves);
        for mv in moves {
            let child = after(position, mv);
            if child.is_over() {
                continue;
            }
            let child = child.canonical();
            if !self.numbers.contains_key(&child) && !lacking.contains(&child) {
                lacking.push(child);
            }
        }
        lacking
    }

    /// What is known of a position's moves, in their order: None of one that leads out of the book.
    #[must_use]
    pub fn known(&self, position: &G) -> Vec<(G::Move, Option<Score>)> {
        let from = self.find(position);
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let value = |mv| {
            let child = after(position, mv);
            // What led here may end the game where the book's position goes on.
            if child.is_over() {
                return Some(ended(position, &child));
            }
            let (from, at) = (from?, self.find(&child)? as u32);
            Some(self.worth(from, Reply::To { at, same: child.turn() == position.turn() }))
        };
        moves.into_iter().map(|mv| (mv, value(mv))).collect()
    }

    /// The moves of an expanded position with their values, in their order; None of any other position, and where the game is over.
    #[must_use]
    pub fn answers(&self, position: &G) -> Option<Vec<Answer<G>>> {
        self.find(position).filter(|&at| self.replies[at].is_some())?;
        let known = self.known(position).into_iter().map(|(mv, value)| value.map(|value| (mv, value)));
        known.collect::<Option<Vec<_>>>().filter(|answers| !answers.is_empty())
    }

    /// The best moves of both sides from a position on, as far as the book goes; of equal moves the first.
    #[must_use]
    pub fn line(&self, position: &G) -> Vec<G::Move> {
        let (mut position, mut line) = (position.clone(), Vec::new());
        while line.len() < LONGEST
            && let Some((mv, _)) = self.answers(&position).and_then(|answers| best::<G>(&answers))
        {
            position.play(mv);
            line.push(mv);
        }
        line
    }
}

/// Lines are no longer: what comes back may go on for ever.
const LONGEST: usize = 100;

/// The best of some moves, of equal ones the first.
#[must_use]
pub fn best<G: BookGame>(answers: &[Answer<G>]) -> Option<Answer<G>> {
    answers.iter().copied().reduce(|best, one| if one.1 > best.1 { one } else { best })
}

fn after<G: BookGame>(position: &G, mv: G::Move) -> G {
    let mut child = position.clone();
    child.play(mv);
    child
}

/// What the end is worth to the seat that moved.
fn ended<G: BookGame>(before: &G, end: &G) -> Score {
    let Turn::Seat(mover) = before.turn() else { unreachable!("a game of two players without dice") };
    end.finished(mover).from_root(1)
}
