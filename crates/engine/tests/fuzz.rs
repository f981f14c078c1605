//! Whatever comes in, the engine goes on or ends; it never breaks.

use engine::{Engine, Protocol};
use proptest::prelude::*;
use proptest::string::string_regex;

/// Text of this form. Its pattern is read once; one that stands for itself would be read again for each case.
fn like(pattern: &str) -> impl Strategy<Value = String> + use<> {
    string_regex(pattern).expect("a pattern")
}

/// Lines that look like the protocols' own, right or wrong.
fn line() -> impl Strategy<Value = String> {
    let words = [
        "play",
        "b",
        "w",
        "f5",
        "PA",
        "pass",
        "d6",
        "genmove",
        "undo",
        "boardsize 4",
        "boardsize 6",
        "clear_board",
        "time_settings 0 0 0",
        "time_settings 1 1 1",
        "time_left b 0 0",
        "time_left w 1e9 7",
        "showboard",
        "final_score",
        "gogui-rules_board",
        "gogui-play_sequence b d3",
        "99",
        "nboard 2",
        "set depth 3",
        "set depth -1",
        "set game (;GM[Othello]BO[4 -----O*--*O----- *]B[B1];)",
        "set game (;GM[Othello]BO[6 O];)",
        "move",
        "hint 2",
        "go",
        "ping 1",
        "learn",
        "hub",
        "init",
        "pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves=\"11-15 22-18\"",
        "pos pos=BeeeeeeeeeeebeeebeweeeeeWeeeeeeee",
        "pos pos=Bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
        "level move-time=0.001",
        "level time=0 inc=0",
        "level moves=1e18 time=1e-9",
        "level depth=1e99",
        "go think",
        "go ponder",
        "ponder-hit",
        "stop",
        "new-game",
        "{\"type\":\"go\"}",
        "{\"type\":\"go\",\"position\":\"XXXX O\"}",
        "{\"type\":\"new_game\",\"game\":\"2048\"}",
        "{\"type\":\"new_game\",\"game\":\"checkers\",\"position\":\"B:W1:B32\"}",
        "{\"type\":\"go\",\"time\":{\"left_s\":0,\"moves\":0}}",
        "{\"type\":\"go\",\"moves\":[1,\"d3\",null]}",
        "R01x                               W001001A",
        "R01x                               Z000000BZzzzz",
        "M0000111500",
        "M00001115030102",
        "E01",
        "E1",
        "K1",
        "B001W",
        "Chello",
    ];
    let known = proptest::collection::vec(proptest::sample::select(words.to_vec()), 1..4)
        .prop_map(|words| words.join(" "));
    prop_oneof![4 => known, 1 => like(".{0,60}")]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn no_conversation_breaks_the_engine(lines in proptest::collection::vec(line(), 0..25)) {
        for (game, protocol, end) in [
            ("othello", Protocol::Gtp, "\n"),
            ("othello", Protocol::NBoard, "\n"),
            ("checkers", Protocol::Hub, "\n"),
            ("checkers", Protocol::Dxp, "\0"),
            ("cantgoback", Protocol::Line, "\n"),
        ] {
            let text = lines.join(end);
            let mut out = Vec::new();
            let mut engine = Engine::new(game, Some("random"), protocol, 1).unwrap();
            engine.talk(std::io::Cursor::new(text.into_bytes()), &mut out).unwrap();
        }
    }
}
