//! The reader of WTHOR: any bytes, with themselves as the files beside.
#![no_main]

use libfuzzer_sys::fuzz_target;
use othello::{Othello, Setup, Size, wthor};
use plywise_fuzz as laws;

fuzz_target!(|bytes: &[u8]| {
    match wthor::read(bytes, &[Some(bytes.to_vec()), None]).or_else(|_| wthor::read(bytes, &[])) {
        Ok(text) => laws::games(&Othello::start(Size::Eight, Setup::Standard, 0), &text),
        Err(error) => laws::one_line(&error.to_string()),
    }
});
