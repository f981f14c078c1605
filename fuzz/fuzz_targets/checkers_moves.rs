//! The reader of moves of checkers.
#![no_main]

use checkers::{Options, Rules, start};
use libfuzzer_sys::fuzz_target;
use plywise_fuzz as laws;

fuzz_target!(|text: &str| {
    laws::moves(&start(&Options { rules: Rules::Standard }, 0), text);
    laws::moves(&start(&Options { rules: Rules::Course }, 0), text);
});
