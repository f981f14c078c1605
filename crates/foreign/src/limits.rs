//! Open files: each engine takes some, and a system grants only so many.

use crate::engine::Settings;
use crate::protocol::Protocol;

/// Files that an engine keeps open: its three pipes, with DamExchange a socket read and written besides.
fn kept(protocol: Protocol) -> u64 {
    if protocol == Protocol::Dxp { 5 } else { 3 }
}

/// The other ends of the pipes while an engine is started.
const WHILE_STARTING: u64 = 3;
/// For whatever else is opened meanwhile: a store's journal, a file of games put in order.
const SPARE: u64 = 4;

/// Sees to it that `threads` threads can each run all of these engines at once, and raises this process's own limit of
/// open files where the system allows.
///
/// # Errors
/// One line: how many files that takes, how many there may be, and how many threads would do.
pub fn make_room(engines: &[Settings], threads: usize) -> Result<(), String> {
    let each = engines.iter().map(|engine| kept(engine.protocol)).sum::<u64>();
    if each == 0 {
        return Ok(());
    }
    let (Some(open), Some(limit)) = (open_files(), limit()) else { return Ok(()) };
    let a_thread = each + WHILE_STARTING;
    let needed = open + SPARE + threads as u64 * a_thread;
    if needed <= limit || raise(needed) {
        return Ok(());
    }
    let most = limit.saturating_sub(open + SPARE) / a_thread;
    let remedy = match most {
        0 => "raise the limit (ulimit -n)".to_owned(),
        most => format!("--threads {most} would do, or a higher limit (ulimit -n)"),
    };
    let s = if threads == 1 { "" } else { "s" };
    Err(format!(
        "{threads} thread{s} with engines need {needed} open files, and this process may have {limit}: {remedy}"
    ))
}

/// Files that are open now, where the system tells.
fn open_files() -> Option<u64> {
    let listed = std::fs::read_dir("/proc/self/fd").or_else(|_| std::fs::read_dir("/dev/fd")).ok()?;
    // One of them is the list itself.
    Some(listed.count().saturating_sub(1) as u64)
}

#[cfg(unix)]
fn limit() -> Option<u64> {
    use nix::sys::resource::{Resource, getrlimit};
    getrlimit(Resource::RLIMIT_NOFILE).ok().map(|(soft, _)| soft)
}

#[cfg(unix)]
fn raise(needed: u64) -> bool {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    let Ok((_, hard)) = getrlimit(Resource::RLIMIT_NOFILE) else { return false };
    needed <= hard && setrlimit(Resource::RLIMIT_NOFILE, needed, hard).is_ok()
}

#[cfg(not(unix))]
fn limit() -> Option<u64> {
    None
}

#[cfg(not(unix))]
fn raise(_: u64) -> bool {
    false
}
