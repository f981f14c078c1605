//! What a game in GGF says of the players' clocks.

use std::time::Duration;

use plywise::Seat;

use super::{Fields, Token, told};

/// What both players have left after the moves of a game (Black's first), and what each move adds; none where the game
/// names no time (`TI[…]` for both, `TB[…]` and `TW[…]` for one, whose word counts for more), or says `?`, `0` or nothing.
///
/// A time is `15:00`, `1:00:00` or minutes, what is added stands behind a slash (`5:00/0:02`), and behind a second one how
/// much longer a player may go on whose time is up; for how many moves, `5:00,20`, is not heeded. Moves say how many seconds
/// they took: `F5//2.5`.
///
/// # Errors
/// One line, when a time cannot be read.
pub fn clocks(text: &str) -> Result<Option<[(Duration, Duration); 2]>, String> {
    let body = text.trim().trim_start_matches("(;");
    let mut fields = Fields { text: body, at: 0 };
    let (mut both, mut own, mut used) = (None, [None; 2], [(Duration::ZERO, 0_u32); 2]);
    while let Token::Field(name, value) = fields.next() {
        let seat = if name.ends_with('B') { Seat::FIRST } else { Seat::SECOND };
        match name {
            "TI" => both = time(name, &value)?,
            "TB" | "TW" => own[seat.index()] = time(name, &value)?,
            "B" | "W" => {
                let (sum, moves) = &mut used[seat.index()];
                (*sum, *moves) = (sum.saturating_add(taken(&value)), *moves + 1);
            }
            _ => {}
        }
    }
    let [Some(black), Some(white)] = own.map(|own| own.or(both)) else { return Ok(None) };
    let left = |time: [Duration; 3], (used, moves): (Duration, u32)| {
        let [whole, increment, more] = time;
        let whole = whole.saturating_add(increment.saturating_mul(moves));
        let left = whole.checked_sub(used).filter(|left| !left.is_zero());
        let left = left.unwrap_or_else(|| whole.saturating_add(more).saturating_sub(used));
        (left, increment)
    };
    Ok(Some([left(black, used[0]), left(white, used[1])]))
}

/// How long a move took: the seconds behind it, none where nothing is said.
#[must_use]
pub fn taken(mv: &str) -> Duration {
    let seconds = mv.split('/').nth(2).and_then(|seconds| seconds.trim().parse().ok());
    seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).unwrap_or_default()
}

/// The whole time, what each move adds, and what there is beyond; none where nothing is said.
fn time(name: &str, text: &str) -> Result<Option<[Duration; 3]>, String> {
    if ["", "?"].contains(&text.trim()) {
        return Ok(None);
    }
    let mut parts = text.split('/').map(|part| match part.split(',').next().unwrap_or_default().trim() {
        "" => Some(Duration::ZERO),
        part => duration(part),
    });
    let mut next = || parts.next().unwrap_or(Some(Duration::ZERO));
    match (next(), next(), next()) {
        // No time at all is how some say that there is no clock.
        (Some(whole), Some(increment), Some(more)) => {
            Ok(Some([whole, increment, more]).filter(|times| times.iter().any(|time| !time.is_zero())))
        }
        _ => Err(format!("{}: it should be a time such as 15:00 or 5:00/0:02", told(name, text))),
    }
}

/// `15:00`, `1:00:00`, `15`: minutes where no seconds are named.
fn duration(text: &str) -> Option<Duration> {
    let numbers: Option<Vec<f64>> = text.split(':').map(|number| number.trim().parse().ok()).collect();
    let seconds = match numbers?[..] {
        [minutes] => 60.0 * minutes,
        [minutes, seconds] => 60.0 * minutes + seconds,
        [hours, minutes, seconds] => 3600.0 * hours + 60.0 * minutes + seconds,
        _ => return None,
    };
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(game: &str) -> Option<[u128; 2]> {
        let clocks = clocks(&format!("(;GM[Othello]{game};)")).expect(game)?;
        Some(clocks.map(|(left, _)| left.as_millis()))
    }

    #[test]
    fn what_moves_took_is_no_longer_there() {
        assert_eq!(left("TI[15:00]B[F5]W[F6]"), Some([900_000, 900_000]));
        assert_eq!(left("TI[15:00]B[F5/1.2/3.5]W[F6//20]B[E6//6]"), Some([890_500, 880_000]));
        assert_eq!(left("TB[1:00:00]TW[2]B[F5//60]"), Some([3_540_000, 120_000]));
        assert_eq!(left("TB[0:02]TI[15:00]"), left("TI[15:00]TB[0:02]"));
        assert_eq!(left("TB[0:02]TI[15:00]"), Some([2_000, 900_000]));
        assert_eq!(left("TI[1:00/0:10]B[F5//30]W[F6//1]B[E6//30]"), Some([20_000, 69_000]));
        assert_eq!(left("TI[0:02.5,1/2:00,5]"), Some([2_500, 2_500]));
        assert_eq!(clocks("(;TI[1:00/0:10];)").unwrap().expect("a time")[1].1, Duration::from_secs(10));
    }

    #[test]
    fn whose_time_is_up_has_what_is_beyond_or_nothing() {
        assert_eq!(left("TI[0:10//2:00]B[F5//11]W[F6//9]"), Some([119_000, 1_000]));
        assert_eq!(left("TI[0:10]B[F5//11]"), Some([0, 10_000]));
        assert_eq!(left("TI[0//15:00]B[F5]"), Some([900_000, 900_000]));
        assert_eq!(left("TI[0:00/0:01]B[F5]"), Some([1_000, 0]));
    }

    #[test]
    fn a_game_without_a_time_has_none_and_what_is_none_is_told() {
        for game in ["B[F5//3]", "TI[?]", "TI[]", "TI[0]", "TI[0:00//00:00]", "TB[5:00]"] {
            assert_eq!(left(game), None, "{game}");
        }
        for time in ["a:b", "1:2:3:4", "-1:00", "1:00/x", "1e99", "nan"] {
            let error = clocks(&format!("(;TI[{time}];)")).expect_err(time);
            assert!(error.starts_with(&format!("TI[{time}]")) && !error.contains('\n'), "{error}");
        }
        let long = 999_999_999_999_999_u64;
        assert!(left(&format!("TI[{long}/{long}/{long}]B[F5//1e300]W[F6//nan]B[E6//-3]")).is_some());
    }
}
