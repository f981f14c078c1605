//! Which depths a search looks at that goes straight to the end, and where it stops on its way.

use crate::toys::opted::{Foresight, Opted, Tall, opting};
use crate::toys::written::{End, Place, Written, at, over};
use plywise::alphabeta::Settings;
use plywise::trace::OnIteration;
use plywise::{Limits, Stop};

const LENGTH: i32 = 12;

/// A game of one line, worth `value` to the seat that began, wherever a search ends.
fn line(value: i32) -> Written {
    let worth = |ply: i32| if ply % 2 == 0 { value } else { -value };
    (0..LENGTH).rev().fold(over(End::Points(worth(LENGTH))), |next, ply| at(worth(ply), vec![next]))
}

/// The depths of the iterations, as they are told.
fn depths(stages: u32, height: i32, value: i32, limits: &Limits) -> Vec<u32> {
    depths_within(u32::MAX, stages, height, value, limits)
}

/// The same of a search that leaps only where the end is so near.
fn depths_within(leap_within: u32, stages: u32, height: i32, value: i32, limits: &Limits) -> Vec<u32> {
    let settings = Settings { deepen: true, leap_from: 3, leap_within, ..Settings::default() };
    let select = Opted { stages, ..Opted::default() };
    let search = opting(Tall(height), select, Foresight::Nothing, settings);
    let root = line(value);
    let mut seen = Vec::new();
    let listener = OnIteration(|iteration: &plywise::trace::Iteration<usize>| seen.push(iteration.depth));
    search.search_with(&Place::new(&root), limits, listener);
    seen
}

#[test]
fn a_leap_stops_at_the_stages_that_the_game_asks_for() {
    let unlimited = Limits::default();
    assert_eq!(depths(0, 6, 0, &unlimited), [1, 2, 3, 6]);
    assert_eq!(depths(1, 6, 0, &unlimited), [1, 2, 3, 6, 7]);
    assert_eq!(depths(3, 6, 0, &unlimited), [1, 2, 3, 6, 7, 8, 9]);
    // The end lies no farther than what has been looked at.
    assert_eq!(depths(0, 3, 0, &unlimited), [1, 2, 3, 4]);
    assert_eq!(depths(1, 3, 0, &unlimited), [1, 2, 3, 4]);
    assert_eq!(depths(2, 3, 0, &unlimited), [1, 2, 3, 4, 5]);
}

#[test]
fn a_search_that_may_leap_so_far_only_deepens_until_the_end_is_as_near() {
    let unlimited = Limits::default();
    for within in [6, 9] {
        // 12 plies solve the line, whatever the game thinks.
        assert_eq!(depths_within(within, 0, 9, 0, &unlimited), (1..=12).collect::<Vec<_>>());
        assert_eq!(depths_within(within, 2, 9, 0, &unlimited), [1, 2, 3, 9, 10, 11]);
    }
    assert_eq!(depths_within(4, 2, 9, 0, &unlimited), [1, 2, 3, 4, 5, 9, 10, 11]);
    // A limit that lies before the end is reached ply by ply, one that does not is kept.
    assert_eq!(depths_within(9, 2, 9, 0, &Limits::depth(8)), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(depths_within(9, 2, 9, 0, &Limits::depth(10)), [1, 2, 3, 9, 10]);
}

#[test]
fn no_stage_is_deeper_than_the_search() {
    assert_eq!(depths(3, 6, 0, &Limits { stepwise: true, ..Limits::depth(7) }), [1, 2, 3, 6, 7]);
    assert_eq!(depths(3, 6, 0, &Limits { stepwise: true, ..Limits::depth(5) }), [1, 2, 3, 5]);
}

#[test]
fn the_game_hears_what_the_root_is_worth_to_the_seat_to_move() {
    assert_eq!(depths(2, 6, 11, &Limits::default()), [1, 2, 3, 6]);
    for value in [10, -11] {
        assert_eq!(depths(2, 6, value, &Limits::default()), [1, 2, 3, 6, 7, 8], "{value}");
    }
}

#[test]
fn who_solves_is_shown_the_end_and_who_plays_is_not() {
    let root = line(7);
    for (leap_from, leap_within, plies) in
        [(3, u32::MAX, 12), (3, 9, 8), (u32::MAX, u32::MAX, 8), (u32::MAX, 9, 8)]
    {
        let settings = Settings { deepen: true, leap_from, leap_within, ..Settings::default() };
        let search = opting(Tall(12), Opted::default(), Foresight::Finish, settings);
        let report = search.search(&Place::new(&root), &Limits::default());
        assert_eq!((report.value.raw(), report.stopped), (7, Stop::Solved), "{leap_from}, {leap_within}");
        assert_eq!(report.line, vec![0; plies], "{leap_from}, {leap_within}");
    }
    // What is not solved ends where the search did.
    let settings = Settings { deepen: true, leap_from: 3, leap_within: u32::MAX, ..Settings::default() };
    let search = opting(Tall(12), Opted::default(), Foresight::Finish, settings);
    assert_eq!(search.search(&Place::new(&root), &Limits::depth(5)).line, vec![0; 5]);
}
