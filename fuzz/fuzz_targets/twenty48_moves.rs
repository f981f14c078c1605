//! The reader of moves of 2048.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywise_fuzz as laws;
use twenty48::{Options, start};

fuzz_target!(|text: &str| {
    laws::moves(&start(&Options::default(), 0), text);
});
