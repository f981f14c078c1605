//! All integration tests of the crate in one program: built and linked once.

mod contract;
mod fuzz;
mod perft;
mod playthrough;
mod solved;
mod text;
mod threats;

/// The board that people play on.
type Board = connect_four::ConnectFour<7, 6>;

/// Whether all is tried, as `.ci/run` does, or what is most of the work left out.
fn whole() -> bool {
    std::env::var_os("PLYWISE_TESTS_WHOLE").is_some()
}
