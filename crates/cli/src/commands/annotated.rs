//! What `plywise analyze --file` tells of games that were looked over.

use std::collections::BTreeMap;

use arena::ImportedGame;
use arena::registry::Scale;
use arena::registry::review::{Looked, Side};
use plywise::{Mark, Seat};
use serde_json::{Value, json};

use super::annotate::{Asked, Reviewed};
use crate::failure::Failure;
use crate::interrupt;
use crate::layout;
use crate::output;

/// Columns where nobody says how many there are.
const COLUMNS: usize = 80;
/// Moves of a better line that are shown.
const LINE: usize = 6;

/// The games as they are told, in the order of the file however they come.
pub(super) struct Table<'a> {
    asked: &'a Asked<'a>,
    next: usize,
}

impl<'a> Table<'a> {
    pub(super) const fn new(asked: &'a Asked<'a>) -> Self {
        Self { asked, next: 0 }
    }

    /// Says what is asked of whom.
    pub(super) fn begin(&self) -> Result<(), Failure> {
        let asked = self.asked;
        if asked.args.json {
            return Ok(());
        }
        let limits = format!("{}, each search {}", asked.agent, asked.limits);
        line(&format!("{limits}; {}", unit(asked.scale)))
    }

    /// Prints what can be printed: up to the first game that is missing, or, at the end, all that there are.
    pub(super) fn print(&mut self, found: &BTreeMap<usize, Reviewed>, all: bool) -> Result<(), Failure> {
        while let Some(game) = self.asked.games.get(self.next) {
            match found.get(&self.next) {
                None if !all => return Ok(()),
                Some(reviewed) if !self.asked.args.json => self.game(game, reviewed)?,
                _ => {}
            }
            self.next += 1;
        }
        Ok(())
    }

    fn game(&self, game: &ImportedGame, reviewed: &Reviewed) -> Result<(), Failure> {
        let Asked { kind, scale, args, .. } = self.asked;
        let cut = if reviewed.cut { ", interrupted" } else { "" };
        output::line("")?;
        line(&format!("game {}: {}{cut}", game.number, game.result))?;
        if let Some((ply, message)) = &game.error {
            line(&format!("ply {ply}: {message}"))?;
        }
        let names: Vec<String> = (0..kind.seats())
            .map(|seat| {
                let (name, player) =
                    (kind.seat_name(Seat(seat as u8)), self.asked.player(game, Seat(seat as u8)));
                if name == player { name } else { format!("{name} {player}") }
            })
            .collect();
        sides("", &names, &[], &reviewed.sides, *scale)?;
        for looked in &reviewed.looks {
            if args.all_moves || looked.note().is_some() {
                self.looked(looked)?;
            }
        }
        Ok(())
    }

    /// A move: what it gave away and what was better.
    fn looked(&self, looked: &Looked) -> Result<(), Failure> {
        let Some(played) = &looked.played else { return Ok(()) };
        let seat = if self.asked.kind.seats() > 1 {
            self.asked.kind.seat_name(looked.seat) + " "
        } else {
            String::new()
        };
        let sign = played.mark.map_or("", Mark::sign);
        let columns = format!("{:>4}. {seat}{}{sign}", looked.ply + 1, played.mv);
        let better = looked.line.iter().take(LINE).map(String::as_str).collect::<Vec<_>>().join(" ");
        let told = match (played.mark, self.asked.args.all_moves) {
            (Some(_), false) => format!("{}; better {better}", played.cost),
            _ => format!("{} of {}, depth {}: {better}", played.value, looked.value, looked.depth),
        };
        output::line(layout::beside_within(&columns, &told, Some(layout::width().unwrap_or(COLUMNS))))
    }
}

/// What losses count, and from which on they have a name.
fn unit(scale: Scale) -> String {
    match scale.grades {
        None => format!(
            "losses in {}: {} ({}) is what gives a proven result away",
            scale.unit,
            Mark::Blunder.word(),
            Mark::Blunder.sign()
        ),
        Some(grades) => {
            let graded = Mark::ALL.iter().zip(grades);
            let graded =
                graded.map(|(mark, least)| format!("{} ({}) from {least}", mark.word(), mark.sign()));
            format!("losses in {}: {}", scale.unit, graded.collect::<Vec<_>>().join(", "))
        }
    }
}

fn line(text: &str) -> Result<(), Failure> {
    output::line(layout::wrapped(text, Some(layout::width().unwrap_or(COLUMNS))))
}

fn sides(
    head: &str,
    names: &[String],
    more: &[layout::Fact],
    sides: &[Side],
    scale: Scale,
) -> Result<(), Failure> {
    let each = |cell: &dyn Fn(&Side) -> String| sides.iter().map(cell).collect::<Vec<_>>();
    let told =
        |number: Option<f64>, digits: usize| number.map_or("–".to_owned(), |x| format!("{x:.digits$}"));
    let mut facts = more.to_vec();
    facts.push(("moves", each(&|side| output::count(side.moves))));
    facts.push(("mean loss", each(&|side| told(side.mean_loss(), 2))));
    if scale.grades.is_some() {
        for mark in Mark::ALL {
            facts.push((mark.sign(), each(&|side| output::count(side.marks[mark as usize]))));
        }
        facts.push(("accuracy", each(&|side| told(side.accuracy(scale), 1))));
    } else if sides.iter().any(|side| side.marks != [0; 3]) {
        let blunders = |side: &Side| output::count(side.marks[Mark::Blunder as usize]);
        facts.push((Mark::Blunder.sign(), each(&blunders)));
    }
    output::line(layout::facts(head, names, &facts, Some(layout::width().unwrap_or(COLUMNS))))
}

/// The file's players: games and how they did, by their names.
fn players(asked: &Asked<'_>, found: &BTreeMap<usize, Reviewed>) -> BTreeMap<String, (u64, Side)> {
    let mut all: BTreeMap<String, (u64, Side)> = BTreeMap::new();
    for (&at, reviewed) in found {
        for (seat, side) in reviewed.sides.iter().enumerate() {
            let player = all.entry(asked.player(&asked.games[at], Seat(seat as u8))).or_default();
            player.0 += 1;
            player.1.join(side);
        }
    }
    all
}

/// The summary over the file, or everything for programs.
pub(super) fn report(asked: &Asked<'_>, found: &BTreeMap<usize, Reviewed>) -> Result<(), Failure> {
    let players = players(asked, found);
    let cut = found.len() < asked.games.len() || found.values().any(|game| game.cut);
    if asked.args.json {
        let games: Vec<Value> =
            found.iter().map(|(&at, reviewed)| game_json(asked, &asked.games[at], reviewed)).collect();
        let players: Vec<Value> = players
            .iter()
            .map(|(name, (games, side))| {
                side_json(json!({ "player": name, "games": games }), side, asked.scale)
            })
            .collect();
        return output::json(&json!({
            "game": asked.kind.name(), "agent": asked.agent, "each_search": asked.limits,
            "unit": asked.scale.unit, "grades": asked.scale.grades, "asked": asked.games.len(),
            "games": games, "players": players, "stopped": cut.then_some("interrupted"),
            "scoring": asked.kind.scoring(),
        }));
    }
    if found.len() > 1 {
        let names: Vec<String> = players.keys().cloned().collect();
        let games = ("games", players.values().map(|(games, _)| output::count(*games)).collect());
        let all: Vec<Side> = players.values().map(|(_, side)| *side).collect();
        output::line("")?;
        sides("all games", &names, &[games], &all, asked.scale)?;
    }
    if interrupt::is_set() {
        let whole = found.values().filter(|game| !game.cut).count();
        line(&format!(
            "interrupted: {whole} of {} are looked over",
            output::plural(asked.games.len() as u64, "game")
        ))?;
    }
    super::tell_scoring_of(asked.kind, asked.scale)
}

fn game_json(asked: &Asked<'_>, game: &ImportedGame, reviewed: &Reviewed) -> Value {
    let sides: Vec<Value> = (0_u8..)
        .zip(&reviewed.sides)
        .map(|(seat, side)| {
            let (name, player) = (asked.kind.seat_name(Seat(seat)), asked.player(game, Seat(seat)));
            side_json(json!({ "seat": name, "player": player }), side, asked.scale)
        })
        .collect();
    json!({
        "game": game.number, "result": game.result, "tags": game.tags, "start": game.start,
        "error": game.error.as_ref().map(|(ply, message)| json!({ "ply": ply, "message": message })),
        "interrupted": reviewed.cut, "sides": sides,
        "moves": reviewed.looks.iter().map(move_json).collect::<Vec<_>>(),
    })
}

fn side_json(mut one: Value, side: &Side, scale: Scale) -> Value {
    one["moves"] = json!(side.moves);
    one["mean_loss"] = json!(side.mean_loss());
    for mark in Mark::ALL {
        one[mark.word()] = json!(side.marks[mark as usize]);
    }
    one["accuracy"] = json!(side.accuracy(scale));
    one
}

fn move_json(looked: &Looked) -> Value {
    let played = looked.played.as_ref();
    json!({
        "ply": looked.ply + 1, "seat": looked.seat.0, "move": played.map(|played| &played.mv),
        "value": played.map(|played| played.value.as_f64()), "value_text": played.map(|played| played.value.to_string()),
        "best": looked.best, "best_value": looked.value.as_f64(), "best_value_text": looked.value.to_string(),
        "line": looked.line, "depth": looked.depth, "loss": played.and_then(|played| played.loss),
        "mark": played.and_then(|played| played.mark).map(Mark::word),
    })
}
