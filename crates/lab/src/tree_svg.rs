//! A search tree as a picture: one panel per search, all on the same layout, so that what one of them left out is seen
//! where another went.

use std::fmt::Write;

use arena::{TextNode, TextTree};
use plywise::Value;
use plywise::trace::ExitReason;

/// One search of the tree.
#[derive(Clone, Copy, Debug)]
pub struct Panel<'a> {
    /// What stands above it.
    pub title: &'a str,
    /// The search.
    pub tree: &'a TextTree,
}

/// Width of a leaf, height of a ply, and the space around a panel, in pixels.
const LEAF: f64 = 24.0;
const PLY: f64 = 92.0;
const MARGIN: f64 = 36.0;
const HEAD: f64 = 58.0;
const LEGEND: f64 = 46.0;
const LEAST_WIDTH: f64 = 640.0;

/// A place in the common layout.
struct Place {
    mv: String,
    x: f64,
    ply: u32,
    /// The node that stands here, panel by panel.
    seen: Vec<Option<usize>>,
    below: Vec<Place>,
    /// Moves beyond the widest that is drawn.
    folded: usize,
}

impl Place {
    /// Puts it and all below it so many times as far from the left.
    fn spread(&mut self, times: f64) {
        self.x *= times;
        self.below.iter_mut().for_each(|below| below.spread(times));
    }
}

/// Draws the panels below each other. Of each position at most `widest` moves are drawn; the others are counted.
#[must_use]
pub fn draw(panels: &[Panel<'_>], widest: usize) -> String {
    let mut next = 0.0;
    let roots = panels.iter().map(|panel| (!panel.tree.nodes.is_empty()).then_some(0)).collect();
    let mut root = place(panels, roots, String::new(), 0, widest.max(1), &mut next);
    // Where there is room, neighbours do not touch.
    let room = ((LEAST_WIDTH - 2.0 * MARGIN) / next.max(LEAF)).clamp(1.0, 3.0);
    root.spread(room);
    next *= room;
    let width = (next + 2.0 * MARGIN).max(LEAST_WIDTH);
    let shift = MARGIN + (width - 2.0 * MARGIN - next) / 2.0;
    let panel_height = HEAD + f64::from(deepest(&root)) * PLY + 46.0;
    let height = panel_height * panels.len() as f64 + LEGEND;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" role=\"img\" font-family=\"system-ui, sans-serif\">\n<title>{}</title>\n{STYLE}\n\
         <rect width=\"100%\" height=\"100%\" class=\"paper\"/>\n",
        escape(&panels.iter().map(|panel| panel.title).collect::<Vec<_>>().join("; "))
    );
    for (p, panel) in panels.iter().enumerate() {
        let top = panel_height * p as f64;
        let title = escape(panel.title);
        line(
            &mut svg,
            format_args!("<text x=\"{MARGIN}\" y=\"{:.1}\" class=\"title\">{title}</text>", top + 30.0),
        );
        line(&mut svg, format_args!("<g transform=\"translate({shift:.1} {:.1})\">", top + HEAD));
        let best = best_line(panel.tree);
        edges(&mut svg, &root, panel, p, &best);
        nodes(&mut svg, &root, panel, p);
        line(&mut svg, format_args!("</g>"));
    }
    legend(&mut svg, height - 18.0);
    svg.push_str("</svg>\n");
    svg
}

const STYLE: &str = "<style>\
.paper{fill:#fff}.title{font-size:17px;font-weight:600;fill:#222}\
.edge{stroke:#9aa4ad;stroke-width:1.2;fill:none}.best{stroke:#1f6f4a;stroke-width:3.2}\
.left-out{stroke:#cfd5da;stroke-dasharray:3 3}.move{font-size:10.5px;fill:#68727b;text-anchor:middle}\
.max{fill:#dbe8f6;stroke:#2f5d8a;stroke-width:1.4}.min{fill:#f8e1da;stroke:#a4503c;stroke-width:1.4}\
.leaf{fill:#f2f3f4;stroke:#77818a;stroke-width:1}.table{fill:#fdf3d0;stroke:#a58520}\
.ghost{fill:#fff;stroke:#d5dade;stroke-dasharray:2 2}\
.value{font-size:10px;fill:#222;text-anchor:middle}.faint{fill:#b9c1c8}\
.cut{stroke:#c0392b;stroke-width:2.6;stroke-linecap:round}.note{font-size:12px;fill:#454d54}</style>";

/// Lays a position and all below it out, leaves from left to right.
fn place(
    panels: &[Panel<'_>],
    seen: Vec<Option<usize>>,
    mv: String,
    ply: u32,
    widest: usize,
    next: &mut f64,
) -> Place {
    let mut moves: Vec<String> = Vec::new();
    let mut add = |mv: &str| {
        if !moves.iter().any(|known| known == mv) {
            moves.push(mv.to_owned());
        }
    };
    for (panel, node) in nodes_of(panels, &seen) {
        node.children.iter().for_each(|&child| add(&panel.tree.nodes[child].mv));
    }
    for (_, node) in nodes_of(panels, &seen) {
        node.left_out.iter().for_each(|mv| add(mv));
    }
    let folded = moves.len().saturating_sub(widest);
    let start = *next;
    let mut below = Vec::new();
    for mv in moves.into_iter().take(widest) {
        let child = |(panel, &node): (&Panel<'_>, &Option<usize>)| {
            panel.tree.nodes[node?].children.iter().copied().find(|&child| panel.tree.nodes[child].mv == mv)
        };
        let seen = panels.iter().zip(&seen).map(child).collect();
        below.push(place(panels, seen, mv, ply + 1, widest, next));
    }
    let x = match (below.first(), below.last()) {
        (Some(first), Some(last)) => f64::midpoint(first.x, last.x),
        _ => {
            *next = start + LEAF;
            start + LEAF / 2.0
        }
    };
    if folded > 0 {
        *next += LEAF;
    }
    Place { mv, x, ply, seen, below, folded }
}

fn nodes_of<'a>(
    panels: &'a [Panel<'a>],
    seen: &'a [Option<usize>],
) -> impl Iterator<Item = (&'a Panel<'a>, &'a TextNode)> {
    panels.iter().zip(seen).filter_map(|(panel, node)| Some((panel, &panel.tree.nodes[(*node)?])))
}

fn deepest(place: &Place) -> u32 {
    place.below.iter().map(deepest).max().unwrap_or(place.ply)
}

/// The nodes along which the root's value came up.
fn best_line(tree: &TextTree) -> Vec<usize> {
    let mut line = Vec::new();
    let mut here = 0;
    while let Some(node) = tree.nodes.get(here) {
        line.push(here);
        let same =
            |child: &&usize| tree.nodes[**child].value == node.value && !is_refuted(&tree.nodes[**child]);
        let Some(&child) = node.children.iter().find(same) else { break };
        here = child;
    }
    line
}

/// A position that was cut holds a bound, not a value.
fn is_refuted(node: &TextNode) -> bool {
    matches!(node.why, ExitReason::Cut { .. })
}

fn y(ply: u32) -> f64 {
    f64::from(ply) * PLY
}

fn edges(svg: &mut String, place: &Place, panel: &Panel<'_>, p: usize, best: &[usize]) {
    let parent = place.seen[p].map(|node| &panel.tree.nodes[node]);
    for child in &place.below {
        let node = child.seen[p];
        let class = match node {
            Some(node) if best.contains(&node) => "edge best",
            Some(_) => "edge",
            None => "edge left-out",
        };
        let (x1, y1, x2, y2) = (place.x, y(place.ply) + 13.0, child.x, y(child.ply) - 13.0);
        line(svg, format_args!("<path class=\"{class}\" d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\"/>"));
        if node.is_none() && parent.is_some_and(|parent| parent.left_out.contains(&child.mv)) {
            // Two strokes across the edge: what lies below was not looked at.
            let (cx, cy) = (x1 + 0.42 * (x2 - x1), y1 + 0.42 * (y2 - y1));
            line(
                svg,
                format_args!(
                    "<path class=\"cut\" d=\"M{:.1} {cy:.1}h9M{:.1} {:.1}h9\"/>",
                    cx - 4.5,
                    cx - 4.5,
                    cy + 5.0
                ),
            );
        }
        if place.below.len() == 1 || (child.x - place.x).abs() < 4.0 * LEAF || place.ply < 2 {
            let faint = if node.is_none() { " faint" } else { "" };
            let (lx, ly) = (x1 + 0.74 * (x2 - x1), y1 + 0.74 * (y2 - y1));
            line(
                svg,
                format_args!(
                    "<text class=\"move{faint}\" x=\"{lx:.1}\" y=\"{ly:.1}\">{}</text>",
                    escape(&child.mv)
                ),
            );
        }
        edges(svg, child, panel, p, best);
    }
    if place.folded > 0 {
        let x = place.below.last().map_or(place.x, |last| rightmost(last) + LEAF);
        line(
            svg,
            format_args!(
                "<text class=\"move\" x=\"{x:.1}\" y=\"{:.1}\">+{}</text>",
                y(place.ply + 1) + 4.0,
                place.folded
            ),
        );
    }
}

fn rightmost(place: &Place) -> f64 {
    place.below.last().map_or(place.x, rightmost)
}

fn nodes(svg: &mut String, place: &Place, panel: &Panel<'_>, p: usize) {
    let (x, y) = (place.x, y(place.ply));
    match place.seen[p].map(|node| &panel.tree.nodes[node]) {
        Some(node) => {
            let inner = !place.below.is_empty();
            let class = match (node.why, inner, node.maximising) {
                (ExitReason::Table, ..) => "table",
                (_, false, _) => "leaf",
                (_, true, true) => "max",
                (_, true, false) => "min",
            };
            shape(svg, x, y, class, if inner { Some(node.maximising) } else { None });
            let mark = match node.why {
                ExitReason::Cut { .. } if node.maximising => "≥",
                ExitReason::Cut { .. } => "≤",
                _ => "",
            };
            let value = node.value.map_or("?".to_owned(), short);
            let drop = match (inner, node.maximising) {
                (true, true) => 7.0,
                (true, false) => 0.5,
                (false, _) => 3.5,
            };
            line(
                svg,
                format_args!("<text class=\"value\" x=\"{x:.1}\" y=\"{:.1}\">{mark}{value}</text>", y + drop),
            );
        }
        None => shape(svg, x, y, "ghost", None),
    }
    for child in &place.below {
        nodes(svg, child, panel, p);
    }
}

/// A triangle up for the side that maximises, down for the other, a small box for a leaf.
fn shape(svg: &mut String, x: f64, y: f64, class: &str, maximising: Option<bool>) {
    match maximising {
        Some(up) => {
            let tip = if up { -15.0 } else { 15.0 };
            let base = -0.75 * tip;
            line(
                svg,
                format_args!(
                    "<path class=\"{class}\" d=\"M{x:.1} {:.1}l17 {:.1}h-34z\"/>",
                    y + tip,
                    base - tip
                ),
            );
        }
        None => line(
            svg,
            format_args!(
                "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"20\" height=\"16\" rx=\"3\"/>",
                x - 10.0,
                y - 8.0
            ),
        ),
    }
}

/// A value in as few characters as possible.
fn short(value: Value) -> String {
    match value {
        Value::Points(points) if points.fract() == 0.0 => format!("{points:.0}").replace('-', "−"),
        Value::Points(points) => format!("{points:.1}").replace('-', "−"),
        Value::Win { plies } => format!("W{plies}"),
        Value::Loss { plies } => format!("L{plies}"),
    }
}

fn legend(svg: &mut String, y: f64) {
    let mut x = MARGIN;
    let mut entry = |svg: &mut String, text: &str, symbol: &dyn Fn(&mut String, f64)| {
        symbol(svg, x + 14.0);
        line(svg, format_args!("<text class=\"note\" x=\"{:.1}\" y=\"{y:.1}\">{text}</text>", x + 36.0));
        x += 62.0 + 6.6 * text.chars().count() as f64;
    };
    entry(svg, "picks the largest value", &|svg, x| shape(svg, x, y - 4.0, "max", Some(true)));
    entry(svg, "picks the smallest", &|svg, x| shape(svg, x, y - 4.0, "min", Some(false)));
    entry(svg, "valued", &|svg, x| shape(svg, x, y - 4.0, "leaf", None));
    entry(svg, "cut: cannot matter any more", &|svg, x| {
        line(svg, format_args!("<path class=\"cut\" d=\"M{:.1} {:.1}h9m-9 5h9\"/>", x - 4.5, y - 7.0));
    });
    entry(svg, "best play", &|svg, x| {
        line(svg, format_args!("<path class=\"edge best\" d=\"M{:.1} {:.1}h24\"/>", x - 12.0, y - 4.0));
    });
}

fn line(svg: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = writeln!(svg, "{text}"); // writing to a string cannot fail
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
