//! One game between agents.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use plywise::{Agent, Clock, Game, Ink, Limits, Notation, Observe, Rng, Seat, TimeControl, Turn};

use crate::entry::{Entry, Move, View};

/// How a game is to be played.
pub struct Table<'a, E: Entry> {
    /// The rules.
    pub entry: &'a E,
    /// Where the game starts.
    pub start: E::Game,
    /// Moves of seats that are drawn at random before the agents take over.
    pub opening_plies: u32,
    /// The source of the opening and of all chance.
    pub dice: Rng,
    /// Every seat's time.
    pub clock: Option<TimeControl>,
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
    /// What each seat spent.
    pub spent: Vec<Spent>,
    /// Turns of seats, passes included.
    pub plies: u32,
    /// Turns at which a seat had something to choose from or at least a move that is no pass.
    pub turns: u32,
    /// Legal moves at those turns, summed.
    pub choices: u64,
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
}

/// Sees a game while it is played.
pub type Watch<'a> = &'a mut dyn FnMut(Frame<'_>);

/// Plays one game. `agents` has one entry per seat, each told of the new game already. None if it was broken off.
///
/// A forced pass is played without asking the agent. An agent that exceeds its clock or answers with a move that
/// is not legal loses by forfeit.
pub fn play_game<E: Entry>(
    table: &Table<'_, E>,
    agents: &mut [&mut dyn Agent<View<E>>],
    mut watch: Option<Watch<'_>>,
) -> Option<Played<Move<E>>> {
    let seats = E::Game::SEATS;
    let mut game: Progress<'_, E> = Progress {
        starts: (0..seats as u8).map(|seat| table.start.observe(Seat(seat))).collect(),
        turns: Vec::new(),
        position: table.start.clone(),
        dice: table.dice.clone(),
        clocks: table.clock.map(|control| vec![Clock::new(control); seats]),
        stop: table.stop,
        played: Played {
            moves: Vec::new(),
            payoffs: Vec::new(),
            forfeit: None,
            spent: vec![Spent::default(); seats],
            plies: 0,
            turns: 0,
            choices: 0,
        },
    };
    let mut legal = Vec::new();
    loop {
        if table.stop.load(Ordering::Relaxed) {
            return None;
        }
        legal.clear();
        game.position.moves(&mut legal);
        if legal.is_empty() {
            let payoffs = (0..seats as u8).map(|seat| game.position.payoff(Seat(seat))).collect();
            return Some(Played { payoffs, ..game.played });
        }
        let (mv, thought) = match game.position.turn() {
            Turn::Chance => (table.entry.roll(&game.position, &mut game.dice), None),
            Turn::Seat(seat) => {
                let random_opening = game.played.plies < table.opening_plies;
                match game.seat_move(seat, &legal, agents[seat.index()], random_opening) {
                    Choice::Move(mv, thought) => (mv, thought),
                    Choice::BrokenOff => return None,
                    Choice::Forfeit(why) => {
                        let payoffs = table.entry.forfeit(&game.position, seat);
                        return Some(Played { payoffs, forfeit: Some((seat, why)), ..game.played });
                    }
                }
            }
        };
        game.play(mv, thought, &mut watch);
    }
}

/// A game in progress.
struct Progress<'a, E: Entry> {
    /// The start as each seat saw it.
    starts: Vec<View<E>>,
    /// The seats' moves, without those of chance.
    turns: Vec<Move<E>>,
    position: E::Game,
    dice: Rng,
    clocks: Option<Vec<Clock>>,
    stop: &'a Arc<AtomicBool>,
    played: Played<Move<E>>,
}

enum Choice<M> {
    Move(M, Option<String>),
    Forfeit(String),
    BrokenOff,
}

impl<E: Entry> Progress<'_, E> {
    fn seat_move(
        &mut self,
        seat: Seat,
        legal: &[Move<E>],
        agent: &mut dyn Agent<View<E>>,
        random_opening: bool,
    ) -> Choice<Move<E>> {
        self.played.plies += 1;
        if let [only] = *legal
            && self.position.is_pass(only)
        {
            return Choice::Move(only, None);
        }
        self.played.turns += 1;
        self.played.choices += legal.len() as u64;
        if random_opening {
            return Choice::Move(legal[self.dice.index(legal.len())], None);
        }
        let clock = self.clocks.as_ref().map(|clocks| clocks[seat.index()].clone());
        let limits = Limits {
            deadline: clock.as_ref().map(|clock| Instant::now() + clock.share()),
            clock,
            stop: Some(Arc::clone(self.stop)),
            ..Limits::default()
        };
        agent.follow(&self.starts[seat.index()], &self.turns);
        let begun = Instant::now();
        let report = agent.choose(&self.position.observe(seat), &limits);
        let used = begun.elapsed();
        if self.stop.load(Ordering::Relaxed) {
            return Choice::BrokenOff;
        }
        let spent = &mut self.played.spent[seat.index()];
        spent.moves += 1;
        spent.nodes += report.nodes;
        spent.time += used;
        if let Some(clocks) = &mut self.clocks
            && let Err(late) = clocks[seat.index()].spend(used)
        {
            return Choice::Forfeit(format!("time: {late}"));
        }
        match report.best {
            Some(mv) if legal.contains(&mv) => {
                let thought = (report.depth > 0)
                    .then(|| format!("{}, depth {}, {} nodes", report.value, report.depth, report.nodes));
                Choice::Move(mv, thought)
            }
            Some(mv) => Choice::Forfeit(format!("illegal move: {mv:?}")),
            None => Choice::Forfeit(agent.excuse().unwrap_or_else(|| "illegal move: none at all".into())),
        }
    }

    fn play(&mut self, mv: Move<E>, thought: Option<String>, watch: &mut Option<Watch<'_>>) {
        let told = watch.as_ref().map(|_| {
            let seat = match self.position.turn() {
                Turn::Seat(seat) => Some(seat),
                Turn::Chance => None,
            };
            (seat, self.position.move_text(mv))
        });
        if let Turn::Seat(_) = self.position.turn() {
            self.turns.push(mv);
        }
        self.position.play(mv);
        self.played.moves.push(mv);
        if let (Some(watch), Some((seat, move_text))) = (watch, told) {
            let diagram = |ink| self.position.diagram(Some(mv), ink);
            watch(Frame { ply: self.played.plies, seat, move_text: &move_text, thought, diagram: &diagram });
        }
    }
}
