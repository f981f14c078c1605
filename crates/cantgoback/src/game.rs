//! The whole game: what the players see, the lives of the fruits, and the turns of chance.

use std::fmt;

use plywise::rng::mix;
use plywise::{Game, Image, Keyed, Notation, Observe, Rng, Seat, Stochastic, Symmetric, TextError, Turn};

use crate::cells::Cell;
use crate::fruits::MAX_FRUITS;
use crate::moves::Move;
use crate::options::{MIN_FRUIT_SCORE, Options, Rules};
use crate::symmetry::Symmetry;
use crate::visible::Visible;

/// A position of Can't Go Back as the match keeps it.
///
/// Where fruits [respawn](crate::Fruits::respawn) chance has a turn after each ply, in stages of even odds each: whether a fruit
/// appears; on which free cell; worth how many points; for how many plies. Under [`Fruits::Once`](crate::Fruits::Once) all chance lies
/// in the seed of the start.
#[derive(Clone, Copy)]
pub struct CantGoBack {
    pub(crate) visible: Visible,
    /// Plies that the fruit of each slot still has, at least 1.
    pub(crate) lives: [u8; MAX_FRUITS],
    pub(crate) pending: Pending,
}

/// What chance decides next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Pending {
    /// Nothing: it is a player's turn, or the game is over.
    Nothing,
    /// Whether a fruit appears.
    Fruit,
    /// The cell of the new fruit.
    Cell,
    /// The points of the new fruit on this cell.
    Value(Cell),
    /// The life of the new fruit on this cell with these points.
    Life(Cell, u16),
}

/// The start of a game. All that chance decides before the first move comes from `seed`: under [`Fruits::Once`](crate::Fruits::Once)
/// a number of fruits in 0..=⌊0.2 x free cells⌋, then a free cell and the points for each, all uniform. A board
/// that fixes its fruits gets no others; where fruits [respawn](crate::Fruits::respawn) their lives are drawn.
///
/// # Errors
/// What [`Options::check`] says.
pub fn start(options: &Options, seed: u64) -> Result<CantGoBack, TextError> {
    options.check()?;
    let rules = options.rules();
    let mut rng = Rng::new(seed);
    let mut visible = Visible::new(rules, options.board.grid());
    if !rules.fruits.respawn() && visible.fruits.len() == 0 {
        let most = visible.free().len() / 5;
        for _ in 0..rng.below(u64::from(most) + 1) {
            let free = visible.free();
            let cell = free.nth(rng.index(free.len() as usize)).expect("four cells in five stay free");
            visible.add_fruit(cell, draw_value(&rules, &mut rng));
        }
    }
    let mut lives = [0; MAX_FRUITS];
    for life in &mut lives[..visible.fruits.len()] {
        *life = draw_life(&rules, &mut rng);
    }
    Ok(CantGoBack { visible, lives, pending: Pending::Nothing })
}

fn draw_value(rules: &Rules, rng: &mut Rng) -> u16 {
    let values = rules.values();
    values.start() + rng.index(values.len()) as u16
}

fn draw_life(rules: &Rules, rng: &mut Rng) -> u8 {
    let lives = rules.lives();
    lives.start() + rng.index(lives.len()) as u8
}

impl CantGoBack {
    /// What both players see.
    #[inline]
    #[must_use]
    pub fn visible(&self) -> &Visible {
        &self.visible
    }

    /// The rules of this game.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.visible.rules()
    }

    /// The points of a player so far, penalties deducted.
    #[must_use]
    pub fn score(&self, seat: Seat) -> i32 {
        self.visible.score(seat)
    }

    /// Cell, points and remaining plies of each fruit, from the bottom left row by row.
    pub fn fruits(&self) -> impl Iterator<Item = (Cell, u16, u8)> + '_ {
        let fruits = &self.visible.fruits;
        let slots = fruits.present().iter().filter_map(|cell| fruits.slot(cell));
        slots.map(|slot| (fruits.cell(slot), fruits.value(slot), self.lives[slot]))
    }

    /// What a timeout or an illegal move of `seat` ends the game with: see [`Visible::forfeit`].
    #[must_use]
    pub fn forfeit(&self, seat: Seat) -> [i32; 2] {
        self.visible.forfeit(seat)
    }

    /// A ply of a player, in the order of the rules: score and map, then the fruits' lives, then what is to appear.
    fn play_ply(&mut self, mv: Move) {
        let taken = self.visible.advance(mv);
        if let Some(slot) = taken {
            // The list has moved its last fruit into the slot.
            self.lives[slot] = self.lives[self.visible.fruits.len()];
        }
        self.age_fruits();
        if self.rules().fruits.respawn() && !self.visible.is_over() && self.has_room() {
            self.pending = Pending::Fruit;
        }
    }

    fn age_fruits(&mut self) {
        for slot in (0..self.visible.fruits.len()).rev() {
            self.lives[slot] -= 1;
            if self.lives[slot] == 0 {
                self.visible.remove_fruit(slot);
                self.lives[slot] = self.lives[self.visible.fruits.len()];
            }
        }
    }

    /// Whether another fruit may appear: there are fewer than 0.3 for each free cell.
    pub(crate) fn has_room(&self) -> bool {
        let (fruits, free) = (self.visible.fruits.len() as u32, self.visible.free().len());
        fruits * 10 < free * 3
    }

    fn play_chance(&mut self, outcome: Move) {
        self.pending = match (self.pending, outcome) {
            (Pending::Fruit, Move::Fruit) => Pending::Cell,
            (Pending::Cell, Move::At(cell)) => Pending::Value(cell),
            (Pending::Value(cell), Move::Value(value)) => Pending::Life(cell, value),
            (Pending::Life(cell, value), Move::Life(life)) => {
                self.lives[self.visible.fruits.len()] = life;
                self.visible.add_fruit(cell, value);
                Pending::Nothing
            }
            _ => Pending::Nothing,
        }
    }

    /// Whether `mv` is listed here.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        match (self.pending, mv) {
            (Pending::Nothing, _) => self.visible.is_legal(mv),
            (Pending::Fruit, Move::NoFruit | Move::Fruit) => true,
            (Pending::Cell, Move::At(cell)) => self.visible.free().has(cell),
            (Pending::Value(_), Move::Value(value)) => self.rules().values().contains(&value),
            (Pending::Life(..), Move::Life(life)) => self.rules().lives().contains(&life),
            _ => false,
        }
    }
}

impl Game for CantGoBack {
    type Move = Move;
    const PASSES: bool = true;

    #[inline]
    fn turn(&self) -> Turn {
        if self.pending == Pending::Nothing { self.visible.turn() } else { Turn::Chance }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        match self.pending {
            Pending::Nothing => self.visible.moves(out),
            Pending::Fruit => out.extend([Move::NoFruit, Move::Fruit]),
            Pending::Cell => out.extend(self.visible.free().iter().map(Move::At)),
            Pending::Value(_) => out.extend(self.rules().values().map(Move::Value)),
            Pending::Life(..) => out.extend(self.rules().lives().map(Move::Life)),
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv:?} in {self:?}");
        if self.pending == Pending::Nothing { self.play_ply(mv) } else { self.play_chance(mv) }
    }

    #[inline]
    fn is_pass(&self, mv: Move) -> bool {
        mv == Move::Stuck
    }

    /// Own final points minus the rival's.
    #[inline]
    fn payoff(&self, seat: Seat) -> i32 {
        self.visible.payoff(seat)
    }

    #[inline]
    fn move_count(&self) -> usize {
        match self.pending {
            Pending::Nothing => self.visible.move_count(),
            Pending::Fruit => 2,
            Pending::Cell => self.visible.free().len() as usize,
            Pending::Value(_) => self.rules().values().len(),
            Pending::Life(..) => self.rules().lives().len(),
        }
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.pending == Pending::Nothing && self.visible.is_over()
    }
}

/// Equal keys are equal views with equal lives and the same turn of chance.
impl Keyed for CantGoBack {
    fn key(&self) -> u64 {
        let pending = match self.pending {
            Pending::Nothing => 0,
            Pending::Fruit => mix(1),
            Pending::Cell => mix(2),
            Pending::Value(cell) => mix(3 | (cell.index() as u64) << 8),
            Pending::Life(cell, value) => mix(4 | (cell.index() as u64) << 8 | u64::from(value) << 16),
        };
        self.visible.fruits.iter().fold(self.visible.key() ^ pending, |key, (slot, cell, _)| {
            key ^ mix(5 << 32 | (cell.index() as u64) << 8 | u64::from(self.lives[slot]))
        })
    }
}

impl Stochastic for CantGoBack {
    fn outcomes(&self, out: &mut Vec<(Move, f64)>) {
        let mut list = Vec::with_capacity(self.move_count());
        self.moves(&mut list);
        let each = 1.0 / list.len() as f64;
        out.extend(list.into_iter().map(|mv| (mv, each)));
    }

    fn sample(&self, rng: &mut Rng) -> Move {
        match self.pending {
            Pending::Fruit if rng.below(2) == 0 => Move::NoFruit,
            Pending::Fruit => Move::Fruit,
            Pending::Cell => {
                let free = self.visible.free();
                Move::At(free.nth(rng.index(free.len() as usize)).expect("an index below the length"))
            }
            Pending::Value(_) => Move::Value(draw_value(self.rules(), rng)),
            Pending::Life(..) => Move::Life(draw_life(self.rules(), rng)),
            Pending::Nothing => panic!("it is not the turn of chance: {self:?}"),
        }
    }
}

impl Observe for CantGoBack {
    type View = Visible;

    /// Both seats see the same. While chance has the turn, the view is that of the next mover without what is
    /// about to appear.
    fn observe(&self, _seat: Seat) -> Visible {
        self.visible
    }
}

/// As of [`Visible`].
impl Symmetric for CantGoBack {
    fn images(&self) -> Vec<Image<Self>> {
        let image = |symmetry: Symmetry| Self {
            visible: self.visible.image(symmetry),
            // The fruits keep their slots.
            lives: self.lives,
            pending: match self.pending {
                Pending::Value(cell) => Pending::Value(symmetry.apply(cell)),
                Pending::Life(cell, value) => Pending::Life(symmetry.apply(cell), value),
                other => other,
            },
        };
        Symmetry::of(self.rules()).map(|s| Image { position: image(s), swapped: false }).collect()
    }
}

impl fmt::Debug for CantGoBack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CantGoBack({}; {})", self.position_text(), self.rules())
    }
}

const _: () = assert!(MIN_FRUIT_SCORE > 2, "the numbers up to 2 stand for players in texts");
