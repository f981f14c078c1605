//! What is played: every pair of hand-ins an experiment of its own, so that a late hand-in plays only its own games.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::slice::from_ref;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::registry::Guests;
use arena::{Error, Experiment, GameRow, Kind, Ledger, Openings, Progress, Setup, Spec, Watch};
use foreign::{CommandLine, Engine, Protocol, Settings};
use plywise::{Checksum, Rng};

use crate::errors::Errors;
use crate::jail::Jail;
use crate::names::{HandIn, Way};
use crate::python::Interpreter;

/// Starts that are looked at to know whether they differ by luck.
const SEEDS: u64 = 32;

/// How the games are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The game.
    pub game: String,
    /// Every seat's time.
    pub clock: String,
    /// Pairs of games of each two players.
    pub rounds: u64,
    /// The source of all luck.
    pub seed: u64,
    /// Drawn plies that games begin with; None: what suits the game.
    pub opening_plies: Option<u32>,
}

/// What every player may use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Memory, in MiB.
    pub memory_mib: u64,
    /// Processor time of one game, in seconds.
    pub cpu_s: u64,
    /// How long it may take to be loaded.
    pub startup: Duration,
    /// Whether players may play where no sandbox can be had.
    pub unwalled: bool,
    /// Where Python is, if anybody needs it.
    pub python: Option<Interpreter>,
    /// The host's file, and the folder of what the course gave.
    pub host: (PathBuf, Option<PathBuf>),
}

impl Limits {
    /// The jail of somebody who may read these besides the system's files.
    #[must_use]
    pub fn jail(&self, read: Vec<PathBuf>) -> Jail {
        Jail { memory_mib: self.memory_mib, cpu_s: self.cpu_s, read, unwalled: self.unwalled }
    }

    /// How a hand-in is started and asked. None of an agent, which needs no process of its own.
    ///
    /// # Errors
    /// When this program does not know where it lies.
    pub fn settings(&self, player: &HandIn, errors: &Errors) -> Result<Option<Settings>, String> {
        let (read, command) = match (&player.way, &self.python) {
            (Way::Agent, _) => return Ok(None),
            (Way::Program, _) => (vec![player.path.clone()], vec![player.path.display().to_string()]),
            (Way::Python(_), None) => return Err("there is no Python to play it".into()),
            (Way::Python(main), Some(python)) => {
                let (host, course) = &self.host;
                let given = serde_json::json!({ "player": player.path, "main": main, "course": course });
                let command =
                    vec![python.program.display().to_string(), host.display().to_string(), given.to_string()];
                let own = [player.path.clone(), host.clone()].into_iter();
                (own.chain(course.clone()).chain(python.read.iter().cloned()).collect(), command)
            }
        };
        let (program, arguments) = self.jail(read).command(&command)?;
        let command = CommandLine { program, arguments };
        let usual = Settings::new(Some(command), Protocol::Line, foreign::Dialect::default());
        Ok(Some(Settings { startup: self.startup, fresh: true, heard: errors.heard(&player.name), ..usual }))
    }

    /// Whether a hand-in can be loaded, or an agent made ready, and how long that takes.
    ///
    /// # Errors
    /// Why not, in one line.
    pub fn load(&self, player: &HandIn, kind: &dyn Kind, errors: &Errors) -> Result<Duration, String> {
        let begun = std::time::Instant::now();
        if let Some(settings) = self.settings(player, errors)? {
            Engine::new(settings).prepare(None).map_err(|failure| failure.to_string())?;
        } else {
            let (spec, name) = (from_ref(&player.spec), from_ref(&player.name));
            kind.crews(spec, name, 1).map_err(|why| why.to_string())?;
        }
        Ok(begun.elapsed())
    }
}

/// Who plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seated {
    /// What tables call it.
    pub name: String,
    /// What its games are kept under.
    pub spec: Spec,
    /// Whether it is one that hand-ins are measured by, and does not meet its like.
    pub is_reference: bool,
}

impl Plan {
    /// The game, at which the hand-ins may sit.
    ///
    /// # Errors
    /// When there is no such game, or a hand-in cannot be started.
    pub fn kind(
        &self,
        players: &[HandIn],
        limits: &Limits,
        errors: &Errors,
    ) -> Result<Arc<dyn Kind>, String> {
        let kind = games::open(&self.game).map_err(|why| why.to_string())?;
        let mut guests = Guests::default();
        for player in players {
            if let Some(settings) = limits.settings(player, errors)? {
                guests.add_program(player.spec.clone(), settings);
            }
        }
        Ok(kind.with_guests(guests).into())
    }

    /// Who meets whom: everybody everybody, but references nobody of their like. Alone, each by itself.
    #[must_use]
    pub fn meetings(seats: usize, field: &[Seated]) -> Vec<Vec<usize>> {
        let all = 0..field.len();
        if seats == 1 {
            return all.map(|player| vec![player]).collect();
        }
        let pairs = all.clone().flat_map(|a| (a + 1..all.end).map(move |b| vec![a, b]));
        pairs.filter(|pair| !pair.iter().all(|&player| field[player].is_reference)).collect()
    }

    /// The games of some of the field.
    fn experiment(&self, kind: &dyn Kind, field: &[Seated], who: &[usize]) -> Experiment {
        let (opening_plies, openings) = self.openings(kind);
        Experiment {
            seed: self.seed_of(field, who),
            clock: Some(self.clock.clone()),
            opening_plies,
            openings,
            rounds: self.rounds,
            ..Experiment::new(kind.name(), who.iter().map(|&player| &field[player].spec))
        }
    }

    /// Each meeting has luck and openings of its own, which its players' names tell: of the same games between all pairs of alike
    /// players much less is learned than their number says. A late hand-in changes nobody else's. Alone all have the same luck.
    fn seed_of(&self, field: &[Seated], who: &[usize]) -> u64 {
        if who.len() < 2 {
            return self.seed;
        }
        let mut names = Checksum::default();
        for &player in who {
            names.add(field[player].name.as_bytes());
            names.add(&[0]);
        }
        Rng::derive(self.seed, names.get()).next_u64()
    }

    /// How games begin: where hardly two starts are alike as they are, else as games of a test do. Where luck only says who begins,
    /// players that do not draw lots would play the same few games over and over.
    fn openings(&self, kind: &dyn Kind) -> (u32, Option<String>) {
        if let Some(plies) = self.opening_plies {
            return (plies, None);
        }
        let start = |seed| kind.live(seed, None).map(|game| game.position()).unwrap_or_default();
        let starts: BTreeSet<String> = (1..=SEEDS).map(start).collect();
        if kind.seats() == 1 || starts.len() as u64 > SEEDS / 2 {
            return (0, None);
        }
        let (plies, suite) = Openings::for_tests(kind);
        (plies, suite.map(str::to_owned))
    }

    /// What some of the field are to play.
    ///
    /// # Errors
    /// When something that was asked for does not go together.
    pub fn setup(&self, kind: &Arc<dyn Kind>, field: &[Seated], who: &[usize]) -> Result<Setup, String> {
        let mut setup =
            self.experiment(&**kind, field, who).open_as(Arc::clone(kind)).map_err(|why| why.to_string())?;
        setup.names = who.iter().map(|&player| field[player].name.clone()).collect();
        Ok(setup)
    }

    /// Plays what is missing of every meeting. `told` hears before each which it is, of how many.
    ///
    /// # Errors
    /// When an agent cannot be built, this machine fails a game, or the store fails; what was stored before stays.
    pub fn play(
        &self,
        kind: &Arc<dyn Kind>,
        field: &[Seated],
        store: &mut (dyn Ledger + 'static),
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn Hear,
    ) -> Result<(), Error> {
        let meetings = Self::meetings(kind.seats(), field);
        for (number, who) in meetings.iter().enumerate() {
            if stop.load(std::sync::atomic::Ordering::Relaxed) {
                break;
            }
            let setup = self.setup(kind, field, who).map_err(|why| Error::Spec(arena::SpecError(why)))?;
            watch.meeting(number as u64 * setup.units(), meetings.len() as u64 * setup.units());
            arena::run(&setup, Some(store), threads, stop, &mut Listening(watch))?;
        }
        Ok(())
    }

    /// The folder of results beside hand-ins, where none is named.
    #[must_use]
    pub fn usual_out(folder: &Path) -> PathBuf {
        folder.join("results")
    }
}

/// Hears how a contest gets on.
pub trait Hear {
    /// A meeting begins: games that are done before it, and all there are.
    fn meeting(&mut self, done: u64, all: u64);
    /// So many games of the meeting are there.
    fn count(&mut self, done: u64);
    /// A game has been played.
    fn game(&mut self, setup: &Setup, game: &GameRow);
}

struct Listening<'a>(&'a mut dyn Hear);

impl Watch for Listening<'_> {
    fn begin(&mut self, _: &Setup, progress: &Progress) {
        self.0.count(progress.finished());
    }

    fn game(&mut self, setup: &Setup, game: &GameRow, progress: &Progress) {
        self.0.count(progress.finished());
        self.0.game(setup, game);
    }
}
