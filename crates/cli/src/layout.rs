//! Text that fits the terminal: tables that turn on their side, lists that wrap.

use std::io;

use comfy_table::presets::UTF8_BORDERS_ONLY;
use comfy_table::{Cell, CellAlignment, ContentArrangement, Table};

/// Columns of the terminal that standard output goes to; elsewhere what COLUMNS says, and None where it says nothing.
pub fn width() -> Option<usize> {
    let terminal = terminal_size::terminal_size_of(io::stdout()).map(|(columns, _)| usize::from(columns.0));
    let told = || std::env::var("COLUMNS").ok()?.trim().parse().ok();
    terminal.or_else(told).filter(|&columns| columns > 0)
}

pub use arena::facts::Fact;

/// A table of facts about several things: a row for each thing where `width` allows it, else a column for each, and
/// several tables one below the other where even that is too wide. Without a width nothing is.
pub fn facts<S: AsRef<str>>(head: &str, names: &[String], facts: &[Fact<S>], width: Option<usize>) -> String {
    let wide = wide(head, names, facts);
    match width {
        Some(width) if wide.lines().next().is_some_and(|border| columns(border) > width) => {
            on_its_side(head, names, facts, width)
        }
        _ => wide,
    }
}

fn wide<S: AsRef<str>>(head: &str, names: &[String], facts: &[Fact<S>]) -> String {
    let mut heads = vec![head.to_owned()];
    heads.extend(facts.iter().map(|(fact, _)| fact.as_ref().to_owned()));
    let rows = names.iter().enumerate().map(|(i, name)| {
        let mut row = vec![name.clone()];
        row.extend(facts.iter().map(|(_, cells)| cells[i].clone()));
        row
    });
    table(heads, rows)
}

fn on_its_side<S: AsRef<str>>(head: &str, names: &[String], facts: &[Fact<S>], width: usize) -> String {
    let widest = |texts: &mut dyn Iterator<Item = &str>| texts.map(columns).max().unwrap_or(0);
    let label = widest(&mut facts.iter().map(|(fact, _)| fact.as_ref()).chain([head]));
    // Borders and padding take four columns, each further cell one in front and its own padding.
    let room = width.saturating_sub(label + 4);
    let in_lines = |cell: &String| items(cell, room.saturating_sub(3));
    let facts: Vec<(&str, Vec<String>)> =
        facts.iter().map(|(fact, cells)| (fact.as_ref(), cells.iter().map(in_lines).collect())).collect();
    let cell = widest(&mut facts.iter().flat_map(|(_, cells)| cells.iter().flat_map(|cell| cell.lines())));
    // No word of a name is torn as long as one fits at all.
    let word = widest(&mut names.iter().flat_map(|name| name.split_inclusive(MARKS)).map(str::trim_end));
    let cell = cell.max(word.min(room.saturating_sub(3)));
    let abreast = (room / (cell + 3)).clamp(1, names.len().max(1));
    let name_width = (room / abreast).saturating_sub(3).max(cell);
    let tables: Vec<String> = (0..names.len())
        .step_by(abreast)
        .map(|from| {
            let to = names.len().min(from + abreast);
            let mut heads = vec![head.to_owned()];
            heads.extend(names[from..to].iter().map(|name| fold(name, name_width)));
            let rows = facts.iter().map(|(fact, cells)| {
                let mut row = vec![(*fact).to_owned()];
                row.extend_from_slice(&cells[from..to]);
                row
            });
            table(heads, rows)
        })
        .collect();
    tables.join("\n")
}

/// A cell that lists things, such as `1024 25.0 %, 512 50.0 %`, in lines of at most `width` where no line holds them all.
fn items(cell: &str, width: usize) -> String {
    let mut text = String::new();
    let mut used = 0;
    for item in cell.split_inclusive(", ") {
        if used > 0 && used + columns(item.trim_end()) > width {
            text.truncate(text.trim_end().len());
            text.push('\n');
            used = 0;
        }
        text.push_str(item);
        used += columns(item);
    }
    text
}

/// A table whose first column is aligned to the left and the others to the right.
fn table(heads: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> String {
    let cells = |texts: Vec<String>| {
        let align = |i: usize| if i == 0 { CellAlignment::Left } else { CellAlignment::Right };
        texts.into_iter().enumerate().map(move |(i, text)| Cell::new(text).set_alignment(align(i)))
    };
    let mut table = Table::new();
    table.load_preset(UTF8_BORDERS_ONLY).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(cells(heads));
    for row in rows {
        table.add_row(cells(row));
    }
    table.to_string()
}

/// Behind these a name may be broken.
const MARKS: [char; 5] = [',', ':', '|', '/', ' '];

/// Breaks a name like `alphabeta:depth=5,eval=discs` into lines of at most `width`, after a colon, a comma or a blank
/// where there is one.
fn fold(name: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for part in name.split_inclusive(MARKS) {
        let line = lines.last().map_or(0, |line| columns(line));
        if line > 0 && line + columns(part.trim_end()) > width {
            lines.push(String::new());
        }
        for c in part.chars() {
            if lines.last().is_some_and(|line| columns(line) >= width.max(1)) {
                if c == ' ' {
                    continue;
                }
                lines.push(String::new());
            }
            if let Some(line) = lines.last_mut() {
                line.push(c);
            }
        }
    }
    lines.join("\n")
}

/// Columns that a text of one line takes: none of our names and numbers holds a character of any other width.
fn columns(text: &str) -> usize {
    text.chars().count()
}

/// A sentence in lines no wider than the terminal.
pub fn sentence(text: &str) -> String {
    wrapped(text, width())
}

/// Lines of any kind, those that are wider than the terminal wrapped at their own indentation.
pub(crate) fn fitted(text: &str) -> String {
    let Some(width) = width() else { return text.to_owned() };
    text.split('\n').map(|line| fitted_within(line, width)).collect::<Vec<_>>().join("\n")
}

fn fitted_within(line: &str, width: usize) -> String {
    if columns(line) <= width {
        return line.to_owned();
    }
    let words = line.trim_start();
    let indent = " ".repeat(columns(line) - columns(words));
    let room = width.saturating_sub(indent.len()).max(1);
    // What follows a break inside a word does not fit beside what stands before it.
    let words =
        words.split(' ').map(|word| fold(word, room).replace('\n', " ")).collect::<Vec<_>>().join(" ");
    let lines = wrapped(&words, Some(room));
    lines.lines().map(|line| format!("{indent}{}", line.trim_end())).collect::<Vec<_>>().join("\n")
}

pub(crate) fn wrapped(text: &str, width: Option<usize>) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last().map_or(0, |line| columns(line));
        if line > 0 && width.is_some_and(|width| line + 1 + columns(word) > width) {
            lines.push(word.to_owned());
        } else if let Some(last) = lines.last_mut() {
            if line > 0 {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines.join("\n")
}

/// A line of columns, `left`, and what follows them: in the same line as far as it fits, then below itself, or indented
/// on lines of its own where the columns leave too little room.
pub fn beside(left: &str, right: &str) -> String {
    beside_within(left, right, width())
}

pub(crate) fn beside_within(left: &str, right: &str, width: Option<usize>) -> String {
    const LEAST: usize = 20;
    let right = right.trim_start();
    let at = columns(left) + 2;
    match width {
        Some(width) if at + columns(right) > width => {
            let from = if at + LEAST > width { 4 } else { at };
            explain_within(0, left, from, right, Some(width))
        }
        _ => format!("{left}  {right}").trim_end().to_owned(),
    }
}

/// Explains something: `left` at `indent`, `right` beside it from column `from` on, wrapped. Where `left` is too
/// long for that, `right` follows on the next line. Without a width lines are not wrapped.
pub fn explain(indent: usize, left: &str, from: usize, right: &str) -> String {
    explain_within(indent, left, from, right, width())
}

fn explain_within(indent: usize, left: &str, from: usize, right: &str, width: Option<usize>) -> String {
    let pad = " ".repeat(indent);
    let room = width.unwrap_or(usize::MAX).saturating_sub(indent);
    let left = if columns(left) > room {
        fold(left, room).replace('\n', &format!("\n{pad}"))
    } else {
        left.to_owned()
    };
    let mut text = format!("{pad}{left}");
    let mut at = columns(text.rsplit('\n').next().unwrap_or(&text));
    let mut fresh = at + 2 > from && !right.is_empty();
    for word in right.split(' ') {
        if fresh || width.is_some_and(|width| at + 1 + columns(word) > width && at > from) {
            text.push('\n');
            at = 0;
            fresh = false;
        }
        let gap = if at < from { from - at } else { 1 };
        text.push_str(&" ".repeat(gap));
        // A name too long for a line breaks after its marks.
        let room = width.unwrap_or(usize::MAX).saturating_sub(from);
        let word = if columns(word) > room { fold(word, room) } else { word.to_owned() };
        text.push_str(&word.replace('\n', &format!("\n{}", " ".repeat(from))));
        at = if word.contains('\n') { from } else { at + gap };
        at += columns(word.rsplit('\n').next().unwrap_or(&word));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(agents: usize) -> (Vec<String>, Vec<Fact>) {
        let names = (0..agents).map(|i| format!("alphabeta:depth={i},eval=discs")).collect();
        let cells = |text: &str| vec![text.to_owned(); agents];
        (names, vec![("wins", cells("93")), ("nodes/game ± sd", cells("9,523,123 ± 3,098,456"))])
    }

    #[test]
    fn lines_are_wrapped_below_themselves_and_lose_nothing() {
        assert_eq!(fitted_within("  a  b", 6), "  a  b");
        assert_eq!(fitted_within("  depth  3  value 12  best", 14), "  depth  3\n  value 12\n  best");
        let moves = "f5d6c3d3c4f4f6f3e6e7".repeat(9);
        let text = fitted_within(&format!("1: {moves} end"), 30);
        assert!(text.lines().all(|line| columns(line) <= 30) && text.lines().count() > 6, "{text}");
        assert_eq!(text.split_whitespace().collect::<String>(), format!("1:{moves}end"));
    }

    #[test]
    fn a_table_turns_on_its_side_before_it_is_too_wide() {
        for agents in 1..7 {
            let (names, sample) = sample(agents);
            for width in 44..200 {
                let text = facts("agent", &names, &sample, Some(width));
                assert!(text.lines().all(|line| columns(line) <= width), "{width}:\n{text}");
                assert_eq!(text.matches("9,523,123 ± 3,098,456").count(), agents, "no cell is cut or lost");
                let upright = text.lines().count() == agents + 4;
                assert_eq!(upright, columns(wide("agent", &names, &sample).lines().next().unwrap()) <= width);
            }
            assert!(facts("agent", &names, &sample, None).lines().count() == agents + 4);
        }
    }

    #[test]
    fn names_fold_after_their_marks() {
        assert_eq!(fold("alphabeta:depth=5,eval=discs", 20), "alphabeta:depth=5,\neval=discs");
        assert_eq!(fold("alphabeta:depth=5,eval=discs", 12), "alphabeta:\ndepth=5,\neval=discs");
        assert_eq!(fold("alphabeta:depth=5", 4), "alph\nabet\na:\ndept\nh=5");
        assert_eq!(fold("random", 40), "random");
    }

    #[test]
    fn sentences_wrap() {
        assert_eq!(wrapped("one two three", None), "one two three");
        assert_eq!(wrapped("one two three", Some(7)), "one two\nthree");
        assert_eq!(wrapped("extraordinary", Some(5)), "extraordinary", "nothing is cut");
    }

    #[test]
    fn explanations_wrap_beside_their_names() {
        let text = |width| explain_within(2, "size=4", 12, "squares along a side", width);
        assert_eq!(text(None), "  size=4    squares along a side");
        assert_eq!(text(Some(24)), "  size=4    squares\n            along a side");
        assert_eq!(explain_within(2, "quite_long=4", 12, "a b", None), "  quite_long=4\n            a b");
        assert_eq!(explain_within(2, "eval=a|bb|c", 6, "d", Some(9)), "  eval=a|\n  bb|c\n      d");
        assert_eq!(explain_within(0, "b", 2, "1/2,3/4,5", Some(6)), "b\n  1/2,\n  3/4,\n  5");
        for width in 20..100 {
            let text = beside_within("depth 3", "d3 c4 f5 e6 f4 c5 d6 c3 b4 e3", Some(width));
            assert!(text.lines().all(|line| columns(line) <= width), "{text}");
            assert_eq!(text.split_whitespace().count(), 12);
        }
    }
}
