//! Games that are ended early, values of moves, and games looked over.

use std::time::Duration;

use plywise::{Mark, Report, Seat, Stop, TableUse, Value};
use registry::adjudicate::Umpire;
use registry::analysis::best_first;
use registry::review::{PROVEN, Played, Side, cost, loss, mark};
use registry::{Adjudication, MoveValue, Scale};

fn report(value: Value, stopped: Stop) -> Report<u8, Value> {
    Report {
        best: Some(0),
        value,
        line: Vec::new(),
        depth: 3,
        nodes: 1,
        elapsed: Duration::ZERO,
        stopped,
        table: TableUse::default(),
    }
}

fn seen(points: f64) -> Report<u8, Value> {
    report(Value::Points(points), Stop::Depth)
}

#[test]
fn both_must_agree_for_as_long_as_asked() {
    let mut umpire = Umpire::new(Adjudication::parse("resign=5,resign_moves=2").unwrap());
    // Seat 2 sees itself behind by 6: that is a lead of 6 for seat 1.
    let turns = [(0, 6.0), (1, -6.0), (0, 4.0), (1, -6.0), (0, 6.0), (1, -7.0)];
    for (ply, (seat, points)) in turns.into_iter().enumerate() {
        assert_eq!(umpire.after(Seat(seat), ply as u32, &seen(points)), None, "ply {ply}");
    }
    let adjudged = umpire.after(Seat(0), 6, &seen(9.0)).unwrap();
    assert_eq!(adjudged.winner, Some(Seat::FIRST));
}

#[test]
fn draws_wait_for_their_ply() {
    let mut umpire = Umpire::new(Adjudication::parse("draw=0.5,draw_moves=1,draw_from=4").unwrap());
    for ply in 0..4 {
        assert_eq!(umpire.after(Seat((ply % 2) as u8), ply, &seen(0.25)), None);
    }
    assert_eq!(umpire.after(Seat(0), 4, &seen(-0.5)).unwrap().winner, None);
    // An agent without a search has no opinion.
    let silent = Report { depth: 0, ..seen(0.0) };
    assert_eq!(umpire.after(Seat(1), 5, &silent), None);
}

#[test]
fn proven_results_and_the_cap() {
    let mut umpire = Umpire::new(Adjudication::parse("solved=yes,cap=9").unwrap());
    let winner = |umpire: &mut Umpire, value, stopped| {
        umpire.after(Seat::SECOND, 1, &report(value, stopped)).map(|adjudged| adjudged.winner)
    };
    assert_eq!(winner(&mut umpire, Value::Win { plies: 3 }, Stop::Depth), Some(Some(Seat::SECOND)));
    assert_eq!(winner(&mut umpire, Value::Loss { plies: 3 }, Stop::Depth), Some(Some(Seat::FIRST)));
    assert_eq!(winner(&mut umpire, Value::Points(-4.0), Stop::Solved), Some(Some(Seat::FIRST)));
    assert_eq!(winner(&mut umpire, Value::Points(0.0), Stop::Solved), Some(None));
    assert_eq!(winner(&mut umpire, Value::Points(50.0), Stop::Depth), None);
    assert_eq!((umpire.at_length(8), umpire.at_length(9).is_some()), (None, true));
}

#[test]
fn everything_is_off_by_default_and_nonsense_is_refused() {
    assert_eq!(Adjudication::parse("solved=no").unwrap(), Adjudication::default());
    for bad in ["", "yes", "draw=x", "draw=-1", "resign=nan", "cap=0", "resing=4", "solved=maybe"] {
        Adjudication::parse(bad).expect_err(bad);
    }
}

#[test]
fn moves_of_equal_value_keep_their_order() {
    let worth = |mv: &str, value| MoveValue {
        mv: mv.to_owned(),
        value: Value::Points(value),
        depth: 1,
        line: Vec::new(),
        nodes: 1,
        stopped: Stop::Depth,
        own: None,
    };
    // 0.1 + 0.2 is above 0.3, as floating-point numbers are.
    let mut values = [
        worth("low", -1e9),
        worth("a", 0.3),
        worth("b", 0.1 + 0.2),
        worth("c", 0.3),
        worth("best", 0.300_001),
        worth("zero", -0.0),
        worth("won", f64::INFINITY),
    ];
    best_first(&mut values);
    let order: Vec<&str> = values.iter().map(|worth| worth.mv.as_str()).collect();
    assert_eq!(order, ["won", "best", "a", "b", "c", "zero", "low"]);
}

const DISCS: Scale = Scale::points("discs").graded([2.0, 6.0, 12.0]);

#[test]
fn a_loss_has_its_grade() {
    let graded = |best, played| {
        let lost = loss(DISCS, Value::Points(best), Value::Points(played));
        (lost, mark(DISCS, lost.unwrap()))
    };
    assert_eq!(graded(3.0, 1.5), (Some(1.5), None));
    assert_eq!(graded(3.0, 1.0), (Some(2.0), Some(Mark::Dubious)));
    assert_eq!(graded(3.0, -3.0), (Some(6.0), Some(Mark::Mistake)));
    assert_eq!(graded(3.0, -30.0), (Some(33.0), Some(Mark::Blunder)));
    assert_eq!(graded(1.0, 2.0), (Some(0.0), None), "what turns out better than the best gives nothing away");
}

#[test]
fn proven_results_lie_beyond_all_points() {
    let (won, lost) = (Value::Win { plies: 3 }, Value::Loss { plies: 5 });
    assert_eq!(loss(DISCS, won, Value::Win { plies: 9 }), Some(0.0));
    assert_eq!(loss(DISCS, won, Value::Points(70.0)), Some(2.0));
    assert_eq!(loss(DISCS, won, lost), Some(2.0 * PROVEN * 12.0));
    assert_eq!(
        loss(Scale::points("discs"), won, lost),
        None,
        "a unit without grades does not say what a win is worth"
    );
    assert_eq!(cost(DISCS, won, lost, None), "loses the game");
    assert_eq!(cost(DISCS, won, Value::Points(0.0), None), "lets the win go");
}

#[test]
fn sides_add_up_and_forced_moves_do_not_count() {
    let played = |loss: f64, chosen| Played {
        mv: "a1".into(),
        chosen,
        value: Value::Points(0.0),
        loss: Some(loss),
        mark: mark(DISCS, loss),
        cost: String::new(),
    };
    let (mut side, mut other) = (Side::default(), Side::default());
    side.add(&played(0.0, true), DISCS);
    side.add(&played(99.0, false), DISCS);
    other.add(&played(6.0, true), DISCS);
    side.join(&other);
    assert_eq!((side.moves, side.marks, side.mean_loss()), (2, [0, 1, 0], Some(3.0)));
    let expected = 50.0 * (1.0 + (-1.0_f64).exp());
    assert!((side.accuracy(DISCS).unwrap() - expected).abs() < 1e-9);
    assert_eq!(Side::default().accuracy(DISCS), None);
}
