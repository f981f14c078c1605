//! The other side of a conversation.

use std::io::{BufRead, BufReader, PipeWriter, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use engine::{Engine, Protocol};

/// An engine on a thread of its own, and the pipes to it.
pub(crate) struct Partner {
    input: Option<PipeWriter>,
    output: Receiver<String>,
    engine: Option<JoinHandle<std::io::Result<()>>>,
}

impl Partner {
    pub(crate) fn meet(game: &str, agent: &str, protocol: Protocol) -> Self {
        let (reads, input) = std::io::pipe().expect("a pipe");
        let (output, mut writes) = std::io::pipe().expect("a pipe");
        let mut engine = Engine::new(game, Some(agent), protocol, 1).expect("an engine");
        let engine = std::thread::spawn(move || engine.talk(reads, &mut writes));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let lines = BufReader::new(output).lines().map(|line| line.expect("text"));
            lines.map(|line| sender.send(line)).take_while(Result::is_ok).for_each(drop);
        });
        Self { input: Some(input), output: lines, engine: Some(engine) }
    }

    pub(crate) fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("it was not closed");
        writeln!(input, "{line}").expect("the engine listens");
    }

    /// The next line; None once the engine has closed its output. One that waits for a line that never comes fails, and does
    /// not hang.
    pub(crate) fn line(&mut self) -> Option<String> {
        match self.output.recv_timeout(Duration::from_secs(300)) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("the engine said nothing for five minutes"),
        }
    }

    /// The lines up to one that is `end`, without it.
    pub(crate) fn lines_until(&mut self, end: &str) -> Vec<String> {
        let lines =
            std::iter::from_fn(|| Some(self.line().unwrap_or_else(|| panic!("it ended before {end:?}"))));
        lines.take_while(|line| line != end).collect()
    }

    /// The next line that begins with `start`; those before it are skipped.
    pub(crate) fn line_with(&mut self, start: &str) -> String {
        loop {
            let line = self.line().unwrap_or_else(|| panic!("the engine ended without saying {start:?}"));
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// Plays a conversation: `> ` is sent, `< ` must come next (as it is, or up to a final `…`), `<< ` must come at
    /// some time; a bare `<` is an empty line.
    pub(crate) fn converse(&mut self, script: &str) {
        for step in script.lines().map(str::trim).filter(|step| !step.is_empty()) {
            let (what, text) = step.split_once(' ').unwrap_or((step, ""));
            match what {
                ">" => self.send(text),
                "<" => {
                    let line = self.line().unwrap_or_else(|| panic!("the engine ended before {step:?}"));
                    match text.strip_suffix('…') {
                        Some(start) => assert!(line.starts_with(start), "{line:?} instead of {text:?}"),
                        None => assert_eq!(line.trim_end(), text.trim_end(), "in {script}"),
                    }
                }
                "<<" => drop(self.line_with(text.trim_end_matches('…'))),
                other => panic!("{other:?} is no step of a script"),
            }
        }
    }

    /// Closes the engine's input; it has to end then.
    pub(crate) fn hang_up(&mut self) {
        self.input = None;
        self.ended();
    }

    /// Waits until the engine has given up. Why.
    pub(crate) fn failed(&mut self) -> String {
        while self.line().is_some() {}
        let engine = self.engine.take().expect("it ends once");
        engine.join().expect("no panic").expect_err("it failed").to_string()
    }

    /// Waits until the engine has ended by itself.
    pub(crate) fn ended(&mut self) {
        while self.line().is_some() {}
        let engine = self.engine.take().expect("it ends once");
        engine.join().expect("no panic").expect("no broken pipe");
    }
}
