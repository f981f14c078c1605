//! Searches of chance as trees: what was only tried says so, and the values are those of what was searched in full.

use crate::toys::dice::DiceValue;
use crate::toys::reference::{assert_close, options, shapes};
use plywise::tree::{Chooser, SearchTree, TreeNode};
use plywise::{ChanceOptions, ChanceSearch, Limits, Pruning};

/// The positions below a node, those that were only tried apart from those that were searched in full.
fn below<'a>(tree: &'a SearchTree<u8>, node: &TreeNode<u8>) -> [Vec<&'a TreeNode<u8>>; 2] {
    let nodes = node.children.iter().map(|&child| &tree.nodes[child]);
    let (tried, full): (Vec<_>, Vec<_>) = nodes.partition(|node| node.probe);
    let first_full = node.children.iter().position(|&child| !tree.nodes[child].probe);
    assert!(
        first_full.is_none_or(|first| first == tried.len()),
        "all are tried before one is searched in full"
    );
    [tried, full]
}

#[test]
fn tried_moves_are_told_from_those_searched_in_full() {
    let options = ChanceOptions { cutoff: 0.0291, reduction: 0.11, ..ChanceOptions::default() };
    let (mut left_out, mut reordered) = (0, 0);
    for shape in shapes(0..10) {
        let mut search = ChanceSearch::new(DiceValue::default(), options);
        let tree = search.record(&shape.tree(), &Limits::depth(4), usize::MAX);
        assert_eq!(tree.entered, search.search(&shape.tree(), &Limits::depth(4)).nodes, "{shape:?}");
        assert!(!tree.nodes[0].probe && below(&tree, &tree.nodes[0])[0].is_empty(), "the root tries nothing");
        for node in tree.nodes.iter().filter(|node| !node.children.is_empty()) {
            let [tried, full] = below(&tree, node);
            if tried.is_empty() {
                continue;
            }
            // The more, the better for who chooses.
            let worth = |node: &TreeNode<u8>, of: &TreeNode<u8>| {
                node.value.expect("not stopped").as_f64()
                    * if of.chooser == Chooser::Own { 1.0 } else { -1.0 }
            };
            assert!(node.chooser != Chooser::Chance && tried.len() > 1, "{shape:?}");
            let mut promises: Vec<_> = tried.iter().map(|child| (worth(child, node), child.mv)).collect();
            promises.sort_by(|a, b| b.0.total_cmp(&a.0)); // stable: equals as listed
            reordered += u32::from(promises[0].1 != tried[0].mv);
            let mut best = f64::NEG_INFINITY;
            for (child, &(promise, mv)) in full.iter().zip(&promises) {
                assert!(child.mv == mv && promise > best, "{shape:?}: not the most promising of those left");
                best = best.max(worth(child, node));
            }
            assert!(promises.get(full.len()).is_none_or(|&(promise, _)| promise <= best), "{shape:?}");
            assert_close(worth(node, node), best, "the best of those searched in full");
            left_out += tried.len() - full.len();
        }
    }
    assert!(left_out > 0 && reordered > 0, "{left_out} left out, {reordered} reordered");
}

#[test]
fn star2_probes_below_chance_alone() {
    let mut probes = 0;
    for shape in shapes(0..10) {
        let mut search = ChanceSearch::new(DiceValue::default(), options(Pruning::STAR2));
        let tree = search.record(&shape.tree(), &Limits::depth(4), usize::MAX);
        for node in &tree.nodes {
            let [tried, _] = below(&tree, node);
            assert!(tried.is_empty() || node.chooser == Chooser::Chance, "{shape:?}");
            assert!(tried.iter().all(|probe| probe.children.len() <= 1), "{shape:?}");
            probes += tried.len();
        }
    }
    assert!(probes > 0, "nothing was probed");
}
