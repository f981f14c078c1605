#![doc = include_str!("../README.md")]

mod features;
mod files;
mod fit;
mod play;

pub use features::{Features, Phase};
pub use files::{fit_files, play};
pub use fit::{Fit, Fitted, Link, fit};
pub use play::{Plan, Sample, game, read, write};
