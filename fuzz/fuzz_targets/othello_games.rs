//! The reader of files of games of othello.
#![no_main]

use libfuzzer_sys::fuzz_target;
use othello::{Othello, Setup, Size};
use plywise_fuzz as laws;

fuzz_target!(|text: &str| {
    laws::games(&Othello::start(Size::Eight, Setup::Standard, 0), text);
    laws::games(&Othello::start(Size::Six, Setup::Standard, 0), text);
    laws::games(&Othello::start(Size::Four, Setup::Standard, 0), text);
});
