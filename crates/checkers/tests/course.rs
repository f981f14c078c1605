//! The course's players: the heuristic on positions worked out by hand, what they do with their time, whole games.

use std::sync::Arc;
use std::time::Duration;

use checkers::course::{Better, Compat, Player, PlayerOptions};
use checkers::{Board, Checkers, Move, Options, Rules, Square, Squares, start};
use plywise::{Clock, Evaluate, Game, Keyed, Limits, Rng, SearchLimits, Seat, TimeControl, TimeSource, Turn};

/// Men and kings of both sides by row and column of the course's board, Red first.
type Pieces<'a> = [&'a [(u8, u8)]; 4];

fn board([red, red_kings, black, black_kings]: Pieces<'_>, turn: Seat) -> Board {
    let set = |pieces: &[(u8, u8)]| -> Squares {
        pieces
            .iter()
            .map(|&(row, column)| Square::from_course(row, column).expect("a playable square"))
            .collect()
    };
    let (red_kings, black_kings) = (set(red_kings), set(black_kings));
    let sides = [set(red) | red_kings, set(black) | black_kings];
    Board::new(sides, red_kings | black_kings, turn).expect("a sound placement")
}

fn course(pieces: Pieces<'_>, turn: Seat) -> Checkers {
    Checkers::new(Rules::Course, board(pieces, turn))
}

fn close(given: f64, expected: f64) {
    assert!((given - expected).abs() < 1e-9, "{given} instead of {expected}");
}

#[test]
fn the_start_is_worth_nothing() {
    for seat in [Seat::FIRST, Seat::SECOND] {
        close(Better::sum(Better::default().components(&Board::start(), seat)), 0.0);
    }
}

/// Red: a man in column 0 (3.5) and a king (5), mean 4.25. Black's two men are worth their progress, 0 and 2, since Red
/// has fewer than two men: mean 1. The king is 3 steps from one man and 1 from the other: 1 - √10 / 8.
#[test]
fn each_term_is_what_the_report_says() {
    let board = board([&[(2, 0)], &[(4, 4)], &[(7, 1), (5, 5)], &[]], Seat::FIRST);
    let better = Better::default();
    let red = better.components(&board, Seat::FIRST);
    close(red.a, 0.0);
    close(red.b, 1.0);
    close(red.c, 3.25);
    close(red.d, 1.0 - 10f64.sqrt() / 8.0);
    close(Better::sum(red), 50.0 + 3.25 + red.d);
    let black = better.components(&board, Seat::SECOND);
    assert_eq!([black.a, black.b, black.c, black.d], [0.0, -1.0, -3.25, 0.0], "no king, no last term");
}

/// Before it is late: rows 0 and 7 count 5 even in a corner, columns 0 and 7 count 3.5, others 3, kings 5 anywhere.
#[test]
fn men_are_worth_their_squares_until_it_is_late() {
    let pieces: Pieces<'_> = [&[(0, 0), (1, 7), (3, 3)], &[], &[(7, 7), (4, 2)], &[(6, 0)]];
    let board = board(pieces, Seat::FIRST);
    let components = |late_men| Better { late_men }.components(&board, Seat::FIRST);
    close(components(2).c, (5.0 + 3.5 + 3.0) / 3.0 - (5.0 + 3.0 + 5.0) / 3.0);
    // Fewer than three men: Black's two make it late for Red, Red's three do not make it late for Black.
    close(components(3).c, (0.0 + 1.0 + 3.0) / 3.0 - (5.0 + 3.0 + 5.0) / 3.0);
    close(components(4).c, (0.0 + 1.0 + 3.0) / 3.0 - (0.0 + 3.0 + 5.0) / 3.0);
}

/// With fewer kings than the opponent distance is wanted, with as many or more nearness.
#[test]
fn kings_chase_or_flee() {
    let board = board([&[], &[(0, 0)], &[], &[(7, 7), (7, 5)]], Seat::FIRST);
    let red = Better::default().components(&board, Seat::FIRST);
    assert_eq!([red.a, red.b, red.c], [-1.0, -1.0, 0.0]);
    close(red.d, 98f64.sqrt() / 8.0);
    // Both black kings are seven steps away.
    close(Better::default().components(&board, Seat::SECOND).d, 1.0 - 7.0 / 8.0);
}

#[test]
fn values_stay_inside_their_bounds_and_are_the_sum_of_their_terms() {
    for seed in 0..30 {
        let (mut game, mut rng) = (start(&Options { rules: Rules::Course }, 0), Rng::new(seed));
        let mut moves = Vec::new();
        while !game.is_over() {
            for seat in [Seat::FIRST, Seat::SECOND] {
                let value = Better::default().evaluate(&game, seat).raw();
                let sum = Better::sum(Better::default().components(game.board(), seat));
                assert!(value.abs() < Better::LIMIT);
                assert!((f64::from(value) / f64::from(Better::UNIT) - sum).abs() < 1e-5, "{game:?}");
            }
            moves.clear();
            game.moves(&mut moves);
            game.play(moves[rng.index(moves.len())]);
        }
    }
}

/// Time that stands still: what a policy grants shows undisturbed.
#[derive(Debug)]
struct Frozen;

impl TimeSource for Frozen {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

fn frozen(compat: Compat, depth: u32) -> PlayerOptions {
    PlayerOptions {
        compat,
        limits: SearchLimits { depth: Some(depth), ..SearchLimits::default() },
        time: Some(Arc::new(Frozen)),
        ..PlayerOptions::default()
    }
}

const ROUND: TimeControl =
    TimeControl::PerRound { moves: 5, time: Duration::from_secs(2), increment: Duration::ZERO };

/// A clock with so many moves of the round left and all of its time.
fn clock(moves_left: u32) -> Limits {
    let mut clock = Clock::new(ROUND);
    for _ in moves_left..5 {
        clock.spend(Duration::ZERO).expect("nothing is spent");
    }
    Limits { clock: Some(clock), ..Limits::default() }
}

/// Nothing to choose: the man has to jump.
fn forced() -> Checkers {
    let game = course([&[(5, 1)], &[], &[(6, 2), (6, 4)], &[]], Seat::FIRST);
    assert_eq!(game.move_count(), 1);
    game
}

/// Lone kings far apart: every iteration finds the same.
fn quiet() -> Checkers {
    course([&[], &[(0, 0), (0, 6)], &[], &[(7, 7), (7, 1)]], Seat::FIRST)
}

/// The text books every move; the code's simple player does not book the one without a choice and falls behind.
#[test]
fn only_the_published_code_forgets_to_book_a_forced_move() {
    for (compat, forced_move, third) in [
        (Compat::Text, "slot 450.00ms of 2.00s; ended after 0.00ns: no choice", "slot 616.67ms of 2.00s"),
        (Compat::Code, "no choice; not booked", "slot 450.00ms of 2.00s"),
    ] {
        let mut player = frozen(compat, 2).build(Player::Simple);
        player.new_game(1);
        let mut slots = Vec::new();
        for (game, moves_left) in [(quiet(), 5), (forced(), 4), (quiet(), 3)] {
            player.choose(&game, &clock(moves_left));
            slots.push(player.time_report().expect("under a clock there is something to say"));
        }
        assert!(slots[0].starts_with("slot 350.00ms of 2.00s; "), "{slots:?}");
        assert!(slots[1].starts_with(forced_move), "{slots:?}");
        assert!(slots[2].starts_with(third), "{slots:?}");
    }
    // The others book everything, whatever the compatibility.
    let mut player = frozen(Compat::Code, 2).build(Player::BetterH);
    player.choose(&forced(), &clock(4));
    assert!(player.time_report().expect("booked").starts_with("slot 450.00ms"));
}

/// The depth that is reached with so many moves of the round left, and why it ended there.
fn depth_and_reason(options: &PlayerOptions, player: Player, moves_left: u32) -> (u32, String) {
    let mut agent = options.build(player);
    let depth = agent.choose(&quiet(), &clock(moves_left)).depth;
    (depth, agent.time_report().expect("under a clock there is something to say"))
}

#[test]
fn improved_players_stop_where_nothing_changes_but_for_the_last_move_of_a_round() {
    for player in [Player::Improved, Player::ImprovedBetterH] {
        for (compat, earliest) in [(Compat::Text, 7), (Compat::Code, 8)] {
            let options = frozen(compat, 10);
            let (depth, reason) = depth_and_reason(&options, player, 3);
            assert!(
                depth >= earliest && (player != Player::Improved || depth == earliest),
                "{player:?}: {depth}"
            );
            assert!(depth == 10 || reason.contains(": stable; "), "{reason}");
            let idle = format!("; the last {} depths changed nothing; ", depth - 1);
            assert!(player != Player::Improved || reason.contains(&idle), "{reason}");
            let (depth, reason) = depth_and_reason(&options, player, 1);
            assert_eq!(depth, 10, "the time is lost otherwise: {reason}");
            assert!(reason.starts_with("slot 1.95s of 2.00s"), "{reason}");
        }
    }
    let own = PlayerOptions { stable_from: Some(3), stable_count: 2, ..frozen(Compat::Text, 10) };
    assert_eq!(depth_and_reason(&own, Player::Improved, 3).0, 4);
    for player in [Player::Simple, Player::BetterH] {
        assert_eq!(depth_and_reason(&frozen(Compat::Text, 10), player, 3).0, 10, "never stops by itself");
    }
}

/// Of two jumps, each of one man, the one that is listed first is answered by a jump: only a search that goes on beyond
/// its depth sees it.
#[test]
fn a_jump_beyond_the_depth_changes_the_move() {
    let game = course([&[(2, 2)], &[], &[(3, 1), (3, 3), (5, 5), (6, 6)], &[]], Seat::FIRST);
    let is_answered = |player: Player| {
        let mut after = game.clone();
        after.play(frozen(Compat::Text, 1).build(player).choose(&game, &clock(3)).best.expect("two moves"));
        let mut replies = Vec::new();
        after.moves(&mut replies);
        replies.iter().any(|reply: &Move| reply.is_capture())
    };
    assert_eq!([Player::Simple, Player::Improved].map(is_answered), [true, false]);
    assert!(!is_answered(Player::ImprovedBetterH));
}

/// Every player against every other, to the end, by both rules: each move is legal.
#[test]
fn all_players_finish_their_games() {
    let options = PlayerOptions {
        without_clock: SearchLimits { depth: Some(2), ..SearchLimits::default() },
        ..PlayerOptions::default()
    };
    for rules in Rules::ALL {
        for red in Player::ALL {
            for black in Player::ALL {
                let mut game = start(&Options { rules }, 0);
                let mut agents = [red, black].map(|player| options.build(player));
                let mut plies = 0;
                while !game.is_over() {
                    let Turn::Seat(seat) = game.turn() else { unreachable!("no dice") };
                    let mv = agents[seat.index()].choose(&game, &Limits::default()).best.expect("not over");
                    let mut legal = Vec::new();
                    game.moves(&mut legal);
                    assert!(legal.contains(&mv), "{red:?} – {black:?}: {mv} in {game:?}");
                    game.play(mv);
                    plies += 1;
                }
                assert!(plies > 20 && plies <= rules.longest_game(), "{red:?} – {black:?}: {plies}");
                let _ = game.key();
            }
        }
    }
}
