#![doc = include_str!("../README.md")]

pub mod book;
mod features;
mod files;
mod fit;
mod net;
mod play;
#[cfg(feature = "verb")]
pub mod verb;

pub use features::{Features, Phase};
pub use files::{Played, Series, fit_files, play, samples};
pub use fit::{Fit, Fitted, Link, fit};
pub use net::{Descent, Errors, Inputs, Shape, fit_net};
pub use play::{Aside, Plan, Sample, game, read, relabel, write};
