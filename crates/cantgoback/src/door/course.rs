//! The players of the Can't Go Back course by name.

use std::time::Duration;

use plywise::alphabeta::Ordering;
use plywise::{Agent, Notation, Seat, mapped};
use registry::agents::{DEPTH, NODES, TIME, given_limits};
use registry::explain::{Explanation, Term, points};
use registry::measure::{self, CLOCK};
use registry::policy::RESERVE;
use registry::spec::{Named, Opt, Spec, SpecError};
use registry::{Key, Takes};

use crate::course::{
    CONTEST_TABLE, Components, Division, Heuristic, Light, NearestFruit, Player, PlayerOptions,
};
use crate::{Options, SimplePlayer, Visible};

const HEAVY: Opt = Opt {
    key: "eval",
    takes: Takes::Word,
    values: "heavy|light|nearest-fruit",
    default: "heavy",
    about: "what a position is worth (plywise explain cantgoback)",
};
const LIGHT: Opt = Opt { default: "light", ..HEAVY };
const LIFE: Opt = Opt {
    key: "life",
    takes: Takes::Word,
    values: "known|unknown",
    default: "known",
    about: "whether the search lets fruits vanish when their life ends, which fruits=once tells",
};
const ORDER: Opt = Opt {
    key: "order",
    takes: Takes::Word,
    values: "listed|static|dynamic",
    default: "listed",
    about: "moves as listed, by static value, or by what the search has learned",
};
const EXTEND: Opt = Opt {
    key: "extend",
    takes: Takes::Number,
    values: "0..=40",
    default: "0",
    about: "plies to go on beyond the depth beside a valuable fruit, or where a player has one way on or none",
};
const POLICY: Opt = Opt {
    key: "policy",
    takes: Takes::Word,
    values: "better|naive",
    default: "better",
    about: "how the time for all moves is divided; naive: by half of the free cells",
};
const OWN_RESERVE: Key<Duration> = RESERVE.about("time that is kept back once");

const MINIMAX: &[Opt] = &[HEAVY, LIFE, CLOCK.opt, DEPTH.opt, NODES.opt, TIME.opt];
const ALPHABETA: &[Opt] = &[HEAVY, LIFE, ORDER, EXTEND, CLOCK.opt, DEPTH.opt, NODES.opt, TIME.opt];
const GLOBAL: &[Opt] =
    &[HEAVY, LIFE, ORDER, EXTEND, POLICY, OWN_RESERVE.opt, CLOCK.opt, DEPTH.opt, NODES.opt, TIME.opt];
const FIXED_LIGHT: &[Opt] = &[LIGHT, LIFE, ORDER, EXTEND, DEPTH.opt];
const FIXED_HEAVY: &[Opt] = &[HEAVY, LIFE, ORDER, EXTEND, DEPTH.opt];
const CONTEST: &[Opt] =
    &[HEAVY, LIFE, EXTEND, POLICY, OWN_RESERVE.opt, CLOCK.opt, DEPTH.opt, NODES.opt, TIME.opt];

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

/// The heuristic that `eval=` names, if it is one of the course's.
pub(super) fn heuristic(spec: &Spec, options: &Options) -> Option<Heuristic> {
    spec.text("eval").and_then(|name| Heuristic::named(name, options))
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
    spec.one_of("eval", &Heuristic::NAMES)?;
    Ok(PlayerOptions {
        heuristic: heuristic(spec, options),
        order: match spec.one_of("order", &["listed", "static", "dynamic"])? {
            Some("static") => Ordering::Static,
            Some("dynamic") => Ordering::Dynamic,
            _ => Ordering::Listed,
        },
        extension: spec.number("extend", 0..=40)?.unwrap_or(0) as u32,
        foresight: spec.one_of("life", &["known", "unknown"])? != Some("unknown"),
        division: match spec.one_of("policy", &["better", "naive"])? {
            Some("naive") => Division::Naive,
            _ => Division::Better,
        },
        reserve: spec.duration("reserve")?.unwrap_or(Duration::from_millis(50)),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_published_spelling_is_understood() {
        for (names, agent) in [
            ("LivePlayer Live liveplayer", "live"),
            ("SimplePlayer Simple", "simple"),
            ("MinimaxPlayer Minimax MINIMAX", "minimax_player"),
            ("AlphabetaPlayer AlphaBetaPlayer Alphabeta", "alphabeta_player"),
            ("GlobalTimeABPlayer GlobalTimeAB globaltimeabplayer", "global_time_ab"),
            ("LightABPlayer LightAB Light_AB", "light_ab"),
            ("HeavyABPlayer HeavyAB HeavyABPlayerPlayer", "heavy_ab"),
            ("ContestPlayer Contest CompetePlayer Compete", "contest"),
        ] {
            for name in names.split(' ') {
                assert_eq!(published(name), Some(agent), "{name}");
            }
        }
        assert_eq!(published("Alpha"), None);
        assert!(
            has_global_time("CompetePlayer") && has_global_time("contest") && !has_global_time("Minimax")
        );
        let known = [Named { name: "minimax", about: "", options: &[] }];
        let name = |text: &str| canonical(&Spec::parse(text).expect(text), &known).name;
        assert_eq!([name("minimax"), name("Minimax")], ["minimax", "minimax_player"]);
    }
}
