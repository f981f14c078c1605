//! The players of the checkers course by name.

use std::time::Duration;

use plywise::{Agent, Game, Notation, Seat};
use registry::agents::{DEPTH, NODES, TIME, given_limits, limits};
use registry::explain::{Explanation, Term, points};
use registry::measure::{self, CLOCK};
use registry::policy::RESERVE;
use registry::spec::{Named, Opt, Spec, SpecError};
use registry::{Key, opts, whole, words};

use super::explain::material;
use crate::course::{Better, Compat, Player, PlayerOptions};
use crate::{Checkers, Move};

const COMPAT: Key<Compat> = Key::word(
    "compat",
    "text",
    "where the report's text and code differ: code compares iterations from depth 6 on, and its simple player does \
     not book a forced move",
);

words! {
    for Compat { Text = "text", Code = "code" }
}

const LATE: Key<u32> =
    whole!("late", 0..=13, "2", "men are worth their progress once the other side has fewer men than this",);
const STABLE_FROM: Key<u32> = whole!(
    "stable_from",
    1..=1000,
    "5",
    "the first depth that is compared with the one before (6 with compat=code)",
);
const STABLE_COUNT: Key<u32> = whole!(
    "stable_count",
    1..=1000,
    "3",
    "so many depths in a row that change neither value nor move end the search",
);
const EXTENSION: Key<u32> = whole!(
    "extension",
    0..=50,
    "0",
    "per cent of the round's remaining time that a move may take beyond its slot while the best move is a jump",
);
const OWN_RESERVE: Key<Duration> = RESERVE.about("time that is kept back at each move");

const SIMPLE: &[Opt] = &opts![COMPAT, OWN_RESERVE, CLOCK, DEPTH, NODES, TIME];
const BETTER: &[Opt] = &opts![COMPAT, LATE, OWN_RESERVE, CLOCK, DEPTH, NODES, TIME];
const IMPROVED: &[Opt] =
    &opts![COMPAT, STABLE_FROM, STABLE_COUNT, EXTENSION, OWN_RESERVE, CLOCK, DEPTH, NODES, TIME];
const IMPROVED_BETTER: &[Opt] =
    &opts![COMPAT, LATE, STABLE_FROM, STABLE_COUNT, EXTENSION, OWN_RESERVE, CLOCK, DEPTH, NODES, TIME];
/// The entries of the four players. Under a clock the depth has no default.
pub(super) const PLAYERS: [Named; 4] = [
    Named {
        name: "simple",
        about: "the course's simple player: men 1, kings 1.5, an even share of the round for each move",
        options: SIMPLE,
    },
    Named {
        name: "better_h",
        about: "the same with the report's heuristic: pieces, kings, squares, distances of kings",
        options: BETTER,
    },
    Named {
        name: "improved",
        about: "the simple heuristic; stops early where nothing changes, goes on where a jump is pending",
        options: IMPROVED,
    },
    Named {
        name: "improved_better_h",
        about: "the report's heuristic and its time",
        options: IMPROVED_BETTER,
    },
];

/// The names as the course wrote them: `simple_player` is `simple`, `interactive_player` is `interactive`.
pub(super) fn canonical(spec: &Spec, known: &[Named]) -> Spec {
    let plain =
        spec.name.strip_suffix("_player").filter(|name| known.iter().any(|entry| entry.name == *name));
    Spec { name: plain.unwrap_or(&spec.name).to_owned(), options: spec.options.clone() }
}

fn player(spec: &Spec) -> Option<Player> {
    Player::ALL.into_iter().find(|player| player.name() == spec.name)
}

/// The player that a spec names, if it is one of the course's.
pub(super) fn build(spec: &Spec) -> Result<Option<Box<dyn Agent<Checkers>>>, SpecError> {
    let Some(player) = player(spec) else { return Ok(None) };
    Ok(Some(options(spec)?.build(player)))
}

fn options(spec: &Spec) -> Result<PlayerOptions, SpecError> {
    Ok(PlayerOptions {
        compat: spec.get(&COMPAT)?,
        late_men: spec.get(&LATE)?,
        stable_from: spec.given(&STABLE_FROM)?,
        stable_count: spec.get(&STABLE_COUNT)?,
        extension: f64::from(spec.get(&EXTENSION)?) / 100.0,
        reserve: spec.get(&OWN_RESERVE)?,
        limits: given_limits(spec)?,
        without_clock: limits(spec)?,
        time: measure::named(spec)?,
    })
}

/// The player whose heuristic is taken apart unless another is named.
const USUAL: Player = Player::ImprovedBetterH;

/// The heuristic of one of the players on a position, term by term, and the legal moves with their kinds. None if the spec
/// names somebody else.
pub(super) fn explain(
    position: &Checkers,
    seat: Seat,
    spec: Option<&Spec>,
) -> Result<Option<Explanation>, SpecError> {
    let (player, options) = match spec {
        None => (USUAL, PlayerOptions::default()),
        Some(spec) => {
            let Some(player) = player(spec) else { return Ok(None) };
            spec.find("agent", &PLAYERS)?;
            (player, options(spec)?)
        }
    };
    let mut explanation = if player.has_better_heuristic() {
        better(position, seat, Better { late_men: options.late_men })
    } else {
        material(position, seat)
    };
    explanation.agent = player.name().to_owned();
    explanation.facts = moves_with_kinds(position);
    Ok(Some(explanation))
}

fn better(position: &Checkers, seat: Seat, better: Better) -> Explanation {
    let board = position.board();
    let parts = better.components(board, seat);
    let [a, b, c, d] = Better::WEIGHTS;
    let counted =
        |name, weight, of: &dyn Fn(Seat) -> u32| Term::difference(name, of(seat), of(seat.other()), weight);
    let late = |seat| if better.is_late(board, seat) { "progress (late)" } else { "squares" };
    Explanation {
        definition: vec![
            "value = 100 a + 50 b + c + d".into(),
            "why: hold the back row, prefer the rim, crown, change the plan late in the game, and let kings chase or flee \
             instead of moving to and fro until the draw"
                .into(),
            "a = own pieces - opponent's pieces".into(),
            "b = own kings - opponent's kings".into(),
            "c = mean worth of the own pieces' squares - mean of the opponent's: man 3, in columns 0 and 7 3.5, in rows \
             0 and 7 5; king 5; rows advanced instead for men of a side whose opponent has few men"
                .into(),
            "d = 0 without own kings; else x = mean over own kings of (root of summed squared distances to the \
             opponent's kings + the same to its men) / 8; 1 - x with at least as many kings as the opponent, x with fewer"
                .into(),
            format!(
                "men are worth: own {}, opponent's {}; few: fewer than {}",
                late(seat),
                late(seat.other()),
                better.late_men
            ),
        ],
        terms: vec![
            counted("a: pieces", a, &|seat| board.pieces(seat).len()),
            counted("b: kings", b, &|seat| board.kings(seat).len()),
            Term::plain("c: squares", parts.c, c),
            Term::plain("d: kings' distances", parts.d, d),
        ],
        value: Some(points(&better, position, seat)),
        ..Explanation::default()
    }
}

pub(super) fn moves_with_kinds(position: &Checkers) -> Vec<String> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let kind = |mv: Move| match mv.captured().len() {
        0 => "plain move",
        1 => "jump",
        _ => "multi-jump",
    };
    moves.into_iter().map(|mv| format!("{}: {}", position.move_text(mv), kind(mv))).collect()
}
