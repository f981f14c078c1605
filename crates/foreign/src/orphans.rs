//! What an engine leaves behind: processes of its own that left its group, and all of them when this program is killed.
//!
//! Every engine has a mark in its environment, which its children inherit wherever they go. Where the system shows the
//! environments of processes (Linux), those of an engine that has ended are looked for and killed; and a shell, which waits
//! until this program is gone however that comes, kills all that are left.

use std::sync::atomic::{AtomicU64, Ordering};

/// The name of the mark. Its value begins with the number of this process.
pub(crate) const MARK: &str = "PLYWISE_ENGINE";

/// A mark that no engine has yet.
pub(crate) fn mark() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    // A number of a process comes up again, hardly at the same nanosecond.
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    format!("{}{}.{}", ours(), COUNT.fetch_add(1, Ordering::Relaxed), now.as_nanos())
}

/// How the marks of this process begin.
fn ours() -> String {
    format!("{}.", std::process::id())
}

/// Kills whoever has a mark. More may be born meanwhile: looked for until there is nobody, a few times at most.
#[cfg(target_os = "linux")]
pub(crate) fn kill(mark: &str) {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let mark = format!("{MARK}={mark}");
    for _ in 0..4 {
        let Ok(processes) = std::fs::read_dir("/proc") else { return };
        let numbers = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
        let is_marked = |id: &i32| {
            let words = std::fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
            words.split(|&byte| byte == 0).any(|word| word == mark.as_bytes())
        };
        let marked: Vec<i32> = numbers.filter(is_marked).collect();
        if marked.is_empty() {
            return;
        }
        for id in marked {
            let _ = kill(Pid::from_raw(id), Signal::SIGKILL);
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn kill(_: &str) {}

/// Its input ends when the process that holds the other end is gone. `$0`: how the marks begin, as a pattern.
#[cfg(target_os = "linux")]
const WATCH: &str = "trap '' HUP INT TERM; while read -r word; do :; done; cd /proc || exit
for round in 1 2 3; do
  found=$(grep -lsz \"^$0\" [0-9]*/environ); [ \"$found\" ] || exit
  for one in $found; do kill -9 \"${one%/environ}\"; done
done";

/// Sees to it that no engine outlives this process, even if it is killed: once, before the first engine starts. Without it, as
/// where the system has no process left for it, engines end by themselves, which most do as their input ends.
#[cfg(target_os = "linux")]
pub(crate) fn keep_watch() {
    use std::os::unix::process::CommandExt;
    use std::process::{ChildStdin, Command, Stdio};
    use std::sync::Mutex;
    static WATCHER: Mutex<Option<(u32, ChildStdin)>> = Mutex::new(None);
    let Ok(mut watcher) = WATCHER.lock() else { return };
    // A process that was forked, as those of Python are, has children of its own.
    if watcher.as_ref().is_some_and(|(owner, _)| *owner == std::process::id()) {
        return;
    }
    let mut shell = Command::new("sh");
    shell
        .args(["-c", WATCH, &format!("{MARK}={}", ours().replace('.', "[.]"))])
        .env_remove(MARK)
        .process_group(0);
    shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = shell.spawn() {
        *watcher = child.stdin.take().map(|input| (std::process::id(), input));
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn keep_watch() {}
