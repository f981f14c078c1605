//! Engines at work: see the modules.

mod games;
mod misdeeds;
mod python;
mod table;

#[test]
#[ignore = "not a test: the engine that the tests start"]
fn act_as_engine() {
    fake_engine::obey();
}
