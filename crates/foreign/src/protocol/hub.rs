//! Lines of the Hub protocol: a word and `name=value` fields, values in double quotes where they hold blanks.

/// The fields of a line, in its order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fields<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Fields<'a> {
    /// The value of a field; empty for a flag.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'a str> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// The value of a field that should be a finite number.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<f64> {
        self.get(name)?.parse().ok().filter(|number: &f64| number.is_finite())
    }

    /// Whether a field or flag is there.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

/// The first word of a line, and its fields. A quote that is not closed holds to the end of the line.
#[must_use]
pub fn fields(line: &str) -> (&str, Fields<'_>) {
    let line = line.trim();
    let (word, mut rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let mut all = Vec::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return (word, Fields(all));
        }
        let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
        let name = &rest[..end];
        rest = &rest[end..];
        let Some(value) = rest.strip_prefix('=') else {
            all.push((name, ""));
            continue;
        };
        let (value, after) = match value.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
        };
        all.push((name, value));
        rest = after;
    }
}

/// A value as a line needs it: in quotes where it is empty or holds a blank or `=`. Quotes inside become `'`.
#[must_use]
pub fn value(text: &str) -> String {
    let text = text.replace('"', "'");
    if text.is_empty() || text.contains(|c: char| c.is_whitespace() || c == '=') {
        format!("\"{text}\"")
    } else {
        text
    }
}
