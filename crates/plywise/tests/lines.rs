//! What a search shows of a line it has from its table: nothing that gives the value away.

use std::sync::Arc;

use crate::toys::{Tree, TreeValue, truth, worth};
use plywise::alphabeta::{Settings, Windows};
use plywise::{AlphaBeta, Game, Limits, Stop, Table};

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
    for windows in [Windows::Full, Windows::Principal, Windows::Memory] {
        for seed in 0..40 {
            let settings = Settings { windows, table_from: 1, deepen: seed % 2 == 0, ..Settings::default() };
            let search = AlphaBeta::new(EVAL, settings, Some(Arc::new(Table::new(1))));
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
