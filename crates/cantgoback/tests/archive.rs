//! Files of games: what is written is replayed, and what is wrong is found.

use cantgoback::{Board, CantGoBack, Fruits, Move, Options, start};
use plywise::{Archive, Game, GameRecord, Notation, Replayed, Rng, Seat, Stochastic, Turn};

fn replay(start: &CantGoBack, text: &str) -> Vec<Replayed<Move>> {
    let mut games = Vec::new();
    start.replay(text, &mut |game| games.push(game)).expect("a file of games");
    games
}

/// A random game with at most `most` moves.
fn random_game(start: &CantGoBack, seed: u64, most: usize) -> GameRecord<Move> {
    let mut rng = Rng::new(seed);
    let mut position = *start;
    let mut moves = Vec::new();
    while !position.is_over() && moves.len() < most {
        let mv = if position.turn() == Turn::Chance {
            position.sample(&mut rng)
        } else {
            let mut list = Vec::new();
            position.moves(&mut list);
            list[rng.index(list.len())]
        };
        position.play(mv);
        moves.push(mv);
    }
    let tags =
        [("Event", "a \"quoted\" \\ name\nin two lines"), ("player 1", "simple"), ("Start", "nonsense")];
    let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    GameRecord { tags, moves, forfeit: None }
}

fn starts() -> Vec<CantGoBack> {
    let boards = ["default_board", "rectangle_board", "example_board"];
    let mut starts = Vec::new();
    for fruits in Fruits::ALL {
        for board in boards {
            let board = Board::built_in(board).expect("built in");
            starts.push(start(&Options { board, fruits, ..Options::default() }, 4).expect("good options"));
        }
    }
    starts
}

#[test]
fn a_file_of_games_is_replayed_as_it_was_played() {
    for start in starts() {
        let records: Vec<_> = (0..5).map(|seed| random_game(&start, seed, usize::MAX)).collect();
        let text: String = records.iter().map(|record| start.game_text(record)).collect();
        assert!(text.lines().filter(|line| !line.starts_with('[')).all(|line| line.len() <= 100));
        for text in [text.clone(), text.replace('\n', "\r\n"), format!("\u{feff}\n\n{text}")] {
            let games = replay(&start, &text);
            assert_eq!(games.len(), records.len());
            for (game, record) in games.iter().zip(&records) {
                assert_eq!(game.error, None);
                assert_eq!(game.moves, record.moves);
                let mut end = start;
                record.moves.iter().for_each(|&mv| end.play(mv));
                let result = format!("score {}:{}", end.score(Seat::FIRST), end.score(Seat::SECOND));
                assert_eq!(game.result, result);
            }
            assert!(games.iter().map(|game| game.number).eq(1..=5));
        }
    }
}

#[test]
fn the_file_names_the_start_so_that_seeds_may_differ() {
    let other = start(&Options::default(), 12).expect("good options");
    let here = start(&Options::default(), 99).expect("good options");
    assert_ne!(other.position_text(), here.position_text());
    let record = random_game(&other, 2, usize::MAX);
    let games = replay(&here, &other.game_text(&record));
    assert_eq!((games[0].error.clone(), &games[0].moves), (None, &record.moves));
}

#[test]
fn a_forfeited_game_says_so_and_pays_the_penalty() {
    let start = start(&Options::default(), 4).expect("good options");
    for seat in [Seat::FIRST, Seat::SECOND] {
        let mut record = random_game(&start, 3, 7);
        record.forfeit = Some((seat, "time".to_owned()));
        let text = start.game_text(&record);
        assert!(text.contains(&format!("\n[Forfeit \"{} time\"]\n", seat.0 + 1)), "{text}");
        let game = &replay(&start, &text)[0];
        assert_eq!(game.error, None);
        let mut scores = [0; 2];
        let mut end = start;
        record.moves.iter().for_each(|&mv| end.play(mv));
        for side in [Seat::FIRST, Seat::SECOND] {
            scores[side.index()] = end.score(side) - if side == seat { 300 } else { 0 };
        }
        assert_eq!(game.result, format!("score {}:{}", scores[0], scores[1]));
    }
}

#[test]
fn a_game_that_was_broken_off_is_unfinished() {
    let start = start(&Options::default(), 4).expect("good options");
    let text = start.game_text(&random_game(&start, 3, 4));
    let game = &replay(&start, &text)[0];
    assert_eq!((game.error.clone(), game.result.as_str(), game.moves.len()), (None, "unfinished", 4));
}

/// Each text is one game on a board of one row; what is wrong, and at which ply.
#[test]
fn faults_are_found_and_placed() {
    let board = Board::parse("1 0 -1 2 0 0", "test").expect("a board");
    let start = start(&Options { board, ..Options::default() }, 5).expect("good options");
    let head = "[Game \"Can't Go Back\"]\n";
    let good = "right right stuck right\nscore -300:0\n";
    assert_eq!(replay(&start, &format!("{head}{good}"))[0].error, None);
    assert_eq!(replay(&start, &format!("{head}right right\nstuck right"))[0].result, "score -300:0");
    let other_rules = start.rules().to_string().replace("penalty=300", "penalty=200");
    for (game, ply, message) in [
        ("right up", 2, "\"up\" is not legal here; legal: right"),
        ("right north", 2, "\"north\" is no move; legal: right"),
        ("right right stuck right right", 5, "\"right\" is not legal here; the game is over"),
        (
            "right right stuck right score -300:7",
            4,
            "the file says \"score -300:7\", but the moves lead to score -300:0",
        ),
        ("right right stuck right score", 4, "the file says \"score\""),
        ("right right stuck right unfinished", 4, "the file says \"unfinished\""),
        ("right right stuck right score -300:0 left", 5, "\"left\" stands after the result"),
        ("right right", 3, "the game is not over, and the file ends it here"),
        ("right right score 0:0", 2, "the file says \"score 0:0\", but the moves lead to unfinished"),
        ("right\n[Event \"x\"]\nright", 2, "\"[Event \\\"x\\\"]\" stands among the moves"),
        ("[Event x]\nright", 0, "\"[Event x]\" is no tag"),
        ("[Start \"1 0 2\"]\nright", 0, "position: 1 rows of 3 cells; this game has 1 rows of 6"),
        ("[Forfeit \"3\"]\nright", 0, "Forfeit \"3\": expected the player"),
        ("[Forfeit \"1 time\"]\nright right stuck right", 4, "forfeited after the end"),
        (&format!("[Rules \"{other_rules}\"]\nright"), 0, "played under"),
    ] {
        // A broken game does not stop the next.
        let games = replay(&start, &format!("{head}{game}\n\n{head}{good}"));
        let error = games[0].error.clone().expect(game);
        assert_eq!(error.ply, ply, "{game}: {error}");
        assert!(error.message.starts_with(message), "{game}: {error}");
        assert!(!error.to_string().contains('\n'), "{error}");
        assert_eq!((games.len(), games[1].error.clone()), (2, None), "{game}");
    }
    for (text, message) in [("", "no game; each begins"), ("right\n", "line 1: \"right\" stands before")] {
        let error = start.replay(text, &mut |_| panic!("there is no game")).expect_err(text).to_string();
        assert!(error.starts_with(message), "{error}");
    }
    let other = "[Game \"Chess\"]\nright";
    assert!(replay(&start, other)[0].error.clone().expect(other).message.starts_with("a game of \"Chess\""));
}
