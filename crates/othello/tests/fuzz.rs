//! Readers against arbitrary text: no panic, and what they accept is what they say.

use othello::{Move, Othello, Setup, Size};
use plywise::{Archive, Game, GameRecord, Notation};
use proptest::prelude::*;
use proptest::string::string_regex;

fn start(size: Size) -> Othello {
    Othello::start(size, Setup::Standard, 0)
}

fn one_line(message: &str) -> bool {
    !message.is_empty() && !message.contains(['\n', '\r']) && message.len() < 1000
}

/// Text of this form. Its pattern is read once; one that stands for itself would be read again for each case.
fn like(pattern: &str) -> impl Strategy<Value = String> + use<> {
    string_regex(pattern).expect("a pattern")
}

/// Text near to a position: mostly the characters that positions are made of.
fn near_position() -> impl Strategy<Value = String> {
    prop_oneof![
        like("[XxOoBbWw*#._/ \n-]{10,72}"),
        like("[XO-]{16} [XO]"),
        like("[XO-]{36} [XO];?"),
        like("[XO.-]{64}[XO ]{1,3}"),
        like("\\PC*")
    ]
}

fn near_games() -> impl Strategy<Value = String> {
    prop_oneof![
        like("([a-h][1-8]){1,70}( [+-]?[0-9]{1,3})?"),
        like("([a-dA-D][1-4]|pass|PA|--|@@| |#|\n|\r\n){1,60}( [+-]?[0-9]{1,3}(-[0-9]{1,3})?)?"),
        like("f5[df]6([c-f][3-6]| ){0,20}( [+-][0-9]+)?"),
        like("\\PC*")
    ]
}

fn position(size: Size, text: &str) -> Result<(), TestCaseError> {
    match start(size).read_position(text) {
        Ok(read) => {
            let again = read.position_text();
            prop_assert_eq!(start(size).read_position(&again).unwrap(), read);
            // Nothing was invented or dropped: a letter for each disc, and one for the side unless that is a word.
            let letters = text.chars().filter(|c| "XxOoBbWw*#●○".contains(*c)).count() as u32;
            let words = ["black", "white"].iter().any(|word| text.to_lowercase().contains(word));
            prop_assert!(
                words || read.black().count_ones() + read.white().count_ones() + 1 == letters,
                "{text:?}"
            );
            prop_assert_eq!(read.black() & read.white(), 0);
            // Whatever was read can be asked and drawn.
            let mut moves = Vec::new();
            read.moves(&mut moves);
            prop_assert_eq!(moves.len(), read.move_count());
            prop_assert!(!read.diagram(moves.first().copied(), plywise::Ink::Plain).is_empty());
        }
        Err(error) => prop_assert!(one_line(&error.to_string()), "{error:?}"),
    }
    Ok(())
}

fn games(size: Size, text: &str) -> Result<(), TestCaseError> {
    let mut games = Vec::new();
    let whole = start(size).replay(text, &mut |game| games.push(game));
    if let Err(error) = whole {
        prop_assert!(games.is_empty() && one_line(&error.to_string()));
    }
    for game in games {
        // The moves that it hands out are legal, played one by one.
        let mut position = start(size);
        for &mv in &game.moves {
            let mut legal = Vec::new();
            position.moves(&mut legal);
            prop_assert!(legal.contains(&mv), "{mv} in {position:?}");
            position.play(mv);
        }
        let line = text.trim_start_matches('\u{feff}').lines().nth(game.line - 1).unwrap();
        match game.error {
            Some(error) => {
                prop_assert!(one_line(&error.to_string()), "{error:?}");
                prop_assert!(error.ply == game.moves.len() || error.ply == game.moves.len() + 1);
            }
            None => {
                // Every letter pair of the line is a move that was played, in the same order.
                let played: String =
                    game.moves.iter().filter(|mv| !mv.is_pass()).map(Move::to_string).collect();
                let line = line.split('#').next().unwrap().to_lowercase();
                let squares = line
                    .replace("pass", "")
                    .replace("pa", "")
                    .replace("ps", "")
                    .replace("--", "")
                    .replace("@@", "");
                let squares: String =
                    squares.split_whitespace().filter(|word| word.starts_with(char::is_alphabetic)).collect();
                prop_assert_eq!(&played, &squares);
                prop_assert_eq!(game.result.starts_with("unfinished"), !position.is_over());
                let record = GameRecord { tags: Vec::new(), moves: game.moves, forfeit: None };
                if !record.moves.is_empty() && record.moves.iter().any(|mv| !mv.is_pass()) {
                    prop_assert!(start(size).game_text(&record).starts_with(&played));
                }
            }
        }
    }
    Ok(())
}

/// Text near to files of servers.
fn near_ggf() -> impl Strategy<Value = String> {
    let board = "BO\\[8 -{27}O\\*-{6}\\*O-{27} \\*\\]";
    let fields = "([BW]\\[[A-Hpa-d][1-8A](/[0-9.]*)?\\]|C\\[[;)(a-z\\\\]{0,6}\\]|;|\n|\\(;GM\\[Othello\\]|[\\[\\]();\\\\]){0,20}";
    let regex = |text: String| proptest::string::string_regex(&text).expect("a regular expression");
    prop_oneof![
        regex(format!("(\\(;GM\\[Othello\\]{board}{fields};\\)\n?){{1,3}}")),
        regex(format!("\\(;{fields}{board}{fields}")),
    ]
}

/// Texts drawn anew in each run: 2,000 where all is tried (`.ci/run`), else 500. Of the two generators this is the one that costs
/// little without optimisation.
fn config() -> ProptestConfig {
    let cases = if crate::whole() { 2_000 } else { 500 };
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn servers_files(text in near_ggf()) {
        let mut lines = 0;
        start(Size::Eight).replay(&text, &mut |game| {
            assert!(game.line > lines.max(1) - 1 && game.line <= text.lines().count().max(1));
            lines = game.line;
            if let Some(error) = game.error {
                assert!(one_line(&error.to_string()) && error.ply <= game.moves.len() + 1, "{error:?}");
            }
            let mut position = start(Size::Eight);
            for mv in game.moves {
                position.play(position.read_move(&mv.to_string()).expect("what is handed out is legal"));
            }
        }).unwrap();
    }

    #[test]
    fn positions(text in near_position()) {
        position(Size::Four, &text)?;
        position(Size::Six, &text)?;
        position(Size::Eight, &text)?;
    }

    #[test]
    fn moves(text in prop_oneof![like("[a-iA-I@-][0-9@-]"), like("[pPaAsS-]{1,5}"), like("\\PC*")]) {
        let stuck = start(Size::Four).read_position("OX-- ---- ---- ---- X").unwrap();
        for position in [start(Size::Four), stuck] {
            let mut legal = Vec::new();
            position.moves(&mut legal);
            match position.read_move(&text) {
                Ok(mv) => {
                    prop_assert!(legal.contains(&mv));
                    let same = position.move_text(mv).eq_ignore_ascii_case(text.trim());
                    prop_assert!(same || mv.is_pass());
                }
                Err(error) => {
                    prop_assert!(one_line(&error.to_string()));
                    prop_assert_eq!(error.legal.len(), legal.len());
                    prop_assert!(!error.legal.iter().any(|name| name.eq_ignore_ascii_case(text.trim())));
                }
            }
        }
    }

    #[test]
    fn transcripts(text in near_games()) {
        games(Size::Four, &text)?;
        games(Size::Six, &text)?;
        games(Size::Eight, &text)?;
    }

    #[test]
    fn setups(text in like("\\PC*")) {
        match text.parse::<Setup>() {
            Ok(setup) => prop_assert_eq!(setup.to_string(), text),
            Err(error) => prop_assert!(one_line(&error.to_string())),
        }
    }
}
