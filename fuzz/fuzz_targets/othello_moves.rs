//! The reader of moves of othello.
#![no_main]

use libfuzzer_sys::fuzz_target;
use othello::{Othello, Setup, Size};
use plywise_fuzz as laws;

fuzz_target!(|text: &str| {
    laws::moves(&Othello::start(Size::Eight, Setup::Standard, 0), text);
    laws::moves(&Othello::start(Size::Six, Setup::Standard, 0), text);
    laws::moves(&Othello::start(Size::Four, Setup::Standard, 0), text);
});
