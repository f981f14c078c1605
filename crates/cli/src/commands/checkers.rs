//! `plywise checkers`: one game as the course's runner plays it.

use std::process::ExitCode;
use std::time::Duration;

use arena::{LiveGame, Spec, Step};
use plywise::{Clock, Ink, Seat, TimeControl, TimeSource, Turn};

use super::referee::{Side, ask, time_source, timed_alike};
use crate::args::whole;
use crate::args::works::{CheckersArgs, ClockArg, seconds};
use crate::commands::matches::create;
use crate::failure::Failure;
use crate::output;

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

pub(crate) fn run(args: &CheckersArgs) -> Result<ExitCode, Failure> {
    let call = if args.values.is_empty() { named(args)? } else { positional(&args.values)? };
    let kind = games::open(GAME)?;
    let specs = [player(&call.players[0], args.clock)?, player(&call.players[1], args.clock)?];
    specs.iter().try_for_each(|spec| kind.check_agent(spec))?;
    let mut file = args.save.as_deref().map(|path| create(path, args.force)).transpose()?;
    let mut game = kind.live(args.seed, None)?;
    let time = time_source(args.clock);
    let mut sides = Vec::new();
    let seeds = [args.seed ^ 1, args.seed ^ 2];
    for ((spec, name), seed) in specs.into_iter().zip(&call.players).zip(seeds) {
        let begun = time.now();
        let agent = game.join(&spec, seed)?;
        sides.push(Side { name: name.clone(), spec, agent, ready_after: time.now().saturating_sub(begun) });
    }
    let ready = [0, 1].map(|seat| sides[seat].is_person() || sides[seat].ready_after <= call.setup);
    let end = match late_to_start(ready) {
        Some(end) => end,
        None => Runner { call: &call, game: &mut *game, sides: &sides, time: &*time }.play()?,
    };
    output::line(end.text(&sides))?;
    if let Some(mut file) = file.take() {
        file.add(0, &game.text(tags(&sides, &end)))?;
        file.finish()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn positional(values: &[String]) -> Result<Call, Failure> {
    let [setup, time, k, verbose, red, black] = values else {
        let given = output::plural(values.len() as u64, "value");
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
        players: [red.clone(), black.clone()],
    })
}

fn named(args: &CheckersArgs) -> Result<Call, Failure> {
    let missing = |name: &str| {
        let own = "plywise play checkers plays with you";
        Failure::input(format!("--{name} is missing; or give six values: {FORM}; {own}"))
    };
    Ok(Call {
        setup: args.setup_time.ok_or_else(|| missing("setup-time"))?,
        time: args.time.ok_or_else(|| missing("time"))?,
        k: args.moves.ok_or_else(|| missing("moves"))? as u32,
        verbose: args.verbose,
        players: [
            args.red.clone().ok_or_else(|| missing("red"))?,
            args.black.clone().ok_or_else(|| missing("black"))?,
        ],
    })
}

/// Reads a player; the folder of a published name (`players_1.improved_player`) says nothing here.
fn player(text: &str, clock: ClockArg) -> Result<Spec, Failure> {
    let (name, options) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
    let name = name.rsplit('.').next().unwrap_or(name);
    let mut spec = Spec::parse(&options.map_or(name.to_owned(), |options| format!("{name}:{options}")))?;
    let kind = games::open(GAME)?;
    let plain = spec.name.strip_suffix("_player").unwrap_or(&spec.name).to_owned();
    if !kind.agents().iter().any(|entry| entry.name == plain) {
        spec.name.clone_from(&plain);
    }
    Ok(timed_alike(spec, &plain, &*kind, clock))
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
}

impl Runner<'_> {
    fn play(&mut self) -> Result<End, Failure> {
        let control =
            TimeControl::PerRound { moves: self.call.k, time: self.call.time, increment: Duration::ZERO };
        let mut clocks = [Clock::new(control), Clock::new(control)];
        self.show_board()?;
        while let Some(Turn::Seat(seat)) = self.game.turn() {
            if let Some(end) = self.turn(seat, &mut clocks[seat.index()])? {
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
    fn turn(&mut self, seat: Seat, clock: &mut Clock) -> Result<Option<End>, Failure> {
        let (colour, side) = (COLOURS[seat.index()], &self.sides[seat.index()]);
        let verbose = self.call.verbose;
        if verbose {
            let left = output::time(clock.left());
            let moves = clock.moves_left().unwrap_or(1);
            output::line(format!(
                "{colour}, {}: {left} for {}",
                side.name,
                output::plural(u64::from(moves), "move")
            ))?;
        }
        let mut failed = None;
        let mut tell = |step: &Step| {
            if verbose && failed.is_none() {
                failed = output::line(trace(step)).err();
            }
        };
        let hurried = (!side.is_person()).then_some(&*clock);
        let asked = ask(self.game, side, hurried, self.time, &mut tell);
        failed.map_or(Ok(()), Err)?;
        if verbose && let Some(remark) = self.game.remark(side.agent) {
            output::line(format!("  {remark}"))?;
        }
        if !side.is_person() {
            let used = asked.used;
            if let Err(late) = clock.spend(used) {
                return Ok(Some(End::loss_of(seat, format!("{colour} exceeded resources: {late}"))));
            }
        }
        let Some(thought) = asked.thought else {
            let why = self.game.excuse(side.agent).unwrap_or_else(|| "no legal move was given".into());
            return Ok(Some(End::loss_of(seat, format!("{colour} gave up: {why}"))));
        };
        if verbose {
            output::line(format!("{colour} plays {} after {}", thought.best, output::time(asked.used)))?;
        }
        self.game.play(&thought.best).map_err(Failure::input)?;
        self.show_board()?;
        Ok(None)
    }

    fn show_board(&self) -> Result<(), Failure> {
        if self.call.verbose {
            output::line(format!("\n{}", self.game.diagram(Ink::Plain)))?;
        }
        Ok(())
    }
}

/// One depth of the search.
fn trace(step: &Step) -> String {
    let best = step.line.first().map_or("", String::as_str);
    let cut_short = if step.was_cut_short() { ", cut short" } else { "" };
    format!(
        "  depth {:>3}  value {:>12}  best {best}  {} nodes  {}{cut_short}",
        step.depth,
        step.value.to_string(),
        output::count(step.nodes),
        output::seconds(step.elapsed_s)
    )
}

fn tags(sides: &[Side], end: &End) -> Vec<(String, String)> {
    let mut tags = vec![("Event".to_owned(), "plywise checkers".to_owned())];
    tags.extend(sides.iter().zip(COLOURS).map(|(side, colour)| (colour.to_owned(), side.name.clone())));
    tags.push(("Termination".into(), end.text(sides)));
    tags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_not_ready_in_time_loses_and_both_draw() {
        assert_eq!(late_to_start([true, true]), None);
        let winner = |ready| late_to_start(ready).expect("somebody was late").winner;
        assert_eq!(winner([false, true]), Some(Seat::SECOND));
        assert_eq!(winner([true, false]), Some(Seat::FIRST));
        assert_eq!(winner([false, false]), None);
    }
}
