//! No text makes a reader panic, and what a reader takes comes back the same.

use cantgoback::door::Rules;
use cantgoback::{Board, CantGoBack, Fruits, Options, Visible, start};
use plywise::{Archive, Game, GameRecord, Keyed, Notation, Rng, Stochastic, Turn};
use proptest::prelude::*;
use proptest::string::string_regex;
use registry::Spec;
use registry::entry::Opens;

/// Text of this form. Its pattern is read once; one that stands for itself would be read again for each case.
fn like(pattern: &str) -> impl Strategy<Value = String> + use<> {
    string_regex(pattern).expect("a pattern")
}

fn starts() -> Vec<CantGoBack> {
    let board = |rows| Board::parse(rows, "small").expect("a board");
    let mut starts = Vec::new();
    for fruits in Fruits::ALL {
        for board in [board("1 0 2\n0 70 0"), Board::default()] {
            starts.push(start(&Options { board, fruits, ..Options::default() }, 8).expect("good options"));
        }
    }
    starts
}

/// A position some random plies after a start.
fn later(start: &CantGoBack, seed: u64, plies: usize) -> CantGoBack {
    let mut rng = Rng::new(seed);
    let mut position = *start;
    for _ in 0..plies {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let chance = position.turn() == Turn::Chance;
        position.play(if chance { position.sample(&mut rng) } else { moves[rng.index(moves.len())] });
    }
    position
}

fn check_error(error: &str) {
    assert!(!error.is_empty() && !error.contains(['\n', '\r']), "{error:?}");
}

/// What was accepted is written so that it reads back as the same position, and can be played to its end.
fn check_position<G: Keyed + Notation>(read: Result<G, plywise::TextError>) {
    match read {
        Err(error) => check_error(&error.message),
        Ok(position) => {
            let text = position.position_text();
            let again = position.read_position(&text).expect("own text");
            assert_eq!((again.position_text(), again.key()), (text, position.key()));
            let mut position = position;
            let mut rng = Rng::new(1);
            plywise::playout(&mut position, &mut rng, &mut Vec::new());
            let last = position.position_text();
            assert!(position.read_position(&last).expect("own text").is_over(), "{last}");
        }
    }
}

fn check_both(start: &CantGoBack, text: &str) {
    check_position::<CantGoBack>(start.read_position(text));
    check_position::<Visible>(start.visible().read_position(text));
}

/// Replaces, takes out or doubles a part of `text` at a place.
fn damage(text: &str, place: usize, kind: u8, with: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let at = place % (chars.len() + 1);
    match kind % 4 {
        0 => drop(chars.splice(at..at, with.chars())),
        1 if at < chars.len() => drop(chars.splice(at..=at, with.chars())),
        2 if at < chars.len() => drop(chars.remove(at)),
        _ => chars.truncate(at),
    }
    chars.into_iter().collect()
}

fn piece() -> impl Strategy<Value = String> {
    let words = [
        "1",
        "2",
        "0",
        "-1",
        "70",
        "99999999999",
        "/",
        " ",
        "\n",
        "=",
        ":",
        ",",
        "turn=2",
        "score=5:5",
        "ply=3",
        "stuck=1",
        "stuck=both",
        "life=1",
        "chance=fruit",
        "chance=value:a1",
        "\u{2003}",
        "é",
        "[",
        "]",
        "\"",
        "\\",
        "up",
        "stuck",
        "score",
        "fruit",
        "-",
        "+1",
        "[Start \"",
        "[Game \"Can't Go Back\"]\n",
    ];
    prop_oneof![
        prop::sample::select(words.to_vec()).prop_map(str::to_owned),
        like("\\PC{0,3}"),
        any::<char>().prop_map(String::from)
    ]
}

/// How many texts each reader meets, drawn anew in each run: 600 where all is tried (`.ci/run`), else 200.
fn cases() -> u32 {
    if crate::whole() { 600 } else { 200 }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_as_a_position(text in prop_oneof![like(".*"), prop::collection::vec(piece(), 0..30).prop_map(|p| p.concat())]) {
        for start in starts() {
            check_both(&start, &text);
        }
    }

    #[test]
    fn damaged_positions(seed: u64, plies in 0usize..40, damages in prop::collection::vec((any::<usize>(), any::<u8>(), piece()), 0..3)) {
        for start in starts() {
            let position = later(&start, seed, plies);
            let mut text = if seed % 2 == 0 { position.position_text() } else { position.visible().position_text() };
            for (place, kind, with) in &damages {
                text = damage(&text, *place, *kind, with);
            }
            check_both(&start, &text);
        }
    }

    /// Small boards of plausible numbers are often right: right ones hold what the text says.
    #[test]
    fn boards(cells in prop::collection::vec(prop::collection::vec(prop_oneof![6 => -1i64..=2, 1 => -3i64..=10_002], 1..5), 1..5), divider in prop::sample::select(vec![" ", ",", "\t", ", ", "  "])) {
        let row = |row: &Vec<i64>| row.iter().map(i64::to_string).collect::<Vec<_>>().join(divider);
        let text = cells.iter().map(row).collect::<Vec<_>>().join("\r\n");
        let count = |n| cells.iter().flatten().filter(|&&cell| cell == n).count();
        let right = cells.iter().all(|row| row.len() == cells[0].len())
            && cells.iter().flatten().all(|cell| (-1..=10_000).contains(cell))
            && count(1) == 1
            && count(2) == 1;
        match Board::parse(&text, "some.csv") {
            Ok(board) => {
                prop_assert!(right, "{text:?}");
                prop_assert_eq!((board.rows(), board.columns()), (cells.len(), cells[0].len()));
                prop_assert_eq!(board.grey().len() as usize, count(-1));
                let fruits: i64 = cells.iter().flatten().filter(|&&cell| cell > 2).sum();
                prop_assert_eq!(board.fruits().iter().map(|fruit| i64::from(fruit.1)).sum::<i64>(), fruits);
                match start(&Options { board, ..Options::default() }, 1) {
                    Ok(start) => check_both(&start, &text),
                    Err(error) => check_error(&error.message),
                }
            }
            Err(error) => {
                prop_assert!(!right, "{text:?}: {error}");
                prop_assert!(error.message.starts_with("some.csv: "), "{error}");
                check_error(&error.message);
            }
        }
    }

    #[test]
    fn any_text_as_a_board(text in prop_oneof![like(".*"), prop::collection::vec(piece(), 0..30).prop_map(|p| p.concat())], name in like(".*")) {
        if let Err(error) = Board::parse(&text, &name) {
            check_error(&error.message);
        }
        if let Err(error) = Board::built_in(&name) {
            check_error(&error.message);
        }
    }

    #[test]
    fn any_text_as_a_move(seed: u64, plies in 0usize..40, text in prop_oneof![like(".*"), like("(at|value|life|AT)?=?[a-p]?[0-9]{0,6}"), piece()]) {
        for start in starts() {
            let position = later(&start, seed, plies);
            match position.read_move(&text) {
                Ok(mv) => {
                    prop_assert!(position.is_legal(mv));
                    prop_assert_eq!(position.read_move(&position.move_text(mv)), Ok(mv));
                }
                Err(error) => check_error(&error.to_string()),
            }
            match position.visible().read_move(&text) {
                Ok(mv) => prop_assert!(position.visible().is_legal(mv)),
                Err(error) => check_error(&error.to_string()),
            }
        }
    }

    #[test]
    fn any_text_as_a_file_of_games(text in prop::collection::vec(piece(), 0..60).prop_map(|p| p.concat())) {
        for start in starts() {
            if let Err(error) = start.replay(&text, &mut |game| check_replayed(&game)) {
                check_error(&error.message);
            }
        }
    }

    #[test]
    fn damaged_files_of_games(seed: u64, damages in prop::collection::vec((any::<usize>(), any::<u8>(), piece()), 0..3)) {
        for start in starts() {
            let mut position = start;
            let mut moves = Vec::new();
            while !position.is_over() {
                let next = later(&position, seed, 1);
                let mut listed = Vec::new();
                position.moves(&mut listed);
                let mv = listed.into_iter().find(|&mv| {
                    let mut child = position;
                    child.play(mv);
                    child.key() == next.key()
                });
                moves.push(mv.expect("the move that was played"));
                position = next;
            }
            let mut text = start.game_text(&GameRecord { tags: Vec::new(), moves, forfeit: None });
            for (place, kind, with) in &damages {
                text = damage(&text, *place, *kind, with);
            }
            if let Err(error) = start.replay(&text, &mut |game| check_replayed(&game)) {
                check_error(&error.message);
            }
        }
    }

    #[test]
    fn any_text_as_an_option(text in like(".*")) {
        for key in ["fruits", "both_stuck", "forfeit", "penalty"] {
            let options = vec![(key.to_owned(), text.clone())];
            let opened = Rules::open(&Spec { name: "cantgoback".to_owned(), options });
            opened.err().into_iter().for_each(|error| check_error(&error.0));
        }
    }

    #[test]
    fn any_numbers_as_options(penalty: i32, score: u16, time: u8, rules in 0usize..3) {
        let fruits = Fruits::ALL[rules];
        let options = Options { penalty, max_fruit_score: score, max_fruit_time: time, fruits, ..Options::default() };
        match start(&options, 1) {
            Ok(start) => check_both(&start, &start.position_text()),
            Err(error) => check_error(&error.message),
        }
    }
}

fn check_replayed(game: &plywise::Replayed<cantgoback::Move>) {
    check_error(&format!("result {}", game.result));
    if let Some(error) = &game.error {
        check_error(&error.to_string());
        assert!(error.ply <= game.moves.len() + 1);
    }
    assert!(game.number > 0 && game.line > 0);
}
