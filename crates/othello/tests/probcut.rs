//! Multi-ProbCut: the table is what its recipe gives, it saves what it promises, and it stays out of endgames.

use std::sync::Arc;

use othello::endgame::solver;
use othello::probcut::{Cuts, DEEP, MEASURED, end_rows, rows, selective};
use othello::{FewestReplies, Mobility, Othello, Size, Weighted};
use plywise::alphabeta::{AlphaBeta, FullWidth, LateMoves, NoProbe, Selectivity, Settings};
use plywise::{Evaluate, Game, Limits, Report, Rng, Score, Seat, Table};

const TABLE: &str = include_str!("../data/probcut.txt");

/// The shallow part of the smaller board, measured again.
#[test]
fn the_table_is_what_its_recipe_gives() {
    for (name, rows) in [
        ("mobility-6x6", rows(Size::Six, "mobility", &Mobility, 250, 4)),
        ("weighted-6x6", rows(Size::Six, "weighted", &Weighted, 250, 4)),
    ] {
        let shallow = |row: &&str| {
            let words: Vec<&str> = row.split(' ').collect();
            words[0] == name && words[2].parse::<u32>().is_ok_and(|depth| depth <= 4)
        };
        let stored: Vec<&str> = TABLE.lines().filter(shallow).collect();
        assert_eq!(rows, stored, "{name}");
        assert_eq!(rows.len(), 4, "two phases, two depths");
    }
}

fn cutting(certainty: Option<f64>) -> Cuts {
    let late = LateMoves { on: false, first: 1, from: 1, noisy: |_: &Othello, _| false };
    selective(Size::Eight, late, "mobility", certainty)
}

#[test]
fn what_is_deeper_than_was_measured_goes_by_the_deepest_of_its_parity() {
    let late = LateMoves { on: false, first: 1, from: 1, noisy: |_: &Othello, _| false };
    let cuts = selective(Size::Eight, late, "patterns", Some(1.0));
    let of = |depth| cuts.prob_cuts(&Othello::start_with(Size::Eight, Seat::FIRST), depth);
    let deepest = DEEP as i32;
    for beyond in 1..=12 {
        let like = deepest - beyond % 2;
        assert!(!of(like).is_empty() && of(deepest + beyond) == of(like), "{beyond} beyond");
    }
    assert_ne!(of(deepest), of(deepest - 1));
    assert_ne!(of(deepest), of(deepest - 2));
    // What was not measured asks a deeper search, and no less of it.
    let last = |depth| of(depth).last().copied().unwrap();
    for depth in MEASURED as i32 + 1..=deepest {
        let like = last(MEASURED as i32 - (depth % 2));
        assert!(last(depth).shallow > like.shallow && last(depth).margin == like.margin, "{depth}");
    }
    // Of other evaluators no deep search was measured.
    let other = cutting(Some(1.0));
    assert!(
        [12, 21, 22, 30].iter().all(|&depth| other.prob_cuts(&position(1, 20).unwrap(), depth).is_empty())
    );
}

fn search(position: &Othello, certainty: Option<f64>, depth: u32) -> Report<othello::Move, Score> {
    let (settings, table) = (Settings::fast(), Some(Arc::new(Table::new(1))));
    let select = cutting(certainty);
    // As in `along`: a type that is compiled once.
    let eval: &dyn Evaluate<Othello> = &Mobility;
    let search = AlphaBeta { eval, rank: FewestReplies, select, probe: NoProbe, settings, table };
    search.search(position, &Limits::depth(depth))
}

fn position(seed: u64, plies: u32) -> Option<Othello> {
    let (mut position, mut rng) = (Othello::start_with(Size::Eight, Seat::FIRST), Rng::new(seed));
    for _ in 0..plies {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        position.play(*moves.get(rng.index(moves.len().max(1)))?);
    }
    (!position.is_over()).then_some(position)
}

#[test]
fn most_of_the_nodes_are_saved_and_little_of_the_value_is_lost() {
    let positions: Vec<_> = (0..12).filter_map(|seed| position(seed, 20)).collect();
    let (mut plain_nodes, mut nodes, mut off) = (0, 0, 0);
    for position in &positions {
        let (plain, cut) = (search(position, None, 7), search(position, Some(1.5), 7));
        plain_nodes += plain.nodes;
        nodes += cut.nodes;
        off += (plain.value.raw() - cut.value.raw()).abs();
    }
    assert!(2 * nodes < plain_nodes, "{nodes} of {plain_nodes} nodes");
    assert!(off < 50 * positions.len() as i32, "half a point each at most: {off}");
}

#[test]
fn what_the_search_sees_to_the_end_is_not_guessed() {
    let select = cutting(Some(1.5));
    let cuts = |position: &Othello, depth| select.prob_cuts(position, depth).len();
    let middle = position(1, 30).expect("a position with 30 empty squares");
    let empty = middle.empty().count_ones() as i32;
    assert!(cuts(&middle, 8) > 0);
    assert_eq!((cuts(&middle, empty), cuts(&middle, 60)), (0, 0));
    let late = (0..50).find_map(|seed| position(seed, 49)).expect("a game that lasts");
    assert!((1..=12).contains(&late.empty().count_ones()));
    assert_eq!((1..=11).map(|depth| cuts(&late, depth)).sum::<usize>(), 0, "twelve empty squares or fewer");
    assert_eq!(cutting(None).prob_cuts(&middle, 8).len(), 0, "switched off");
}

/// With patterns the end is foretold four times, each time more surely, and then no more; the more squares are empty, the deeper it is
/// looked for that.
#[test]
fn the_end_is_foretold_before_it_is_searched() {
    let late = LateMoves { on: false, first: 1, from: 1, noisy: |_: &Othello, _| false };
    let select = selective(Size::Eight, late, "patterns", Some(1.0));
    let middle = position(1, 42).expect("a position with 18 empty squares");
    let empty = middle.empty().count_ones() as i32;
    let margins = |depth| select.prob_cuts(&middle, depth).iter().map(|cut| cut.margin).collect::<Vec<_>>();
    let stages: Vec<_> = (0..4).map(|stage| margins(empty + stage)).collect();
    assert!(stages.iter().all(|margins| margins.len() == 1), "{stages:?}");
    assert!(stages.is_sorted_by(|surer, surest| surer[0] < surest[0]), "{stages:?}");
    assert_eq!((margins(empty + 4), margins(60)), (vec![], vec![]));
    let shallow = |plies| {
        let position = position(1, plies).expect("a position");
        let empty = position.empty().count_ones();
        let cuts = select.prob_cuts(&position, empty as i32);
        (empty, cuts.iter().map(|cut| cut.shallow).collect::<Vec<_>>())
    };
    assert_eq!([44, 40, 36, 28].map(shallow), [(16, vec![4]), (20, vec![6]), (24, vec![8]), (32, vec![8])]);
    let late = position(1, 48).expect("a position with 12 empty squares");
    assert_eq!(select.prob_cuts(&late, 12), []);
}

/// What it foretells is not the answer: the solver's values are those of a search that leaves nothing out, also where one side
/// wins all.
#[test]
fn what_is_foretold_of_the_end_changes_no_value() {
    let positions =
        (0..40).filter_map(|seed| position(seed, 42)).filter(|position| position.empty().count_ones() == 18);
    let mut seen = 0;
    for position in positions.take(4) {
        let staged = AlphaBeta { table: Some(Arc::new(Table::new(16))), ..solver(Size::Eight) };
        let AlphaBeta { eval, rank, probe, settings, .. } = staged.clone();
        let table = Some(Arc::new(Table::new(16)));
        let straight = AlphaBeta { eval, rank, probe, settings, select: FullWidth, table };
        let (staged, straight) =
            (staged.search(&position, &Limits::default()), straight.search(&position, &Limits::default()));
        assert_eq!((staged.value, staged.stopped), (straight.value, straight.stopped));
        seen += usize::from(staged.nodes != straight.nodes);
    }
    assert!(seen > 0, "the stages did nothing");
}

#[test]
fn ends_are_searched_by_stages_where_nobody_is_far_ahead() {
    let late = LateMoves { on: false, first: 1, from: 1, noisy: |_: &Othello, _| false };
    let playing = selective(Size::Eight, late, "patterns", Some(1.1));
    let position = position(1, 40).expect("a position with 20 empty squares");
    for (select, all) in [(solver(Size::Eight).select, 2), (playing, 4), (cutting(Some(1.5)), 0)] {
        let stages = |hundredths| select.stages(&position, Score::heuristic(hundredths));
        assert_eq!([-3200, 0, 3200].map(stages), [all; 3]);
        assert_eq!([-3201, 3201].map(stages), [0; 2]);
    }
}

/// The shallow part of the small board's, measured again.
#[test]
fn the_margins_of_the_end_are_what_their_recipe_gives() {
    let patterns = othello::patterns::Patterns::learned(Size::Six).expect("weights of that board");
    let row = TABLE.lines().find(|row| row.starts_with("patterns-6x6-end 0 0 4 ")).expect("a row");
    let whole = crate::whole();
    let rows = end_rows(Size::Six, "patterns", &patterns, if whole { 200 } else { 25 }, 4, 0..1);
    if whole {
        assert!(rows.iter().any(|made| made == row), "{row} is none of {rows:#?}");
    }
    // Fewer games come near it.
    let made = rows.iter().find(|made| made.starts_with("patterns-6x6-end 0 0 4 ")).expect("a row");
    let number = |row: &str, at: usize| row.split(' ').nth(at).unwrap().parse::<f64>().unwrap();
    for (at, least, most) in [(4, 0.8, 1.25), (6, 0.6, 1.5)] {
        let ratio = number(made, at) / number(row, at);
        assert!((least..=most).contains(&ratio), "{made} for {row}");
    }
}
