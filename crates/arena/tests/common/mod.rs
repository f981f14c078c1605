//! What the tests of matches share.
#![allow(dead_code)]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use arena::{Adjudication, GameSummary, Kind, MatchPlan, MatchReport, Openings, Spec, run_match};

/// A match without a clock on one thread.
pub(crate) fn plan(agents: &[&str], games: u64) -> MatchPlan {
    MatchPlan {
        agents: agents.iter().map(|agent| Spec::parse(agent).unwrap()).collect(),
        games,
        seed: 7,
        clock: None,
        openings: Openings::Start,
        adjudication: Adjudication::default(),
        sprt: None,
        threads: 1,
    }
}

/// Plays a match to its end. The games come in the order of the match.
pub(crate) fn play(game: &str, plan: &MatchPlan) -> (MatchReport, Vec<GameSummary>) {
    let kind = games::open(game).unwrap();
    play_kind(&*kind, plan)
}

/// The same for a game that is open already.
pub(crate) fn play_kind(kind: &dyn Kind, plan: &MatchPlan) -> (MatchReport, Vec<GameSummary>) {
    let mut games = Vec::new();
    let stop = Arc::new(AtomicBool::new(false));
    let report = run_match(kind, plan, &stop, &mut |game| games.push(game.clone())).unwrap();
    games.sort_by_key(|game| game.unit);
    (report, games)
}

/// The file that a match would save.
pub(crate) fn saved(games: &[GameSummary]) -> String {
    games.iter().map(|game| game.text.as_str()).collect()
}

/// Everything in a report but the times, which are the machine's.
pub(crate) fn timeless(mut report: MatchReport) -> MatchReport {
    for agent in &mut report.agents {
        agent.mean_time_per_game_s = 0.0;
        agent.mean_time_per_move_s = 0.0;
    }
    report
}

/// A folder of this test's own, gone when the test is over.
pub(crate) struct Folder(pub(crate) std::path::PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("plywise-arena-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
