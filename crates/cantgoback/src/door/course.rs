//! The players of the Can't Go Back course by name.

use std::time::Duration;

use plywise::{Agent, Either, Notation, Seat, mapped};
use registry::agents::{DEPTH, NODES, ORDER, TIME, given_limits};
use registry::explain::{Explanation, Term, points};
use registry::measure::{self, CLOCK};
use registry::policy::RESERVE;
use registry::spec::{Named, Opt, Spec, SpecError};
use registry::{Key, opts, whole, words};

use super::{EVAL, Evaluator, eval};
use crate::course::{
    CONTEST_TABLE, Components, Division, Heuristic, Light, NearestFruit, Player, PlayerOptions,
};
use crate::{Options, SimplePlayer, Visible};

const HEAVY: Key<Evaluator> = EVAL
    .only("heavy|light|nearest-fruit")
    .or("heavy")
    .about("what a position is worth (plywise explain cantgoback)");
const LIGHT: Key<Evaluator> = HEAVY.or("light");
const LIFE: Key<Life> = Key::word(
    "life",
    "known",
    "whether the search lets fruits vanish when their life ends, which fruits=once tells",
);
const EXTEND: Key<u32> = whole!(
    "extend",
    0..=40,
    "0",
    "plies to go on beyond the depth beside a valuable fruit, or where a player has one way on or none",
);
const POLICY: Key<Division> =
    Key::word("policy", "better", "how the time for all moves is divided; naive: by half of the free cells");

words! {
    /// Whether a search knows when fruits vanish.
    enum Life {
        Known = "known",
        Unknown = "unknown",
    }
}
words! {
    for Division { Better = "better", Naive = "naive" }
}

const OWN_RESERVE: Key<Duration> = RESERVE.about("time that is kept back once");

const MINIMAX: &[Opt] = &opts![HEAVY, LIFE, CLOCK, DEPTH, NODES, TIME];
const ALPHABETA: &[Opt] = &opts![HEAVY, LIFE, ORDER, EXTEND, CLOCK, DEPTH, NODES, TIME];
const GLOBAL: &[Opt] = &opts![HEAVY, LIFE, ORDER, EXTEND, POLICY, OWN_RESERVE, CLOCK, DEPTH, NODES, TIME];
const FIXED_LIGHT: &[Opt] = &opts![LIGHT, LIFE, ORDER, EXTEND, DEPTH];
const FIXED_HEAVY: &[Opt] = &opts![HEAVY, LIFE, ORDER, EXTEND, DEPTH];
const CONTEST: &[Opt] = &opts![HEAVY, LIFE, EXTEND, POLICY, OWN_RESERVE, CLOCK, DEPTH, NODES, TIME];

/// The entries of the players. Under a clock the depth has no default, unless it is all they go by.
pub(super) const PLAYERS: [Named; 6] = [
    Named {
        name: "minimax_player",
        about: "the course's MinimaxPlayer: minimax, deepening until the time for the move is up",
        options: MINIMAX,
    },
    Named {
        name: "alphabeta_player",
        about: "the course's AlphabetaPlayer: the same with alpha-beta",
        options: ALPHABETA,
    },
    Named {
        name: "global_time_ab",
        about: "the course's GlobalTimeABPlayer: alpha-beta that divides one time over all its moves",
        options: GLOBAL,
    },
    Named {
        name: "light_ab",
        about: "the course's LightABPlayer: a simple heuristic, a fixed depth, no clock",
        options: FIXED_LIGHT,
    },
    Named {
        name: "heavy_ab",
        about: "the course's HeavyABPlayer: a sophisticated heuristic, a fixed depth, no clock",
        options: FIXED_HEAVY,
    },
    Named {
        name: "contest",
        about: "the course's ContestPlayer: alpha-beta with a table and learned order, one time for all moves",
        options: CONTEST,
    },
];

/// The agent that a published spelling names: in any case, with `Player` or without. Names of agents come first, so that
/// `minimax` and `alphabeta` in small letters are the library's.
pub(super) fn canonical(spec: &Spec, known: &[Named]) -> Spec {
    let is_known = known.iter().any(|entry| entry.name == spec.name);
    let name = if is_known { None } else { published(&spec.name) };
    Spec { name: name.unwrap_or(&spec.name).to_owned(), options: spec.options.clone() }
}

/// The agent of a published name: `GlobalTimeABPlayer`, `compete`, `HeavyAB`.
#[must_use]
pub fn published(name: &str) -> Option<&'static str> {
    let plain = name.to_ascii_lowercase().replace(['_', '-'], "");
    let plain = plain.trim_end_matches("player");
    Some(match plain {
        "live" => "live",
        "random" => "random",
        "simple" => "simple",
        "minimax" => Player::Minimax.name(),
        "alphabeta" => Player::AlphaBeta.name(),
        "globaltimeab" | "globaltime" => Player::GlobalTimeAb.name(),
        "lightab" | "light" => Player::LightAb.name(),
        "heavyab" | "heavy" => Player::HeavyAb.name(),
        "contest" | "compete" => Player::Contest.name(),
        _ => return None,
    })
}

/// Whether an agent divides one time over all its moves, rather than having a time for each.
#[must_use]
pub fn has_global_time(name: &str) -> bool {
    player(published(name).unwrap_or(name)).is_some_and(Player::has_global_time)
}

fn player(name: &str) -> Option<Player> {
    Player::ALL.into_iter().find(|player| player.name() == name)
}

/// The player that a spec names, if it is one of the course's.
pub(super) fn build(spec: &Spec, options: &Options) -> Result<Option<Box<dyn Agent<Visible>>>, SpecError> {
    let Some(player) = player(&spec.name) else { return Ok(None) };
    if player == Player::Contest {
        let table = mapped::mib(CONTEST_TABLE).and_then(mapped::check);
        table.map_err(|error| SpecError(format!("{}: {error}", spec.name)))?;
    }
    Ok(Some(read(spec, options)?.build(player, options)))
}

fn read(spec: &Spec, options: &Options) -> Result<PlayerOptions, SpecError> {
    let heuristic = spec.given(&HEAVY)?.and_then(|name| match eval(name, options) {
        Either::Left(heuristic) => Some(heuristic),
        Either::Right(_) => None,
    });
    Ok(PlayerOptions {
        heuristic,
        order: spec.get(&ORDER)?,
        extension: spec.get(&EXTEND)?,
        foresight: spec.get(&LIFE)? == Life::Known,
        division: spec.get(&POLICY)?,
        reserve: spec.get(&OWN_RESERVE)?,
        limits: given_limits(spec)?,
        time: measure::named(spec)?,
        ..PlayerOptions::default()
    })
}

/// The heuristic of one of the players on a position, component by component; of `simple` what it thinks of each step.
/// None if the spec names somebody else.
pub(super) fn explain(
    position: &Visible,
    options: &Options,
    spec: Option<&Spec>,
) -> Result<Option<Explanation>, SpecError> {
    let usual = Spec { name: Player::HeavyAb.name().to_owned(), options: Vec::new() };
    let spec = spec.unwrap_or(&usual);
    if spec.name == "simple" {
        return Ok(Some(candidates(position)));
    }
    let Some(player) = player(&spec.name) else { return Ok(None) };
    spec.find("agent", &PLAYERS)?;
    let heuristic = read(spec, options)?.heuristic(player, options);
    Ok(Some(taken_apart(position, &heuristic, spec)))
}

/// One of the course's heuristics, as the agent `spec` asks it.
pub(super) fn taken_apart(position: &Visible, heuristic: &Heuristic, spec: &Spec) -> Explanation {
    let seat = position.mover();
    let mut explanation = match heuristic {
        Heuristic::Heavy(heavy) => {
            let value = heavy.components(position, seat);
            let terms = Components::NAMES.iter().zip(value.list()).zip(heavy.weights);
            let definition = Components::DEFINITIONS.iter().zip(heavy.weights);
            Explanation {
                definition: std::iter::once("value = the sum of weight x component, in points".to_owned())
                    .chain(definition.map(|(line, weight)| format!("{weight} x {line}")))
                    .collect(),
                terms: terms.map(|((name, value), weight)| Term::plain(*name, value, weight)).collect(),
                ..Explanation::default()
            }
        }
        Heuristic::Light(light) => light_terms(position, seat, *light),
        Heuristic::NearestFruit(_) => Explanation {
            definition: vec!["value = 1 / Manhattan distance to the nearest fruit; 0 without fruits".into()],
            facts: vec![
                NearestFruit::distance(position, seat)
                    .map_or("no fruit".into(), |steps| format!("the nearest fruit is {steps} away")),
            ],
            ..Explanation::default()
        },
    };
    explanation.value = Some(points(heuristic, position, seat));
    explanation.asked_by(spec, heuristic, position, seat)
}

fn light_terms(position: &Visible, seat: Seat, light: Light) -> Explanation {
    let term = |name, weight: i32, of: &dyn Fn(Seat) -> i32| {
        Term::difference(name, of(seat), of(seat.other()), f64::from(weight))
    };
    Explanation {
        definition: vec![
            format!("value = (points(own) - points(rival)) + {} (e(own) - e(rival))", light.weight),
            "e(p) = 4 - exits of the cell that p stands on, -1 without any: SimplePlayer's opinion".into(),
        ],
        terms: vec![
            term("score", 1, &|seat| position.score(seat)),
            term("4 - exits", light.weight, &|seat| Light::simple(position, seat)),
        ],
        ..Explanation::default()
    }
}

fn candidates(position: &Visible) -> Explanation {
    let list = SimplePlayer::candidates(position);
    Explanation {
        agent: "simple".into(),
        definition: vec![
            "score of a step = 4 - exits of the cell entered, -1 without any; the first of the best is played, tried up, \
             right, down, left"
                .into(),
        ],
        candidates: list.into_iter().map(|(mv, score)| (position.move_text(mv), f64::from(score))).collect(),
        ..Explanation::default()
    }
}
