//! Many games of one kind that go on together, as numbers: what learners step through.

use std::sync::Arc;

use plywise::notation::Planes;
use plywise::{Game, Notation, Rng, Seat, Turn};

use crate::entry::Entry;
use crate::luck::Luck;

/// Games of one kind that go on together. Chance and forced passes take their turns by themselves, so that in each game a seat
/// is to choose, or it is over; one that is over starts anew at the next step.
///
/// The `k`-th game of copy `i` of `n` has the luck of number `i + k n` under the seed, on any machine.
pub trait Batch: Send {
    /// Number of seats.
    fn seats(&self) -> usize;
    /// How many numbers there are to choose from.
    fn actions(&self) -> usize;
    /// Starts every game anew with the luck of another seed.
    fn reset(&mut self, seed: u64);
    /// Plays a number in each game, or starts it anew where it was over, whatever was given for it. Where `lenient`, a number
    /// that is not legal leaves its game as it is.
    ///
    /// # Errors
    /// When a number is missing or not legal in its game: nothing was played then.
    fn step(&mut self, actions: &[i64], lenient: bool) -> Result<(), String>;
    /// The boards: names and size of the planes, and the numbers of all games one after another.
    fn boards(&self) -> &Planes;
    /// What there is to see beside the boards.
    fn seen(&self) -> &Seen;
}

/// What there is to see of a [`Batch`] beside the boards, game by game.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Seen {
    /// 1 for each number that is legal, else 0: games x actions. All 0 where a game is over.
    pub masks: Vec<u8>,
    /// The seat to move; -1 where a game is over.
    pub turns: Vec<i8>,
    /// What the step brought each seat: games x seats. The points of a game of one seat; of others 1 for who won at the end, -1
    /// for who lost.
    pub rewards: Vec<f32>,
    /// The points of each seat so far, which games of two seats count at the end only, 0 before: games x seats.
    pub points: Vec<i32>,
    /// Whether the game is over: 1 or 0.
    pub over: Vec<u8>,
}

/// One of the games.
struct Copy<G: Game> {
    now: G,
    dice: Rng,
    /// Games that this copy has played before.
    played: u64,
    moves: Vec<G::Move>,
    /// The parts of a move that are chosen already.
    parts: Vec<usize>,
    over: bool,
}

/// A [`Batch`] of any game.
pub(crate) struct Typed<E: Entry> {
    entry: Arc<E>,
    copies: Vec<Copy<E::Game>>,
    seed: u64,
    actions: usize,
    boards: Planes,
    seen: Seen,
}

impl<E: Entry> Typed<E> {
    /// None where the game has no numbers for boards or moves.
    pub(crate) fn new(entry: &Arc<E>, copies: usize, seed: u64) -> Option<Self> {
        let start = entry.start(Luck::of(seed).start);
        let (actions, boards) = (start.actions(), start.planes()?);
        if actions == 0 || copies == 0 {
            return None;
        }
        let entry = Arc::clone(entry);
        let mut batch = Self { entry, copies: Vec::new(), seed, actions, boards, seen: Seen::default() };
        let empty = |_| Copy {
            now: start.clone(),
            dice: Rng::new(0),
            played: 0,
            moves: Vec::new(),
            parts: Vec::new(),
            over: false,
        };
        batch.copies = (0..copies).map(empty).collect();
        batch.reset(seed);
        Some(batch)
    }

    /// Starts a copy's next game.
    fn start(&mut self, copy: usize) {
        let number = copy as u64 + self.copies[copy].played * self.copies.len() as u64;
        let luck = Luck::of_game(self.seed, number);
        let game = &mut self.copies[copy];
        (game.now, game.dice) = (self.entry.start(luck.start), luck.stream());
        game.played += 1;
        game.settle(&*self.entry);
    }

    /// Writes down what there is to see of a copy, which has just been started or stepped.
    fn note(&mut self, copy: usize, started: bool) {
        let (game, seats) = (&self.copies[copy], E::Game::SEATS);
        game.now.draw(&mut self.boards);
        let mask = &mut self.seen.masks[copy * self.actions..][..self.actions];
        mask.fill(0);
        game.next_parts().for_each(|action| mask[action] = 1);
        self.seen.over[copy] = u8::from(game.over);
        self.seen.turns[copy] = match game.now.turn() {
            Turn::Seat(seat) if !game.over => seat.0 as i8,
            _ => -1,
        };
        let points = &mut self.seen.points[copy * seats..][..seats];
        let before = points[0];
        for (seat, points) in (0..).map(Seat).zip(&mut *points) {
            *points = if seats == 1 || game.over { game.now.payoff(seat) } else { 0 };
        }
        for (seat, reward) in self.seen.rewards[copy * seats..][..seats].iter_mut().enumerate() {
            let best_other = (0..seats).filter(|&other| other != seat).map(|other| points[other]).max();
            *reward = match best_other {
                _ if started => 0.0,
                None => (points[0] - before) as f32,
                Some(best) => f32::from(points[seat].cmp(&best) as i8),
            };
        }
    }
}

impl<G: Notation> Copy<G> {
    /// Lets chance and forced passes have their turns, and lists what a seat then may play.
    fn settle<E: Entry<Game = G>>(&mut self, entry: &E) {
        self.parts.clear();
        loop {
            if self.now.turn() == Turn::Chance && !self.now.is_over() {
                let outcome = entry.dice().roll(&self.now, &mut self.dice);
                self.now.play(outcome);
                continue;
            }
            self.moves.clear();
            self.now.moves(&mut self.moves);
            match *self.moves {
                [only] if self.now.is_pass(only) => self.now.play(only),
                _ => break,
            }
        }
        self.over = self.moves.is_empty();
    }

    /// Whether a move begins with what is chosen already.
    fn goes_on(&self, mv: G::Move) -> bool {
        self.parts.iter().enumerate().all(|(part, &chosen)| self.now.action(mv, part) == Some(chosen))
    }

    /// The numbers that may follow what is chosen already.
    fn next_parts(&self) -> impl Iterator<Item = usize> {
        let moves = self.moves.iter().filter(|&&mv| self.goes_on(mv));
        moves.filter_map(|&mv| self.now.action(mv, self.parts.len()))
    }

    /// Plays a number that is legal.
    fn choose<E: Entry<Game = G>>(&mut self, action: usize, entry: &E) {
        self.parts.push(action);
        let mut moves = self.moves.iter();
        let whole = moves.find(|&&mv| self.goes_on(mv) && self.now.action(mv, self.parts.len()).is_none());
        if let Some(&mv) = whole {
            self.now.play(mv);
            self.settle(entry);
        }
    }
}

impl<E: Entry> Batch for Typed<E> {
    fn seats(&self) -> usize {
        E::Game::SEATS
    }

    fn actions(&self) -> usize {
        self.actions
    }

    fn reset(&mut self, seed: u64) {
        let (copies, seats) = (self.copies.len(), E::Game::SEATS);
        self.seed = seed;
        self.boards.again();
        self.seen = Seen {
            masks: vec![0; copies * self.actions],
            turns: vec![0; copies],
            rewards: vec![0.0; copies * seats],
            points: vec![0; copies * seats],
            over: vec![0; copies],
        };
        for copy in 0..copies {
            self.copies[copy].played = 0;
            self.start(copy);
            self.note(copy, true);
        }
    }

    fn step(&mut self, actions: &[i64], lenient: bool) -> Result<(), String> {
        if actions.len() != self.copies.len() {
            return Err(format!("{} actions for {} games", actions.len(), self.copies.len()));
        }
        let count = self.actions;
        let legal = |seen: &Seen, copy, action: i64| {
            let mask = &seen.masks[copy * count..][..count];
            usize::try_from(action).is_ok_and(|action| mask.get(action) == Some(&1))
        };
        let refused =
            |&(copy, &action): &(usize, &i64)| !self.copies[copy].over && !legal(&self.seen, copy, action);
        if let Some((copy, action)) = actions.iter().enumerate().find(refused).filter(|_| !lenient) {
            let legal: Vec<_> = (0..count as i64).filter(|&action| legal(&self.seen, copy, action)).collect();
            return Err(format!("action {action} is not legal in game {copy}; legal: {legal:?}"));
        }
        self.boards.again();
        for (copy, &action) in actions.iter().enumerate() {
            let anew = self.copies[copy].over;
            if anew {
                self.start(copy);
            } else if legal(&self.seen, copy, action) {
                self.copies[copy].choose(action as usize, &*self.entry);
            }
            self.note(copy, anew);
        }
        Ok(())
    }

    fn boards(&self) -> &Planes {
        &self.boards
    }

    fn seen(&self) -> &Seen {
        &self.seen
    }
}

/// The numbers of each legal move of a position, part by part, in the order of the rules.
pub(crate) fn numbers<G: Notation>(position: &G) -> Vec<Vec<usize>> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let parts = |mv: G::Move| (0..).map_while(|part| position.action(mv, part)).collect();
    moves.into_iter().map(parts).collect()
}
