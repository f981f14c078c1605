//! The library's contract suite on both sets of rules, and what the evaluators promise.

use checkers::{Board, Checkers, Material, Options, Positional, Rules, start};
use plywise::contract::{
    Promise, check_keys, check_rules, check_symmetry, check_text, check_two_player, walk,
};
use plywise::{Evaluate, Game, Keyed, Notation, Rng, Seat, Symmetric};

fn game(rules: Rules) -> Checkers {
    start(&Options { rules }, 0)
}

fn promise(rules: Rules, games: u64) -> Promise {
    Promise { games, seed: 11, longest: rules.longest_game(), payoffs: -1..=1 }
}

#[test]
fn both_rules_keep_the_contract() {
    for rules in Rules::ALL {
        check_rules(&game(rules), &promise(rules, 60));
        check_two_player(&game(rules), &promise(rules, 60));
        check_text(&game(rules), &promise(rules, 60));
        check_keys(&game(rules), &promise(rules, 60), |a, b| a == b);
        check_symmetry(&game(rules), &Material, &promise(rules, 60));
        check_symmetry(&game(rules), &Positional, &promise(rules, 60));
    }
}

/// From a few kings, where games are long and end in draws.
#[test]
fn endgames_keep_the_contract() {
    for (rules, text) in [
        (Rules::Standard, "B:WK32,K31,K5:BK1,K2"),
        (Rules::Standard, "W:WK18,21:BK1,12"),
        (Rules::Course, "R:BK32,K31:RK1,K2"),
    ] {
        let endgame = game(rules).read_position(text).unwrap();
        check_rules(&endgame, &promise(rules, 60));
        check_text(&endgame, &promise(rules, 60));
        check_symmetry(&endgame, &Positional, &promise(rules, 60));
    }
}

/// A board knows no draws, and its games may go on for ever: it is followed for a while.
#[test]
fn boards_keep_the_contract_as_far_as_they_are_followed() {
    for seed in 0..50 {
        let (mut board, mut rng) = (Board::start(), Rng::new(seed));
        for _ in 0..150 {
            let mut moves = Vec::new();
            board.moves(&mut moves);
            assert_eq!(board.move_count(), moves.len(), "{board:?}");
            assert_eq!(board.is_over(), moves.is_empty(), "{board:?}");
            let image = &board.images()[1];
            assert_eq!((image.position.move_count(), image.position.turned()), (moves.len(), board));
            assert_eq!(Board::start().read_position(&board.position_text()), Ok(board));
            for &mv in &moves {
                assert_eq!(board.read_move(&board.move_text(mv)).unwrap(), mv);
            }
            if moves.is_empty() {
                assert_eq!(board.payoff(board.to_move()), -1);
                assert_eq!(board.payoff(board.to_move().other()), 1);
                break;
            }
            board.play(moves[rng.index(moves.len())]);
        }
    }
}

fn zero_sum<E: Evaluate<Checkers> + Evaluate<Board>>(eval: &E) {
    let (low, high) = Evaluate::<Checkers>::bounds(eval);
    assert_eq!((low, high), Evaluate::<Board>::bounds(eval));
    assert_eq!(low, -high);
    plywise::contract::check_evaluator(&game(Rules::Standard), eval, &promise(Rules::Standard, 100));
    walk(&game(Rules::Standard), &promise(Rules::Standard, 100), |position, _, place| {
        let value = eval.evaluate(position, Seat::FIRST);
        assert_eq!(eval.evaluate(position, Seat::SECOND), -value, "{place}");
        assert_eq!(eval.evaluate(position.board(), Seat::FIRST), value, "{place}");
    });
}

#[test]
fn evaluators_stay_in_bounds_and_give_to_one_what_they_take_from_the_other() {
    zero_sum(&Material);
    zero_sum(&Positional);
    components_add_up();
}

/// The heaviest board there is reaches no bound.
#[test]
fn twelve_kings_against_one_man_are_in_bounds() {
    let board = Board::start().read_position("W:WK7,K10,K11,K14,K15,K18,K19,K22,K23,K26,K6,K27:B1").unwrap();
    let value = |eval: &dyn Evaluate<Board>| eval.evaluate(&board, Seat::SECOND).raw();
    assert_eq!(value(&Material), 12 * 150 - 100);
    assert!((1_200..Positional::LIMIT).contains(&value(&Positional)), "{}", value(&Positional));
}

#[test]
fn the_positional_evaluator_knows_its_principles() {
    let value = |text: &str| {
        let board = Board::start().read_position(text).unwrap();
        Positional.evaluate(&board, Seat::FIRST).raw()
    };
    // Advanced men, kings before men, mobile kings before caged ones, men that nobody can stop.
    assert!(value("B:W32:B18") > value("B:W32:B10"));
    assert!(value("B:W32:BK18") > value("B:W32:B18"));
    assert!(value("B:W32,27:BK15") > value("B:W32,27:BK4"));
    assert!(value("B:WK1:B25") > value("B:WK30:B25"));
    // A man ahead is worth more when little is left.
    assert!(value("B:W32:B2,3") > value("B:W32,30,25,26,27:B1,2,3,5,6,7"));
}

#[test]
fn equality_and_keys_ignore_the_counters() {
    for rules in Rules::ALL {
        let first = game(rules)
            .read_position(if rules == Rules::Course { "R:BK32:RK1" } else { "B:WK32:BK1" })
            .unwrap();
        let mut later = first.clone();
        for mv in ["1-6", "32-27", "6-1", "27-32"] {
            later.play(later.read_move(mv).unwrap());
        }
        assert_eq!(later.quiet_plies(), 4);
        assert_eq!((&later, later.key()), (&first, first.key()));
    }
}

/// In positions of games at random, with kings and without, for either seat.
fn components_add_up() {
    let mut kings = 0;
    for seed in 0..40 {
        let (mut position, mut rng) = (game(Rules::Standard), Rng::new(seed));
        for _ in 0..80 {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            position.play(moves[rng.index(moves.len())]);
            for seat in [Seat::FIRST, Seat::SECOND] {
                let parts = Positional::components(position.board(), seat);
                let sum: f64 = parts.iter().map(|part| f64::from(part.value) * part.weight).sum();
                let value = f64::from(Positional.evaluate(position.board(), seat).raw()) / 100.0;
                assert!((sum - value).abs() < 0.01, "{sum} and {value}: {parts:?}");
                for part in &parts {
                    assert!(part.sides.is_none_or(|[own, other]| own - other == part.value), "{part:?}");
                }
                kings +=
                    usize::from(parts.iter().any(|part| part.name == "steps of kings" && part.value != 0));
            }
        }
    }
    assert!(kings > 100, "kings step in {kings} positions only");
}
