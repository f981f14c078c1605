//! The board that a conversation is about, and the agent that thinks about it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use games::open;
use plywise::{Clock, Limits, Seat, TimeControl, Turn, Value};
use registry::luck::part;
use registry::{AgentId, Kind, LiveGame, Spec, SpecError, Thought};

/// What a search may spend, as protocols say it. Everything unset is left to the agent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Budget {
    /// Plies to look ahead.
    pub(crate) depth: Option<u32>,
    /// Positions to look at.
    pub(crate) nodes: Option<u64>,
    /// Time.
    pub(crate) time: Option<Clock>,
    /// Whether there is time without end where none is said: an agent's own idea of enough does not hold then.
    pub(crate) endless: bool,
    /// So many of the best moves are valued; below 2 the chosen one alone.
    pub(crate) moves: usize,
}

/// Longer than anybody waits.
const ENDLESS: Duration = Duration::from_secs(1 << 30);

impl Budget {
    /// So long for this move.
    pub(crate) fn per_move(time: Duration) -> Clock {
        Clock::new(TimeControl::PerMove(time))
    }

    /// A clock with so much left, for so many moves or for all.
    pub(crate) fn clock(left: Duration, increment: Duration, moves: Option<u32>) -> Clock {
        Clock::new(match moves {
            Some(moves) => TimeControl::PerRound { moves: moves.max(1), time: left, increment },
            None => TimeControl::PerGame { time: left, increment },
        })
    }

    /// The limits of a search that begins now and that `stop` ends early.
    pub(crate) fn limits(&self, stop: &Arc<AtomicBool>) -> Limits {
        let clocked = Limits::of_clock(self.time.clone(), Some(Arc::clone(stop)));
        let endless = self.endless.then(|| Instant::now() + ENDLESS);
        Limits { depth: self.depth, nodes: self.nodes, deadline: clocked.deadline.or(endless), ..clocked }
    }
}

/// A game in progress that follows what the other side says.
pub(crate) struct Session {
    kind: Box<dyn Kind>,
    agent: Spec,
    seed: u64,
    /// The seed of the conversation, and how many of its games are over.
    first_seed: u64,
    over: u64,
    id: AgentId,
    live: Box<dyn LiveGame>,
    /// Where the game began, if not at its usual start, and the moves since then, both as they were given.
    start: Option<String>,
    given: Vec<String>,
}

impl Session {
    /// A game at its start.
    pub(crate) fn new(kind: Box<dyn Kind>, agent: &Spec, seed: u64) -> Result<Self, SpecError> {
        let (live, id) = begin(&*kind, agent, seed)?;
        let agent = agent.clone();
        Ok(Self { kind, agent, seed, first_seed: seed, over: 0, id, live, start: None, given: Vec::new() })
    }

    /// Another game of the same kind: the agent forgets what it knows.
    pub(crate) fn new_game(&mut self, seed: u64) -> Result<(), SpecError> {
        (self.live, self.id) = begin(&*self.kind, &self.agent, seed)?;
        (self.start, self.given, self.seed) = (None, Vec::new(), seed);
        Ok(())
    }

    /// The next game of a conversation whose protocol gives no seeds. The luck of each is its own and follows from the first
    /// seed; who begins a game again in which nothing was played yet begins the same one.
    pub(crate) fn next_game(&mut self) -> Result<(), SpecError> {
        self.over += u64::from(!self.given.is_empty());
        let seed = match self.over {
            0 => self.first_seed,
            number => part(self.first_seed, number, 0),
        };
        self.new_game(seed)
    }

    /// Another kind of game for the same agent.
    pub(crate) fn open(&mut self, game: &str) -> Result<(), SpecError> {
        let kind = open(game)?;
        kind.check_agent(&self.agent)?;
        self.kind = kind;
        self.new_game(self.seed)
    }

    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    pub(crate) fn kind(&self) -> &dyn Kind {
        &*self.kind
    }

    pub(crate) fn live(&self) -> &dyn LiveGame {
        &*self.live
    }

    /// Who is to move; None once the game is over. Nobody is while chance has its turn.
    pub(crate) fn mover(&self) -> Option<Seat> {
        match self.live.turn() {
            Some(Turn::Seat(seat)) => Some(seat),
            _ => None,
        }
    }

    /// Lets chance have its turns.
    pub(crate) fn roll(&mut self) {
        self.live.roll_on();
    }

    /// Plays a move that is spelled our way.
    pub(crate) fn play(&mut self, mv: &str) -> Result<(), String> {
        self.live.play(mv).map_err(|error| error.to_string())?;
        self.given.push(mv.to_owned());
        Ok(())
    }

    /// Takes the last move back. False at the start.
    pub(crate) fn undo(&mut self) -> bool {
        self.given.pop();
        self.live.undo()
    }

    /// Takes the last move back that was given, and tells it. None at the start.
    pub(crate) fn take_back(&mut self) -> Option<String> {
        let given = self.given.last().cloned();
        self.undo();
        given
    }

    /// How many moves were made.
    pub(crate) fn plies(&self) -> usize {
        self.given.len()
    }

    /// Starts anew from a position; the agent keeps what it knows.
    pub(crate) fn restart(&mut self, position: &str) -> Result<(), String> {
        self.live.restart(position).map_err(|error| error.to_string())?;
        (self.start, self.given) = (Some(position.to_owned()), Vec::new());
        Ok(())
    }

    /// Goes to the position after some moves from `start` (None: the usual one), of another `game` if one is named. Moves are in the other side's
    /// notation, and `meant` finds the legal one that is meant. What both positions have in common is kept.
    ///
    /// # Errors
    /// When the start or a move cannot be understood; the game then stands where it stood.
    pub(crate) fn go_to(
        &mut self,
        game: Option<&str>,
        start: Option<&str>,
        moves: &[&str],
        meant: &dyn Fn(&dyn LiveGame, &str) -> Option<String>,
    ) -> Result<(), String> {
        let (kind, was, given) = (self.kind.name().to_owned(), self.start.clone(), self.given.clone());
        let opened = game.map_or(Ok(()), |game| self.open(game).map_err(|error| error.to_string()));
        opened.and_then(|()| self.follow(start, moves, meant)).inspect_err(|_| {
            if self.kind.name() != kind {
                self.open(&kind).expect("what was open before");
            }
            let given: Vec<&str> = given.iter().map(String::as_str).collect();
            self.follow(was.as_deref(), &given, &|live, mv| meant(live, mv).or(Some(mv.to_owned())))
                .expect("what was played before is legal");
        })
    }

    /// The same, up to what cannot be played.
    fn follow(
        &mut self,
        start: Option<&str>,
        moves: &[&str],
        meant: &dyn Fn(&dyn LiveGame, &str) -> Option<String>,
    ) -> Result<(), String> {
        if self.start.as_deref() != start {
            match start {
                Some(start) => self.restart(start)?,
                None => self.new_game(self.seed).map_err(|error| error.to_string())?,
            }
        }
        let common = self.given.iter().zip(moves).take_while(|(known, given)| known == given).count();
        while self.given.len() > common {
            self.undo();
        }
        for given in &moves[common..] {
            let Some(mv) = meant(&*self.live, given) else {
                return Err(format!(
                    "{given:?} is not a legal move here; legal: {}",
                    self.live.moves().join(" ")
                ));
            };
            self.live.play(&mv).map_err(|error| error.to_string())?;
            self.given.push((*given).to_owned());
        }
        Ok(())
    }

    /// Thinks about the position, which must be at a seat's turn. If it is stopped before the end, the answer is what
    /// was best at the last depth that was completed, or else the first legal move.
    ///
    /// # Errors
    /// Why the agent gave no move although nobody stopped it: one that is another program may fail.
    pub(crate) fn think(
        &mut self,
        limits: &Limits,
        tell: &mut dyn FnMut(&Thought),
    ) -> Result<Option<Thought>, String> {
        let begun = Instant::now();
        let mut last: Option<Thought> = None;
        let mut listen = |so_far: &Thought| {
            tell(so_far);
            last = Some(so_far.clone());
        };
        let thought = self.live.think_aloud(self.id, limits, &mut listen);
        if thought.is_some() {
            return Ok(thought);
        }
        if !limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(format!("{} gave no move: {}", self.agent, self.live.why_no_move(self.id)));
        }
        let legal = self.live.moves();
        let first = legal.first().map(|first| Thought {
            best: first.clone(),
            value: Value::Points(0.0),
            line: vec![first.clone()],
            depth: 0,
            nodes: 0,
            elapsed_s: 0.0,
            stopped: "stopped",
        });
        let best = last.filter(|last| legal.contains(&last.best)).or(first);
        let elapsed_s = begun.elapsed().as_secs_f64();
        Ok(best.map(|best| Thought { elapsed_s, stopped: "stopped", ..best }))
    }

    /// Tells what the best `moves` are worth beside the one that was chosen, the best first, to the depth of that.
    pub(crate) fn value_others(
        &mut self,
        chosen: &Thought,
        moves: usize,
        limits: &Limits,
        tell: &mut dyn FnMut(&Thought),
    ) {
        // One of a book was not searched.
        if moves < 2 || chosen.depth == 0 {
            return;
        }
        let begun = Instant::now();
        let values = self.live.move_values(self.id, chosen.depth, limits);
        // Interrupted, the second best may not be among them.
        if values.len() < self.live.moves().len() {
            return;
        }
        let nodes = chosen.nodes + values.iter().map(|value| value.nodes).sum::<u64>();
        let elapsed_s = chosen.elapsed_s + begun.elapsed().as_secs_f64();
        for other in values.into_iter().filter(|value| value.mv != chosen.best).take(moves - 1) {
            tell(&Thought {
                best: other.mv,
                value: other.value,
                line: other.line,
                depth: other.depth,
                nodes,
                elapsed_s,
                stopped: other.stopped.word(),
            });
        }
    }
}

fn begin(kind: &dyn Kind, agent: &Spec, seed: u64) -> Result<(Box<dyn LiveGame>, AgentId), SpecError> {
    let mut live = kind.live(seed, None).map_err(|error| SpecError(error.to_string()))?;
    let id = live.join(agent, seed)?;
    Ok((live, id))
}
