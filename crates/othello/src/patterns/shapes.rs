//! The shapes on a board of 6x6 or 8x8, and the places of their weights.

use std::sync::OnceLock;

use crate::Size;

/// Shapes, and what it is worth to be on move.
pub(super) const NAMES: [&str; 12] = [
    "edges",
    "corners, 3x3",
    "corners, 2x5",
    "second lines",
    "third lines",
    "fourth lines",
    "longest diagonals",
    "diagonals beside them",
    "third diagonals",
    "fourth diagonals",
    "fifth diagonals",
    "on move",
];
/// Room for the instances of all shapes on any board, in whole vectors.
pub(super) const LANES: usize = 48;
/// Discs from one stage to the next.
pub const STEP: u32 = 5;

/// What depends on the side of the board.
pub(super) struct Shapes<const SIDE: u32>;

impl<const SIDE: u32> Shapes<SIDE> {
    /// Squares of each shape: an edge with the two squares beside its corners; a corner of 3x3; of 2x5; the second, third and
    /// fourth line; the diagonals, the longest first. 0: not on this board.
    const SQUARES: [u32; 11] = {
        let (fourth, fifth) = if SIDE == 8 { (8, 4) } else { (0, 0) };
        [SIDE + 2, 9, 10, SIDE, SIDE, fourth, SIDE, SIDE - 1, SIDE - 2, SIDE - 3, fifth]
    };
    /// Where the weights of each shape begin.
    pub(super) const FROM: [usize; 12] = {
        let mut all = [0; 12];
        let mut shape = 0;
        while shape < 11 {
            all[shape + 1] = all[shape] + 3_usize.pow(Self::SQUARES[shape]);
            shape += 1;
        }
        all
    };
    /// All weights of a stage: those of the shapes, and what it is worth to be on move.
    pub(super) const SIZE: usize = Self::FROM[11] + 1;
    /// Stages whose weights were learned, every [`STEP`] discs.
    pub(super) const STAGES: usize = ((SIDE * SIDE - 4).div_ceil(STEP) + 1) as usize;
    /// Instances of shapes on the board.
    pub(super) const INSTANCES: usize = if SIDE == 8 { 46 } else { 38 };
    /// The shapes of the instances, in the order in which [`visit`] visits them.
    pub(super) const ORDER: [usize; LANES] = {
        let corner: &[usize] = if SIDE == 8 { &[1, 2, 2, 7, 8, 9, 10] } else { &[1, 2, 2, 7, 8, 9] };
        let lines: &[usize] = if SIDE == 8 { &[0, 0, 3, 3, 4, 4, 5, 5, 6] } else { &[0, 0, 3, 3, 4, 4, 6] };
        let (mut all, mut at) = ([0; LANES], 0);
        while at < Self::INSTANCES {
            let line = at.wrapping_sub(4 * corner.len());
            all[at] =
                if at < 4 * corner.len() { corner[at % corner.len()] } else { lines[line % lines.len()] };
            at += 1;
        }
        all
    };
}

/// Of up to ten squares with discs the number that reads them to base 3.
static TERNARY: [u16; 1024] = {
    let mut all = [0; 1024];
    let mut set = 1_usize;
    while set < 1024 {
        all[set] = all[set & (set - 1)] + 3_u16.pow(set.trailing_zeros());
        set += 1;
    }
    all
};

/// The board as it is, upside down, in a mirror, and both.
type Sides = [u64; 4];

#[inline(always)]
pub(super) fn sides<const SIDE: u32>(discs: u64) -> Sides {
    // A board that is smaller than a word lies in its lowest rows and columns.
    let (turned, short) = (discs.reverse_bits(), 8 - SIDE);
    [discs, discs.swap_bytes() >> (8 * short), turned.swap_bytes() >> short, turned >> (9 * short)]
}

/// Rows become columns: Warren, "Hacker's Delight", §7-3.
#[inline(always)]
pub(super) const fn transposed(x: u64) -> u64 {
    let t = (x ^ x >> 7) & 0x00AA_00AA_00AA_00AA;
    let x = x ^ t ^ t << 7;
    let t = (x ^ x >> 14) & 0x0000_CCCC_0000_CCCC;
    let x = x ^ t ^ t << 14;
    let t = (x ^ x >> 28) & 0x0000_0000_F0F0_F0F0;
    x ^ t ^ t << 28
}

/// The eight images of a board, itself the first.
pub(crate) fn images(size: Size, discs: u64) -> [u64; 8] {
    let both = [discs, transposed(discs)].map(|discs| match size {
        Size::Four => sides::<4>(discs),
        Size::Six => sides::<6>(discs),
        Size::Eight => sides::<8>(discs),
    });
    std::array::from_fn(|at| both[at / 4][at % 4])
}

#[inline(always)]
const fn row(x: u64, row: u32) -> usize {
    (x >> (8 * row) & 255) as usize
}

#[inline(always)]
const fn edge<const SIDE: u32>(x: u64) -> usize {
    row(x, 0) | (x >> (9 - SIDE) & 1 << SIDE | x >> 5 & 2 << SIDE) as usize
}

#[inline(always)]
const fn corner(x: u64) -> usize {
    (x & 7 | x >> 5 & 0o70 | x >> 10 & 0o700) as usize
}

#[inline(always)]
const fn block(x: u64) -> usize {
    (x & 31 | x >> 3 & 0x3E0) as usize
}

/// The squares of the diagonal that begins so many columns from the corner.
#[inline(always)]
const fn diagonal<const OFF: u32>(x: u64) -> usize {
    let squares = x & (0x8040_2010_0804_0201 << OFF) & (u64::MAX >> (8 * OFF));
    (squares.wrapping_mul(0x0101_0101_0101_0101) >> (56 + OFF)) as usize
}

/// Visits the places of the weights that count, as the side with `own` sees it, which is to move.
#[inline(always)]
pub(super) fn visit<const SIDE: u32>(own: u64, other: u64, mut each: impl FnMut(usize)) {
    let (straight, crossed) =
        ([own, other].map(sides::<SIDE>), [own, other].map(|discs| sides::<SIDE>(transposed(discs))));
    let mut see = |shape: usize, own: usize, other: usize| {
        each(Shapes::<SIDE>::FROM[shape] + TERNARY[own] as usize + 2 * TERNARY[other] as usize);
    };
    let [own, other] = straight;
    let [own_crossed, other_crossed] = crossed;
    for side in 0..4 {
        see(1, corner(own[side]), corner(other[side]));
        see(2, block(own[side]), block(other[side]));
        see(2, block(own_crossed[side]), block(other_crossed[side]));
        see(7, diagonal::<1>(own[side]), diagonal::<1>(other[side]));
        see(8, diagonal::<2>(own[side]), diagonal::<2>(other[side]));
        see(9, diagonal::<3>(own[side]), diagonal::<3>(other[side]));
        if SIDE == 8 {
            see(10, diagonal::<4>(own[side]), diagonal::<4>(other[side]));
        }
    }
    for side in 0..2 {
        see(0, edge::<SIDE>(own[side]), edge::<SIDE>(other[side]));
        see(0, edge::<SIDE>(own_crossed[side]), edge::<SIDE>(other_crossed[side]));
        for line in 1..SIDE / 2 {
            see(2 + line as usize, row(own[side], line), row(other[side], line));
            see(2 + line as usize, row(own_crossed[side], line), row(other_crossed[side], line));
        }
        see(6, diagonal::<0>(own[2 * side]), diagonal::<0>(other[2 * side]));
    }
    each(Shapes::<SIDE>::SIZE - 1);
}

/// Where each square of a shape lies when the shape is seen from its other side, so that it looks alike; all squares where
/// they are for the block of 2x5, which has no such side.
fn other_side<const SIDE: u32>(shape: usize, square: usize) -> usize {
    let (side, last) = (SIDE as usize, Shapes::<SIDE>::SQUARES[shape] as usize - 1);
    match shape {
        0 if square < side => side - 1 - square,
        0 => 2 * side + 1 - square,
        1 => square % 3 * 3 + square / 3,
        2 => square,
        _ => last - square,
    }
}

/// For the place of every weight the place of the one that it shares: the same squares from the other side.
fn places<const SIDE: u32>() -> Vec<u32> {
    let from = Shapes::<SIDE>::FROM;
    let mut all: Vec<u32> = (0..Shapes::<SIDE>::SIZE as u32).collect();
    for shape in 0..11 {
        let squares = 0..Shapes::<SIDE>::SQUARES[shape] as usize;
        let powers: Vec<usize> =
            squares.map(|square| 3_usize.pow(other_side::<SIDE>(shape, square) as u32)).collect();
        for way in 0..from[shape + 1] - from[shape] {
            let (mut turned, mut rest) = (0, way);
            for power in &powers {
                turned += rest % 3 * power;
                rest /= 3;
            }
            all[from[shape] + way] = (from[shape] + way.min(turned)) as u32;
        }
    }
    all
}

/// [`places`], made once.
pub(super) fn shared<const SIDE: u32>() -> &'static [u32] {
    static SHARED: [OnceLock<Vec<u32>>; 2] = [OnceLock::new(), OnceLock::new()];
    SHARED[usize::from(SIDE == 8)].get_or_init(places::<SIDE>)
}
