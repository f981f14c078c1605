//! `plywise play`: a person at the terminal against an agent.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use arena::{AgentId, GameFile, Kind, LiveGame, Spec, registry};
use plywise::{Limits, Seat, Turn};

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
    if game.seats() > 1 {
        output::line(format!("You are {}, against {partner}. Seed {seed}.", game.seat_name(person)))?;
    } else {
        output::line(format!("You play alone. Seed {seed}."))?;
    }
    output::line(format!("Type {HELP}."))?;
    let tags = tags(&*kind, person, &partner, seed);
    Table { kind, game, person, rival, adviser, tags, choices: Vec::new() }.play()?;
    Ok(ExitCode::SUCCESS)
}

/// What a saved game says about itself.
fn tags(kind: &dyn Kind, person: Seat, partner: &Spec, seed: u64) -> Vec<(String, String)> {
    let mut tags =
        vec![("Event".to_owned(), "plywise play".to_owned()), ("Seed".to_owned(), seed.to_string())];
    for seat in (0..kind.seats() as u8).map(Seat) {
        let who = if seat == person { "person".to_owned() } else { partner.to_string() };
        tags.push((kind.seat_name(seat), who));
    }
    tags
}

fn seed_from_the_clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |t| t.as_nanos() as u64 % 1_000_000)
}

struct Table {
    kind: Box<dyn Kind>,
    game: Box<dyn LiveGame>,
    person: Seat,
    rival: AgentId,
    adviser: AgentId,
    tags: Vec<(String, String)>,
    /// The plies at which the person chose.
    choices: Vec<usize>,
}

enum Answer {
    /// The position has changed.
    Moved,
    AskAgain,
    Quit,
}

impl Table {
    fn play(&mut self) -> Result<(), Failure> {
        let mut lines = io::stdin().lock().lines();
        loop {
            match self.game.turn() {
                Some(Turn::Chance) => {
                    self.game.chance();
                }
                Some(Turn::Seat(seat)) if self.game.forced_pass().is_some() => self.pass(seat)?,
                Some(Turn::Seat(seat)) if seat != self.person => self.answer(seat)?,
                over_or_own => {
                    output::line(format!("\n{}", self.game.diagram(output::ink())))?;
                    if over_or_own.is_none() {
                        self.announce()?;
                    }
                    if !self.ask_until_moved(&mut lines)? {
                        return Ok(());
                    }
                }
            }
        }
    }

    fn pass(&mut self, seat: Seat) -> Result<(), Failure> {
        let pass = self.game.forced_pass().expect("asked for before");
        output::line(format!("{}: {pass}, there is nothing else", self.game.seat_name(seat)))?;
        self.game.play(&pass).map_err(Failure::input)
    }

    fn answer(&mut self, seat: Seat) -> Result<(), Failure> {
        let name = self.game.seat_name(seat);
        let Some(thought) = self.game.think(self.rival, &Limits::default()) else {
            let why = self.game.why_no_move(self.rival);
            return Err(Failure::input(format!("{name} gave no move in {}: {why}", self.game.position())));
        };
        let nodes = output::plural(thought.nodes, "node");
        let why = match thought.depth {
            0 => String::new(),
            depth => format!("  ({}, depth {depth}, {nodes})", thought.value),
        };
        output::line(format!("{name} plays {}{why}", thought.best))?;
        self.game.play(&thought.best).map_err(Failure::input)
    }

    /// False once the person has had enough.
    fn ask_until_moved(
        &mut self,
        lines: &mut impl Iterator<Item = io::Result<String>>,
    ) -> Result<bool, Failure> {
        loop {
            match self.ask(lines)? {
                Answer::Moved => return Ok(true),
                Answer::AskAgain => {}
                Answer::Quit => return Ok(false),
            }
        }
    }

    fn ask(&mut self, lines: &mut impl Iterator<Item = io::Result<String>>) -> Result<Answer, Failure> {
        let prompt = match self.game.turn() {
            Some(_) => self.game.seat_name(self.person),
            None => "undo, save FILE or quit".to_owned(),
        };
        let mut out = io::stdout().lock();
        write!(out, "{prompt}> ")?;
        out.flush()?;
        drop(out);
        let Some(typed) = lines.next() else {
            output::line("")?;
            return Ok(Answer::Quit);
        };
        if !io::stdin().is_terminal() {
            output::line("")?; // nobody has typed the line's end
        }
        match typed {
            Ok(typed) => self.obey(typed.trim()),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                output::line("that is not text; type help for what works")?;
                Ok(Answer::AskAgain)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn obey(&mut self, typed: &str) -> Result<Answer, Failure> {
        match typed.split_once(' ').map_or((typed, ""), |(word, rest)| (word, rest.trim())) {
            ("", _) => {}
            ("quit" | "exit" | "q", "") => return Ok(Answer::Quit),
            ("help" | "?", "") => output::line(HELP)?,
            ("moves", "") => output::line(self.legal())?,
            ("position", "") => output::line(self.game.seen(self.person))?,
            ("undo", "") => return self.undo(),
            ("hint", "") => self.hint()?,
            ("save", file) => self.save(file)?,
            _ => match self.game.play(typed) {
                Ok(()) => {
                    self.choices.push(self.game.plies() - 1);
                    return Ok(Answer::Moved);
                }
                Err(error) => output::line(error.to_string())?,
            },
        }
        Ok(Answer::AskAgain)
    }

    fn legal(&self) -> String {
        let moves = self.game.moves();
        if moves.is_empty() { "none: the game is over".into() } else { moves.join(" ") }
    }

    fn hint(&mut self) -> Result<(), Failure> {
        if self.game.turn().is_none() {
            return output::line("the game is over");
        }
        let Some(hint) = self.game.think(self.adviser, &Limits::default()) else {
            return output::line(format!("no idea: {}", self.game.why_no_move(self.adviser)));
        };
        let line = if hint.line.len() > 1 { format!(": {}", hint.line.join(" ")) } else { String::new() };
        output::line(format!("{} ({}, depth {}{line})", hint.best, hint.value, hint.depth))
    }

    /// Back to where the person chose last.
    fn undo(&mut self) -> Result<Answer, Failure> {
        let Some(before) = self.choices.pop() else {
            output::line("there is nothing to take back")?;
            return Ok(Answer::AskAgain);
        };
        while self.game.plies() > before && self.game.undo() {}
        Ok(Answer::Moved)
    }

    fn save(&mut self, file: &str) -> Result<(), Failure> {
        if file.is_empty() {
            return output::line("save needs a file name: save game.txt");
        }
        output::line(match self.write_to(Path::new(file)) {
            Ok(()) => format!("saved to {file}"),
            Err(why) => format!("not saved: {why}"),
        })
    }

    fn write_to(&self, file: &Path) -> Result<(), String> {
        let text = self.game.text(self.tags.clone());
        // What would not read back as this game is no copy of it.
        let mut plies = None;
        let read = self.kind.replay(&text, &mut |game| plies = game.error.is_none().then_some(game.plies));
        if read.is_err() || plies != Some(self.game.plies()) {
            let files = self.kind.extension();
            return Err(format!("a {files} file of this game cannot hold a start of one's own or no moves"));
        }
        if file.exists() {
            return Err(format!("{} exists already; name another file", file.display()));
        }
        let written = GameFile::create(file, false).and_then(|mut saved| {
            saved.add(0, &text)?;
            saved.finish()
        });
        written.map_err(|error| error.to_string())
    }

    fn announce(&self) -> Result<(), Failure> {
        let payoffs = self.game.payoffs();
        let own = payoffs[self.person.index()];
        let word = match payoffs.get(self.person.other().index()) {
            None => {
                return output::line(format!("The game is over: {} points.", output::digits(f64::from(own))));
            }
            Some(rival) if own > *rival => "You win",
            Some(rival) if own < *rival => "You lose",
            Some(_) => "A draw",
        };
        output::line(format!("{word}: {own:+}."))
    }
}
