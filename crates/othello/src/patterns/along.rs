//! The patterns of a position out of those of the position before: a move changes a handful of squares, and each square lies in
//! at most eleven of the 46 instances.

use std::sync::LazyLock;

use plywise::{PathState, Score, Seat};

use super::{FROM, INSTANCES, ORDER, Patterns, SIZE, STEP, UNIT, between, visit};
use crate::Othello;

/// A number for each instance, and room up to whole vectors.
const LANES: usize = 48;
type Numbers = [u16; LANES];

/// For each square what a disc there adds to the number of each instance, its squares read to base 3.
static ADDS: LazyLock<[Numbers; 64]> = LazyLock::new(|| {
    std::array::from_fn(|square| {
        let (mut adds, mut instance) = ([0; LANES], 0);
        visit(1 << square, 0, |at| {
            if let Some(&shape) = ORDER.get(instance) {
                adds[instance] = (at - FROM[shape]) as u16;
            }
            instance += 1;
        });
        adds
    })
});

/// Where the weights of each instance begin.
const BEGINS: [u32; INSTANCES] = {
    let mut all = [0; INSTANCES];
    let mut instance = 0;
    while instance < INSTANCES {
        all[instance] = FROM[ORDER[instance]] as u32;
        instance += 1;
    }
    all
};

fn sum(mut discs: u64) -> Numbers {
    let (adds, mut sum) = (&*ADDS, [0; LANES]);
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

impl PathState<Othello> for Patterns {
    fn words(&self) -> usize {
        2 * LANES
    }

    fn begin(&self, position: &Othello, state: &mut [u16]) {
        for (seat, half) in [Seat::FIRST, Seat::SECOND].into_iter().zip(state.chunks_mut(LANES)) {
            half.copy_from_slice(&sum(position.discs(seat)));
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
        let adds = &*ADDS;
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
        let (mover, (pairs, step)) = (position.mover(), self.pairs(position.empty().count_ones()));
        let [first, second] = seats(state);
        let [own, other] = if mover == Seat::FIRST { [first, second] } else { [second, first] };
        let mut numbers = [0; LANES];
        for lane in 0..LANES {
            numbers[lane] = own[lane].wrapping_add(other[lane].wrapping_mul(2));
        }
        // Two sums that do not wait for each other.
        let mut sums = [pairs[SIZE - 1], 0];
        for (numbers, begins) in numbers.as_chunks::<2>().0.iter().zip(BEGINS.as_chunks::<2>().0) {
            for half in 0..2 {
                let weight = pairs[(begins[half] + u32::from(numbers[half])) as usize];
                sums[half] = sums[half].wrapping_add(weight);
            }
        }
        let sum = sums[0].wrapping_add(sums[1]);
        let value = (between(sum, step) / STEP as i32).clamp(-64 * UNIT, 64 * UNIT);
        Score::heuristic(if seat == mover { value } else { -value })
    }
}

#[cfg(test)]
mod tests {
    use plywise::{Evaluate, Game, Rng};

    use super::*;
    use crate::Size;

    #[test]
    fn the_state_that_follows_the_moves_gives_the_values_of_the_whole_board() {
        let (patterns, mut rng, mut moves) = (Patterns::learned(), Rng::new(27), Vec::new());
        let words = patterns.words();
        for _ in 0..60 {
            let mut position = Othello::start_with(Size::Eight, Seat::FIRST);
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
