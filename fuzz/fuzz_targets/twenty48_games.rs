//! The reader of files of games of 2048.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywise_fuzz as laws;
use twenty48::{Options, start};

fuzz_target!(|text: &str| {
    laws::games(&start(&Options::default(), 0), text);
});
