//! Which positions are next, and what searches find them worth.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use plywise::book::{Book, BookGame, Reply, Searched};
use plywise::{Agent, Limits, Stop};

/// So many positions are expanded at once, however many threads there are: all are chosen before anything is known of any of them.
pub const BATCH: usize = 8;

/// How a book grows.
#[derive(Clone, Debug)]
pub struct Plan<G> {
    /// Where play begins.
    pub roots: Vec<G>,
    /// How many plies a point that a move gives up counts for, in thousandths.
    pub weight: u64,
}

/// A position that is not expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// Its number.
    pub at: usize,
    /// What leads there, in thousandths of a ply.
    pub cost: u64,
    /// The plies of that way.
    pub plies: u32,
}

/// What is to be searched next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step<G> {
    /// The positions, each once.
    pub positions: Vec<G>,
    /// How many plies behind a root the deepest of them lies.
    pub plies: u32,
}

/// The first `most` positions to be expanded, the next one first; of equal ones that which came into the book first. None that is
/// proven: no move changes it.
#[must_use]
pub fn leaves<G: BookGame>(book: &Book<G>, plan: &Plan<G>, most: usize) -> Vec<Leaf> {
    // Dijkstra 1959, "A note on two problems in connexion with graphs": no move costs less than its ply.
    let (mut found, mut done) = (Vec::new(), vec![false; book.len()]);
    let roots = plan.roots.iter().filter_map(|root| book.find(root));
    let mut open: BinaryHeap<_> = roots.map(|at| Reverse((0, at, 0))).collect();
    while let Some(Reverse((cost, at, plies))) = open.pop() {
        if std::mem::replace(&mut done[at], true) {
            continue;
        }
        let Some(replies) = book.replies(at) else {
            if !book.value(at).is_proven() {
                found.push(Leaf { at, cost, plies });
                if found.len() == most {
                    break;
                }
            }
            continue;
        };
        let value = i64::from(book.value(at).raw());
        for &reply in replies {
            if let Reply::To { at: child, .. } = reply {
                let given_up = value - i64::from(book.worth(at, reply).raw());
                let given_up = given_up.max(0) as u64 * plan.weight / u64::from(G::UNIT.unsigned_abs());
                open.push(Reverse((cost + 1000 + given_up, child as usize, plies + 1)));
            }
        }
    }
    found
}

/// What is to be searched next: roots that are missing, or else all that one move leads to from the next positions to be expanded.
/// Empty where there are none.
#[must_use]
pub fn step<G: BookGame>(book: &Book<G>, plan: &Plan<G>) -> Step<G> {
    let mut positions: Vec<G> = Vec::new();
    let mut met = std::collections::HashSet::new();
    for root in plan.roots.iter().map(BookGame::canonical) {
        if book.find(&root).is_none() && met.insert(root.clone()) {
            positions.push(root);
        }
    }
    if !positions.is_empty() {
        return Step { positions, plies: 0 };
    }
    let leaves = leaves(book, plan, BATCH);
    let children = leaves.iter().flat_map(|leaf| book.lacking(leaf.at));
    positions.extend(children.filter(|child| met.insert(child.clone())));
    Step { positions, plies: leaves.iter().map(|leaf| leaf.plies + 1).max().unwrap_or(0) }
}

/// What each position is worth by a search of its own, in their order, with as many threads as there are agents; `told` hears how
/// many are done. The same however many agents there are, where each forgets at a new game what it searched before. None where
/// `stop` was raised meanwhile.
pub fn search<G: BookGame>(
    positions: &[G],
    agents: &mut [Box<dyn Agent<G>>],
    stop: &Arc<AtomicBool>,
    told: &(dyn Fn(usize) + Sync),
) -> Option<Vec<Searched<G>>> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let found = Mutex::new(vec![None; positions.len()]);
    let limits = Limits { stop: Some(Arc::clone(stop)), ..Limits::default() };
    let one_thread = |agent: &mut Box<dyn Agent<G>>| {
        while let Some((at, position)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            positions.get(at).map(|position| (at, position))
        } {
            agent.new_game(0);
            let report = agent.choose(position, &limits);
            if report.stopped == Stop::Flag || stop.load(Ordering::Relaxed) {
                return;
            }
            let value = report.value.to_score(G::UNIT);
            let searched = Searched { position: position.clone(), value, nodes: report.nodes };
            found.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(searched);
            told(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    std::thread::scope(|scope| {
        let (own, others) = agents.split_first_mut()?;
        for other in others {
            scope.spawn(|| one_thread(other));
        }
        one_thread(own);
        Some(())
    })?;
    found.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().collect()
}
