//! What a search is made of, under one name.

use super::order::Rank;
use super::probe::Probe;
use super::select::Selectivity;
use super::{AlphaBeta, Settings};
use crate::evaluate::Evaluate;
use crate::game::{Keyed, TwoPlayer};
use crate::table::Table;

/// A search of the game `G`: its parts, each of which fits the game.
///
/// Every [`AlphaBeta`] whose evaluator, [`Rank`], [`Selectivity`] and [`Probe`] are this game's is one. Code that takes any of
/// them asks for this one trait instead of five.
pub trait Search<G: TwoPlayer + Keyed>: Sync {
    /// What leaves are worth.
    type Eval: Evaluate<G>;
    /// The game's opinion of moves.
    type Rank: Rank<G>;
    /// What may be left out.
    type Select: Selectivity<G>;
    /// What is known without a search.
    type Probe: Probe<G>;

    /// What leaves are worth.
    fn eval(&self) -> &Self::Eval;

    /// The game's opinion of moves.
    fn rank(&self) -> &Self::Rank;

    /// What may be left out.
    fn select(&self) -> &Self::Select;

    /// What is known without a search.
    fn probe(&self) -> &Self::Probe;

    /// What is switched on.
    fn settings(&self) -> &Settings;

    /// The table.
    fn table(&self) -> Option<&Table>;
}

impl<G, E, O, S, P> Search<G> for AlphaBeta<E, O, S, P>
where
    G: TwoPlayer + Keyed,
    E: Evaluate<G>,
    O: Rank<G>,
    S: Selectivity<G>,
    P: Probe<G>,
{
    type Eval = E;
    type Rank = O;
    type Select = S;
    type Probe = P;

    #[inline]
    fn eval(&self) -> &E {
        &self.eval
    }

    #[inline]
    fn rank(&self) -> &O {
        &self.rank
    }

    #[inline]
    fn select(&self) -> &S {
        &self.select
    }

    #[inline]
    fn probe(&self) -> &P {
        &self.probe
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn table(&self) -> Option<&Table> {
        self.table.as_deref()
    }
}
