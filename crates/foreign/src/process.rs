//! A child process: started in a group of its own, fed and read by threads, and killed with everything it started.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::command::CommandLine;
use crate::engine::Heard;
use crate::failure::{Failure, quote};
use crate::inbox::{Inbox, Wait};
use crate::log::{Log, Mark};
use crate::{orphans, pause};

/// Lines that wait until the engine reads them.
const UNREAD: usize = 256;
/// How long a process that closed its output may take to end, so that its exit status can be told.
const LAST_BREATH: Duration = Duration::from_millis(500);
/// How often a silent process is looked at.
const LOOK: Duration = Duration::from_millis(100);
/// How long a process that was asked to quit may take.
const FAREWELL: Duration = Duration::from_millis(300);

/// How long nothing may come of what a process said that has ended, while the machine has others to serve.
const SILENCE: Duration = Duration::from_secs(1);

/// What an engine said aside.
#[derive(Debug, Default)]
struct Words {
    last: VecDeque<String>,
    lines: u64,
}

/// A running engine. Dropping it kills it, its whole process group, and waits for it, so that no zombie stays.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    input: Option<SyncSender<String>>,
    /// None where its output is no part of the protocol.
    output: Option<Inbox>,
    words: Arc<Mutex<Words>>,
    listener: Option<JoinHandle<()>>,
    is_gone: bool,
    most: Most,
    /// What it and its children have in their environment.
    mark: String,
    log: Log,
}

/// The most of this machine that an engine may take; each of its processes, those that it starts later included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Most {
    /// Room for addresses, in MiB (`RLIMIT_AS`).
    pub memory_mib: Option<u64>,
    /// Processor time since its start, in seconds (`RLIMIT_CPU`).
    pub cpu_s: Option<u64>,
}

/// Nothing where there is no limit: what else is to be said of a program that came to a bad end.
impl std::fmt::Display for Most {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let limits =
            [self.cpu_s.map(|s| format!("cpu={s}")), self.memory_mib.map(|mib| format!("memory={mib}"))];
        match limits.into_iter().flatten().collect::<Vec<_>>().join(",") {
            limits if limits.is_empty() => Ok(()),
            limits => write!(f, ", limited by {limits}"),
        }
    }
}

impl Process {
    /// Starts the program. Where `speaks` is false its output is read and thrown away.
    pub(crate) fn start(
        command: &CommandLine,
        most: Most,
        speaks: bool,
        heard: &Heard,
    ) -> Result<Self, Failure> {
        let mut process = Command::new(&command.program);
        process.args(&command.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut process, 0);
        let log = Log::begin(&command.program, &command.to_string())
            .map_err(|why| Failure::host("no log of the engine", &why))?;
        orphans::keep_watch();
        let mark = orphans::mark();
        process.env(orphans::MARK, &mark);
        let child = process.spawn().map_err(|why| Failure::host(command.program.display(), &why))?;
        let mut own = Self {
            child,
            input: None,
            output: None,
            words: Arc::default(),
            listener: None,
            is_gone: false,
            most,
            mark,
            log,
        };
        limit(own.child.id(), most).map_err(|why| Failure::host("no limits for an engine", &why))?;
        // Whoever cannot be listened to is killed as `own` goes.
        own.attend(speaks, heard).map_err(|why| Failure::host("no thread to talk to an engine", &why))?;
        Ok(own)
    }

    /// Starts the threads that feed the engine and read what it writes.
    fn attend(&mut self, speaks: bool, heard: &Heard) -> std::io::Result<()> {
        if let Some(stderr) = self.child.stderr.take() {
            let (words, log, heard) = (Arc::clone(&self.words), self.log.clone(), heard.clone());
            self.listener = Some(thread::Builder::new().spawn(move || listen(stderr, &words, &log, &heard))?);
        }
        match self.child.stdout.take() {
            Some(stdout) if speaks => self.output = Some(Inbox::open(stdout, b'\n', self.log.clone())?),
            Some(stdout) => {
                let log = self.log.clone();
                thread::Builder::new()
                    .spawn(move || listen(stdout, &Mutex::default(), &log, &Heard::default()))?;
            }
            None => {}
        }
        self.input = self.child.stdin.take().map(feed).transpose()?;
        Ok(())
    }

    /// Sends a line. It does not wait: an engine that has stopped reading is found out by its silence.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), Failure> {
        self.log.write(Mark::Told, line);
        let Some(input) = &self.input else { return Err(self.post_mortem()) };
        match input.try_send(format!("{line}\n")) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => Err(Failure::Crash("it has stopped reading its input".into())),
            Err(TrySendError::Disconnected(_)) => Err(self.post_mortem()),
        }
    }

    /// A new question begins: what the engine has said before is no answer to it.
    pub(crate) fn begin(&mut self) {
        if let Some(output) = &mut self.output {
            output.begin();
        }
    }

    /// The next line that is not blank.
    pub(crate) fn line(&mut self, wait: &Wait<'_>) -> Result<String, Failure> {
        loop {
            let line = self.line_or_blank(wait)?;
            if !line.trim().is_empty() {
                return Ok(line);
            }
        }
    }

    /// The next line, blank or not. A process that has ended is not waited for, even if its children hold its output
    /// open.
    pub(crate) fn line_or_blank(&mut self, wait: &Wait<'_>) -> Result<String, Failure> {
        loop {
            let Some(output) = &mut self.output else { return Err(self.post_mortem()) };
            let slice = Wait { until: wait.until.min(Instant::now() + LOOK), ..*wait };
            match output.next_or_blank(&slice) {
                Ok(Some(line)) => {
                    self.heed_stops();
                    return Ok(line);
                }
                Ok(None) => return Err(self.post_mortem()),
                Err(Failure::Silence(_)) if Instant::now() >= wait.until => {
                    self.heed_stops();
                    return Err(wait.in_vain());
                }
                Err(Failure::Silence(_)) => self.check()?,
                Err(failure) => return Err(failure),
            }
        }
    }

    /// What is written down of the talk with it.
    pub(crate) fn log(&self) -> &Log {
        &self.log
    }

    /// Whether it is still there, or else how it ended.
    pub(crate) fn check(&mut self) -> Result<(), Failure> {
        if self.is_running() { Ok(()) } else { Err(self.post_mortem()) }
    }

    fn is_running(&mut self) -> bool {
        !self.is_gone && !has_ended(&mut self.child)
    }

    /// Notices whether it was stopped or let go on since this was asked last.
    pub(crate) fn heed_stops(&mut self) {
        if !self.is_gone && was_stopped(&self.child) {
            pause::notice();
        }
    }

    /// How it ended, now that it no longer answers; kills it if it has only closed its pipes.
    pub(crate) fn post_mortem(&mut self) -> Failure {
        let until = Instant::now() + LAST_BREATH;
        while !self.is_gone && !has_ended(&mut self.child) && Instant::now() < until {
            thread::sleep(Duration::from_millis(2));
        }
        let still_there = self.is_running();
        let how = match self.kill() {
            _ if still_there => "it closed its output".to_owned(),
            Some(status) => format!("{status}{}", self.most),
            None => "it ended".to_owned(),
        };
        self.hear_out();
        let words = self.words.lock().map(|words| words.last.iter().cloned().collect::<Vec<_>>());
        match words.unwrap_or_default().join(" / ") {
            words if words.is_empty() => Failure::Crash(how),
            words => Failure::Crash(format!("{how}; last words {}", quote(&words))),
        }
    }

    /// Waits for what it said, which is still on its way through the pipe; not for ever, since others may hold its end.
    fn hear_out(&self) {
        let lines = || self.words.lock().map_or(0, |words| words.lines);
        let begun = Instant::now();
        let (mut heard, mut since) = (lines(), begun);
        while self.listener.as_ref().is_some_and(|listener| !listener.is_finished())
            && since.elapsed() < SILENCE
            && begun.elapsed() < 5 * SILENCE
        {
            thread::sleep(Duration::from_millis(2));
            let now = lines();
            if now > heard {
                (heard, since) = (now, Instant::now());
            }
        }
    }

    /// Asks it to quit, and kills it if it does not.
    pub(crate) fn quit(&mut self, farewell: &str) {
        if self.is_running() {
            let _ = self.send(farewell);
            self.input = None;
            let until = Instant::now() + FAREWELL;
            while self.is_running() && Instant::now() < until {
                thread::sleep(Duration::from_millis(2));
            }
        }
        self.kill();
    }

    /// Kills the group first, while the child's number cannot belong to anyone else, and only then buries the child.
    fn kill(&mut self) -> Option<ExitStatus> {
        self.input = None;
        if std::mem::replace(&mut self.is_gone, true) {
            return None;
        }
        kill_group(&mut self.child);
        let status = self.child.wait().ok();
        orphans::kill(&self.mark);
        self.log.write(Mark::Fate, &status.map_or("ended".to_owned(), |status| status.to_string()));
        status
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        self.hear_out();
    }
}

#[cfg(unix)]
fn kill_group(child: &mut Child) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    // An error means that nobody is left to kill.
    let _ = killpg(Pid::from_raw(child.id().cast_signed()), Signal::SIGKILL);
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    let _ = child.kill();
}

/// Limits a process that has just begun.
#[cfg(target_os = "linux")]
fn limit(process: u32, most: Most) -> std::io::Result<()> {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let bytes = most.memory_mib.map(|mib| mib.saturating_mul(1 << 20));
    for (resource, limit) in [(Resource::As, bytes), (Resource::Cpu, most.cpu_s)] {
        if let Some(limit) = limit {
            let both = Rlimit { current: Some(limit), maximum: Some(limit) };
            prlimit(Pid::from_raw(process.cast_signed()), resource, both)?;
        }
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn limit(_: u32, most: Most) -> std::io::Result<()> {
    if most == Most::default() { Ok(()) } else { Err(std::io::ErrorKind::Unsupported.into()) }
}

/// Whether a child has ended, without burying it: its number must stay its own until its group is killed.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
    use nix::unistd::Pid;
    let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
    !matches!(waitid(Id::Pid(Pid::from_raw(child.id().cast_signed())), flags), Ok(WaitStatus::StillAlive))
}

/// Whether a child was stopped by a signal or let go on since this was asked last.
#[cfg(target_os = "linux")]
fn was_stopped(child: &Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let flags = WaitIdOptions::STOPPED | WaitIdOptions::CONTINUED | WaitIdOptions::NOHANG;
    let pid = Pid::from_raw(child.id().cast_signed());
    pid.is_some_and(|pid| matches!(waitid(WaitId::Pid(pid), flags), Ok(Some(_))))
}

#[cfg(not(target_os = "linux"))]
fn was_stopped(_: &Child) -> bool {
    false
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// A thread that writes what it is sent, so that an engine that does not read holds up nobody.
fn feed(mut stdin: ChildStdin) -> std::io::Result<SyncSender<String>> {
    let (sender, lines) = sync_channel::<String>(UNREAD);
    thread::Builder::new().spawn(move || {
        for line in lines {
            if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    })?;
    Ok(sender)
}

/// Reads standard error to its end and keeps the last few lines.
fn listen(stderr: impl Read, words: &Mutex<Words>, log: &Log, heard: &Heard) {
    const KEPT: usize = 3;
    let mut stderr = BufReader::new(stderr);
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut stderr).take(1024).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let text = String::from_utf8_lossy(&line);
                if let Some(hear) = &heard.0 {
                    hear(text.trim_end_matches(['\r', '\n']));
                }
                let text = text.trim().to_owned();
                log.write(Mark::Aside, &text);
                let Ok(mut words) = words.lock() else { return };
                words.lines += 1;
                if !text.is_empty() {
                    words.last.push_back(text);
                    if words.last.len() > KEPT {
                        words.last.pop_front();
                    }
                }
            }
        }
    }
}
