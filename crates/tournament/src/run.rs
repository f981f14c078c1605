//! Plays what is missing of a tournament.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use arena::stats::{Tally, Verdict};
use arena::{Crew, GameSummary, Unit, no_thread};
use registry::SpecError;

use crate::error::Error;
use crate::experiment::{Experiment, Setup};
use crate::record::GameRow;
use crate::report::Report;
use crate::standings::Standings;
use crate::store::Store;
use crate::underway::Underway;

/// Stored games after which the sums are kept again.
const SUMS_EVERY: u64 = 20_000;
/// The most games that are stored at once. Slow games are stored one by one.
const BATCH: usize = 1000;

/// The games of a tournament so far, in order: the sums of those up to the first gap, and the others one by one.
pub struct Progress {
    /// Games up to here are counted.
    counted: u64,
    standings: Standings,
    /// Finished games beyond a gap, without their records.
    ahead: BTreeMap<u64, GameRow>,
    /// Games that count, once the test has ended.
    decided: Option<u64>,
    /// The test's log-likelihood ratio after each pair that counts.
    llr: Vec<f64>,
}

/// Is told how a tournament gets on.
pub trait Watch {
    /// What there is already is known; the games that are missing begin.
    fn begin(&mut self, setup: &Setup, progress: &Progress);
    /// A game has ended and is stored.
    fn game(&mut self, setup: &Setup, game: &GameRow, progress: &Progress);
}

/// Nobody watches.
impl Watch for () {
    fn begin(&mut self, _: &Setup, _: &Progress) {}
    fn game(&mut self, _: &Setup, _: &GameRow, _: &Progress) {}
}

impl Progress {
    /// Before the first game.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        let standings = Standings::new(&setup.timetable, setup.agents.len());
        Self { counted: 0, standings, ahead: BTreeMap::new(), decided: None, llr: Vec::new() }
    }

    /// What a store holds of an experiment.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn load(setup: &Setup, store: &Store, experiment: i64) -> Result<Self, Error> {
        let mut progress = Self::new(setup);
        // A test looks at every pair in turn; sums would hide where it ended.
        if setup.sprt.is_none()
            && let Some((units, standings)) = store.sums(experiment, setup.units())?
        {
            (progress.counted, progress.standings) = (units, standings);
        }
        store.games(experiment, progress.counted, setup.units(), &mut |game| progress.add(setup, game))?;
        Ok(progress)
    }

    /// Writes the sums so far beside the games: the next [`load`](Self::load) then reads only what came later.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep(&self, store: &mut Store, experiment: i64) -> Result<(), Error> {
        store.keep_sums(experiment, self.counted, &self.standings)
    }

    /// Adds a finished game.
    pub fn add(&mut self, setup: &Setup, game: GameRow) {
        if game.unit >= self.counted {
            self.ahead.insert(game.unit, game);
        }
        // Whole groups only: what lies before `counted` is closed.
        let group = setup.timetable.games_of_a_group();
        while self.decided.is_none()
            && (self.counted..self.counted + group).all(|unit| self.ahead.contains_key(&unit))
        {
            for unit in self.counted..self.counted + group {
                if let Some(game) = self.ahead.remove(&unit) {
                    self.standings.add(&setup.timetable, &game);
                }
            }
            self.counted += group;
            if let (Some(sprt), Some(meeting)) = (&setup.sprt, self.standings.meetings.first()) {
                let llr = sprt.llr(&Tally(meeting.pairs));
                self.llr.push(llr);
                self.decided = (sprt.verdict(llr) != Verdict::Undecided).then_some(self.counted);
            }
        }
    }

    /// Whether game `unit` is finished.
    #[must_use]
    pub fn has(&self, unit: u64) -> bool {
        unit < self.counted || self.ahead.contains_key(&unit)
    }

    /// Whether the test has ended the tournament.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.decided.is_some()
    }

    /// The test's log-likelihood ratio after each pair that counts; empty without a test.
    #[must_use]
    pub fn llr_course(&self) -> &[f64] {
        &self.llr
    }

    /// Finished games, those that a test does not count any more included.
    #[must_use]
    pub fn finished(&self) -> u64 {
        self.counted + self.ahead.len() as u64
    }

    /// The sums of all games that count.
    #[must_use]
    pub fn standings(&self, setup: &Setup) -> Standings {
        let mut all = self.standings.clone();
        if self.decided.is_none() {
            self.ahead.values().for_each(|game| all.add(&setup.timetable, game));
        }
        all
    }
}

/// Plays the games that are missing, on `threads` threads, stores each as it ends, and reports. Setting `stop` breaks
/// off the games in play. Without a store nothing outlives the run.
///
/// # Errors
/// When the experiment cannot be played or the store fails; what was stored before stays.
pub fn run(
    experiment: &Experiment,
    mut store: Option<&mut Store>,
    threads: usize,
    stop: &AtomicBool,
    watch: &mut dyn Watch,
) -> Result<Report, Error> {
    let setup = experiment.open()?;
    setup.ready()?;
    let id = store.as_deref_mut().map(|store| store.experiment(experiment)).transpose()?;
    let mut progress = match (store.as_deref(), id) {
        (Some(store), Some(id)) => Progress::load(&setup, store, id)?,
        _ => Progress::new(&setup),
    };
    watch.begin(&setup, &progress);
    let jobs = Jobs::new(&setup, &progress);
    if !jobs.is_empty() {
        let underway = store.as_deref().map(|store| Underway::new(store.path(), experiment.hash()));
        let mut keeper = match (store, id) {
            (Some(store), Some(id)) => {
                Some(Keeper { run: store.run(id)?, store, id, sums: progress.counted })
            }
            _ => None,
        };
        let is_stored = keeper.is_some();
        let played = play(&setup, &jobs, threads, (stop, underway.as_ref()), &mut |games| {
            if let Some(keeper) = &mut keeper {
                keeper.keep(&games, &progress)?;
            }
            for game in games {
                progress.add(&setup, game.without_record());
                watch.game(&setup, &game, &progress);
            }
            Ok(!progress.is_decided())
        });
        if let Err(error) = played {
            return Err(if is_stored { error.with_kept(progress.finished()) } else { error });
        }
        if let Some(keeper) = &mut keeper {
            let kept = keeper.store.keep_sums(keeper.id, progress.counted, &progress.standings);
            kept.map_err(|error| error.with_kept(progress.finished()))?;
        }
    }
    Ok(Report::new(experiment, &setup, &progress))
}

/// Stores what has been played.
struct Keeper<'a> {
    store: &'a mut Store,
    id: i64,
    run: i64,
    /// Games whose sums were kept last.
    sums: u64,
}

impl Keeper<'_> {
    fn keep(&mut self, games: &[GameRow], progress: &Progress) -> Result<(), Error> {
        self.store.add(self.id, self.run, games)?;
        if progress.counted >= self.sums + SUMS_EVERY {
            self.store.keep_sums(self.id, progress.counted, &progress.standings)?;
            self.sums = progress.counted;
        }
        Ok(())
    }
}

/// The games that are missing: some gaps, then all from a number on.
struct Jobs {
    gaps: Vec<u64>,
    rest: u64,
    units: u64,
    next: AtomicU64,
}

impl Jobs {
    fn new(setup: &Setup, progress: &Progress) -> Self {
        let units = if progress.is_decided() { 0 } else { setup.units() };
        let rest = progress.ahead.last_key_value().map_or(progress.counted, |(unit, _)| unit + 1);
        let gaps = (progress.counted..rest).filter(|&unit| !progress.has(unit)).collect();
        Self { gaps, rest, units, next: AtomicU64::new(0) }
    }

    fn is_empty(&self) -> bool {
        self.units == 0 || self.gaps.is_empty() && self.rest >= self.units
    }

    /// The next game for whoever asks.
    fn next(&self) -> Option<u64> {
        let n = self.next.fetch_add(1, Ordering::Relaxed);
        let unit = match self.gaps.get(n as usize) {
            Some(&gap) => gap,
            None => self.rest + (n - self.gaps.len() as u64),
        };
        (unit < self.units).then_some(unit)
    }
}

/// Plays jobs on many threads and hands the games on in handfuls, as many as have ended, until `keep` has had enough.
fn play(
    setup: &Setup,
    jobs: &Jobs,
    threads: usize,
    (stop, underway): (&AtomicBool, Option<&Underway>),
    keep: &mut dyn FnMut(Vec<GameRow>) -> Result<bool, Error>,
) -> Result<(), Error> {
    // Ends the games in play, whether somebody wants it or something went wrong.
    let halt = Arc::new(AtomicBool::new(false));
    // With a bound, so that games that end faster than they can be stored wait.
    let (sender, receiver) = mpsc::sync_channel(4 * BATCH);
    let crews = setup.kind.crews(&setup.agents, threads.clamp(1, 4096))?;
    std::thread::scope(|scope| {
        for mut crew in crews {
            let (sender, until) = (sender.clone(), Arc::clone(&halt));
            let play = move || {
                while let Some(unit) = jobs.next() {
                    let unit = setup.unit(unit);
                    let played = play_one(&mut *crew, &unit, &until, underway).transpose();
                    let Some(played) = played.map(|game| game.map(|game| GameRow::new(&unit, game))) else {
                        return;
                    };
                    if sender.send(played).is_err() {
                        return;
                    }
                }
            };
            if let Err(why) = std::thread::Builder::new().spawn_scoped(scope, play) {
                halt.store(true, Ordering::Relaxed);
                drop(receiver);
                return Err(no_thread(threads, &why).into());
            }
        }
        drop(sender);
        let outcome = collect(&receiver, (stop, underway), &halt, keep);
        halt.store(true, Ordering::Relaxed);
        // Whoever still wants to send finds nobody there and ends.
        drop(receiver);
        outcome
    })
}

/// One game, followed if somebody watches.
fn play_one(
    crew: &mut dyn Crew,
    unit: &Unit,
    halt: &Arc<AtomicBool>,
    underway: Option<&Underway>,
) -> Result<Option<GameSummary>, SpecError> {
    let Some(underway) = underway.filter(|underway| underway.is_wanted()) else {
        return crew.play(unit, halt, None);
    };
    let played = crew.play(unit, halt, Some(&mut underway.follow(unit.number, &unit.seating)));
    underway.forget(unit.number);
    played
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
