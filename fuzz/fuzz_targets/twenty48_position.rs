//! The reader of positions of 2048.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywise_fuzz as laws;
use twenty48::{Options, start};

fuzz_target!(|text: &str| {
    laws::position(&start(&Options::default(), 0), text);
});
