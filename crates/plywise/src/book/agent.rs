//! An agent that plays from a book as long as it is in it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::{Answer, Book, BookGame, best};
use crate::agent::Agent;
use crate::limits::Limits;
use crate::report::{Report, TableUse};
use crate::score::Value;
use crate::stop::Stop;
use crate::trace::Tell;
use crate::tree::SearchTree;

/// Plays the best move of an expanded position at once, of equal ones the first; anywhere else another agent plays.
pub struct BookAgent<G: BookGame> {
    book: Arc<Book<G>>,
    otherwise: Box<dyn Agent<G>>,
    /// What the last choice came from, if it came from the book.
    answered: Option<Vec<Answer<G>>>,
}

impl<G: BookGame> BookAgent<G> {
    /// From this book, and where it ends by this agent.
    #[must_use]
    pub fn new(book: Arc<Book<G>>, otherwise: Box<dyn Agent<G>>) -> Self {
        Self { book, otherwise, answered: None }
    }
}

impl<G: BookGame> Agent<G> for BookAgent<G> {
    fn choose_with_progress(
        &mut self,
        position: &G,
        limits: &Limits,
        tell: &mut Tell<'_, G::Move>,
    ) -> Report<G::Move, Value> {
        let begun = Instant::now();
        self.answered = self.book.answers(position);
        match self.answered.as_deref().and_then(best::<G>) {
            Some((mv, value)) => Report {
                best: Some(mv),
                value: value.to_value(G::UNIT),
                line: self.book.line(position),
                depth: 0,
                nodes: 0,
                elapsed: begun.elapsed(),
                stopped: Stop::Book,
                table: TableUse::default(),
            },
            None => self.otherwise.choose_with_progress(position, limits, tell),
        }
    }

    fn search_tree(&mut self, position: &G, limits: &Limits, most: usize) -> Option<SearchTree<G::Move>> {
        self.otherwise.search_tree(position, limits, most)
    }

    fn move_values(&mut self, position: &G) -> Option<Vec<Option<Value>>> {
        match &self.answered {
            Some(answers) => Some(answers.iter().map(|(_, value)| Some(value.to_value(G::UNIT))).collect()),
            None => self.otherwise.move_values(position),
        }
    }

    fn follow(&mut self, start: &G, moves: &[G::Move], known: usize) {
        self.otherwise.follow(start, moves, known);
    }

    fn failure(&mut self) -> Option<String> {
        self.otherwise.failure().filter(|_| self.answered.is_none())
    }

    fn is_hosts_fault(&self) -> bool {
        self.answered.is_none() && self.otherwise.is_hosts_fault()
    }

    fn prepare(&mut self, stop: Option<&AtomicBool>) -> Result<(), String> {
        self.otherwise.prepare(stop)
    }

    fn time_report(&mut self) -> Option<String> {
        self.otherwise.time_report().filter(|_| self.answered.is_none())
    }

    fn used(&mut self) -> Option<Duration> {
        self.otherwise.used().filter(|_| self.answered.is_none())
    }

    fn new_game(&mut self, seed: u64) {
        self.answered = None;
        self.otherwise.new_game(seed);
    }
}
