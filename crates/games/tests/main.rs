//! All integration tests of the crate in one program: built and linked once.

mod batch;
mod engines;
mod explain;
mod guests;
mod lessons;
mod names;
mod openings;
mod options;
mod searches;
mod signature;
mod values;

#[test]
#[ignore = "not a test: the engine that the tests start"]
fn act_as_engine() {
    fake_engine::obey();
}
