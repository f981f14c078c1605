//! Engines at work: see the modules.

mod command;
mod games;
#[cfg(target_os = "linux")]
mod log;
mod messages;
mod misdeeds;
mod python;
#[cfg(unix)]
mod scripts;
mod table;

#[test]
#[ignore = "not a test: the engine that the tests start"]
fn act_as_engine() {
    fake_engine::obey();
}
