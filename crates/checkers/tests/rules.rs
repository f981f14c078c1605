//! The rules one by one: captures, crowning, the end of a game.

use checkers::{Board, Checkers, Move, Options, Rules, Square, Squares, start};
use plywise::{Game, Notation, Rng, Seat};

fn game(rules: Rules, text: &str) -> Checkers {
    start(&Options { rules }, 0).read_position(text).unwrap()
}

/// The legal moves as texts, in their order.
fn moves(game: &Checkers) -> Vec<String> {
    list(game).into_iter().map(|mv| game.move_text(mv)).collect()
}

fn list(game: &Checkers) -> Vec<Move> {
    let mut list = Vec::new();
    game.moves(&mut list);
    list
}

fn play(game: &mut Checkers, texts: &[&str]) {
    for text in texts {
        game.play(game.read_move(text).unwrap());
    }
}

/// Red men or kings against black men, on the course's board, red to move.
fn course(red: &[(u8, u8)], kings: bool, black: &[(u8, u8)]) -> Checkers {
    let set = |places: &[(u8, u8)]| places.iter().map(|&(r, c)| Square::from_course(r, c).unwrap()).collect();
    let (red, black): (Squares, Squares) = (set(red), set(black));
    let crowned = if kings { red } else { Squares::NONE };
    Checkers::new(Rules::Course, Board::new([red, black], crowned, Seat::FIRST).unwrap())
}

#[test]
fn the_start_is_the_usual_one_under_both_rules() {
    let standard = start(&Options::default(), 5);
    assert_eq!(
        moves(&standard),
        ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"].map(String::from)
    );
    let course = start(&Options { rules: Rules::Course }, 5);
    let listed = [
        "(2,0)-(3,1)",
        "(2,2)-(3,3)",
        "(2,2)-(3,1)",
        "(2,4)-(3,5)",
        "(2,4)-(3,3)",
        "(2,6)-(3,7)",
        "(2,6)-(3,5)",
    ];
    assert_eq!(moves(&course), listed);
    assert_eq!(standard.seat_name(Seat::FIRST) + &standard.seat_name(Seat::SECOND), "BlackWhite");
    assert_eq!(course.seat_name(Seat::FIRST) + &course.seat_name(Seat::SECOND), "RedBlack");
}

#[test]
fn a_man_that_is_crowned_stops_there() {
    let mut position = course(&[(5, 1)], false, &[(6, 2), (6, 4)]);
    assert_eq!(moves(&position), ["(5,1)x(7,3)"]);
    play(&mut position, &["(5,1)x(7,3)"]);
    assert_eq!(position.position_text(), "B:B26:RK31");
    assert_eq!(position.board().piece_at(Square::from_course(6, 4).unwrap()), Some((Seat::SECOND, false)));
}

#[test]
fn a_capture_is_free_to_choose_but_not_to_cut_short() {
    let position = course(&[(0, 0), (0, 4)], false, &[(1, 1), (3, 3), (1, 5)]);
    let mut found = moves(&position);
    found.sort();
    assert_eq!(found, ["(0,0)x(2,2)x(4,4)", "(0,4)x(2,6)"]);
    assert!(position.read_move("(0,0)x(2,2)").is_err());
}

#[test]
fn men_do_not_capture_backwards() {
    let position = course(&[(4, 4)], false, &[(3, 3)]);
    assert_eq!(moves(&position), ["(4,4)-(5,5)", "(4,4)-(5,3)"]);
}

#[test]
fn a_king_may_jump_in_a_circle_back_to_where_it_was() {
    let mut position = course(&[(1, 3)], true, &[(2, 2), (2, 4), (4, 2), (4, 4)]);
    let circles = ["(1,3)x(3,5)x(5,3)x(3,1)x(1,3)", "(1,3)x(3,1)x(5,3)x(3,5)x(1,3)"];
    assert_eq!(moves(&position), circles);
    assert!(list(&position).iter().all(|mv| mv.from() == mv.to() && mv.captured().len() == 4));
    // Both ways round end alike, so that the short form leaves nothing open.
    assert_eq!(position.move_text(position.read_move("(1,3)x(1,3)").unwrap()), circles[0]);
    play(&mut position, &[circles[1]]);
    assert_eq!(position.position_text(), "B:B:RK7");
    assert!(position.is_over());
    assert_eq!([position.payoff(Seat::FIRST), position.payoff(Seat::SECOND)], [1, -1]);
}

#[test]
fn different_paths_are_different_moves() {
    // A king between four men may take the far pair by either side.
    let position = game(Rules::Standard, "B:W14,15,22,23:BK10");
    let found = list(&position);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[0].captured(), found[1].captured());
    assert_ne!(found[0], found[1]);
}

#[test]
fn who_cannot_move_has_lost() {
    for (text, winner) in [("B:W32:B", Seat::SECOND), ("W:W21:B17,14", Seat::FIRST), ("W:W:B1", Seat::FIRST)]
    {
        let position = game(Rules::Standard, text);
        assert!(position.is_over() && moves(&position).is_empty() && !position.is_drawn(), "{text}");
        assert_eq!([position.payoff(winner), position.payoff(winner.other())], [1, -1], "{text}");
    }
}

const SHUFFLE: [&str; 4] = ["1-6", "32-27", "6-1", "27-32"];

#[test]
fn a_position_is_drawn_when_it_comes_up_for_the_third_time() {
    let mut position = game(Rules::Standard, "B:WK32:BK1");
    play(&mut position, &SHUFFLE);
    assert_eq!((position.occurrences(), position.is_drawn()), (2, false));
    play(&mut position, &SHUFFLE[..3]);
    assert!(!position.is_over());
    play(&mut position, &SHUFFLE[3..]);
    assert_eq!((position.occurrences(), position.is_drawn(), position.is_over()), (3, true, true));
    assert_eq!((moves(&position).len(), position.move_count(), position.payoff(Seat::FIRST)), (0, 0, 0));
}

#[test]
fn a_mans_move_or_a_capture_forgets_the_past() {
    let mut position = game(Rules::Standard, "B:WK32,21:BK1,5");
    play(&mut position, &SHUFFLE);
    assert_eq!((position.quiet_plies(), position.occurrences()), (4, 2));
    play(&mut position, &["5-9"]);
    assert_eq!((position.quiet_plies(), position.occurrences()), (0, 1));
    play(&mut position, &["32-27"]);
    assert_eq!(position.quiet_plies(), 1);
}

#[test]
fn the_course_counts_captures_only_and_knows_no_repetition() {
    let mut position = game(Rules::Course, "R:BK32,21:RK1,5");
    for _ in 0..5 {
        play(&mut position, &SHUFFLE);
    }
    play(&mut position, &["5-9"]);
    assert_eq!((position.quiet_plies(), position.is_over()), (21, false));
}

#[test]
fn quiet_plies_draw_at_the_limit() {
    for (rules, text) in [(Rules::Standard, "B:WK32:BK1"), (Rules::Course, "R:BK32:RK1")] {
        let limit = rules.quiet_limit();
        let mut position = game(rules, text).with_quiet_plies(limit - 2);
        play(&mut position, &["1-6"]);
        assert!(!position.is_over());
        play(&mut position, &["32-27"]);
        assert!(position.is_over() && position.is_drawn());
        assert_eq!(position.payoff(Seat::FIRST), 0);
    }
    assert_eq!(Rules::ALL.map(Rules::quiet_limit), [80, 100]);
}

/// The move that fills the count also takes the opponent's last move away: a win by standard rules, where a draw
/// would have to be claimed, a draw by the course's, whose runner looks at the counter first.
#[test]
fn at_the_limit_a_win_goes_first_by_standard_rules_and_the_draw_by_the_courses() {
    let standard = game(Rules::Standard, "B:WK29:BK22,K30").with_quiet_plies(79);
    let course = game(Rules::Course, "R:BK29:RK22,K30").with_quiet_plies(99);
    for (mut position, payoff) in [(standard, 1), (course, 0)] {
        play(&mut position, &["30-25"]);
        assert!(position.is_over());
        assert_eq!((position.payoff(Seat::FIRST), position.is_drawn()), (payoff, payoff == 0));
    }
}

#[test]
fn play_goes_on_after_a_draw_if_somebody_asks_for_it() {
    let mut position = game(Rules::Standard, "B:WK32,21:BK1,5").with_quiet_plies(80);
    assert!(position.is_over() && position.read_move("5-9").is_err());
    let man = position.board().read_move("5-9").unwrap();
    position.play(man);
    assert!(!position.is_over());
}

#[test]
fn copies_are_whole() {
    let mut position = game(Rules::Standard, "B:WK32:BK1");
    play(&mut position, &SHUFFLE);
    let mut copy = start(&Options::default(), 0);
    copy.clone_from(&position);
    for mut copy in [copy, position.clone()] {
        play(&mut copy, &SHUFFLE);
        assert!(copy.is_drawn());
    }
    assert!(!position.is_drawn());
}

#[test]
fn rules_are_read_by_name() {
    for rules in Rules::ALL {
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }
    assert_eq!("Course".parse(), Ok(Rules::Course));
    let error = "french".parse::<Rules>().unwrap_err().to_string();
    assert_eq!(error, "rules \"french\": known rules are standard and course");
}

/// What the work's skeleton measured of 300 games at random: 72 plies and 5.1 moves on average, 23 % without a choice, 18 moves
/// at most, the longest game of 208 plies. These fit where the position at the end is counted, too.
#[test]
fn games_at_random_are_like_the_published_ones() {
    let mut rng = Rng::new(300);
    let (mut positions, mut moves, mut no_choice, mut most, mut longest) = (0_usize, 0, 0, 0, 0);
    for _ in 0..3000 {
        let (mut game, mut length) = (start(&Options { rules: Rules::Course }, 0), 0);
        loop {
            let legal = list(&game);
            positions += 1;
            moves += legal.len();
            no_choice += usize::from(legal.len() <= 1);
            most = most.max(legal.len());
            if game.is_over() {
                break;
            }
            game.play(legal[rng.index(legal.len())]);
            length += 1;
        }
        longest = longest.max(length);
    }
    let mean = |sum: usize| sum as f64 / positions as f64;
    assert!((70..74).contains(&(positions / 3000)), "{positions} positions in 3,000 games");
    assert!((5.0..5.3).contains(&mean(moves)), "{} moves", mean(moves));
    assert!((0.20..0.24).contains(&mean(no_choice)), "{} without a choice", mean(no_choice));
    assert!((17..=20).contains(&most) && (208..400).contains(&longest), "{most} moves, {longest} plies");
}
