//! Clocks as they are typed.
#![no_main]

use arena::parse_clock;
use libfuzzer_sys::fuzz_target;
use plywise::Clock;
use plywise_fuzz as laws;

fuzz_target!(|text: &str| {
    match parse_clock(text) {
        Ok(control) => {
            let mut clock = Clock::new(control);
            for _ in 0..100 {
                clock.spend(clock.share()).expect("a share is never more than what is left");
            }
        }
        Err(error) => laws::one_line(&error.to_string()),
    }
});
