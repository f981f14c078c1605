//! Plays or measures a series and hands its observations on. What is finished is never done twice.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use arena::export::{Format, export};
use arena::{Experiment, GameRow, Ledger, Progress, Setup, no_thread};
use plywise::Checksum;
use serde_json::json;
use store::Store;

use crate::claims::LEAST_UNITS;
use crate::error::Error;
use crate::measures::{self, Measure, Place};
use crate::observe::{Observed, Seen};
use crate::plan::{Plan, Series, Size};
use crate::rows::{self, Rows};

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

    /// Whether its game, agents or measure can be opened; the columns of what is observed then.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check_names(&self) -> Result<Vec<String>, String> {
        match (&self.measure, self.experiment(Size::Quick)) {
            (Some(measure), _) => Ok(measures::open(measure, &self.with, self.seed)?.measure.columns()),
            (None, Some(experiment)) => {
                experiment.open().map_err(|error| error.to_string())?;
                Ok(GAME_COLUMNS.map(str::to_owned).to_vec())
            }
            (None, None) => Err("it has neither game nor measure".into()),
        }
    }
}

impl Plan {
    /// Whether the games, agents and measures of all series can be opened, and quantities are made of columns that there are.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check_names(&self) -> Result<(), Error> {
        let wrong = |what| Error::Plan(self.name.clone(), what);
        let own = |series: &Series| {
            let own = series.check_names();
            own.map_err(|what| wrong(format!("series {:?}: {what}", series.name)))
        };
        let of_series = self.series.iter().map(own).collect::<Result<Vec<_>, _>>()?;
        let mut columns = of_series.concat();
        columns.sort_unstable();
        columns.dedup();
        self.check_columns(&columns).and_then(|()| self.check_asked(&of_series)).map_err(wrong)
    }
}

/// What there is of a series.
pub(crate) struct Done {
    pub(crate) observed: Observed,
    /// Units, and how many there should be.
    pub(crate) done: u64,
    pub(crate) all: u64,
}

/// A series whose units are ready to be done.
pub enum Opened {
    /// Games.
    Games(Box<Setup>),
    /// Repetitions of a measure.
    Measure(Measured),
}

/// A measure as a series repeats it.
pub struct Measured {
    name: String,
    measure: Box<dyn Measure>,
    units: u64,
    /// What the rows are of.
    head: String,
}

/// Opens what a series plays or measures.
///
/// # Errors
/// When there is no such game, agent or measure.
pub fn open(plan: &Plan, series: &Series, size: Size) -> Result<Opened, Error> {
    let wrong = |what: String| Error::Plan(plan.name.clone(), format!("series {:?}: {what}", series.name));
    let Some(name) = &series.measure else {
        let Some(experiment) = series.experiment(size) else { return Err(wrong("it has no game".into())) };
        let setup = experiment.open().map_err(|error| wrong(error.to_string()))?;
        return Ok(Opened::Games(Box::new(setup)));
    };
    let measures::Opened { measure, revision } =
        measures::open(name, &series.with, series.seed).map_err(wrong)?;
    let head = json!({"measure": name, "with": series.with, "seed": series.seed, "revision": revision});
    let units = series.size.of(size).min(measure.units());
    Ok(Opened::Measure(Measured { name: series.name.clone(), measure, units, head: head.to_string() }))
}

impl Measured {
    /// Units in all.
    pub(crate) fn units(&self) -> u64 {
        self.units
    }

    /// Measures a unit: the line that keeps it.
    ///
    /// # Errors
    /// When the settings lead nowhere: one line.
    pub fn line(&self, unit: u64) -> Result<String, String> {
        self.measure
            .observe(unit)
            .and_then(|seen| rows::line(&self.head, unit, seen).map_err(|error| error.to_string()))
    }

    /// The same of a unit that may be stopped and gone on with at its place; None where it was stopped.
    fn line_at(&self, unit: u64, place: &Place<'_>) -> Result<Option<String>, String> {
        let seen = self.measure.observe_at(unit, place)?;
        seen.map(|seen| rows::line(&self.head, unit, seen).map_err(|error| error.to_string())).transpose()
    }

    /// What is measured already, in a folder of an experiment.
    pub(crate) fn rows(&self, folder: &Path) -> Result<Rows, Error> {
        let folder = folder.join("rows");
        plywise::file::make_folder(&folder).map_err(Error::file(&folder))?;
        let name = format!("{:016x}.jsonl", Checksum::of(self.head.as_bytes()).get());
        Rows::open(&folder.join(name), &self.head)
    }
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
    let setup = match open(plan, series, size)? {
        Opened::Games(setup) => setup,
        Opened::Measure(measured) => {
            let job = Job { measured: &measured, threads, stop };
            return job.run(folder, watch).map_err(|error| match error {
                Trouble::Error(error) => error,
                Trouble::Measure(what) => {
                    Error::Plan(plan.name.clone(), format!("series {:?}: {what}", series.name))
                }
            });
        }
    };
    let of = |error| Error::Games(plan.name.clone(), error);
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
    let (mut count, mut played) = (0, Vec::new());
    store.games(id, 0, setup.units(), &mut |game| {
        count += 1;
        if observed.groups.last().is_none_or(|last| last.0 != game.unit / group) {
            observed.groups.push((game.unit / group, Vec::new()));
            played.push(Checksum::default());
        }
        let (Some((_, seen)), Some(played)) = (observed.groups.last_mut(), played.last_mut()) else { return };
        played.add(format!("{:?} {:x} ", game.agents, game.fingerprint).as_bytes());
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
    join_repeated(&mut observed.groups, &played);
    Ok((observed, count))
}

/// Players without luck repeat their games. Where hardly any group is unlike the others, those that are alike are one: a game
/// that is played again shows nothing more.
fn join_repeated(groups: &mut Vec<(u64, Vec<Seen>)>, played: &[Checksum]) {
    let mut first: BTreeMap<u64, usize> = BTreeMap::new();
    let same: Vec<usize> =
        played.iter().enumerate().map(|(at, sum)| *first.entry(sum.get()).or_insert(at)).collect();
    if first.len() as u64 >= LEAST_UNITS {
        return;
    }
    for at in (0..groups.len()).rev().filter(|&at| same[at] != at) {
        let (_, again) = groups.remove(at);
        groups[same[at]].1.extend(again);
    }
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
    measured: &'a Measured,
    threads: usize,
    stop: &'a AtomicBool,
}

impl Job<'_> {
    fn run(&self, folder: &Path, watch: Watch<'_>) -> Result<Done, Trouble> {
        let Measured { name, measure, units: all, .. } = self.measured;
        let mut rows = self.measured.rows(folder).map_err(Trouble::Error)?;
        let columns = measure.columns();
        let odd = |seen: &[Seen]| seen.iter().any(|seen| seen.values.len() != columns.len());
        if let Some((unit, _)) = rows.units.iter().find(|(_, seen)| odd(seen)) {
            let (path, all) = (rows.path.display(), columns.len());
            let what = format!(
                "{path}: unit {unit} has not {all} values, as this measure has; without its line it is measured again"
            );
            return Err(Trouble::Measure(what));
        }
        let missing: Vec<u64> = (0..*all).filter(|unit| !rows.units.contains_key(unit)).collect();
        let done = all - missing.len() as u64;
        watch(name, done, *all);
        if !missing.is_empty() {
            self.measure_all(&missing, &mut rows, &mut |more| watch(name, done + more, *all))?;
        }
        let units = std::mem::take(&mut rows.units);
        let mut groups: Vec<_> = units.into_iter().filter(|(unit, _)| unit < all).collect();
        for seen in groups.iter_mut().flat_map(|group| &mut group.1).filter(|seen| seen.row.is_empty()) {
            name.clone_into(&mut seen.row);
        }
        let done = groups.len() as u64;
        Ok(Done { observed: Observed { columns, groups }, done, all: *all })
    }

    fn measure_all(
        &self,
        missing: &[u64],
        rows: &mut Rows,
        tell: &mut dyn FnMut(u64),
    ) -> Result<(), Trouble> {
        let (next, halt) = (AtomicU64::new(0), AtomicBool::new(false));
        let (sender, receiver) = mpsc::sync_channel(1024);
        let path = &rows.path.clone();
        std::thread::scope(|scope| {
            for thread in 0..self.threads.clamp(1, missing.len()) {
                let (sender, next, halt) = (sender.clone(), &next, &halt);
                let work = move || {
                    while !halt.load(Ordering::Relaxed) && !self.stop.load(Ordering::Relaxed) {
                        let place = next.fetch_add(1, Ordering::Relaxed) as usize;
                        let Some(&unit) = missing.get(place) else { return };
                        let place =
                            Place { state: path.with_extension(format!("{unit}.state")), stop: self.stop };
                        let Some(line) = self.measured.line_at(unit, &place).transpose() else { return };
                        if sender.send(line).is_err() {
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
                for (done, line) in receiver.iter().enumerate() {
                    rows.add(&line.map_err(Trouble::Measure)?).map_err(Trouble::Error)?;
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
