//! Every reader against text of all kinds: nothing panics, what is accepted is right and survives the way back,
//! what is refused is refused in one line.

use checkers::{Board, Checkers, Move, Options, Rules, start};
use plywise::{Archive, Game, GameRecord, Notation, Replayed};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::string::string_regex;
use proptest::test_runner::TestRunner;

/// Text of this form. Its pattern is read once; one that stands for itself would be read again for each case.
fn like(pattern: &str) -> impl Strategy<Value = String> + use<> {
    string_regex(pattern).expect("a pattern")
}

fn game(rules: Rules) -> Checkers {
    start(&Options { rules }, 0)
}

/// A text with a few characters replaced, inserted or left out.
fn damaged(texts: Vec<&'static str>, alphabet: &'static str) -> BoxedStrategy<String> {
    let character = select(alphabet.chars().collect::<Vec<_>>());
    let edits = prop::collection::vec((any::<Index>(), 0..3u8, character), 0..6);
    (select(texts), edits)
        .prop_map(|(text, edits)| {
            let mut chars: Vec<char> = text.chars().collect();
            for (place, kind, new) in edits {
                let at = place.index(chars.len() + 1);
                match kind {
                    0 => chars.insert(at, new),
                    1 if at < chars.len() => chars[at] = new,
                    _ if at < chars.len() => _ = chars.remove(at),
                    _ => {}
                }
            }
            chars.into_iter().collect()
        })
        .boxed()
}

fn position_texts() -> BoxedStrategy<String> {
    let texts = vec![
        "B:W18,24,27,K30:B12,K16",
        "W:B1-12:W21-32.",
        " w : W K1 , 30 : b 9,k29 .",
        "\"B:W:BK26\"",
        "R:B21,22,K5:R1,2,K30",
    ];
    prop_oneof![damaged(texts, "BWRKbwrk:,.-\" 0123456789\u{e9}\n"), like("\\PC*")].boxed()
}

fn check_position(text: &str, rules: Rules) {
    match game(rules).read_position(text) {
        Ok(position) => {
            let written = position.position_text();
            let again = game(rules).read_position(&written).unwrap();
            assert_eq!(again, position, "{text:?}");
            assert_eq!(again.position_text(), written);
            let board = position.board();
            let (all, kings) = (
                [0, 1].map(|s| board.pieces(plywise::Seat(s))),
                [0, 1].map(|s| board.kings(plywise::Seat(s))),
            );
            assert_eq!(Board::new(all, kings[0] | kings[1], board.to_move()), Ok(*board), "{text:?}");
        }
        Err(error) => assert!(!error.to_string().contains(['\n', '\r']), "{error}"),
    }
}

/// Lists of squares, and whether the rules of the notation allow them, decided from the numbers alone.
fn lists() -> BoxedStrategy<(String, bool)> {
    let list = || prop::collection::vec((any::<bool>(), 0..36u32), 0..14);
    (any::<bool>(), list(), list())
        .prop_map(|(black_to_move, white, black)| {
            let write = |list: &[(bool, u32)]| {
                let items = list.iter().map(|(king, n)| format!("{}{n}", if *king { "K" } else { "" }));
                items.collect::<Vec<_>>().join(",")
            };
            let text =
                format!("{}:B{}:W{}", if black_to_move { 'B' } else { 'W' }, write(&black), write(&white));
            let numbers: Vec<u32> = white.iter().chain(&black).map(|item| item.1).collect();
            let distinct = numbers.iter().enumerate().all(|(i, n)| !numbers[..i].contains(n));
            let men = |list: &[(bool, u32)], row: std::ops::RangeInclusive<u32>| {
                list.iter().any(|(king, n)| !king && row.contains(n))
            };
            let right = numbers.iter().all(|n| (1..=32).contains(n))
                && distinct
                && !numbers.is_empty()
                && white.len().max(black.len()) <= 12
                && !men(&white, 1..=4)
                && !men(&black, 29..=32);
            (text, right)
        })
        .boxed()
}

const POSITIONS: [&str; 4] =
    ["B:W21-32:B1-12", "W:W22,32:B18,11,7,26", "B:W10,11,18,19:BK7", "B:WK32,14:BK1,9,17"];

fn move_texts() -> BoxedStrategy<String> {
    let texts = vec!["11-15", "22x15x8", "7x14x23x16x7", "(2,0)-(3,1)", "2,2-3,3", "9 x 18", "1-6", "9 – 14"];
    prop_oneof![damaged(texts, "0123456789xX-:(), \u{d7}\u{2010}\u{2013}\u{2212}"), like("\\PC*")].boxed()
}

/// What may stand between two squares: signs of the keyboard, and what word processors make of them.
const BETWEEN: [char; 9] =
    ['-', 'x', 'X', '\u{d7}', '\u{2010}', '\u{2011}', '\u{2013}', '\u{2014}', '\u{2212}'];

fn check_move(text: &str, position: &Checkers) {
    let mut legal = Vec::new();
    position.moves(&mut legal);
    match position.read_move(text) {
        Ok(mv) => {
            assert!(legal.contains(&mv), "{text:?}");
            assert_eq!(position.read_move(&position.move_text(mv)), Ok(mv));
            if !text.contains(',') {
                // All numbers of the text are visited, in order, and the ends are the ends.
                let numbers: Vec<u8> = text.split(BETWEEN).map(|n| n.trim().parse().unwrap()).collect();
                let path: Vec<u8> = mv.path().map(checkers::Square::number).collect();
                assert_eq!((numbers.first(), numbers.last()), (path.first(), path.last()), "{text:?}");
                let mut rest = path.iter();
                assert!(numbers.iter().all(|n| rest.any(|visited| visited == n)), "{text:?} as {mv}");
            }
        }
        Err(error) => {
            assert_eq!(error.legal.len(), legal.len());
            assert!(!error.to_string().contains(['\n', '\r']), "{error}");
        }
    }
}

fn files() -> BoxedStrategy<String> {
    let texts = vec![
        include_str!("messy.pdn"),
        "[Event \"a\"]\n[Result \"1-0\"]\n\n1. 11-15 23-19 2. 8-11 {why} 22-17 (2... 24-20) 1-0\n\n[Event \"b\"]\n1. 9-13 *\n",
        "[FEN \"W:W22,32,K9:B18,K2,1\"] 1... 22x15 2. 1-5 0-1 11-15 24-19 15x24 28x19 1/2-1/2",
    ];
    prop_oneof![
        damaged(texts, "[]{}()\";%$!?*.-x0123456789\\ \n\r\u{feff}AB\u{e9}"),
        like("\\PC*"),
        like("[\\[\\]{}();%\"A \n0-9x.*-]{0,120}"),
    ]
    .boxed()
}

fn check_file(text: &str, rules: Rules) {
    let first = game(rules);
    let mut games: Vec<Replayed<Move>> = Vec::new();
    let told = first.replay(text, &mut |game| games.push(game));
    if let Err(error) = told {
        assert!(games.is_empty() && !error.to_string().contains(['\n', '\r']), "{error}");
        return;
    }
    assert!(!games.is_empty());
    let lines = text.split('\n').count();
    let mut line = 1;
    for (i, read) in games.iter().enumerate() {
        assert_eq!(read.number, i + 1);
        assert!((line..=lines).contains(&read.line), "line {} of {lines}", read.line);
        line = read.line;
        assert!(["1-0", "0-1", "1/2-1/2", "*"].contains(&&*read.result), "{}", read.result);
        if let Some(error) = &read.error {
            assert!(!error.to_string().contains(['\n', '\r']), "{error}");
            assert!(error.ply <= read.moves.len() + 1, "{error}");
        }
    }
    // Written again, a game that was read without fault is read as the same. Only games from the start can be:
    // the position of another one is not handed on.
    if !text.contains("FEN") {
        for read in games.iter().filter(|game| game.error.is_none()) {
            let tags = vec![("Result".to_owned(), read.result.clone())];
            let written = first.game_text(&GameRecord { tags, moves: read.moves.clone(), forfeit: None });
            let mut again = Vec::new();
            first.replay(&written, &mut |game| again.push((game.moves, game.error))).unwrap();
            assert_eq!(again, [(read.moves.clone(), None)], "{written}");
        }
    }
}

/// A check of many values, with the least one that fails told. One such search is compiled for all checks of texts.
fn hold<T: std::fmt::Debug + 'static>(values: &BoxedStrategy<T>, check: &dyn Fn(T)) {
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) };
    let mut runner = TestRunner::new(config);
    let held = runner.run(values, |value| {
        check(value);
        Ok(())
    });
    held.unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn positions_are_read_rightly_or_refused() {
    hold(&position_texts(), &|text| Rules::ALL.into_iter().for_each(|rules| check_position(&text, rules)));
}

#[test]
fn lists_of_squares_are_accepted_exactly_when_they_may_stand() {
    hold(&lists(), &|(text, right)| {
        let read = game(Rules::Standard).read_position(&text);
        assert_eq!(read.is_ok(), right, "{text} {read:?}");
    });
}

#[test]
fn moves_are_read_rightly_or_refused() {
    let positions = Rules::ALL.into_iter().flat_map(|rules| POSITIONS.map(|text| (rules, text)));
    let positions: Vec<_> = positions.map(|(rules, text)| game(rules).read_position(text).unwrap()).collect();
    hold(&move_texts(), &|text| positions.iter().for_each(|position| check_move(&text, position)));
}

#[test]
fn rules_are_read_rightly_or_refused() {
    hold(&like("\\PC*").boxed(), &|text| match text.parse::<Rules>() {
        Ok(rules) => assert_eq!(rules.to_string(), text.trim().to_ascii_lowercase()),
        Err(error) => assert!(!error.to_string().contains(['\n', '\r'])),
    });
}

#[test]
fn files_are_read_rightly_or_refused() {
    hold(&files(), &|text| Rules::ALL.into_iter().for_each(|rules| check_file(&text, rules)));
}
