//! What a search shows of a line it has from its table: nothing that gives the value away.

use std::sync::Arc;

use crate::toys::opted::plain;
use crate::toys::written::{End, Place, at, over};
use crate::toys::{Tree, TreeValue, Valued, truth, worth};
use plywise::alphabeta::{Settings, Windows};
use plywise::table::{Bound, Entry};
use plywise::{AlphaBeta, Game, Keyed, Limits, Score, Stop, Table};

const EVAL: TreeValue = TreeValue { one_sided: false };

/// The position behind those that a move of it leads to: searched in turn, each finds in the table what the others left there.
fn near(tree: Tree) -> Vec<Tree> {
    let mut all = vec![tree];
    for mv in 0..tree.move_count() as u8 {
        let mut child = tree;
        child.play(mv);
        if !child.is_over() {
            all.push(child);
        }
    }
    all.reverse();
    all
}

#[test]
fn no_move_of_a_solved_line_changes_its_value() {
    let (mut lines, mut whole, mut shown) = (0, 0, 0);
    let table = Arc::new(Table::new(1));
    for windows in [Windows::Full, Windows::Principal, Windows::Memory] {
        for seed in 0..40 {
            let settings = Settings { windows, table_from: 1, deepen: seed % 2 == 0, ..Settings::default() };
            table.clear();
            let search = AlphaBeta::new(&EVAL as Valued, settings, Some(Arc::clone(&table)));
            for position in near(Tree::new(seed, 3, 6, false)) {
                // The second time the table is full.
                for _ in 0..2 {
                    let report = search.search(&position, &Limits::default());
                    assert_eq!(report.stopped, Stop::Solved);
                    let mut at = position;
                    for &mv in &report.line {
                        let wrong = || format!("{mv} of {report:?}, {position:?}, {settings:?}");
                        assert_eq!(worth(&at, mv, &EVAL), truth(&at, &EVAL), "{}", wrong());
                        at.play(mv);
                    }
                    lines += 1;
                    shown += report.line.len();
                    whole += usize::from(at.is_over());
                }
            }
        }
    }
    assert!(2 * whole >= lines && shown > 3 * lines, "{whole} of {lines} to the end, {shown} moves");
}

/// The line of a search at whose root the first move leads to what the table knows to be worth `value`, and the second reply to it to
/// what `planted` says of a position worth as much.
fn continued(value: Score, solved: bool, depth: Option<u32>, planted: Entry) -> (Vec<usize>, Stop) {
    let end = || over(End::Points(0));
    let known = at(0, vec![end(), at(0, vec![end(), at(0, vec![end()])])]);
    let root = at(0, vec![known, over(End::Points(9))]);
    let table = Arc::new(Table::new(1));
    let mut position = Place::new(&root);
    position.play(0);
    let depth_known = if solved { Entry::SOLVED } else { 9 };
    let entry = Entry { value: -value, bound: Bound::Exact, depth: depth_known, best: Some(1) };
    table.put(position.key(), 1, entry);
    position.play(1);
    table.put(position.key(), 2, planted);
    let settings = Settings { table_from: 1, ..Settings::default() };
    let search = plain(settings, Some(table));
    let report = search.search(&Place::new(&root), &Limits { depth, ..Limits::default() });
    assert_eq!(report.value, value);
    (report.line, report.stopped)
}

#[test]
fn a_line_goes_on_with_moves_that_are_known_to_be_worth_it() {
    let (five, win) = (Score::heuristic(5), Score::won_in(7));
    let entry = |value, bound, depth| Entry { value, bound, depth, best: Some(1) };
    let (exact, lower, upper) = (Bound::Exact, Bound::Lower, Bound::Upper);
    for (value, solved, depth, planted, moves) in [
        (five, true, None, entry(five, exact, Entry::SOLVED), 3),
        (five, true, None, entry(five, lower, Entry::SOLVED), 3),
        // Below a bound from above a move was only tried first; another value is of another window.
        (five, true, None, entry(five, upper, Entry::SOLVED), 2),
        (five, true, None, entry(Score::heuristic(4), exact, Entry::SOLVED), 2),
        (five, true, None, entry(Score::heuristic(4), lower, Entry::SOLVED), 2),
        // As deep as the search went: six plies from the root are four from there.
        (five, true, Some(6), entry(five, exact, 4), 3),
        (five, true, Some(6), entry(five, exact, 3), 2),
        // A win is one at any depth.
        (win, true, Some(6), entry(win, exact, 3), 3),
        (win, true, Some(6), entry(win, upper, 3), 2),
        // Where nothing is proven, what was tried first will do, but no line is longer than the search was deep.
        (five, false, Some(6), entry(five, upper, 1), 3),
        (five, false, Some(3), entry(five, exact, 1), 3),
        (five, false, Some(2), entry(five, exact, 1), 2),
        (five, false, Some(6), entry(Score::heuristic(4), exact, 9), 2),
    ] {
        let (line, stopped) = continued(value, solved, depth, planted);
        let place = format!("{value:?}, solved {solved}, to {depth:?}, {planted:?}");
        assert_eq!(stopped, if solved { Stop::Solved } else { Stop::Depth }, "{place}");
        assert_eq!(line, [0, 1, 1][..moves], "{place}");
    }
}
