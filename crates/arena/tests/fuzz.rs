//! Names, options and clocks as people mistype them: no panic, no hang, one line that helps; and what is accepted
//! is what was meant.

use std::time::Duration;

use crate::common::{plan, play};
use arena::{Spec, parse_clock, parse_duration};
use plywise::TimeControl;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::string::string_regex;

const SPECS: &[&str] = &[
    "othello",
    "othello:size=6",
    "othello:size=8,setup=course",
    "checkers:rules=course",
    "2048",
    "cantgoback:board=duel_11x11,fruits=respawn",
    "cantgoback:fruits=v2,penalty=100000,max_fruit_time=200,both_stuck=deduct,forfeit=score,max_fruit_score=3",
    "random",
    "greedy:eval=discs",
    "alphabeta:depth=5,eval=weighted",
    "expectimax:nodes=1_000,time=50ms",
    "simple",
    "engine:cmd=\"a, b\",x=\"\"",
];
const CLOCKS: &[&str] = &[
    "move=500ms",
    "game=60s,increment=100ms",
    "moves=5,time=2s",
    "moves=1000,time=1.5h",
    "game=10000h,increment=9999999999h",
];
const EDITS: &str = "0123456789:=,\"._- \n\t\u{0}éßabcmsxhu/½ſ";

/// Text of this form. Its pattern is read once; one that stands for itself would be read again for each case.
fn like(pattern: &str) -> impl Strategy<Value = String> + use<> {
    string_regex(pattern).expect("a pattern")
}

/// Text with a few characters exchanged, dropped or put in.
fn damaged(texts: &'static [&'static str]) -> impl Strategy<Value = String> {
    let edit = (any::<Index>(), 0..3u8, select(EDITS.chars().collect::<Vec<_>>()));
    (select(texts), prop::collection::vec(edit, 0..5)).prop_map(|(text, edits)| {
        let mut text: Vec<char> = text.chars().collect();
        for (at, kind, c) in edits {
            let at = at.index(text.len() + 1);
            match kind {
                0 if at < text.len() => text[at] = c,
                1 if at < text.len() => drop(text.remove(at)),
                _ => text.insert(at, c),
            }
        }
        text.into_iter().collect()
    })
}

fn one_line(error: &str) -> Result<(), TestCaseError> {
    prop_assert!(!error.is_empty() && !error.contains(char::is_control), "{error:?}");
    prop_assert!(error.chars().count() < 1000, "{error}");
    Ok(())
}

/// What is read is written as a text that reads as the same.
fn spec_round_trips(text: &str) -> Result<(), TestCaseError> {
    match Spec::parse(text) {
        Ok(spec) => {
            let written = spec.to_string();
            prop_assert_eq!(Spec::parse(&written), Ok(spec), "{}", written);
        }
        Err(error) => {
            one_line(&error.to_string())?;
            prop_assert!(error.to_string().contains("name:key=value"), "{}", error);
        }
    }
    Ok(())
}

/// A game that opens can be played, agent by agent; one that does not says what there is.
fn game_opens_or_says_why(text: &str) -> Result<(), TestCaseError> {
    match games::open(text) {
        Ok(kind) => {
            let agents = if kind.seats() == 1 { vec!["random"] } else { vec!["random"; 2] };
            let (report, _) = play(text, &plan(&agents, 1));
            prop_assert_eq!(report.games, 1);
        }
        Err(error) => one_line(&error.to_string())?,
    }
    Ok(())
}

fn agent_is_built_or_says_why(game: &str, text: &str) -> Result<(), TestCaseError> {
    let kind = games::open(game).unwrap();
    match Spec::parse(text).and_then(|spec| kind.check_agent(&spec)) {
        Ok(()) => {
            // Published players are known in several spellings.
            let letters = |text: &str| text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
            prop_assert!(kind.agents().iter().any(|agent| letters(text).starts_with(&letters(agent.name))));
        }
        Err(error) => one_line(&error.to_string())?,
    }
    Ok(())
}

/// A clock that is accepted gives time, and not more than was typed in sum.
fn clock_is_read_or_says_why(text: &str) -> Result<(), TestCaseError> {
    match parse_clock(text) {
        Ok(control) => {
            let time = match control {
                TimeControl::PerMove(time) | TimeControl::PerGame { time, .. } => time,
                TimeControl::PerRound { moves, time, .. } => {
                    prop_assert!((1..=1000).contains(&moves));
                    time
                }
            };
            prop_assert!(!time.is_zero());
            let mut clock = plywise::Clock::new(control);
            for _ in 0..50 {
                prop_assert!(clock.spend(clock.share()).is_ok());
            }
        }
        Err(error) => one_line(&error.to_string())?,
    }
    Ok(())
}

/// How many texts each reader meets, drawn anew in each run: 4,000 where all is tried (`.ci/run`), else 1,000.
fn cases() -> u32 {
    if crate::whole() { 4_000 } else { 1_000 }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn specs(text in damaged(SPECS), any in like("\\PC*"), marks in like("[a:=,\" \t\u{3000}]{0,12}")) {
        spec_round_trips(&text)?;
        spec_round_trips(&any)?;
        spec_round_trips(&marks)?;
    }

    /// Every spec can be written, whatever its values hold, but for quotes.
    #[test]
    fn specs_from_values(
        name in like("[a-z0-9_-]{1,8}"),
        values in prop::collection::vec(like("[^\"]{0,12}"), 0..4),
    ) {
        let options = values.into_iter().enumerate().map(|(i, value)| (format!("key{i}"), value)).collect();
        let spec = Spec { name, options };
        prop_assert_eq!(Spec::parse(&spec.to_string()), Ok(spec.clone()), "{}", spec);
    }

    #[test]
    fn games(text in damaged(SPECS), any in like("\\PC*")) {
        game_opens_or_says_why(&text)?;
        game_opens_or_says_why(&any)?;
    }

    #[test]
    fn agents(
        game in select(&["othello", "othello:size=4", "checkers", "2048", "cantgoback"][..]),
        text in damaged(SPECS),
        any in like("\\PC*"),
    ) {
        agent_is_built_or_says_why(game, &text)?;
        agent_is_built_or_says_why(game, &any)?;
    }

    #[test]
    fn clocks(text in damaged(CLOCKS), any in like("\\PC*")) {
        clock_is_read_or_says_why(&text)?;
        clock_is_read_or_says_why(&any)?;
    }

    /// `parse_duration` against whole numbers of the unit.
    #[test]
    fn times(n in 0..1_000_000u64, fraction in 0..1000u64, unit in select(&["us", "ms", "s", "m", "h"][..])) {
        let unit_in_us = match unit { "us" => 1, "ms" => 1_000, "s" => 1_000_000, "m" => 60_000_000, _ => 3_600_000_000u64 };
        let expected = Duration::from_micros(n * unit_in_us) + Duration::from_nanos(fraction * unit_in_us);
        let read = parse_duration(&format!("{n}.{fraction:03}{unit}"));
        if expected > Duration::from_secs(10_000 * 3600) {
            prop_assert_eq!(read, None);
            return Ok(());
        }
        let read = read.unwrap();
        let difference = read.abs_diff(expected);
        prop_assert!(difference <= Duration::from_nanos(1) + expected / 1_000_000_000, "{read:?} {expected:?}");
    }
}

/// Input of a megabyte is refused as quickly as any other, in a line that does not repeat it.
#[test]
fn long_input_is_cut_in_the_message() {
    for long in ["a".repeat(1 << 20), format!("othello:{}=1", "k".repeat(1 << 20)), ":".repeat(1 << 20)] {
        assert!(games::open(&long).err().unwrap().to_string().len() < 1000);
        assert!(parse_clock(&long).unwrap_err().to_string().len() < 1000);
    }
    let many: String =
        (0..20_000).map(|i| format!("{}k{i}=1", if i > 0 { "," } else { "othello:" })).collect();
    assert!(games::open(&many).err().unwrap().to_string().len() < 1000);
}
