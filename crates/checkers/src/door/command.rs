//! `plywise checkers`: one game as the course's runner plays it.

use std::time::Duration;

use plywise::{Ink, Limits, Seat, TimeControl, TimeSource, Turn};
use registry::door::command::{ARG, Arg, ArgTakes, Command, Failure, Given, Host, whole};
use registry::door::referee::{Measure, Side, ask, seconds};
use registry::{Kind, LiveGame, Spec, Thought, numbers};

/// The command.
pub(super) static COMMAND: Command = Command {
    name: "checkers",
    about: "Play one game of checkers as the published work ran it",
    more: "Each side has TIME seconds for K moves; after every K rounds both clocks are full again, \
and what was left is lost. A player that needs more loses (\"exceeded resources\"), as does one that takes longer than \
SETUP seconds to be ready; if both do, the game is drawn. The rules are those of checkers:rules=course. People have \
all the time they want.\n\n\
Players: simple, better_h, improved, improved_better_h, random, interactive, each with or without _player, and every other \
agent of plywise agents checkers.\n\n\
Try: plywise checkers 2 3 5 y improved_player simple_player",
    args: ARGS,
    one_dash: false,
    run,
};

/// An argument for who gives no six values.
const fn named(name: &'static str, about: &'static str, takes: ArgTakes) -> Arg {
    Arg { name, about, takes, conflicts_with: Some("values"), ..ARG }
}

const ARGS: &[Arg] = &[
    Arg {
        name: "values",
        about: "Seconds that a player may take to be ready, seconds for K moves, K, y or n, and the two players; all or none",
        takes: ArgTakes::Values(&["SETUP", "TIME", "K", "VERBOSE", "RED", "BLACK"]),
        ..ARG
    },
    named(
        "setup-time",
        "Seconds that a player may take to be ready",
        ArgTakes::Value("SETUP_TIME", |text| seconds(text).map(drop)),
    ),
    named("time", "Seconds for --moves moves", ArgTakes::Value("TIME", |text| seconds(text).map(drop))),
    named("moves", "Moves of a round", ArgTakes::Value("K", |text| whole::<1, 1000>(text).map(drop))),
    named("verbose", "Print the board, the moves and how they were found", ArgTakes::Nothing),
    named("red", "Who plays Red, who moves first", ArgTakes::Value("PLAYER", |_| Ok(()))),
    named("black", "Who plays Black", ArgTakes::Value("PLAYER", |_| Ok(()))),
    Measure::arg("What time is measured by: a clock on the wall, or the processor time of the search"),
    SEED,
    Arg { name: "save", about: "Write the game to this file, as PDN", takes: ArgTakes::File, ..ARG },
    Arg { name: "force", about: "Let --save replace a file that exists", requires: Some("save"), ..ARG },
];

const SEED: Arg = Arg {
    name: "seed",
    about: "The source of all luck",
    takes: ArgTakes::Value("SEED", |text| whole::<0, { u64::MAX }>(text).map(drop)),
    default: Some("1"),
    ..ARG
};

const GAME: &str = "checkers:rules=course";
const FORM: &str = "SETUP TIME K VERBOSE RED BLACK, such as: 2 3 5 y improved_player simple_player";
const COLOURS: [&str; 2] = ["Red", "Black"];

/// What was asked for.
struct Call {
    setup: Duration,
    time: Duration,
    k: u32,
    verbose: bool,
    players: [String; 2],
}

fn run(given: &Given, host: &mut dyn Host) -> Result<(), Failure> {
    let values = given.texts("values");
    let call = if values.is_empty() { by_name(given)? } else { positional(&values)? };
    let kind = host.game(GAME)?;
    let measure = Measure::of(given);
    let [red, black] = &call.players;
    let specs = [player(red, &*kind, measure, host)?, player(black, &*kind, measure, host)?];
    specs.iter().try_for_each(|spec| kind.check_agent(spec))?;
    let file = given.file("save").map(|path| host.create(path, given.has("force"))).transpose()?;
    let seed = given.read("seed", whole::<0, { u64::MAX }>).unwrap_or(1);
    let mut game = kind.live(seed, None)?;
    let time = measure.source();
    let mut sides = Vec::new();
    let seeds = [seed ^ 1, seed ^ 2];
    for ((spec, name), seed) in specs.into_iter().zip(&call.players).zip(seeds) {
        let begun = time.now();
        let agent = game.join(&spec, seed)?;
        sides.push(Side { name: name.clone(), spec, agent, ready_after: time.now().saturating_sub(begun) });
    }
    let ready = [0, 1].map(|seat| sides[seat].is_person() || sides[seat].ready_after <= call.setup);
    let end = match late_to_start(ready) {
        Some(end) => end,
        None => Runner { call: &call, game: &mut *game, sides: &sides, time: &*time, host }.play()?,
    };
    host.line(&end.text(&sides))?;
    file.map_or(Ok(()), |file| file.keep(&game.text(tags(&sides, &end))))
}

fn positional(values: &[&str]) -> Result<Call, Failure> {
    let [setup, time, k, verbose, red, black] = values else {
        let given = numbers::plural(values.len() as u64, "value");
        return Err(Failure::input(format!("{given} given where six belong: {FORM}")));
    };
    let wrong = |name: &str, given: &str, why: &str| {
        Failure::input(format!("{name} {given:?}: {why}; the form is {FORM}"))
    };
    Ok(Call {
        setup: seconds(setup).map_err(|why| wrong("SETUP", setup, &why))?,
        time: seconds(time).map_err(|why| wrong("TIME", time, &why))?,
        k: whole::<1, 1000>(k).map_err(|why| wrong("K", k, &why))? as u32,
        verbose: match verbose.to_ascii_lowercase().as_str() {
            "y" | "yes" => true,
            "n" | "no" => false,
            _ => return Err(wrong("VERBOSE", verbose, "it should be y or n")),
        },
        players: [(*red).to_owned(), (*black).to_owned()],
    })
}

fn by_name(given: &Given) -> Result<Call, Failure> {
    let missing = |name: &str| {
        let own = "plywise play checkers plays with you";
        Failure::input(format!("--{name} is missing; or give six values: {FORM}; {own}"))
    };
    let time = |name| given.read(name, seconds).ok_or_else(|| missing(name));
    let player = |name| given.text(name).map(str::to_owned).ok_or_else(|| missing(name));
    Ok(Call {
        setup: time("setup-time")?,
        time: time("time")?,
        k: given.read("moves", whole::<1, 1000>).ok_or_else(|| missing("moves"))? as u32,
        verbose: given.has("verbose"),
        players: [player("red")?, player("black")?],
    })
}

/// Reads a player; the folder of a published name (`players_1.improved_player`) says nothing here.
fn player(text: &str, kind: &dyn Kind, measure: Measure, host: &dyn Host) -> Result<Spec, Failure> {
    let (name, options) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
    let name = name.rsplit('.').next().unwrap_or(name);
    let text = options.map_or(name.to_owned(), |options| format!("{name}:{options}"));
    let mut spec = host.agent(kind, &text)?;
    let plain = spec.name.strip_suffix("_player").unwrap_or(&spec.name).to_owned();
    if !kind.agents().iter().any(|entry| entry.name == plain) {
        spec.name.clone_from(&plain);
    }
    Ok(measure.shared_with(spec, &plain, kind))
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug)]
struct End {
    winner: Option<Seat>,
    why: String,
}

impl End {
    fn loss_of(seat: Seat, why: impl Into<String>) -> Self {
        Self { winner: Some(seat.other()), why: why.into() }
    }

    fn text(&self, sides: &[Side]) -> String {
        match self.winner {
            None => format!("Draw: {}", self.why),
            Some(Seat(seat)) => {
                let winner = usize::from(seat);
                format!("{} ({}) wins: {}", COLOURS[winner], sides[winner].name, self.why)
            }
        }
    }
}

/// The end of a game that cannot begin.
fn late_to_start(ready: [bool; 2]) -> Option<End> {
    let why = "took longer than its set-up time";
    match ready {
        [true, true] => None,
        [false, false] => {
            Some(End { winner: None, why: "both players took longer than their set-up time".into() })
        }
        [false, true] => Some(End::loss_of(Seat::FIRST, format!("Red {why}"))),
        [true, false] => Some(End::loss_of(Seat::SECOND, format!("Black {why}"))),
    }
}

struct Runner<'a> {
    call: &'a Call,
    game: &'a mut dyn LiveGame,
    sides: &'a [Side],
    time: &'a dyn TimeSource,
    host: &'a mut dyn Host,
}

impl Runner<'_> {
    fn play(&mut self) -> Result<End, Failure> {
        let control =
            TimeControl::PerRound { moves: self.call.k, time: self.call.time, increment: Duration::ZERO };
        self.game.set_clocks(control);
        self.show_board()?;
        while let Some(Turn::Seat(seat)) = self.game.turn() {
            if let Some(end) = self.turn(seat)? {
                return Ok(end);
            }
        }
        Ok(match self.game.payoffs()[0] {
            1.. => End::loss_of(Seat::SECOND, "Black has no legal move"),
            0 => End { winner: None, why: "100 plies without a jump".into() },
            _ => End::loss_of(Seat::FIRST, "Red has no legal move"),
        })
    }

    /// One move; the end of the game if it is the player's last.
    fn turn(&mut self, seat: Seat) -> Result<Option<End>, Failure> {
        let (colour, side) = (COLOURS[seat.index()], &self.sides[seat.index()]);
        let verbose = self.call.verbose;
        if let Some(clock) = self.game.clock(seat).filter(|_| verbose) {
            let left = numbers::time(clock.left());
            let moves = numbers::plural(u64::from(clock.moves_left().unwrap_or(1)), "move");
            self.host.line(&format!("{colour}, {}: {left} for {moves}", side.name))?;
        }
        let mut failed = None;
        let mut tell = |host: &mut dyn Host, so_far: &Thought| {
            if verbose && failed.is_none() {
                failed = host.sentence(&trace(so_far)).err();
            }
        };
        let limits = if side.is_person() { Limits::default() } else { self.game.limits(None) };
        let asked = ask(self.game, side, &limits, self.time, self.host, &mut tell);
        failed.map_or(Ok(()), Err)?;
        if verbose && let Some(remark) = self.game.time_report(side.agent) {
            self.host.sentence(&format!("  {remark}"))?;
        }
        if !side.is_person()
            && let Err(late) = self.game.spend(asked.used)
        {
            return Ok(Some(End::loss_of(seat, format!("{colour} exceeded resources: {late}"))));
        }
        let Some(thought) = asked.thought else {
            let why = self.game.failure(side.agent).unwrap_or_else(|| "no legal move was given".into());
            return Ok(Some(End::loss_of(seat, format!("{colour} gave up: {why}"))));
        };
        if verbose {
            self.host.line(&format!(
                "{colour} plays {} after {}",
                thought.best,
                numbers::time(asked.used)
            ))?;
        }
        self.game.play(&thought.best)?;
        self.show_board()?;
        Ok(None)
    }

    fn show_board(&mut self) -> Result<(), Failure> {
        if self.call.verbose {
            self.host.sentence(&format!("\n{}", self.game.diagram(Ink::Plain)))?;
        }
        Ok(())
    }
}

/// One depth of the search.
fn trace(step: &Thought) -> String {
    let best = &step.best;
    let cut_short = if step.was_cut_short() { ", cut short" } else { "" };
    format!(
        "  depth {:>3}  value {:>12}  best {best}  {}  {}{cut_short}",
        step.depth,
        step.value.to_string(),
        numbers::plural(step.nodes, "node"),
        numbers::seconds(step.elapsed_s)
    )
}

fn tags(sides: &[Side], end: &End) -> Vec<(String, String)> {
    let mut tags = vec![("Event".to_owned(), "plywise checkers".to_owned())];
    tags.extend(sides.iter().zip(COLOURS).map(|(side, colour)| (colour.to_owned(), side.name.clone())));
    tags.push(("Termination".into(), end.text(sides)));
    tags
}
