//! The games so far: what they take, where a test ends, and what is told of them while somebody watches.

use arena::record::Spending;
use arena::run::Follow;
use arena::stats::PairTally;
use arena::underway::{GameNow, Told, Underway, read, watch};
use arena::{Experiment, GameRow, Progress, Setup};
use plywise::Ink;
use registry::Frame;

use crate::common::Folder;

/// Points of the course of a ratio that are kept.
const MOST_POINTS: usize = 512;

fn game(unit: u64, points: i32) -> GameRow {
    let first = (unit % 2) as usize;
    let sign = if first == 0 { 1 } else { -1 };
    GameRow {
        unit,
        agents: vec![first, 1 - first],
        payoffs: vec![sign * points, -sign * points],
        spent: vec![Spending::default(); 2],
        plies: (unit % 60) as u32,
        turns: 1,
        choices: 3,
        fingerprint: plywise::rng::mix(unit),
        ..GameRow::default()
    }
}

fn setup(test: Option<&str>) -> Setup {
    let text = r#"{"game": "othello:size=4", "agents": ["random", "greedy"], "rounds": 500}"#;
    let sprt = test.map(str::to_owned);
    Experiment { sprt, ..Experiment::parse(text).unwrap() }.open().unwrap()
}

/// Forty thousand games take no more room than some thousands, though each comes some places late.
#[test]
fn memory_does_not_grow_with_the_games() {
    for test in [None, Some("elo0=0,elo1=1")] {
        let setup = setup(test);
        let mut progress = Progress::new(&setup);
        let mut most = [0, 0];
        for block in 0..2500 {
            // Sixteen games in play, of which the last begun ends first.
            for unit in (16 * block..16 * (block + 1)).rev() {
                progress.add(&setup, game(unit, 1 - (unit / 2 % 3) as i32));
                let at = usize::from(block >= 800);
                most[at] = most[at].max(progress.entries());
            }
        }
        assert_eq!((progress.finished(), most[1] <= most[0]), (40_000, true), "{test:?}: {most:?}");
        assert!(most[0] < 300 + MOST_POINTS, "{most:?}");
    }
}

/// The third pair that is won ends the test, in whatever order games end.
#[test]
fn the_end_does_not_depend_on_the_order() {
    let setup = setup(Some("elo0=0,elo1=600"));
    let end = |units: &[u64]| {
        let mut progress = Progress::new(&setup);
        units.iter().for_each(|&unit| progress.add(&setup, game(unit, 1)));
        (progress.is_decided(), progress.counted(), progress.standings(&setup))
    };
    let in_order = end(&(0..40).collect::<Vec<_>>());
    assert!(in_order.0 && in_order.1 < 40 && in_order.1.is_multiple_of(2), "{}", in_order.1);
    assert_eq!(end(&(0..40).rev().collect::<Vec<_>>()), in_order);
    assert!(!end(&(1..40).collect::<Vec<_>>()).0, "the first pair is not whole");
}

#[test]
fn a_long_course_keeps_its_shape_and_its_end() {
    let setup = setup(Some("elo0=0,elo1=1"));
    let sprt = setup.sprt.expect("a test");
    let mut progress = Progress::new(&setup);
    let (mut pairs, mut ratios) = (PairTally::default(), Vec::new());
    for length in [0, 1, 2, 511, 512, 513, 5_001] {
        while ratios.len() < length {
            let unit = 2 * ratios.len() as u64;
            let points = 1 - (unit / 2 % 3) as i32;
            [unit, unit + 1].into_iter().for_each(|unit| progress.add(&setup, game(unit, points)));
            pairs.add((2 + 2 * points) as usize);
            ratios.push(sprt.llr(&pairs));
        }
        let points = progress.llr_course();
        assert!(
            points.len() <= MOST_POINTS && points.iter().all(|point| ratios[point.0 as usize - 1] == point.1)
        );
        assert_eq!(points.last().map(|last| last.0), (length > 0).then_some(length as u64));
        assert!(points.windows(3).all(|w| w[2].0 - w[1].0 <= w[1].0 - w[0].0), "even steps");
    }
}

#[test]
fn games_are_told_while_somebody_watches() {
    let folder = Folder::new("underway");
    let store = folder.file("games.db");
    let underway = Underway::new(&store, "hash".into());
    underway.tell(&mut None);
    assert!(!underway.is_wanted() && read(&store).is_none(), "nobody watches, nothing is written");
    watch(&store).unwrap();
    underway.tell(&mut None);
    assert!(underway.is_wanted());
    let text = r#"{"game": "othello:size=4", "agents": ["random", "greedy"], "rounds": 4}"#;
    let unit = Experiment::parse(text).unwrap().open().unwrap().unit(7).unwrap();
    let frame = |ply, position: &dyn Fn() -> String| {
        let diagram = |_: Ink| String::new();
        let frame = Frame { ply, seat: None, move_text: "d3", thought: None, diagram: &diagram, position };
        underway.frame(&unit, &frame);
    };
    frame(1, &|| "after d3".into());
    // So soon after the first one nobody looks at the board again.
    frame(2, &|| unreachable!("too soon"));
    underway.tell(&mut None);
    let game =
        GameNow { unit: 7, agents: vec![1, 0], ply: 1, last: "d3".into(), position: "after d3".into() };
    assert_eq!(read(&store), Some(Told { hash: "hash".into(), games: vec![game] }));
    underway.end(&unit, None);
    underway.tell(&mut None);
    assert_eq!(read(&store).map(|told| told.games.len()), Some(0));
    drop(underway);
    assert_eq!(read(&store), None);
}
