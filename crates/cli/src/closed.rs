//! Whether standard output was closed (`>&-`) when the program began. The standard library opens the null device in its place, so
//! that whatever is printed is lost and nothing fails; hence the question is asked before it begins.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether it was; false where nobody can tell.
pub(crate) fn stdout_was_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

#[cfg(target_os = "linux")]
mod linux {
    use std::os::fd::BorrowedFd;
    use std::sync::atomic::Ordering;

    extern "C" fn look() {
        // SAFETY: nobody has opened or closed anything yet, so that the number means what the parent left there for as long
        // as this takes; asking for the flags of a closed one fails and does nothing.
        let stdout = unsafe { BorrowedFd::borrow_raw(1) };
        let is_closed = rustix::io::fcntl_getfd(stdout).is_err();
        super::CLOSED.store(is_closed, Ordering::Relaxed);
    }

    // SAFETY: the loader calls what stands in this section before the program begins; `look` needs nothing of what is made
    // ready later: it makes one system call and stores a flag.
    #[used]
    #[unsafe(link_section = ".init_array")]
    static LOOK: extern "C" fn() = look;
}
