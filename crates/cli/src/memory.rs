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

/// Where a process may have so many addresses and no more (`ulimit -v`), they are all for what is asked for: otherwise glibc sets 64 MiB
/// of them aside for each thread that asks for memory, and a table finds no place where there is room for it. To be called before
/// there is a second thread.
pub fn make_the_most_of_it() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    if rustix::process::getrlimit(rustix::process::Resource::As).current.is_some() {
        // SAFETY: it takes two numbers; one that it does not like changes nothing.
        unsafe { libc::mallopt(libc::M_ARENA_MAX, 1) };
    }
}

/// Before `main` and before each thread the standard library maps some KiB on which it could tell of a stack that is used up, and
/// panics where it cannot, which ends the program. This runs before, and has it end as it does for want of any other memory.
#[cfg(target_os = "linux")]
#[used]
// SAFETY: the section holds functions of this type, which are called one after the other before `main`.
#[unsafe(link_section = ".init_array")]
static FIRST: extern "C" fn() = {
    extern "C" fn first() {
        const BEGINS: [&str; 2] =
            ["failed to allocate an alternative stack", "failed to set up alternative stack guard page"];
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let is_for_want = |text: &str| BEGINS.iter().any(|begin| text.starts_with(begin));
            if panic.payload_as_str().is_some_and(is_for_want) {
                end(1);
            }
            usual(panic);
        }));
    }
    first
};

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
