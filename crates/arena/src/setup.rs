//! What is to be played, looked up and ready: each game of it is a pure function of its number.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plywise::TimeControl;
use registry::luck::part;
use registry::{Adjudication, Crew, Kind, Luck, Spec, SpecError, Unit};

use crate::experiment::Experiment;
use crate::named_files;
use crate::openings::Openings;
use crate::record::GameRow;
use crate::schedule::Timetable;
use crate::stats::Sprt;

/// An experiment with everything looked up that its text names.
pub struct Setup {
    /// What was looked up.
    pub experiment: Experiment,
    /// The game.
    pub kind: Arc<dyn Kind>,
    /// The agents.
    pub agents: Vec<Spec>,
    /// What tables call them.
    pub names: Vec<String>,
    /// Who meets whom when.
    pub timetable: Timetable,
    /// The test that ends it, if there is one.
    pub sprt: Option<Sprt>,
    /// The experiment's [`hash`](Experiment::hash).
    pub hash: String,
    /// Bytes of stack for each thread that plays, where what plays needs more than threads have.
    pub stack: Option<usize>,
    /// What each thread that plays does: it plays, and before and after that whatever its players need to be asked.
    pub around: fn(&mut (dyn FnMut() + Send)),
    pub(crate) units: u64,
    pub(crate) clock: Option<TimeControl>,
    pub(crate) openings: Openings,
    pub(crate) adjudication: Adjudication,
}

impl Setup {
    /// Builds each agent once and works the openings out: what they need from files is read now, not in the first game.
    ///
    /// # Errors
    /// When a file is not what it was when the experiment began, an agent cannot be built, or there are no openings.
    pub fn ready(&self) -> Result<(), SpecError> {
        self.check_files()?;
        self.agents.iter().try_for_each(|agent| self.kind.check_agent(agent))?;
        self.openings.of_pair(self.experiment.seed, 0).map(drop)
    }

    /// Whether the files that the experiment names still are what they were when it began.
    ///
    /// # Errors
    /// When one is not.
    pub fn check_files(&self) -> Result<(), SpecError> {
        let files = self.experiment.files.as_ref();
        files.map_or(Ok(()), |files| named_files::check(files, &*self.kind, &self.agents))
    }

    /// Games in all.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.units
    }

    /// Every seat's time, if it is limited.
    #[must_use]
    pub fn clock(&self) -> Option<TimeControl> {
        self.clock
    }

    /// The luck of game number `unit`.
    pub(crate) fn luck(&self, unit: u64) -> Luck {
        Luck::of_game(self.experiment.seed, self.timetable.place(unit).luck)
    }

    /// Game number `unit`, from 0.
    ///
    /// # Errors
    /// When it should begin as in a suite that has no lines.
    pub fn unit(&self, unit: u64) -> Result<Unit, SpecError> {
        let place = self.timetable.place(unit);
        let (seed, agents) = (self.experiment.seed, self.agents.len() as u64);
        // In a match the number of the game tells all.
        let (event, round) = if self.timetable.meetings().len() > 1 {
            ("plywise tournament", format!("{}.{}", place.round + 1, unit + 1))
        } else {
            ("plywise match", (unit + 1).to_string())
        };
        let Luck { start, dice } = self.luck(unit);
        Ok(Unit {
            number: unit,
            seating: place.seating,
            start,
            dice,
            agent_seeds: (0..agents).map(|agent| part(seed ^ 0xA6E7, unit, agent)).collect(),
            opening: self.openings.of_pair(seed, place.round)?,
            clock: self.clock,
            adjudication: self.adjudication,
            keep_moves: true,
            players: self.names.clone(),
            tags: vec![
                ("Event".to_owned(), event.to_owned()),
                ("Round".to_owned(), round),
                ("Seed".to_owned(), seed.to_string()),
            ],
        })
    }

    /// Plays game number `unit` with agents of its own: what one job of a cluster does.
    ///
    /// # Errors
    /// When there is no such game, an agent cannot be built or the opening cannot be played.
    pub fn play(&self, unit: u64) -> Result<GameRow, SpecError> {
        let mut crew = self.kind.crew(&self.agents)?;
        self.play_by(&mut *crew, unit, &Arc::default())
    }

    /// The same by a crew of these agents, which may play game after game, unless `stop` is set meanwhile.
    ///
    /// # Errors
    /// When there is no such game, this machine fails it, or it was stopped.
    pub fn play_by(
        &self,
        crew: &mut dyn Crew,
        unit: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<GameRow, SpecError> {
        if unit >= self.units() {
            return Err(SpecError(format!(
                "there is no game {unit}: the experiment has games 0 to {}",
                self.units() - 1
            )));
        }
        let unit = self.unit(unit)?;
        let played = crew.play(&unit, stop, None)?;
        played
            .map(|game| GameRow::new(&unit, game))
            .ok_or_else(|| SpecError("the game was broken off".into()))
    }
}
