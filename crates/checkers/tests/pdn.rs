//! Files of games: what real ones do, and the way there and back.

use checkers::{Checkers, Move, Options, Rules, start};
use plywise::{Archive, Game, GameRecord, Notation, Replayed, Rng, Seat};

const MESSY: &str = include_str!("messy.pdn");

fn game(rules: Rules) -> Checkers {
    start(&Options { rules }, 0)
}

fn replayed(text: &str) -> Vec<Replayed<Move>> {
    let mut games = Vec::new();
    game(Rules::Standard).replay(text, &mut |game| games.push(game)).unwrap();
    games
}

/// The only game of a text: its plies, its result and its error.
fn single(text: &str) -> (usize, String, Option<String>) {
    let games = replayed(text);
    assert_eq!(games.len(), 1, "{games:?}");
    (games[0].moves.len(), games[0].result.clone(), games[0].error.as_ref().map(ToString::to_string))
}

#[test]
fn a_messy_file_is_read_to_its_end() {
    let told: Vec<_> = replayed(MESSY)
        .into_iter()
        .map(|game| {
            let error = game.error.map_or_else(|| "legal".to_owned(), |error| error.to_string());
            format!("{} @{}: {} plies, {}, {error}", game.number, game.line, game.moves.len(), game.result)
        })
        .collect();
    let wanted = [
        "1 @2: 6 plies, 1-0, legal",
        "2 @15: 5 plies, 1/2-1/2, legal",
        "3 @23: 4 plies, 0-1, legal",
        "4 @31: 2 plies, *, ply 3: line 35: a comment opens with { and no } closes it",
        "5 @37: 2 plies, *, ply 3: line 41: a variation opens with ( and no ) closes it",
        "6 @43: 3 plies, 0-1, ply 4: line 46: \"32-28\" is not a legal move here; legal: 19-16 21-17 22-17 22-18 \
         24-20 26-23 27-23",
        "7 @48: 1 plies, 1-0, ply 2: line 51: \"24-19Blackoversteppedthetime.\" is not a move; a move looks like \
         11-15 or 22x15x8; legal: 21-17 22-17 22-18 23-18 23-19 24-19 24-20",
        "8 @53: 0 plies, 1-0, ply 0: line 54: game type \"20,W,10,10,N2,0\" is not English checkers, which is 21",
        "9 @59: 3 plies, 1-0, legal",
        "10 @65: 0 plies, *, ply 0: line 67: position \"B:W40:B1\", character 4, at \"40:B1\": no such square; \
         squares are 1 to 32 (a position looks like B:W18,24,27,K30:B12,K16)",
        "11 @70: 2 plies, 0-1, ply 0: the head says 1-0, the end of the moves 0-1",
        "12 @75: 1 plies, 0-1, ply 2: the result is given as 0-1, but the side to move has lost: 1-0",
        "13 @81: 2 plies, 1/2-1/2, ply 3: line 83: a ) that no ( opens",
        "14 @85: 2 plies, *, ply 0: line 86: \"[Site \\\"no end\" is no tag; a tag is [Name \"value\"]",
        "15 @91: 0 plies, *, legal",
        "16 @93: 2 plies, *, legal",
    ];
    assert_eq!(told, wanted);
}

#[test]
fn marks_numbers_and_separators_do_not_matter() {
    for text in [
        "1. 11-15 23-19 2. 8-11 22-17 *",
        "1.11x15 23x19 2.8x11 22x17",
        "1 11-15! 23-19?! 2 8-11 $5 22-17$139 !!\n*",
        "1. 11-15{a good start}23-19;to the end 9-13\n2.8-11 ( 8-12 (9-13) {)} ) 22-17 *",
        "\u{feff}11-15\r\n23-19\r\n%8-12\r\n8-11\r\n22-17\r\n",
        "1. 11–15 23—19 2. 8−11 22\u{2011}17 *",
        "1. 11 - 15 23 -19 2. 8– 11 22 × 17 *",
    ] {
        assert_eq!(single(text), (4, "*".to_owned(), None), "{text}");
    }
}

#[test]
fn results_are_read_in_all_customary_forms() {
    for (text, result) in [
        ("11-15 1-0", "1-0"),
        ("11-15 2-0", "1-0"),
        ("11-15 1 - 0", "1-0"),
        ("11-15 1/2 – 1/2", "1/2-1/2"),
        ("11-15 0-1", "0-1"),
        ("11-15 0-2", "0-1"),
        ("11-15 1/2-1/2", "1/2-1/2"),
        ("11-15 1-1", "1/2-1/2"),
        ("11-15 0-0", "*"),
        ("[Result \"2-0\"] 11-15 *", "1-0"),
        ("[Result \"*\"] 11-15 0-1", "0-1"),
        ("[Result \"1-1\"] 11-15", "1/2-1/2"),
        ("11-15 1-0 *", "1-0"),
        // Nothing is claimed: the rules tell.
        ("[FEN \"B:WK10:BK7\"] 7x14", "1-0"),
    ] {
        assert_eq!(single(text), (1, result.to_owned(), None), "{text}");
    }
    let (_, _, error) = single("[Result \"Black won\"] 11-15");
    assert_eq!(error.unwrap(), "ply 0: line 1: result \"Black won\" is none of 1-0 0-1 1/2-1/2 *");
}

#[test]
fn players_may_go_on_after_a_draw_that_nobody_claimed() {
    let shuffle = "1-6 32-27 6-1 27-32 ".repeat(30);
    let text = format!("[FEN \"B:WK32:BK1\"] {shuffle}");
    assert_eq!(single(&text), (120, "1/2-1/2".to_owned(), None));
    assert_eq!(single(&(text + "1-0")), (120, "1-0".to_owned(), None));
}

#[test]
fn games_without_heads_are_parted_by_results() {
    let games = replayed("11-15 23-19 1-0\n\n11-16 24-19 0-1 9-13");
    let told: Vec<_> = games.iter().map(|game| (game.number, game.moves.len(), &*game.result)).collect();
    assert_eq!(told, [(1, 2, "1-0"), (2, 2, "0-1"), (3, 1, "*")]);
}

#[test]
fn a_numbered_move_that_cannot_be_read_is_named_also_without_a_head() {
    for (text, plies, part) in [
        ("1. 11:15 9-14 22-17 *", 0, "ply 1: line 1: \"11:15\" is not a move"),
        ("1. 9:14 22-17 *", 0, "ply 1: line 1: \"9:14\" is not a move"),
        ("1. a3-b4 *", 0, "ply 1: line 1: \"a3-b4\" is not a move"),
        ("1.9_14 22-17 *", 0, "ply 1: line 1: \"9_14\" is not a move"),
        ("1. 11-15 { so far } 2. h2:g3 *", 1, "ply 2: line 1: \"h2:g3\" is not a move"),
    ] {
        let (moves, _, error) = single(text);
        let error = error.unwrap_or_else(|| panic!("{text}"));
        assert!(moves == plies && error.starts_with(part), "{text}: {error}");
    }
    let games = replayed("1. 9-13 *\n1. 9:14 22-17 1-0\n1. 9-13 *");
    assert_eq!(games.iter().map(|game| game.error.is_some()).collect::<Vec<_>>(), [false, true, false]);
}

#[test]
fn prose_before_the_first_head_is_no_game() {
    for prose in ["Games of a club,\nplayed 1946", "1. Introduction\n2. Games, in 1946 - 1950"] {
        let games = replayed(&format!("{prose}\n\n[Event \"first\"]\n11-15 1-0"));
        assert_eq!((games.len(), games[0].line, games[0].error.clone()), (1, 4, None), "{prose}");
    }
}

#[test]
fn a_text_without_any_game_is_refused() {
    for text in
        ["", " \n ", "hello world", "1. e4 e5 2. Nf3", "{ never closed", "1-0", "(11-15", "\u{0}\u{1}"]
    {
        let mut games = 0;
        let error = game(Rules::Standard).replay(text, &mut |_| games += 1).unwrap_err().to_string();
        assert!(error.starts_with("no game of checkers in a text that starts with "), "{error}");
        assert!(games == 0 && !error.contains('\n'));
    }
}

#[test]
fn tags_may_hold_anything() {
    for value in
        [r#"a \"quoted\" word"#, r#"an "open" word"#, r"C:\games\", "[in brackets]", "{", "(", "; %", ""]
    {
        let text = format!("[Event \"{value}\"] [Unknown_1 \"x\"]\n11-15 *");
        assert_eq!(single(&text), (1, "*".to_owned(), None), "{text}");
    }
}

#[test]
fn game_types_of_other_games_are_refused() {
    for (tag, fine) in
        [("21", true), ("21,B,8,8,N1,0", true), ("20", false), ("25", false), ("", false), ("2 1", false)]
    {
        let (_, _, error) = single(&format!("[GameType \"{tag}\"] 11-15 *"));
        assert_eq!(error.is_none(), fine, "{tag}");
    }
}

#[test]
fn set_up_needs_a_position() {
    assert_eq!(single("[SetUp \"1\"] [FEN \"W:W22:B18.\"] 1... 22x15 *").0, 1);
    let (_, _, error) = single("[SetUp \"1\"] 11-15 *");
    assert_eq!(error.unwrap(), "ply 0: the head says SetUp \"1\" but gives no FEN to start from");
}

/// A random game from `first`.
fn played(first: &Checkers, seed: u64) -> Vec<Move> {
    let (mut position, mut rng, mut played) = (first.clone(), Rng::new(seed), Vec::new());
    loop {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if moves.is_empty() {
            return played;
        }
        let mv = moves[rng.index(moves.len())];
        position.play(mv);
        played.push(mv);
    }
}

#[test]
fn games_come_back_as_they_were_written() {
    for rules in Rules::ALL {
        let mut file = String::new();
        let mut written = Vec::new();
        for seed in 0..40 {
            let first = match (rules, seed % 4) {
                (Rules::Standard, 3) => game(rules).read_position("W:W22,30,K9:B18,K2,1").unwrap(),
                (Rules::Course, 3) => game(rules).read_position("B:B22,30,K9:R18,K2,1").unwrap(),
                _ => game(rules),
            };
            let moves = played(&first, seed);
            let tags = vec![("Event".to_owned(), format!("game \"{seed}\" \\ {{"))];
            file += &first.game_text(&GameRecord { tags, moves: moves.clone(), forfeit: None });
            let mut end = first.clone();
            moves.iter().for_each(|&mv| end.play(mv));
            let result = ["0-1", "1/2-1/2", "1-0"][(end.payoff(Seat::FIRST) + 1) as usize];
            written.push((moves, result.to_owned()));
        }
        assert!(file.lines().all(|line| line.chars().count() <= 80), "{file}");
        let mut read = Vec::new();
        game(rules)
            .replay(&file, &mut |game| {
                assert_eq!(game.error, None, "game {}", game.number);
                read.push((game.moves, game.result));
            })
            .unwrap();
        assert_eq!(read, written);
    }
}

#[test]
fn a_game_is_written_cleanly() {
    let first = game(Rules::Standard);
    let mut position = first.clone();
    let mut moves = Vec::new();
    for text in ["11-15", "22-18", "15x22", "25x18"] {
        moves.push(position.read_move(text).unwrap());
        position.play(moves[moves.len() - 1]);
    }
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let record = GameRecord {
        tags: vec![
            tag("White", "B"),
            tag("Seed", "7"),
            tag("Black", "A \"1\""),
            tag("bad name", "x"),
            tag("GameType", "1"),
        ],
        moves,
        forfeit: Some((Seat::FIRST, "out of {time}\n".to_owned())),
    };
    let wanted = r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[Black "A \"1\""]
[White "B"]
[Result "0-1"]
[GameType "21"]
[Seed "7"]

1. 11-15 22-18 2. 15x22 25x18 {Black forfeits: out of (time) } 0-1

"#;
    assert_eq!(first.game_text(&record), wanted);
}

#[test]
fn an_unfinished_game_keeps_the_result_it_was_given() {
    let first = game(Rules::Standard).read_position("W:WK22:BK1").unwrap();
    let moves = vec![first.read_move("22-18").unwrap()];
    let with = |result: Option<&str>| {
        let tags = result.map(|r| ("Result".to_owned(), r.to_owned())).into_iter().collect();
        first.game_text(&GameRecord { tags, moves: moves.clone(), forfeit: None })
    };
    assert!(with(Some("1/2-1/2")).ends_with("[SetUp \"1\"]\n[FEN \"W:WK22:BK1\"]\n\n1... 22-18 1/2-1/2\n\n"));
    assert!(with(Some("nonsense")).contains("[Result \"*\"]"));
    assert!(with(None).ends_with("22-18 *\n\n"));
}

/// Openings of every construct without its end, in bulk: read in one go, not once for each.
#[test]
fn long_broken_files_do_not_hang() {
    for piece in [
        "{",
        "(",
        "[",
        "[A \"",
        "{\n[A \"b\"]\n",
        "{[A \"b\"]",
        "\"",
        "[A \"\\\"",
        "$",
        "1.",
        "!",
        "\n[",
        "%\n",
        ";",
        "\\",
        " ",
        "*",
    ] {
        let text = "[Event \"x\"]\n11-15\n".to_owned() + &piece.repeat(100_000);
        let mut games = 0;
        game(Rules::Standard).replay(&text, &mut |_| games += 1).unwrap();
        assert!(games >= 1, "{piece:?}");
    }
}
