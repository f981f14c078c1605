//! Ctrl-C and the signal that asks a program to end: the first asks the work to stop, where it can; the second, or the first
//! where nothing waits for it, ends the command with a clean terminal.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::failure::{Failure, INTERRUPTED};
use crate::{keys, progress};

/// Set by the first interrupt, where somebody looks at it.
static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
static HANDLER: OnceLock<Result<(), String>> = OnceLock::new();

/// The flag that the first interrupt sets; the second ends the command.
pub(crate) fn stop_on_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::clone(STOP.get_or_init(Arc::default));
    listen().as_ref().map_err(Failure::input)?;
    Ok(stop)
}

/// An interrupt ends the command at once, with a clean terminal.
pub(crate) fn end_cleanly() {
    // Where nobody can listen the system ends the command, which is as well.
    let _ = listen();
}

/// Whether the work was asked to stop.
pub(crate) fn is_set() -> bool {
    STOP.get().is_some_and(|stop| stop.load(Ordering::Relaxed))
}

fn listen() -> &'static Result<(), String> {
    HANDLER.get_or_init(|| ctrlc::set_handler(heard).map_err(|error| error.to_string()))
}

fn heard() {
    if STOP.get().is_some_and(|stop| !stop.swap(true, Ordering::Relaxed)) {
        return;
    }
    progress::clear_now();
    keys::restore();
    std::process::exit(i32::from(INTERRUPTED));
}
