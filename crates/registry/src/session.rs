//! One game in progress, whoever plays it and wherever: its dice, its clocks, and how it came about.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use plywise::trace::Tell;
use plywise::{Agent, Clock, Game, Limits, Observe, OutOfTime, Report, Rng, Seat, TimeControl, Turn, Value};

use crate::entry::{Entry, Move, View};

/// The rules' side of one game. What a ply costs does not depend on how many went before.
pub struct Session<E: Entry> {
    entry: Arc<E>,
    start: E::Game,
    /// The start as each seat saw it.
    seen: Vec<View<E>>,
    now: E::Game,
    /// Every move, outcomes of chance included.
    moves: Vec<Move<E>>,
    /// The seats' moves, without those of chance.
    turns: Vec<Move<E>>,
    dice: Rng,
    /// One for each seat; none where time is not limited.
    clocks: Vec<Clock>,
    /// The clocks as they were before time was booked on them at this turn.
    unbooked: Option<Vec<Clock>>,
}

/// How much of a game an agent knows: the seats' moves that it was told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Told(usize);

/// What the game was before a ply, so that it can be taken back.
pub(crate) struct Before<E: Entry> {
    now: E::Game,
    dice: Rng,
    clocks: Option<Vec<Clock>>,
    /// The seats' moves by then.
    turns: usize,
}

impl<E: Entry> Session<E> {
    /// A game at its start, which draws everything from `dice`.
    #[must_use]
    pub fn new(entry: Arc<E>, start: E::Game, dice: Rng) -> Self {
        let seen = (0..E::Game::SEATS as u8).map(|seat| start.observe(Seat(seat))).collect();
        let now = start.clone();
        let (moves, turns, clocks) = (Vec::new(), Vec::new(), Vec::new());
        Self { entry, start, seen, now, moves, turns, dice, clocks, unbooked: None }
    }

    /// The game that is played.
    #[must_use]
    pub fn entry(&self) -> &E {
        &self.entry
    }

    /// Where it began.
    #[must_use]
    pub fn start(&self) -> &E::Game {
        &self.start
    }

    /// The position now.
    #[must_use]
    pub fn now(&self) -> &E::Game {
        &self.now
    }

    /// Every move so far, outcomes of chance included.
    #[must_use]
    pub fn moves(&self) -> &[Move<E>] {
        &self.moves
    }

    /// Every move of a game that is over.
    pub(crate) fn into_moves(self) -> Vec<Move<E>> {
        self.moves
    }

    /// The dice, for what is drawn besides the turns of chance.
    pub fn dice(&mut self) -> &mut Rng {
        &mut self.dice
    }

    /// Draws an outcome at a turn of chance.
    pub fn roll(&mut self) -> Move<E> {
        self.entry.dice().roll(&self.now, &mut self.dice)
    }

    /// Plays a move that is legal.
    pub fn play(&mut self, mv: Move<E>) {
        if let Turn::Seat(_) = self.now.turn() {
            self.turns.push(mv);
        }
        self.now.play(mv);
        self.moves.push(mv);
        self.unbooked = None;
    }

    /// Gives each seat a full clock.
    pub fn set_clocks(&mut self, control: TimeControl) {
        (self.clocks, self.unbooked) = (vec![Clock::new(control); E::Game::SEATS], None);
    }

    /// The clock of a seat, where time is limited.
    #[must_use]
    pub fn clock(&self, seat: Seat) -> Option<&Clock> {
        self.clocks.get(seat.index())
    }

    /// The clock of a seat, which can be set back when the ply is taken back.
    fn book(&mut self, seat: Seat) -> Option<&mut Clock> {
        self.unbooked.get_or_insert_with(|| self.clocks.clone());
        self.clocks.get_mut(seat.index())
    }

    /// Books a move of the seat to move on its clock, if it has one.
    ///
    /// # Errors
    /// When it took more than was left.
    pub fn spend(&mut self, used: Duration) -> Result<(), OutOfTime> {
        let Turn::Seat(seat) = self.now.turn() else { return Ok(()) };
        self.book(seat).map_or(Ok(()), |clock| clock.spend(used))
    }

    /// Lets the clock of a seat run without a move.
    pub fn run_clock(&mut self, seat: Seat, used: Duration) {
        if let Some(clock) = self.book(seat) {
            clock.run(used);
        }
    }

    /// Gives back the time that was booked since the last ply.
    pub fn unbook(&mut self) {
        if let Some(clocks) = self.unbooked.take() {
            self.clocks = clocks;
        }
    }

    /// What the seat to move may spend on its move, beginning now.
    #[must_use]
    pub fn limits(&self, stop: Option<Arc<AtomicBool>>) -> Limits {
        let clock = match self.now.turn() {
            Turn::Seat(seat) => self.clock(seat).cloned(),
            Turn::Chance => None,
        };
        Limits::of_clock(clock, stop)
    }

    /// Asks an agent for the move of the seat to move, and says how long it took by the agent's own measure or the clock on
    /// the wall. `told` is what the agent knows of this game.
    pub fn ask(
        &self,
        agent: &mut dyn Agent<View<E>>,
        told: &mut Told,
        limits: &Limits,
        tell: &mut Tell<'_, Move<E>>,
    ) -> Option<(Report<Move<E>, Value>, Duration)> {
        let Turn::Seat(seat) = self.now.turn() else { return None };
        agent.follow(&self.seen[seat.index()], &self.turns, told.0);
        told.0 = self.turns.len();
        let begun = Instant::now();
        let report = agent.choose_with_progress(&self.now.observe(seat), limits, tell);
        Some((report, agent.used().unwrap_or_else(|| begun.elapsed())))
    }

    /// What has to be kept for [`back`](Self::back) before a ply is played.
    pub(crate) fn before(&self) -> Before<E> {
        let (now, dice, clocks) = (self.now.clone(), self.dice.clone(), self.unbooked.clone());
        Before { now, dice, clocks, turns: self.turns.len() }
    }

    /// Takes the last ply back, its luck and its time with it. What each agent was `told` of it no longer holds.
    pub(crate) fn back<'a>(&mut self, before: Before<E>, told: impl Iterator<Item = &'a mut Told>) {
        self.unbook();
        self.unbooked = before.clocks;
        self.unbook();
        (self.now, self.dice) = (before.now, before.dice);
        self.moves.pop();
        self.turns.truncate(before.turns);
        told.for_each(|told| told.0 = told.0.min(self.turns.len()));
    }

    /// Starts anew from another position; the dice fall on.
    pub(crate) fn restart(&mut self, start: E::Game) {
        let mut anew = Self::new(Arc::clone(&self.entry), start, self.dice.clone());
        anew.clocks = std::mem::take(&mut self.clocks);
        *self = anew;
    }

    /// The game after its first plies, before the next of which it was as `next` says, without clocks.
    pub(crate) fn fork(&self, next: Option<&Before<E>>, plies: usize) -> Self {
        let now = self.before();
        let next = next.unwrap_or(&now);
        let mut fork = Self::new(Arc::clone(&self.entry), self.start.clone(), next.dice.clone());
        fork.now = next.now.clone();
        fork.moves = self.moves[..plies].to_vec();
        fork.turns = self.turns[..next.turns].to_vec();
        fork
    }
}
