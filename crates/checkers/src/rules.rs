//! Whole games: the board with what draws depend on.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use plywise::notation::quote;
use plywise::{Game, Image, Keyed, Observe, Seat, Symmetric, TextError, Turn, TwoPlayer};

use crate::board::Board;
use crate::moves::Move;

/// Which rules a game is played by. Both move the pieces alike; they differ in the draws, in the names of the
/// sides and in how squares are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rules {
    /// English checkers: Black moves first. Drawn when a position comes up for the third time, or after 40 moves
    /// by each side (80 plies) without a capture or a man's move. A move that leaves the opponent without a
    /// legal one wins, whatever the counters say.
    #[default]
    Standard,
    /// The course's game: Red moves first. Drawn after 100 plies without a capture, whether or not the side to
    /// move could still move; repetitions do not matter.
    Course,
}

impl Rules {
    /// Every set of rules.
    pub const ALL: [Self; 2] = [Self::Standard, Self::Course];

    /// So many quiet plies in a row draw the game.
    #[must_use]
    pub const fn quiet_limit(self) -> u32 {
        match self {
            Self::Standard => 80,
            Self::Course => 100,
        }
    }

    /// What a run of quiet plies ends with.
    pub(crate) const fn what_is_not_quiet(self) -> &'static str {
        match self {
            Self::Standard => "a capture or a man's move",
            Self::Course => "a capture",
        }
    }

    /// No game is longer, in plies.
    ///
    /// There are at most 23 captures, and 24 men advance at most 7 rows each; between two of those that break a
    /// run of quiet plies, and before the first and after the last, lies at most a run that is just too short.
    #[must_use]
    pub const fn longest_game(self) -> u32 {
        let breaks = match self {
            Self::Standard => 23 + 24 * 7,
            Self::Course => 23,
        };
        (breaks + 1) * self.quiet_limit()
    }
}

/// As options write it: `standard`, `course`.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Standard => "standard",
            Self::Course => "course",
        })
    }
}

impl FromStr for Rules {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Self::ALL.into_iter().find(|rules| rules.to_string().eq_ignore_ascii_case(text.trim())).ok_or_else(
            || TextError::new(format!("rules {}: known rules are standard and course", quote(text))),
        )
    }
}

/// What a game of checkers is started with.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Options {
    /// Which rules hold.
    pub rules: Rules,
}

/// The start of a game. Nothing is drawn by lot, so every seed starts the same game.
#[must_use]
pub fn start(options: &Options, _seed: u64) -> Checkers {
    Checkers::new(options.rules, Board::start())
}

/// A game of checkers: a [`Board`], the rules, and what of the past they ask for.
///
/// A drawn game has no moves. [`Game::play`] still takes them, since recorded games often go on after a draw that
/// nobody claimed; what is checked in debug builds is the board's rules alone. Two games are equal when rules,
/// placement and side to move are.
///
/// Repetitions are found among the whole boards since the last capture or man's move, of which none can come
/// back. That list is empty as long as only men have moved, and always by the course's rules, so that copying a
/// game then allocates nothing; whole boards are kept, not their hashes, so that no two boards are ever confused.
/// It ends where the quiet plies draw the game by themselves: however long a recorded game goes on after that, a ply
/// of it costs no more.
pub struct Checkers {
    board: Board,
    /// The boards before this one, from the first after the last capture or man's move, as many as quiet plies draw
    /// the game at the most. Standard rules only.
    past: Vec<Board>,
    /// Plies since the last capture (standard rules: or man's move).
    quiet: u32,
    rules: Rules,
    drawn: bool,
    /// Whether somebody else looks for repetitions: no past is kept then.
    forgetful: bool,
}

impl Checkers {
    /// A game that starts from `board`, with no past.
    #[must_use]
    pub const fn new(rules: Rules, board: Board) -> Self {
        Self { board, past: Vec::new(), quiet: 0, rules, drawn: false, forgetful: false }
    }

    /// The same game with so many quiet plies behind it, where a position comes with its counter.
    #[must_use]
    pub fn with_quiet_plies(self, plies: u32) -> Self {
        Self { quiet: plies, drawn: plies >= self.rules.quiet_limit(), ..self }
    }

    /// Placement and side to move.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Which rules hold.
    #[inline]
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Plies since the last capture or, by standard rules, man's move. The course counts half of this.
    #[inline]
    #[must_use]
    pub const fn quiet_plies(&self) -> u32 {
        self.quiet
    }

    /// Whether the rules end this game in a draw here.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        self.drawn && (self.rules == Rules::Course || self.board.can_move())
    }

    /// Whether boards that may come back lie behind this one.
    pub(crate) const fn has_past(&self) -> bool {
        !self.past.is_empty()
    }

    /// How often this position has come up since the last capture or man's move and before the quiet plies drew the
    /// game, this time included. Always 1 by the course's rules, which do not look.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        // A position comes back after two moves of each side at the earliest, and then with the same side to move.
        1 + self.past.iter().rev().skip(3).step_by(2).filter(|&board| *board == self.board).count()
    }
}

impl Clone for Checkers {
    #[inline]
    fn clone(&self) -> Self {
        // Searches forget the past: copying a list that is empty need not ask how long it is.
        let past = if self.past.is_empty() { Vec::new() } else { self.past.clone() };
        Self { past, ..*self }
    }

    /// Keeps the list of past boards that `self` has allocated.
    fn clone_from(&mut self, source: &Self) {
        let mut past = std::mem::take(&mut self.past);
        past.clone_from(&source.past);
        *self = Self { past, ..*source };
    }
}

impl PartialEq for Checkers {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.rules == other.rules
    }
}

impl Eq for Checkers {}

impl Hash for Checkers {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.board.hash(state);
        self.rules.hash(state);
    }
}

impl fmt::Debug for Checkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = crate::fen::write(&self.board, self.rules);
        write!(f, "Checkers({position}, {} rules, {} quiet plies", self.rules, self.quiet)?;
        match self.occurrences() {
            1 => write!(f, ")"),
            times => write!(f, ", occurrence {times})"),
        }
    }
}

impl Game for Checkers {
    type Move = Move;

    #[inline]
    fn turn(&self) -> Turn {
        Turn::Seat(self.board.to_move())
    }

    /// Standard rules: the order of [`Board`]'s moves. Course: its own order, row by row on its board, the
    /// plain moves of men before those of kings.
    #[inline]
    fn moves(&self, out: &mut Vec<Move>) {
        if self.drawn {
            return;
        }
        match self.rules {
            Rules::Standard => self.board.visit_moves(|mv| out.push(mv)),
            Rules::Course => self.board.visit_moves_as_the_course(|mv| out.push(mv)),
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        debug_assert!(self.board.has_move(mv), "{mv} is not legal in {self:?}");
        let before = self.board;
        let man = before.men(before.to_move()).has(mv.from());
        self.board.play(mv);
        if mv.is_capture() || man && self.rules == Rules::Standard {
            self.quiet = 0;
            self.past.clear();
            self.drawn = false;
            return;
        }
        self.quiet += 1;
        self.drawn = self.quiet >= self.rules.quiet_limit();
        if self.rules == Rules::Standard && !self.drawn && !self.forgetful {
            self.past.push(before);
            self.drawn = self.occurrences() >= 3;
        }
    }

    /// 1 for a win, 0 for a draw, -1 for a loss.
    fn payoff(&self, seat: Seat) -> i32 {
        if self.is_drawn() { 0 } else { self.board.payoff(seat) }
    }

    #[inline]
    fn move_count(&self) -> usize {
        if self.drawn { 0 } else { self.board.count_moves() }
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.drawn || !self.board.can_move()
    }

    /// The board's count, wherever no draw can be so near.
    #[inline]
    fn leaves(&self, depth: u32, finished_is_a_leaf: bool) -> Option<u64> {
        let near = self.drawn || self.quiet + depth >= self.rules.quiet_limit() || !self.past.is_empty();
        if near { None } else { self.board.leaves(depth, finished_is_a_leaf) }
    }
}

impl TwoPlayer for Checkers {}

impl Keyed for Checkers {
    const RECURS: bool = true;

    /// Placement and side to move; neither counters nor the past.
    #[inline]
    fn key(&self) -> u64 {
        self.board.key()
    }

    /// By the course's rules nothing is drawn for coming back, however often it does.
    #[inline]
    fn reversible_plies(&self) -> u32 {
        if self.rules == Rules::Standard { self.quiet } else { 0 }
    }

    #[inline]
    fn is_over_by_past(&self) -> bool {
        self.drawn
    }

    fn past_keys(&self) -> Vec<u64> {
        self.past.iter().map(Board::key).collect()
    }

    fn forget_past(&mut self) {
        self.past = Vec::new();
        self.forgetful = true;
    }
}

impl Observe for Checkers {
    type View = Self;

    fn observe(&self, _: Seat) -> Self {
        self.clone()
    }
}

impl Symmetric for Checkers {
    /// The game itself and the game seen from the other side, colours changed.
    fn images(&self) -> Vec<Image<Self>> {
        let turned =
            Self { board: self.board.turned(), past: self.past.iter().map(Board::turned).collect(), ..*self };
        vec![Image { position: self.clone(), swapped: false }, Image { position: turned, swapped: true }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywise::Notation;

    #[test]
    fn a_ply_costs_no_more_however_long_a_recorded_game_goes_on() {
        let mut game = start(&Options::default(), 0).read_position("B:WK1:BK32").unwrap();
        let there_and_back = ["32-28", "1-5", "28-32", "5-1"];
        for ply in 0..10_000 {
            game.play(game.board().read_move(there_and_back[ply % 4]).unwrap());
            assert!(game.past.len() < Rules::Standard.quiet_limit() as usize, "{} boards", game.past.len());
            assert_eq!(game.is_drawn(), ply >= 7, "ply {ply}");
        }
    }
}
