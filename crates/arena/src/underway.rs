//! The games that are being played, for whoever watches the store meanwhile.
//!
//! A program that shows a store says so by a file beside it (`games.db-watched`), again and again while it does. A run
//! that writes to the store then tells of its games in another one (`games.db-live`), and stops when nobody watches.
//! Where nobody ever does, nothing is written and no game is followed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use registry::{Frame, GameSummary, Unit};
use serde::{Deserialize, Serialize};

use crate::run::Follow;

/// Between two tellings.
const EVERY: Duration = Duration::from_millis(700);
/// Between two positions of one game: drawing one takes longer than some games' moves.
const EACH: Duration = Duration::from_millis(250);
/// Whoever watches says so more often than this.
const PATIENCE: Duration = Duration::from_secs(6);

/// A game in play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameNow {
    /// Its number within the experiment.
    pub unit: u64,
    /// Which agent sits on each seat.
    pub agents: Vec<usize>,
    /// Turns of seats so far.
    pub ply: u32,
    /// The last move.
    pub last: String,
    /// The position, in the game's notation.
    pub position: String,
}

/// What a run tells.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Told {
    /// The hash of its experiment.
    pub hash: String,
    /// Its games.
    pub games: Vec<GameNow>,
}

/// Says that somebody watches a store.
///
/// # Errors
/// When the file beside the store cannot be written.
pub fn watch(store: &Path) -> std::io::Result<()> {
    std::fs::write(beside(store, "-watched"), [])
}

/// What the run that writes to a store tells of its games; None if none does, or has not for a while.
#[must_use]
pub fn read(store: &Path) -> Option<Told> {
    let path = beside(store, "-live");
    is_fresh(&path).then(|| serde_json::from_str(&std::fs::read_to_string(path).ok()?).ok()).flatten()
}

fn beside(store: &Path, ending: &str) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn is_fresh(path: &Path) -> bool {
    let touched = path.metadata().and_then(|about| about.modified());
    touched.is_ok_and(|at| at.elapsed().is_ok_and(|age| age < PATIENCE))
}

/// The games of one run, followed while somebody watches.
pub struct Underway {
    store: PathBuf,
    hash: String,
    wanted: AtomicBool,
    /// With the moment at which each was looked at.
    games: Mutex<BTreeMap<u64, (Instant, GameNow)>>,
}

impl Underway {
    /// The games of the run of the experiment with this hash, kept in `store`; told of in a file beside it, which goes with this.
    #[must_use]
    pub fn new(store: &Path, hash: String) -> Self {
        Self { store: store.to_owned(), hash, wanted: AtomicBool::new(false), games: Mutex::default() }
    }

    /// Looks whether somebody watches, and tells; done as often as it likes: `last` is when that was looked at last, and nothing
    /// is done so soon after.
    pub fn tell(&self, last: &mut Option<Instant>) {
        if last.is_some_and(|last| last.elapsed() < EVERY) {
            return;
        }
        *last = Some(Instant::now());
        let wanted = is_fresh(&beside(&self.store, "-watched"));
        let path = beside(&self.store, "-live");
        if self.wanted.swap(wanted, Ordering::Relaxed) && !wanted {
            let _ = std::fs::remove_file(&path);
        }
        if wanted {
            let games = self.games().values().map(|(_, game)| game.clone()).collect();
            let told = Told { hash: self.hash.clone(), games };
            let text = serde_json::to_string(&told).unwrap_or_default();
            let new = beside(&self.store, "-live.tmp");
            // Who watches does without where the folder cannot be written; the tournament goes on.
            let _ = std::fs::write(&new, text).and_then(|()| std::fs::rename(&new, &path));
        }
    }

    fn games(&self) -> MutexGuard<'_, BTreeMap<u64, (Instant, GameNow)>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Follow for Underway {
    fn is_wanted(&self) -> bool {
        self.wanted.load(Ordering::Relaxed)
    }

    /// Hears of every move and looks at the board now and then.
    fn frame(&self, unit: &Unit, frame: &Frame<'_>) {
        if self.games().get(&unit.number).is_some_and(|(looked, _)| looked.elapsed() < EACH) {
            return;
        }
        let now = GameNow {
            unit: unit.number,
            agents: unit.seating.clone(),
            ply: frame.ply,
            last: frame.move_text.to_owned(),
            position: (frame.position)(),
        };
        self.games().insert(unit.number, (Instant::now(), now));
    }

    fn end(&self, unit: &Unit, _: Option<&GameSummary>) {
        self.games().remove(&unit.number);
    }
}

impl Drop for Underway {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(beside(&self.store, "-live"));
    }
}
