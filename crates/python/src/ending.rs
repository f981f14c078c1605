//! What becomes of threads that are in Python when the interpreter ends.
//!
//! Up to Python 3.13 a thread that comes back to an interpreter that is ending is ended by `pthread_exit`, which takes its stack
//! apart frame by frame and aborts the whole process where one does not let it through, as ours do not. From 3.14 on such a
//! thread is left hanging (python/cpython#87135), and that is what is done here with earlier versions: by `unharmed`, which
//! is met before the frames that would give back what they hold, and where it is not, by the signal of the abort.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::sync::OnceLock;

use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, raise, sigaction};
use nix::unistd::{getpid, gettid, pause};
use pyo3::Python;
use pyo3::ffi::Py_IsInitialized;

/// What was to be done on an abort before.
static BEFORE: OnceLock<SigAction> = OnceLock::new();

/// From now on a thread that has to abort since the interpreter is ending hangs instead, until the process has ended.
pub(crate) fn keep_threads_from_harm() {
    let action = SigAction::new(SigHandler::Handler(on_abort), SaFlags::empty(), SigSet::empty());
    if BEFORE.get().is_some() {
        return;
    }
    // SAFETY: the handler does only what a handler may: it reads an integer of the interpreter, asks for numbers, waits, and
    // hands a signal on.
    let before = unsafe { sigaction(Signal::SIGABRT, &action) };
    if let Ok(before) = before {
        let _ = BEFORE.set(before);
    }
}

/// Does something in Python, on a thread that may outlive the interpreter: it hangs then.
pub(crate) fn attached<T>(work: impl FnOnce(Python<'_>) -> T) -> T {
    hang_where_python_ends();
    Python::attach(|py| unharmed(|| work(py)))
}

/// Calls code in Python that may outlive the interpreter. What `call` owns is given back before the thread hangs, and that
/// should be nothing of Python's: only who has the interpreter's lock may give that back.
pub(crate) fn unharmed<T>(call: impl FnOnce() -> T) -> T {
    struct Harmless;
    impl Drop for Harmless {
        fn drop(&mut self) {
            hang_where_python_ends();
        }
    }
    let _harmless = Harmless;
    call()
}

/// Never returns on another thread than the first once the interpreter has begun to end.
fn hang_where_python_ends() {
    // SAFETY: the function returns a flag, and may be called at any time.
    let is_ending = unsafe { Py_IsInitialized() } == 0;
    while is_ending && gettid() != getpid() {
        pause();
    }
}

extern "C" fn on_abort(_: c_int) {
    hang_where_python_ends();
    // Any other abort is none of ours: it goes on once this returns, as it would have gone.
    if let Some(before) = BEFORE.get() {
        // SAFETY: it was there before.
        let _ = unsafe { sigaction(Signal::SIGABRT, before) };
        let _ = raise(Signal::SIGABRT);
    }
}
