//! Memory that cannot be had, wherever it is asked for: one line and exit code 2. The standard library would abort.
//!
//! Large tables are asked for before they are used and refused by name; this is for all the rest.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::{self, IsTerminal, Write};

use crate::failure::BAD_INPUT;

/// The system's allocator, which ends the program with a line where there is no memory left.
#[derive(Debug)]
pub struct Frugal;

// SAFETY: every call is handed on to `System` as it came, and what `System` gives is handed back as it is. Where that is null
// the program ends, or whoever asked is one that takes null.
unsafe impl GlobalAlloc for Frugal {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        given(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        given(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller promises.
        given(unsafe { System.realloc(memory, layout, size) }, size)
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(memory, layout) }
    }
}

fn given(memory: *mut u8, bytes: usize) -> *mut u8 {
    if memory.is_null() && !plywise::mapped::may_fail() {
        end(bytes);
    }
    memory
}

/// Nothing here allocates.
#[cold]
fn end(bytes: usize) -> ! {
    let mut line = [0; 160];
    let mut rest = &mut line[..];
    let clear = if io::stderr().is_terminal() { "\r\u{1b}[K" } else { "" };
    let mib = bytes.div_ceil(1 << 20);
    let _ = writeln!(
        rest,
        "{clear}error: this machine has no {mib} MiB of memory left; smaller tables and fewer threads take less"
    );
    let left = rest.len();
    let _ = io::stderr().write_all(&line[..line.len() - left]);
    std::process::exit(i32::from(BAD_INPUT))
}
