//! Several threads in one search: young brothers wait.
//!
//! Feldmann, Monien, Mysliwietz & Vornberger 1989, "Distributed game-tree search": where the first move of a position
//! has been searched, its brothers may be searched at the same time. A position whose brothers are shared is a split.
//! Whoever is idle joins one; a refutation found by anyone calls all others back; who shared a split and has run out of
//! moves helps those that work below it. The windows are those of a sequential search or narrower bounds that it could
//! have met, so the value is the sequential one; counts of nodes differ from run to run.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use super::path::Path;
use super::search::Search;
use super::share::{Found, Share};
use super::worker::{Node, Worker};
use crate::game::{Game, Keyed, Seat, TwoPlayer};
use crate::report::TableUse;
use crate::score::Score;
use crate::stop::Stop;

/// The threads of one search, as far as they must know of each other.
pub(super) struct Team<G: Game> {
    /// Splits that can be joined, the oldest first.
    open: Mutex<Vec<Arc<Split<G>>>>,
    news: Condvar,
    idle: AtomicUsize,
    dismissed: AtomicBool,
    stopped: Mutex<Option<Stop>>,
    /// Positions that each helper has entered, as far as it has told.
    progress: Vec<Arc<AtomicU64>>,
    /// What use helpers made of the table, as far as they have told.
    used: Mutex<TableUse>,
}

/// The first thread of a team: however it leaves, the others learn of it.
pub(super) struct Lead<'a, G: Game>(pub(super) &'a Team<G>);

impl<G: Game> Drop for Lead<'_, G> {
    fn drop(&mut self) {
        self.0.dismiss();
    }
}

/// A position whose moves are shared out.
pub(super) struct Split<G: Game> {
    /// The split in whose subtree this one lies.
    parent: Option<Arc<Split<G>>>,
    position: G,
    seat: Seat,
    /// The children, but for their move and its rank.
    below: Node<G::Move>,
    open_window: bool,
    /// Moves left to try, in order, each with its place in the game's list.
    moves: Vec<(G::Move, u32)>,
    /// Moves that were tried before.
    tried: usize,
    next: AtomicUsize,
    alpha: AtomicI32,
    cut: AtomicBool,
    /// Helpers at work, the owner not counted.
    helpers: AtomicUsize,
    /// A move was given up because its search was stopped: the result is not complete.
    incomplete: AtomicBool,
    horizon: AtomicU64,
    /// The way here, for those who join.
    path: Path,
    /// What the draws that helpers found rest on.
    rests_on: AtomicI32,
    found: Mutex<Found<G::Move>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A thread that panics ends the search as a whole; nobody will read what it left.
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl<G: Game> Team<G> {
    pub(super) fn new(helpers: usize) -> Self {
        Self {
            open: Mutex::new(Vec::new()),
            news: Condvar::new(),
            idle: AtomicUsize::new(0),
            dismissed: AtomicBool::new(false),
            stopped: Mutex::new(None),
            progress: (0..helpers).map(|_| Arc::default()).collect(),
            used: Mutex::default(),
        }
    }

    /// Positions that helpers have entered, and what use they made of the table: all of it if nobody is at work, else
    /// a little less.
    pub(super) fn done(&self) -> (u64, TableUse) {
        let nodes = self.progress.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum();
        (nodes, *lock(&self.used))
    }

    /// Where the helper of this number, from 0, shows the positions that it has entered.
    pub(super) fn progress(&self, helper: usize) -> Arc<AtomicU64> {
        Arc::clone(&self.progress[helper])
    }

    /// Whether somebody waits for work.
    #[inline]
    pub(super) fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// The search is over: everybody goes home, and leaves what is still shared, for nobody will read it.
    fn dismiss(&self) {
        let open = lock(&self.open);
        for split in open.iter() {
            split.cut.store(true, Ordering::Relaxed);
        }
        self.dismissed.store(true, Ordering::Relaxed);
        self.news.notify_all();
    }

    /// Why a helper had to stop, if one had to.
    pub(super) fn stopped(&self) -> Option<Stop> {
        *lock(&self.stopped)
    }

    fn publish(&self, split: &Arc<Split<G>>) {
        lock(&self.open).push(Arc::clone(split));
        self.news.notify_all();
    }

    fn withdraw(&self, split: &Arc<Split<G>>) {
        lock(&self.open).retain(|other| !Arc::ptr_eq(other, split));
    }

    /// Waits for a moment for a split below this one, whose owner waits for those who help it, and joins it. Meanwhile it is idle:
    /// those below share what they have.
    fn job_below(&self, split: &Split<G>) -> Option<Arc<Split<G>>> {
        self.idle.fetch_add(1, Ordering::Relaxed);
        let look = || Split::join_one(&lock(&self.open), |other| other.lies_below(split));
        let job = look().or_else(|| {
            std::thread::yield_now();
            look()
        });
        self.idle.fetch_sub(1, Ordering::Relaxed);
        job
    }

    /// Waits for a split with moves left, and joins it. None once the search is over.
    fn next_job(&self) -> Option<Arc<Split<G>>> {
        let mut open = lock(&self.open);
        self.idle.fetch_add(1, Ordering::Relaxed);
        let job = loop {
            if self.dismissed.load(Ordering::Relaxed) {
                break None;
            }
            // The oldest split lies nearest the root and has the most work below it.
            if let Some(job) = Split::join_one(&open, |_| true) {
                break Some(job);
            }
            // Whoever wakes may find that others have emptied the split that it was woken for; the timeout bounds
            // what a missed one costs.
            let waited = self.news.wait_timeout(open, Duration::from_millis(10));
            open = waited.unwrap_or_else(std::sync::PoisonError::into_inner).0;
        };
        self.idle.fetch_sub(1, Ordering::Relaxed);
        job
    }
}

impl<G: Game> Split<G> {
    /// Whether work below this split has become pointless.
    #[inline]
    pub(super) fn is_cut(&self) -> bool {
        let mut split = self;
        loop {
            if split.cut.load(Ordering::Relaxed) {
                return true;
            }
            match &split.parent {
                Some(parent) => split = parent,
                None => return false,
            }
        }
    }

    /// Joins the first suitable split that has moves left. The list is locked, so that no owner can close it meanwhile.
    fn join_one(open: &[Arc<Self>], suits: impl Fn(&Self) -> bool) -> Option<Arc<Self>> {
        let free = |split: &&Arc<Self>| {
            split.next.load(Ordering::Relaxed) < split.moves.len() && !split.is_cut() && suits(split)
        };
        let job = open.iter().find(free)?;
        // Under the list's lock, which `withdraw` takes too: once the owner has withdrawn the split its count of
        // helpers only falls.
        job.helpers.fetch_add(1, Ordering::Relaxed);
        Some(Arc::clone(job))
    }

    /// Without this the result is not complete: nobody goes on.
    fn give_up(&self) {
        self.incomplete.store(true, Ordering::Relaxed);
        self.cut.store(true, Ordering::Relaxed);
    }

    fn lies_below(&self, ancestor: &Self) -> bool {
        let mut split = self;
        while let Some(parent) = &split.parent {
            if std::ptr::eq(&raw const **parent, ancestor) {
                return true;
            }
            split = parent;
        }
        false
    }
}

/// A helper at a split that it has joined: however it leaves, the owner learns of it.
struct Presence<'a, G: Game>(&'a Split<G>);

impl<G: Game> Drop for Presence<'_, G> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.give_up();
        }
        // Pairs with the owner's Acquire: what this helper found is seen by whoever sees it gone.
        self.0.helpers.fetch_sub(1, Ordering::Release);
    }
}

impl<G: TwoPlayer + Keyed, S: Search<G>> Worker<'_, G, S> {
    /// A helper's life: join a split, work, join the next.
    pub(super) fn help(&mut self, team: &Team<G>) {
        while let Some(job) = team.next_job() {
            let _presence = Presence(&job);
            self.serve(&job, team);
            // Told before it leaves: the owner of the job then counts it.
            self.meter.show_progress();
            self.meter.give_back();
            *lock(&team.used) += std::mem::take(&mut self.used);
        }
    }

    fn serve(&mut self, job: &Arc<Split<G>>, team: &Team<G>) {
        let horizon = self.horizon;
        let outer = self.split.replace(Arc::clone(job));
        let path = std::mem::replace(&mut self.path, job.path.clone());
        self.work(job);
        self.split = outer;
        let path = std::mem::replace(&mut self.path, path);
        job.rests_on.fetch_min(path.rests_on(), Ordering::Relaxed);
        job.horizon.fetch_add(self.horizon - horizon, Ordering::Relaxed);
        if let Some(stop) = self.meter.stopped() {
            lock(&team.stopped).get_or_insert(stop);
        }
    }

    /// Shares the moves out and works on them until all are done. None if the search must stop or a split above
    /// was cut.
    pub(super) fn share<const OPEN: bool>(
        &mut self,
        team: &Team<G>,
        share: Share<'_, G>,
    ) -> Option<Found<G::Move>> {
        let split = Arc::new(Split {
            parent: self.split.clone(),
            position: share.position.clone(),
            seat: share.seat,
            below: share.below,
            open_window: OPEN,
            moves: share.moves,
            tried: share.tried,
            next: AtomicUsize::new(0),
            alpha: AtomicI32::new(share.below.alpha.raw()),
            cut: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            incomplete: AtomicBool::new(false),
            horizon: AtomicU64::new(0),
            path: self.path.down_to(share.below.ply - 1),
            rests_on: AtomicI32::new(i32::MAX),
            found: Mutex::new(share.found),
        });
        let before = self.path.rests_on();
        team.publish(&split);
        let outer = self.split.replace(Arc::clone(&split));
        self.work(&split);
        self.split = outer;
        team.withdraw(&split);
        while split.helpers.load(Ordering::Acquire) > 0 {
            // A helper that the operating system does not run must not keep an answer waiting; it owns its share
            // of the split and finds the cut when it wakes.
            if self.meter.is_late() {
                split.cut.store(true, Ordering::Relaxed);
                return None;
            }
            // Only below its own split ("helpful master", Feldmann 1993): elsewhere the owner could get stuck in a
            // long search while its own split is done and its parent waits.
            if let Some(job) = team.job_below(&split) {
                let _presence = Presence(&job);
                self.serve(&job, team);
            }
        }
        // Its own part the owner has counted as it went.
        self.horizon += split.horizon.load(Ordering::Relaxed);
        // A move that was cut short may have left with what the position's earlier moves rest on.
        self.path.rest_on(before.min(split.rests_on.load(Ordering::Relaxed)));
        let called_back = self.split.as_ref().is_some_and(|outer| outer.is_cut());
        if split.incomplete.load(Ordering::Relaxed) || called_back {
            return None;
        }
        let found = lock(&split.found).clone();
        Some(found)
    }

    /// Tries moves of a split until none is left.
    fn work(&mut self, split: &Split<G>) {
        let (eval, above) = (self.plan.search.eval(), split.below.ply - 1);
        self.along.begin(eval, &split.position, above);
        while !split.is_cut() {
            // Moves are handed out one by one: their costs differ by orders of magnitude, and nobody can be given
            // a fair half.
            let i = split.next.fetch_add(1, Ordering::Relaxed);
            let Some(&(mv, index)) = split.moves.get(i) else { break };
            let rank = split.tried + i;
            // Alpha may be raised by another thread while this one searches. It goes on under the old one:
            // correct, and a little wasteful.
            let alpha = Score::from_raw(split.alpha.load(Ordering::Relaxed));
            // Another thread has just refuted the position and not yet said so: this move's window would be empty.
            if alpha >= split.below.beta {
                break;
            }
            let node = Node { alpha, last: Some(mv), rank, ..split.below };
            let mut child = split.position.clone();
            child.play(mv);
            self.along.follow(eval, &split.position, &child, above);
            let value = if split.open_window {
                self.try_move::<true>(&split.position, &child, split.seat, node)
            } else {
                self.try_move::<false>(&split.position, &child, split.seat, node)
            };
            match value {
                Some(value) => self.enter_found(split, value, (mv, index, rank)),
                // Cut by a refutation: the result is complete without this move. Stopped for want of time: it is
                // not.
                None if split.is_cut() => break,
                None => {
                    split.give_up();
                    break;
                }
            }
        }
    }

    fn enter_found(&self, split: &Split<G>, value: Score, choice: (G::Move, u32, usize)) {
        let mut found = lock(&split.found);
        if value <= found.best {
            return;
        }
        found.best = value;
        if value.raw() > split.alpha.load(Ordering::Relaxed) {
            split.alpha.store(value.raw(), Ordering::Relaxed);
            found.choice = Some(choice);
            if split.open_window {
                let ply = split.below.ply as usize;
                found.line.clear();
                found.line.push(choice.0);
                found.line.extend_from_slice(self.lines.from(ply));
            }
            if value >= split.below.beta {
                split.cut.store(true, Ordering::Relaxed);
            }
        }
    }
}
