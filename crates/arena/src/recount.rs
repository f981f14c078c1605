//! Whether what is said of a game is what its own moves come to, and what cannot be counted again is at least possible.

use std::time::Duration;

use plywise::Seat;
use registry::{Recount, Recounted};

use crate::record::{GameRow, MoveRow, micros};
use crate::setup::Setup;

/// No game is longer.
const LONGEST: Duration = Duration::from_secs(366 * 24 * 3600);
/// Nobody looks at more positions in a second.
const MOST_PER_SECOND: u64 = 100_000_000_000;

/// Holds a game to what its moves come to: how it ended, its result, the numbers of turns, legal moves and moves of each agent,
/// what agents said move by move, and how it is written. Positions looked at and times are held to what there can be and to their own sums.
///
/// # Errors
/// The first thing that is not so.
pub(crate) fn check(game: &GameRow, setup: &Setup, recount: &Recount) -> Result<(), String> {
    check_end(game, setup, recount)?;
    check_spent(game)?;
    let lost = usize::from(game.loser.is_some());
    let (begun, is_known) = opening(game, setup, &recount.moves)?;
    // Of chance, of the opening and where there was nothing to choose nobody was asked.
    let (mut plies, mut turns, mut choices) = (0, 0, 0);
    let mut asked: Vec<(Seat, &str)> = Vec::new();
    for (at, mv) in recount.moves.iter().enumerate() {
        let Some(seat) = mv.seat else { continue };
        let is_drawn = plies < setup.experiment.opening_plies as usize;
        plies += 1;
        if mv.choices == 0 || at < begun {
            continue;
        }
        (turns, choices) = (turns + 1, choices + mv.choices as u64);
        if !is_drawn {
            asked.push((seat, &mv.text));
        }
    }
    let same = |what: &str, says: u64, counted: u64| {
        if says == counted {
            return Ok(());
        }
        Err(format!("it says {says} {what}, and its moves come to {counted}"))
    };
    same("plies", game.plies.into(), (plies + lost) as u64)?;
    let last = recount.open.as_ref().filter(|_| lost > 0).map(|open| open.1 as u64);
    if is_known && (game.turns > 0 || game.choices > 0) && (lost == 0 || last.is_some()) {
        same("turns with a choice", game.turns.into(), (turns + lost) as u64)?;
        same("legal moves in all", game.choices, choices + last.unwrap_or(0))?;
    }
    for seat in 0..game.spent.len() {
        let of_seat = asked.iter().filter(|own| own.0.index() == seat).count();
        let moves = of_seat + usize::from(lost_by(game, recount, seat));
        let says = game.spent[seat].moves as usize;
        if is_known && says != moves || says > moves {
            return Err(format!("it says that seat {} chose {says} moves, and it chose {moves}", seat + 1));
        }
    }
    check_milestone(game, setup)?;
    if let Some(milestone) = recount.milestone.filter(|&milestone| game.milestone != Some(milestone)) {
        let says = game.milestone.map_or("none".to_owned(), |milestone| milestone.to_string());
        return Err(format!("its greatest is {milestone}, and it says {says}"));
    }
    check_notes(game, recount, &asked, is_known)?;
    // Blanks around a tag are not read again.
    let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    if recount.text.as_ref().is_some_and(|text| letters(text) != letters(&game.game)) {
        return Err("its text is not how a game of its moves, with its end, is written".into());
    }
    Ok(())
}

/// Holds a game whose moves are not at hand to what can be at all.
///
/// # Errors
/// The first thing that cannot be.
pub(crate) fn check_without_moves(game: &GameRow, setup: &Setup) -> Result<(), String> {
    match (&game.loser, &game.why) {
        (Some(loser), None) => return Err(lost_without_why(*loser)),
        (None, Some(_)) if setup.experiment.adjudicate.is_none() => return Err(ENDS_EARLY.into()),
        (None, Some(_)) => check_early(game)?,
        _ => {}
    }
    check_spent(game)?;
    check_milestone(game, setup)?;
    check_sums(game, |seat| game.loser == Some(game.agents[seat]))?;
    let (plies, turns) = (u64::from(game.plies), u64::from(game.turns));
    let moves: u64 = game.spent.iter().map(|spent| u64::from(spent.moves)).sum();
    if moves > plies || turns > plies {
        return Err(format!("it says {moves} moves and {turns} turns in {plies} plies"));
    }
    if turns > 0 && game.choices < turns {
        return Err(format!("it says {} legal moves in {turns} turns", game.choices));
    }
    Ok(())
}

const ENDS_EARLY: &str =
    "something is said to have ended it early, and nothing ends games of this experiment";

fn lost_without_why(loser: usize) -> String {
    format!("agent {loser} is said to have lost it before its end, and nothing says why")
}

/// Whether each seat can have spent what is said.
fn check_spent(game: &GameRow) -> Result<(), String> {
    for (seat, spent) in game.spent.iter().enumerate() {
        let wrong = |what: String| Err(format!("seat {}: {what}", seat + 1));
        let most = MOST_PER_SECOND.saturating_mul(spent.time.as_secs() + 1);
        if spent.moves == 0 && (spent.nodes > 0 || !spent.time.is_zero()) {
            return wrong("it chose no move, and is said to have spent something on it".into());
        }
        if spent.time > LONGEST || spent.nodes > most {
            return wrong(format!(
                "{} positions in {:.0} s are more than there can be",
                spent.nodes,
                spent.time.as_secs_f64()
            ));
        }
    }
    Ok(())
}

/// What each seat can have got from a game that something else than the rules ended.
fn check_early(game: &GameRow) -> Result<(), String> {
    match game.payoffs[..] {
        [-1, 1] | [0, 0] | [1, -1] => Ok(()),
        _ => Err(format!(
            "its payoffs are {:?}; a game that is ended early is won, drawn or lost",
            game.payoffs
        )),
    }
}

/// Whether the game counts anything beside points, if that is said of it.
fn check_milestone(game: &GameRow, setup: &Setup) -> Result<(), String> {
    match game.milestone {
        Some(milestone) if !setup.kind.has_milestone() => {
            Err(format!("it has a milestone, {milestone}, and this game counts nothing beside its points"))
        }
        _ => Ok(()),
    }
}

/// Whether `seat` lost the game when it was to move.
fn lost_by(game: &GameRow, recount: &Recount, seat: usize) -> bool {
    let to_move = recount.open.as_ref().is_none_or(|open| open.0.index() == seat);
    to_move && game.loser.is_some_and(|loser| game.agents[seat] == loser)
}

/// How it ended, and what each seat got by that.
fn check_end(game: &GameRow, setup: &Setup, recount: &Recount) -> Result<(), String> {
    let expected = match (&recount.payoffs, &game.loser, &game.why) {
        (Some(_), Some(loser), _) => {
            return Err(format!(
                "its moves reach the end of the game, and agent {loser} is said to have lost it before"
            ));
        }
        (Some(_), None, Some(_)) => {
            return Err(
                "its moves reach the end of the game, and something else is said to have ended it".into()
            );
        }
        (Some(payoffs), None, None) => payoffs,
        (None, None, None) => {
            return Err("its moves do not reach the end of the game, and nothing says why it ended".into());
        }
        (None, Some(loser), None) => return Err(lost_without_why(*loser)),
        (None, Some(loser), Some(_)) => {
            let Some((seat, _, payoffs)) = &recount.open else { return Ok(()) };
            if game.agents[seat.index()] != *loser {
                return Err(format!("agent {loser} is said to have lost it when another was to move"));
            }
            payoffs
        }
        (None, None, Some(_)) if setup.experiment.adjudicate.is_none() => return Err(ENDS_EARLY.into()),
        (None, None, Some(_)) => {
            return check_early(game);
        }
    };
    if *expected == game.payoffs {
        Ok(())
    } else {
        Err(format!("its payoffs are {:?}, by the rules {expected:?}", game.payoffs))
    }
}

/// How many moves its opening has, and whether that is known: a suite's may be written in another way than the game's.
fn opening(game: &GameRow, setup: &Setup, moves: &[Recounted]) -> Result<(usize, bool), String> {
    let words: Vec<&str> = game.opening.split_whitespace().collect();
    if setup.experiment.openings.is_none() {
        return if words.is_empty() {
            Ok((0, true))
        } else {
            Err("it says how it was opened, and this experiment has no openings".into())
        };
    }
    let is_start = words.len() <= moves.len() && words.iter().zip(moves).all(|(word, mv)| *word == mv.text);
    Ok(if is_start { (words.len(), true) } else { (0, false) })
}

/// What each agent said of its moves: of the moves that it chose, and together what it spent.
fn check_notes(
    game: &GameRow,
    recount: &Recount,
    asked: &[(Seat, &str)],
    is_known: bool,
) -> Result<(), String> {
    let said: Vec<(Seat, &str)> =
        game.moves.iter().map(|MoveRow(seat, mv, ..)| (Seat(*seat), mv.as_str())).collect();
    if !said.is_empty() && (!asked.ends_with(&said) || is_known && asked.len() != said.len()) {
        return Err("what is said move by move is not of the moves that its agents chose".into());
    }
    check_sums(game, |seat| lost_by(game, recount, seat))
}

/// Positions and times move by move, if anything is said of moves: together what each seat spent.
fn check_sums(game: &GameRow, lost: impl Fn(usize) -> bool) -> Result<(), String> {
    if game.moves.is_empty() {
        return Ok(());
    }
    for (seat, spent) in game.spent.iter().enumerate() {
        let own = || game.moves.iter().filter(|mv| usize::from(mv.0) == seat);
        let differs = |says: u64, unit: &str, sum: u64| {
            Err(format!("seat {}: it says {says} {unit}, and move by move {sum}", seat + 1))
        };
        // The move by which it lost is not noted.
        let is_open = lost(seat);
        let nodes = own().fold(0u64, |sum, mv| sum.saturating_add(mv.4));
        if nodes > spent.nodes || nodes < spent.nodes && !is_open {
            return differs(spent.nodes, "positions", nodes);
        }
        // Each time was rounded by itself; once they were cut off instead.
        let time = own().fold(0u64, |sum, mv| sum.saturating_add(mv.5));
        let (says, slack) = (micros::of(spent.time), own().count() as u64 + 1);
        if time > says + slack || time + slack < says && !is_open {
            return differs(says, "µs", time);
        }
    }
    Ok(())
}
