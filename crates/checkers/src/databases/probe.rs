//! Databases in searches of games.

use std::fmt;
use std::sync::Arc;

use plywise::alphabeta::{Bounds, Probe};
use plywise::{Evaluate, Score, Seat};

use super::known::Databases;
use crate::rules::Checkers;

/// What searches know of endings: databases, or none.
#[derive(Clone, Default)]
pub struct Endgames(pub Option<Arc<Databases>>);

impl fmt::Debug for Endgames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Endgames({} pieces)", self.0.as_ref().map_or(0, |all| all.pieces()))
    }
}

impl Endgames {
    /// What the board of a game is worth without draws by repetition or by quiet plies.
    #[inline]
    fn of_board(&self, game: &Checkers) -> Option<Bounds> {
        self.0.as_ref()?.bounds(game.board())
    }
}

/// What the rules of draws leave of a board's value.
///
/// A draw is one: whoever forces a win in spite of these rules forces it without them. A win is one where it comes before the quiet
/// plies draw; the winner comes nearer to it with every move, so that no position comes up twice. Any other is not lost.
fn in_game(game: &Checkers, board: Bounds) -> Bounds {
    let in_time = |score: Score| {
        let plies = Score::won_in(0).raw() - score.raw().abs();
        plies >= 0 && (plies as u32) < game.rules().quiet_limit().saturating_sub(game.quiet_plies())
    };
    Bounds {
        at_least: if board.at_least > Score::ZERO && !in_time(board.at_least) {
            Score::ZERO
        } else {
            board.at_least
        },
        at_most: if board.at_most < Score::ZERO && !in_time(board.at_most) {
            Score::ZERO
        } else {
            board.at_most
        },
    }
}

impl Probe<Checkers> for Endgames {
    fn is_on(&self) -> bool {
        self.0.is_some()
    }

    #[inline]
    fn bounds(&self, game: &Checkers, _: Score, _: Score) -> Bounds {
        // A game that its past has drawn is the search's to end: such a draw holds on its path only.
        match self.of_board(game) {
            Some(board) if !game.is_drawn() => in_game(game, board),
            _ => Bounds::NONE,
        }
    }
}

/// An evaluator that a database corrects where it proves no more than who is ahead: a win whose distance is not known, or that quiet
/// plies may draw, is worth more than any material, the more the nearer it is.
#[derive(Clone, Debug)]
pub struct Informed<E> {
    /// What everything else is worth.
    pub eval: E,
    /// What is known.
    pub endgames: Endgames,
}

/// What such a win is worth, in points.
const WIN: i32 = 50;
/// What a static value may add to it or take from it, in points.
const OPINION: i32 = 20;

impl<E: Evaluate<Checkers>> Informed<E> {
    /// The value of a won board for the winner.
    #[cold]
    fn win(&self, game: &Checkers, winner: Seat, known: Bounds) -> Score {
        let unit = self.eval.unit();
        if known.at_least == known.at_most {
            let plies = Score::won_in(0).raw() - known.at_least.raw().abs();
            return Score::heuristic((WIN + OPINION) * unit - plies);
        }
        let opinion = self.eval.evaluate(game, winner).raw();
        Score::heuristic(WIN * unit + opinion.clamp(-OPINION * unit, OPINION * unit))
    }
}

impl<E: Evaluate<Checkers>> Evaluate<Checkers> for Informed<E> {
    #[inline]
    fn evaluate(&self, game: &Checkers, seat: Seat) -> Score {
        let Some(known) = self.endgames.of_board(game) else { return self.eval.evaluate(game, seat) };
        let mover = game.board().to_move();
        let winner = match (known.at_least > Score::ZERO, known.at_most < Score::ZERO) {
            (true, _) => mover,
            (_, true) => mover.other(),
            _ if known.at_least == known.at_most => return Score::ZERO,
            _ => return self.eval.evaluate(game, seat),
        };
        let value = self.win(game, winner, known);
        if winner == seat { value } else { -value }
    }

    fn bounds(&self) -> (Score, Score) {
        let (low, high) = self.eval.bounds();
        let most = Score::heuristic((WIN + OPINION) * self.eval.unit());
        if self.endgames.0.is_none() { (low, high) } else { (low.min(-most), high.max(most)) }
    }

    fn unit(&self) -> i32 {
        self.eval.unit()
    }

    #[inline]
    fn is_noisy(&self, game: &Checkers) -> bool {
        self.eval.is_noisy(game)
    }

    #[inline]
    fn finished(&self, game: &Checkers, seat: Seat, ply: u32) -> Score {
        self.eval.finished(game, seat, ply)
    }
}
