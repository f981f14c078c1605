//! One file per command.

pub(crate) mod agents;
pub(crate) mod bench;
pub(crate) mod games;
pub(crate) mod matches;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod replay;
