//! The reader of files of games of cantgoback.
#![no_main]

use cantgoback::{Fruits, Options, start};
use libfuzzer_sys::fuzz_target;
use plywise_fuzz as laws;

fuzz_target!(|text: &str| {
    laws::games(&start(&Options::default(), 3).expect("the defaults are right"), text);
    laws::games(
        &start(&Options { fruits: Fruits::Respawn, ..Options::default() }, 3).expect("these are right"),
        text,
    );
});
