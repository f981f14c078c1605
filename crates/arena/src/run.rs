//! Plays what is missing of a match or tournament, on all cores, in an order that does not matter.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use registry::{Crew, Frame, GameSummary, SpecError, Unit};

use crate::error::Error;
use crate::ledger::Ledger;
use crate::progress::Progress;
use crate::record::GameRow;
use crate::report::Report;
use crate::setup::Setup;
use crate::underway::Underway;

/// Stored games after which the sums are kept again.
const SUMS_EVERY: u64 = 20_000;
/// The most games that are stored at once, and that wait for it. Slow games are stored one by one.
const BATCH: usize = 1000;
/// Games that may run ahead of the first that is not finished: what waits for that one is held in memory.
pub(crate) const AHEAD: u64 = 16_384;

/// Is told how a tournament gets on.
pub trait Watch {
    /// What there is already is known; the games that are missing begin.
    fn begin(&mut self, setup: &Setup, progress: &Progress);
    /// A game has ended and is stored.
    fn game(&mut self, setup: &Setup, game: &GameRow, progress: &Progress);
    /// Who shall see the games while they are played.
    fn follow(&self) -> Option<Arc<dyn Follow>> {
        None
    }
}

/// Sees games while they are played, from the threads that play them.
pub trait Follow: Send + Sync {
    /// Whether it wants to see a game that begins.
    fn is_wanted(&self) -> bool {
        true
    }
    /// A move has been played.
    fn frame(&self, unit: &Unit, frame: &Frame<'_>);
    /// The game is over; None if it was broken off.
    fn end(&self, unit: &Unit, game: Option<&GameSummary>);
}

/// Nobody watches.
impl Watch for () {
    fn begin(&mut self, _: &Setup, _: &Progress) {}
    fn game(&mut self, _: &Setup, _: &GameRow, _: &Progress) {}
}

/// Plays the games that are missing, on `threads` threads, stores each as it ends, and reports. Setting `stop` breaks
/// off the games in play. Without a store nothing outlives the run, and what it holds does not grow with the games.
///
/// # Errors
/// When an agent cannot be built, this machine fails a game, or the store fails; what was stored before stays.
pub fn run(
    setup: &Setup,
    mut store: Option<&mut (dyn Ledger + 'static)>,
    threads: usize,
    stop: &AtomicBool,
    watch: &mut dyn Watch,
) -> Result<Report, Error> {
    // What cannot begin leaves nothing in a store.
    setup.unit(0)?;
    let id = store.as_deref_mut().map(|store| store.experiment(&setup.experiment)).transpose()?;
    let mut progress = match (store.as_deref(), id) {
        (Some(store), Some(id)) => Progress::load(setup, store, id)?,
        _ => Progress::new(setup),
    };
    watch.begin(setup, &progress);
    let jobs = Jobs::new(setup, &progress);
    if !jobs.is_empty() {
        let underway = store.as_deref().map(|store| Underway::new(store.path(), setup.hash.clone()));
        let mut keeper = match (store, id) {
            (Some(store), Some(id)) => Some((Keeper::new(store, id, progress.counted)?, store)),
            _ => None,
        };
        let is_stored = keeper.is_some();
        let shown = watch.follow();
        let pool =
            Pool { setup, jobs: &jobs, is_stored, underway: underway.as_ref(), shown: shown.as_deref() };
        let played = pool.play(threads, stop, &mut |games| {
            if let Some((keeper, store)) = &mut keeper {
                keeper.keep(&mut **store, &games, &progress)?;
            }
            for game in games {
                progress.add(setup, game.without_record());
                watch.game(setup, &game, &progress);
            }
            jobs.let_begin(setup, progress.counted);
            Ok(!progress.is_decided())
        });
        if let Err(error) = played {
            return Err(if is_stored { error.with_kept(progress.finished()) } else { error });
        }
        if let Some((keeper, store)) = &mut keeper {
            let kept = keeper.sum_up(&mut **store, &progress);
            kept.map_err(|error| error.with_kept(progress.finished()))?;
        }
    }
    Ok(Report::new(setup, &progress))
}

/// Stores what has been played.
pub(crate) struct Keeper {
    id: i64,
    run: i64,
    /// Games whose sums were kept last.
    sums: u64,
}

impl Keeper {
    /// Begins a run of an experiment, of which `sums` games have been summed up.
    pub(crate) fn new(store: &mut dyn Ledger, id: i64, sums: u64) -> Result<Self, Error> {
        Ok(Self { id, run: store.run(id)?, sums })
    }

    pub(crate) fn keep(
        &mut self,
        store: &mut dyn Ledger,
        games: &[GameRow],
        progress: &Progress,
    ) -> Result<(), Error> {
        store.add(self.id, self.run, games)?;
        if progress.counted >= self.sums + SUMS_EVERY {
            self.sum_up(store, progress)?;
        }
        Ok(())
    }

    /// Keeps the sums of the games so far.
    pub(crate) fn sum_up(&mut self, store: &mut dyn Ledger, progress: &Progress) -> Result<(), Error> {
        self.sums = progress.counted;
        progress.keep(store, self.id)
    }
}

/// The games that are missing: some gaps, then all from a number on.
struct Jobs {
    gaps: Vec<u64>,
    rest: u64,
    units: u64,
    next: AtomicU64,
    /// Games below this may begin.
    horizon: AtomicU64,
}

impl Jobs {
    fn new(setup: &Setup, progress: &Progress) -> Self {
        let units = if progress.is_decided() { 0 } else { setup.units() };
        let rest = progress.ahead.last_key_value().map_or(progress.counted, |(unit, _)| unit + 1);
        let gaps = (progress.counted..rest).filter(|&unit| !progress.has(unit)).collect();
        let jobs = Self { gaps, rest, units, next: AtomicU64::new(0), horizon: AtomicU64::new(0) };
        jobs.let_begin(setup, progress.counted);
        jobs
    }

    /// Lets the games begin that lie close enough to the first that is not finished.
    fn let_begin(&self, setup: &Setup, counted: u64) {
        let horizon = counted.saturating_add(AHEAD + setup.timetable.games_of_a_group());
        self.horizon.store(horizon, Ordering::Relaxed);
    }

    /// How many there are.
    fn len(&self) -> u64 {
        self.gaps.len() as u64 + self.units.saturating_sub(self.rest)
    }

    fn is_empty(&self) -> bool {
        self.units == 0 || self.gaps.is_empty() && self.rest >= self.units
    }

    /// The next game for whoever asks, as soon as it may begin.
    fn next(&self, halt: &AtomicBool) -> Option<u64> {
        let n = self.next.fetch_add(1, Ordering::Relaxed);
        let unit = match self.gaps.get(n as usize) {
            Some(&gap) => gap,
            None => self.rest + (n - self.gaps.len() as u64),
        };
        if unit >= self.units {
            return None;
        }
        while unit >= self.horizon.load(Ordering::Relaxed) && !halt.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        Some(unit)
    }
}

/// Who plays and who looks on.
#[derive(Clone, Copy)]
struct Pool<'a> {
    setup: &'a Setup,
    jobs: &'a Jobs,
    is_stored: bool,
    underway: Option<&'a Underway>,
    shown: Option<&'a dyn Follow>,
}

impl Pool<'_> {
    /// Plays the jobs on many threads and hands the games on in handfuls, as many as have ended, until `keep` has had
    /// enough.
    fn play(
        self,
        threads: usize,
        stop: &AtomicBool,
        keep: &mut dyn FnMut(Vec<GameRow>) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        // Ends the games in play, whether somebody wants it or something went wrong.
        let halt = Arc::new(AtomicBool::new(false));
        // With a bound, so that games that end faster than they can be stored wait.
        let (sender, receiver) = mpsc::sync_channel(BATCH);
        let threads = threads.clamp(1, self.jobs.len().clamp(1, 4096) as usize);
        let crews = self.setup.kind.crews(&self.setup.agents, &self.setup.names, threads)?;
        std::thread::scope(|scope| {
            for mut crew in crews {
                let (sender, until) = (sender.clone(), Arc::clone(&halt));
                let mut play = move || {
                    while let Some(unit) = self.jobs.next(&until) {
                        let played = self.setup.unit(unit).and_then(|unit| {
                            let unit = Unit { keep_moves: self.is_stored, ..unit };
                            let game = self.play_one(&mut *crew, &unit, (stop, &until))?;
                            let row = game.map(|game| GameRow::new(&unit, game));
                            Ok(if self.is_stored { row.map(GameRow::into_kept) } else { row })
                        });
                        let Some(row) = played.transpose() else { return };
                        if sender.send(row).is_err() {
                            return;
                        }
                    }
                };
                let thread = std::thread::Builder::new();
                let thread = self.setup.stack.into_iter().fold(thread, std::thread::Builder::stack_size);
                if let Err(why) = thread.spawn_scoped(scope, move || (self.setup.around)(&mut play)) {
                    halt.store(true, Ordering::Relaxed);
                    drop(receiver);
                    return Err(no_thread(threads, &why).into());
                }
            }
            drop(sender);
            let outcome = collect(&receiver, (stop, self.underway), &halt, keep);
            halt.store(true, Ordering::Relaxed);
            // Whoever still wants to send finds nobody there and ends.
            drop(receiver);
            outcome
        })
    }

    /// One game, followed if somebody watches.
    fn play_one(
        self,
        crew: &mut dyn Crew,
        unit: &Unit,
        (stop, halt): (&AtomicBool, &Arc<AtomicBool>),
    ) -> Result<Option<GameSummary>, SpecError> {
        let underway = self.underway.map(|underway| underway as &dyn Follow);
        let watching: Vec<&dyn Follow> =
            [underway, self.shown].into_iter().flatten().filter(|follow| follow.is_wanted()).collect();
        if watching.is_empty() {
            return crew.play(unit, halt, None);
        }
        let mut show = |frame: Frame<'_>| {
            watching.iter().for_each(|follow| follow.frame(unit, &frame));
            // Whoever shows a move may take its time over it: a stop meanwhile holds before the next one.
            if stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
        };
        let played = crew.play(unit, halt, Some(&mut show));
        let game = played.as_ref().ok().and_then(Option::as_ref);
        watching.iter().for_each(|follow| follow.end(unit, game));
        played
    }
}

/// A thread that the system did not grant.
#[must_use]
pub fn no_thread(threads: usize, why: &std::io::Error) -> SpecError {
    let threads = if threads == 1 { "a thread".to_owned() } else { format!("{threads} threads") };
    SpecError(format!("host: no room for {threads}: {why}; --threads takes fewer"))
}

fn collect(
    receiver: &Receiver<Result<GameRow, SpecError>>,
    (stop, underway): (&AtomicBool, Option<&Underway>),
    halt: &AtomicBool,
    keep: &mut dyn FnMut(Vec<GameRow>) -> Result<bool, Error>,
) -> Result<(), Error> {
    let mut told = None;
    loop {
        if let Some(underway) = underway {
            underway.tell(&mut told);
        }
        if stop.load(Ordering::Relaxed) {
            halt.store(true, Ordering::Relaxed);
        }
        match receiver.recv_timeout(Duration::from_millis(20)) {
            Ok(first) => {
                let ended = std::iter::once(first).chain(receiver.try_iter()).take(BATCH);
                let (games, failed): (Vec<_>, Vec<_>) = ended.partition(Result::is_ok);
                // What has ended well stays, whatever happened to others.
                let games: Vec<GameRow> = games.into_iter().flatten().collect();
                let goes_on = games.is_empty() || keep(games)?;
                if let Some(Err(error)) = failed.into_iter().next() {
                    return Err(error.into());
                }
                if !goes_on {
                    return Ok(());
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}
