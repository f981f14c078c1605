//! Whole games as lines of moves.

use othello::{Move, Othello, Rule, Setup, Size};
use plywise::{Archive, Game, GameRecord, Notation, Replayed, Rng, Seat};

fn start(size: Size) -> Othello {
    Othello::start(size, Setup::Standard, 0)
}

fn replay(size: Size, text: &str) -> Vec<Replayed<Move>> {
    let mut games = Vec::new();
    start(size).replay(text, &mut |game| games.push(game)).unwrap();
    games
}

/// One line on a 4x4 board: the result, or the error.
fn line(text: &str) -> Result<String, String> {
    let games = replay(Size::Four, text);
    assert_eq!(games.len(), 1, "{text:?}");
    let game = games.into_iter().next().unwrap();
    game.error.map_or(Ok(game.result), |error| Err(error.to_string()))
}

/// A random game from a seed.
fn random_game(size: Size, seed: u64) -> (Vec<Move>, Othello) {
    let (mut rng, mut position, mut played) = (Rng::new(seed), start(size), Vec::new());
    loop {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if moves.is_empty() {
            return (played, position);
        }
        let mv = moves[rng.index(moves.len())];
        played.push(mv);
        position.play(mv);
    }
}

/// Nine plies that wipe White out: no game is shorter.
const WIPED_OUT: &str = "e6f4e3f6g5d6e7f5c5";

#[test]
fn the_shortest_game_ends_with_all_discs_black() {
    // However a file counts, the result is told as the position's rule has it.
    for claim in ["", " +13", " 64", " 13-0", " 64-0"] {
        let games = replay(Size::Eight, &format!("{WIPED_OUT}{claim}"));
        assert_eq!((games[0].error.clone(), games[0].result.as_str()), (None, "+13"), "{claim}");
        assert_eq!(games[0].moves.len(), 9);
    }
    for claim in ["0", "+14", "-13", "-64", "13-1", "63-1", "0-13"] {
        let error = replay(Size::Eight, &format!("{WIPED_OUT} {claim}"))[0].error.clone().expect(claim);
        assert_eq!(
            error.to_string(),
            format!(
                "ply 9: the score is given as \"{claim}\", but the moves end 13-0: +13, or +64 with the 51 empty squares"
            )
        );
    }
}

/// Scored as federations do, the winner has the squares that stay empty, and keeps that rule through text and play.
#[test]
fn empty_squares_are_the_winners_by_the_federations_rule() {
    let federation = start(Size::Eight).scored(Rule::WinnerTakesEmpties);
    let mut games = Vec::new();
    federation.replay(WIPED_OUT, &mut |game| games.push(game)).unwrap();
    assert_eq!((games[0].error.clone(), games[0].result.as_str()), (None, "+64"));
    let mut end = federation.read_position(&federation.position_text()).unwrap();
    games[0].moves.iter().for_each(|&mv| end.play(mv));
    assert_eq!([Seat::FIRST, Seat::SECOND].map(|seat| end.payoff(seat)), [64, -64]);
    assert_eq!(end.scored(Rule::Discs).payoff(Seat::FIRST), 13);
    let record = GameRecord { tags: Vec::new(), moves: games[0].moves.clone(), forfeit: None };
    assert_eq!(federation.game_text(&record), format!("{WIPED_OUT} +64\n"));
    // Of a draw each side has half of them.
    let drawn = federation.read_position(&("XXOO".to_owned() + &"-".repeat(60) + " X")).unwrap();
    assert_eq!(
        (drawn.empty().count_ones(), drawn.difference(Seat::FIRST), drawn.payoff(Seat::FIRST)),
        (60, 0, 0)
    );
}

/// Random games on all sizes come back move by move, written with passes and without, and with any spacing.
#[test]
fn games_survive_the_way_to_text_and_back() {
    fn check(size: Size, games: u64) {
        let mut passes = 0;
        for seed in 0..games {
            let (moves, end) = random_game(size, seed);
            passes += moves.iter().filter(|mv| mv.is_pass()).count();
            let record = GameRecord { tags: Vec::new(), moves: moves.clone(), forfeit: None };
            let text = start(size).game_text(&record);
            assert!(text.ends_with('\n') && text.lines().count() == 1 && !text.contains("pass"));
            let score = format!("{:+}", end.payoff(Seat::FIRST));
            let spell = |pass: &str, between: &str| {
                let words = moves.iter().map(|mv| if mv.is_pass() { pass.into() } else { mv.to_string() });
                words.collect::<Vec<String>>().join(between)
            };
            let variants = [
                text.clone(),
                text.to_uppercase(),
                text.replace('\n', "\r\n"),
                spell("pass", ""),
                spell("--", " "),
                spell("PA", ""),
                spell("PS", "\t"),
                spell("@@", "  "),
                format!("  {} {score} # a comment", spell("--", "")),
            ];
            for variant in variants {
                let games = replay(size, &variant);
                assert_eq!(games.len(), 1, "{variant}");
                assert_eq!((&games[0].error, &games[0].moves), (&None, &moves), "{variant}");
                assert_eq!(games[0].result, score, "{variant}");
            }
        }
        assert!(passes > 0, "random games have passes");
    }
    check(Size::Four, 60);
    check(Size::Six, 60);
    check(Size::Eight, 60);
}

#[test]
fn a_file_is_numbered_by_games_and_lines() {
    let text = format!(
        "\u{feff}# two games\r\n\r\n{WIPED_OUT} +13\r\n  \r\n# the second breaks\r\nf5f5\r\nf5 # and on\r\n"
    );
    let games = replay(Size::Eight, &text);
    let places: Vec<(usize, usize)> = games.iter().map(|game| (game.number, game.line)).collect();
    assert_eq!(places, [(1, 3), (2, 6), (3, 7)]);
    assert_eq!(
        games[1].error.as_ref().unwrap().to_string(),
        "ply 2: White \"f5\" is not legal: the square is taken; legal: f4 d6 f6"
    );
    assert_eq!((games[1].moves.len(), games[1].result.as_str()), (1, "broken off"));
    assert_eq!((games[2].result.as_str(), games[2].moves.len()), ("unfinished", 1));
}

#[test]
fn a_game_that_stops_early_is_legal_and_says_so() {
    assert_eq!(line("b1"), Ok("unfinished".into()));
    assert_eq!(line("b1 -2"), Ok("unfinished, claimed -2".into()));
    assert_eq!(line("b1 10-6"), Ok("unfinished, claimed +4".into()));
}

#[test]
fn broken_lines_name_the_ply_and_what_was_legal() {
    let legal = "legal: a1 c1 a3";
    let score = "is neither a move nor, after a blank, a final score such as +20";
    for (text, message) in [
        ("b1b1", format!("ply 2: White \"b1\" is not legal: the square is taken; {legal}")),
        ("b1d4", format!("ply 2: White \"d4\" is not legal: it would flip no disc; {legal}")),
        ("b1e1", format!("ply 2: White \"e1\" is no square from a1 to d4; {legal}")),
        ("b1pass", format!("ply 2: White \"pass\" is not allowed; {legal}")),
        ("b1--", format!("ply 2: White \"--\" is not allowed; {legal}")),
        ("b1+2", format!("ply 2: White \"+2\" {score}; {legal}")),
        ("b1 +17", format!("ply 2: White \"+17\" {score}; {legal}")),
        ("b1 +2 a1", format!("ply 2: White \"+2 a1\" {score}; {legal}")),
        ("b1 9-8", format!("ply 2: White \"9-8\" {score}; {legal}")),
        ("b1 aé", format!("ply 2: White \"aé\" {score}; {legal}")),
        ("b1 +99999999999999999999", format!("ply 2: White \"+99999999999999999999\" {score}; {legal}")),
    ] {
        assert_eq!(line(text), Err(message), "{text:?}");
    }
    let over = replay(Size::Eight, &format!("{WIPED_OUT}a1"))[0].error.clone().unwrap();
    assert_eq!(
        over.to_string(),
        "ply 10: White \"a1\" is not legal: it would flip no disc; the game is over, no move is legal"
    );
}

#[test]
fn text_without_any_game_is_no_file_of_games() {
    let refused = |text: &str| start(Size::Eight).replay(text, &mut |_| panic!("no game is in {text:?}"));
    assert_eq!(refused(""), Ok(()));
    assert_eq!(refused("# nothing yet\n\n"), Ok(()));
    let error = refused("# a game of chess\n[Event \"x\"]\n1. e4 e5\n").unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"line 2: "[Event \"x\"]" is no game, nor is any other line; a game is a line of moves such as f5d6c3d3c4"#
    );
}

/// A forfeited game has no score, and its comment is one line whatever the reason says.
#[test]
fn a_forfeit_is_a_comment() {
    let mut record = GameRecord {
        tags: vec![("Event".into(), "left out".into())],
        moves: vec![Move::at(4, 5)],
        forfeit: Some((Seat::SECOND, "time\nf5f5".into())),
    };
    let text = start(Size::Eight).game_text(&record);
    assert_eq!(text, "f5 # White forfeits: time f5f5\n");
    assert_eq!(replay(Size::Eight, &text)[0].result, "unfinished");
    record.moves.clear();
    assert_eq!(start(Size::Eight).game_text(&record), "# White forfeits: time f5f5\n");
}

/// Games from another start, as the course draws it, are played from there.
#[test]
fn the_start_is_that_of_the_reader() {
    let white = Othello::start_with(Size::Six, Seat::SECOND);
    let mut games = Vec::new();
    white.replay("d2", &mut |game| games.push(game)).unwrap();
    assert_eq!((games[0].error.clone(), games[0].moves.len()), (None, 1));
    assert!(replay(Size::Six, "d2")[0].error.is_some());
    assert_eq!(white.move_text(games[0].moves[0]), "d2");
}

/// Games as servers keep them: a count in front, values and times behind moves, a start of their own, and who gave up.
#[test]
fn games_in_ggf_are_read() {
    const BOARD: &str = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";
    let moves = "B[E6//0.5]W[F4/-1.20/3]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5]";
    let game = |result: &str, moves: &str| {
        format!("(;GM[Othello]PC[GGS/os]DT[x]PB[one]PW[two]TI[5:00]TY[8]RE[{result}]BO[{BOARD}]{moves};)")
    };
    let text = format!(
        "1 {}\n2 {}{}\n1 {}\n1 {}\n1 {}\n1 (;GM[Othello]PB[cut",
        game("+13.000", moves),
        game("+64.000", moves),
        game("-64.000:r", "B[f5]W[d6]"),
        game("?", "B[f5]"),
        game("+10.000", moves),
        game("+13.000", moves).replace(BOARD, "6 ------ ------ --O*-- --*O-- ------ ------ *"),
    );
    let games = replay(Size::Eight, &text);
    let told: Vec<_> = games.iter().map(|game| (game.line, game.moves.len(), game.result.as_str())).collect();
    assert_eq!(
        told,
        [
            (1, 9, "+13"),
            (2, 9, "+13"),
            (2, 2, "unfinished, claimed -64"),
            (3, 1, "unfinished"),
            (4, 9, "broken off"),
            (5, 0, "broken off"),
            (6, 0, "broken off")
        ]
    );
    let wrong: Vec<String> = games.iter().filter_map(|game| Some(game.error.as_ref()?.to_string())).collect();
    assert!(
        wrong[0].starts_with("ply 9: the score is given as \"+10\", but the moves end 13-0"),
        "{wrong:?}"
    );
    assert_eq!(wrong[1], "ply 0: a game on a board of 6x6, not 8x8: size=6 reads it");
    assert_eq!(wrong[2], "ply 0: the game is cut off: there is no ;) at its end");
    assert!(games[0].tags.contains(&("Black".into(), "one".into())), "{:?}", games[0].tags);
}

/// Comments hold what elsewhere ends games or makes moves, a colour must be to move, and an open value takes no other game
/// with it.
#[test]
fn ggf_is_read_field_by_field() {
    const HEAD: &str =
        "(;GM[Othello]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";
    let text = format!(
        "{HEAD}C[B[a1\\] ;)]B[E6]C[why not d3 ;)]W[F4];)\n{HEAD}B[E6]B[F4]W[d3];)\n{HEAD}B[E6]C[open\n{HEAD}W[E6];)\n\
         {HEAD}B[E6]\n{HEAD}B[E6]W[a1];)\n"
    );
    let games = replay(Size::Eight, &text);
    let told: Vec<(usize, usize, String)> = games
        .iter()
        .map(|game| {
            (game.line, game.moves.len(), game.error.as_ref().map_or(String::new(), ToString::to_string))
        })
        .collect();
    let cut = "ply 0: the game is cut off: there is no ;) at its end";
    assert_eq!(told[0], (1, 2, String::new()));
    assert_eq!(told[1], (2, 1, "ply 2: B[F4], but White is to move".into()));
    assert_eq!(told[2], (3, 0, cut.into()));
    assert_eq!(told[3], (4, 0, "ply 1: W[E6], but Black is to move".into()));
    assert_eq!(told[4], (5, 0, cut.into()));
    assert!(told[5].2.starts_with("ply 2: White \"a1\" is not legal"), "{:?}", told[5]);
    assert_eq!(told.len(), 6);
}
