//! A measurement of one game that is no match, for experiments: the game declares and takes it; the laboratory repeats it
//! and judges what comes out.

use crate::spec::{Named, Spec, SpecError};

/// A measurement of one game.
#[derive(Debug)]
pub struct Measurement {
    /// Its name and settings; which game, and under which options, the setting `game` of every measurement tells.
    pub named: Named,
    /// Raised whenever it begins to give other numbers, so that nobody mixes them with old ones.
    pub revision: u32,
    /// What the values of an observation are.
    pub columns: &'static [&'static str],
    /// Prepares it: the game and the settings, whose names are known to be right, and the source of luck.
    pub open: Open,
}

/// What prepares a [`Measurement`].
pub type Open = fn(&Spec, &Spec, u64) -> Result<Units, SpecError>;

/// Takes the unit of a number: observations that hang together, a value for each column, NaN where it has no meaning there.
/// A unit is a function of the settings and its number alone, but for what the clock says; where it cannot be had, the error is
/// one line.
pub type Units = Box<dyn Fn(u64) -> Result<Vec<Vec<f64>>, String> + Send + Sync>;

/// A yes as 1, a no as 0.
#[must_use]
pub fn flag(yes: bool) -> f64 {
    f64::from(u8::from(yes))
}
