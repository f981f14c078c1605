//! The library's contract suite, and the law of the spawns.

use plywise::contract::{Promise, check_chance, check_keys, check_rules, check_symmetry, check_text, walk};
use plywise::{Evaluate, Game, Notation, Observe, Rng, Seat, Stochastic};
use twenty48::{Cell, Empties, GameScore, Move, Options, Published, Reading, Twenty48, start};

fn promise(games: u64) -> Promise {
    Promise { games, seed: 1, longest: 20_000, payoffs: 0..=Twenty48::MAX_SCORE as i32 }
}

fn starts() -> Vec<Twenty48> {
    let start = start(&Options::default(), 0);
    let others = [
        "32768 32768 2 2/0 0 0 0/0 0 0 0/0 0 0 0",
        "65536 32768 16384 8192/512 1024 2048 4096/256 128 64 32/2 0 8 16 spawn score=1000000",
        "131072 65536 32768 16384/1024 2048 4096 8192/512 256 128 64/4 4 16 32",
    ];
    let others = others.map(|text| start.read_position(text).expect("a position of this test"));
    [start].into_iter().chain(others).collect()
}

#[test]
fn the_game_keeps_the_contract() {
    for start in starts() {
        check_rules(&start, &promise(40));
        check_chance(&start, &promise(40));
        check_text(&start, &promise(10));
        let board_and_turn = |text: &str| text.split(" score").next().map(str::to_owned);
        check_keys(&start, &promise(40), |a, b| board_and_turn(a) == board_and_turn(b));
    }
}

#[test]
fn mirror_images_are_worth_the_same() {
    for start in starts() {
        check_symmetry(&start, &Published::default(), &promise(5));
        check_symmetry(&start, &GameScore, &promise(5));
        check_symmetry(&start, &Empties, &promise(5));
        for n in 1..8 {
            let reading =
                Reading { tile_values: n & 1 != 0, minimum_per_row: n & 2 != 0, empty_pairs: n & 4 != 0 };
            let weights = [1.5, -2.25, 0.5, 3.0];
            check_symmetry(&start, &Published::new(weights, reading).unwrap(), &promise(1));
        }
    }
}

#[test]
fn the_player_sees_all_and_a_finished_game_is_valued_like_any_other() {
    walk(&Twenty48::START, &promise(5), |position, moves, place| {
        assert_eq!(position.observe(Seat::FIRST), *position);
        if moves.is_empty() {
            let eval = Published::default();
            let (here, end) = (eval.evaluate(position, Seat::FIRST), eval.finished(position, Seat::FIRST, 9));
            assert_eq!(here, end, "{place}");
            assert_eq!(GameScore.finished(position, Seat::FIRST, 9).raw(), position.payoff(Seat::FIRST));
        }
    });
}

/// Draws follow the listed probabilities: chi-square over all outcomes, six standard deviations above its mean.
#[test]
fn spawns_are_drawn_by_their_probabilities() {
    for text in ["0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0 spawn", "2 0 2 4/0 8 0 2/4 2 4 0/2 2 2 0 spawn"] {
        let position = Twenty48::START.read_position(text).unwrap();
        let mut outcomes = Vec::new();
        position.outcomes(&mut outcomes);
        let draws = 400_000;
        let mut rng = Rng::new(11);
        let mut count = std::collections::HashMap::<Move, u32>::new();
        for _ in 0..draws {
            *count.entry(position.sample(&mut rng)).or_default() += 1;
        }
        let chi: f64 = outcomes
            .iter()
            .map(|(mv, p)| (f64::from(count[mv]) - p * f64::from(draws)).powi(2) / (p * f64::from(draws)))
            .sum();
        let freedom = outcomes.len() as f64 - 1.0;
        assert!(chi <= freedom + 6.0 * (2.0 * freedom).sqrt(), "{text}: {chi}");
        assert!(chi >= freedom - 6.0 * (2.0 * freedom).sqrt(), "{text}: {chi} is too good");
    }
}

#[test]
fn chance_lists_cells_row_by_row_each_with_a_2_and_a_4() {
    let position = Twenty48::START.read_position("2 4 8 2/4 2 4 0/2 4 2 4/0 2 4 2 spawn").unwrap();
    let mut outcomes = Vec::new();
    position.outcomes(&mut outcomes);
    let listed: Vec<String> = outcomes.iter().map(|(mv, p)| format!("{mv} {p:.3}")).collect();
    assert_eq!(listed, ["d2=2 0.450", "d2=4 0.050", "a4=2 0.450", "a4=4 0.050"]);
    assert_eq!(outcomes[0].0, Move::Spawn { cell: Cell::new(7), rank: 1 });
}
