//! How far everything is from both players, ring by ring.

use plywise::Seat;

use crate::cells::{Cell, Cells, spread};
use crate::visible::Visible;

/// No way leads there.
pub(super) const FAR: u8 = u8::MAX;

/// Both players' room on a position, by seat.
#[derive(Clone, Copy)]
pub(super) struct Race {
    /// Open cells that the seat can reach.
    pub(super) reachable: [u32; 2],
    /// Open cells that the seat reaches before the other; the mover first where both need as many steps.
    pub(super) first: [u32; 2],
    /// Open cells that both can reach: none once the players are separated.
    pub(super) shared: u32,
    /// The most steps that a seat can still make, by counting the cells of either colour of a checkerboard among those it
    /// can reach.
    pub(super) most_steps: [u32; 2],
    /// Steps to each cell with a fruit.
    steps: [[u8; 256]; 2],
}

impl Race {
    pub(super) fn new(position: &Visible) -> Self {
        // Small boards live in few words, and there are many leaves to value.
        match position.rules().rows {
            0..=4 => Self::of::<1>(position),
            5..=8 => Self::of::<2>(position),
            9..=12 => Self::of::<3>(position),
            _ => Self::of::<4>(position),
        }
    }

    /// The steps of a seat to a cell with a fruit; [`FAR`] if it cannot get there.
    pub(super) fn steps(&self, seat: Seat, fruit: Cell) -> u8 {
        self.steps[seat.index()][fruit.index()]
    }

    fn of<const W: usize>(position: &Visible) -> Self {
        let open: [u64; W] = position.open().words();
        let fruits: [u64; W] = position.fruits.present().words();
        let mover = position.mover().index();
        let stands = [Seat::FIRST, Seat::SECOND].map(|seat| position.player(seat));
        let mut reached: [[u64; W]; 2] = stands.map(|cell| Cells::of(cell).words());
        let mut first = [[0; W]; 2];
        let mut steps = [[FAR; 256]; 2];
        for ring in 1.. {
            let next = reached.map(spread);
            let mut news = 0;
            for i in 0..W {
                let rings = [0, 1].map(|racer| next[racer][i] & open[i] & !reached[racer][i]);
                for racer in [mover, 1 - mover] {
                    first[racer][i] |= rings[racer] & !first[1 - racer][i];
                    reached[racer][i] |= rings[racer];
                    note(&mut steps[racer], i, rings[racer] & fruits[i], ring);
                }
                news |= rings[0] | rings[1];
            }
            if news == 0 {
                break;
            }
        }
        let room = [0, 1].map(|racer| -> [u64; W] { std::array::from_fn(|i| reached[racer][i] & open[i]) });
        Self {
            reachable: room.map(count),
            first: first.map(count),
            shared: count(std::array::from_fn::<_, W, _>(|i| room[0][i] & room[1][i])),
            most_steps: [0, 1].map(|racer| most_steps(room[racer], stands[racer])),
            steps,
        }
    }
}

/// Notes the ring in which fruits were reached.
fn note(steps: &mut [u8; 256], word: usize, fruits: u64, ring: u32) {
    let mut left = fruits;
    while left != 0 {
        steps[word * 64 + left.trailing_zeros() as usize] = ring.min(u32::from(FAR) - 1) as u8;
        left &= left - 1;
    }
}

fn count<const W: usize>(words: [u64; W]) -> u32 {
    words.iter().map(|word| word.count_ones()).sum()
}

/// Steps alternate between the colours of a checkerboard, the other colour first.
fn most_steps<const W: usize>(room: [u64; W], from: Cell) -> u32 {
    /// Cells of four rows whose row + column is even.
    const EVEN: u64 = 0xAAAA_5555_AAAA_5555;
    let even = count(room.map(|word| word & EVEN));
    let odd = count(room) - even;
    let (same, other) =
        if (from.row() + from.column()).is_multiple_of(2) { (even, odd) } else { (odd, even) };
    if other > same { 2 * same + 1 } else { 2 * other }
}
