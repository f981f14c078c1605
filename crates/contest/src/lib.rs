#![doc = include_str!("../README.md")]

mod check;
mod errors;
pub mod grades;
pub mod jail;
mod names;
mod pages;
mod plan;
mod python;
mod replay;
mod results;

pub use check::{Checked, Tried, check};
pub use errors::Errors;
pub use grades::{Grade, Rules};
pub use names::{Found, HandIn, Way, find, one};
pub use pages::{Told, write as write_pages};
pub use plan::{Hear, Limits, Plan, Seated};
pub use python::{Interpreter, lay_out};
pub use results::{Game, Results};
