//! What people type: games and agents with their options, and clocks.

use arena::{Spec, parse_clock};
use plywise::{Clock, TimeControl};

use crate::{Target, as_text, laws};

pub(crate) const TARGETS: &[Target] = &[
    Target::quick("spec", |bytes| as_text(bytes, spec)).of(
        "othello|checkers|2048|cantgoback|connect-four|random|greedy|alphabeta|expectimax|mcts|simple|:|=\
         |,|\"|size=|6|setup=course|rules=course|depth=5|eval=|discs|nodes=1_000|time=50ms|fruits=\
         |respawn|penalty=100000|both_stuck=deduct|forfeit=score|board=duel_11x11|engine:cmd=\"a, b\"|-1\
         |1.5|\u{3000}|ſ|½|\0",
    ),
    Target::quick("clock", |bytes| as_text(bytes, clock))
        .of("move=|game=|moves=|time=|increment=|5|60|1.5|0|99999999999|ms|s|m|h|us|,| |-|ß|½"),
];

/// Names with options: games and agents as they are typed.
fn spec(text: &str) {
    let spec = match Spec::parse(text) {
        Ok(spec) => spec,
        Err(error) => {
            assert!(error.to_string().contains("name:key=value"), "{error}");
            return laws::one_line(&error.to_string());
        }
    };
    assert_eq!(Spec::parse(&spec.to_string()).as_ref(), Ok(&spec));
    // Files are none of a fuzzer's business.
    if spec.options.iter().any(|(_, value)| value.contains(['/', '.'])) {
        return;
    }
    match games::open(text) {
        Ok(kind) => {
            let live = kind.live(1, None).unwrap_or_else(|error| panic!("{text:?}: {}", error.message));
            assert!(!live.moves().is_empty(), "{text:?}");
        }
        Err(error) => laws::one_line(&error.to_string()),
    }
    for game in games::all() {
        let kind = games::open(game.named.name).expect("it is in the list");
        if let Err(error) = kind.check_options(&spec) {
            laws::one_line(&error.to_string());
        }
        match kind.check_agent(&spec) {
            // Published players are known in several spellings.
            Ok(()) => {
                let letters = |text: &str| text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
                let begins = |name: &str| letters(text).starts_with(&letters(name));
                assert!(kind.agents().iter().any(|agent| begins(agent.name)), "{text:?}");
            }
            Err(error) => laws::one_line(&error.to_string()),
        }
    }
}

/// A clock that is accepted gives time, and never more than is left.
fn clock(text: &str) {
    match parse_clock(text) {
        Ok(control) => {
            let time = match control {
                TimeControl::PerMove(time) | TimeControl::PerGame { time, .. } => time,
                TimeControl::PerRound { moves, time, .. } => {
                    assert!((1..=1000).contains(&moves));
                    time
                }
            };
            assert!(!time.is_zero());
            let mut clock = Clock::new(control);
            for _ in 0..100 {
                clock.spend(clock.share()).expect("a share is never more than what is left");
            }
        }
        Err(error) => laws::one_line(&error.to_string()),
    }
}
