//! What a game in GGF says of the players' clocks.

use std::time::Duration;

use plywise::Seat;

use super::{Fields, Token};

/// What both players have left after the moves of a game (Black's first), and what each move adds; none where the game
/// names no time (`TI[…]` for both, `TB[…]` and `TW[…]` for one), or one that cannot be read.
///
/// A time is `15:00`, `1:00:00` or minutes, what is added stands behind a slash (`5:00/0:02`), and behind a second one how
/// much longer a player may go on whose time is up. Moves say how many seconds they took: `F5//2.5`.
#[must_use]
pub fn clocks(text: &str) -> Option<[(Duration, Duration); 2]> {
    let mut fields = Fields { text: text.trim().strip_prefix("(;")?, at: 0 };
    let (mut times, mut used) = ([None; 2], [(Duration::ZERO, 0_u32); 2]);
    while let Token::Field(name, value) = fields.next() {
        let seats = match name {
            "TI" => &[Seat::FIRST, Seat::SECOND][..],
            "TB" | "B" => &[Seat::FIRST],
            "TW" | "W" => &[Seat::SECOND],
            _ => &[],
        };
        for seat in seats {
            if name.starts_with('T') {
                times[seat.index()] = Some(time(&value)?);
            } else {
                let (sum, moves) = &mut used[seat.index()];
                (*sum, *moves) = (sum.saturating_add(taken(&value)), *moves + 1);
            }
        }
    }
    let [black, white] = times;
    let left = |time: [Duration; 3], (used, moves): (Duration, u32)| {
        let [whole, increment, more] = time;
        let whole = whole.saturating_add(increment.saturating_mul(moves));
        let left = whole.checked_sub(used).unwrap_or_else(|| whole.saturating_add(more).saturating_sub(used));
        (left, increment)
    };
    Some([left(black?, used[0]), left(white?, used[1])])
}

/// How long a move took: the seconds behind it, none where nothing is said.
#[must_use]
pub fn taken(mv: &str) -> Duration {
    let seconds = mv.split('/').nth(2).and_then(|seconds| seconds.trim().parse().ok());
    seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).unwrap_or_default()
}

/// The whole time, what each move adds, and what there is beyond.
fn time(text: &str) -> Option<[Duration; 3]> {
    let mut parts = text.split('/').map(|part| match part.trim() {
        "" => Some(Duration::ZERO),
        part => duration(part),
    });
    let mut next = || parts.next().unwrap_or(Some(Duration::ZERO));
    let times = [next()?, next()?, next()?];
    (times[0] > Duration::ZERO).then_some(times)
}

/// `15:00`, `1:00:00`, `15`: minutes where no seconds are named.
fn duration(text: &str) -> Option<Duration> {
    let numbers: Option<Vec<u64>> = text.split(':').map(|number| number.trim().parse().ok()).collect();
    let seconds = match numbers?[..] {
        [minutes] => minutes.checked_mul(60)?,
        [minutes, seconds] => minutes.checked_mul(60)?.checked_add(seconds)?,
        [hours, minutes, seconds] => {
            hours.checked_mul(3600)?.checked_add(minutes.checked_mul(60)?)?.checked_add(seconds)?
        }
        _ => return None,
    };
    Some(Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(game: &str) -> Option<[u128; 2]> {
        clocks(&format!("(;GM[Othello]{game};)")).map(|clocks| clocks.map(|(left, _)| left.as_millis()))
    }

    #[test]
    fn what_moves_took_is_no_longer_there() {
        assert_eq!(left("TI[15:00]B[F5]W[F6]"), Some([900_000, 900_000]));
        assert_eq!(left("TI[15:00]B[F5/1.2/3.5]W[F6//20]B[E6//6]"), Some([890_500, 880_000]));
        assert_eq!(left("TB[1:00:00]TW[2]B[F5//60]"), Some([3_540_000, 120_000]));
        assert_eq!(left("TI[1:00/0:10]B[F5//30]W[F6//1]B[E6//30]"), Some([20_000, 69_000]));
        assert_eq!(clocks("(;TI[1:00/0:10];)").expect("a time")[1].1, Duration::from_secs(10));
    }

    #[test]
    fn whose_time_is_up_has_what_is_beyond_or_nothing() {
        assert_eq!(left("TI[0:10//2:00]B[F5//11]W[F6//9]"), Some([119_000, 1_000]));
        assert_eq!(left("TI[0:10]B[F5//11]"), Some([0, 10_000]));
    }

    #[test]
    fn a_game_without_a_time_has_none() {
        for game in [
            "B[F5//3]",
            "TI[?]",
            "TI[]",
            "TI[0]",
            "TI[a:b]",
            "TI[1:2:3:4]",
            "TB[5:00]",
            "TI[99999999999999999999]",
        ] {
            assert_eq!(left(game), None, "{game}");
        }
        assert_eq!(clocks("nothing"), None);
        let long = u64::MAX / 60;
        assert!(left(&format!("TI[{long}/{long}/{long}]B[F5//1e300]W[F6//nan]B[E6//-3]")).is_some());
    }
}
