//! The patterns of a position out of those of the position before: a move changes a handful of squares, and each square lies in
//! at most eleven of the 46 instances.

use std::sync::LazyLock;

use plywise::{PathState, Score, Seat};

use super::shapes::{LANES, Shapes, visit};
use super::{Patterns, discs};
use crate::{Othello, Size};

/// A number for each instance.
pub(super) type Numbers = [u16; LANES];

/// For each square what a disc there adds to the number of each instance, its squares read to base 3.
static ADDS: [LazyLock<[Numbers; 64]>; 2] = [LazyLock::new(adds::<6>), LazyLock::new(adds::<8>)];

pub(super) fn adds<const SIDE: u32>() -> [Numbers; 64] {
    let inside = |square: u32| square / 8 < SIDE && square % 8 < SIDE;
    std::array::from_fn(|square| {
        let (mut adds, mut instance) = ([0; LANES], 0);
        if inside(square as u32) {
            visit::<SIDE>(1 << square, 0, |at| {
                if instance < Shapes::<SIDE>::INSTANCES {
                    adds[instance] = (at - Shapes::<SIDE>::FROM[Shapes::<SIDE>::ORDER[instance]]) as u16;
                }
                instance += 1;
            });
        }
        adds
    })
}

/// Where the weights of each instance begin.
pub(super) struct Begins<const SIDE: u32>;

impl<const SIDE: u32> Begins<SIDE> {
    pub(super) const ALL: [u32; LANES] = {
        let (mut all, mut instance) = ([0; LANES], 0);
        while instance < Shapes::<SIDE>::INSTANCES {
            all[instance] = Shapes::<SIDE>::FROM[Shapes::<SIDE>::ORDER[instance]] as u32;
            instance += 1;
        }
        all
    };
}

fn sum(adds: &[Numbers; 64], mut discs: u64) -> Numbers {
    let mut sum = [0; LANES];
    while discs != 0 {
        add(&mut sum, &adds[discs.trailing_zeros() as usize & 63]);
        discs &= discs - 1;
    }
    sum
}

#[inline(always)]
fn add(sum: &mut Numbers, more: &Numbers) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum = sum.wrapping_add(*more);
    }
}

/// The numbers of both seats' discs, each as if the other had none.
#[inline(always)]
fn seats(state: &[u16]) -> [&Numbers; 2] {
    let (first, second) = state.as_chunks().0.split_at(1);
    [&first[0], &second[0]]
}

impl Patterns {
    #[inline(always)]
    fn adds(&self) -> &'static [Numbers; 64] {
        &ADDS[usize::from(self.size == Size::Eight)]
    }

    /// The value for the side with `own` of its numbers and the other's.
    #[inline(always)]
    fn of_numbers<const SIDE: u32>(&self, board: u64, own: &Numbers, other: &Numbers) -> i32 {
        let (pairs, step) = self.pairs::<SIDE>(board);
        let mut numbers = [0; LANES];
        for lane in 0..LANES {
            numbers[lane] = own[lane].wrapping_add(other[lane].wrapping_mul(2));
        }
        // Two sums that do not wait for each other.
        let mut sums = [pairs[Shapes::<SIDE>::SIZE - 1], 0];
        for instance in 0..Shapes::<SIDE>::INSTANCES {
            let weight = pairs[(Begins::<SIDE>::ALL[instance] + u32::from(numbers[instance])) as usize];
            sums[instance % 2] = sums[instance % 2].wrapping_add(weight);
        }
        discs::<SIDE>(sums[0].wrapping_add(sums[1]), step)
    }
}

impl PathState<Othello> for Patterns {
    fn words(&self) -> usize {
        2 * LANES
    }

    fn begin(&self, position: &Othello, state: &mut [u16]) {
        for (seat, half) in [Seat::FIRST, Seat::SECOND].into_iter().zip(state.chunks_mut(LANES)) {
            half.copy_from_slice(&sum(self.adds(), position.discs(seat)));
        }
    }

    #[inline]
    fn follow(&self, before: &Othello, after: &Othello, from: &[u16], state: &mut [u16]) {
        let mover = before.mover();
        let (own, other) = (after.discs(mover), after.discs(mover.other()));
        // A move adds discs of its own and takes none away; those that it adds on the other's squares are turned.
        let turned = own & before.discs(mover.other());
        let placed = own & !before.discs(mover) & !turned;
        debug_assert!(before.discs(mover) & !own == 0 && before.discs(mover.other()) & !turned == other);
        let [first, second] = seats(from);
        let [mut own, mut other] = if mover == Seat::FIRST { [*first, *second] } else { [*second, *first] };
        let adds = self.adds();
        if placed != 0 {
            add(&mut own, &adds[placed.trailing_zeros() as usize & 63]);
        }
        let mut left = turned;
        while left != 0 {
            let disc = &adds[left.trailing_zeros() as usize & 63];
            for lane in 0..LANES {
                own[lane] = own[lane].wrapping_add(disc[lane]);
                other[lane] = other[lane].wrapping_sub(disc[lane]);
            }
            left &= left - 1;
        }
        let (to_first, to_second) = state.split_at_mut(LANES);
        let [to_own, to_other] =
            if mover == Seat::FIRST { [to_first, to_second] } else { [to_second, to_first] };
        to_own.copy_from_slice(&own);
        to_other.copy_from_slice(&other);
    }

    #[inline]
    fn evaluate_with(&self, position: &Othello, seat: Seat, state: &[u16]) -> Score {
        let mover = position.mover();
        let [first, second] = seats(state);
        let [own, other] = if mover == Seat::FIRST { [first, second] } else { [second, first] };
        let board = position.discs(Seat::FIRST) | position.discs(Seat::SECOND);
        let value = if self.size == Size::Eight {
            self.of_numbers::<8>(board, own, other)
        } else {
            self.of_numbers::<6>(board, own, other)
        };
        Score::heuristic(if seat == mover { value } else { -value })
    }
}

#[cfg(test)]
mod tests {
    use plywise::{Evaluate, Game, Rng};

    use super::*;

    #[test]
    fn the_state_that_follows_the_moves_gives_the_values_of_the_whole_board() {
        let (mut rng, mut moves) = (Rng::new(27), Vec::new());
        for (number, size) in [Size::Six, Size::Eight].into_iter().cycle().take(60).enumerate() {
            let mut position =
                Othello::start_with(size, if number % 4 < 2 { Seat::FIRST } else { Seat::SECOND });
            let patterns = Patterns::learned(size).unwrap();
            let words = patterns.words();
            let mut state = vec![0; words];
            patterns.begin(&position, &mut state);
            while !position.is_over() {
                let anew = patterns.evaluate(&position, Seat::SECOND);
                assert_eq!(patterns.evaluate_with(&position, Seat::SECOND, &state), anew);
                moves.clear();
                position.moves(&mut moves);
                let (before, from) = (position, state.clone());
                position.play(moves[rng.index(moves.len())]);
                patterns.follow(&before, &position, &from, &mut state);
                let mut begun = vec![0; words];
                patterns.begin(&position, &mut begun);
                assert_eq!(state, begun);
            }
        }
    }
}
