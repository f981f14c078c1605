//! A pseudo-terminal with the command in it.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use nix::pty::{OpenptyResult, Winsize, openpty};
use nix::sys::signal::{Signal, kill};
use nix::sys::termios::{Termios, tcgetattr};
use nix::unistd::Pid;

/// The command in a terminal of its own.
pub(crate) struct Terminal {
    controller: File,
    child: Child,
    seen: Arc<Mutex<Vec<u8>>>,
    reader: Option<std::thread::JoinHandle<()>>,
    before: Termios,
}

/// No test waits longer than this for anything: far more than any machine needs that does anything at all.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

impl Terminal {
    /// Starts the command in a terminal with so many columns.
    pub(crate) fn start(args: &[&str], columns: u16) -> Self {
        let mut command = super::command(args);
        command.env_remove("PLYWISE_PROGRESS");
        Self::of(command, columns)
    }

    /// The same of a command with surroundings of its own.
    pub(crate) fn of(mut command: Command, columns: u16) -> Self {
        let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let OpenptyResult { master: controller, slave: terminal } =
            openpty(&size, None).expect("there are terminals");
        let shared = || terminal.try_clone().expect("it can be shared");
        let before = tcgetattr(&terminal).expect("a terminal has settings");
        let child = command
            .stdin(Stdio::from(shared()))
            .stdout(Stdio::from(shared()))
            .stderr(Stdio::from(terminal))
            .spawn()
            .expect("the command starts");
        let controller = File::from(controller);
        let seen = Arc::new(Mutex::new(Vec::new()));
        let reader = std::thread::spawn({
            let (seen, mut from) = (Arc::clone(&seen), controller.try_clone().expect("it can be shared"));
            move || {
                let mut buffer = [0; 4096];
                // Reading fails once nobody holds the other side any more.
                while let Ok(n @ 1..) = from.read(&mut buffer) {
                    seen.lock().expect("nobody panics here").extend_from_slice(&buffer[..n]);
                }
            }
        });
        Self { controller, child, seen, reader: Some(reader), before }
    }

    /// Types a line.
    pub(crate) fn enter(&mut self, line: &str) {
        self.controller.write_all(format!("{line}\n").as_bytes()).expect("the terminal takes text");
    }

    /// Presses keys, without Enter.
    pub(crate) fn press(&mut self, keys: &str) {
        self.controller.write_all(keys.as_bytes()).expect("the terminal takes keys");
    }

    /// What has appeared so far.
    pub(crate) fn seen(&self) -> String {
        String::from_utf8_lossy(&self.seen.lock().expect("nobody panics here")).into_owned()
    }

    /// Waits until a text has appeared so many times.
    pub(crate) fn wait_for(&self, text: &str, times: usize) {
        let begun = Instant::now();
        while self.seen().matches(text).count() < times {
            assert!(begun.elapsed() < PATIENCE, "no {text:?} x{times} in:\n{}", self.seen());
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Sends the signal that Ctrl-C sends.
    pub(crate) fn interrupt(&self) {
        interrupt(&self.child);
    }

    /// Sends the signal that asks a program to end.
    pub(crate) fn terminate(&self) {
        terminate(&self.child);
    }

    /// Waits for the end: exit code and everything that appeared. The terminal must then be as it was.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        let code = wait(&mut self.child);
        let after = tcgetattr(&self.controller);
        self.reader.take().expect("it was started").join().expect("the reader ends");
        if let Ok(after) = after {
            assert_eq!(
                format!("{:?}", self.before),
                format!("{after:?}"),
                "the terminal's settings have changed"
            );
        }
        (code, self.seen())
    }
}

/// Sends a signal to a command.
pub(crate) fn signal(child: &Child, signal: Signal) {
    kill(Pid::from_raw(child.id().cast_signed()), signal).expect("it still runs");
}

/// Sends the signal that Ctrl-C sends.
pub(crate) fn interrupt(child: &Child) {
    signal(child, Signal::SIGINT);
}

/// Sends the signal that asks a program to end.
pub(crate) fn terminate(child: &Child) {
    signal(child, Signal::SIGTERM);
}

/// Sends the signal that a terminal sends when it goes away.
pub(crate) fn hang_up(child: &Child) {
    signal(child, Signal::SIGHUP);
}

/// Waits for the end of a command, but not for ever.
pub(crate) fn wait(child: &mut Child) -> Option<i32> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("it is ours") {
            return status.code();
        }
        if begun.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("the command does not end");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The escape sequences in a text, colours left out.
pub(crate) fn escapes(text: &str) -> Vec<String> {
    text.split('\u{1b}')
        .skip(1)
        .map(|rest| {
            let end = rest.find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |end| end + 1);
            rest[..end].to_owned()
        })
        .filter(|sequence| !sequence.ends_with('m'))
        .collect()
}

/// What a terminal shows after a text, line by line: enough of one for what the command prints.
pub(crate) fn without_escapes(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        plain.push_str(before);
        let end = after.find(|c: char| c.is_ascii_alphabetic()).map_or(after.len(), |end| end + 1);
        rest = &after[end..];
    }
    plain.push_str(rest);
    plain
}
