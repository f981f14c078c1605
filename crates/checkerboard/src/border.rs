//! The functions that CheckerBoard loads: pointers here, values everywhere else.
//!
//! What the interface is: "CB API reference" (<http://www.fierz.ch/cbdeveloper.php>, and newer in the program's help).

#![allow(unsafe_code)]

use std::any::Any;
use std::ffi::{CStr, c_char, c_double, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use crate::command;
use crate::engine::{self, Question, UNKNOWN};
use crate::placement::{Cells, MoveRecord};

/// Characters that an answer has room for, the closing zero included.
const ROOM: usize = 1024;
/// Characters of a command that are read at most; a game's history is longer than the 256 of the first interface.
const COMMAND: usize = 16_384;

/// Asks for a move: `board` becomes the position after it and `record` tells it. `text` is what the status bar shows, also while
/// the search goes on, which a `playnow` other than zero ends. 0 is a draw, 1 a win and 2 a loss of the side to move for
/// sure, 3 anything else.
///
/// # Safety
/// Each pointer is null or points at what the interface says, which stays there until this returns: `board` at 64 numbers, `text`
/// at 1,024 characters, `playnow` at a number, `record` at a move.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "system" fn getmove(
    board: *mut Cells,
    color: c_int,
    maxtime: c_double,
    text: *mut c_char,
    playnow: *mut c_int,
    info: c_int,
    moreinfo: c_int,
    record: *mut MoveRecord,
) -> c_int {
    // SAFETY: the caller keeps it in place and readable, or gives none.
    let Some(cells) = (unsafe { board.as_ref() }).copied() else {
        // SAFETY: as the caller promises.
        unsafe { say(text, "no board was given") };
        return UNKNOWN;
    };
    let answered = catch_unwind(AssertUnwindSafe(|| {
        let question = Question { cells, color, maxtime, info, moreinfo };
        let is_wanted = || {
            // SAFETY: the caller keeps the number in place; another thread writes it meanwhile, so that it is read as what changes
            // by itself.
            !playnow.is_null() && unsafe { playnow.read_volatile() } != 0
        };
        let tell = |line: &str| {
            // SAFETY: the caller keeps the text in place.
            unsafe { say(text, line) };
        };
        engine::answer(&question, &is_wanted, &tell)
    }));
    match answered {
        Ok(answer) => {
            // SAFETY: as the caller promises; it waits for this answer and touches neither before.
            unsafe {
                say(text, &answer.text);
                if let Some((cells, told)) = answer.played {
                    board.write(cells);
                    if !record.is_null() {
                        record.write(told);
                    }
                }
            }
            answer.result
        }
        Err(why) => {
            // SAFETY: as the caller promises.
            unsafe { say(text, &format!("no move: {}", reason(&*why))) };
            UNKNOWN
        }
    }
}

/// Answers a command of CheckerBoard's. 1: it was carried out; 0: it was not, and `?` says that it is not known.
///
/// # Safety
/// Each pointer is null or points at what the interface says, which stays there until this returns: `command` at characters that
/// end with a zero, `reply` at room for 1,024 characters.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "system" fn enginecommand(command: *const c_char, reply: *mut c_char) -> c_int {
    let mut bytes = Vec::new();
    if !command.is_null() {
        // SAFETY: the caller closes the command with a zero, behind which nothing is read.
        bytes.extend(unsafe { CStr::from_ptr(command) }.to_bytes().iter().take(COMMAND));
    }
    let answered = catch_unwind(|| command::answer(&String::from_utf8_lossy(&bytes)));
    let (done, text) = answered.unwrap_or_else(|why| (false, format!("failed: {}", reason(&*why))));
    // SAFETY: as the caller promises.
    unsafe { say(reply, &text) };
    done.into()
}

/// Writes a text and the zero that closes it, as much as there is room for.
///
/// # Safety
/// `into` is null or points at [`ROOM`] characters.
unsafe fn say(into: *mut c_char, text: &str) {
    if into.is_null() {
        return;
    }
    let text = &text.as_bytes()[..text.floor_char_boundary(ROOM - 1)];
    // SAFETY: the text and its zero fit into the room; what we own is not the caller's.
    unsafe {
        ptr::copy_nonoverlapping(text.as_ptr().cast(), into, text.len());
        into.add(text.len()).write(0);
    }
}

fn reason(why: &(dyn Any + Send)) -> &str {
    why.downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| why.downcast_ref().copied())
        .unwrap_or("unknown")
}
