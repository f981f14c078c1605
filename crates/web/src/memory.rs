//! One budget for the tables of all games and searches.

use std::sync::{Arc, Mutex, PoisonError};

use arena::{Kind, Spec, Takes};

use crate::error::{Answer, Refusal};

/// What all tables together may have, and what they have.
#[derive(Clone, Debug)]
pub(crate) struct Budget(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    most: u64,
    taken: Mutex<u64>,
}

/// A part of the budget; it is given back when this goes.
#[derive(Debug)]
pub(crate) struct Taken {
    from: Budget,
    mib: u64,
}

impl Budget {
    pub(crate) fn new(mib: u64) -> Self {
        Self(Arc::new(Shared { most: mib, taken: Mutex::default() }))
    }

    /// Takes so many MiB. Where they are not free, `make_room` is asked to give some back as long as it can.
    pub(crate) fn take(&self, mib: u64, mut make_room: impl FnMut() -> bool) -> Answer<Taken> {
        loop {
            let mut taken = self.0.taken.lock().unwrap_or_else(PoisonError::into_inner);
            if *taken + mib <= self.0.most {
                *taken += mib;
                return Ok(Taken { from: self.clone(), mib });
            }
            drop(taken);
            if !make_room() {
                return Err(Refusal::no_memory(mib, self.0.most));
            }
        }
    }

    /// MiB that are taken, and MiB that there are.
    pub(crate) fn state(&self) -> (u64, u64) {
        (*self.0.taken.lock().unwrap_or_else(PoisonError::into_inner), self.0.most)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        *self.from.0.taken.lock().unwrap_or_else(PoisonError::into_inner) -= self.mib;
    }
}

/// MiB of tables that an agent has: those of its options, given or as they are by default.
pub(crate) fn needs(kind: &dyn Kind, spec: &Spec) -> u64 {
    let Ok(named) = kind.listed(spec) else { return 0 };
    let tables = named.options.iter().filter(|option| matches!(option.takes, Takes::Memory));
    let mib = |text: &str| text.replace('_', "").parse().unwrap_or(0);
    tables.map(|option| mib(spec.text(option.key).unwrap_or(option.default))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_missed_until_it_comes_back() {
        let budget = Budget::new(40);
        let mut held = vec![budget.take(16, || false).unwrap(), budget.take(16, || false).unwrap()];
        let refusal = budget.take(16, || false).unwrap_err();
        assert!(refusal.is_busy() && refusal.line().contains("40 MiB"), "{}", refusal.line());
        let more = budget.take(16, || held.pop().is_some()).unwrap();
        assert_eq!((budget.state(), held.len()), ((32, 40), 1));
        drop((more, held));
        assert_eq!(budget.state(), (0, 40));
    }

    #[test]
    fn an_agents_tables_are_known_from_its_options() {
        let needs =
            |game: &str, agent: &str| needs(&*games::open(game).unwrap(), &Spec::parse(agent).unwrap());
        assert_eq!(needs("othello", "pvs"), 16);
        assert_eq!(needs("othello", "pvs:table=100"), 100);
        assert_eq!(needs("othello", "alphabeta"), 0);
        assert_eq!(needs("othello", "mcts"), 256);
        assert_eq!(needs("2048", "champion:memo=7"), 7);
        assert_eq!(needs("checkers", "random"), 0);
    }
}
