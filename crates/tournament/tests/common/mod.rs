//! What the tests of tournaments share.
#![allow(dead_code)]

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use tournament::{Experiment, GameRow, Progress, Report, Setup, Store, Watch};

/// A round robin with seed 1.
pub(crate) fn experiment(game: &str, agents: &[&str], rounds: u64) -> Experiment {
    let agents = serde_json::to_string(agents).unwrap();
    Experiment::parse(&format!(r#"{{"game": "{game}", "agents": {agents}, "rounds": {rounds}}}"#)).unwrap()
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

/// A folder of a test's own, gone when the test is over.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("plywise-tournament-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("there is a place for temporary files");
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
