//! Against searches that know nothing of this one.

use plywise::alphabeta::{AlphaBeta, LateMoves, Settings};
use plywise::{Evaluate, Game, Limits, Meter, Rng, Seat, minimax};

use super::*;
use crate::endgame::{Finisher, HANDS_OVER, foretell};
use crate::probcut::selective;
use crate::{Foreseen, Move};

/// Positions of random games with this many empty squares, some of them to be passed.
fn positions(empties: u32, count: u64) -> Vec<Othello> {
    let position = |seed| {
        let (mut position, mut rng) =
            (Othello::start_with(Size::Eight, Seat::FIRST), Rng::derive(seed, empties.into()));
        let mut moves = Vec::new();
        while position.empty().count_ones() > empties && !position.is_over() {
            moves.clear();
            position.moves(&mut moves);
            position.play(moves[rng.index(moves.len())]);
        }
        position
    };
    (0..count).map(position).filter(|position| !position.is_over()).collect()
}

fn cuts(certainty: Option<f64>) -> Cuts {
    let late = LateMoves { on: false, first: 1, from: 1, noisy: |_: &Othello, _: Move| false };
    selective(Size::Eight, late, "patterns", certainty)
}

fn patterns() -> Patterns {
    Patterns::learned(Size::Eight).unwrap()
}

fn state(position: &Othello) -> State {
    let (own, other) = (position.discs(position.mover()), position.discs(position.mover().other()));
    State { mover: position.mover(), ..State::of(own, other) }
}

#[test]
fn a_shallow_look_sees_what_its_slow_twin_sees_on_every_kernel() {
    // With one empty square the game is over before the depth is, with few a side often passes.
    for (empties, count) in [(1, 40), (3, 40), (6, 40), (13, 10), (19, 10), (40, 5)] {
        for position in positions(empties, count) {
            let State { own, other, .. } = state(&position);
            for depth in 0..=3 {
                let twin = foretell(&patterns(), u64::MAX, (own, other), depth, -6401, 6401);
                for kernel in kernel::kernels() {
                    let seen = (kernel.shallow)(&patterns(), own, other, depth);
                    assert_eq!(seen, twin, "{} {position:?}, {depth} plies", kernel.name);
                }
            }
        }
    }
}

#[test]
fn what_is_seen_along_a_game_is_what_the_whole_board_says() {
    let (mut rng, mut moves) = (Rng::new(3), Vec::new());
    for _ in 0..40 {
        let mut position = Othello::start_with(Size::Eight, Seat::FIRST);
        while !position.is_over() {
            let discs = 64 - position.empty().count_ones();
            let here = state(&position);
            assert_eq!(patterns().weights(discs).value(&here.seen), patterns().value(here.own, here.other));
            assert_eq!(patterns().weights(discs).value(&here.facing), patterns().value(here.other, here.own));
            moves.clear();
            position.moves(&mut moves);
            position.play(moves[rng.index(moves.len())]);
        }
    }
}

#[test]
fn windows_tell_which_side_of_them_the_plain_value_lies() {
    let seer = Seer::new(cuts(None), patterns());
    let mut rng = Rng::new(8);
    for position in [50, 30, 14, 6].into_iter().flat_map(|empties| positions(empties, 12)) {
        // From five plies on children are looked up that were searched before.
        for depth in 1..=5 {
            let value = minimax(&position, &patterns(), &Limits::depth(depth)).value.raw();
            let alphas = [value - 1, value, value - rng.below(900) as i32, value + rng.below(900) as i32];
            for alpha in alphas {
                // Of another depth it would be another value.
                let seer = Seer { table: Arc::new(Table::new(6)), ..seer.clone() };
                let found = seer.value(&position, depth as i32, alpha, &mut Meter::new(&Limits::default()));
                let found = found.unwrap();
                assert_eq!(
                    found > alpha,
                    value > alpha,
                    "{position:?}, depth {depth}, above {alpha}: {found}"
                );
                assert!(if found > alpha { value >= found } else { value <= found }, "{position:?}: {found}");
            }
        }
    }
}

#[test]
fn what_was_found_of_the_positions_after_the_moves_is_no_more_than_that() {
    let (mut rng, mut moves, mut cut) = (Rng::new(9), Vec::new(), 0);
    for position in [44, 30, 16].into_iter().flat_map(|empties| positions(empties, 8)) {
        let value = minimax(&position, &patterns(), &Limits::depth(4)).value.raw();
        for _ in 0..6 {
            let seer = Seer::new(cuts(None), patterns());
            let searched = |position: &Othello, depth, alpha| {
                let mut meter = Meter::new(&Limits::default());
                (seer.value(position, depth, alpha, &mut meter).unwrap(), meter.nodes())
            };
            moves.clear();
            position.moves(&mut moves);
            for &mv in &moves {
                let mut child = position;
                child.play(mv);
                // Bounds on either side, some of them far off.
                for _ in 0..2 {
                    searched(&child, 3, -value + rng.below(2000) as i32 - 1000);
                }
            }
            let alpha = value + rng.below(1200) as i32 - 700;
            let (found, nodes) = searched(&position, 4, alpha);
            assert_eq!(found > alpha, value > alpha, "{position:?} above {alpha}: {found}, not {value}");
            assert!(if found > alpha { value >= found } else { value <= found }, "{position:?}: {found}");
            cut += u32::from(found > alpha && nodes < 3);
        }
    }
    assert!(cut > 20, "{cut}");
}

#[test]
fn what_is_noted_is_known_and_what_was_best_is_told() {
    let seer = Seer::new(cuts(None), patterns());
    for position in positions(40, 8) {
        let searched = |depth: i32, alpha: i32| {
            let mut meter = Meter::new(&Limits::default());
            (seer.value(&position, depth, alpha, &mut meter).unwrap(), meter.nodes())
        };
        assert_eq!(seer.best(&position), None);
        let (value, _) = searched(4, -5000);
        let best = seer.best(&position).expect("one is better than that");
        let mut child = position;
        child.play(best);
        let after = minimax(&child, &patterns(), &Limits::depth(3)).value.raw();
        assert!(-after >= value, "{position:?}: {best} {after} {value}");
        // Whatever another search says is believed, to its depth and no deeper.
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let last = *moves.last().unwrap();
        seer.note(&position, 4, 321, last);
        assert_eq!(seer.best(&position), Some(last));
        for alpha in [320, 321] {
            let (known, nodes) = searched(4, alpha);
            assert_eq!((known, nodes < 3), (321, true), "{position:?}");
        }
        assert!(searched(5, 320).1 > 10, "{position:?}");
    }
}

#[test]
fn every_kernel_sees_the_same_in_as_many_nodes() {
    let (cuts, mut entered) = (cuts(Some(1.5)), 0);
    for position in positions(34, 8) {
        // Where the position stands: beyond it little would be entered.
        let alpha = patterns().evaluate(&position, position.mover()).raw();
        let found: Vec<_> = kernel::kernels()
            .into_iter()
            .map(|kernel| {
                let (mut meter, table) = (Meter::new(&Limits::default()), Table::new(10));
                let mut ahead = Ahead {
                    rule: Rule::Discs,
                    patterns: patterns(),
                    adds: adds_8(),
                    cuts: &cuts,
                    table: &table,
                    tally: Tally::new(&mut meter).unwrap(),
                };
                let value = (kernel.ahead)(&mut ahead, &state(&position), 9, alpha);
                (kernel.name, value, ahead.tally.nodes)
            })
            .collect();
        for (name, value, nodes) in &found {
            assert_eq!((value, nodes), (&found[0].1, &found[0].2), "{name} {position:?}");
        }
        entered += found[0].2;
    }
    assert!(entered > 2_000, "{entered}");
}

/// The champion's search without cuts, with or without the one of this module.
fn search(seeing: bool) -> AlphaBeta<Patterns, Foreseen, Cuts, Finisher> {
    let finisher = Finisher::new(HANDS_OVER, 100);
    AlphaBeta {
        eval: patterns(),
        rank: Foreseen(Some(patterns())),
        select: cuts(None),
        probe: if seeing { finisher.seeing(cuts(None), patterns()) } else { finisher },
        settings: Settings::fast(),
        table: None,
    }
}

#[test]
fn a_search_that_sees_ahead_finds_the_values_of_one_that_does_not() {
    for position in [40, 22, 14].into_iter().flat_map(|empties| positions(empties, 5)) {
        for depth in 1..=5 {
            let limits = Limits::depth(depth);
            let (plain, seeing) = (search(false), search(true));
            let (plain, seeing) = (plain.search(&position, &limits), seeing.search(&position, &limits));
            assert_eq!((seeing.value, seeing.stopped), (plain.value, plain.stopped), "{depth} {position:?}");
        }
    }
}

#[test]
fn it_never_enters_more_than_it_may_and_begins_alike() {
    for position in positions(40, 4) {
        for nodes in [1, 10, 500, 5000, 20_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let found = search(true).search(&position, &limits);
            assert!(found.nodes <= nodes && found.nodes + 2000 > nodes, "{} of {nodes}", found.nodes);
            assert_eq!(found.nodes, search(true).search(&position, &limits).nodes, "{position:?}");
        }
    }
}
