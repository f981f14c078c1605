//! The reader of moves of othello.
#![no_main]

use libfuzzer_sys::fuzz_target;
use othello::{Othello, Setup};
use plywise_fuzz as laws;

fuzz_target!(|text: &str| {
    laws::moves(&Othello::<8>::start(Setup::Standard, 0), text);
    laws::moves(&Othello::<6>::start(Setup::Standard, 0), text);
    laws::moves(&Othello::<4>::start(Setup::Standard, 0), text);
});
