//! Several threads in one search that always does the same: threads in lockstep.
//!
//! The brothers of a first move are shared out as in [`team`](super::team), but by a clock that counts positions
//! instead of seconds: each thread's clock shows how many positions it has entered since the moves were handed out. A
//! thread takes its next move only when no other can take one, or end one, at an earlier time; it then knows the
//! results that are older than its own time, and no others. Who searches what, and with which window, thus follows
//! from the counts alone: a simulation of parallel search in which every thread enters a position per tick, run on
//! as many threads (conservative simulation: Chandy & Misra 1979, "Distributed simulation"). Threads that enter
//! positions equally fast hardly wait for each other.
//!
//! Whatever a thread remembers is its own: killers, history, a part of the table. A refutation does not call
//! others back from the moves they are at, since how far they had come would be a matter of chance.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};

use super::order::Rank;
use super::select::Selectivity;
use super::share::{Company, Found, Share};
use super::team::lock;
use super::worker::{Node, Worker};
use crate::evaluate::Evaluate;
use crate::game::{Game, Keyed, Seat, TwoPlayer};
use crate::limits::Stop;
use crate::score::Score;
use crate::trace::Trace;

/// The threads of one search, as far as they must know of each other. The first is the leader, who hands out moves;
/// all others wait for it.
pub(super) struct Lockstep<G: Game> {
    /// What each thread's clock shows, or less.
    clocks: Vec<Arc<Tick>>,
    orders: Mutex<Orders<G>>,
    news: Condvar,
    stopped: Mutex<Option<Stop>>,
}

/// A clock, on a cache line of its own.
#[derive(Debug, Default)]
#[repr(align(64))]
pub(crate) struct Tick(AtomicU64);

/// What a clock shows whose thread takes no further moves.
const DONE: u64 = u64::MAX;

impl Tick {
    pub(crate) fn show(&self, ticks: u64) {
        self.0.store(ticks, Ordering::Release);
    }

    fn read(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }
}

struct Orders<G: Game> {
    /// How many rounds there have been.
    round: u64,
    current: Option<Arc<Round<G>>>,
    dismissed: bool,
}

/// A position whose moves are shared out to all threads.
struct Round<G: Game> {
    position: G,
    seat: Seat,
    /// The children, but for their move and its rank.
    below: Node<G::Move>,
    open_window: bool,
    moves: Vec<(G::Move, u32)>,
    /// Moves that were tried before.
    tried: usize,
    state: Mutex<State<G::Move>>,
    /// Threads that have done their part.
    done: AtomicUsize,
    horizon: AtomicU64,
}

struct State<M> {
    next: usize,
    results: Vec<Outcome<M>>,
}

/// What came of one move.
struct Outcome<M> {
    /// When, and by whom.
    time: (u64, usize),
    /// Its place among the moves that were shared out.
    place: usize,
    /// The window's lower end.
    alpha: Score,
    /// None if the search had to stop.
    value: Option<Score>,
    line: Vec<M>,
}

impl<G: Game> Lockstep<G> {
    pub(super) fn new(threads: usize) -> Self {
        Self {
            clocks: (0..threads).map(|_| Arc::default()).collect(),
            orders: Mutex::new(Orders { round: 0, current: None, dismissed: false }),
            news: Condvar::new(),
            stopped: Mutex::new(None),
        }
    }

    pub(super) fn clock(&self, thread: usize) -> Arc<Tick> {
        Arc::clone(&self.clocks[thread])
    }

    /// Why some thread had to stop, if one had to.
    pub(super) fn stopped(&self) -> Option<Stop> {
        *lock(&self.stopped)
    }

    /// The search is over: everybody goes home.
    pub(super) fn dismiss(&self) {
        lock(&self.orders).dismissed = true;
        self.news.notify_all();
    }

    fn begin(&self, round: &Arc<Round<G>>) {
        for clock in &self.clocks {
            clock.show(0);
        }
        let mut orders = lock(&self.orders);
        orders.round += 1;
        orders.current = Some(Arc::clone(round));
        drop(orders);
        self.news.notify_all();
    }

    /// The round after the `seen`-th. None once the search is over.
    fn next_round(&self, seen: u64) -> Option<Arc<Round<G>>> {
        let waits = |orders: &mut Orders<G>| orders.round == seen && !orders.dismissed;
        let orders = self.news.wait_while(lock(&self.orders), waits);
        let orders = orders.unwrap_or_else(std::sync::PoisonError::into_inner);
        orders.current.clone().filter(|_| orders.round > seen)
    }

    /// Waits until no other thread can do anything before `time`.
    fn wait_for_others(&self, time: (u64, usize)) {
        for (thread, clock) in self.clocks.iter().enumerate() {
            while thread != time.1 && (clock.read(), thread) < time {
                std::thread::yield_now();
            }
        }
    }
}

impl<G: Game> Round<G> {
    /// The next move and the window's lower end, as known at `time`. None if nothing is left to do.
    fn take(&self, time: (u64, usize)) -> Option<(usize, Score)> {
        let mut state = lock(&self.state);
        let mut alpha = self.below.alpha;
        for known in state.results.iter().filter(|known| known.time < time) {
            alpha = alpha.max(known.value?);
        }
        if alpha >= self.below.beta || state.next == self.moves.len() {
            return None;
        }
        state.next += 1;
        Some((state.next - 1, alpha))
    }

    /// What all have found together; `before` is what was found before the moves were shared out. None if the search
    /// had to stop.
    fn found(&self, before: Found<G::Move>) -> Option<Found<G::Move>> {
        let mut results = std::mem::take(&mut lock(&self.state).results);
        results.sort_unstable_by_key(|result| result.place);
        let mut found = before;
        for result in results {
            let value = result.value?;
            // A value that does not exceed its window's lower end is a bound: its move may be worse than another
            // whose value it equals.
            let is_bound = value <= result.alpha;
            if value > found.best || (value == found.best && found.choice.is_none() && !is_bound) {
                found.best = value;
                found.choice = None;
                if !is_bound {
                    let (mv, index) = self.moves[result.place];
                    found.choice = Some((mv, index, self.tried + result.place));
                    found.line = result.line;
                }
            }
        }
        Some(found)
    }
}

impl<G, E, O, S, T> Worker<'_, G, E, O, S, T>
where
    G: TwoPlayer + Keyed,
    E: Evaluate<G>,
    O: Rank<G>,
    S: Selectivity<G>,
    T: Trace<G::Move>,
{
    /// The life of a thread that is not the leader.
    pub(super) fn follow(&mut self, thread: usize, lockstep: &Lockstep<G>) {
        let mut seen = 0;
        while let Some(round) = lockstep.next_round(seen) {
            seen += 1;
            self.take_turns(thread, lockstep, &round);
        }
    }

    /// The leader's: shares the moves out and works on them until all are done. None if the search must stop.
    pub(super) fn share_in_step<const OPEN: bool>(
        &mut self,
        lockstep: &Lockstep<G>,
        share: Share<'_, G>,
    ) -> Option<Found<G::Move>> {
        let round = Arc::new(Round {
            position: share.position.clone(),
            seat: share.seat,
            below: share.below,
            open_window: OPEN,
            moves: share.moves,
            tried: share.tried,
            state: Mutex::new(State { next: 0, results: Vec::new() }),
            done: AtomicUsize::new(0),
            horizon: AtomicU64::new(0),
        });
        lockstep.begin(&round);
        // All others are at work on this round: nothing below can be shared.
        let company = std::mem::replace(&mut self.company, Company::Nobody);
        let horizon = self.horizon;
        self.take_turns(0, lockstep, &round);
        while round.done.load(Ordering::Acquire) < lockstep.clocks.len() {
            std::thread::yield_now();
        }
        self.company = company;
        self.horizon = horizon + round.horizon.load(Ordering::Relaxed);
        round.found(share.found)
    }

    /// Tries moves of a round, each when its time has come, until none is left.
    fn take_turns(&mut self, thread: usize, lockstep: &Lockstep<G>, round: &Round<G>) {
        let horizon = self.horizon;
        let begun = self.meter.restart_clock();
        let mut ticks = 0;
        loop {
            lockstep.wait_for_others((ticks, thread));
            let Some((place, alpha)) = round.take((ticks, thread)) else { break };
            // What this move comes to will be known a tick from now at the earliest.
            lockstep.clocks[thread].show(ticks + 1);
            let (value, line) = self.attempt(round, place, alpha);
            ticks = (self.meter.nodes() - begun).max(ticks + 1);
            lock(&round.state).results.push(Outcome { time: (ticks, thread), place, alpha, value, line });
            lockstep.clocks[thread].show(ticks);
        }
        lockstep.clocks[thread].show(DONE);
        if let Some(stop) = self.meter.stopped() {
            lock(&lockstep.stopped).get_or_insert(stop);
        }
        round.horizon.fetch_add(self.horizon - horizon, Ordering::Relaxed);
        round.done.fetch_add(1, Ordering::Release);
    }

    /// One move of a round: its value, and what follows it where the window is open.
    fn attempt(&mut self, round: &Round<G>, place: usize, alpha: Score) -> (Option<Score>, Vec<G::Move>) {
        let (mv, _) = round.moves[place];
        let node = Node { alpha, last: Some(mv), rank: round.tried + place, ..round.below };
        let mut child = round.position.clone();
        child.play(mv);
        if !round.open_window {
            return (self.try_move::<false>(&round.position, &child, round.seat, node), Vec::new());
        }
        let value = self.try_move::<true>(&round.position, &child, round.seat, node);
        let mut line = vec![mv];
        line.extend_from_slice(self.line_from(node.ply as usize));
        (value, line)
    }
}
