//! The handout's own rules (`fruits=v2`), a test for each sentence: fruits come and go, and who is stuck pays.

use std::collections::BTreeMap;

use cantgoback::course::{Heavy, Heuristic, Player, PlayerOptions};
use cantgoback::{Board, BothStuck, CantGoBack, Forfeit, Fruits, Move, Options, start};
use plywise::{Game, Limits, Notation, Observe, Rng, SearchLimits, Seat, Stochastic, Turn, minimax};

fn options(rows: &str) -> Options {
    let board = Board::parse(&rows.replace('/', "\n"), "own").expect("a board");
    Options { board, fruits: Fruits::RespawnCharged, ..Options::default() }
}

fn on(rows: &str) -> CantGoBack {
    start(&options(rows), 1).expect("good options")
}

/// Plays words; chance draws no fruit where the next word is not its own.
fn play(position: &mut CantGoBack, words: &str) {
    for word in words.split_whitespace() {
        if position.turn() == Turn::Chance && !word.contains("fruit") && !word.contains('=') {
            position.play(Move::NoFruit);
        }
        let mv = position.read_move(word).unwrap_or_else(|error| panic!("{error} in {position:?}"));
        position.play(mv);
    }
}

fn scores(position: &CantGoBack) -> [i32; 2] {
    [Seat::FIRST, Seat::SECOND].map(|seat| position.score(seat))
}

fn legal(position: &CantGoBack) -> String {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves.into_iter().map(|mv| position.move_text(mv)).collect::<Vec<_>>().join(" ")
}

/// The seed draws nothing before the first ply.
#[test]
fn there_is_no_fruit_at_the_start() {
    for seed in 0..50 {
        let start = start(&options("1 0 0 0 0 0 0 0/0 0 0 0 0 0 0 2"), seed).expect("good options");
        assert_eq!((start.fruits().count(), start.turn()), (0, Turn::Seat(Seat::FIRST)), "seed {seed}");
    }
}

#[test]
fn after_every_ply_a_fruit_may_appear_also_after_a_stuck_one() {
    let mut position = on("1 -1 2 0 0 0");
    play(&mut position, "stuck");
    assert_eq!((position.turn(), legal(&position).as_str()), (Turn::Chance, "no-fruit fruit"));
    let mut outcomes = Vec::new();
    position.outcomes(&mut outcomes);
    assert_eq!(outcomes, [(Move::NoFruit, 0.5), (Move::Fruit, 0.5)], "even odds");
    let mut position = on("1 0 0 0/0 0 0 2");
    for word in ["right", "left", "down"] {
        play(&mut position, word);
        assert_eq!(position.turn(), Turn::Chance, "after {word}");
    }
}

/// Three fruits beside ten free cells are 0.3, which is not fewer; beside eleven they are fewer.
#[test]
fn fruits_come_while_they_are_fewer_than_three_tenths_of_the_free_cells() {
    for (last, free, may_come) in [("-1", 10, false), ("0", 11, true)] {
        // The first step leaves seven of the top row.
        let rows = format!("1 0 0 0 0 0 0 0 0/9 9 9 0 0 0 {last} -1 2");
        let position = on(&rows);
        let mut position = position.read_position(&format!("{rows} life=9,9,9")).expect("a position");
        play(&mut position, "right");
        assert_eq!(position.turn() == Turn::Chance, may_come, "{free} free cells");
    }
}

#[test]
fn a_fruit_comes_on_a_free_cell_with_3_to_max_fruit_score_points() {
    let options = Options { max_fruit_score: 5, max_fruit_time: 4, ..options("1 0 0 0/0 0 -1 2") };
    let mut position = start(&options, 1).expect("good options");
    play(&mut position, "right fruit");
    // Neither grey, nor left behind, nor stood upon.
    assert_eq!(legal(&position), "at=a1 at=b1 at=c2 at=d2");
    play(&mut position, "at=c2");
    assert_eq!(legal(&position), "value=3 value=4 value=5");
    play(&mut position, "value=5");
    assert_eq!(legal(&position), "life=2 life=3 life=4", "the short side to max_fruit_time");
    play(&mut position, "life=2");
    assert_eq!(position.position_text(), "-1 1 5 0/0 0 -1 2 turn=2 score=0:0 ply=1 life=2");
}

/// A time that is not longer than the short side counts as one more than it.
#[test]
fn max_fruit_time_is_short_side_plus_one_at_least() {
    for (time, expected) in
        [(1, "life=2 life=3"), (2, "life=2 life=3"), (3, "life=2 life=3"), (4, "life=2 life=3 life=4")]
    {
        let options = Options { max_fruit_time: time, ..options("1 0 0 0/0 0 -1 2") };
        let mut position = start(&options, 1).expect("good options");
        play(&mut position, "right fruit at=c2 value=5");
        assert_eq!(legal(&position), expected, "max_fruit_time={time}");
    }
}

/// What is drawn is uniform and comes from the seed alone: 4,000 fruits on a board that stays empty.
#[test]
fn draws_are_uniform_and_the_seed_s() {
    let options = Options { max_fruit_score: 6, max_fruit_time: 5, ..options("1 0 0 0/0 0 -1 2") };
    let mut stage = start(&options, 1).expect("good options");
    play(&mut stage, "right");
    let draw = |seed| {
        let (mut position, mut rng) = (stage, Rng::new(seed));
        let mut drawn = Vec::new();
        while position.turn() == Turn::Chance {
            let mv = position.sample(&mut rng);
            drawn.push(position.move_text(mv));
            position.play(mv);
        }
        drawn
    };
    let mut counts: BTreeMap<String, f64> = BTreeMap::new();
    const DRAWS: u64 = 8000;
    for seed in 0..DRAWS {
        let drawn = draw(seed);
        assert_eq!(drawn, draw(seed), "the same seed");
        for text in drawn {
            *counts.entry(text).or_default() += 1.0;
        }
    }
    let fruits = counts["fruit"];
    let shares: [(&[&str], f64); 4] = [
        (&["fruit", "no-fruit"], DRAWS as f64),
        (&["at=a1", "at=b1", "at=c2", "at=d2"], fruits),
        (&["value=3", "value=4", "value=5", "value=6"], fruits),
        (&["life=2", "life=3", "life=4", "life=5"], fruits),
    ];
    let mut named = 0;
    for (names, all) in shares {
        let share = 1.0 / names.len() as f64;
        let deviation = (all * share * (1.0 - share)).sqrt();
        for name in names {
            let count = counts[*name];
            assert!((count - all * share).abs() < 4.5 * deviation, "{name}: {count} of {all}");
            named += 1;
        }
    }
    assert_eq!(counts.len(), named, "{counts:?}");
}

/// A life of two plies: there for the two plies after it came, taken by the second at the latest.
#[test]
fn a_fruit_vanishes_when_its_life_ends_and_stuck_plies_count() {
    let mut position = on("1 0 0 0 0/0 0 0 0 2");
    play(&mut position, "right fruit at=e2 value=70 life=2 left");
    assert!(position.position_text().contains(" 70/"), "one ply later: {position:?}");
    play(&mut position, "down");
    assert_eq!(position.fruits().count(), 0, "two plies later: {position:?}");
    // The second of its plies takes it.
    let mut position = on("1 0 0 0 0/0 0 0 0 2");
    play(&mut position, "right left fruit at=e2 value=70 life=2");
    play(&mut position, "right up");
    assert_eq!((scores(&position), position.fruits().count()), ([0, 0], 0), "e2 was two steps away: gone");
    let mut position = on("1 0 0 0 0/0 0 0 0 2");
    play(&mut position, "right fruit at=e2 value=70 life=2 up");
    assert_eq!(scores(&position), [0, 70]);
    // Player 1 is stuck; its ply is one of the fruit's.
    let rows = "1 -1 0 0 0 2 -1 50";
    let mut position = on(rows).read_position(&format!("{rows} life=1")).expect("a position");
    play(&mut position, "stuck");
    assert_eq!(position.fruits().count(), 0);
}

#[test]
fn whoever_is_stuck_on_its_turn_pays_and_the_first_release_asks_too_early_for_that() {
    let end = |fruits, words: &str| {
        let mut position = start(&Options { fruits, ..options("1 0 -1 2 0 0") }, 1).expect("good options");
        play(&mut position, words);
        assert!(position.is_over(), "{position:?}");
        scores(&position)
    };
    assert_eq!(end(Fruits::Respawn, "right right"), [0, 0]);
    assert_eq!(end(Fruits::RespawnCharged, "right right stuck right"), [-300, 0]);
}

#[test]
fn player_2_still_plays_in_the_turn_in_which_player_1_was_stuck_and_may_collect() {
    let mut position = on("1 -1 2 0 0 0 0");
    play(&mut position, "stuck fruit at=d1 value=120 life=1");
    assert!(!position.is_over());
    play(&mut position, "right");
    assert!(position.is_over());
    assert_eq!((scores(&position), position.payoff(Seat::SECOND)), ([-300, 120], 420));
}

/// And nothing appears after the last ply.
#[test]
fn a_stuck_player_2_ends_the_game_at_once() {
    let mut position = on("1 0 0 0 0 -1 2");
    play(&mut position, "right stuck");
    assert_eq!(
        (position.is_over(), position.turn(), scores(&position)),
        (true, Turn::Seat(Seat::FIRST), [0, -300])
    );
}

#[test]
fn nothing_is_deducted_where_both_are_stuck_in_one_turn() {
    for (both_stuck, expected) in [(BothStuck::Document, [0, 0]), (BothStuck::Deduct, [-300, -300])] {
        let mut position = start(&Options { both_stuck, ..options("1 0 -1 0 2") }, 1).expect("good options");
        play(&mut position, "right left stuck");
        assert_eq!((position.is_over(), scores(&position)), (false, [-300, 0]));
        play(&mut position, "stuck");
        assert_eq!((position.is_over(), scores(&position)), (true, expected), "{both_stuck}");
    }
}

/// The handout's figures: ahead by 500, a penalty of 400, still ahead by 100.
#[test]
fn who_is_stuck_first_can_win() {
    let mut position =
        start(&Options { penalty: 400, max_fruit_score: 500, ..options("1 0 -1 2 0 0") }, 1).expect("good");
    play(&mut position, "right right");
    let text = position.position_text().replace("score=0:0", "score=500:0");
    let mut position = position.read_position(&text).expect("a position");
    play(&mut position, "stuck right");
    assert_eq!((position.is_over(), scores(&position), position.payoff(Seat::FIRST)), (true, [100, 0], 100));
}

#[test]
fn lateness_costs_what_a_grey_cell_costs_and_ends_the_game() {
    let options = Options { forfeit: Forfeit::Score, penalty: 300, ..options("1 0/0 2") };
    let position = start(&options, 1).expect("good options");
    assert_eq!(position.forfeit(Seat::FIRST), [-300, 300]);
    let ahead = position.read_position("1 0/0 2 score=0:200").expect("a position");
    assert_eq!(ahead.forfeit(Seat::SECOND), [100, -100]);
}

#[test]
fn players_see_values_and_no_lives() {
    let mut position = on("1 0 0 0/0 0 0 2");
    play(&mut position, "right fruit at=d2 value=70 life=2");
    for seat in [Seat::FIRST, Seat::SECOND] {
        let view = position.observe(seat);
        assert_eq!(view.position_text(), "-1 1 0 70/0 0 0 2 turn=2 score=0:0 ply=1");
        let foreseen = view.foreseeing();
        assert_eq!(foreseen.position_text(), view.position_text());
    }
}

/// On views in the middle of games: every depth to the end of a small board.
#[test]
fn searches_have_the_oracle_s_value() {
    let options = Options { max_fruit_time: 6, ..options("1 0 0 0 0/0 0 -1 0 0/0 0 0 0 2") };
    let heavy = Heuristic::Heavy(Heavy::new(&options));
    let mut over = 0;
    for seed in 0..10 {
        let (mut position, mut rng) = (start(&options, seed).expect("good options"), Rng::new(seed));
        for _ in 0..seed * 2 {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            match position.turn() {
                _ if moves.is_empty() => break,
                Turn::Chance => position.play(position.sample(&mut rng)),
                Turn::Seat(_) => position.play(moves[rng.index(moves.len())]),
            }
        }
        let view = position.observe(Seat::FIRST);
        if view.is_over() {
            over += 1;
            continue;
        }
        for depth in 1..=6 {
            let oracle = minimax(&view, &heavy, &Limits::depth(depth));
            let limits = SearchLimits { depth: Some(depth), ..SearchLimits::default() };
            for kind in [Player::Minimax, Player::AlphaBeta, Player::HeavyAb] {
                let player = PlayerOptions { limits, ..PlayerOptions::default() };
                let report = player.build(kind, &options).choose(&view, &Limits::default());
                assert_eq!(
                    (report.best, report.value),
                    (oracle.best, oracle.value.to_value(100)),
                    "{kind:?} {view:?}"
                );
            }
        }
    }
    assert!(over < 5, "{over} games were over before they were searched");
}
