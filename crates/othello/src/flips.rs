//! What a move flips and which moves there are, for one position at a time.

use crate::squares::{INNER_COLUMNS, STEPS};

/// The squares of `through` that lie in an unbroken run from a square of `from`, `STEP` bits up at a time: at most
/// six, the longest run that a disc on either side can close.
#[inline(always)]
pub(crate) const fn runs_up<const STEP: u32>(from: u64, through: u64) -> u64 {
    // Kogge-Stone fill: the reach doubles while `pairs` says where two steps in a row are free.
    let mut run = through & (from << STEP);
    run |= through & (run << STEP);
    let pairs = through & (through << STEP);
    run |= pairs & (run << (2 * STEP));
    run | (pairs & (run << (2 * STEP)))
}

/// [`runs_up`] in the opposite direction.
#[inline(always)]
pub(crate) const fn runs_down<const STEP: u32>(from: u64, through: u64) -> u64 {
    let mut run = through & (from >> STEP);
    run |= through & (run >> STEP);
    let pairs = through & (through >> STEP);
    run |= pairs & (run >> (2 * STEP));
    run | (pairs & (run >> (2 * STEP)))
}

/// The squares of `empty` where a disc of `own` would close a run of `other` in at least one direction.
#[inline(always)]
pub(crate) const fn moves(own: u64, other: u64, empty: u64) -> u64 {
    let inner = other & INNER_COLUMNS;
    // Along a row to the right an addition runs through the whole run at once: the carry stops behind it.
    let right = (inner + ((own << 1) & inner)) & !inner;
    let closed = right
        | (runs_down::<1>(own, inner) >> 1)
        | (runs_up::<7>(own, inner) << 7)
        | (runs_down::<7>(own, inner) >> 7)
        | (runs_up::<8>(own, other) << 8)
        | (runs_down::<8>(own, other) >> 8)
        | (runs_up::<9>(own, inner) << 9)
        | (runs_down::<9>(own, inner) >> 9);
    closed & empty
}

/// The same with a lane for both directions of each line, for processors that shift each lane by itself.
#[inline(always)]
pub(crate) fn moves_by_lines(own: u64, other: u64, empty: u64) -> u64 {
    const INNER: [u64; 4] = [INNER_COLUMNS, INNER_COLUMNS, u64::MAX, INNER_COLUMNS];
    let mut lanes = [0; 4];
    for (lane, closed) in lanes.iter_mut().enumerate() {
        let (through, step) = (other & INNER[lane], STEPS[lane]);
        let (mut up, mut down) = (through & (own << step), through & (own >> step));
        up |= through & (up << step);
        down |= through & (down >> step);
        let (pairs_up, pairs_down) = (through & (through << step), through & (through >> step));
        up |= pairs_up & (up << (2 * step));
        down |= pairs_down & (down >> (2 * step));
        up |= pairs_up & (up << (2 * step));
        down |= pairs_down & (down >> (2 * step));
        *closed = (up << step) | (down >> step);
    }
    (lanes[0] | lanes[1] | lanes[2] | lanes[3]) & empty
}

/// Whether neither side has a move. Takes sets and no position: in registers, not through memory.
#[inline]
pub(crate) const fn is_stuck(own: u64, other: u64, empty: u64) -> bool {
    moves(own, other, empty) == 0 && moves(other, own, empty) == 0
}

/// From each square the squares that lie ahead: along the four of [`STEPS`], then in the opposite directions.
pub(crate) static RAYS: Rays = Rays(rays());

/// Those of a square lie in one line of the processor's cache.
#[repr(align(64))]
pub(crate) struct Rays([[[u64; 4]; 2]; 64]);

impl Rays {
    #[inline(always)]
    pub(crate) fn from(&self, index: u8) -> &[[u64; 4]; 2] {
        &self.0[usize::from(index & 63)]
    }
}

const fn rays() -> [[[u64; 4]; 2]; 64] {
    let mut rays = [[[0; 4]; 2]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            rays[from][direction / 4][direction % 4] = ray(from as i32, direction);
            direction += 1;
        }
        from += 1;
    }
    rays
}

const fn ray(from: i32, direction: usize) -> u64 {
    let across = [1, -1, 0, 1][direction % 4];
    let sign = if direction < 4 { 1 } else { -1 };
    let step = sign * STEPS[direction % 4] as i32;
    let (mut ray, mut at, mut column) = (0, from + step, from % 8 + sign * across);
    while at >= 0 && at < 64 && column >= 0 && column < 8 {
        ray |= 1 << at;
        at += step;
        column += sign * across;
    }
    ray
}

/// The discs of `other` that turn when `own` plays on the empty square `index`; none if the move is not legal.
#[inline(always)]
pub(crate) fn flips(index: u8, own: u64, other: u64) -> u64 {
    let [up, down] = RAYS.from(index);
    let mut flips = 0;
    for &ray in up {
        // The lowest square of the ray that `other` does not hold: all bits below it are 1, so a carry finds it.
        let end = ((other | !ray).wrapping_add(1)) & ray & own;
        flips |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for &ray in down {
        // The highest one. Where there is none, bit 0 stands in, which is then not both on the ray and own.
        let ends = (ray & !other) | 1;
        let end = ((1 << 63) >> ends.leading_zeros()) & ray & own;
        flips |= (end << 1).wrapping_neg() & ray;
    }
    flips
}

/// The same without a count of leading zeros, for processors that have none in their vectors but shift each lane by itself.
#[inline(always)]
pub(crate) fn flips_smeared(index: u8, own: u64, other: u64) -> u64 {
    let [up, down] = RAYS.from(index);
    let mut lanes = [0; 4];
    for (lane, flips) in lanes.iter_mut().enumerate() {
        let ray = up[lane];
        let end = ((other | !ray).wrapping_add(1)) & ray & own;
        let ahead = end.wrapping_sub(u64::from(end != 0)) & ray;
        // Downwards all that lies behind a square where the run may end is smeared over; what stays is the first such square.
        let (ray, step) = (down[lane], STEPS[lane]);
        let ends = ray & !other;
        let mut behind = ends >> step;
        behind |= behind >> step;
        behind |= behind >> (2 * step);
        behind |= behind >> (4 * step);
        let end = ends & !behind & own;
        *flips = ahead | ((end << 1).wrapping_neg() & ray);
    }
    lanes[0] | lanes[1] | lanes[2] | lanes[3]
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywise::Rng;

    /// The discs that a move flips, found by walking square by square.
    fn walk(index: u8, own: u64, other: u64) -> u64 {
        let mut flips = 0;
        for (down, right) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
            let (mut row, mut column) = (i32::from(index) / 8 + down, i32::from(index) % 8 + right);
            let mut run = 0;
            while (0..8).contains(&row) && (0..8).contains(&column) {
                let bit = 1u64 << (8 * row + column);
                if other & bit != 0 {
                    run |= bit;
                } else {
                    flips |= if own & bit != 0 { run } else { 0 };
                    break;
                }
                row += down;
                column += right;
            }
        }
        flips
    }

    #[test]
    fn flips_and_moves_equal_a_walk_over_the_board() {
        let (mut rng, kernels) = (Rng::new(1), crate::kernel::kernels());
        for round in 0..40_000 {
            // Few, many and mostly other discs, so that long runs come up too.
            let (a, b, c) = (rng.next_u64(), rng.next_u64(), rng.next_u64());
            let (own, occupied) = match round % 4 {
                0 => (a & b, c),
                1 => (a, a | b | c),
                2 => (a & b & c, u64::MAX ^ (a & !b & rng.next_u64())),
                _ => (a & b, a | b),
            };
            let (own, other) = (own & occupied, occupied & !own);
            let mut legal = 0;
            for index in crate::squares::indices(!(own | other)) {
                let walked = walk(index, own, other);
                assert_eq!(flips(index, own, other), walked, "{index} {own:#x} {other:#x}");
                assert_eq!(flips_smeared(index, own, other), walked, "{index} {own:#x} {other:#x}");
                for kernel in &kernels {
                    let seen = (kernel.flips)(index, own, other);
                    assert_eq!(seen, walked, "{} {index} {own:#x} {other:#x}", kernel.name);
                }
                legal |= u64::from(walked != 0) << index;
            }
            let empty = !(own | other);
            assert_eq!(moves(own, other, empty), legal, "{own:#x} {other:#x}");
            assert_eq!(moves_by_lines(own, other, empty), legal, "{own:#x} {other:#x}");
            for kernel in &kernels {
                assert_eq!((kernel.moves)(own, other, empty), legal, "{} {own:#x} {other:#x}", kernel.name);
            }
        }
    }
}
