//! How a search saw a position, as text.

use plywise::trace::ExitReason;
use plywise::tree::{Chooser, SearchTree};
use plywise::{Notation, Value};

/// A recorded position of a search, as text.
#[derive(Clone, PartialEq, Debug)]
pub struct TextNode {
    /// The move that led here; empty at the root.
    pub mv: String,
    /// Plies from the root.
    pub ply: u32,
    /// Whether the seat that the search works for is to move.
    pub maximising: bool,
    /// The window that it was entered with, in points; None where a side was open.
    pub window: (Option<f64>, Option<f64>),
    /// What it is worth to the seat that the search works for.
    pub value: Option<Value>,
    /// Why the search left it.
    pub why: ExitReason,
    /// The positions below that were entered: places in [`TextTree::nodes`].
    pub children: Vec<usize>,
    /// The legal moves that were not looked at.
    pub left_out: Vec<String>,
    /// Whether the dice choose here.
    pub chance: bool,
    /// The probability of the outcome that led here; none after a move.
    pub probability: Option<f64>,
    /// Whether only the first moves were tried here, to get a bound (Star2).
    pub probe: bool,
    /// The position, with nothing in it that the seat at the root may not see; empty where it cannot be told.
    pub position: String,
}

/// A recorded search, as text. The root is the first node.
#[derive(Clone, PartialEq, Debug)]
pub struct TextTree {
    /// The recorded positions, each after its parent.
    pub nodes: Vec<TextNode>,
    /// Positions that were entered, recorded or not.
    pub entered: u64,
    /// The same of all passes from the root, of which the last is recorded.
    pub in_all: u64,
}

/// What of a position may be shown.
type Shown<'a, G> = &'a dyn Fn(&G) -> String;

/// A tree with its moves and positions as text. Nodes come after their parents, so that one pass does.
pub(crate) fn text_tree<G: Notation>(root: &G, tree: &SearchTree<G::Move>, shown: Shown<'_, G>) -> TextTree {
    let recorded = &tree.nodes;
    let mut reached: Vec<(String, Option<G>)> = vec![(String::new(), None); recorded.len()];
    if let Some(first) = reached.first_mut() {
        first.1 = Some(root.clone());
    }
    let mut nodes = Vec::with_capacity(recorded.len());
    for (place, node) in recorded.iter().enumerate() {
        let (mv, position) = std::mem::take(&mut reached[place]);
        let mut legal = Vec::new();
        if let Some(position) = &position {
            position.moves(&mut legal);
        }
        for &child in &node.children {
            let Some(mv) = recorded[child].mv else { continue };
            reached[child] = match &position {
                Some(position) => {
                    let below = legal.contains(&mv).then(|| {
                        let mut below = position.clone();
                        below.play(mv);
                        below
                    });
                    (position.move_text(mv), below)
                }
                // A view did not show what changed the course of the game.
                None => (root.move_text(mv), None),
            };
        }
        let mut left_out = Vec::new();
        if let (ExitReason::Cut { .. }, Some(position)) = (node.why, &position) {
            legal.retain(|mv| node.children.iter().all(|&child| recorded[child].mv != Some(*mv)));
            left_out = legal.into_iter().map(|mv| position.move_text(mv)).collect();
        }
        nodes.push(TextNode {
            mv,
            ply: node.ply,
            maximising: node.chooser == Chooser::Own,
            window: node.window,
            value: node.value,
            why: node.why,
            children: node.children.clone(),
            left_out,
            chance: node.chooser == Chooser::Chance,
            // An outcome of chance stands below a turn of chance, which the root is not.
            probability: (node.probability < 1.0).then_some(node.probability),
            probe: node.probe,
            position: position.map(|position| shown(&position)).unwrap_or_default(),
        });
    }
    TextTree { nodes, entered: tree.entered, in_all: tree.in_all }
}
