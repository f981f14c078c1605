//! Positions, moves and files of games.

use plywise::{Archive, Game, GameRecord, Ink, Notation, Seat};

use crate::Board;

fn played(columns: &str) -> Board {
    let mut position = Board::default();
    for column in columns.chars() {
        position.play(position.read_move(&column.to_string()).expect("it is legal"));
    }
    position
}

#[test]
fn boards_are_drawn_and_read() {
    let position = played("ddca");
    assert_eq!(position.position_text(), "......./......./......./......./...Y.../Y.RR...");
    assert!(position.diagram(None, Ink::Plain).ends_with(". . . Y . . .\nY . R R . . .\na b c d e f g\n"));
    let spread = ". . . . . . .\n.......\n.......\n.......\n...y...\nY . r R . . .";
    assert_eq!(position.read_position(spread), Ok(position));
}

/// A game that fills the board is a draw; its moves take two lines, and are read as they were played.
#[test]
fn moves_go_on_new_lines() {
    let columns = "fefagceffaebbaefgfdbbccgcggdgcadaddedbecba";
    assert_eq!((played(columns).is_over(), played(columns).payoff(Seat::FIRST)), (true, 0));
    let moves: Vec<u8> = columns.bytes().map(|letter| letter - b'a').collect();
    let text = Board::default().game_text(&GameRecord { moves: moves.clone(), ..GameRecord::default() });
    let lines: Vec<_> = text.lines().skip(1).collect();
    assert!(
        lines.len() == 4 && lines.iter().all(|line| line.len() <= 60) && lines[2] == "result 0:0",
        "{text}"
    );
    let mut read = Vec::new();
    Board::default().replay(&text, &mut |game| read.push((game.moves, game.error))).expect("it is a file");
    assert_eq!(read, [(moves, None)]);
}

#[test]
fn what_is_no_position_is_told_why() {
    for (text, part) in [
        ("......./......./......./......./......./R......", ""),
        ("......./......./......./......./R....../.......", "a stone hangs in the air"),
        ("......./......./......./......./......./YYYY.RR", "YYYY.RR\": 2 stones to 4"),
        ("......./......./......./......./RRR..../YYYYRRR", "6 stones to 4"),
        ("......./......./......./......./YYY..../RRRR...", ""),
        ("......./......./......./Y....../YYY..../RRRR...", "the mover has won"),
        ("......./......./......./......./......./.......R", "row 6 has 8 squares"),
        ("......./......./......./......./......./...X...", "row 6, square 4"),
        ("", "1 of the 6 rows"),
    ] {
        match Board::default().read_position(text) {
            Ok(_) => assert_eq!(part, "", "{text}"),
            Err(error) => assert!(!part.is_empty() && error.message.contains(part), "{text}: {error}"),
        }
    }
    let full = played("aaaaaa");
    let error = full.read_move("a").expect_err("the column is full").to_string();
    assert_eq!(error, "\"a\" is not legal here; legal: b c d e f g");
}

/// The plain format of files: what is written is read, faults are told, and what follows them is read nevertheless.
#[test]
fn files_of_games() {
    let start = Board::default();
    let moves: Vec<u8> = [0, 1, 0, 1, 0, 1, 0].into();
    let tags = vec![("Event".to_owned(), "a \"test\"\n\\".to_owned()), ("Red".to_owned(), "x".to_owned())];
    let whole = start.game_text(&GameRecord { tags, moves: moves.clone(), forfeit: None });
    let late = GameRecord {
        moves: moves[..2].into(),
        forfeit: Some((Seat::SECOND, "time".into())),
        tags: Vec::new(),
    };
    let broken = "[Start \"x\"]\nresult unfinished\n[A b]\na a a\nresult 1:-1\n[Event \"\"]\na b a b a b a a\nresult 0:0";
    let more = "\n# a comment\n[Event \"\"]\na b a b a b a\nresult 0:0\n[Start \"\"]";
    let text = format!("{whole}{}{broken}{more}", start.game_text(&late));
    let mut games = Vec::new();
    start.replay(&text, &mut |game| games.push(game)).expect("it is a file of games");
    let told: Vec<_> =
        games.iter().map(|game| (game.number, game.moves.len(), game.result.as_str())).collect();
    assert_eq!(
        told,
        [
            (1, 7, "1:-1"),
            (2, 2, "unfinished, forfeited"),
            (3, 0, "unfinished"),
            (4, 0, "1:-1"),
            (5, 7, "0:0"),
            (6, 7, "0:0"),
            (7, 0, "unfinished")
        ]
    );
    assert_eq!((games[0].moves.as_slice(), games[0].error.as_ref()), (moves.as_slice(), None));
    assert_eq!(games[0].tags[0], ("Event".to_owned(), "a \"test\" \\".to_owned()));
    assert_eq!(games[1].error, None);
    let faults: Vec<_> =
        games[2..].iter().map(|game| game.error.as_ref().expect("it has a fault").to_string()).collect();
    for (fault, part) in faults.iter().zip([
        "ply 0: \"x\": 1 of the 6 rows",
        "ply 0: \"[A b]\" is no tag",
        "ply 8: \"a\" is not legal here; the game is over",
        "ply 7: the result is given as \"0:0\", but the moves end 1:-1",
        "ply 0: \"\": 1 of the 6 rows",
    ]) {
        assert!(fault.starts_with(part), "{fault}");
    }
    for nothing in ["", "a b c", "# only a comment"] {
        start.replay(nothing, &mut |_| panic!("no game")).expect_err(nothing);
    }
}

/// What stands between two games is told as one that breaks, and both are read.
#[test]
fn lines_between_games_stop_none() {
    let game = "[Event \"x\"]\na b a b a b a\nresult 1:-1\n";
    let text = format!("{game}stray\nresult 1:-1\n{game}");
    let mut told = Vec::new();
    let mut each = |game: plywise::Replayed<_>| {
        let error = game.error.as_ref().map(ToString::to_string);
        told.push((game.number, game.line, game.moves.len(), error));
    };
    Board::default().replay(&text, &mut each).expect("it is a file of games");
    let stray = "ply 0: \"stray\" stands outside a game; each begins with a tag such as [Start \"…\"]";
    assert_eq!(told, [(1, 1, 7, None), (2, 4, 0, Some(stray.to_owned())), (3, 6, 7, None)]);
}
