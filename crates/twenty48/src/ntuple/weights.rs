//! The weights of a network for play: in points, or as whole steps of so many points, which take half the memory.

use plywise::OutOfMemory;

use super::lookup::Tables;
use super::table::Table;

/// Of each tuple the weight of every pattern.
#[derive(Debug)]
pub(super) enum Weights {
    /// In points, as they were learned.
    Points(Vec<Table<f32>>),
    /// As they were packed.
    Steps(Vec<Scaled>),
}

/// The weights of one tuple in steps.
#[derive(Debug)]
pub(super) struct Scaled {
    /// Points in one step.
    pub(super) step: f32,
    pub(super) numbers: Table<i16>,
}

/// The weights of one tuple as they come out of a file: in points where what was not seen is no whole number of steps.
#[derive(Debug)]
pub(super) enum Unpacked {
    Points(Table<f32>),
    Steps(Scaled),
}

impl Scaled {
    fn points(&self, pattern: usize) -> f32 {
        f32::from(self.numbers[pattern]) * self.step
    }

    fn to_points(&self) -> Result<Table<f32>, OutOfMemory> {
        Table::from(&self.numbers, |number| f32::from(number) * self.step)
    }
}

impl Weights {
    /// In steps where all tuples are.
    pub(super) fn of(tuples: Vec<Unpacked>) -> Result<Self, OutOfMemory> {
        if tuples.iter().all(|tuple| matches!(tuple, Unpacked::Steps(_))) {
            let steps = tuples.into_iter().filter_map(|tuple| match tuple {
                Unpacked::Steps(scaled) => Some(scaled),
                Unpacked::Points(_) => None,
            });
            return Ok(Self::Steps(steps.collect()));
        }
        let points = tuples.into_iter().map(|tuple| match tuple {
            Unpacked::Steps(scaled) => scaled.to_points(),
            Unpacked::Points(table) => Ok(table),
        });
        points.collect::<Result<_, _>>().map(Self::Points)
    }

    /// The number of patterns of each tuple.
    pub(super) fn sizes(&self) -> Vec<usize> {
        match self {
            Self::Points(tables) => tables.iter().map(|table| table.len()).collect(),
            Self::Steps(tables) => tables.iter().map(|table| table.numbers.len()).collect(),
        }
    }

    /// The weight of one pattern of a tuple in points.
    pub(super) fn points(&self, tuple: usize, pattern: usize) -> f32 {
        match self {
            Self::Points(tables) => tables[tuple][pattern],
            Self::Steps(tables) => tables[tuple].points(pattern),
        }
    }

    /// A copy of those of one tuple in points.
    pub(super) fn copy(&self, tuple: usize) -> Result<Table<f32>, OutOfMemory> {
        match self {
            Self::Points(tables) => Table::from(&tables[tuple], |weight| weight),
            Self::Steps(tables) => tables[tuple].to_points(),
        }
    }
}

/// Looks into the tables in points of `T` tuples.
pub(super) fn in_points<const T: usize>(tables: &[Table<f32>]) -> Tables<'_, f32, T> {
    Tables { of: std::array::from_fn(|tuple| &*tables[tuple]), step: [1.0; T] }
}

/// Looks into the tables in steps of `T` tuples.
pub(super) fn in_steps<const T: usize>(tables: &[Scaled]) -> Tables<'_, i16, T> {
    Tables {
        of: std::array::from_fn(|tuple| &*tables[tuple].numbers),
        step: std::array::from_fn(|tuple| tables[tuple].step),
    }
}
