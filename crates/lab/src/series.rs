//! Plays or measures a series and hands its observations on. What is finished is never done twice.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use arena::export::{Format, export};
use arena::{Experiment, GameRow, Progress, Setup, Store, no_thread};
use plywise::Checksum;
use serde_json::json;

use crate::error::Error;
use crate::measures::{self, Measure, Place};
use crate::observe::{Observed, Seen};
use crate::plan::{Plan, Series, Size};
use crate::rows::Rows;

/// Is told how a series gets on: what it is called, how much is done, how much there is.
pub type Watch<'a> = &'a mut dyn FnMut(&str, u64, u64);

/// The columns of a game.
pub(crate) const GAME_COLUMNS: [&str; 13] = [
    "won", "drawn", "lost", "score", "points", "nodes", "time_s", "moves", "plies", "tile", "seat",
    "forfeit", "opening",
];

impl Series {
    /// The tournament that a series of games is.
    #[must_use]
    pub fn experiment(&self, size: Size) -> Option<Experiment> {
        let game = self.game.clone()?;
        let alone = games::open(&game).is_ok_and(|kind| kind.seats() == 1);
        let games = self.size.of(size);
        Some(Experiment {
            schedule: self.schedule,
            seed: self.seed,
            clock: self.clock.clone(),
            opening_plies: self.opening_plies,
            openings: self.openings.clone(),
            adjudicate: self.adjudicate.clone(),
            rounds: if alone { games } else { games.div_ceil(2) },
            ..Experiment::new(game, &self.agents)
        })
    }

    /// Whether its game, agents or measure can be opened.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check_names(&self) -> Result<(), String> {
        match (&self.measure, self.experiment(Size::Quick)) {
            (Some(measure), _) => measures::open(measure, &self.with, self.seed).map(drop),
            (None, Some(experiment)) => experiment.open().map(drop).map_err(|error| error.to_string()),
            (None, None) => Err("it has neither game nor measure".into()),
        }
    }
}

/// What there is of a series.
pub(crate) struct Done {
    pub(crate) observed: Observed,
    /// Units, and how many there should be.
    pub(crate) done: u64,
    pub(crate) all: u64,
}

/// Does what is missing of a series and returns all of it, or, where it is stopped, what there is.
pub(crate) fn observe(
    plan: &Plan,
    series: &Series,
    size: Size,
    folder: &Path,
    threads: usize,
    stop: &AtomicBool,
    watch: Watch<'_>,
) -> Result<Done, Error> {
    let wrong = |what: String| Error::Plan(plan.name.clone(), format!("series {:?}: {what}", series.name));
    if let Some(measure) = &series.measure {
        let open = measures::open(measure, &series.with, series.seed).map_err(wrong)?;
        let head =
            json!({"measure": measure, "with": series.with, "seed": series.seed, "revision": open.revision});
        let units = series.size.of(size).min(open.measure.units());
        let job = Job { name: &series.name, measure: &*open.measure, units, threads, stop };
        return job.run(&folder.join("rows"), &head.to_string(), watch).map_err(|error| match error {
            Trouble::Error(error) => error,
            Trouble::Measure(what) => wrong(what),
        });
    }
    let Some(experiment) = series.experiment(size) else { return Err(wrong("it has no game".into())) };
    let of = |error| Error::Games(plan.name.clone(), error);
    let setup = experiment.open().map_err(|error| wrong(error.to_string()))?;
    setup.ready().map_err(|error| of(error.into()))?;
    let mut store = Store::open(&folder.join("games.db")).map_err(of)?;
    let mut told = Told { name: &series.name, watch };
    arena::run(&setup, Some(&mut store), threads, stop, &mut told).map_err(of)?;
    let observed = games(series, &setup, &mut store).map_err(of)?;
    Ok(Done { observed: observed.0, done: observed.1, all: setup.units() })
}

/// Passes on how a tournament gets on.
struct Told<'a, 'b> {
    name: &'a str,
    watch: Watch<'b>,
}

impl arena::Watch for Told<'_, '_> {
    fn begin(&mut self, setup: &Setup, progress: &Progress) {
        (self.watch)(self.name, progress.finished(), setup.units());
    }

    fn game(&mut self, setup: &Setup, _: &GameRow, progress: &Progress) {
        (self.watch)(self.name, progress.finished(), setup.units());
    }
}

/// The games of a series as its agents saw them, and how many games those are.
fn games(series: &Series, setup: &Setup, store: &mut Store) -> Result<(Observed, u64), arena::Error> {
    let (subjects, id) = (series.subjects(), store.experiment(&setup.experiment)?);
    let group = setup.timetable.games_of_a_group();
    let columns = GAME_COLUMNS.iter().map(|&column| column.to_owned()).collect();
    let mut observed = Observed { columns, groups: Vec::new() };
    let mut count = 0;
    store.games(id, 0, setup.units(), &mut |game| {
        count += 1;
        if observed.groups.last().is_none_or(|last| last.0 != game.unit / group) {
            observed.groups.push((game.unit / group, Vec::new()));
        }
        let Some((_, seen)) = observed.groups.last_mut() else { return };
        for (seat, &agent) in game.agents.iter().enumerate() {
            if series.each_meeting {
                let others = game.agents.iter().filter(|&&other| other > agent);
                let rows = others.filter_map(|&other| series.meeting(agent, other));
                seen.extend(rows.map(|row| Seen { row, values: game_values(&game, seat, agent, group) }));
            } else if let Some(&Some(row)) = subjects.get(agent) {
                seen.push(Seen { row: row.to_owned(), values: game_values(&game, seat, agent, group) });
            }
        }
    })?;
    Ok((observed, count))
}

/// The games of all series, each experiment of the store once: first player, second player, seconds, their scores.
pub(crate) fn scores(plan: &Plan, size: Size, folder: &Path) -> Result<Vec<u8>, Error> {
    let of = |error| Error::Games(plan.name.clone(), error);
    let mut store = Store::open(&folder.join("games.db")).map_err(of)?;
    let (mut told, mut written) = (Vec::new(), Vec::new());
    for experiment in
        plan.series.iter().filter(|series| series.is_of(size)).filter_map(|s| s.experiment(size))
    {
        let setup = experiment.open().map_err(|error| of(error.into()))?;
        let id = store.experiment(&setup.experiment).map_err(of)?;
        if setup.kind.seats() == 2 && !told.contains(&id) {
            told.push(id);
            let text = export(&store, id, &setup, Format::Scores, &mut written).map_err(of)?;
            text.map_err(Error::file(folder))?;
        }
    }
    Ok(written)
}

/// What `GAME_COLUMNS` are of a game for the agent on a seat.
fn game_values(game: &GameRow, seat: usize, agent: usize, group: u64) -> Vec<f64> {
    let flag = |yes: bool| f64::from(u8::from(yes));
    let half = (game.payoffs.len() == 2).then(|| game.half_points(seat));
    let is = |half_points| half.map_or(f64::NAN, |half| flag(half == half_points));
    let spent = game.spent[seat];
    vec![
        is(2),
        is(1),
        is(0),
        half.map_or(f64::NAN, |half| half as f64 / 2.0),
        f64::from(game.payoffs[seat]),
        spent.nodes as f64,
        spent.time.as_secs_f64(),
        f64::from(spent.moves),
        f64::from(game.plies),
        game.milestone.map_or(f64::NAN, |tile| tile as f64),
        seat as f64,
        flag(game.loser == Some(agent)),
        (game.unit / group) as f64,
    ]
}

/// What can go wrong while measuring.
enum Trouble {
    Error(Error),
    Measure(String),
}

/// A measure that is to be repeated.
struct Job<'a> {
    name: &'a str,
    measure: &'a dyn Measure,
    units: u64,
    threads: usize,
    stop: &'a AtomicBool,
}

impl Job<'_> {
    fn run(&self, folder: &Path, head: &str, watch: Watch<'_>) -> Result<Done, Trouble> {
        plywise::file::make_folder(folder).map_err(Error::file(folder)).map_err(Trouble::Error)?;
        let path = folder.join(format!("{:016x}.jsonl", Checksum::of(head.as_bytes()).get()));
        let mut rows = Rows::open(&path, head).map_err(Trouble::Error)?;
        let missing: Vec<u64> = (0..self.units).filter(|unit| !rows.units.contains_key(unit)).collect();
        let done = self.units - missing.len() as u64;
        watch(self.name, done, self.units);
        if !missing.is_empty() {
            self.measure_all(&missing, &path, &mut rows, &mut |more| {
                watch(self.name, done + more, self.units);
            })?;
        }
        let units = std::mem::take(&mut rows.units);
        let mut groups: Vec<_> = units.into_iter().filter(|(unit, _)| *unit < self.units).collect();
        for seen in groups.iter_mut().flat_map(|group| &mut group.1).filter(|seen| seen.row.is_empty()) {
            self.name.clone_into(&mut seen.row);
        }
        let (done, all) = (groups.len() as u64, self.units);
        Ok(Done { observed: Observed { columns: self.measure.columns(), groups }, done, all })
    }

    fn measure_all(
        &self,
        missing: &[u64],
        path: &Path,
        rows: &mut Rows,
        tell: &mut dyn FnMut(u64),
    ) -> Result<(), Trouble> {
        let (next, halt) = (AtomicU64::new(0), AtomicBool::new(false));
        let (sender, receiver) = mpsc::sync_channel(1024);
        std::thread::scope(|scope| {
            for thread in 0..self.threads.clamp(1, missing.len()) {
                let (sender, next, halt) = (sender.clone(), &next, &halt);
                let work = move || {
                    while !halt.load(Ordering::Relaxed) && !self.stop.load(Ordering::Relaxed) {
                        let place = next.fetch_add(1, Ordering::Relaxed) as usize;
                        let Some(&unit) = missing.get(place) else { return };
                        let place =
                            Place { state: path.with_extension(format!("{unit}.state")), stop: self.stop };
                        let Some(seen) = self.measure.observe_at(unit, &place).transpose() else { return };
                        if sender.send((unit, seen)).is_err() {
                            return;
                        }
                    }
                };
                match std::thread::Builder::new().spawn_scoped(scope, work) {
                    Err(why) if thread == 0 => {
                        return Err(Trouble::Measure(no_thread(self.threads, &why).to_string()));
                    }
                    // Where the system has no more threads, those that there are do the work.
                    _ => {}
                }
            }
            drop(sender);
            let mut collect = || {
                for (done, (unit, seen)) in receiver.iter().enumerate() {
                    let seen = seen.map_err(Trouble::Measure)?;
                    rows.add(unit, seen).map_err(Error::file(path)).map_err(Trouble::Error)?;
                    tell(done as u64 + 1);
                }
                Ok(())
            };
            let collected = collect();
            halt.store(true, Ordering::Relaxed);
            // Whoever still wants to send finds nobody there and ends.
            drop(receiver);
            collected
        })
    }
}
