//! Units of work: what machines that share a folder make apart from each other, and any of them joins.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use plywise::file::named;
use plywise::mapped;

use super::known::{Databases, OpenError, path};
use super::make::{Halt, TOGETHER, Totals, keep, kept, load, slice_path, unit_path, unpack_all, write};
use super::packed::{Kind, Part, pack};
use super::plies::Values;
use super::slice::{Index, Slice};
use super::solve::{Step, solve};

/// A slice and its turned one, or one that is both: what is solved together. With a database's units made, [`make`](super::make())
/// joins them, and writes the bytes that it writes alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Pieces of its positions, 5 or more: those with fewer come along with the program.
    pub pieces: usize,
    /// Its number among the units with as many pieces, from 1.
    pub number: usize,
    /// One slice or two.
    pub slices: Vec<Slice>,
}

/// A unit that is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MadeUnit {
    /// What its positions are worth.
    pub totals: Totals,
    /// Its file: a byte a position, and a checksum.
    pub file: PathBuf,
    /// How long it took; None where it was there before.
    pub taken: Option<Duration>,
}

impl Unit {
    /// All units of positions with so many pieces, each behind those that it needs.
    #[must_use]
    pub fn all(pieces: usize) -> Vec<Self> {
        let pairs = Slice::pairs(pieces).into_iter().enumerate();
        pairs.map(|(place, slices)| Self { pieces, number: place + 1, slices }).collect()
    }

    /// How many positions it has.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.slices.iter().map(|&slice| Index::new(slice).len() as u64).sum()
    }

    /// The numbers of the units that its moves lead to, as long as they capture nothing: a man is crowned.
    #[must_use]
    pub fn needs(&self) -> Vec<usize> {
        let crowned = self.slices.iter().filter(|slice| slice.men > 0);
        let crowned = crowned.map(|slice| Slice { men: slice.men - 1, kings: slice.kings + 1, ..*slice });
        let all = Self::all(self.pieces);
        let mut needs: Vec<_> = crowned
            .filter_map(|slice| all.iter().find(|unit| unit.slices.contains(&slice)))
            .map(|unit| unit.number)
            .collect();
        needs.sort_unstable();
        needs.dedup();
        needs
    }

    /// Whether captures on the way lead there.
    fn leads_to(&self, later: Slice) -> bool {
        self.slices.iter().any(|slice| slice.leads_to(later))
    }

    /// Bytes that it takes to make it: the values with fewer pieces that it may come to, those of the units that it needs, and its
    /// own work.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let all = Self::all(self.pieces);
        let fewer = (2..self.pieces).flat_map(Slice::all).filter(|&slice| self.leads_to(slice));
        let fewer = fewer.map(|slice| Index::new(slice).len() as u64);
        let needed = self.needs().into_iter().map(|number| all[number - 1].positions());
        fewer.chain(needed).sum::<u64>() + 2 * self.positions()
    }

    /// Makes the unit in a folder, which is made too, and packs it for searches; `told` hears how far it is. What is there is taken
    /// as it is unless wanted anew.
    ///
    /// # Errors
    /// [`Halt`]; when units that it needs are not there, which.
    pub fn make(
        &self,
        folder: &Path,
        again: bool,
        threads: usize,
        stop: &AtomicBool,
        told: &(dyn Fn(Step) + Sync),
    ) -> Result<MadeUnit, Halt> {
        plywise::file::make_folder(folder).map_err(|error| named(folder, &error))?;
        let (begun, file) = (Instant::now(), self.path(folder));
        let there = if again { None } else { self.kept(folder)? };
        let taken = there.is_none();
        let bytes = match there {
            Some(bytes) => bytes,
            None => {
                mapped::check(usize::try_from(self.memory()).unwrap_or(usize::MAX))?;
                told(Step::Reading);
                let bytes = solve(&self.slices, &self.behind(folder)?, threads, stop, told)?;
                keep(&file, &bytes)?;
                bytes
            }
        };
        let totals = bytes.iter().map(|slice| Totals::of(slice)).fold(Totals::default(), Totals::and);
        told(Step::Packing);
        self.pack(folder, bytes, taken, threads, stop)?;
        Ok(MadeUnit { totals, file, taken: taken.then(|| begun.elapsed()) })
    }

    /// Packs what was made for searches; what is there and whole stays unless the unit was made anew.
    fn pack(
        &self,
        folder: &Path,
        bytes: Vec<Vec<u8>>,
        anew: bool,
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<(), Halt> {
        let mut values = Values::default();
        self.put(bytes, &mut values);
        for kind in [Kind::Results, Kind::Plies] {
            let path = unit_path(folder, self.pieces, &self.slices, kind);
            let is_whole = || std::fs::read(&path).is_ok_and(|bytes| Part::all(bytes.into()).is_ok());
            if anew || !is_whole() {
                let packed = pack(&self.slices, &values, kind, threads, &mut |_| !stop.load(Relaxed));
                write(&path, &[&packed.ok_or(Halt::Stopped)?])?;
            }
        }
        Ok(())
    }

    /// The values of the unit and of all that its moves lead to.
    ///
    /// # Errors
    /// [`Halt`]; when the unit or what it needs is not there, what.
    pub(super) fn values(&self, folder: &Path) -> Result<Values, Halt> {
        let own = self.kept(folder)?.ok_or_else(|| self.missing(folder, vec![self.number]))?;
        let mut values = self.behind(folder)?;
        self.put(own, &mut values);
        Ok(values)
    }

    /// The values of all that its moves lead to.
    fn behind(&self, folder: &Path) -> Result<Values, Halt> {
        let (mut values, mut missing) = (Values::default(), Vec::new());
        let all = Self::all(self.pieces);
        for unit in self.needs().into_iter().map(|number| &all[number - 1]) {
            match unit.kept(folder)? {
                Some(bytes) => unit.put(bytes, &mut values),
                None => missing.push(unit.number),
            }
        }
        if !missing.is_empty() {
            return Err(self.missing(folder, missing));
        }
        for pieces in TOGETHER..self.pieces {
            let there = path(folder, pieces, Kind::Plies).exists();
            if !there && pieces == TOGETHER {
                unpack_all(Databases::shipped(), pieces, &mut values, |slice| self.leads_to(slice))
                    .expect("what comes along is whole, which a test sees to");
            } else if !there {
                return Err(Halt::Fewer(OpenError::Missing { pieces, folder: folder.to_owned() }));
            } else {
                load(folder, pieces, &mut values, |slice| self.leads_to(slice)).map_err(Halt::Open)?;
            }
        }
        Ok(values)
    }

    fn put(&self, bytes: Vec<Vec<u8>>, values: &mut Values) {
        self.slices.iter().zip(bytes).for_each(|(&slice, bytes)| values.put(slice, bytes));
    }

    /// What the folder has of it, if it is whole.
    fn kept(&self, folder: &Path) -> Result<Option<Vec<Vec<u8>>>, Halt> {
        let joined = path(folder, self.pieces, Kind::Plies);
        if joined.exists() {
            return Err(Halt::Joined(joined));
        }
        Ok(kept(&self.path(folder), &self.slices))
    }

    fn missing(&self, folder: &Path, units: Vec<usize>) -> Halt {
        Halt::Missing { pieces: self.pieces, units, folder: folder.to_owned() }
    }

    fn path(&self, folder: &Path) -> PathBuf {
        slice_path(folder, self.pieces, &self.slices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use plywise::{Game, Seat};

    /// The needs of a unit are the slices that moves without captures lead to, found by playing them.
    #[test]
    fn a_unit_needs_what_its_moves_lead_to() {
        for unit in Unit::all(5).into_iter().filter(|unit| unit.positions() < 5_000_000) {
            let all = Unit::all(5);
            let mut found = Vec::new();
            for &slice in &unit.slices {
                let index = Index::new(slice);
                for board in (0..index.len()).step_by(31).map(|number| index.board(number)) {
                    board.visit_moves(|mv| {
                        let mut child: Board = board;
                        child.play(mv);
                        let to = Slice::of(&child.turned());
                        if to.pieces() == 5 && !unit.slices.contains(&to) {
                            let unit = all.iter().find(|unit| unit.slices.contains(&to)).unwrap();
                            found.push(unit.number);
                        }
                        assert_eq!(child.to_move(), Seat::SECOND);
                    });
                }
            }
            found.sort_unstable();
            found.dedup();
            assert_eq!(unit.needs(), found, "{unit:?}");
            assert!(found.iter().all(|&number| number < unit.number), "{unit:?}");
        }
    }
}
