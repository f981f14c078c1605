//! GTP.

use engine::Protocol;

use crate::partner::Partner;

fn gtp(game: &str) -> Partner {
    Partner::meet(game, "alphabeta:depth=2", Protocol::Gtp)
}

/// As in the specification of GTP 2: numbers come back, comments, tabs, control characters and blank lines are nothing.
#[test]
fn gtp_lines_are_read_as_the_specification_says() {
    let mut partner = gtp("othello");
    partner.converse(
        "> 7 protocol_version
         < =7 2
         <
         > # a comment
         >
         > name # and another
         < = plywise
         <
         > known_command genmove
         < = true
         <
         > 12 known_command fly
         < =12 false
         <
         > 3 fly
         < ?3 unknown command
         <
         > play b
         < ? syntax error
         <",
    );
    partner.send("boardsize\t8\r");
    partner.converse("< =\n<\n> 99 quit\n< =99\n<");
    partner.ended();
}

/// What Quarry and GoGui send to an Othello engine before a game, and moves in either case.
#[test]
fn a_gtp_game_begins() {
    let mut partner = gtp("othello");
    partner.converse(
        "> list_games
         < = Othello
         <
         > set_game Othello
         < =
         <
         > set_game Go
         < ? unsupported game
         <
         > boardsize 8
         < =
         <
         > komi 0
         < =
         <
         > clear_board
         < =
         <
         > time_settings 300 0 0
         < =
         <
         > time_left b 300 0
         < =
         <
         > play b F5
         < =
         <
         > play BLACK d6
         < ? illegal move…
         <
         > play w f5
         < ? illegal move…
         <
         > play white d6
         < =
         <
         > undo
         < =
         <
         > gogui-rules_side_to_move
         < = white
         <
         > gogui-rules_legal_moves
         < = F4 D6 F6
         <
         > gogui-rules_board_size
         < = 8
         <
         > final_score
         < ? cannot score: the game is not over
         <",
    );
    partner.send("genmove w");
    let mv = partner.line_with("= ");
    assert!(["= D6", "= F4", "= F6"].contains(&mv.as_str()), "{mv}");
    partner.converse("<\n> undo\n< =\n<\n> undo\n< =\n<\n> undo\n< ? cannot undo\n<");
}

#[test]
fn reg_genmove_leaves_the_board_alone() {
    let mut partner = gtp("othello:size=6");
    partner.send("reg_genmove b");
    let mv = partner.line_with("= ");
    partner.line();
    partner.send("genmove b");
    assert_eq!(partner.line_with("= "), mv);
}

/// GoGui reads the highest row first, and 1 at the bottom.
#[test]
fn gogui_sees_the_board() {
    let mut partner = gtp("othello:size=4");
    partner.converse(
        "> boardsize 4
         < =
         <
         > play b b1
         < =
         <
         > gogui-rules_board
         < =
         < . . . .
         < . X O .
         < . X X .
         < . X . .
         <
         > boardsize 5
         < ? unacceptable size
         <
         > boardsize 6
         < =
         <
         > gogui-rules_board_size
         < = 6
         <",
    );
}

/// A whole game by GTP against itself: passes are said, or left to the engine; the end is two passes and a score.
#[test]
fn gtp_games_end_with_passes_and_a_score() {
    for tells_passes in [true, false] {
        let mut partner = gtp("othello:size=4");
        let ask = |partner: &mut Partner, command: &str| {
            partner.send(command);
            let answer = partner.line().expect("an answer");
            assert_eq!(partner.line().as_deref(), Some(""));
            answer
        };
        let mut black = true;
        while ask(&mut partner, "final_score").starts_with('?') {
            let mv = ask(&mut partner, if black { "genmove b" } else { "genmove w" });
            assert!(mv.starts_with("= "), "{mv}");
            if mv == "= PASS" && !tells_passes {
                // A controller that leaves passes out: the engine has to find out itself.
                assert_eq!(ask(&mut partner, "undo").trim_end(), "=");
            }
            black = !black;
        }
        for color in ["b", "w"] {
            assert_eq!(ask(&mut partner, &format!("genmove {color}")), "= PASS");
            assert_eq!(ask(&mut partner, &format!("play {color} pass")).trim_end(), "=");
        }
        let score = ask(&mut partner, "final_score");
        assert!(score.starts_with("= W+") || score.starts_with("= B+") || score == "= 0", "{score}");
        // Four passes beyond the end are taken back before a move is.
        for _ in 0..4 {
            assert_eq!(ask(&mut partner, "undo").trim_end(), "=");
            assert_eq!(ask(&mut partner, "final_score"), score);
        }
        assert_eq!(ask(&mut partner, "undo").trim_end(), "=");
        assert!(ask(&mut partner, "final_score").starts_with('?'), "a move was taken back");
        partner.hang_up();
    }
}

/// Of a line that is too long nothing is obeyed, what follows it is.
#[test]
fn a_line_that_is_too_long_is_refused_whole() {
    let mut partner = gtp("othello");
    partner.send(&format!("# {}genmove w", "x".repeat((1 << 20) - 2)));
    partner.converse("< ? a message is at most 1048576 bytes long…\n<\n> 5 name\n< =5 plywise\n<");
    partner.send(&format!("5 name {}", "a".repeat(3 << 20)));
    partner.converse("< ? a message is at most 1048576 bytes long…\n<\n> 6 name\n< =6 plywise\n<");
    partner.hang_up();
}

/// GoGui interrupts by a comment. The search would never end by itself.
#[test]
fn gogui_can_interrupt() {
    let mut partner = Partner::meet("othello", "pvs:depth=60", Protocol::Gtp);
    partner.send("genmove b");
    partner.send("# interrupt");
    let mv = partner.line_with("= ");
    assert!(mv.len() == 4, "{mv}");
}
/// Whoever plays ten games in one session sees ten games, and the same ten the next time.
#[test]
fn games_of_a_session_differ_and_sessions_do_not() {
    let session = || {
        let mut partner = Partner::meet("othello:size=4", "random", Protocol::Gtp);
        let mut games = Vec::new();
        for _ in 0..4 {
            // As controllers do: the size is said, and the board cleared, however often.
            partner.converse("> boardsize 4\n< =\n<\n> clear_board\n< =\n<\n> clear_board\n< =\n<");
            let mut moves = Vec::new();
            for color in ["b", "w"].iter().cycle().take(12) {
                partner.send(&format!("genmove {color}"));
                moves.push(partner.line().expect("a move"));
                assert_eq!(partner.line().as_deref(), Some(""));
            }
            games.push(moves);
        }
        games
    };
    let games = session();
    assert_eq!(games, session());
    let mut distinct = games.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), games.len(), "{games:?}");
}
