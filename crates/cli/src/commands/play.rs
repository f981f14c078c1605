//! `plywise play`: a person at the terminal against an agent.

use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use arena::{AgentId, LiveGame, Spec, registry};
use plywise::{Limits, Rng, Seat, Turn};

use crate::args::{PlayArgs, SeatArg};
use crate::failure::Failure;
use crate::output;

const HELP: &str = "a move, or: moves (the legal ones) · undo · hint · position · save FILE · help · quit";

pub(crate) fn run(args: &PlayArgs) -> Result<ExitCode, Failure> {
    let kind = registry::open(&args.game)?;
    let seed = args.seed.unwrap_or_else(seed_from_the_clock);
    let mut game = kind.live(seed, args.position.as_deref())?;
    let partner = Spec::parse(args.against.as_deref().unwrap_or(kind.sparring_partner()))?;
    let rival = game.join(&partner, seed ^ 1)?;
    let adviser = game.join(&Spec::parse(kind.sparring_partner())?, seed ^ 2)?;
    let person = match args.seat {
        SeatArg::First => Seat::FIRST,
        SeatArg::Second if game.seats() > 1 => Seat::SECOND,
        SeatArg::Second => return Err(Failure::input(format!("{} has only one seat", kind.name()))),
    };
    let mut dice = Rng::derive(seed, 1);
    if game.seats() > 1 {
        output::line(format!("You are {}, against {partner}. Seed {seed}.", game.seat_name(person)))?;
    }
    output::line(format!("Type {HELP}."))?;
    let mut table = Table { game, person, rival, adviser, tags: vec![("Seed".into(), seed.to_string())] };
    table.play(&mut dice)?;
    Ok(ExitCode::SUCCESS)
}

fn seed_from_the_clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |t| t.as_nanos() as u64 % 1_000_000)
}

struct Table {
    game: Box<dyn LiveGame>,
    person: Seat,
    rival: AgentId,
    adviser: AgentId,
    tags: Vec<(String, String)>,
}

enum Answer {
    Moved,
    AskAgain,
    Quit,
}

impl Table {
    fn play(&mut self, dice: &mut Rng) -> Result<(), Failure> {
        let mut lines = io::stdin().lock().lines();
        while let Some(turn) = self.game.turn() {
            match turn {
                Turn::Chance => {
                    self.game.roll(dice);
                }
                Turn::Seat(seat) if self.game.forced_pass().is_some() => self.pass(seat)?,
                Turn::Seat(seat) if seat == self.person => {
                    output::line(format!("\n{}", self.game.diagram(output::ink())))?;
                    loop {
                        match self.ask(&mut lines)? {
                            Answer::Moved => break,
                            Answer::AskAgain => {}
                            Answer::Quit => return Ok(()),
                        }
                    }
                }
                Turn::Seat(seat) => self.answer(seat)?,
            }
        }
        output::line(format!("\n{}", self.game.diagram(output::ink())))?;
        self.announce()
    }

    fn pass(&mut self, seat: Seat) -> Result<(), Failure> {
        let pass = self.game.forced_pass().expect("asked for before");
        output::line(format!("{}: {pass}, there is nothing else", self.game.seat_name(seat)))?;
        self.game.play(&pass).map_err(Failure::input)
    }

    fn answer(&mut self, seat: Seat) -> Result<(), Failure> {
        let Some(thought) = self.game.think(self.rival, &Limits::default()) else { return Ok(()) };
        output::line(format!(
            "{} plays {}  ({}, depth {}, {} nodes)",
            self.game.seat_name(seat),
            thought.best,
            thought.value,
            thought.depth,
            output::count(thought.nodes)
        ))?;
        self.game.play(&thought.best).map_err(Failure::input)
    }

    fn ask(&mut self, lines: &mut impl Iterator<Item = io::Result<String>>) -> Result<Answer, Failure> {
        let mut out = io::stdout().lock();
        write!(out, "{}> ", self.game.seat_name(self.person))?;
        out.flush()?;
        drop(out);
        let Some(typed) = lines.next() else {
            output::line("")?;
            return Ok(Answer::Quit);
        };
        let typed = match typed {
            Ok(typed) => typed,
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                output::line("that is not text; type help for what works")?;
                return Ok(Answer::AskAgain);
            }
            Err(error) => return Err(error.into()),
        };
        if !io::stdin().is_terminal() {
            output::line("")?;
        }
        self.obey(typed.trim())
    }

    fn obey(&mut self, typed: &str) -> Result<Answer, Failure> {
        match typed.split_once(' ').map_or((typed, ""), |(word, rest)| (word, rest.trim())) {
            ("", _) => {}
            ("quit" | "exit" | "q", "") => return Ok(Answer::Quit),
            ("help" | "?", "") => output::line(HELP)?,
            ("moves", "") => output::line(self.game.moves().join(" "))?,
            ("position", "") => output::line(self.game.position())?,
            ("undo", "") => return self.undo(),
            ("hint", "") => {
                if let Some(hint) = self.game.think(self.adviser, &Limits::default()) {
                    let line = hint.line.join(" ");
                    output::line(format!("{} ({}, depth {}: {line})", hint.best, hint.value, hint.depth))?;
                }
            }
            ("save", file) => self.save(file)?,
            _ => match self.game.play(typed) {
                Ok(()) => return Ok(Answer::Moved),
                Err(error) => output::line(error.to_string())?,
            },
        }
        Ok(Answer::AskAgain)
    }

    /// Back to where the person had the choice before.
    fn undo(&mut self) -> Result<Answer, Failure> {
        let now = self.game.plies();
        while self.game.undo() {
            let own = self.game.turn() == Some(Turn::Seat(self.person));
            if own && self.game.forced_pass().is_none() {
                return Ok(Answer::Moved);
            }
        }
        if now > self.game.plies() {
            return Ok(Answer::Moved); // back at the start, where someone else moves first
        }
        output::line("there is nothing to take back")?;
        Ok(Answer::AskAgain)
    }

    fn save(&mut self, file: &str) -> Result<(), Failure> {
        if file.is_empty() {
            return output::line("save needs a file name: save game.txt");
        }
        let saved = arena::GameFile::create(std::path::Path::new(file), false).and_then(|mut saved| {
            saved.add(0, &self.game.text(self.tags.clone()))?;
            saved.finish()
        });
        output::line(match saved {
            Ok(()) => format!("saved to {file}"),
            Err(error) => format!("not saved: {error}"),
        })
    }

    fn announce(&self) -> Result<(), Failure> {
        let payoffs = self.game.payoffs();
        let own = payoffs[self.person.index()];
        let word = match payoffs.get(self.person.other().index()) {
            None => return output::line(format!("The game is over: {own} points.")),
            Some(rival) if own > *rival => "You win",
            Some(rival) if own < *rival => "You lose",
            Some(_) => "A draw",
        };
        output::line(format!("{word}: {own:+}."))
    }
}
