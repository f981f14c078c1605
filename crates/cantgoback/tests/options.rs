//! Options: which are refused, and what follows from them.

use cantgoback::{Board, Fruits, Options, start};
use plywise::{Keyed, Notation, Rng};

#[test]
fn bad_options_are_named() {
    let good = Options::default();
    assert_eq!(good.check(), Ok(()));
    let bad = [
        (Options { penalty: -1, ..good.clone() }, "penalty=-1"),
        (Options { penalty: 100_001, ..good.clone() }, "penalty=100001"),
        (Options { max_fruit_score: 2, ..good.clone() }, "max_fruit_score=2"),
        (Options { max_fruit_score: 10_001, ..good.clone() }, "max_fruit_score=10001"),
        (Options { max_fruit_time: 0, ..good.clone() }, "max_fruit_time=0"),
        (Options { max_fruit_time: 201, ..good.clone() }, "max_fruit_time=201"),
    ];
    for (options, named) in bad {
        let error = options.check().expect_err(named).to_string();
        assert!(error.starts_with(named) && !error.contains('\n'), "{error}");
    }
    let board = Board::parse("1 2 50", "own.csv").expect("a board");
    let error = Options { board, max_fruit_score: 49, ..good }.check().expect_err("fruit too big");
    assert!(error.to_string().contains("50 at c1"), "{error}");
}

#[test]
fn lives_follow_the_short_side() {
    let lives = |fruits, max_fruit_time, board: &str| {
        let board = Board::parse(board, "own.csv").expect("a board");
        let options = Options { fruits, max_fruit_time, board, ..Options::default() };
        start(&options, 0).expect("good options").rules().lives()
    };
    assert_eq!(lives(Fruits::Once, 15, "1 0 0\n0 0 2"), 4..=4);
    for fruits in [Fruits::Respawn, Fruits::RespawnCharged] {
        assert_eq!(lives(fruits, 15, "1 0 0\n0 0 2"), 2..=15);
        assert_eq!(lives(fruits, 3, "1 0 0\n0 0 2"), 2..=3);
        assert_eq!(lives(fruits, 2, "1 0 0\n0 0 2"), 2..=3);
        assert_eq!(lives(fruits, 1, "1 0 0\n0 0 2"), 2..=3);
    }
}

/// Whatever numbers they hold, a game begins, and its position reads back, or a line says what is wrong.
#[test]
fn any_numbers_begin_a_game_or_are_refused() {
    let (mut rng, mut begun) = (Rng::new(1), 0);
    for _ in 0..600 {
        let most = 1 << (1 + rng.below(31));
        let penalty = rng.below(most) as i32 - i32::from(rng.below(9) == 0);
        let (max_fruit_score, max_fruit_time) = (rng.below(20_000) as u16, rng.next_u64() as u8);
        let fruits = Fruits::ALL[rng.index(Fruits::ALL.len())];
        match start(&Options { penalty, max_fruit_score, max_fruit_time, fruits, ..Options::default() }, 1) {
            Ok(start) => {
                let again = start.read_position(&start.position_text()).expect("its own text");
                assert_eq!((again.position_text(), again.key()), (start.position_text(), start.key()));
                begun += 1;
            }
            Err(error) => assert!(!error.message.contains('\n'), "{error}"),
        }
    }
    assert!((50..550).contains(&begun), "{begun} of 600");
}
