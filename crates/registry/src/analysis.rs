//! Looking into a position: what each move is worth, and how the search saw it, as text.

use plywise::trace::{Iteration, Leaving};
use plywise::tree::SearchTree;
use plywise::{Agent, Game, Limits, Notation, Score, Turn, Value};

/// A completed depth of a search that deepens.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The depth.
    pub depth: u32,
    /// Its value.
    pub value: Value,
    /// The moves it expects.
    pub line: Vec<String>,
    /// Positions entered so far.
    pub nodes: u64,
    /// Seconds so far.
    pub elapsed_s: f64,
    /// Why the search ends here, if it does.
    pub stopped: &'static str,
}

/// What one move is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveValue {
    /// The move.
    pub mv: String,
    /// Its value for the side to move.
    pub value: Value,
    /// The depth that was searched, this move included.
    pub depth: u32,
}

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
    pub why: Leaving,
    /// The positions below that were entered: places in [`TextTree::nodes`].
    pub children: Vec<usize>,
    /// The legal moves that were not looked at.
    pub left_out: Vec<String>,
}

/// A recorded search, as text. The root is the first node.
#[derive(Clone, PartialEq, Debug)]
pub struct TextTree {
    /// The recorded positions, each after its parent.
    pub nodes: Vec<TextNode>,
    /// Positions that were entered, recorded or not.
    pub entered: u64,
}

/// The texts of a line, as far as it can be played in `position`: a view may not have shown what changes its course.
pub(crate) fn line_text<G: Notation>(position: &G, line: &[G::Move]) -> Vec<String> {
    let mut along = position.clone();
    let mut texts = Vec::new();
    for &mv in line {
        let mut legal = Vec::new();
        along.moves(&mut legal);
        if !legal.contains(&mv) {
            break;
        }
        texts.push(along.move_text(mv));
        along.play(mv);
    }
    texts
}

pub(crate) fn step<G: Notation>(position: &G, iteration: &Iteration<G::Move>, unit: i32) -> Step {
    Step {
        depth: iteration.depth,
        value: iteration.value.to_value(unit),
        line: line_text(position, &iteration.line),
        nodes: iteration.nodes,
        elapsed_s: iteration.elapsed.as_secs_f64(),
        stopped: iteration.stopped.word(),
    }
}

/// What each move is worth to the seat to move in `view`, by a search of the position after it, one ply less deep.
pub(crate) fn move_values<G, V>(
    position: &G,
    view: &V,
    agent: &mut dyn Agent<V>,
    depth: u32,
    limits: &Limits,
) -> Vec<MoveValue>
where
    G: Notation,
    V: Game<Move = G::Move>,
{
    let Turn::Seat(seat) = view.turn() else { return Vec::new() };
    let mut moves = Vec::new();
    view.moves(&mut moves);
    let mut values: Vec<MoveValue> = moves
        .into_iter()
        .map(|mv| {
            let mut child = view.clone();
            child.play(mv);
            let (value, below) = if child.is_over() {
                (Value::Points(f64::from(child.payoff(seat))), 0)
            } else {
                let report =
                    agent.choose(&child, &Limits { depth: Some(depth.max(2) - 1), ..limits.clone() });
                let turned = matches!(child.turn(), Turn::Seat(other) if other != seat);
                (from_parent(report.value, turned), report.depth)
            };
            MoveValue { mv: position.move_text(mv), value, depth: below + 1 }
        })
        .collect();
    values.sort_by(|a, b| b.value.as_f64().total_cmp(&a.value.as_f64()));
    values
}

/// A child's value one ply further up, for the other side if the turn went over.
fn from_parent(value: Value, turned: bool) -> Value {
    match (value, turned) {
        (Value::Points(points), true) => Value::Points(-points),
        (Value::Points(points), false) => Value::Points(points),
        (Value::Win { plies }, true) | (Value::Loss { plies }, false) => Value::Loss { plies: plies + 1 },
        (Value::Loss { plies }, true) | (Value::Win { plies }, false) => Value::Win { plies: plies + 1 },
    }
}

pub(crate) fn text_tree<G: Notation>(position: &G, tree: &SearchTree<G::Move>, unit: i32) -> TextTree {
    let mut nodes: Vec<Option<TextNode>> = vec![None; tree.nodes.len()];
    if !tree.nodes.is_empty() {
        fill(position, tree, unit, 0, String::new(), &mut nodes);
    }
    TextTree { nodes: nodes.into_iter().flatten().collect(), entered: tree.entered }
}

fn fill<G: Notation>(
    position: &G,
    tree: &SearchTree<G::Move>,
    unit: i32,
    place: usize,
    mv: String,
    nodes: &mut [Option<TextNode>],
) {
    let node = &tree.nodes[place];
    let mut left_out = Vec::new();
    if matches!(node.why, Leaving::Cut { .. }) {
        position.moves(&mut left_out);
        left_out.retain(|mv| node.children.iter().all(|&child| tree.nodes[child].entered.mv != Some(*mv)));
    }
    let bound = |score: Score| match score.to_value(unit) {
        Value::Points(points) => Some(points),
        _ => None,
    };
    nodes[place] = Some(TextNode {
        mv,
        ply: node.entered.ply,
        maximising: node.entered.maximising,
        window: (bound(node.entered.window.0), bound(node.entered.window.1)),
        value: node.value.map(|value| value.to_value(unit)),
        why: node.why,
        children: node.children.clone(),
        left_out: left_out.into_iter().map(|mv| position.move_text(mv)).collect(),
    });
    for &child in &node.children {
        let Some(mv) = tree.nodes[child].entered.mv else { continue };
        let mut below = position.clone();
        below.play(mv);
        fill(&below, tree, unit, child, position.move_text(mv), nodes);
    }
}
