//! The last turns of a search at once: what the plain search finds, for the positions that it would enter.

use plywise::{
    Ahead, ChanceOptions, ChanceSearch, EvaluateChance, Game, Horizon, Limits, Met, Notation, Rng, Seat,
    Stop, Turn, expectimax,
};
use twenty48::{Board, Published, Twenty48};

use crate::common::{Any, OneByOne, assert_close};

/// Boards of any kind: some with many tiles, some with few, small ones side by side or large ones anywhere.
fn position(rng: &mut Rng) -> Twenty48 {
    loop {
        let (most, empty) = ([3, 6, 12, 15][rng.index(4)], rng.index(8) as u64);
        let ranks = std::array::from_fn(|_| if rng.below(8) < empty { 0 } else { 1 + rng.below(most) as u8 });
        let turn = if rng.below(2) == 0 { Turn::Chance } else { Turn::Seat(Seat::FIRST) };
        if let Ok(board) = Board::from_ranks(ranks)
            && let Ok(position) = Twenty48::new(board, 0, turn)
        {
            return position;
        }
    }
}

/// Other weights, among them of the other signs.
fn evaluators() -> [Published; 3] {
    let other = Published::new([2.5, -1.25, -7.0, 0.5], twenty48::Reading::default());
    [Published::default(), other.expect("in range"), Published::default().with_loss(345.6)]
}

#[test]
fn a_turn_at_once_is_the_plain_search() {
    let mut rng = Rng::new(48);
    let mut answered = [0; 3];
    for i in 0..3000 {
        let (position, eval) = (position(&mut rng), evaluators()[i % 3]);
        for depth in 0..=1 {
            let chance = position.turn() == Turn::Chance;
            if depth == 0 && !chance {
                continue;
            }
            let horizon = Horizon { depth, probability: 1.0, cutoff: 0.0, known: Met::default() };
            let Some(ahead) = eval.ahead(&position, Seat::FIRST, horizon) else {
                let board = position.board();
                let largest = board.ranks().iter().filter(|&&rank| rank == 15).count();
                assert!(largest > 1 || board == Board::EMPTY, "{position:?}");
                continue;
            };
            let plain = expectimax(&position, &(&OneByOne(eval) as Any<'_>), &Limits::depth(depth));
            assert_close(ahead.value, plain.value, &format!("{position:?}, depth {depth}"));
            assert_eq!(ahead.nodes + 1, plain.nodes, "{position:?}, depth {depth}");
            let met = Met { horizon: plain.stopped == Stop::Depth, improbable: false };
            assert_eq!(ahead.met, met, "{position:?}, depth {depth}");
            let known = Horizon { known: Met { horizon: true, improbable: true }, ..horizon };
            let ahead_of_known = eval.ahead(&position, Seat::FIRST, known).expect("as before");
            assert_eq!(Ahead { met, ..ahead_of_known }, ahead, "{position:?}, depth {depth}");
            answered[usize::from(chance) + usize::from(chance && depth == 1)] += 1;
        }
    }
    assert!(answered.iter().all(|&count| count > 1000), "{answered:?}");
}

#[test]
fn a_search_with_its_last_turns_at_once_is_the_plain_search() {
    let mut rng = Rng::new(49);
    let (mut stops, mut nodes) = (Vec::new(), 0);
    for i in 0..100 {
        let position = position(&mut rng);
        let empty = position.board().count_empty();
        for (cutoff, reduction) in [(0.0, 1.0), (0.5, 1.0), (0.02, 1.0), (0.003, 1.0), (0.003, 0.2)] {
            let options = ChanceOptions { cutoff, reduction, ..ChanceOptions::default() };
            let depth = if cutoff > 0.0 {
                3 + i % 3
            } else if empty < 4 {
                3
            } else {
                2
            };
            let limits = Limits::depth(depth);
            let eval = Published::default().with_loss(f64::from(i % 2) * 345.6);
            let plain = ChanceSearch::new(&OneByOne(eval) as Any<'_>, options).search(&position, &limits);
            let report = ChanceSearch::new(&eval as Any<'_>, options).search(&position, &limits);
            let place = format!("{position:?}, depth {depth}, {options:?}");
            assert_close(report.value, plain.value, &place);
            // What is told at once is not looked at twice.
            assert!(report.nodes == plain.nodes || reduction < 1.0 && report.nodes < plain.nodes, "{place}");
            assert_eq!((report.depth, report.stopped), (plain.depth, plain.stopped), "{place}");
            stops.push(plain.stopped);
            nodes += plain.nodes;
        }
    }
    for stop in [Stop::Depth, Stop::Cutoff, Stop::Solved] {
        assert!(stops.contains(&stop), "no search ended by {stop:?} in {nodes} positions");
    }
}

#[test]
fn nodes_are_not_exceeded() {
    let start = Twenty48::START.read_position("2 4 0 0/8 2 0 0/16 8 4 2/64 32 16 8").expect("a position");
    let published = Published::default();
    let mut search = ChanceSearch::new(&published as Any<'_>, ChanceOptions::default());
    for most in [1, 10, 100, 1000, 10_000] {
        let limits = Limits { nodes: Some(most), ..Limits::depth(3) };
        let report = search.search(&start, &limits);
        assert_eq!((report.nodes, report.stopped), (most, Stop::Nodes));
    }
}

#[test]
fn large_tiles_and_other_readings_are_left_to_the_search() {
    let horizon = Horizon { depth: 1, probability: 1.0, cutoff: 0.0, known: Met::default() };
    let ahead = |eval: Published, row: &str| -> Option<Ahead> {
        eval.ahead(&Twenty48::START.read_position(row).expect("a position"), Seat::FIRST, horizon)
    };
    let small = "2 4 0 0/8 2 0 0/16 8 4 2/64 32 16 32768";
    assert!(ahead(Published::default(), small).is_some());
    assert_eq!(ahead(Published::default(), "2 4 0 0/8 2 0 0/16 8 4 2/64 32 32768 32768"), None);
    assert_eq!(ahead(Published::default(), "2 4 0 0/8 2 0 0/16 8 4 2/64 32 16 65536"), None);
    let reading = twenty48::Reading { empty_pairs: true, ..twenty48::Reading::default() };
    assert_eq!(ahead(Published::new(Published::WEIGHTS, reading).expect("in range"), small), None);
    let near = Horizon { depth: 9, ..horizon };
    assert_eq!(Published::default().ahead(&Twenty48::START, Seat::FIRST, near), None, "lines go on");
}
