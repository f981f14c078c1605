//! All integration tests of the crate in one program: built and linked once.

mod contract;
mod perft;
mod playthrough;
mod solved;
mod text;
mod threats;

/// The board that people play on.
type Board = connect_four::ConnectFour<7, 6>;
