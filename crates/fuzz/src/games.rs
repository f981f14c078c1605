//! The readers of games: positions, moves and files of games by each game's own types, so that the laws can look inside.

use crate::Target;

pub(crate) mod cantgoback;
pub(crate) mod checkers;
pub(crate) mod connect_four;
pub(crate) mod othello;
pub(crate) mod twenty48;

pub(crate) const ALL: &[&[Target]] =
    &[cantgoback::TARGETS, checkers::TARGETS, connect_four::TARGETS, othello::TARGETS, twenty48::TARGETS];
