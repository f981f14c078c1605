//! GTP for games on a square board: version 2 of the Go Text Protocol (Farnebäck 2002), with the extensions that programs for
//! such boards and GoGui share (`set_game`, `gogui-rules_*`).
//!
//! Square a1 lies in the top left corner, as our boards have it. GoGui draws row 1 at the bottom, and is told the board
//! that way, so that every square has the same name on both sides; the picture is then upside down.

use std::io;
use std::time::Duration;

use plywise::{Ink, Seat};
use registry::Thought;
use registry::dialect::Squares;

use crate::session::{Budget, Session};
use crate::talk::{Meanwhile, Out, Speaker, Then};

const COMMANDS: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "time_settings",
    "time_left",
    "showboard",
    "final_score",
    "set_game",
    "list_games",
    "gogui-interrupt",
    "gogui-play_sequence",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_final_result",
    "gogui-rules_game_id",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
];

/// What `time_settings` said: main time, byo-yomi time and its stones.
#[derive(Clone, Copy, Debug)]
struct Settings {
    main: Duration,
    period: Duration,
    stones: u32,
}

pub(crate) struct Gtp {
    squares: &'static Squares,
    /// The number of the command that is being answered.
    id: String,
    settings: Option<Settings>,
    /// What is left for each colour, and for how many moves (0: all).
    left: [Option<(Duration, u32)>; 2],
    /// Whether the move that is being thought about is to be played.
    plays: bool,
    /// Passes that were made after the end of the game, which the board does not know.
    passes_beyond: u32,
}

/// Success or failure with its text.
type Answer = Result<String, String>;

impl Gtp {
    pub(crate) fn new(squares: &'static Squares) -> Self {
        Self { squares, id: String::new(), settings: None, left: [None; 2], plays: false, passes_beyond: 0 }
    }

    fn say(&self, answer: &Answer, out: Out<'_>) -> io::Result<Then> {
        let (mark, text) = match answer {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        write!(out, "{mark}{} {text}\n\n", self.id)?;
        Ok(Then::Listen)
    }

    fn obey(&mut self, command: &str, words: &[&str], session: &mut Session) -> Answer {
        match (command, words) {
            ("protocol_version", _) => Ok("2".into()),
            ("name", _) => Ok("plywise".into()),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").into()),
            ("known_command", [name, ..]) => Ok(COMMANDS.contains(name).to_string()),
            ("list_commands", _) => Ok(COMMANDS.join("\n")),
            ("komi" | "gogui-interrupt", _) => Ok(String::new()),
            ("boardsize", [size, ..]) => self.board_size(size, session),
            ("clear_board", _) => self.clear(session),
            ("play", [color, mv, ..]) => self.play(color, mv, session),
            ("gogui-play_sequence", moves) => {
                let mut pairs = moves.chunks_exact(2);
                pairs.try_for_each(|pair| self.play(pair[0], pair[1], session).map(drop))?;
                Ok(String::new())
            }
            ("undo", _) => self.undo(session),
            ("time_settings", words) => self.time_settings(words),
            ("time_left", [color, time, stones, ..]) => self.time_left(color, time, stones),
            ("showboard", _) => Ok(format!("\n{}", session.live().diagram(Ink::Plain).trim_end())),
            ("final_score" | "gogui-rules_final_result", _) => score(command, session),
            ("set_game", words) if words.join(" ").eq_ignore_ascii_case(self.squares.game) => {
                Ok(String::new())
            }
            ("set_game", _) => Err("unsupported game".into()),
            ("list_games" | "gogui-rules_game_id", _) => Ok(self.squares.game.into()),
            ("gogui-rules_board_size", _) => Ok(self.side(session).to_string()),
            ("gogui-rules_board", _) => Ok(format!("\n{}", self.board(session))),
            ("gogui-rules_legal_moves", _) => Ok(session.live().moves().join(" ").to_uppercase()),
            ("gogui-rules_side_to_move", _) => {
                Ok(if session.mover() == Some(Seat::SECOND) { "white" } else { "black" }.into())
            }
            (known, _) if COMMANDS.contains(&known) => Err("syntax error".into()),
            _ => Err("unknown command".into()),
        }
    }

    fn undo(&mut self, session: &mut Session) -> Answer {
        if let Some(left) = self.passes_beyond.checked_sub(1) {
            self.passes_beyond = left;
            return Ok(String::new());
        }
        session.undo().then(String::new).ok_or_else(|| "cannot undo".into())
    }

    fn board_size(&mut self, size: &str, session: &mut Session) -> Answer {
        let size: usize = size.parse().map_err(|_| "unacceptable size")?;
        if size != self.side(session) {
            session.open(&(self.squares.sized)(size)).map_err(|_| "unacceptable size")?;
        }
        self.clear(session)
    }

    fn clear(&mut self, session: &mut Session) -> Answer {
        (self.left, self.passes_beyond) = ([None; 2], 0);
        session.next_game().map_err(|error| error.to_string())?;
        Ok(String::new())
    }

    fn time_settings(&mut self, words: &[&str]) -> Answer {
        let numbers: Vec<u64> = words.iter().filter_map(|word| word.parse().ok()).collect();
        let [main, period, stones] = numbers[..] else { return Err("syntax error".into()) };
        let seconds = |seconds: u64| Duration::from_secs(seconds.min(36_000_000));
        let stones = u32::try_from(stones).unwrap_or(u32::MAX);
        // Byo-yomi time without stones is how GTP says that there is no limit.
        let is_limited = period == 0 || stones > 0;
        self.settings =
            is_limited.then_some(Settings { main: seconds(main), period: seconds(period), stones });
        self.left = [None; 2];
        Ok(String::new())
    }

    fn time_left(&mut self, color: &str, time: &str, stones: &str) -> Answer {
        let seat = seat(color)?;
        let seconds = time.parse::<f64>().ok().filter(|seconds| (0.0..=3.6e7).contains(seconds));
        let stones = stones.parse::<u32>().ok();
        let (seconds, stones) = seconds.zip(stones).ok_or("syntax error")?;
        self.left[seat.index()] = Some((Duration::from_secs_f64(seconds), stones));
        Ok(String::new())
    }

    fn budget(&self, seat: Seat) -> Budget {
        let moves = |stones: u32| (stones > 0).then_some(stones);
        let time = match (self.left[seat.index()], self.settings) {
            (Some((left, stones)), _) => Some(Budget::clock(left, Duration::ZERO, moves(stones))),
            (None, Some(settings)) if settings.main.is_zero() => {
                Some(Budget::clock(settings.period, Duration::ZERO, moves(settings.stones)))
            }
            (None, Some(settings)) => Some(Budget::clock(settings.main, Duration::ZERO, None)),
            (None, None) => None,
        };
        Budget { time, ..Budget::default() }
    }

    fn genmove(&mut self, color: &str, plays: bool, session: &mut Session) -> Result<Budget, Answer> {
        let seat = seat(color).map_err(Err)?;
        if session.mover().is_none() {
            self.passes_beyond += u32::from(plays);
            return Err(Ok("PASS".into()));
        }
        if session.mover() != Some(seat) {
            pass_for_the_other(session).map_err(Err)?;
        }
        if session.live().forced_pass().is_some() {
            if plays {
                session.play("pass").map_err(Err)?;
            }
            return Err(Ok("PASS".into()));
        }
        self.plays = plays;
        Ok(self.budget(seat))
    }

    /// Plays a move of a colour. A pass that the other colour has to make may go unsaid, and passes after the end too.
    fn play(&mut self, color: &str, mv: &str, session: &mut Session) -> Answer {
        let seat = seat(color)?;
        let mv = (self.squares.read_move)(mv).ok_or("illegal move: it should be a square or pass")?;
        if session.mover().is_none() && mv == "pass" {
            self.passes_beyond += 1;
            return Ok(String::new());
        }
        if session.mover() != Some(seat) && mv != "pass" {
            pass_for_the_other(session)?;
        }
        if session.mover() != Some(seat) {
            return Err("illegal move: it is the other color's turn".into());
        }
        session.play(&mv).map_err(|why| format!("illegal move: {why}"))?;
        Ok(String::new())
    }

    fn side(&self, session: &Session) -> usize {
        (self.squares.side)(&session.live().position()).unwrap_or(8)
    }

    /// The board as GoGui reads it: the highest row first.
    fn board(&self, session: &Session) -> String {
        let position = session.live().position();
        let squares: Vec<char> = position.chars().map(|c| if c == '-' { '.' } else { c }).collect();
        let rows = squares[..self.side(session).pow(2)].chunks(self.side(session)).rev();
        let rows = rows.map(|row| row.iter().map(char::to_string).collect::<Vec<_>>().join(" "));
        rows.collect::<Vec<_>>().join("\n")
    }
}

impl Speaker for Gtp {
    const FINISHES: bool = true;

    fn hear(&mut self, message: &str, session: &mut Session, out: Out<'_>) -> io::Result<Then> {
        let line = plain(message);
        let mut words: Vec<&str> = line.split_whitespace().collect();
        self.id.clear();
        if words.first().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
            self.id = words.remove(0).to_owned();
        }
        let Some((&command, rest)) = words.split_first() else { return Ok(Then::Listen) };
        match (command, rest) {
            ("quit", _) => {
                self.say(&Ok(String::new()), out)?;
                Ok(Then::Quit)
            }
            ("genmove" | "reg_genmove", [color, ..]) => {
                match self.genmove(color, command == "genmove", session) {
                    Ok(budget) => Ok(Then::Think(budget)),
                    Err(answer) => self.say(&answer, out),
                }
            }
            _ => {
                let answer = self.obey(command, rest, session);
                self.say(&answer, out)
            }
        }
    }

    /// GTP has no interruptions but GoGui's: a comment line.
    fn interrupt(&mut self, message: &str, _out: Out<'_>) -> io::Result<Meanwhile> {
        Ok(if message.trim() == "# interrupt" { Meanwhile::Stop } else { Meanwhile::Later })
    }

    fn answer(&mut self, thought: &Thought, session: &mut Session, out: Out<'_>) -> io::Result<Then> {
        let answer = match self.plays.then(|| session.play(&thought.best)) {
            Some(Err(why)) => Err(why),
            _ => Ok(thought.best.to_uppercase()),
        };
        self.say(&answer, out)
    }

    fn fail(&mut self, why: &str, out: Out<'_>) -> io::Result<()> {
        self.say(&Err(why.to_owned()), out).map(drop)
    }

    fn refuse(&mut self, why: &str, out: Out<'_>) -> io::Result<()> {
        // Its number was not read.
        self.id.clear();
        self.fail(why, out)
    }
}

/// A line without comment, control characters and tabs, as the protocol wants it read.
fn plain(message: &str) -> String {
    let line = message.split('#').next().unwrap_or_default();
    line.replace('\t', " ").chars().filter(|c| !c.is_control()).collect()
}

fn seat(color: &str) -> Result<Seat, String> {
    match color.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Seat::FIRST),
        "w" | "white" => Ok(Seat::SECOND),
        _ => Err("syntax error: the color should be b or w".into()),
    }
}

fn pass_for_the_other(session: &mut Session) -> Result<(), String> {
    match session.live().forced_pass() {
        Some(pass) => session.play(&pass),
        None => Err("illegal move: it is the other color's turn".into()),
    }
}

fn score(command: &str, session: &Session) -> Answer {
    if session.live().turn().is_some() {
        return if command == "final_score" {
            Err("cannot score: the game is not over".into())
        } else {
            Ok(String::new())
        };
    }
    Ok(match session.live().payoffs()[0] {
        0 => "0".into(),
        difference if difference > 0 => format!("B+{difference}"),
        difference => format!("W+{}", -difference),
    })
}
