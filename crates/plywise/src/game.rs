#![doc = include_str!("capability/CAPABILITIES.md")]

use std::fmt::Debug;
use std::hash::Hash;

use crate::rng::Rng;

/// A player's place at the board, counted from 0. Who sits there is an agent's business.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat that is listed first: Black in Othello and checkers, player 1 elsewhere.
    pub const FIRST: Self = Self(0);
    /// The second seat of a two-player game.
    pub const SECOND: Self = Self(1);

    /// The opponent in a game of two seats.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// Position in a list with one entry per seat.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Who chooses next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// One of the seats.
    Seat(Seat),
    /// The dice: see [`Stochastic`].
    Chance,
}

/// The rules of a sequential game, as its current position.
///
/// Four methods are the whole contract ([`turn`](Self::turn), [`moves`](Self::moves), [`play`](Self::play),
/// [`payoff`](Self::payoff)); perft, playouts and every search are written on top. The provided methods are
/// there to be overridden where a game knows a faster way to the same answer.
///
/// A whole capture is one move, a pass is a move. Whose turn it is comes from the position, never from the depth.
pub trait Game: Clone + Debug + Send + Sync {
    /// A move of a seat, or an outcome of chance.
    type Move: Copy + Eq + Hash + Debug + Send + Sync;

    /// Number of seats.
    const SEATS: usize = 2;

    /// Whether a move can be a pass ([`is_pass`](Self::is_pass)).
    const PASSES: bool = false;

    /// Who chooses next. Once the game is over the answer has no meaning.
    fn turn(&self) -> Turn;

    /// Appends the legal moves (at a chance turn: the possible outcomes) in a fixed order.
    /// None at all means that the game is over.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Plays a move that [`moves`](Self::moves) listed. Anything else is the caller's bug: checked in debug builds.
    fn play(&mut self, mv: Self::Move);

    /// What `seat` gets from a game that is over, in the game's own points. More is better.
    /// Of two seats one must gain what the other loses where the game is [`TwoPlayer`].
    fn payoff(&self, seat: Seat) -> i32;

    /// How many moves [`moves`](Self::moves) would list. Override it where counting is cheaper than listing.
    #[inline]
    fn move_count(&self) -> usize {
        let mut list = Vec::new();
        self.moves(&mut list);
        list.len()
    }

    /// Whether the game is over, which is the same as having no moves.
    #[inline]
    fn is_over(&self) -> bool {
        self.move_count() == 0
    }

    /// Whether `mv` is what happens to a seat that cannot move: a pass, being stuck. It stands alone in the list then,
    /// and a match does not ask for it.
    #[inline]
    fn is_pass(&self, _mv: Self::Move) -> bool {
        false
    }

    /// The leaves of the full tree two or three plies deep, a pass counted as a ply, a game that ends before as one leaf or as
    /// none. Override it where so many plies can be counted at once: [`perft`](crate::perft()) then does.
    #[inline]
    fn leaves(&self, _depth: u32, _finished_is_a_leaf: bool) -> Option<u64> {
        None
    }
}

/// A game of two seats without chance where one seat gains what the other loses.
///
/// A promise, with no methods: [`Game::turn`] never answers [`Turn::Chance`], and the payoffs of both seats sum
/// to zero. It is what keeps a game of chance away from alpha-beta at compile time.
pub trait TwoPlayer: Game {}

/// Positions with a hash key, for tables.
///
/// Equal keys mean the same position in the sense in which the game's own rules compare positions (placement
/// and side to move). Where a draw depends on the path that led here, the key does not hold that path: a table
/// may then serve a value that was found on another path (the graph-history interaction, Palay 1983). Such a game
/// says so by [`RECURS`](Self::RECURS), and no search calls a value solved that rests on the path.
pub trait Keyed: Game {
    /// Whether positions can come back and a game is drawn for it.
    const RECURS: bool = false;

    /// The hash key.
    fn key(&self) -> u64;

    /// Plies since the last move that no later one can undo: so far back may an equal position lie.
    #[inline]
    fn reversible_plies(&self) -> u32 {
        0
    }

    /// Whether the game is over for what came before: a recurrence, a counter. No key holds that.
    #[inline]
    fn is_over_by_past(&self) -> bool {
        false
    }

    /// The keys of the positions that can still come back, the latest last.
    fn past_keys(&self) -> Vec<u64> {
        Vec::new()
    }

    /// Drops the past, and keeps none from here on: whoever plays this position on looks for recurrences by itself, and
    /// copies get cheap.
    fn forget_past(&mut self) {}
}

/// A game with turns of chance.
pub trait Stochastic: Game {
    /// Appends every outcome of this chance turn with its probability, in the order of [`Game::moves`].
    /// The probabilities are positive and sum to 1.
    fn outcomes(&self, out: &mut Vec<(Self::Move, f64)>);

    /// Draws one outcome. Override it where drawing is cheaper than listing.
    fn sample(&self, rng: &mut Rng) -> Self::Move {
        let mut list = Vec::new();
        self.outcomes(&mut list);
        let mut left = rng.unit();
        for &(mv, probability) in &list {
            left -= probability;
            if left < 0.0 {
                return mv;
            }
        }
        list.last().expect("a chance turn has outcomes").0
    }
}

/// The position as one seat may see it.
///
/// A match hands agents nothing else. The view is a game of its own: what is hidden is absent from it, and a
/// search on it cannot ask. Games without secrets use themselves: those that are [`Open`].
pub trait Observe: Game {
    /// What a seat sees.
    type View: Game<Move = Self::Move>;

    /// The view of `seat`.
    fn observe(&self, seat: Seat) -> Self::View;
}

/// A game without secrets: every seat sees all of it. A promise, with no methods; it gives [`Observe`].
pub trait Open: Game {}

impl<G: Open> Observe for G {
    type View = G;

    fn observe(&self, _: Seat) -> G {
        self.clone()
    }
}

/// A position that is another one seen in a mirror.
#[derive(Clone, Debug)]
pub struct Image<G> {
    /// The mirrored position.
    pub position: G,
    /// Whether the seats have changed places, so that each seat has the value the other had before.
    pub swapped: bool,
}

/// A game whose positions have mirror images of equal value.
pub trait Symmetric: Game {
    /// Every image of this position under the game's symmetries, the position itself included.
    fn images(&self) -> Vec<Image<Self>>;
}
