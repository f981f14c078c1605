//! The time that comes with a question, as the library reads it.

use std::ffi::c_int;
use std::time::Duration;

use plywise::TimeControl;
use plywise_checkerboard::time_control;

const YEAR_S: f64 = 365.0 * 86_400.0;

/// Bits 2 and 3 of `info` are the unit, the upper half of `moreinfo` what is left, the lower the increment.
#[test]
fn clocks_are_unpacked() {
    let game = |time, increment| {
        let (time, increment) = (Duration::from_millis(time), Duration::from_millis(increment));
        TimeControl::PerGame { time, increment }
    };
    let packed = |left: u32, increment: u32| (left << 16 | increment) as c_int;
    assert_eq!(time_control(5.0, 4, packed(60_000, 1500)), game(60_000, 1500));
    assert_eq!(time_control(5.0, 8 | 2, packed(6_000, 150)), game(60_000, 1500));
    assert_eq!(time_control(5.0, 12 | 1, packed(65_535, 65_535)), game(6_553_500, 6_553_500));
    let per_move = |seconds| TimeControl::PerMove(Duration::from_secs_f64(seconds));
    assert_eq!(time_control(2.5, 2, packed(60_000, 1500)), per_move(2.5));
    for none in [0.0, -3.0, f64::NAN, f64::NEG_INFINITY] {
        assert_eq!(time_control(none, 0, 0), per_move(0.001), "{none}");
    }
    assert_eq!(time_control(f64::INFINITY, 0, 0), per_move(YEAR_S));
}
