//! What databases cost: positions counted, memory and disk from them, time from a rate measured here and now.

use std::sync::atomic::AtomicBool;

use plywise::TimeSource;

use super::known::Databases;
use super::make::{Halt, TOGETHER, memory, unpack_all};
use super::packed::{Kind, pack};
use super::plies::Values;
use super::slice::Slice;
use super::solve::solve;
use super::unit::Unit;

/// How many cores times are told for.
pub const CORES: [usize; 3] = [1, 8, 64];

/// What a position takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// Positions that the rate was measured on.
    pub positions: u64,
    /// Seconds on one core, worked out and packed twice.
    pub seconds: f64,
    /// Bytes of both files together.
    pub bytes: f64,
}

/// What the positions with some number of pieces cost, all with fewer being there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// How many pieces.
    pub pieces: usize,
    /// Into how many units they are divided.
    pub units: usize,
    /// How many positions.
    pub positions: u64,
    /// Bytes of memory, all made or joined at once.
    pub memory: u64,
    /// Bytes of memory for the unit that takes most.
    pub unit_memory: u64,
    /// Bytes of disk for all units, until they are joined.
    pub disk: u64,
    /// Bytes of disk for the two files of the database, about.
    pub packed: f64,
    /// Hours on as many cores as [`CORES`] says, each with a unit of its own.
    pub hours: [f64; 3],
}

/// Measures the rate on the positions of two kings against three and three against two, which needs nothing but what comes along;
/// `clock` is one of this thread's work where others keep the machine busy.
///
/// # Errors
/// [`Halt::Stopped`], [`Halt::Memory`].
pub fn measure(clock: &dyn TimeSource, stop: &AtomicBool) -> Result<Rate, Halt> {
    let slice = Slice { men: 0, kings: 2, other_men: 0, other_kings: 3 };
    let pair = [slice, slice.turned()];
    let mut values = Values::default();
    let behind = |later| pair.iter().any(|slice| slice.leads_to(later));
    unpack_all(Databases::shipped(), TOGETHER, &mut values, behind)
        .expect("what comes along is whole, which a test sees to");
    let begun = clock.now();
    let solved = solve(&pair, &values, 1, stop, &|_| {})?;
    let positions = solved.iter().map(Vec::len).sum::<usize>();
    pair.iter().zip(solved).for_each(|(&slice, bytes)| values.put(slice, bytes));
    let packed = [Kind::Results, Kind::Plies]
        .map(|kind| pack(&pair, &values, kind, 1, &mut |_| true).map_or(0, |bytes| bytes.len()));
    let each = |whole: f64| whole / positions as f64;
    Ok(Rate {
        positions: positions as u64,
        seconds: each(clock.now().saturating_sub(begun).as_secs_f64()),
        bytes: each(packed.iter().sum::<usize>() as f64),
    })
}

impl Cost {
    /// What so many pieces, 5 to 7, cost at a rate.
    #[must_use]
    pub fn at(rate: Rate, pieces: usize) -> Self {
        let units = Unit::all(pieces);
        let positions = units.iter().map(Unit::positions).sum();
        let hours = |cores| makespan(&units, cores) as f64 * rate.seconds / 3600.0;
        Self {
            pieces,
            units: units.len(),
            positions,
            memory: memory(pieces) as u64,
            unit_memory: units.iter().map(Unit::memory).max().unwrap_or(0),
            // A checksum each.
            disk: positions + 8 * units.len() as u64,
            packed: positions as f64 * rate.bytes,
            hours: CORES.map(hours),
        }
    }
}

/// How long units take, in positions: one after the other, each on the core that is free first, when what it needs is made.
fn makespan(units: &[Unit], cores: usize) -> u64 {
    let (mut made, mut free): (Vec<u64>, _) = (Vec::new(), vec![0; cores]);
    for unit in units {
        let ready = unit.needs().into_iter().map(|number| made[number - 1]).max().unwrap_or(0);
        free.sort_unstable();
        free[0] = ready.max(free[0]) + unit.positions();
        made.push(free[0]);
    }
    made.into_iter().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate { positions: 1, seconds: 1e-6, bytes: 0.5 };

    /// Chinook's counts with the placements of one side alone, whose men and kings stand on `C(28, m) C(32 - m, k)` ways.
    #[test]
    fn positions_are_as_many_as_the_literature_counts() {
        let choose = |n: u64, k: u64| (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1));
        for (pieces, published) in [(5, 148_688_232), (6, 2_503_611_964), (7, 34_779_531_480)] {
            let one_side: u64 = (0..=pieces).map(|m| choose(28, m) * choose(32 - m, pieces - m)).sum();
            let cost = Cost::at(RATE, pieces as usize);
            assert_eq!(cost.positions + 2 * one_side, published, "{pieces} pieces");
            assert_eq!(cost.disk, cost.positions + 8 * cost.units as u64);
            assert!(cost.unit_memory < cost.memory, "{cost:?}");
        }
    }

    /// On one core all positions are worked out one after the other; more cores take no longer, and no less than what depends on
    /// each other, from kings alone to men alone.
    #[test]
    fn cores_share_what_does_not_wait_for_each_other() {
        for pieces in 5..=7 {
            let units = Unit::all(pieces);
            let all = units.iter().map(Unit::positions).sum::<u64>();
            let [one, eight, most] = CORES.map(|cores| makespan(&units, cores));
            assert_eq!(one, all);
            assert!(all.div_ceil(8) < eight && eight < one && most <= eight, "{pieces}: {eight}, {most}");
            // So many cores that none waits for another: the longest way through what each needs.
            let mut longest: Vec<u64> = Vec::new();
            for unit in &units {
                let before = unit.needs().into_iter().map(|number| longest[number - 1]).max().unwrap_or(0);
                longest.push(before + unit.positions());
            }
            assert_eq!(makespan(&units, units.len()), longest.into_iter().max().unwrap());
        }
    }
}
