//! What [`Positional`] does not see: how men stand together.
//!
//! Sixteen groups of eight squares, two whole rows or four half ones, and for each group a weight for every way in which men
//! can stand on it (Buro 2002, "Improving heuristic mini-max search by supervised learning"; Letouzey's Scan brought it to
//! draughts). Kings are not part of a group; how many there are has weights of its own, and so has where each stands, alone and
//! together with each man and each king of the other side.

use std::sync::OnceLock;

use plywise::{Evaluate, Score, Seat};

use crate::board::Board;
use crate::positional::{Camp, Positional, phase};
use crate::sums::{Pair, weigh};

/// Groups of squares.
const GROUPS: usize = 16;
/// Ways in which a group can be: each square empty, an own man's or another's.
const WAYS: usize = 3_usize.pow(8);
/// Where the weights of kings begin: an own one's by square, then another's.
const KINGS: usize = GROUPS * WAYS;
/// Where the weights of what there is begin: men of both sides, kings of both up to three.
const MATERIAL: usize = KINGS + 64;
/// Where the weights of a king and another piece begin: by the king's square, what the other is (own man, another's, another's
/// king) and its square; of an own king, then of another's with men alone.
const BESIDE: usize = MATERIAL + 13 * 13 * 4 * 4;
/// All weights.
pub const SIZE: usize = BESIDE + 5 * 32 * 32;

/// Of eight squares with men the number that reads them to base 3.
static TERNARY: [u16; 256] = {
    let mut all = [0; 256];
    let mut set = 1_usize;
    while set < 256 {
        all[set] = all[set & (set - 1)] + 3_u16.pow(set.trailing_zeros());
        set += 1;
    }
    all
};

#[inline(always)]
fn group(at: usize, own: u32, other: u32) -> usize {
    let way = TERNARY[(own & 255) as usize] + 2 * TERNARY[(other & 255) as usize];
    at * WAYS + way as usize
}

/// The two squares from `column` on of each of four rows, in eight bits.
#[inline(always)]
fn strip(men: u32, row: u32, column: u32) -> u32 {
    let squares = men >> (4 * row + column) & 0x3333;
    let pairs = (squares | squares >> 2) & 0x0F0F;
    pairs | pairs >> 4
}

/// Visits the places of the weights of groups and of material that count, as the side to move sees it.
#[inline(always)]
fn visit(own: &Camp, other: &Other, mut each: impl FnMut(usize)) {
    for king in bits(own.kings.0) {
        each(KINGS + king);
        beside(BESIDE + 96 * king, &[own.men.0, other.men, other.kings], &mut each);
    }
    for king in bits(other.kings) {
        each(KINGS + 32 + king);
        beside(BESIDE + 96 * 32 + 64 * king, &[own.men.0, other.men], &mut each);
    }
    let men = own.men.len() as usize * 13 + other.men.count_ones() as usize;
    let kings = own.kings.len().min(3) as usize * 4 + other.kings.count_ones().min(3) as usize;
    each(MATERIAL + men * 16 + kings);
    let (own, other_men) = (own.men.0, other.men);
    for rows in 0..7 {
        each(group(rows, own >> (4 * rows), other_men >> (4 * rows)));
    }
    for (row, at) in [0, 2, 4].into_iter().zip([7, 10, 13]) {
        for column in 0..3 {
            each(group(at + column as usize, strip(own, row, column), strip(other_men, row, column)));
        }
    }
}

/// Visits the places of a king's weights with each piece of these kinds.
#[inline(always)]
fn beside(king: usize, kinds: &[u32], each: &mut impl FnMut(usize)) {
    for (kind, &squares) in kinds.iter().enumerate() {
        for at in bits(squares) {
            each(king + 32 * kind + at);
        }
    }
}

/// The pieces of the side that is not to move, seen like the mover's.
struct Other {
    men: u32,
    kings: u32,
}

impl Other {
    #[inline(always)]
    fn of(board: &Board) -> Self {
        let (men, kings) = (board.men(board.to_move().other()), board.kings(board.to_move().other()));
        if board.to_move() == Seat::FIRST {
            return Self { men: men.0, kings: kings.0 };
        }
        Self { men: men.turned().0, kings: if kings.is_empty() { 0 } else { kings.turned().0 } }
    }
}

fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(at)
    })
}

/// The places of all weights that count at a board, as the side to move sees it.
pub fn active(board: &Board, out: &mut Vec<u32>) {
    visit(&Camp::of(board, board.to_move()), &Other::of(board), |at| out.push(at as u32));
}

/// [`Positional`] and what was learned beside it.
#[derive(Clone, Copy, Debug)]
pub struct Patterns {
    weights: &'static [i32],
}

impl Patterns {
    /// The weights that come along (`weights/SOURCE.md`).
    #[must_use]
    pub fn learned() -> Self {
        static LEARNED: OnceLock<Patterns> = OnceLock::new();
        *LEARNED.get_or_init(|| {
            Self::of_bytes(include_bytes!("../weights/patterns.bin")).expect("weights for every place")
        })
    }

    /// Of weights in 16 bits each, with all pieces on the board and with none, for every place in turn.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let half = |bytes: &[u8; 2]| i32::from(i16::from_le_bytes(*bytes));
        let halves: Vec<i32> = bytes.as_chunks::<2>().0.iter().map(half).collect();
        let pairs: Vec<i32> =
            halves.as_chunks::<2>().0.iter().map(|[full, bare]| full + bare * (1 << 16)).collect();
        (bytes.len() == 4 * SIZE).then(|| Self { weights: pairs.leak() })
    }
}

impl Patterns {
    /// What each kind of weight adds to [`Positional`] for `seat`, in men.
    #[must_use]
    pub fn parts(&self, board: &Board, seat: Seat) -> [(&'static str, f64); 5] {
        let [full, bare] = phase(board);
        let mut parts = [
            ("men on two rows", 0.0),
            ("men on half of four rows", 0.0),
            ("places of kings", 0.0),
            ("so many men and kings", 0.0),
            ("kings beside other pieces", 0.0),
        ];
        let sign = if seat == board.to_move() { 1.0 } else { -1.0 };
        visit(&Camp::of(board, board.to_move()), &Other::of(board), |at| {
            let part = [7 * WAYS, KINGS, MATERIAL, BESIDE].into_iter().filter(|&from| at >= from).count();
            let [early, late] = Pair(self.weights[at]).weights();
            parts[part].1 += sign * f64::from(early * full + late * bare) / 2400.0;
        });
        parts
    }
}

impl Evaluate<Board> for Patterns {
    fn evaluate(&self, board: &Board, seat: Seat) -> Score {
        let mover = board.to_move();
        let (own, other) = (Camp::of(board, mover), Camp::of(board, mover.other()));
        let mut sum = weigh(&own).minus(weigh(&other));
        visit(&own, &Other::of(board), |at| sum = sum.plus(Pair(self.weights[at])));
        let value = Positional::with(sum, board, mover);
        let value = if seat == mover { value } else { -value };
        Score::heuristic(value.clamp(-Positional::LIMIT, Positional::LIMIT))
    }

    fn bounds(&self) -> (Score, Score) {
        Evaluate::<Board>::bounds(&Positional)
    }

    fn is_noisy(&self, board: &Board) -> bool {
        !board.jumpers().is_empty()
    }
}

/// How far a game has gone, in parts of 24: see [`Positional`].
#[must_use]
pub fn pieces(board: &Board) -> i32 {
    phase(board)[0]
}

#[cfg(test)]
mod tests {
    use plywise::{Game, Rng};

    use super::*;
    use crate::{Options, start};

    /// Boards of games at random, kings and all.
    fn boards() -> Vec<Board> {
        let (mut rng, mut moves, mut all) = (Rng::new(26), Vec::new(), Vec::new());
        for _ in 0..100 {
            let mut game = start(&Options::default(), 0);
            while !game.is_over() {
                moves.clear();
                game.moves(&mut moves);
                game.play(moves[rng.index(moves.len())]);
                all.push(*game.board());
            }
        }
        all
    }

    #[test]
    fn the_value_is_the_sum_of_the_weights_that_count_and_of_what_was_known_before() {
        let patterns = Patterns::learned();
        for board in boards() {
            let (mut places, mover) = (Vec::new(), board.to_move());
            active(&board, &mut places);
            let [full, bare] = phase(&board).map(f64::from);
            let learned: f64 = places
                .iter()
                .map(|&at| {
                    let [early, late] = Pair(patterns.weights[at as usize]).weights().map(f64::from);
                    (early * full + late * bare) / 24.0
                })
                .sum();
            let known: f64 = Positional::components(&board, mover)
                .iter()
                .map(|part| 100.0 * f64::from(part.value) * part.weight)
                .sum();
            let value = f64::from(patterns.evaluate(&board, mover).raw());
            assert!((learned + known - value).abs() < 1.0, "{board:?}: {learned} + {known}, not {value}");
            let parts: f64 = patterns.parts(&board, mover).iter().map(|part| 100.0 * part.1).sum();
            assert!((parts - learned).abs() < 0.01, "{board:?}: {parts}, not {learned}");
        }
    }

    #[test]
    fn both_sides_see_a_board_alike() {
        let patterns = Patterns::learned();
        let mut different = 0;
        for board in boards() {
            let values = [Seat::FIRST, Seat::SECOND].map(|seat| patterns.evaluate(&board, seat).raw());
            assert_eq!(values[0], -values[1], "{board:?}");
            assert_eq!(patterns.evaluate(&board.turned(), Seat::SECOND).raw(), values[0], "{board:?}");
            different += usize::from(values[0] != Positional.evaluate(&board, Seat::FIRST).raw());
        }
        assert!(different > 1_000, "the weights say something");
    }

    #[test]
    fn every_square_is_in_three_to_six_groups() {
        let groups = |at: u32| {
            let lone = |rows: u32| rows & 1 << at;
            let rows = (0..7).filter(|rows| lone(255 << (4 * rows)) != 0).count();
            let strips = [0, 2, 4].into_iter().flat_map(|row| (0..3).map(move |column| (row, column)));
            rows + strips.filter(|&(row, column)| strip(1 << at, row, column) != 0).count()
        };
        // A corner is in one pair of rows and one strip, a square of the middle in two pairs and two times two strips.
        assert_eq!([0, 3, 1, 9, 13, 14, 28].map(groups), [2, 2, 3, 6, 6, 6, 2]);
        // The eight squares of a strip are eight bits.
        let mut bits: Vec<u32> =
            (0..32).map(|at| strip(1 << at, 2, 1) & 255).filter(|&bits| bits != 0).collect();
        bits.sort_unstable();
        assert_eq!(bits, [1, 2, 4, 8, 16, 32, 64, 128]);
    }

    #[test]
    fn weights_of_another_size_are_none() {
        assert!(Patterns::of_bytes(&[]).is_none() && Patterns::of_bytes(&vec![0; 4 * SIZE + 2]).is_none());
        assert!(Patterns::of_bytes(&vec![0; 4 * SIZE]).is_some());
    }
}
