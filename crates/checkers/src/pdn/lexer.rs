//! The words of a PDN text.

use crate::movetext::SEPARATORS;

/// What can stand in a file, comments and marks left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`, the value's escapes undone.
    Tag(&'a str, String),
    /// A line that starts like a tag and is none.
    BrokenTag(&'a str),
    /// A move, a result, or anything else that stands between blanks; whether the number of a move (`12.`) stands before it.
    Word(&'a str, bool),
    /// The start of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// A comment that nothing ends before the file or the next game's head does.
    OpenComment,
}

/// Reads token by token, each with its line. Every character is looked at a bounded number of times.
pub(super) struct Lexer<'a> {
    text: &'a str,
    /// Bytes read.
    at: usize,
    /// The line of `at`, from 1.
    line: usize,
    /// Whether the number of a move was read, and nothing yet that it is of.
    numbered: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text: text.strip_prefix('\u{feff}').unwrap_or(text), at: 0, line: 1, numbered: false }
    }

    /// The next token and the line that it starts on.
    pub(super) fn next(&mut self) -> Option<(usize, Token<'a>)> {
        loop {
            let line_start = self.skip_blanks();
            let (rest, line) = (self.rest(), self.line);
            let token = match rest.bytes().next()? {
                b'%' if line_start => {
                    self.advance(line_len(rest));
                    continue;
                }
                b';' => {
                    self.advance(line_len(rest));
                    continue;
                }
                b'{' => match self.comment() {
                    true => continue,
                    false => Token::OpenComment,
                },
                b'$' => {
                    self.advance(1 + rest[1..].bytes().take_while(u8::is_ascii_digit).count());
                    continue;
                }
                b'!' | b'?' => {
                    self.advance(1);
                    continue;
                }
                b'(' => self.single(Token::Open),
                b')' => self.single(Token::Close),
                b'[' => self.tag(),
                b'}' | b']' => self.word(1),
                _ => match self.numberless() {
                    Some(word) => word,
                    None => continue,
                },
            };
            return Some((line, token));
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn advance(&mut self, bytes: usize) {
        let passed = &self.text[self.at..self.at + bytes];
        self.line += passed.bytes().filter(|&b| b == b'\n').count();
        self.at += bytes;
    }

    /// Whether nothing but blanks stands before the next token on its line.
    fn skip_blanks(&mut self) -> bool {
        let rest = self.rest();
        self.advance(rest.len() - rest.trim_start().len());
        let before = self.text[..self.at].trim_end_matches([' ', '\t']);
        before.is_empty() || before.ends_with(['\n', '\r'])
    }

    fn single(&mut self, token: Token<'a>) -> Token<'a> {
        self.advance(1);
        token
    }

    fn word(&mut self, bytes: usize) -> Token<'a> {
        let word = &self.rest()[..bytes];
        self.advance(bytes);
        Token::Word(word, false)
    }

    /// Everything up to a blank or a character with a meaning of its own, without a move number in front (`12.`,
    /// `3...`, a bare `12`) and the `*` of a starred move; nothing if nothing else is left.
    fn numberless(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        let word = &rest[..word_len(rest)];
        self.advance(word.len());
        let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let dotless = unnumbered.trim_start_matches('.');
        self.numbered |= dotless.len() < unnumbered.len();
        let unnumbered = match dotless {
            "" => return None,
            dotless if dotless.len() < unnumbered.len() => dotless,
            _ => word,
        };
        let starless = unnumbered.trim_matches('*');
        let numbered = std::mem::take(&mut self.numbered);
        Some(Token::Word(if starless.is_empty() { "*" } else { starless }, numbered))
    }

    /// Skips a comment. Comments do not nest, and may be as long as they like. One that is not closed would take
    /// the rest of the file with it: where the head of another game stands before the next brace that closes,
    /// and after that head a brace opens first or none follows, it is taken to be open and reading goes on at the head.
    fn comment(&mut self) -> bool {
        let mut at = self.at + 1;
        let mut head = None;
        loop {
            let Some(brace) = self.text[at..].find(['{', '}']).map(|i| at + i) else {
                head = head.or_else(|| head_in(self.text, at, self.text.len()));
                break;
            };
            if self.text.as_bytes()[brace] == b'}' {
                self.advance(brace + 1 - self.at);
                return true;
            }
            head = head_in(self.text, at, brace);
            if head.is_some() {
                break;
            }
            at = brace + 1;
        }
        self.advance(head.unwrap_or(self.text.len()) - self.at);
        false
    }

    /// A tag pair. The value ends at the quotation mark that stands before the closing bracket, so that marks
    /// inside it do no harm, escaped or not.
    fn tag(&mut self) -> Token<'a> {
        let line = &self.rest()[..line_len(self.rest())];
        match tag_pair(line) {
            Some((name, value, bytes)) => {
                self.advance(bytes);
                Token::Tag(name, unescaped(value))
            }
            None => {
                self.advance(line.len());
                Token::BrokenTag(line.trim_end())
            }
        }
    }
}

/// How much of `text`, which starts with a word, is this word: up to a blank or a character with a meaning of its own. Blanks between
/// the squares of a move (`9 - 14`) part nothing.
fn word_len(text: &str) -> usize {
    let stops = |c: char| c.is_whitespace() || "{}()[];$!?".contains(c);
    let past_blanks = |at: usize| text.len() - text[at..].trim_start_matches([' ', '\t']).len();
    let is_digit = |c: &char| c.is_ascii_digit();
    // Squares have one digit or two, years have four.
    let is_short = |digits: usize| (1..=2).contains(&digits);
    let mut end = text.find(stops).unwrap_or(text.len());
    loop {
        let mut next = past_blanks(end);
        let mut before = &text[..end];
        match text[next..].chars().next().filter(|c| SEPARATORS.contains(c)) {
            Some(separator) => next = past_blanks(next + separator.len_utf8()),
            None if before.ends_with(SEPARATORS) => before = before.trim_end_matches(SEPARATORS),
            None => return end,
        }
        let digits_before = before.chars().rev().take_while(is_digit).count();
        if !is_short(digits_before) || !is_short(text[next..].chars().take_while(is_digit).count()) {
            return end;
        }
        end = next + text[next..].find(stops).unwrap_or(text.len() - next);
    }
}

fn line_len(text: &str) -> usize {
    text.find(['\n', '\r']).unwrap_or(text.len())
}

/// Where in `from..to` a line starts with a tag pair.
fn head_in(text: &str, from: usize, to: usize) -> Option<usize> {
    let mut at = from;
    while let Some(found) = text[at..to].find('[') {
        let bracket = at + found;
        let before = text[from..bracket].trim_end_matches([' ', '\t']);
        if before.ends_with(['\n', '\r'])
            && tag_pair(&text[bracket..bracket + line_len(&text[bracket..])]).is_some()
        {
            return Some(bracket);
        }
        at = bracket + 1;
    }
    None
}

/// Name, raw value and length of a tag pair at the start of `line`.
fn tag_pair(line: &str) -> Option<(&str, &str, usize)> {
    let inner = line.strip_prefix('[')?.trim_start();
    let name = &inner[..inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?];
    let value = inner[name.len()..].trim_start().strip_prefix('"')?;
    if name.is_empty() {
        return None;
    }
    let start = line.len() - value.len();
    let closing = |escapes: bool| {
        let mut escaped = false;
        value.char_indices().find_map(|(i, c)| {
            let plain = !escaped;
            escaped = escapes && c == '\\' && plain;
            let after = value[i + c.len_utf8()..].trim_start_matches([' ', '\t']);
            (c == '"' && plain && after.starts_with(']')).then(|| (i, line.len() - after.len() + 1))
        })
    };
    // A value that ends in a backslash nobody escaped hides its own end.
    let (end, bytes) = closing(true).or_else(|| closing(false))?;
    Some((name, &line[start..start + end], bytes))
}

fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(&next @ ('"' | '\\'))) => {
                text.push(next);
                chars.next();
            }
            _ => text.push(c),
        }
    }
    text
}
