//! Players that search for more than two seats.

use super::{Handover, SeatSum, best_reply, max_n, paranoid};
use crate::agent::{Agent, SearchLimits, decide};
use crate::evaluate::Evaluate;
use crate::game::{Seat, Turn};
use crate::limits::Limits;
use crate::report::Report;
use crate::score::Value;
use crate::setting::Deterministic;
use crate::trace::Tell;

/// Plays what [`max_n`] finds, to a fixed depth or deeper and deeper while the clock allows it.
#[derive(Clone, Debug)]
pub struct MaxnAgent<E> {
    /// What leaves are worth.
    pub eval: E,
    /// What pruning may rest on.
    pub sum: Option<SeatSum>,
    /// Its own limits: the stricter of these and the clock's hold.
    pub limits: SearchLimits,
}

impl<G: Deterministic, E: Evaluate<G> + Send> Agent<G> for MaxnAgent<E> {
    fn choose_aloud(
        &mut self,
        position: &G,
        limits: &Limits,
        tell: &mut Tell<'_, G::Move>,
    ) -> Report<G::Move, Value> {
        let seat = if let Turn::Seat(seat) = position.turn() { seat } else { Seat::FIRST };
        let (limits, unit) = (self.limits.within(limits), self.eval.unit());
        let search = |limits: &Limits| max_n(position, &self.eval, self.sum, limits);
        decide(position, &limits, unit, tell, search, |values| values[seat.index()].to_value(unit))
    }
}

/// Which search a [`CoalitionAgent`] runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coalition {
    /// [`paranoid`].
    Paranoid,
    /// [`best_reply`].
    BestReply,
}

/// Plays as if all others were in league, to a fixed depth or deeper and deeper while the clock allows it.
#[derive(Clone, Debug)]
pub struct CoalitionAgent<E> {
    /// The search.
    pub coalition: Coalition,
    /// What leaves are worth.
    pub eval: E,
    /// Its own limits: the stricter of these and the clock's hold.
    pub limits: SearchLimits,
}

impl<G: Deterministic + Handover, E: Evaluate<G> + Send> Agent<G> for CoalitionAgent<E> {
    fn choose_aloud(
        &mut self,
        position: &G,
        limits: &Limits,
        tell: &mut Tell<'_, G::Move>,
    ) -> Report<G::Move, Value> {
        let (limits, unit) = (self.limits.within(limits), self.eval.unit());
        let search = |limits: &Limits| match self.coalition {
            Coalition::Paranoid => paranoid(position, &self.eval, limits),
            Coalition::BestReply => best_reply(position, &self.eval, limits),
        };
        decide(position, &limits, unit, tell, search, |score| score.to_value(unit))
    }
}
