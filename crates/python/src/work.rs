//! Long work beside the interpreter: other threads of Python go on meanwhile, and an interrupt ends it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors::panicked;

/// The flag that ends a search or a run early.
pub(crate) type Stop = Arc<AtomicBool>;

/// Between two looks at the signals.
const PAUSE: Duration = Duration::from_millis(20);
/// The stack of a thread that works: searches go as deep as games are long, and only what is used takes memory.
const STACK: usize = 256 << 20;

/// What a thread that works hands over at its end.
struct Answer<T> {
    given: Mutex<Option<thread::Result<T>>>,
    ended: Condvar,
}

impl<T> Answer<T> {
    fn give(&self, answer: thread::Result<T>) {
        *self.given.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
        self.ended.notify_all();
    }

    /// The answer, if it comes before a pause is over.
    fn wait(&self) -> Option<thread::Result<T>> {
        let given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.ended.wait_timeout_while(given, PAUSE, |given| given.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).0.take()
    }
}

/// Does `work` on a thread of its own without the interpreter, and has `tick` look in now and then. An interrupt, or an
/// exception of `tick`, raises `stop` and waits for the work; work without such a flag is left to itself.
///
/// # Errors
/// The exception that ended it, or a panic.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    stop: Option<&Stop>,
    mut tick: impl FnMut(Python<'_>) -> PyResult<()>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let answer = Arc::new(Answer { given: Mutex::new(None), ended: Condvar::new() });
    let giver = Arc::clone(&answer);
    let worker = move || giver.give(catch_unwind(AssertUnwindSafe(|| known_to_python(work))));
    thread::Builder::new()
        .stack_size(STACK)
        .spawn(worker)
        .map_err(|error| PyRuntimeError::new_err(format!("host: no thread: {error}")))?;
    let mut failed = None;
    loop {
        if let Some(given) = py.detach(|| answer.wait()) {
            let given = given.map_err(|panic| panicked(&*panic));
            return match failed {
                Some(error) => Err(error),
                None => tick(py).and(given),
            };
        }
        if failed.is_some() {
            continue;
        }
        if let Err(error) = py.check_signals().and_then(|()| tick(py)) {
            let Some(stop) = stop else { return Err(error) };
            stop.store(true, Ordering::Relaxed);
            failed = Some(error);
        }
    }
}

/// Does something on a thread that Python knows meanwhile: a question to Python then costs a fifth.
fn known_to_python<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    Python::attach(|py| py.detach(work))
}

/// The same for work that nobody looks at.
pub(crate) fn quietly<T: Send + 'static>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    run(py, Some(stop), |_| Ok(()), work)
}
