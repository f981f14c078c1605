//! GTP for games on a square board, as Edax, Egaroucid and programs under GoGui speak it: version 2 of the Go Text Protocol (Farnebäck
//! 2002) with `set_game` where several games are offered.
//!
//! Commands carry no number: Edax answers a number with a blank in front of it, which the protocol does not know.

use std::time::Duration;

use super::{Client, Told, choose};
use crate::dialect::Squares;
use crate::failure::{Failure, quote};
use crate::inbox::Wait;
use crate::process::Process;
use crate::question::{Answer, Question, Time};

pub(crate) struct Gtp {
    process: Process,
    squares: &'static Squares,
    commands: Vec<String>,
    told: Told,
}

impl Gtp {
    pub(crate) fn hello(
        process: Process,
        squares: &'static Squares,
        wait: &Wait<'_>,
    ) -> Result<Self, Failure> {
        let mut gtp = Self { process, squares, commands: Vec::new(), told: Told::default() };
        let version = gtp.command("protocol_version", wait)?;
        if version.is_err() {
            return Err(Failure::Start("it refuses protocol_version, so it does not speak GTP".into()));
        }
        if let Ok(list) = gtp.command("list_commands", wait)? {
            gtp.commands = list.split_whitespace().map(str::to_owned).collect();
        }
        let set_game = format!("set_game {}", squares.game);
        if gtp.knows("set_game")
            && let Err(refusal) = gtp.command(&set_game, wait)?
        {
            return Err(Failure::Start(format!("it refuses {set_game}: {}", quote(&refusal))));
        }
        Ok(gtp)
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Sends a command. The inner result is what the engine answered: yes, or no and why.
    fn command(&mut self, command: &str, wait: &Wait<'_>) -> Result<Result<String, String>, Failure> {
        self.process.send(command)?;
        let first = loop {
            let line = self.process.line(wait)?;
            if line.starts_with(['=', '?']) {
                break line;
            }
        };
        let mut text = first[1..].trim().to_owned();
        loop {
            let line = self.process.line_or_blank(wait)?;
            if line.trim().is_empty() {
                break;
            }
            text.push('\n');
            text.push_str(&line);
        }
        Ok(if first.starts_with('=') { Ok(text) } else { Err(text) })
    }

    /// A command without which the game cannot go on.
    fn insist(&mut self, command: &str, wait: &Wait<'_>) -> Result<String, Failure> {
        self.command(command, wait)?
            .map_err(|refusal| Failure::Refused(format!("{command}: {}", quote(&refusal))))
    }

    fn start(&mut self, question: &Question<'_>, wait: &Wait<'_>) -> Result<(), Failure> {
        let side = (self.squares.side)(question.start).unwrap_or(0);
        if (self.squares.start)(side).as_deref() != Some(question.start.trim()) {
            return Err(Failure::Unsuited(
                "GTP cannot set up a position; games must begin at the standard start with Black to move"
                    .into(),
            ));
        }
        self.insist(&format!("boardsize {side}"), wait)?;
        self.insist("clear_board", wait)?;
        if let Some(time) = question.time.filter(|_| self.knows("time_settings")) {
            // Clocks are a courtesy here: an engine that refuses them is on its own.
            let _refusal = self.command(&time_settings(time), wait)?;
        }
        Ok(())
    }

    fn tell(&mut self, question: &Question<'_>, wait: &Wait<'_>) -> Result<(), Failure> {
        let news = match self.told.news(question) {
            Some(news) => news,
            None => {
                self.start(question, wait)?;
                question.moves
            }
        };
        let known = question.moves.len() - news.len();
        for (i, mv) in news.iter().enumerate() {
            let command = format!("play {} {mv}", color((known + i).is_multiple_of(2)));
            match self.command(&command, wait)? {
                // Some engines pass by themselves, and refuse to do it twice.
                Err(_) if mv == "pass" => {}
                Err(refusal) => {
                    return Err(Failure::Refused(format!("{command}: {}", quote(&refusal))));
                }
                Ok(_) => {}
            }
        }
        self.told.remember(question);
        Ok(())
    }
}

impl Client for Gtp {
    fn new_game(&mut self, _seed: u64) -> Result<(), Failure> {
        self.process.check()?;
        self.told.forget();
        Ok(())
    }

    fn ask(&mut self, question: &Question<'_>, wait: &Wait<'_>) -> Result<Answer, Failure> {
        self.process.begin();
        self.tell(question, wait)?;
        let color = color(question.moves.len().is_multiple_of(2));
        if let Some(time) = question.time.filter(|_| self.knows("time_left")) {
            let _refusal = self.command(&time_left(time, color), wait)?;
        }
        let given = self.insist(&format!("genmove {color}"), wait)?;
        if given.eq_ignore_ascii_case("resign") {
            return Err(Failure::Resigned);
        }
        let Some(mv) = (self.squares.read_move)(&given) else {
            return Err(Failure::Garbage(format!(
                "{} where a square, pass or resign should stand",
                quote(&given)
            )));
        };
        let answer = choose(question, &given, |legal| legal == mv)?;
        self.told.remember_answer(&mv);
        Ok(answer)
    }

    fn quit(&mut self) {
        self.process.quit("quit");
    }
}

const fn color(black: bool) -> &'static str {
    if black { "b" } else { "w" }
}

/// Whole seconds, which is all that GTP knows; what is short of one counts as one.
fn seconds(time: Duration) -> u64 {
    time.as_secs().max(1)
}

fn time_settings(time: Time) -> String {
    match time {
        Time::Move(time) => format!("time_settings 0 {} 1", seconds(time)),
        Time::Clock { left, moves: Some(moves), .. } => {
            format!("time_settings 0 {} {moves}", seconds(left))
        }
        Time::Clock { left, moves: None, .. } => format!("time_settings {} 0 0", seconds(left)),
    }
}

fn time_left(time: Time, color: &str) -> String {
    match time {
        Time::Move(time) => format!("time_left {color} {} 1", seconds(time)),
        Time::Clock { left, moves, .. } => {
            format!("time_left {color} {} {}", seconds(left), moves.unwrap_or(0))
        }
    }
}
