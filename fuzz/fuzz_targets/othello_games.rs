//! The reader of files of games of othello.
#![no_main]

use libfuzzer_sys::fuzz_target;
use othello::{Othello, Setup};
use plywise_fuzz as laws;

fuzz_target!(|text: &str| {
    laws::games(&Othello::<8>::start(Setup::Standard, 0), text);
    laws::games(&Othello::<6>::start(Setup::Standard, 0), text);
    laws::games(&Othello::<4>::start(Setup::Standard, 0), text);
});
