//! The reader of files of games of Connect Four, in the forms that are provided to games without their own.
#![no_main]

use connect_four::ConnectFour;
use libfuzzer_sys::fuzz_target;
use plywise_fuzz as laws;

fuzz_target!(|text: &str| {
    laws::games(&ConnectFour::<7, 6>::default(), text);
    laws::games(&ConnectFour::<4, 4>::default(), text);
});
