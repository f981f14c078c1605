//! The position as the players see it: the whole game but for the fruits' lives and those still to come.

use std::fmt;

use plywise::rng::mix;
use plywise::{Game, Image, Keyed, Notation, Seat, Symmetric, Turn, TwoPlayer};

use crate::cells::{Cell, Cells, Direction};
use crate::fruits::FruitList;
use crate::grid::Grid;
use crate::moves::Move;
use crate::options::{BothStuck, Forfeit, Fruits, Rules};
use crate::symmetry::Symmetry;

/// What both players see, as a game of its own, which is what searches look ahead in.
///
/// The fruits' lives are hidden and so is chance: in a view no fruit expires and none appears. A player may know
/// better and say so ([`Visible::foreseeing`]), or let its evaluator say so: under [`Fruits::Once`] every fruit stays until 2 x short side plies are
/// played ([`Visible::ply`], [`Rules::lives`]), else one that it has just seen come stays at
/// least for the short side.
#[derive(Clone, Copy)]
pub struct Visible {
    /// Cells that nobody can enter: grey, left behind, stood upon, or outside the board.
    pub(crate) closed: Cells,
    pub(crate) fruits: FruitList,
    pub(crate) rules: Rules,
    pub(crate) scores: [i32; 2],
    /// Hash of cells, players, fruits and rules, kept up to date move by move.
    hash: u64,
    pub(crate) ply: u16,
    pub(crate) players: [Cell; 2],
    /// Who was found without a step on its turn.
    pub(crate) stuck: [bool; 2],
    over: bool,
    foresees: bool,
}

impl Visible {
    /// The start on `grid`, with the fruits that it fixes.
    pub(crate) fn new(rules: Rules, grid: &Grid) -> Self {
        let outside = !Cells::rectangle(usize::from(rules.rows), usize::from(rules.columns));
        let mut fruits = FruitList::EMPTY;
        for &(cell, value) in &grid.fruits {
            fruits.push(cell, value);
        }
        let mut start = Self {
            closed: outside | grid.grey | grid.players.into_iter().collect(),
            fruits,
            rules,
            scores: [0; 2],
            hash: 0,
            ply: 0,
            players: grid.players,
            stuck: [false; 2],
            over: false,
            foresees: false,
        };
        start.hash = start.hash_from_scratch();
        start
    }

    /// The rules of this game.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Who moves next: player 1 after an even number of plies.
    #[inline]
    #[must_use]
    pub fn mover(&self) -> Seat {
        Seat((self.ply & 1) as u8)
    }

    /// Where a player stands.
    #[inline]
    #[must_use]
    pub fn player(&self, seat: Seat) -> Cell {
        self.players[seat.index()]
    }

    /// The points of a player so far, penalties deducted.
    #[inline]
    #[must_use]
    pub fn score(&self, seat: Seat) -> i32 {
        self.scores[seat.index()]
    }

    /// Own points minus the rival's so far.
    #[inline]
    #[must_use]
    pub fn difference(&self, seat: Seat) -> i32 {
        self.score(seat) - self.score(seat.other())
    }

    /// Plies played since the start, stuck ones included.
    #[inline]
    #[must_use]
    pub fn ply(&self) -> u32 {
        u32::from(self.ply)
    }

    /// Whether a player was found without a step on its turn.
    #[must_use]
    pub fn is_stuck(&self, seat: Seat) -> bool {
        self.stuck[seat.index()]
    }

    /// The cells that can be entered, fruits included.
    #[inline]
    #[must_use]
    pub fn open(&self) -> Cells {
        !self.closed
    }

    /// Cells and points of the fruits, from the bottom left row by row.
    pub fn fruits(&self) -> impl Iterator<Item = (Cell, u16)> + '_ {
        let in_order = self.fruits.present().iter();
        in_order.filter_map(|cell| self.fruit_at(cell).map(|value| (cell, value)))
    }

    /// The points of the fruit at `cell`.
    #[must_use]
    pub(crate) fn fruit_at(&self, cell: Cell) -> Option<u16> {
        self.fruits.slot(cell).map(|slot| self.fruits.value(slot))
    }

    /// The directions in which one can leave `cell`, in the order of the rules.
    #[inline]
    pub fn exits(&self, cell: Cell) -> impl Iterator<Item = Direction> + '_ {
        Direction::ALL.into_iter().filter(move |&direction| self.is_exit(cell, direction))
    }

    #[inline]
    fn is_exit(&self, cell: Cell, direction: Direction) -> bool {
        cell.step(direction).is_some_and(|to| !self.closed.has(to))
    }

    /// How many [`exits`](Self::exits) there are, in `0..=4`.
    #[inline]
    #[must_use]
    pub fn exit_count(&self, cell: Cell) -> usize {
        Direction::ALL.into_iter().map(|direction| usize::from(self.is_exit(cell, direction))).sum()
    }

    /// What a timeout or an illegal move of `seat` ends the game with, as payoffs of both seats.
    ///
    /// The move is not played and `seat` pays the penalty. Under [`Forfeit::Score`] the scores then count as at
    /// any other end; under [`Forfeit::Loss`] they do too, but `seat` loses by one point at least.
    #[must_use]
    pub fn forfeit(&self, seat: Seat) -> [i32; 2] {
        let after_penalty = self.difference(seat) - self.rules.penalty;
        let own = match self.rules.forfeit {
            Forfeit::Loss => after_penalty.min(-1),
            Forfeit::Score => after_penalty,
        };
        let mut payoffs = [-own; 2];
        payoffs[seat.index()] = own;
        payoffs
    }

    /// The same position for a player who reckons with the fruits' lives where the rules tell them: under
    /// [`Fruits::Once`] the fruits are gone from ply 2 x short side on. As provided, fruits stay.
    #[must_use]
    pub fn foreseeing(self) -> Self {
        Self { foresees: true, ..self }
    }

    /// Takes all fruits away if their known life ends with this ply, or has ended: who sets a position up may place some then.
    #[inline]
    fn forget_expired(&mut self) {
        let end = u16::from(*self.rules.lives().start());
        if self.rules.fruits == Fruits::Once && self.ply >= end {
            while self.fruits.len() > 0 {
                self.remove_fruit(self.fruits.len() - 1);
            }
        }
    }

    /// Plays a step or [`Move::Stuck`] of the mover. Returns the slot of the fruit that was taken.
    #[inline]
    pub(crate) fn advance(&mut self, mv: Move) -> Option<usize> {
        let mover = self.mover();
        let taken = match mv {
            Move::Step(direction) => self.step(mover, direction),
            _ => {
                self.charge_stuck(mover);
                None
            }
        };
        self.ply += 1;
        self.over = self.ends_here();
        taken
    }

    #[inline]
    fn step(&mut self, mover: Seat, direction: Direction) -> Option<usize> {
        let from = self.player(mover);
        let to = from.step(direction).expect("a legal step stays on the board");
        self.closed.insert(to);
        self.players[mover.index()] = to;
        let stands = &STANDS[mover.index()];
        self.hash ^= stands[from.index()] ^ stands[to.index()] ^ CLOSED[to.index()];
        let slot = self.fruits.slot(to)?;
        self.scores[mover.index()] += i32::from(self.fruits.value(slot));
        self.remove_fruit(slot);
        Some(slot)
    }

    fn charge_stuck(&mut self, mover: Seat) {
        self.stuck[mover.index()] = true;
        if self.stuck == [true; 2] && self.rules.both_stuck == BothStuck::Document {
            // Player 1, found stuck one ply ago in the same round, gets its penalty back.
            self.scores[mover.other().index()] += self.rules.penalty;
        } else {
            self.scores[mover.index()] -= self.rules.penalty;
        }
    }

    /// The game ends after a ply of player 2 only.
    #[inline]
    fn ends_here(&self) -> bool {
        if self.ply & 1 != 0 || self.ply == 0 {
            return false;
        }
        match self.rules.fruits {
            Fruits::Once | Fruits::RespawnCharged => self.stuck != [false; 2],
            Fruits::Respawn => self.players.iter().any(|&cell| self.exit_count(cell) == 0),
        }
    }

    /// Takes a fruit off the board; the last slot's fruit moves into its slot.
    pub(crate) fn remove_fruit(&mut self, slot: usize) {
        self.hash ^= fruit_hash(self.fruits.cell(slot), self.fruits.value(slot));
        self.fruits.swap_remove(slot);
    }

    /// Puts a fruit on a free cell, into the last slot.
    pub(crate) fn add_fruit(&mut self, cell: Cell, value: u16) {
        debug_assert!(!self.closed.has(cell));
        self.hash ^= fruit_hash(cell, value);
        self.fruits.push(cell, value);
    }

    /// The cells that are neither closed nor hold a fruit.
    pub(crate) fn free(&self) -> Cells {
        self.open() & !self.fruits.present()
    }

    /// Sets what a board's rows do not tell; the caller has checked that it fits them.
    pub(crate) fn set_progress(&mut self, ply: u16, scores: [i32; 2], stuck: [bool; 2]) {
        (self.ply, self.scores, self.stuck) = (ply, scores, stuck);
        self.over = self.ends_here();
    }

    pub(crate) fn image(&self, symmetry: Symmetry) -> Self {
        let mut image = Self {
            closed: self.closed.iter().map(|cell| symmetry.apply(cell)).collect(),
            fruits: self.fruits.map(|cell| symmetry.apply(cell)),
            players: self.players.map(|cell| symmetry.apply(cell)),
            ..*self
        };
        image.hash = image.hash_from_scratch();
        image
    }

    fn hash_from_scratch(&self) -> u64 {
        let r = &self.rules;
        let kinds = [r.fruits as u64, r.both_stuck as u64, r.forfeit as u64];
        let sizes = [u64::from(r.rows), u64::from(r.columns), u64::from(r.max_fruit_time)];
        let points = [u64::from(r.max_fruit_score), r.penalty as u64];
        let rules = kinds.into_iter().chain(sizes).chain(points).fold(0, |hash, part| mix(hash ^ part));
        let cells = self.closed.iter().fold(0, |hash, cell| hash ^ CLOSED[cell.index()]);
        let stands = STANDS[0][self.players[0].index()] ^ STANDS[1][self.players[1].index()];
        let fruits = self.fruits.iter().fold(0, |hash, (_, cell, value)| hash ^ fruit_hash(cell, value));
        rules ^ cells ^ stands ^ fruits
    }
}

/// One random word for each cell; `kind` tells the tables apart.
const fn words(kind: u64) -> [u64; 256] {
    let mut table = [0; 256];
    let mut i = 0;
    while i < table.len() {
        table[i] = mix(kind << 32 | (i as u64 + 1));
        i += 1;
    }
    table
}
static CLOSED: [u64; 256] = words(1);
static STANDS: [[u64; 256]; 2] = [words(2), words(3)];

fn fruit_hash(cell: Cell, value: u16) -> u64 {
    mix(4 << 32 | (cell.index() as u64) << 16 | u64::from(value))
}

impl Game for Visible {
    type Move = Move;
    const PASSES: bool = true;

    #[inline]
    fn turn(&self) -> Turn {
        Turn::Seat(self.mover())
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Move>) {
        if self.over {
            return;
        }
        let before = out.len();
        out.extend(self.exits(self.player(self.mover())).map(Move::Step));
        if out.len() == before {
            out.push(Move::Stuck);
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv:?} in {self:?}");
        self.advance(mv);
        if self.foresees {
            self.forget_expired();
        }
    }

    #[inline]
    fn is_pass(&self, mv: Move) -> bool {
        mv == Move::Stuck
    }

    /// Own final points minus the rival's.
    #[inline]
    fn payoff(&self, seat: Seat) -> i32 {
        self.difference(seat)
    }

    #[inline]
    fn move_count(&self) -> usize {
        if self.over { 0 } else { self.exit_count(self.player(self.mover())).max(1) }
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.over
    }
}

impl Visible {
    /// Whether the mover may play `mv` here; outcomes of chance are never legal in a view.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let at = self.player(self.mover());
        !self.over
            && match mv {
                Move::Step(direction) => self.is_exit(at, direction),
                Move::Stuck => self.exit_count(at) == 0,
                _ => false,
            }
    }
}

impl TwoPlayer for Visible {}

/// Equal keys are the same cells, players, fruits, scores, plies, stuck marks and rules.
impl Keyed for Visible {
    #[inline]
    fn key(&self) -> u64 {
        let scores = u64::from(self.scores[0] as u32) << 32 | u64::from(self.scores[1] as u32);
        let progress = u64::from(self.ply) << 2 | u64::from(self.stuck[1]) << 1 | u64::from(self.stuck[0]);
        self.hash ^ mix(scores ^ progress.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }
}

/// The turns and reflections of the board that keep its sides: eight of a square, four of any other rectangle.
///
/// Changing the seats is none: player 2 has the last word of each round, and only player 1 gets another ply of
/// the rival after being stuck.
impl Symmetric for Visible {
    fn images(&self) -> Vec<Image<Self>> {
        let all = Symmetry::of(&self.rules);
        all.map(|symmetry| Image { position: self.image(symmetry), swapped: false }).collect()
    }
}

impl fmt::Debug for Visible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Visible({}; {})", self.position_text(), self.rules)
    }
}
