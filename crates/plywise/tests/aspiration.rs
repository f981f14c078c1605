//! With which windows a search asks that expects a value.

use crate::toys::opted::plain;
use crate::toys::written::{End, Place, Visits, Written, at, over};
use plywise::alphabeta::{Settings, Windows};
use plywise::{Limits, Score};

/// Two raw scores; None for no bound.
type Window = (Option<i32>, Option<i32>);

/// A game of one line whose root is worth these values to its seat, to depth 1, 2 and so on, and is won at last.
fn line(values: &[i32]) -> Written {
    let static_value = |at: usize| if at % 2 == 1 { values[at] } else { -values[at] };
    (0..values.len()).rev().fold(over(End::Lost), |next, index| at(static_value(index), vec![next]))
}

/// The windows of all depths, three points on either side, and the value.
fn windows(values: &[i32], windows: Windows) -> (Vec<Window>, Score) {
    let settings = Settings { windows, deepen: true, aspiration: 300, ..Settings::default() };
    let (root, mut visits) = (at(0, vec![line(values)]), Visits::default());
    let search = plain(settings, None);
    let found = search.search_with(&Place::new(&root), &Limits::depth(values.len() as u32 + 1), &mut visits);
    let raw = |bound: Score| (bound.raw().abs() <= Score::HEURISTIC_LIMIT).then_some(bound.raw());
    let roots = visits.entered.iter().map(|entered| entered.1).filter(|node| node.ply == 0);
    (roots.map(|node| (raw(node.window.0), raw(node.window.1))).collect(), found.value)
}

#[test]
fn a_window_is_about_the_last_value_and_grows_on_the_side_on_which_the_next_one_lies() {
    let (seen, value) = windows(&[0, 2, 50, -10], Windows::Principal);
    let expected = [
        (None, None),
        (Some(-3), Some(3)),
        (Some(-1), Some(5)),
        (Some(-1), Some(14)),
        (Some(-1), Some(50)), // not above 49
        (Some(-1), Some(194)),
        (Some(47), Some(53)),
        (Some(38), Some(53)),
        (Some(2), Some(53)),
        (Some(-142), Some(53)),
        (Some(-13), Some(-7)), // the win lies above all estimates
        (Some(-13), None),
    ];
    assert_eq!(seen, expected);
    assert_eq!(value, Score::won_in(5));
}

#[test]
fn whole_windows_stay_whole() {
    assert_eq!(windows(&[0, 2, 50], Windows::Full).0, [(None, None); 4]);
}
