//! A partner errs as it is told to, and in no other way.

use plywise::{Agent, Limits, PartnerAgent, Settings, Skill, Stop, Value};

use crate::toys::opted::{Foresight, Opted, Tall, plain};
use crate::toys::written::{AsWritten, End, Place, Written, at, leaf, over};

fn partner(depth: u32, doubt: f64) -> PartnerAgent<AsWritten, Tall, Opted, Foresight> {
    PartnerAgent::new(plain(Settings::fast(), None), Skill { depth, doubt })
}

fn board(next: Vec<Written>) -> Place<'static> {
    Place::new(Box::leak(Box::new(at(0, next))))
}

/// How often each of these moves is played in 4,000 turns.
fn played(agent: &mut impl Agent<Place<'static>>, position: &Place<'static>) -> Vec<f64> {
    let mut counts = vec![0.0; position.here.next.len()];
    agent.new_game(1);
    for _ in 0..4_000 {
        counts[agent.choose(position, &Limits::default()).best.expect("there are moves")] += 1.0;
    }
    counts
}

#[test]
fn what_seems_worse_is_played_as_much_more_seldom_as_it_says() {
    // Worth 10, 8, 4 and -20 to the side that moves there.
    let position = board(vec![leaf(-8), leaf(-10), leaf(20), leaf(-4)]);
    let weights = [-0.4_f64, 0.0, -6.0, -1.2].map(f64::exp);
    let sum: f64 = weights.iter().sum();
    let counts = played(&mut partner(1, 5.0), &position);
    for (count, weight) in counts.iter().zip(weights) {
        let (expected, share) = (4_000.0 * weight / sum, weight / sum);
        let deviation = (expected * (1.0 - share)).sqrt();
        assert!((count - expected).abs() < 4.0 * deviation, "{counts:?}: {count} instead of {expected:.0}");
    }
    let again = played(&mut partner(1, 5.0), &position);
    assert_eq!(counts, again, "the same lots");
    assert_eq!(played(&mut partner(1, 0.0), &position), [0.0, 4_000.0, 0.0, 0.0], "without doubt the best");
}

#[test]
fn what_lies_within_its_depth_it_sees_and_no_more() {
    // The first move looks best until the answer, which wins.
    let trap = at(-30, vec![over(End::Lost), leaf(9)]);
    let position = board(vec![trap, leaf(0)]);
    assert_eq!(played(&mut partner(1, 1.0), &position), [4_000.0, 0.0]);
    let mut deeper = partner(2, 1.0);
    assert_eq!(played(&mut deeper, &position), [0.0, 4_000.0]);
    let report = deeper.choose(&position, &Limits::default());
    assert_eq!(
        (report.best, report.value, report.depth, report.line[0]),
        (Some(1), Value::Points(0.0), 2, 1)
    );
    // A win at once is a win in one, for whoever sees it.
    let won = board(vec![leaf(-50), over(End::Lost)]);
    let report = partner(3, 1.0).choose(&won, &Limits::default());
    assert_eq!((report.best, report.value), (Some(1), Value::Win { plies: 1 }));
    // A win in three is counted from where it stands.
    let mate = at(0, vec![at(0, vec![over(End::Lost)])]);
    let report = partner(3, 1.0).choose(&board(vec![mate, leaf(-50)]), &Limits::default());
    assert_eq!((report.best, report.value), (Some(0), Value::Win { plies: 3 }));
}

#[test]
fn a_partner_that_is_cut_short_still_plays() {
    let position = board(vec![leaf(-8), leaf(-10)]);
    let report = partner(1, 5.0).choose(&position, &Limits { nodes: Some(0), ..Limits::default() });
    assert!(report.best.is_some() && report.stopped == Stop::Nodes, "{report:?}");
}
