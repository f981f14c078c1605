//! The reader of board files of Can't Go Back.
#![no_main]

use cantgoback::{Board, Options, start};
use libfuzzer_sys::fuzz_target;
use plywise_fuzz as laws;

fuzz_target!(|text: &str| {
    match Board::parse(text, "board.csv") {
        Ok(board) => {
            assert!((1..=16).contains(&board.rows()) && (1..=16).contains(&board.columns()));
            match start(&Options { board, ..Options::default() }, 1) {
                Ok(start) => laws::position(&start, ""),
                Err(error) => laws::one_line(&error.message),
            }
        }
        Err(error) => {
            laws::one_line(&error.message);
            assert!(error.message.starts_with("board.csv"), "{error}");
        }
    }
});
