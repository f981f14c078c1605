//! Command lines that may be copied.

/// A text as one word of the shell.
#[must_use]
pub fn word(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_shell_would_read_is_quoted() {
        assert_eq!(
            [word("my.book"), word("a b"), word("it's"), word("")],
            ["my.book", "'a b'", "'it'\\''s'", "''"]
        );
    }
}
