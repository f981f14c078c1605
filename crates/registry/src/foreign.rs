//! Engines that nobody here wrote, as agents.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use foreign::{Answer, CommandLine, Dialect, Engine, Failure, Most, Protocol, Question, Settings, Time};
use plywise::trace::Tell;
use plywise::{Agent, Clock, Game, Limits, Notation, Report, Seat, Stop, TableUse, TimeControl, Turn, Value};

use crate::agents;
use crate::dialect::Letters;
use crate::guest::Guests;
use crate::key::Key;
use crate::spec::{Named, Opt, Spec, SpecError};
use crate::takes::Takes;
use crate::{whole, words};

const CMD: Key<Option<CommandLine>> = Key::reasoned(
    Opt {
        key: "cmd",
        takes: Takes::Program,
        values: "\"PROGRAM ARGUMENT…\"",
        default: "",
        about: "what starts the engine; arguments with blanks in single quotes, {port} for the port (dxp)",
    },
    "what starts the engine",
    |text| match text {
        "" => Ok(None),
        text => CommandLine::parse(text).map(Some).map_err(|why| format!("cmd: {why}")),
    },
);
const DEPTH: Key<u32> = agents::DEPTH.or("its own").about("plies that the engine is told to look");
const TIME: Key<Duration> =
    Key::time("time", "50ms, 2s …", "the clock's", "time for a move that the engine is told");
const TIMEOUT: Key<Duration> =
    Key::time("timeout", "50ms, 2s …", "60s", "how long to wait for a move where no clock runs");
const STARTUP: Key<Duration> = Key::time("startup", "50ms, 2s …", "10s", "how long it may take to be ready");
const MEMORY: Key<u64> =
    whole!("memory", 1..=1_048_576, "no limit", "MiB of address space that each of its processes may take",);
const CPU: Key<u64> =
    whole!("cpu", 1..=1_000_000, "no limit", "seconds of processor time that each of its processes may take");
const LETTERS: Key<Letters> =
    Key::word("letters", "inverted", "hub: W where Black is to move, as pydraughts has it, or B");
const PORT: Key<u16> = whole!(
    "port",
    1..=65535,
    "a free one",
    "dxp: where the engine listens, on this machine; cmd may then be left out",
)
.takes(Takes::Program);

words! {
    for Letters { Inverted = "inverted", Plain = "plain" }
}

/// The entry of `engine` for games on square boards.
pub const SQUARES: Named = named(&[
    CMD.opt,
    protocol("gtp|nboard|line").opt,
    DEPTH.opt,
    TIME.opt,
    TIMEOUT.opt,
    STARTUP.opt,
    MEMORY.opt,
    CPU.opt,
]);
/// The entry of `engine` for games of the draughts family.
pub const DRAUGHTS: Named = named(&[
    CMD.opt,
    protocol("hub|dxp|line").opt,
    DEPTH.opt,
    TIME.opt,
    TIMEOUT.opt,
    STARTUP.opt,
    MEMORY.opt,
    CPU.opt,
    LETTERS.opt,
    PORT.opt,
]);
/// The entry of `engine` for games that no other protocol knows.
pub const ANY_GAME: Named = named(&[
    CMD.opt,
    protocol("line").opt,
    DEPTH.opt,
    TIME.opt,
    TIMEOUT.opt,
    STARTUP.opt,
    MEMORY.opt,
    CPU.opt,
]);

const fn named(options: &'static [Opt]) -> Named {
    Named { name: "engine", about: "another program, started by cmd and asked in its own protocol", options }
}

const fn protocol(values: &'static str) -> Key<Protocol> {
    Key::word_or("protocol", "", "what the engine speaks").only(values)
}

words! {
    for Protocol { Gtp = "gtp", NBoard = "nboard", Hub = "hub", Dxp = "dxp", Line = "line" }
}

/// The entry of `engine` for games of a dialect.
const fn entry(dialect: Dialect) -> &'static Named {
    match dialect {
        Dialect { squares: Some(_), .. } => &SQUARES,
        Dialect { draughts: Some(_), .. } => &DRAUGHTS,
        _ => &ANY_GAME,
    }
}

/// The engine that a spec describes; it is started when it is first asked. `game` is what the engine is told that it plays.
///
/// # Errors
/// When an option is wrong or missing, or there is no such program.
pub fn engine<G>(spec: &Spec, dialect: Dialect, game: &str) -> Result<Box<dyn Agent<G>>, SpecError>
where
    G: Notation + Send + 'static,
{
    Ok(program(settings(spec, dialect)?, game))
}

/// The agent that is a program with these settings.
pub(crate) fn program<G>(settings: Settings, game: &str) -> Box<dyn Agent<G>>
where
    G: Notation + Send + 'static,
{
    Box::new(ForeignAgent {
        engine: Engine::new(settings),
        game: game.to_owned(),
        story: None,
        stories: 0,
        is_told: false,
        failure: None,
        unready: None,
    })
}

/// Sees to it that `threads` threads can each run every engine among `agents` at once, guests' programs included.
///
/// # Errors
/// When the system grants fewer open files than that takes.
pub(crate) fn make_room(
    agents: &[Spec],
    guests: &Guests,
    dialect: Dialect,
    threads: usize,
) -> Result<(), SpecError> {
    let is_engine = |agent: &&Spec| agent.name == ANY_GAME.name && !guests.has(agent);
    let engines = agents.iter().filter(is_engine).map(|agent| settings(agent, dialect));
    let mut engines = engines.collect::<Result<Vec<_>, _>>()?;
    engines.extend(agents.iter().filter_map(|agent| guests.program(agent)).cloned());
    foreign::make_room(&engines, threads).map_err(SpecError)
}

/// Writes down, in files of this folder, what every engine that is started from now on says and is told; `complain` hears,
/// once, that lines are lost.
///
/// # Errors
/// When the folder cannot be made or written.
pub fn log_engines(folder: &Path, complain: fn(&str)) -> std::io::Result<()> {
    plywise::file::make_folder(folder).map_err(|why| plywise::file::named(folder, &why))?;
    foreign::log_to(folder, complain)
}

fn settings(spec: &Spec, dialect: Dialect) -> Result<Settings, SpecError> {
    let protocols = entry(dialect).options.iter().find(|option| option.key == "protocol");
    let protocol = spec.get(&protocol(protocols.map_or("", |option| option.values)))?;
    let port = spec.given(&PORT)?;
    let command = match spec.get(&CMD)? {
        Some(command) => Some(command),
        None if protocol == Protocol::Dxp && port.is_some() => None,
        None => {
            return Err(SpecError(
                "engine: cmd= is missing; it should be what starts the engine, such as cmd=\"edax -gtp\""
                    .into(),
            ));
        }
    };
    for (key, only) in [("port", Protocol::Dxp), ("letters", Protocol::Hub)] {
        if spec.text(key).is_some() && protocol != only {
            return Err(spec.wrong(key, &format!("left out: only protocol={} has it", only.name())));
        }
    }
    let usual = Settings::new(command, protocol, dialect);
    Ok(Settings {
        depth: spec.given(&DEPTH)?,
        time: spec.given(&TIME)?,
        patience: spec.get(&TIMEOUT)?,
        startup: spec.get(&STARTUP)?,
        letters: spec.get(&LETTERS)?,
        port,
        most: Most { memory_mib: spec.given(&MEMORY)?, cpu_s: spec.given(&CPU)? },
        ..usual
    })
}

/// An engine at a board.
struct ForeignAgent<G: Game> {
    engine: Engine,
    game: String,
    story: Option<Story<G>>,
    /// Stories that were begun.
    stories: u64,
    /// Whether the story leads to the position that is asked about next.
    is_told: bool,
    failure: Option<Failure>,
    /// Why it could not be made ready: what it is asked next it answers with that, and is not waited for a second time.
    unready: Option<Failure>,
}

/// A game so far, in the game's notation, kept so that only what is new has to be put into words.
struct Story<G: Game> {
    start: String,
    /// The seats' moves.
    texts: Vec<String>,
    now: G,
}

impl<G: Notation> Story<G> {
    fn new(start: &G) -> Self {
        Self { start: start.position_text(), texts: Vec::new(), now: start.clone() }
    }

    fn go_on(&mut self, moves: &[G::Move]) {
        for &mv in moves {
            self.texts.push(self.now.move_text(mv));
            // Where chance has moved too, moves are written the same way in every position.
            let mut legal = Vec::new();
            self.now.moves(&mut legal);
            if legal.contains(&mv) {
                self.now.play(mv);
            }
        }
    }
}

impl<G: Notation> ForeignAgent<G> {
    fn ask(&mut self, position: &G, moves: &[G::Move], limits: &Limits) -> Result<Answer, Failure> {
        let legal: Vec<String> = moves.iter().map(|&mv| position.move_text(mv)).collect();
        let now = position.position_text();
        // Without its story a position is where the game begins: whoever asks about other positions tells no story.
        let is_told = std::mem::take(&mut self.is_told);
        let story = self.story.as_ref().filter(|_| is_told);
        let (number, start, told) = match story {
            Some(story) => (Some(self.stories), story.start.as_str(), story.texts.as_slice()),
            None => (None, now.as_str(), &[][..]),
        };
        let question = Question {
            game: &self.game,
            story: number,
            seat: match position.turn() {
                Turn::Seat(Seat(seat)) => usize::from(seat),
                Turn::Chance => 0,
            },
            start,
            moves: told,
            position: &now,
            legal: &legal,
            time: time(limits),
        };
        self.engine.ask(&question, limits.stop.as_deref())
    }
}

/// The time that a question carries.
fn time(limits: &Limits) -> Option<Time> {
    match (&limits.clock, limits.deadline) {
        (Some(clock), _) => Some(clock_time(clock)),
        (None, Some(deadline)) => Some(Time::Move(deadline.saturating_duration_since(Instant::now()))),
        (None, None) => None,
    }
}

fn clock_time(clock: &Clock) -> Time {
    match clock.control() {
        TimeControl::PerMove(_) => Time::Move(clock.left()),
        _ => Time::Clock { left: clock.left(), increment: clock.increment(), moves: clock.moves_left() },
    }
}

impl<G: Notation + Send> Agent<G> for ForeignAgent<G> {
    fn choose_with_progress(
        &mut self,
        position: &G,
        limits: &Limits,
        _: &mut Tell<'_, G::Move>,
    ) -> Report<G::Move, Value> {
        let begun = Instant::now();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        self.failure = None;
        let answer = match self.unready.take() {
            Some(failure) => Err(failure),
            None => self.ask(position, &moves, limits),
        };
        let answer = answer.map_err(|failure| self.failure = Some(failure)).ok();
        let best = answer.as_ref().map(|answer| moves[answer.choice]);
        let answer = answer.unwrap_or_default();
        Report {
            best,
            value: Value::Points(answer.value.unwrap_or(0.0)),
            line: best.into_iter().collect(),
            depth: answer.depth.unwrap_or(0),
            nodes: answer.nodes.unwrap_or(0),
            elapsed: begun.elapsed(),
            stopped: Stop::Untold,
            table: TableUse::default(),
        }
    }

    fn follow(&mut self, start: &G, moves: &[G::Move], known: usize) {
        let goes_on = |story: &Story<G>| story.texts.len() == known && story.start == start.position_text();
        let mut story = match self.story.take().filter(goes_on) {
            Some(story) => story,
            None => {
                self.stories += 1;
                Story::new(start)
            }
        };
        story.go_on(&moves[story.texts.len()..]);
        (self.story, self.is_told) = (Some(story), true);
    }

    fn failure(&mut self) -> Option<String> {
        self.failure.as_ref().map(ToString::to_string)
    }

    fn is_hosts_fault(&self) -> bool {
        matches!(self.failure, Some(Failure::Host(_)))
    }

    fn prepare(&mut self, stop: Option<&AtomicBool>) -> Result<(), String> {
        self.unready = self.engine.prepare(stop).err();
        self.unready.as_ref().map_or(Ok(()), |failure| Err(failure.to_string()))
    }

    fn new_game(&mut self, seed: u64) {
        (self.story, self.is_told, self.unready) = (None, false, None);
        self.engine.new_game(seed);
    }
}
