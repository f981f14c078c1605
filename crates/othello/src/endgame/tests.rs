//! Every value against the plain search's, every piece against the truth.

use plywise::alphabeta::{AlphaBeta, FullWidth, Settings, Windows};
use plywise::{FinalPoints, Game, Image, Limits, Rng, Seat, Stop, Symmetric, alpha_beta, minimax};

use super::*;
use crate::FewestReplies;
use crate::rules::Move;

/// Positions of random games with this many empty squares, some of them over or to be passed.
fn positions(size: Size, empties: u32, count: u64) -> Vec<Othello> {
    let position = |seed| {
        let (mut position, mut rng) = (Othello::start_with(size, Seat::FIRST), Rng::derive(seed, 31));
        let mut moves = Vec::new();
        while position.empty().count_ones() > empties && !position.is_over() {
            moves.clear();
            position.moves(&mut moves);
            position.play(moves[rng.index(moves.len())]);
        }
        position
    };
    (0..count).map(position).collect()
}

/// Arrangements that no game leads to: few discs of one side, wipe-outs near, passes, unreachable corners.
fn arrangements(size: Size, empties: u32, count: u64) -> Vec<Othello> {
    let arrangement = |seed| {
        let mut rng = Rng::derive(seed, 77);
        let mut empty = 0_u64;
        while empty.count_ones() < empties {
            empty |= (1 << rng.below(64)) & size.board();
        }
        let few = if seed % 3 == 0 { rng.next_u64() & rng.next_u64() } else { u64::MAX };
        let black = rng.next_u64() & few & size.board() & !empty;
        let mover = Seat((seed % 2) as u8);
        Othello::new(size, black, size.board() & !empty & !black, mover).unwrap()
    };
    (0..count).map(arrangement).collect()
}

/// Counts discs at the end, the empty squares the winner's.
fn federation(position: &Othello) -> i32 {
    let difference = position.difference(position.mover());
    difference + difference.signum() * position.empty().count_ones() as i32
}

/// The value by brute force.
fn truth(position: &Othello, rule: Rule) -> i32 {
    if position.is_over() {
        return if rule == Rule::Discs { position.payoff(position.mover()) } else { federation(position) };
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let values = moves.into_iter().map(|mv: Move| {
        let mut child = *position;
        child.play(mv);
        -truth(&child, rule)
    });
    values.max().unwrap()
}

fn plain(position: &Othello) -> i32 {
    alpha_beta(position, &FinalPoints { limit: 64 }, &Limits::default()).value.raw()
}

#[test]
fn values_are_those_of_brute_force_by_either_rule() {
    let mut checked = 0;
    for size in [Size::Four, Size::Six, Size::Eight] {
        for empties in 0..=6 {
            let mut all = positions(size, empties, 30);
            all.extend(arrangements(size, empties, 60));
            for position in all {
                for rule in [Rule::Discs, Rule::WinnerTakesEmpties] {
                    let finisher = Finisher::new(64, 1);
                    assert_eq!(
                        finisher.solve(&position.scored(rule)).0,
                        truth(&position, rule),
                        "{rule:?} {position:?}"
                    );
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 3000);
}

#[test]
fn values_are_those_of_the_plain_search_in_all_images() {
    let finisher = Finisher::new(64, 1);
    for size in [Size::Six, Size::Eight] {
        for empties in 7..=10 {
            for position in positions(size, empties, 12).into_iter().chain(arrangements(size, empties, 4)) {
                let value = plain(&position);
                for Image { position, .. } in position.images() {
                    assert_eq!(finisher.solve(&position).0, value, "{position:?}");
                }
            }
        }
    }
}

/// The generic search to the end, with a table and an order of its own.
fn generic(position: &Othello) -> i32 {
    let settings = Settings { windows: Windows::Principal, order_from: 5, table_from: 5, ..Settings::fast() };
    let search = AlphaBeta {
        eval: FinalPoints { limit: 64 },
        rank: FewestReplies,
        select: FullWidth,
        probe: plywise::alphabeta::NoProbe,
        settings: Settings { deepen: false, ..settings },
        table: Some(Arc::new(plywise::Table::new(4))),
    };
    search.search(position, &Limits::default()).value.raw()
}

#[test]
fn larger_endgames_have_the_generic_searchs_values() {
    let finisher = Finisher::new(64, 1);
    for empties in 11..=14 {
        for position in positions(Size::Eight, empties, 16) {
            assert_eq!(finisher.solve(&position).0, generic(&position), "{position:?}");
        }
    }
}

#[test]
fn every_kernel_finds_the_same_in_as_many_nodes() {
    for position in positions(Size::Eight, 11, 12).into_iter().chain(arrangements(Size::Six, 9, 12)) {
        let found = kernel::kernels().into_iter().map(|kernel| {
            let (mut meter, table) = (Meter::new(&Limits::default()), Table::new(10));
            let mut search = Search {
                board: &BOARDS[position.size() as usize],
                rule: Rule::Discs,
                table: &table,
                patterns: Patterns::learned(position.size()),
                tally: Tally::new(&mut meter).unwrap(),
            };
            let (own, other) = (position.discs(position.mover()), position.discs(position.mover().other()));
            (kernel.name, (kernel.finish)(&mut search, own, other, (-65, 65)), search.tally.nodes)
        });
        let found: Vec<_> = found.collect();
        for (name, value, nodes) in &found {
            assert_eq!((value, nodes), (&found[0].1, &found[0].2), "{name} {position:?}");
        }
    }
}

/// A window answers the question that it asks, whatever the table has seen before.
#[test]
fn windows_tell_which_side_of_them_the_value_lies() {
    let finisher = Finisher::new(64, 1);
    let mut rng = Rng::new(8);
    for position in positions(Size::Eight, 10, 40) {
        let value = Finisher::new(64, 1).solve(&position).0;
        for _ in 0..20 {
            let low = rng.below(129) as i32 - 65;
            let high = low + 1 + rng.below(10) as i32;
            let mut meter = Meter::new(&Limits::default());
            let found = finisher.value(&position, (low, high), &mut meter).unwrap();
            if value <= low {
                assert!(value <= found && found <= low, "{position:?}: {found} in {low} {high}, not {value}");
            } else if value >= high {
                assert!(
                    value >= found && found >= high,
                    "{position:?}: {found} in {low} {high}, not {value}"
                );
            } else {
                assert_eq!(found, value, "{position:?} in {low} {high}");
            }
        }
    }
}

/// What stays whatever is played bounds what can be reached.
#[test]
fn stable_discs_are_kept_to_the_end() {
    let mut seen = 0;
    for position in positions(Size::Eight, 6, 200) {
        let other = position.discs(position.mover().other());
        let stable = stability::stable(other, position.discs(position.mover())).count_ones() as i32;
        seen += stable;
        assert!(truth(&position, Rule::WinnerTakesEmpties) <= 64 - 2 * stable, "{position:?}");
    }
    assert!(seen > 1000);
}

/// A search with a finisher, in hundredths.
fn search(empties: u32, threads: usize) -> AlphaBeta<crate::Discs, FewestReplies, FullWidth, Finisher> {
    AlphaBeta {
        eval: crate::Discs,
        rank: FewestReplies,
        select: FullWidth,
        probe: Finisher::new(empties, 100),
        settings: Settings { threads, ..Settings::fast() },
        table: Some(Arc::new(plywise::Table::new(4))),
    }
}

#[test]
fn a_search_that_hands_over_has_the_plain_value_at_every_depth() {
    for position in positions(Size::Eight, 9, 10).into_iter().chain(arrangements(Size::Six, 8, 10)) {
        let empties = position.empty().count_ones();
        for depth in 1..empties {
            let limits = Limits::depth(depth);
            let plain = minimax(&position, &crate::Discs, &limits);
            assert_eq!(search(7, 1).search(&position, &limits).value, plain.value, "{depth} {position:?}");
        }
        let value = search(7, 1).search(&position, &Limits::default());
        assert_eq!(
            (value.stopped, value.value.raw()),
            (Stop::Solved, 100 * plain(&position)),
            "{position:?}"
        );
        assert_eq!(search(7, 3).search(&position, &Limits::default()).value, value.value);
    }
}

#[test]
fn a_search_never_enters_more_than_it_may_and_begins_alike() {
    for position in positions(Size::Eight, 14, 6) {
        let whole = search(12, 1).search(&position, &Limits::default());
        for nodes in [1, 10, 500, 5000, 50_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let found = search(12, 1).search(&position, &limits);
            assert!(found.nodes <= nodes && found.nodes <= whole.nodes, "{} of {nodes}", found.nodes);
            assert_eq!(found.nodes, search(12, 1).search(&position, &limits).nodes, "{position:?}");
        }
    }
}
