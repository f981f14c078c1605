//! What every game must keep, on every size and set-up.

use othello::patterns::Patterns;
use othello::{Corners, Discs, Mobility, Othello, Setup, Size, Weighted};
use plywise::contract::{
    Promise, check_evaluator, check_keys, check_rules, check_symmetric_search, check_symmetry, check_text,
    check_two_player, walk,
};
use plywise::{Evaluate, Game, Keyed, Notation, Observe, Score, Seat, Symmetric};

fn promise(size: Size, games: u64) -> Promise {
    let squares = size.squares() as i32;
    // Every empty square is filled once, and no two passes follow each other.
    Promise { games, seed: 1, longest: 2 * (squares as u32 - 4), payoffs: -squares..=squares }
}

fn check(size: Size) {
    for mover in [Seat::FIRST, Seat::SECOND] {
        let start = Othello::start_with(size, mover);
        check_rules(&start, &promise(size, 300));
        check_two_player(&start, &promise(size, 100));
        check_text(&start, &promise(size, 30));
        check_keys(&start, &promise(size, 300), |a, b| a == b);
        check_symmetry(&start, &Discs, &promise(size, 20));
        check_symmetry(&start, &Corners, &promise(size, 20));
        check_symmetry(&start, &Mobility, &promise(size, 20));
        check_symmetry(&start, &Weighted, &promise(size, 20));
        check_symmetric_search(&start, &Discs, &promise(size, 4));
        check_symmetric_search(&start, &Corners, &promise(size, 2));
        check_symmetric_search(&start, &Mobility, &promise(size, 2));
        check_symmetric_search(&start, &Weighted, &promise(size, 2));
        zero_sum(&start, &Discs);
        zero_sum(&start, &Corners);
        zero_sum(&start, &Mobility);
        zero_sum(&start, &Weighted);
        Patterns::learned(size).iter().for_each(|patterns| zero_sum(&start, patterns));
    }
}

#[test]
fn four_by_four_keeps_the_contract() {
    check(Size::Four);
}

#[test]
fn six_by_six_keeps_the_contract() {
    check(Size::Six);
}

#[test]
fn eight_by_eight_keeps_the_contract() {
    check(Size::Eight);
}

/// Values stay inside the bounds and are zero-sum, and at the end say who has won.
fn zero_sum<E: Evaluate<Othello>>(start: &Othello, eval: &E) {
    let (low, high) = eval.bounds();
    assert_eq!(low, -high);
    check_evaluator(start, eval, &promise(start.size(), 50));
    walk(start, &promise(start.size(), 50), |position, moves, place| {
        for seat in [Seat::FIRST, Seat::SECOND] {
            let value = eval.evaluate(position, seat);
            assert_eq!(value, -eval.evaluate(position, seat.other()), "{place}");
            if moves.is_empty() {
                let end = eval.finished(position, seat, 3);
                assert_eq!(end.raw().signum(), position.payoff(seat).signum(), "{place}");
            }
        }
    });
}

/// Discs counts the points themselves, at leaves as at the end.
#[test]
fn values_are_what_they_are_called() {
    let start = Othello::start(Size::Eight, Setup::Standard, 0);
    let all_black = Othello::new(Size::Eight, u64::MAX, 0, Seat::SECOND).unwrap();
    assert_eq!(Discs.finished(&all_black, Seat::FIRST, 9), Evaluate::<Othello>::bounds(&Discs).1);
    let corner = start.read_position(&format!("X{}O{} X", "-".repeat(34), "-".repeat(28))).unwrap();
    let points = |score: plywise::Score| score.raw() / 100;
    assert_eq!(points(Discs.evaluate(&corner, Seat::FIRST)), 0);
    assert_eq!(points(Corners.evaluate(&corner, Seat::FIRST)), Corners::WORTH);
    assert_eq!(
        points(Weighted.evaluate(&corner, Seat::FIRST)),
        Weighted::worth(Size::Eight, 0, 0) - Weighted::worth(Size::Eight, 4, 3)
    );
    let lone = start.read_position(&format!("OX{} O", "-".repeat(62))).unwrap();
    assert_eq!(points(Mobility.evaluate(&lone, Seat::SECOND)), 1);
}

#[test]
fn the_table_of_worth_is_symmetric_and_summed_as_it_stands() {
    fn check(size: Size) {
        for row in 0..size.side() {
            for column in 0..size.side() {
                let worth = Weighted::worth(size, row, column);
                assert_eq!(worth, Weighted::worth(size, column, row));
                assert_eq!(worth, Weighted::worth(size, size.side() - 1 - row, column));
                let one = Othello::new(size, 1 << (8 * row + column), 0, Seat::SECOND).unwrap();
                assert_eq!(Weighted.evaluate(&one, Seat::FIRST).raw(), 100 * worth, "{row} {column}");
            }
        }
        assert!(Weighted::worth(size, 0, 0) > 0);
    }
    check(Size::Four);
    check(Size::Six);
    check(Size::Eight);
}

#[test]
fn images_are_sixteen_positions_of_which_the_first_is_the_position() {
    let mut position = Othello::start(Size::Six, Setup::Standard, 0);
    for text in ["d5", "c5", "b5"] {
        let mv = position.read_move(text).unwrap();
        position.play(mv);
    }
    let images = position.images();
    let keys: std::collections::HashSet<u64> = images.iter().map(|image| image.position.key()).collect();
    assert_eq!((images.len(), keys.len()), (16, 16));
    assert_eq!(images[0].position, position);
    assert_eq!(images.iter().filter(|image| image.swapped).count(), 8);
    assert_eq!(position.observe(Seat::SECOND), position);
}

/// Favours Black, whoever moves: mirrors do not show it, the exchange of colours does.
struct Lopsided;

impl Evaluate<Othello> for Lopsided {
    fn evaluate(&self, position: &Othello, seat: Seat) -> Score {
        let favour = if seat == Seat::FIRST { 1 } else { -1 };
        Score::heuristic(Discs.evaluate(position, seat).raw() + favour)
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-3601), Score::heuristic(3601))
    }
}

#[test]
#[should_panic(expected = "image value of")]
fn a_search_that_favours_a_colour_is_noticed() {
    check_symmetric_search(&Othello::start_with(Size::Six, Seat::FIRST), &Lopsided, &promise(Size::Six, 1));
}

#[test]
fn the_key_holds_the_side_to_move() {
    let (black, white) =
        (Othello::start_with(Size::Eight, Seat::FIRST), Othello::start_with(Size::Eight, Seat::SECOND));
    assert_ne!(black.key(), white.key());
}
