//! An experiment's answer: words with names of numbers between them.

use super::Plan;

/// A piece of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part<'a> {
    /// Words as they stand.
    Words(&'a str),
    /// The number of a row and a quantity: `{row | quantity}`.
    Number(&'a str, &'a str),
}

impl Plan {
    /// The pieces of its answer. What is no whole `{row | quantity}` is words.
    pub fn answer_parts(&self) -> impl Iterator<Item = Part<'_>> {
        parts(&self.answer)
    }
}

fn parts(text: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some((name, behind)) = rest.strip_prefix('{').and_then(|open| open.split_once('}'))
            && let Some((row, quantity)) = name.split_once('|')
        {
            rest = behind;
            return Some(Part::Number(row.trim(), quantity.trim()));
        }
        let end = rest.chars().next().map_or(0, char::len_utf8);
        let end = rest[end..].find('{').map_or(rest.len(), |at| end + at);
        let (words, behind) = rest.split_at(end);
        rest = behind;
        Some(Part::Words(words))
    })
}
