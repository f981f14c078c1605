//! Long work beside the interpreter: other threads of Python go on meanwhile, and an interrupt ends it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::ending::attached;
use crate::errors::panicked;
use crate::guest::Trouble;

/// The flag that ends a search or a run early.
pub(crate) type Stop = Arc<AtomicBool>;

/// Between two looks at the signals.
const PAUSE: Duration = Duration::from_millis(20);
/// How long work may take to end once it was told to, and again once code in Python that it waits for was interrupted.
const PATIENCE: Duration = Duration::from_secs(1);
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
/// exception of `tick`, raises `stop` and waits for the work; work without such a flag is left to itself. Code in Python that
/// the work waits for and that goes on regardless is interrupted as well after a second, and left to itself after another.
///
/// # Errors
/// The exception that ended it, or a panic.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    stop: Option<&Stop>,
    trouble: Option<&Trouble>,
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
    let mut failed: Option<(PyErr, Instant)> = None;
    let mut is_broken_off = false;
    loop {
        if let Some(given) = py.detach(|| answer.wait()) {
            let given = given.map_err(|panic| panicked(&*panic));
            return match failed {
                Some((error, _)) => Err(instead(trouble, error)),
                None => tick(py).and(given),
            };
        }
        if let Some((error, since)) = failed.take() {
            let waited = since.elapsed();
            if waited > PATIENCE && !is_broken_off {
                is_broken_off = true;
                trouble.map_or(Ok(()), |trouble| trouble.break_off(py))?;
            }
            if waited > 2 * PATIENCE {
                trouble.map(Trouble::desert);
                return Err(instead(trouble, error));
            }
            failed = Some((error, since));
            continue;
        }
        if let Err(error) = py.check_signals().and_then(|()| tick(py)) {
            match (stop, trouble) {
                (Some(stop), _) => stop.store(true, Ordering::Relaxed),
                // Rules in Python are not asked again where something has gone wrong.
                (None, Some(trouble)) => trouble.keep(error.clone_ref(py)),
                (None, None) => return Err(error),
            }
            failed = Some((error, Instant::now()));
        }
    }
}

/// What ended a run: what the players said of their own end then is no news.
fn instead(trouble: Option<&Trouble>, error: PyErr) -> PyErr {
    trouble.map(Trouble::raise);
    error
}

/// Does something on a thread that Python knows meanwhile: a question to Python then costs a fifth.
pub(crate) fn known_to_python<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    attached(|py| py.detach(work))
}

/// The same for work that nobody looks at.
pub(crate) fn quietly<T: Send + 'static>(
    py: Python<'_>,
    stop: &Stop,
    trouble: &Trouble,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    run(py, Some(stop), Some(trouble), |_| Ok(()), work)
}
