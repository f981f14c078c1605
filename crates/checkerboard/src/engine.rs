//! One game with the champion, followed from question to question.

use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use checkers::Board;
use checkers::databases::Databases;
use plywise::{Clock, Limits, Notation, Score, Value};
use registry::{AgentId, Kind, LiveGame, Spec, SpecError, Thought};

use crate::clock::time_control;
use crate::past::{Past, legal};
use crate::placement::{Cells, MoveRecord, read, record, write};

const DRAW: c_int = 0;
const WIN: c_int = 1;
const LOSS: c_int = 2;
pub(crate) const UNKNOWN: c_int = 3;

/// Bit 0 of `info`: another game, or a jump within this one.
const RESET: c_int = 1;
/// How often the caller's wish for a move is looked at.
const GLANCE: Duration = Duration::from_millis(5);
/// What is looked ahead when a move is wanted before the search has any.
const AT_ONCE: u32 = 4;

/// A position and how long to think about it.
pub(crate) struct Question {
    pub(crate) cells: Cells,
    pub(crate) color: c_int,
    /// Seconds.
    pub(crate) maxtime: f64,
    pub(crate) info: c_int,
    pub(crate) moreinfo: c_int,
}

/// What CheckerBoard is told.
pub(crate) struct Answer {
    pub(crate) result: c_int,
    pub(crate) text: String,
    /// The position after the move and the move, if there is one.
    pub(crate) played: Option<(Cells, MoveRecord)>,
}

/// What commands set.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// MiB of transposition table.
    pub(crate) mib: u64,
    pub(crate) threads: u64,
    /// Endings of how many pieces are looked up, if any.
    pub(crate) pieces: u64,
    pub(crate) looks_up: bool,
    /// A position and the moves since then, as the last command gave them.
    pub(crate) history: Option<String>,
}

static SETTINGS: Mutex<Settings> =
    Mutex::new(Settings { mib: 64, threads: 1, pieces: 4, looks_up: true, history: None });
static ENGINE: Mutex<Option<Engine>> = Mutex::new(None);

/// What is set now. Nobody thinks while holding it, so that commands are answered during a search.
pub(crate) fn settings() -> MutexGuard<'static, Settings> {
    SETTINGS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Settings {
    fn agent(&self) -> String {
        let databases =
            if self.looks_up && self.pieces >= 4 { self.pieces.to_string() } else { "off".to_owned() };
        format!("champion:table={},threads={},databases={databases}", self.mib, self.threads)
    }
}

fn kind() -> Result<Box<dyn Kind>, SpecError> {
    registry::kind::open::<checkers::door::Rules>(&Spec::parse("checkers")?)
}

/// Whether the champion can be had with such settings.
///
/// # Errors
/// What is missing.
pub(crate) fn has_agent(settings: &Settings) -> Result<(), String> {
    let agent = Spec::parse(&settings.agent());
    agent.and_then(|agent| kind()?.check_agent(&agent)).map_err(|error| error.to_string())
}

/// What the champion's patterns think of a position, in men for the side to move.
///
/// # Errors
/// When there is nothing to think about.
pub(crate) fn explained(position: &str) -> Result<String, String> {
    let live = kind().map_err(|error| error.to_string())?.live(0, Some(position));
    let live = live.map_err(|error| error.to_string())?;
    let agent = Spec::parse("champion").map_err(|error| error.to_string())?;
    let value = live.explain(Some(&agent)).map_err(|error| error.to_string())?.value;
    value.map(|men| format!("eval {men:+.2}")).ok_or_else(|| "the game is over".to_owned())
}

struct Engine {
    agent: String,
    live: Box<dyn LiveGame>,
    id: AgentId,
    past: Past,
}

/// The champion's move. `wanted` says whether the caller wants it now, `tell` is given a line after each depth.
pub(crate) fn answer(question: &Question, wanted: &dyn Fn() -> bool, tell: &dyn Fn(&str)) -> Answer {
    let nothing = |result, text| Answer { result, text, played: None };
    let board = match read(&question.cells, question.color) {
        Ok(board) => board,
        Err(wrong) => return nothing(UNKNOWN, wrong),
    };
    if legal(&board).is_empty() {
        return nothing(LOSS, "no legal move: the game is lost".to_owned());
    }
    let mut place = ENGINE.lock().unwrap_or_else(PoisonError::into_inner);
    // Taken out, so that an engine that fails is not asked again.
    let kept = place.take().filter(|_| question.info & RESET == 0);
    let answered = Engine::ready(kept).and_then(|mut engine| {
        let answer = engine.answer(board, question, wanted, tell)?;
        *place = Some(engine);
        Ok(answer)
    });
    answered.unwrap_or_else(|why| nothing(UNKNOWN, why))
}

impl Engine {
    /// The engine with the settings as they are.
    fn ready(kept: Option<Self>) -> Result<Self, String> {
        let agent = settings().agent();
        match kept.filter(|kept| kept.agent == agent) {
            Some(kept) => Ok(kept),
            None => Self::new(agent).map_err(|error| error.to_string()),
        }
    }

    fn new(agent: String) -> Result<Self, SpecError> {
        let mut live = kind()?.live(0, None).map_err(|error| SpecError(error.to_string()))?;
        let id = live.join(&Spec::parse(&agent)?, 0)?;
        Ok(Self { agent, live, id, past: Past::at(Board::start()) })
    }

    fn answer(
        &mut self,
        board: Board,
        question: &Question,
        wanted: &dyn Fn() -> bool,
        tell: &dyn Fn(&str),
    ) -> Result<Answer, String> {
        self.go_to(board)?;
        let thought = self.think(question, wanted, tell)?;
        let mv = board.read_move(&thought.best).map_err(|error| error.to_string())?;
        self.live.play(&thought.best).map_err(|error| error.to_string())?;
        self.past.play(mv);
        let mut cells = question.cells;
        write(&self.past.now, &mut cells);
        let result = if legal(&self.past.now).is_empty() {
            WIN
        } else if self.live.turn().is_none() || self.is_drawn_ending() {
            DRAW
        } else {
            claim(&thought)
        };
        Ok(Answer { result, text: line(&thought), played: Some((cells, record(&board, mv))) })
    }

    /// Brings the game to a position: by the history that was told if it leads there, as what follows the last move, or from there
    /// alone.
    fn go_to(&mut self, board: Board) -> Result<(), String> {
        let told = settings().history.as_deref().and_then(Past::told).filter(|past| past.now == board);
        let past = told.or_else(|| self.past.clone().followed(board));
        self.past = past.unwrap_or_else(|| Past::at(board));
        self.replay()?;
        // Whoever plays on after a draw wants a move all the same.
        if self.live.turn().is_none() {
            self.past = Past::at(board);
            self.replay()?;
        }
        Ok(())
    }

    fn replay(&mut self) -> Result<(), String> {
        self.live.restart(&self.past.start.position_text()).map_err(|error| error.to_string())?;
        for mv in &self.past.moves {
            // What comes after a draw by the rules is no move any more; the game is begun anew then.
            if self.live.play(&mv.to_string()).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Whether the databases that come along, if they may be used, know a draw.
    fn is_drawn_ending(&self) -> bool {
        let known = || Databases::shipped().plies(&self.past.now);
        !self.agent.ends_with("databases=off") && known() == Some(Score::ZERO)
    }

    /// Searches on a thread of its own while this one looks at the caller's wish and tells of every depth.
    fn think(
        &mut self,
        question: &Question,
        wanted: &dyn Fn() -> bool,
        tell: &dyn Fn(&str),
    ) -> Result<Thought, String> {
        let stop = Arc::new(AtomicBool::new(wanted()));
        let limits = Limits::of_clock(
            Some(Clock::new(time_control(question.maxtime, question.info, question.moreinfo))),
            Some(Arc::clone(&stop)),
        );
        let (live, id) = (&mut *self.live, self.id);
        let (sender, thoughts) = mpsc::channel();
        let mut last = None;
        let thought = thread::scope(|scope| {
            let search = scope.spawn(|| {
                // Whoever no longer listens has the move already.
                let sender = sender;
                live.think_aloud(id, &limits, &mut |thought| drop(sender.send(thought.clone())))
            });
            loop {
                match thoughts.recv_timeout(GLANCE) {
                    Ok(thought) => {
                        tell(&line(&thought));
                        last = Some(thought);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break search.join(),
                }
                if wanted() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        let thought = thought.map_err(|_| "the search failed".to_owned())?;
        let last = thought.or(last.filter(|last| !last.best.is_empty()));
        let at_once = |live: &mut dyn LiveGame| live.think(id, &Limits::depth(AT_ONCE));
        last.or_else(|| at_once(&mut *self.live)).ok_or_else(|| self.live.why_no_move(id))
    }
}

/// The result that a search is certain of. Its draws are not: it takes the second time for one, which the other side may avoid.
fn claim(thought: &Thought) -> c_int {
    match thought.value {
        _ if !thought.is_solved() => UNKNOWN,
        Value::Win { .. } => WIN,
        Value::Loss { .. } => LOSS,
        Value::Points(_) => UNKNOWN,
    }
}

/// What the status bar shows.
fn line(thought: &Thought) -> String {
    let Thought { value, depth, nodes, elapsed_s, .. } = thought;
    format!(
        "value {value}  depth {depth}  nodes {nodes}  time {elapsed_s:.2} s  line {}",
        thought.line.join(" ")
    )
}
