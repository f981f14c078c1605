//! The time that comes with a question.

use std::ffi::c_int;
use std::time::Duration;

use plywise::TimeControl;

/// Bits 2 and 3 of `info`: the unit of a clock with an increment, 0 for none, then milliseconds for one.
const UNITS_MS: [u64; 4] = [0, 1, 10, 100];
/// The longest search, a year: analysis without an end is ended by the caller.
const LONGEST_S: f64 = 365.0 * 86_400.0;

/// What `getmove` is told about time: `maxtime` seconds for this move, any number, none shorter than a millisecond and none longer
/// than a year; or, if bits 2 and 3 of `info` name a unit (1 for a millisecond, 2 for ten, 3 for a hundred), what is left on a
/// clock, the upper 16 bits of `moreinfo`, and its increment, the lower ones.
#[must_use]
pub fn time_control(maxtime: f64, info: c_int, moreinfo: c_int) -> TimeControl {
    let unit = UNITS_MS[(info >> 2 & 3) as usize];
    if unit == 0 {
        // No number at all is no time, as the smallest is.
        let seconds = if maxtime > 0.001 { maxtime.min(LONGEST_S) } else { 0.001 };
        return TimeControl::PerMove(Duration::from_secs_f64(seconds));
    }
    let packed = u64::from(moreinfo as u32);
    let time = Duration::from_millis((packed >> 16).max(1) * unit);
    TimeControl::PerGame { time, increment: Duration::from_millis((packed & 0xFFFF) * unit) }
}
