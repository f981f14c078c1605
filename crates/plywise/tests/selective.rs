//! What a game may opt into: Multi-ProbCut, reductions. Hand-written trees whose deep values contradict their
//! shallow ones, so that each answer tells what was looked at.

use std::sync::atomic::Ordering::Relaxed;

use crate::toys::opted::{Foresight, Opted, Opting, Tall, opting};
use crate::toys::written::{AsWritten, End, Place, Written, at, leaf, over};
use plywise::alphabeta::{Ordering, ProbCut, Settings, Windows};
use plywise::{Limits, Score, Stop};

fn search(select: Opted, windows: Windows) -> Opting {
    let settings = Settings { windows, ..Settings::default() };
    opting(Tall::default(), select, Foresight::Nothing, settings)
}

/// Whether the only move of the root reaches `goal` by a search of this depth: one empty window. The position after that
/// move, `below`, is searched in the window from `-goal` to `-goal + 1`.
fn reaches(select: Opted, below: Written, depth: u32, goal: Score) -> bool {
    let root = at(0, vec![below]);
    let found =
        search(select, Windows::Principal).recover_move(&Place::new(&root), depth, goal, &Limits::default());
    assert!(found.best.is_none_or(|best| best == 0) && found.stopped == Stop::Depth);
    found.best.is_some()
}

const GOAL: i32 = 5;

fn goal() -> Score {
    Score::heuristic(GOAL)
}

/// A position that is truly bad for its mover, so that whoever moved here reaches the goal, unless somebody believes
/// something else. `value` is its static value.
fn truly_bad(value: i32) -> Written {
    at(value, vec![leaf(GOAL)])
}

/// The opposite.
fn truly_good(value: i32) -> Written {
    at(value, vec![leaf(GOAL - 1)])
}

#[test]
fn without_selectivity_the_truth_is_found() {
    assert!(reaches(Opted::default(), truly_bad(1000), 2, goal()));
    assert!(!reaches(Opted::default(), truly_good(-1000), 2, goal()));
}

#[test]
fn no_guess_is_asked_for_where_the_window_is_a_proven_result() {
    let lowest = Score::heuristic(-Score::HEURISTIC_LIMIT);
    let highest = Score::heuristic(Score::HEURISTIC_LIMIT);
    for (goal, asked) in [
        (Score::won_in(3), 0),
        (Score::lost_in(3), 0),
        (highest.next_up(), 0), // below: alpha is proven, beta is not
        (lowest, 0),            // beta is, alpha is not
        (lowest.next_up(), 1),
        (highest, 1),
        (Score::ZERO, 1),
    ] {
        let root = at(0, vec![truly_bad(0)]);
        let search = search(Opted::default(), Windows::Principal);
        search.recover_move(&Place::new(&root), 2, goal, &Limits::default());
        assert_eq!(search.select.asked.load(Relaxed), asked, "{goal:?}");
    }
}

/// Deep = shallow, give or take 10.
fn cut(shallow: i32) -> ProbCut {
    ProbCut { shallow, slope: 1.0, offset: 0.0, margin: 10.0 }
}

fn cutting(cuts: Vec<ProbCut>) -> Opted {
    Opted { cuts, cut_depth: 2, ..Opted::default() }
}

#[test]
fn a_shallow_value_beyond_the_margin_decides() {
    // The window is (-5, -4): from 6 on it will surely be exceeded, from -15 down surely not reached.
    for (value, refuted) in [(7, true), (6, true), (5, false), (4, false)] {
        assert_eq!(!reaches(cutting(vec![cut(0)]), truly_bad(value), 3, goal()), refuted, "high: {value}");
    }
    for (value, holds) in [(-16, true), (-15, true), (-14, false), (-13, false)] {
        assert_eq!(reaches(cutting(vec![cut(0)]), truly_good(value), 3, goal()), holds, "low: {value}");
    }
}

#[test]
fn a_shallow_search_is_as_deep_as_the_cut_says_and_every_cut_has_its_turn() {
    // Static value 0, a ply deeper 50, in truth bad.
    let below = || at(0, vec![at(-50, vec![leaf(-GOAL)])]);
    assert!(reaches(cutting(vec![cut(0)]), below(), 3, goal()), "at depth 0 nothing is to be seen");
    assert!(!reaches(cutting(vec![cut(1)]), below(), 3, goal()), "at depth 1 it looks too good");
    assert!(!reaches(cutting(vec![cut(0), cut(1)]), below(), 3, goal()), "the second cut");
    let elsewhere = Opted { cut_depth: 1, ..cutting(vec![cut(0)]) };
    assert!(!reaches(elsewhere, truly_good(-99), 3, goal()), "of depth 2 nothing is predicted");
    assert!(reaches(cutting(vec![cut(2)]), below(), 3, goal()), "no search predicts itself");
}

#[test]
fn only_the_side_of_the_window_on_which_a_position_stands_is_asked() {
    // The window is (-5, -4). A ply deeper the one looks too good, the other too bad.
    let bad = |standing| at(standing, vec![at(-50, vec![leaf(-GOAL)])]);
    for (standing, refuted) in [(50, true), (-4, true), (-5, false), (-50, false)] {
        assert_eq!(!reaches(cutting(vec![cut(1)]), bad(standing), 3, goal()), refuted, "high: {standing}");
    }
    let good = |standing| at(standing, vec![at(50, vec![leaf(1 - GOAL)])]);
    for (standing, holds) in [(-50, true), (-5, true), (-4, false), (50, false)] {
        assert_eq!(reaches(cutting(vec![cut(1)]), good(standing), 3, goal()), holds, "low: {standing}");
    }
}

/// A search that believed something has not seen the end, though all that it looked at was over.
#[test]
fn a_guess_is_no_proof() {
    let ends = |points| at(0, vec![over(End::Points(points))]);
    let solved = |select| {
        let root = at(0, vec![ends(-3), ends(1)]);
        search(select, Windows::Memory).search(&Place::new(&root), &Limits::depth(3)).stopped
    };
    assert_eq!(solved(Opted::default()), Stop::Solved);
    let bold = ProbCut { shallow: 1, slope: 1.0, offset: 0.0, margin: 0.0 };
    assert_eq!(solved(cutting(vec![bold])), Stop::Depth, "a shallow search");
}

/// Two moves below: the first is bad for the mover, the second is worth `shallow` at a glance and `deep` in truth, both
/// for the mover.
fn second_move(shallow: i32, deep: i32) -> Written {
    at(0, vec![leaf(100), at(-shallow, vec![leaf(deep)])])
}

fn reducing(reduction: i32) -> Opted {
    Opted { reduction, reduced_depth: 2, ..Opted::default() }
}

#[test]
fn a_reduced_move_that_is_better_than_expected_is_searched_again_in_full() {
    // The window is (-5, -4).
    for (shallow, deep, refuted) in [
        (-4, -5, false), // looked good, was not
        (50, -50, false),
        (50, 50, true),
        (-5, 50, false), // did not look good: nobody looked again
        (-50, 50, false),
    ] {
        for reduction in [1, 2, 99] {
            let found = reaches(reducing(reduction), second_move(shallow, deep), 3, goal());
            assert_eq!(!found, refuted, "{shallow}, in truth {deep}, reduced by {reduction}");
        }
    }
    for reduction in [0, -1] {
        assert!(!reaches(reducing(reduction), second_move(-50, 50), 3, goal()), "not reduced: {reduction}");
    }
}

#[test]
fn moves_of_the_root_are_never_reduced() {
    // The second move looks worthless and reaches the goal in truth.
    let root = at(0, vec![leaf(100), at(50, vec![leaf(GOAL)])]);
    let found = search(reducing(1), Windows::Principal).recover_move(
        &Place::new(&root),
        2,
        goal(),
        &Limits::default(),
    );
    assert_eq!(found.best, Some(1));
}

/// However much less deep a search is, below the horizon it has all the plies that noise may cost.
#[test]
fn what_is_reduced_to_nothing_still_settles() {
    let noisy = |value, settled| Written { noisy: true, ..at(value, vec![leaf(settled)]) };
    let settled = |select, below| {
        let root = at(0, vec![below]);
        let settings = Settings { windows: Windows::Principal, quiescence: 1, ..Settings::default() };
        let search = opting(Tall::default(), select, Foresight::Nothing, settings);
        let found = search.recover_move(&Place::new(&root), 3, goal(), &Limits::default());
        found.best.is_some()
    };
    // The second move looks bad for its mover, then good, and is good in truth.
    let below = at(0, vec![leaf(100), noisy(50, 50)]);
    assert!(!settled(reducing(9), below), "it was found to be better than expected");
}

#[test]
fn windows_of_cut_searches_leave_listed_searches_alone() {
    // With whole windows only, nothing is ever left out.
    let opted = Opted { reduction: 9, reduced_depth: 2, ..cutting(vec![cut(0)]) };
    let root = at(0, vec![truly_bad(-99), truly_bad(99), second_move(-50, 50)]);
    let found = search(opted, Windows::Full).search(&Place::new(&root), &Limits::depth(3));
    let plain = plywise::minimax(&Place::new(&root), &AsWritten, &Limits::depth(3));
    assert_eq!((found.value, found.best), (plain.value, plain.best));
    assert_eq!(found.stopped, plain.stopped);
    assert_eq!(Settings::default().order, Ordering::Listed);
}
