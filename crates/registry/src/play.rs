//! One game between agents.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use plywise::gauge;
use plywise::{Agent, Game, Ink, Notation, Report, Rng, Seat, Stop, TimeControl, Turn, Value};

use crate::adjudicate::{Adjudged, Adjudication, Umpire};
use crate::entry::{Entry, Move, View};
use crate::numbers::things;
use crate::session::{Session, Told};

/// How a game is to be played.
pub struct Table<'a, E: Entry> {
    /// The rules.
    pub entry: Arc<E>,
    /// Where the game starts.
    pub start: E::Game,
    /// Moves that are played before anything is drawn.
    pub opening: Vec<Move<E>>,
    /// Turns of seats that are drawn at random before the agents take over.
    pub drawn_plies: u32,
    /// The source of the opening and of all chance.
    pub dice: Rng,
    /// Every seat's time.
    pub clock: Option<TimeControl>,
    /// When the game is ended early.
    pub adjudication: Adjudication,
    /// Set to break the game off.
    pub stop: &'a Arc<AtomicBool>,
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct Played<M> {
    /// Every move, outcomes of chance included.
    pub moves: Vec<M>,
    /// What each seat got.
    pub payoffs: Vec<i32>,
    /// Who lost it before the rules ended it, and why.
    pub forfeit: Option<(Seat, String)>,
    /// How it was ended early, if it was.
    pub adjudged: Option<Adjudged>,
    /// What the game counts by itself beside points; see [`Dice::milestone`](crate::capability::Dice::milestone).
    pub milestone: Option<u64>,
    /// Every move that an agent chose.
    pub choices_made: Vec<Chosen<M>>,
    /// What each seat spent.
    pub spent: Vec<Spent>,
    /// Turns of seats, passes included.
    pub plies: u32,
    /// Turns at which a seat had something to choose from or at least a move that is no pass.
    pub turns: u32,
    /// Legal moves at those turns, summed.
    pub choices: u64,
}

/// One move that an agent chose, and what it said of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chosen<M = String> {
    /// Index of the move among all moves of the game.
    pub index: u32,
    /// Who chose.
    pub seat: Seat,
    /// The move.
    pub mv: M,
    /// What the agent found the position worth to itself; None from an agent that does not search.
    pub value: Option<Value>,
    /// How deep it looked, in plies.
    pub depth: u32,
    /// Positions that it looked at.
    pub nodes: u64,
    /// Its time.
    pub time: Duration,
}

impl<M> Chosen<M> {
    /// The same with its move in other words.
    pub(crate) fn with<N>(&self, mv: N) -> Chosen<N> {
        let &Self { index, seat, value, depth, nodes, time, .. } = self;
        Chosen { index, seat, mv, value, depth, nodes, time }
    }
}

/// What one seat spent on a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spent {
    /// Moves that its agent chose.
    pub moves: u32,
    /// Positions that it looked at.
    pub nodes: u64,
    /// Its time.
    pub time: Duration,
}

/// One move of a game in progress, for whoever watches.
pub struct Frame<'a> {
    /// Turns of seats so far, this one included.
    pub ply: u32,
    /// Who moved; None for chance.
    pub seat: Option<Seat>,
    /// What was played.
    pub move_text: &'a str,
    /// What the mover thinks of it, if it was an agent's choice: value, depth, nodes.
    pub thought: Option<String>,
    /// The board afterwards.
    pub diagram: &'a dyn Fn(Ink) -> String,
    /// The position afterwards in the game's notation, as everybody may see it.
    pub position: &'a dyn Fn() -> String,
}

/// Sees a game while it is played.
pub type Watch<'a> = &'a mut dyn FnMut(Frame<'_>);

/// Plays one game. `agents` has one entry per seat, each told of the new game already. None if it was broken off.
///
/// A forced pass is played without asking the agent. An agent that exceeds its clock or answers with a move that
/// is not legal loses by forfeit.
///
/// # Errors
/// When this machine keeps an agent from playing: the game is nobody's loss.
pub fn play_game<E: Entry>(
    table: Table<'_, E>,
    agents: &mut [&mut dyn Agent<View<E>>],
    mut watch: Option<Watch<'_>>,
) -> Result<Option<Played<Move<E>>>, String> {
    let (opening, drawn_plies, stop) = (table.opening.clone(), table.drawn_plies, table.stop);
    let mut game = Progress::new(table);
    for mv in opening {
        if !matches!(game.session.now().turn(), Turn::Chance) {
            game.played.plies += 1;
        }
        game.play(mv, None, &mut watch);
    }
    let mut legal = Vec::new();
    loop {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        legal.clear();
        game.session.now().moves(&mut legal);
        if legal.is_empty() {
            let payoffs = game.payoffs(|seat| game.session.now().payoff(seat));
            return Ok(Some(game.end(payoffs)));
        }
        let (mv, thought) = match game.session.now().turn() {
            Turn::Chance => (game.session.roll(), None),
            Turn::Seat(seat) => {
                if let Some(adjudged) =
                    game.adjudged.take().or_else(|| game.umpire.at_length(game.played.plies))
                {
                    let payoffs = game.payoffs(|seat| adjudged.payoff(seat));
                    game.played.adjudged = Some(adjudged);
                    return Ok(Some(game.end(payoffs)));
                }
                let drawn = game.played.plies < drawn_plies;
                match game.seat_move(seat, &legal, agents[seat.index()], drawn) {
                    Choice::Move(mv, thought) => (mv, thought),
                    Choice::BrokenOff => return Ok(None),
                    Choice::HostFailed(why) => return Err(why),
                    Choice::Forfeit(why) => {
                        game.played.forfeit = Some((seat, why));
                        let payoffs = game.session.entry().customs().forfeit(game.session.now(), seat);
                        return Ok(Some(game.end(payoffs)));
                    }
                }
            }
        };
        game.play(mv, thought, &mut watch);
    }
}

/// A game in progress.
struct Progress<'a, E: Entry> {
    session: Session<E>,
    /// What each seat's agent knows of the game.
    told: Vec<Told>,
    stop: &'a Arc<AtomicBool>,
    umpire: Umpire,
    adjudged: Option<Adjudged>,
    played: Played<Move<E>>,
}

enum Choice<M> {
    Move(M, Option<String>),
    Forfeit(String),
    HostFailed(String),
    BrokenOff,
}

impl<'a, E: Entry> Progress<'a, E> {
    fn new(table: Table<'a, E>) -> Self {
        let seats = E::Game::SEATS;
        let mut session = Session::new(table.entry, table.start, table.dice);
        if let Some(control) = table.clock {
            session.set_clocks(control);
        }
        Self {
            session,
            told: vec![Told::default(); seats],
            stop: table.stop,
            umpire: Umpire::new(table.adjudication),
            adjudged: None,
            played: Played {
                moves: Vec::new(),
                payoffs: Vec::new(),
                forfeit: None,
                adjudged: None,
                milestone: None,
                choices_made: Vec::new(),
                spent: vec![Spent::default(); seats],
                plies: 0,
                turns: 0,
                choices: 0,
            },
        }
    }

    fn payoffs(&self, of: impl Fn(Seat) -> i32) -> Vec<i32> {
        (0..E::Game::SEATS as u8).map(|seat| of(Seat(seat))).collect()
    }

    fn end(self, payoffs: Vec<i32>) -> Played<Move<E>> {
        let milestone = self.session.entry().dice().milestone(self.session.now());
        Played { payoffs, milestone, moves: self.session.into_moves(), ..self.played }
    }

    fn seat_move(
        &mut self,
        seat: Seat,
        legal: &[Move<E>],
        agent: &mut dyn Agent<View<E>>,
        random_opening: bool,
    ) -> Choice<Move<E>> {
        self.played.plies += 1;
        if let [only] = *legal
            && self.session.now().is_pass(only)
        {
            return Choice::Move(only, None);
        }
        self.played.turns += 1;
        self.played.choices += legal.len() as u64;
        if random_opening {
            return Choice::Move(legal[self.session.dice().index(legal.len())], None);
        }
        let limits = self.session.limits(Some(Arc::clone(self.stop)));
        let told = &mut self.told[seat.index()];
        let (report, used) = self.session.ask(agent, told, &limits, &mut |_, _| {}).expect("a seat's turn");
        if self.stop.load(Ordering::Relaxed) {
            return Choice::BrokenOff;
        }
        if report.best.is_none() && agent.is_hosts_fault() {
            return Choice::HostFailed(agent.failure().unwrap_or_else(|| "host: no reason was given".into()));
        }
        gauge::add_moves(1);
        let spent = &mut self.played.spent[seat.index()];
        spent.moves += 1;
        spent.nodes += report.nodes;
        spent.time += used;
        if let Err(late) = self.session.spend(used) {
            return Choice::Forfeit(format!("time: {late}"));
        }
        match report.best {
            Some(mv) if legal.contains(&mv) => {
                self.note(seat, mv, &report, used);
                let nodes = things(report.nodes, "node");
                let how = match report.stopped {
                    Stop::Book => Stop::Book.word().to_owned(),
                    _ => format!("depth {}, {} {nodes}", report.depth, report.nodes),
                };
                Choice::Move(mv, is_valued(&report).then(|| format!("{}, {how}", report.value)))
            }
            Some(mv) => Choice::Forfeit(format!("illegal move: {mv:?}")),
            None => Choice::Forfeit(agent.failure().unwrap_or_else(|| "illegal move: none at all".into())),
        }
    }

    /// Keeps what the agent said of its move, and what follows from it.
    fn note(&mut self, seat: Seat, mv: Move<E>, report: &Report<Move<E>, Value>, time: Duration) {
        self.played.choices_made.push(Chosen {
            index: self.session.moves().len() as u32,
            seat,
            mv,
            value: is_valued(report).then_some(report.value),
            depth: report.depth,
            nodes: report.nodes,
            time,
        });
        self.adjudged = self.umpire.after(seat, self.played.plies, report);
    }

    fn play(&mut self, mv: Move<E>, thought: Option<String>, watch: &mut Option<Watch<'_>>) {
        let Some(watch) = watch else { return self.session.play(mv) };
        let before = self.session.now();
        let seat = match before.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance => None,
        };
        let move_text = before.move_text(mv);
        self.session.play(mv);
        let now = self.session.now();
        watch(Frame {
            ply: self.played.plies,
            seat,
            move_text: &move_text,
            thought,
            diagram: &|ink| now.diagram(Some(mv), ink),
            position: &|| self.session.entry().customs().seen(now, Seat::FIRST),
        });
    }
}

/// Whether a move comes with a value: of a search, or out of a book.
fn is_valued<M>(report: &Report<M, Value>) -> bool {
    report.depth > 0 || report.stopped == Stop::Book
}
