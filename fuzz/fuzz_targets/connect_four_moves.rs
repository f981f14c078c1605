//! The reader of moves of Connect Four, in the forms that are provided to games without their own.
#![no_main]

use connect_four::ConnectFour;
use libfuzzer_sys::fuzz_target;
use plywise_fuzz as laws;

fuzz_target!(|text: &str| {
    laws::moves(&ConnectFour::<7, 6>::default(), text);
    laws::moves(&ConnectFour::<4, 4>::default(), text);
});
