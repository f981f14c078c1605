//! The meter: what may be entered is counted once, to the last position.

use plywise::{Limits, Meter, Stop};

/// Whoever counts by himself asks how much he may, and tells what he used.
#[test]
fn what_is_allowed_adds_up_to_the_limit() {
    for most in [1, 7, 1_024, 5_000] {
        let mut meter = Meter::new(&Limits { nodes: Some(most), ..Limits::default() });
        let mut entered = 0;
        while let Some(allowed) = meter.allowance() {
            assert!((1..=most - entered).contains(&allowed), "{allowed} after {entered} of {most}");
            assert_eq!(meter.allowance(), Some(allowed), "to ask uses nothing");
            meter.enter_many(allowed.min(9));
            entered += allowed.min(9);
            assert_eq!(meter.nodes(), entered);
        }
        assert_eq!((entered, meter.nodes(), meter.stopped()), (most, most, Some(Stop::Nodes)));
        assert!(!meter.enter(), "{most}");
    }
}

#[test]
fn more_than_is_allowed_is_not_counted() {
    for (entered, many, counted) in
        [(1, 4_999, 5_000), (1, 5_000, 5_000), (1, 4_998, 4_999), (3, 90_000, 5_000)]
    {
        let mut meter = Meter::new(&Limits { nodes: Some(5_000), ..Limits::default() });
        (0..entered).for_each(|_| assert!(meter.enter()));
        meter.enter_many(many);
        assert_eq!(meter.nodes(), counted, "{entered} and {many}");
        assert_eq!(meter.enter(), counted < 5_000);
    }
}
