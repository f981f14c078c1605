//! The reader that the variable TARGET names, of the list in `crates/fuzz`.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use plywise_fuzz::{Target, targets};

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let named = std::env::var("TARGET").unwrap_or_default();
    let names = || targets().map(|target| target.name).collect::<Vec<_>>().join(" ");
    targets().find(|target| target.name == named).unwrap_or_else(|| panic!("TARGET should be one of {}", names()))
});

fuzz_target!(|bytes: &[u8]| (TARGET.run)(bytes));
