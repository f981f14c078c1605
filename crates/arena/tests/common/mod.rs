//! What the tests of matches and tournaments share.
#![allow(dead_code)]

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arena::{Experiment, GameRow, Kind, Ledger, Progress, Report, Setup, Watch, run};
use store::Store;

/// A match with seed 7; its game is named when it is played.
pub(crate) fn plan(agents: &[&str], games: u64) -> Experiment {
    Experiment { seed: 7, games: Some(games), ..Experiment::new("", agents) }
}

/// A round robin with seed 1.
pub(crate) fn experiment(game: &str, agents: &[&str], rounds: u64) -> Experiment {
    Experiment { rounds, ..Experiment::new(game, agents) }
}

/// Plays a match to its end on one thread. The games come in the order of the match.
pub(crate) fn play(game: &str, plan: &Experiment) -> (Report, Vec<GameRow>) {
    play_on(1, game, plan)
}

/// The same on so many threads.
pub(crate) fn play_on(threads: usize, game: &str, plan: &Experiment) -> (Report, Vec<GameRow>) {
    play_kind(threads, games::open(game).unwrap().into(), plan)
}

/// The same for a game that is open already.
pub(crate) fn play_kind(threads: usize, kind: Arc<dyn Kind>, plan: &Experiment) -> (Report, Vec<GameRow>) {
    let setup = setup(kind, plan);
    let mut games = Each(|_, game: &GameRow| Some(game.clone()), Vec::new());
    let report = run(&setup, None, threads, &AtomicBool::new(false), &mut games).unwrap();
    games.1.sort_by_key(|game| game.unit);
    (report, games.1)
}

/// A match of [`plan`] in a game.
pub(crate) fn setup(kind: Arc<dyn Kind>, plan: &Experiment) -> Setup {
    let (games, seats) = (plan.games.unwrap(), kind.seats());
    Experiment { game: kind.name().to_owned(), ..plan.clone() }.of_games(games, seats).open_as(kind).unwrap()
}

/// Calls its function with each game as it ends, and keeps what that gives.
pub(crate) struct Each<T, F: FnMut(&Setup, &GameRow) -> Option<T>>(pub(crate) F, pub(crate) Vec<T>);

impl<T, F: FnMut(&Setup, &GameRow) -> Option<T>> Watch for Each<T, F> {
    fn begin(&mut self, _: &Setup, _: &Progress) {}

    fn game(&mut self, setup: &Setup, game: &GameRow, _: &Progress) {
        self.1.extend((self.0)(setup, game));
    }
}

/// The file that a match would save.
pub(crate) fn saved(games: &[GameRow]) -> String {
    games.iter().map(|game| game.game.as_str()).collect()
}

/// A report without the times, which differ from run to run.
pub(crate) fn timeless(report: &Report) -> Report {
    let mut report = report.clone();
    for agent in &mut report.agents {
        (agent.mean_time_per_game_s, agent.mean_time_per_move_s) = (0.0, 0.0);
    }
    report
}

/// Every game of a store.
pub(crate) fn games_of(store: &Store) -> Vec<GameRow> {
    let mut games = Vec::new();
    for stored in store.experiments().unwrap() {
        store.games(stored.id, 0, u64::MAX, &mut |game| games.push(game)).unwrap();
    }
    games
}

/// Stops a run after some games.
pub(crate) struct StopAfter<'a> {
    pub(crate) seen: usize,
    games: usize,
    stop: &'a AtomicBool,
}

impl<'a> StopAfter<'a> {
    pub(crate) fn new(games: usize, stop: &'a AtomicBool) -> Self {
        Self { seen: 0, games, stop }
    }
}

impl Watch for StopAfter<'_> {
    fn begin(&mut self, _: &Setup, _: &Progress) {
        self.stop.fetch_or(self.games == 0, Ordering::Relaxed);
    }

    fn game(&mut self, _: &Setup, _: &GameRow, _: &Progress) {
        self.seen += 1;
        self.stop.fetch_or(self.seen >= self.games, Ordering::Relaxed);
    }
}

/// A folder of this test's own, gone when the test is over.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("plywise-arena-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
