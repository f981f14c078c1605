//! Clocks: how much time a seat has, what one move may use of it, and when it has run out.

use std::time::Duration;

/// The time that each seat is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// This long for each move; what is left over is lost.
    PerMove(Duration),
    /// This long for the whole game.
    PerGame {
        /// At the start.
        time: Duration,
        /// Added after each of the seat's moves.
        increment: Duration,
    },
    /// This long for every `moves` moves; what is left over is lost when a round ends.
    PerRound {
        /// Moves in a round, at least 1.
        moves: u32,
        /// For the whole round.
        time: Duration,
        /// Added after each of the seat's moves.
        increment: Duration,
    },
}

/// One seat's clock.
#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    moves_left: u32,
}

/// The flag has fallen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("used {used:.1?} of the {had:.1?} that were left")]
pub struct OutOfTime {
    /// What the move took.
    pub used: Duration,
    /// What it could have taken.
    pub had: Duration,
}

impl Clock {
    /// A clock for a whole game is divided over this many moves still to come.
    pub(crate) const MOVES_TO_COME: u32 = 25;

    /// A full clock.
    #[must_use]
    pub fn new(control: TimeControl) -> Self {
        let mut clock = Self { control, left: Duration::ZERO, moves_left: 0 };
        clock.refill();
        clock
    }

    fn refill(&mut self) {
        (self.left, self.moves_left) = match self.control {
            TimeControl::PerMove(time) => (time, 1),
            TimeControl::PerGame { time, .. } => (time, 0),
            TimeControl::PerRound { moves, time, .. } => (time, moves.max(1)),
        };
    }

    /// What is left. A move that takes longer loses.
    #[must_use]
    pub fn left(&self) -> Duration {
        self.left
    }

    /// The time that it was given.
    #[must_use]
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Own moves until the clock is full again, the next one included; None if it never is.
    #[must_use]
    pub fn moves_left(&self) -> Option<u32> {
        (self.moves_left > 0).then_some(self.moves_left)
    }

    /// What is added after each move.
    #[must_use]
    pub fn increment(&self) -> Duration {
        match self.control {
            TimeControl::PerMove(_) => Duration::ZERO,
            TimeControl::PerGame { increment, .. } | TimeControl::PerRound { increment, .. } => increment,
        }
    }

    /// What the next move should take: an even share of what is left, less a reserve for what happens around the
    /// search (a twentieth of the share, between 1 and 50 ms, and never more than half of it). Of a whole game's clock as much
    /// is never shared: the game may go on for any number of moves.
    #[must_use]
    pub fn share(&self) -> Duration {
        let share = match self.control {
            TimeControl::PerMove(_) => self.left,
            TimeControl::PerGame { time, increment } => {
                let left = self.left.saturating_sub((time / 20).min(Duration::from_millis(50)));
                (left / Self::MOVES_TO_COME + increment).min(left / 2)
            }
            TimeControl::PerRound { .. } => self.left / self.moves_left,
        };
        let reserve = (share / 20).clamp(Duration::from_millis(1), Duration::from_millis(50)).min(share / 2);
        share - reserve
    }

    /// Lets it run for `used` without a move: nothing is added afterwards, and no less than nothing is left.
    pub fn run(&mut self, used: Duration) {
        self.left = self.left.saturating_sub(used);
    }

    /// Books a move that took `used`.
    ///
    /// # Errors
    /// When that was more than was left: the seat has lost on time.
    pub fn spend(&mut self, used: Duration) -> Result<(), OutOfTime> {
        if used > self.left {
            return Err(OutOfTime { used, had: self.left });
        }
        self.left -= used;
        match self.control {
            TimeControl::PerMove(_) => self.refill(),
            TimeControl::PerGame { increment, .. } => self.left += increment,
            TimeControl::PerRound { increment, .. } => {
                self.left += increment;
                self.moves_left -= 1;
                if self.moves_left == 0 {
                    self.refill();
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn time_per_move_does_not_add_up() {
        let mut clock = Clock::new(TimeControl::PerMove(ms(500)));
        clock.spend(ms(10)).unwrap();
        assert_eq!(clock.left(), ms(500));
        assert_eq!(clock.spend(ms(501)), Err(OutOfTime { used: ms(501), had: ms(500) }));
    }

    #[test]
    fn a_game_clock_runs_down_and_grows_by_the_increment() {
        let mut clock = Clock::new(TimeControl::PerGame { time: ms(1000), increment: ms(20) });
        clock.spend(ms(300)).unwrap();
        assert_eq!(clock.left(), ms(720));
        assert!(clock.share() <= clock.left() / 2);
        assert!(clock.spend(ms(721)).is_err());
    }

    #[test]
    fn a_round_is_refilled_after_its_moves() {
        let control = TimeControl::PerRound { moves: 3, time: ms(900), increment: Duration::ZERO };
        let mut clock = Clock::new(control);
        assert_eq!(clock.share(), ms(285), "a third of 900 less a twentieth");
        clock.spend(ms(100)).unwrap();
        assert_eq!(clock.left(), ms(800));
        clock.spend(ms(100)).unwrap();
        clock.spend(ms(100)).unwrap();
        assert_eq!(clock.left(), ms(900), "unused time is lost");
    }

    /// 400 moves, each a little later than its share.
    #[test]
    fn a_long_game_is_not_lost_by_what_happens_around_the_searches() {
        for time in [ms(500), ms(2000), ms(60_000)] {
            let mut clock = Clock::new(TimeControl::PerGame { time, increment: Duration::ZERO });
            for _ in 0..400 {
                clock.spend(clock.share() + Duration::from_micros(50)).expect("a reserve");
            }
        }
    }

    #[test]
    fn shares_of_any_clock_never_overdraw_it() {
        let (time, increment) = (ms(50), ms(0));
        for control in [
            TimeControl::PerMove(time),
            TimeControl::PerGame { time, increment },
            TimeControl::PerRound { moves: 7, time, increment },
        ] {
            let mut clock = Clock::new(control);
            for _ in 0..200 {
                clock.spend(clock.share()).unwrap();
            }
        }
    }
}
