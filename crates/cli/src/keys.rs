//! What a person types: lines, and at a terminal arrow keys that play at once.
//!
//! Only where arrow keys mean something does a terminal hand over each key as it is pressed, without showing it, from the first
//! such question on: quick keys then wait unseen for the next one. Whatever ends the command puts the terminal back, the
//! [`Guard`] or an interrupt ([`restore`]).

use std::io::{self, Read, Write};

/// The moves that arrow keys play, in the order of their letters `A` to `D`.
const ARROWS: [&str; 4] = ["up", "down", "right", "left"];

/// Whether arrow keys play one of these moves.
pub(crate) fn mean(moves: &[String]) -> bool {
    moves.iter().any(|mv| ARROWS.contains(&mv.as_str()))
}

/// Makes the terminal ready for an answer, before anybody is asked: whoever answers at once is not to see the keys' own
/// codes. Says how the answer is to be read by [`line`].
pub(crate) fn listen(arrows: bool) -> bool {
    mode::key_by_key(arrows)
}

/// The next line, without its end; None at the end of the input. Where keys come `at_once` an arrow key in an empty line is
/// the line `up`, `down`, `right` or `left`; typed before Enter, or through a pipe, it is read as the same.
pub(crate) fn line(at_once: bool) -> io::Result<Option<String>> {
    let mut echo = io::stdout();
    let mut show =
        |bytes: &[u8]| if at_once { echo.write_all(bytes).and_then(|()| echo.flush()) } else { Ok(()) };
    read(&mut io::stdin().lock().bytes(), at_once, &mut show)
}

/// Puts the terminal back when it goes.
pub(crate) struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// Puts the terminal back as it was, if its mode is switched.
pub(crate) fn restore() {
    mode::restore();
}

/// Reads a line byte by byte; `at_once`: keys come as they are pressed, and are shown by `show`.
fn read(
    bytes: &mut impl Iterator<Item = io::Result<u8>>,
    at_once: bool,
    show: &mut impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<Option<String>> {
    let mut line: Vec<u8> = Vec::new();
    loop {
        let Some(byte) = bytes.next().transpose()? else {
            return if line.is_empty() { Ok(None) } else { text(line).map(Some) };
        };
        match byte {
            b'\n' | b'\r' if at_once => {
                show(b"\n")?;
                return text(line).map(Some);
            }
            b'\n' => return text(line).map(Some),
            ESCAPE => {
                if let Some(arrow) = sequence(bytes)? {
                    if !line.is_empty() {
                        continue;
                    }
                    show(arrow.as_bytes())?;
                    line.extend_from_slice(arrow.as_bytes());
                    if at_once {
                        show(b"\n")?;
                        return text(line).map(Some);
                    }
                }
            }
            END_OF_INPUT if at_once => {
                if line.is_empty() {
                    return Ok(None);
                }
            }
            DELETE | BACKSPACE if at_once => {
                if rub_out(&mut line) {
                    show(b"\x08 \x08")?;
                }
            }
            RUB_OUT_LINE if at_once => {
                while rub_out(&mut line) {
                    show(b"\x08 \x08")?;
                }
            }
            0..=31 if at_once => {}
            _ => {
                show(&[byte])?;
                line.push(byte);
            }
        }
    }
}

const ESCAPE: u8 = 0x1B;
const DELETE: u8 = 0x7F;
const BACKSPACE: u8 = 0x08;
/// Ctrl-D and Ctrl-U.
const END_OF_INPUT: u8 = 0x04;
const RUB_OUT_LINE: u8 = 0x15;

/// What follows Escape: an arrow key's move, or some other key, which is nothing.
fn sequence(bytes: &mut impl Iterator<Item = io::Result<u8>>) -> io::Result<Option<&'static str>> {
    // ESC [ parameters letter, or ESC O letter (ECMA-48; DEC's application mode).
    if !matches!(bytes.next().transpose()?, Some(b'[' | b'O')) {
        return Ok(None);
    }
    loop {
        match bytes.next().transpose()? {
            Some(letter @ b'A'..=b'D') => return Ok(Some(ARROWS[usize::from(letter - b'A')])),
            Some(b' '..=b'?') => {}
            _ => return Ok(None),
        }
    }
}

/// Takes the last character away; false where there is none.
fn rub_out(line: &mut Vec<u8>) -> bool {
    let any = !line.is_empty();
    while line.pop().is_some_and(|byte| byte & 0xC0 == 0x80) {}
    any
}

fn text(line: Vec<u8>) -> io::Result<String> {
    String::from_utf8(line).map_err(|_| io::ErrorKind::InvalidData.into())
}

#[cfg(unix)]
mod mode {
    use std::io::{self, IsTerminal};
    use std::sync::{Mutex, PoisonError};

    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

    /// The terminal's settings before they were switched.
    static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

    /// Whether keys come as they are pressed: from the first `wanted` on, where this is a terminal. Ctrl-C and Ctrl-Z stay what
    /// they are; whoever comes back from Ctrl-Z finds the mode switched again.
    pub(super) fn key_by_key(wanted: bool) -> bool {
        if wanted && io::stdin().is_terminal() && io::stdout().is_terminal() {
            let mut before = BEFORE.lock().unwrap_or_else(PoisonError::into_inner);
            if before.is_none() {
                *before = tcgetattr(io::stdin()).ok();
            }
        }
        let before = BEFORE.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(before) = &*before else { return false };
        let mut switched = before.clone();
        switched.local_modes -= LocalModes::ICANON | LocalModes::ECHO;
        tcsetattr(io::stdin(), OptionalActions::Now, &switched).is_ok()
    }

    pub(super) fn restore() {
        if let Some(before) = BEFORE.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, &before);
        }
    }
}

#[cfg(not(unix))]
mod mode {
    /// Elsewhere lines are read as lines.
    pub(super) fn key_by_key(_wanted: bool) -> bool {
        false
    }

    pub(super) fn restore() {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keys: &[u8], at_once: bool) -> (Option<String>, String) {
        let mut shown = Vec::new();
        let mut bytes = keys.iter().map(|&byte| Ok(byte));
        let line = read(&mut bytes, at_once, &mut |bytes| {
            shown.extend_from_slice(bytes);
            Ok(())
        });
        (line.expect("text"), String::from_utf8(shown).expect("text"))
    }

    #[test]
    fn keys_make_lines() {
        assert_eq!(typed(b"\x1b[A", true).0.as_deref(), Some("up"));
        assert_eq!(typed(b"\x1bOD", true).0.as_deref(), Some("left"));
        assert_eq!(typed(b"\x1b[1;5Cx\n", true).0.as_deref(), Some("right"));
        assert_eq!(typed(b"\x1b[5~hinx\x7ft\n", true), (Some("hint".into()), "hinx\x08 \x08t\n".into()));
        assert_eq!(typed("sä\x7fave\n".as_bytes(), true).0.as_deref(), Some("save"));
        assert_eq!(typed(b"nonsense\x15up\n", true).0.as_deref(), Some("up"));
        assert_eq!(typed(b"\x04", true).0, None);
    }

    #[test]
    fn lines_may_hold_arrow_keys() {
        assert_eq!(typed(b"\x1b[B\nx", false).0.as_deref(), Some("down"));
        assert_eq!(typed(b"moves", false).0.as_deref(), Some("moves"));
        assert_eq!(typed(b"", false).0, None);
    }
}
