//! Ctrl-C and the signals that ask a program to end: the first asks the work to stop, where it can; the second, or the first
//! where nothing waits for it, ends the command with a clean terminal. A terminal that goes away asks too, but not under
//! `nohup`.

use std::io;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::failure::Failure;
use crate::{keys, progress};

/// Set by the first interrupt, where somebody looks at it.
static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
static HANDLER: OnceLock<Result<(), String>> = OnceLock::new();
/// The signal that was heard first: SIGINT unless there was another.
static SIGNAL: AtomicU8 = AtomicU8::new(0);
/// The number of SIGINT.
const INT: u8 = 2;

/// The flag that the first interrupt sets; the second ends the command.
pub fn stop_on_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::clone(STOP.get_or_init(Arc::default));
    listen().as_ref().map_err(Failure::input)?;
    Ok(stop)
}

/// An interrupt ends the command at once, with a clean terminal.
pub fn end_cleanly() {
    // Where nobody can listen the system ends the command, which is as well.
    let _ = listen();
}

/// Whether the work was asked to stop.
pub fn is_set() -> bool {
    STOP.get().is_some_and(|stop| stop.load(Ordering::Relaxed))
}

/// The exit code after an interrupt, as shells use it: 128 and the number of the signal, 130 after Ctrl-C.
#[must_use]
pub fn code() -> u8 {
    128 + Some(SIGNAL.load(Ordering::Relaxed)).filter(|&signal| signal != 0).unwrap_or(INT)
}

/// The same for a command's end.
#[must_use]
pub fn exit_code() -> ExitCode {
    ExitCode::from(code())
}

/// Does work that nothing stops on a thread of its own and hands on what it tells, until an interrupt. Whether it came to its
/// end; if not, it ends with the program.
pub(crate) fn until_interrupted<T: Send + 'static>(
    work: impl FnOnce(&Sender<T>) + Send + 'static,
    mut each: impl FnMut(T) -> Result<(), Failure>,
) -> Result<bool, Failure> {
    let stop = stop_on_interrupt()?;
    let (sender, told) = channel();
    let worker = std::thread::Builder::new().spawn(move || work(&sender));
    let worker = worker.map_err(|error| Failure::input(format!("host: no thread: {error}")))?;
    loop {
        match told.recv_timeout(Duration::from_millis(20)) {
            Ok(news) => each(news)?,
            Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => return Ok(false),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => match worker.join() {
                Ok(()) => return Ok(true),
                Err(panic) => std::panic::resume_unwind(panic),
            },
        }
    }
}

fn listen() -> &'static Result<(), String> {
    HANDLER.get_or_init(|| on_signal(heard).map_err(|error| format!("host: no signals: {error}")))
}

/// Calls `heard` with the number of each of these signals, on a thread of its own.
///
/// # Errors
/// When the system has no thread left for it.
#[cfg(unix)]
pub fn on_signal(mut heard: impl FnMut(u8) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let hangup = (!ignores_hangup()).then_some(SIGHUP);
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM].into_iter().chain(hangup))?;
    std::thread::Builder::new().spawn(move || signals.forever().for_each(|signal| heard(signal as u8)))?;
    Ok(())
}

/// Elsewhere the system ends the command.
#[cfg(not(unix))]
pub fn on_signal(_: impl FnMut(u8) + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// A file that grows beyond what the system allows is an error to whoever writes it, and not the end of the program. What it
/// starts is not spared.
pub(crate) fn outlive_long_files() {
    #[cfg(unix)]
    let _ = signal_hook::flag::register(rustix::process::Signal::XFSZ.as_raw(), Arc::default());
}

/// Whether whoever started the command had it ignore that the terminal goes away, as `nohup` does. Where the system does not
/// tell, it did not.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    ignored & 1 << (signal_hook::consts::SIGHUP - 1) != 0
}

fn heard(signal: u8) {
    let _ = SIGNAL.compare_exchange(0, signal, Ordering::Relaxed, Ordering::Relaxed);
    if STOP.get().is_some_and(|stop| !stop.swap(true, Ordering::Relaxed)) {
        return;
    }
    progress::clear_now();
    keys::restore();
    std::process::exit(i32::from(code()));
}
