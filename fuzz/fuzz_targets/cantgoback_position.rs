//! The reader of positions of cantgoback.
#![no_main]

use cantgoback::{Fruits, Options, start};
use libfuzzer_sys::fuzz_target;
use plywise_fuzz as laws;

fuzz_target!(|text: &str| {
    laws::position(&start(&Options::default(), 3).expect("the defaults are right"), text);
    laws::position(
        &start(&Options { fruits: Fruits::Respawn, ..Options::default() }, 3).expect("these are right"),
        text,
    );
});
