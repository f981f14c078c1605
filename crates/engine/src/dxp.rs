//! DamExchange, as the follower: whoever connects asks for games.

use std::io;
use std::thread;
use std::time::{Duration, Instant};

use foreign::protocol::dxp::{END, Message};
use plywise::{Clock, Seat};
use registry::Thought;
use registry::dialect::{Draughts, Jump};

use crate::session::{Budget, Session};
use crate::talk::{Meanwhile, Out, Speaker, Then};

/// `GAMEEND` without a reason.
const NO_REASON: char = '0';
/// Between our acceptance and a first move of ours: initiators are met (pydraughts 0.6.7) that take whatever one read
/// brings for one message, and lose the move that came along with the acceptance.
const BEFORE_FIRST_MOVE: Duration = Duration::from_millis(100);

pub(crate) struct Dxp {
    draughts: &'static Draughts,
    game: Option<Game>,
    /// Whether the initiator has said that no further game will come.
    pub(crate) is_last: bool,
}

/// A game in progress.
struct Game {
    seat: Seat,
    clock: Option<Clock>,
    /// Moves of each side after which the game ends; None: no limit.
    moves: Option<u32>,
    begun: Instant,
}

impl Dxp {
    pub(crate) fn new(draughts: &'static Draughts) -> Self {
        Self { draughts, game: None, is_last: false }
    }

    fn request(&mut self, message: Message, session: &mut Session, out: Out<'_>) -> io::Result<Then> {
        let Message::GameRequest { follower_is_white, minutes, moves, position, .. } = message else {
            return Ok(Then::Listen);
        };
        let start = match position {
            Some((side, squares)) => (self.draughts.read_dxp_position)(side, &squares).map(Some),
            None => Ok(None),
        };
        let begun = session
            .next_game()
            .map_err(|error| error.to_string())
            .and_then(|()| session.go_to(None, start?.as_deref(), &[], &|_, _| None));
        let code = if begun.is_ok() { '0' } else { '3' };
        send(&Message::GameAccept { follower: "plywise".into(), code }, out)?;
        if let Err(why) = begun {
            say(&why, out)?;
            return Ok(Then::Listen);
        }
        let time = Duration::from_secs(60 * u64::from(minutes));
        let seat = if follower_is_white { Seat::SECOND } else { Seat::FIRST };
        if to_move(session) == seat {
            out.flush()?;
            thread::sleep(BEFORE_FIRST_MOVE);
        }
        self.game = Some(Game {
            seat,
            clock: (minutes > 0).then(|| Budget::clock(time, Duration::ZERO, None)),
            moves: (moves > 0).then_some(moves),
            begun: Instant::now(),
        });
        self.go_on(session, out)
    }

    /// Thinks if it is our turn, or ends the game if there is nothing to think about.
    fn go_on(&mut self, session: &Session, out: Out<'_>) -> io::Result<Then> {
        let Some(game) = &mut self.game else { return Ok(Then::Listen) };
        if to_move(session) != game.seat {
            return Ok(Then::Listen);
        }
        let is_full = game.moves.is_some_and(|moves| session.live().plies() >= 2 * moves as usize);
        if session.mover().is_none() || is_full {
            return self.end(session, out);
        }
        game.begun = Instant::now();
        Ok(Then::Think(Budget { time: game.clock.clone(), ..Budget::default() }))
    }

    /// Says that the game is over, and how it ended for us.
    fn end(&mut self, session: &Session, out: Out<'_>) -> io::Result<Then> {
        if let Some(game) = self.game.take() {
            let reason = match session.live().payoffs()[game.seat.index()] {
                _ if session.mover().is_some() => NO_REASON,
                0 => '2',
                points if points > 0 => '3',
                _ => '1',
            };
            send(&Message::GameEnd { reason, is_last: false }, out)?;
        }
        Ok(Then::Listen)
    }

    /// The other side's move.
    fn play(&mut self, jump: &Jump, session: &mut Session, out: Out<'_>) -> io::Result<Then> {
        if self.game.is_none() {
            return Ok(Then::Listen);
        }
        let legal = session.live().moves();
        let meant = legal.iter().find(|legal| (self.draughts.jump)(legal).as_ref() == Some(jump));
        match meant.map(|mv| session.play(mv)) {
            Some(Ok(())) => self.go_on(session, out),
            // After the end of the game by our rules, a draw that the other side does not know of, or no legal move.
            _ => {
                if session.mover().is_some() {
                    say(&format!("{} is not legal here", jump.hub()), out)?;
                }
                self.end(session, out)
            }
        }
    }

    /// The other side ends the game, or confirms that we have.
    fn hear_end(&mut self, is_last: bool, out: Out<'_>) -> io::Result<Then> {
        self.is_last = is_last;
        if self.game.take().is_some() {
            send(&Message::GameEnd { reason: NO_REASON, is_last }, out)?;
        }
        Ok(if is_last { Then::Quit } else { Then::Listen })
    }
}

/// The side to move, which a finished game has too.
fn to_move(session: &Session) -> Seat {
    if session.live().position().starts_with('B') { Seat::FIRST } else { Seat::SECOND }
}

fn send(message: &Message, out: Out<'_>) -> io::Result<()> {
    out.write_all(message.write().as_bytes())?;
    out.write_all(&[END])
}

/// Says something in words, whole.
fn say(text: &str, out: Out<'_>) -> io::Result<()> {
    Message::chats(text).iter().try_for_each(|chat| send(chat, out))
}

impl Speaker for Dxp {
    const END: u8 = END;
    const FINISHES: bool = false;

    fn hear(&mut self, message: &str, session: &mut Session, out: Out<'_>) -> io::Result<Then> {
        match Message::read(message.trim_start_matches(['\r', '\n'])) {
            Ok(request @ Message::GameRequest { .. }) => self.request(request, session, out),
            Ok(Message::Move { jump, .. }) => self.play(&jump, session, out),
            Ok(Message::GameEnd { is_last, .. }) => self.hear_end(is_last, out),
            Ok(Message::BackRequest { .. }) => {
                send(&Message::BackAccept('1'), out)?;
                Ok(Then::Listen)
            }
            Ok(Message::GameAccept { .. } | Message::Chat(_) | Message::BackAccept(_)) => Ok(Then::Listen),
            Err(why) => {
                say(&why, out)?;
                Ok(Then::Listen)
            }
        }
    }

    fn interrupt(&mut self, message: &str, _out: Out<'_>) -> io::Result<Meanwhile> {
        Ok(match Message::read(message) {
            Ok(Message::GameEnd { .. } | Message::GameRequest { .. }) => Meanwhile::StopFirst,
            _ => Meanwhile::Later,
        })
    }

    fn answer(&mut self, thought: &Thought, session: &mut Session, out: Out<'_>) -> io::Result<Then> {
        let Some(game) = &mut self.game else { return Ok(Then::Listen) };
        let used = game.begun.elapsed();
        if let Some(clock) = &mut game.clock
            && clock.spend(used).is_err()
        {
            // The time is up, and what the other side makes of that is its own affair: we play on, as fast as we can.
            *clock = Budget::clock(Duration::from_millis(20), Duration::ZERO, None);
        }
        let jump = (self.draughts.jump)(&thought.best);
        match (jump, session.play(&thought.best)) {
            (Some(jump), Ok(())) => {
                send(&Message::Move { seconds: used.as_secs() as u32, jump }, out)?;
                Ok(Then::Listen)
            }
            _ => self.end(session, out),
        }
    }

    fn fail(&mut self, why: &str, out: Out<'_>) -> io::Result<()> {
        say(why, out)
    }
}
