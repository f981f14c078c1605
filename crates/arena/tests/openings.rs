//! Openings: their order, and which of them leave a game to play.

use std::sync::Arc;

use arena::openings::place;
use arena::{Kind, Openings};

#[test]
fn every_line_comes_once_before_any_comes_again() {
    for len in [1, 2, 3, 5, 49, 174, 1000] {
        for again in 0..3 {
            let mut places: Vec<usize> =
                (again * len..(again + 1) * len).map(|round| place(len, 7, round)).collect();
            if len >= 49 {
                assert!(!places.is_sorted(), "shuffled");
            }
            places.sort_unstable();
            assert!(places.iter().copied().eq(0..len as usize), "{len}");
        }
    }
    let order = |seed, from| (from..from + 20).map(|round| place(174, seed, round)).collect::<Vec<_>>();
    assert_ne!(order(1, 0), order(2, 0));
    assert_ne!(order(1, 0), order(1, 174));
}

#[test]
fn openings_leave_a_game_to_play() {
    for (game, plies, most) in [
        ("othello", 1000, 60),
        ("othello", 60, 60),
        ("othello:size=4", 12, 12),
        ("2048", 1000, 300),
        ("cantgoback", 1000, 400),
    ] {
        let kind = games::open(game).unwrap();
        Openings::check_drawn(&*kind, 4).unwrap();
        let refusal = Openings::check_drawn(&*kind, plies).unwrap_err().to_string();
        let told: u32 = refusal.split("at most ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        assert!((4..most).contains(&told), "{refusal}");
        Openings::check_drawn(&*kind, told).unwrap();
    }
}

#[test]
fn what_a_command_line_asks_for() {
    let kind: Arc<dyn Kind> = games::open("checkers").unwrap().into();
    let parse = |plies, suite| Openings::parse(&kind, plies, suite);
    assert!(matches!(parse(0, None), Ok(Openings::Start)));
    assert!(matches!(parse(4, None), Ok(Openings::Drawn(4))));
    let Ok(Openings::Suite(suite)) = parse(0, Some("two-move")) else { panic!("a suite") };
    assert!(!suite.is_ready(), "no line is worked out before it is asked for");
    assert_eq!(suite.lines().unwrap().len(), 49);
    assert!(suite.is_ready());
    assert_eq!(Openings::for_tests(&*kind), (0, Some("three-move")));
    // Lines that one side begins are none where the seed draws who does.
    for (game, suits) in [("othello", (0, Some("balanced"))), ("othello:setup=course", (4, None))] {
        assert_eq!(Openings::for_tests(&*games::open(game).unwrap()), suits, "{game}");
    }
    let refused = |plies, suite| parse(plies, Some(suite)).err().expect(suite).0;
    assert!(refused(4, "two-move").contains("not both"));
    assert!(refused(0, "two-move:depth=x").contains("depth=\"x\""));
    assert!(refused(0, "two-moves").contains("did you mean two-move?"));
    let small: Arc<dyn Kind> = games::open("othello:size=4").unwrap().into();
    let empty = Openings::parse(&small, 0, Some("balanced:plies=16")).expect("a suite");
    assert!(empty.of_pair(1, 0).unwrap_err().0.contains("is empty under these options"));
}
