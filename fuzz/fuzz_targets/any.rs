//! The reader that the variable TARGET names while this is compiled, of the list in `crates/fuzz`. Known by then, so that only what
//! it reaches is linked: libFuzzer looks at all counters of its program after each input.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywise_fuzz::{Target, target};

const TARGET: Target = target(env!("TARGET", "TARGET should be one of the folders in fuzz/seeds"));

fuzz_target!(|bytes: &[u8]| (TARGET.run)(bytes));
