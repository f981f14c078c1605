//! What an engine can do wrong.

use std::io::Write;
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;

/// What is wrong with an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misdeed {
    /// Nothing.
    None,
    /// It comes after two seconds.
    Late,
    /// Once only: at 0 the engine takes 0.6 seconds to be ready and then is quick.
    Slow,
    /// It never comes; the engine goes on reading.
    Silent,
    /// The engine reads no more.
    Deaf,
    /// The engine ends with exit code 3 and some last words.
    Crash,
    /// The same, and leaves two children behind that hold its output open. Their numbers are its last words.
    Orphans,
    /// The move is not legal.
    Illegal,
    /// There is no move in it.
    Garbage,
    /// Lines without end come instead.
    Flood,
    /// One line without end comes instead.
    Stream,
    /// Some ten thousand lines go to standard error, and then it is right.
    Noise,
    /// The engine gives up.
    Resign,
    /// Once only, and in all its lives: the engine's parent is stopped for five seconds.
    Halt,
    /// The same to the engine itself.
    Pause,
}

/// What an engine is to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// What it speaks.
    pub protocol: String,
    /// What it does wrong.
    pub misdeed: Misdeed,
    /// At which question, from 1; 0 before it is ready; from there on at each.
    pub at: u64,
    /// DamExchange: where it listens.
    pub port: u16,
}

impl Order {
    /// Reads `fake=PROTOCOL[,PORT][,MISDEED,AT]`.
    #[must_use]
    pub fn parse(argument: &str) -> Option<Self> {
        let mut parts = argument.strip_prefix("fake=")?.split(',');
        let protocol = parts.next()?.to_owned();
        let port = if protocol == "dxp" { parts.next()?.parse().ok()? } else { 0 };
        let misdeed = match parts.next() {
            None => Misdeed::None,
            Some("late") => Misdeed::Late,
            Some("slow") => Misdeed::Slow,
            Some("silent") => Misdeed::Silent,
            Some("deaf") => Misdeed::Deaf,
            Some("crash") => Misdeed::Crash,
            Some("orphans") => Misdeed::Orphans,
            Some("illegal") => Misdeed::Illegal,
            Some("garbage") => Misdeed::Garbage,
            Some("flood") => Misdeed::Flood,
            Some("stream") => Misdeed::Stream,
            Some("noise") => Misdeed::Noise,
            Some("resign") => Misdeed::Resign,
            Some("halt") => Misdeed::Halt,
            Some("pause") => Misdeed::Pause,
            Some(_) => return None,
        };
        let at = parts.next().map_or(Some(u64::MAX), |at| at.parse().ok())?;
        Some(Self { protocol, misdeed, at, port })
    }

    /// What to do wrong at a question.
    pub(crate) fn misdeed_at(&self, question: u64) -> Misdeed {
        let once = self.misdeed == Misdeed::Slow;
        if question == self.at || question > self.at && !once { self.misdeed } else { Misdeed::None }
    }
}

impl Misdeed {
    /// Does what does not concern the content of an answer. Some of it never ends.
    pub(crate) fn commit(self, line_end: &str) {
        match self {
            Self::Late => sleep(Duration::from_secs(2)),
            Self::Slow => sleep(Duration::from_millis(600)),
            Self::Deaf => sleep(Duration::from_secs(600)),
            Self::Crash => {
                eprintln!("first words\nassertion failed: depth < 64");
                exit(3);
            }
            Self::Orphans => {
                let children: Vec<String> = (0..2)
                    .map(|_| Command::new("sleep").arg("600").spawn().expect("a child").id().to_string())
                    .collect();
                eprintln!("{}", children.join(" "));
                exit(3);
            }
            Self::Halt => stop(std::os::unix::process::parent_id()),
            Self::Pause => stop(std::process::id()),
            Self::Flood => pour(&format!("more and more{line_end}\n")),
            Self::Stream => pour("more and more "),
            Self::Noise => (0..10_000).for_each(|i| eprintln!("line {i} of what nobody wants to know")),
            Self::None | Self::Silent | Self::Illegal | Self::Garbage | Self::Resign => {}
        }
    }
}

/// The file that the first misdeed of an engine makes which shall happen once in all its lives.
pub const ONCE: &str = "FAKE_ENGINE_ONCE";

/// Stops a process for two seconds and a half.
fn stop(process: u32) {
    let once = std::env::var_os(ONCE).expect("the path of a file that is not there yet");
    if std::fs::File::create_new(once).is_ok() {
        let script = format!("kill -STOP {process}; sleep 2.5; kill -CONT {process}");
        let stopped = Command::new("sh").args(["-c", &script]).status();
        assert!(stopped.is_ok_and(|status| status.success()));
    }
}

/// Writes until nobody reads.
fn pour(text: &str) {
    // Whoever writes a flood line by line drowns in calls on the system itself.
    let (mut out, text) = (std::io::stdout().lock(), text.repeat(4096));
    while out.write_all(text.as_bytes()).is_ok() {}
    exit(0);
}
