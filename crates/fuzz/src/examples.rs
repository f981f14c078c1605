//! The examples of the other crates' READMEs, which are one program here: a crate's own would be compiled and linked by itself, for
//! longer than everything in it takes.
//!
//! In those crates `doctest = false` stands; `.ci/run` sees that each of their READMEs with an example is here.

#[doc = include_str!("../../arena/README.md")]
mod arena {}
#[doc = include_str!("../../cantgoback/README.md")]
mod cantgoback {}
#[doc = include_str!("../../checkers/README.md")]
mod checkers {}
#[doc = include_str!("../../checkers/src/databases/README.md")]
mod checkers_databases {}
#[doc = include_str!("../../engine/README.md")]
mod engine {}
#[doc = include_str!("../../foreign/README.md")]
mod foreign {}
#[doc = include_str!("../../games/README.md")]
mod games {}
#[doc = include_str!("../../othello/README.md")]
mod othello {}
#[doc = include_str!("../../tune/README.md")]
mod tune {}
#[doc = include_str!("../../twenty48/README.md")]
mod twenty48 {}
#[doc = include_str!("../../twenty48/src/endgame/README.md")]
mod twenty48_endgame {}
#[doc = include_str!("../../twenty48/src/ntuple/README.md")]
mod twenty48_ntuple {}
