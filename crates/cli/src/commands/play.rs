//! `plywise play`: a person at the terminal against an agent.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use arena::save::{read_whole, replace};
use arena::{AgentId, GameFile, Kind, LiveGame, Spec, Unchosen};
use plywise::file::check_writable;
use plywise::{Limits, Seat, Turn};

use crate::args::{PlayArgs, SeatArg};
use crate::failure::Failure;
use crate::output;
use crate::presets;
use crate::progress::Progress;
use crate::{interrupt, keys};

const HELP: &str = "a move, or: moves (the legal ones) · undo · hint · position · save FILE · help · quit";

pub(crate) fn run(args: &PlayArgs) -> Result<ExitCode, Failure> {
    let kind = games::open(&args.game)?;
    let alone = kind.seats() == 1;
    let person = match args.seat {
        SeatArg::First => Seat::FIRST,
        SeatArg::Second if !alone => Seat::SECOND,
        SeatArg::Second => return Err(Failure::input(format!("{} has only one seat", kind.name()))),
    };
    if alone && args.against.is_some() {
        return Err(Failure::input(format!("{} is played alone; leave out --against", kind.name())));
    }
    let adviser = Spec::parse(kind.sparring_partner())?;
    let partner = presets::called(&*kind, args.against.as_deref().unwrap_or(kind.sparring_partner()))?;
    kind.check_options(&partner.spec)?;
    let seed = args.seed.unwrap_or_else(seed_from_the_clock);
    let mut game = kind.live(seed, args.position.as_deref())?;
    args.save.as_deref().map_or(Ok(()), check_writable).map_err(Failure::input)?;
    let choices = match &args.save {
        Some(file) if file.exists() => go_on(&*kind, &mut *game, person, file, args.position.is_some())?,
        _ => None,
    };
    let kept = choices.is_some();
    let adviser = game.join(&adviser, seed ^ 2)?;
    let rival = if alone { adviser } else { game.join(&partner.spec, seed ^ 1)? };
    let luck = if kept { String::new() } else { format!(" Seed {seed}.") };
    if alone {
        output::line(format!("You play alone.{luck}"))?;
    } else {
        output::line(format!("You are {}, against {}.{luck}", game.seat_name(person), partner.name))?;
    }
    if let Some(file) = &args.save {
        let what = if kept { "The game goes on from" } else { "The game is kept in" };
        output::line(format!("{what} {}.", file.display()))?;
    }
    output::line(format!("Type {HELP}."))?;
    let tags = tags(&*kind, person, &partner.name, (!kept).then_some(seed));
    let choices = choices.unwrap_or_default();
    let saved = game.plies();
    let file = args.save.clone();
    // From the first prompt on: whoever ends the game then finds the terminal as it was, and the command's own exit code.
    interrupt::end_cleanly();
    let _terminal = keys::Guard;
    Table { kind, game, person, rival, adviser, tags, choices, file, saved }.play()?;
    Ok(ExitCode::SUCCESS)
}

/// Plays the file's game again, up to where it was left. The plies at which the person chose; None where the file holds no
/// game yet. `placed`: the game stands at a position that was asked for.
fn go_on(
    kind: &dyn Kind,
    game: &mut dyn LiveGame,
    person: Seat,
    file: &Path,
    placed: bool,
) -> Result<Option<Vec<usize>>, Failure> {
    let wrong = |what: &dyn std::fmt::Display| Failure::input(format!("{}: {what}", file.display()));
    let (bytes, _) = read_whole(file).map_err(Failure::input)?;
    let text = String::from_utf8(bytes).map_err(|_| wrong(&"this is no file of games"))?;
    if text.trim().is_empty() {
        return Ok(None);
    }
    let games = kind.import(&text, 2).map_err(|error| wrong(&error))?;
    let [kept] = &games[..] else {
        return Err(wrong(&"it holds several games; play goes on with a file of one, or begins a new file"));
    };
    if let Some((ply, message)) = &kept.error {
        return Err(wrong(&format!("its game breaks the rules at ply {ply}: {message}")));
    }
    let asked = game.position();
    game.restart(&kept.start).map_err(|error| wrong(&error))?;
    if placed && game.position() != asked {
        return Err(wrong(&"its game began at another position; leave out --position, or name another file"));
    }
    let mut choices = Vec::new();
    for mv in &kept.moves {
        if game.turn() == Some(Turn::Seat(person)) && game.forced_pass().is_none() {
            choices.push(game.plies());
        }
        game.play(mv).map_err(|error| wrong(&error))?;
    }
    Ok(Some(choices))
}

/// What a saved game says about itself. A game that goes on has its luck from several seeds, and names none.
fn tags(kind: &dyn Kind, person: Seat, partner: &str, seed: Option<u64>) -> Vec<(String, String)> {
    let mut tags = vec![("Event".to_owned(), "plywise play".to_owned())];
    tags.extend(seed.map(|seed| ("Seed".to_owned(), seed.to_string())));
    for seat in (0..kind.seats() as u8).map(Seat) {
        let who = if seat == person { "person".to_owned() } else { partner.to_owned() };
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
    /// Where the game is kept, and how many plies of it are there.
    file: Option<PathBuf>,
    saved: usize,
}

enum Answer {
    /// The position has changed.
    Moved,
    AskAgain,
    Quit,
}

impl Table {
    fn play(&mut self) -> Result<(), Failure> {
        let mut greeted = false;
        loop {
            while let Some(Unchosen { seat, text }) = self.game.play_unchosen() {
                if let Some(seat) = seat {
                    output::line(format!("{}: {text}, there is nothing else", self.game.seat_name(seat)))?;
                }
            }
            match self.game.turn() {
                Some(Turn::Seat(seat)) if seat != self.person => {
                    self.keep()?;
                    self.answer(seat)?;
                }
                over_or_own => {
                    self.keep()?;
                    if !std::mem::replace(&mut greeted, true) && keys::mean(&self.game.moves()) {
                        keys::listen(true);
                        output::line("Arrow keys play at once.")?;
                    }
                    output::line(format!("\n{}", self.game.diagram(output::ink())))?;
                    if over_or_own.is_none() {
                        self.announce()?;
                    }
                    if !self.ask_until_moved()? {
                        return Ok(());
                    }
                }
            }
        }
    }

    fn answer(&mut self, seat: Seat) -> Result<(), Failure> {
        let name = self.game.seat_name(seat);
        let progress = Progress::begin(&name);
        let thought = self.game.think(self.rival, &Limits::default());
        drop(progress);
        let Some(thought) = thought else {
            let why = self.game.why_no_move(self.rival);
            return Err(Failure::input(format!("{name} gave no move in {}: {why}", self.game.position())));
        };
        let nodes = output::plural(thought.nodes, "node");
        let why = match thought.depth {
            _ if thought.is_from_book() => format!("  ({}, book)", thought.value),
            0 => String::new(),
            depth => format!("  ({}, depth {depth}, {nodes})", thought.value),
        };
        output::line(format!("{name} plays {}{why}", thought.best))?;
        self.game.play(&thought.best).map_err(Failure::input)
    }

    /// False once the person has had enough.
    fn ask_until_moved(&mut self) -> Result<bool, Failure> {
        loop {
            match self.ask()? {
                Answer::Moved => return Ok(true),
                Answer::AskAgain => {}
                Answer::Quit => return Ok(false),
            }
        }
    }

    fn ask(&mut self) -> Result<Answer, Failure> {
        let prompt = match self.game.turn() {
            Some(_) => self.game.seat_name(self.person),
            None => "undo, save FILE or quit".to_owned(),
        };
        let at_once = keys::listen(keys::mean(&self.game.moves()));
        let mut out = io::stdout().lock();
        write!(out, "{prompt}> ").and_then(|()| out.flush()).map_err(Failure::unprinted)?;
        drop(out);
        let Some(typed) = keys::line(at_once).transpose() else {
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
        let progress = Progress::begin("hint");
        let hint = self.game.think(self.adviser, &Limits::default());
        drop(progress);
        let Some(hint) = hint else {
            return output::line(format!("no idea: {}", self.game.why_no_move(self.adviser)));
        };
        let line = if hint.line.len() > 1 { format!(": {}", hint.line.join(" ")) } else { String::new() };
        let how = if hint.is_from_book() { "book".to_owned() } else { format!("depth {}", hint.depth) };
        output::line(format!("{} ({}, {how}{line})", hint.best, hint.value))
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

    /// The game as text that reads back as this game.
    fn text(&self) -> Result<String, String> {
        let text = self.game.text(self.tags.clone());
        let mut plies = None;
        let read = self.kind.replay(&text, &mut |game| plies = game.error.is_none().then_some(game.plies));
        if read.is_err() || plies != Some(self.game.plies()) {
            let files = self.kind.extension();
            return Err(format!("a {files} file of this game cannot hold a start of one's own or no moves"));
        }
        Ok(text)
    }

    fn write_to(&self, file: &Path) -> Result<(), String> {
        let text = self.text()?;
        if file.exists() {
            return Err(format!("{} exists already; name another file", file.display()));
        }
        let written = GameFile::create(file, false).and_then(|mut saved| {
            saved.add(0, &text)?;
            saved.finish()
        });
        written.map_err(|error| error.to_string())
    }

    /// Keeps the game in its file, if it has one and has gone on. A command that is killed leaves the last one whole.
    fn keep(&mut self) -> Result<(), Failure> {
        let Some(file) = self.file.as_ref().filter(|_| self.game.plies() != self.saved) else {
            return Ok(());
        };
        self.saved = self.game.plies();
        // Some files hold no game without a move; an empty one is a game that has not begun.
        let text = self.text().or_else(|why| if self.saved == 0 { Ok(String::new()) } else { Err(why) });
        let kept = text.and_then(|text| replace(file, &text).map_err(|error| error.to_string()));
        kept.or_else(|why| output::line(format!("not kept: {why}")))
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
