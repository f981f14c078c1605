//! What an engine writes, read by a thread of its own into a queue that cannot grow.

use std::io::{BufRead, BufReader, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::log::{Log, Mark};

/// Lines that wait to be read. An engine that writes more has to wait in turn: its pipe is then full.
const QUEUE: usize = 256;
/// No piece of text is longer, in bytes; a longer line comes in pieces.
pub(crate) const LONGEST: u64 = 64 * 1024;
/// So much may come before one answer: far more than the most talkative engine says, little enough to read at once.
const MOST_LINES: u64 = 100_000;
const MOST_BYTES: u64 = 16 * 1024 * 1024;
/// How often a flag that breaks off the wait is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// How long to wait for an answer.
#[derive(Clone, Copy, Debug)]
pub struct Wait<'a> {
    /// When the wait began.
    pub begun: Instant,
    /// When it is over.
    pub until: Instant,
    /// Set by someone else to break it off.
    pub stop: Option<&'a AtomicBool>,
}

impl Wait<'_> {
    /// A wait of so long from now.
    #[must_use]
    pub fn of(time: Duration) -> Self {
        let begun = Instant::now();
        Self { begun, until: begun + time, stop: None }
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// The failure of having waited in vain.
    pub(crate) fn in_vain(&self) -> Failure {
        Failure::Silence(self.until.saturating_duration_since(self.begun))
    }
}

/// The reading end of an engine's output.
#[derive(Debug)]
pub(crate) struct Inbox {
    queue: Receiver<String>,
    lines: u64,
    bytes: u64,
}

impl Inbox {
    /// Reads `from` on a thread of its own, piece by piece, each ended by `end`. The thread ends when the text ends or
    /// when the inbox is gone and one more piece has come.
    pub(crate) fn open(from: impl Read + Send + 'static, end: u8, log: Log) -> std::io::Result<Self> {
        let (sender, queue) = sync_channel(QUEUE);
        thread::Builder::new().spawn(move || read_pieces(from, end, &sender, &log))?;
        Ok(Self { queue, lines: 0, bytes: 0 })
    }

    /// Forgets what has come so far: a new question begins.
    pub(crate) fn begin(&mut self) {
        (self.lines, self.bytes) = (0, 0);
        for _ in 0..2 * QUEUE {
            if matches!(self.queue.try_recv(), Err(TryRecvError::Empty | TryRecvError::Disconnected)) {
                return;
            }
        }
    }

    /// The next line that is not blank; None when there will be none any more.
    pub(crate) fn next(&mut self, wait: &Wait<'_>) -> Result<Option<String>, Failure> {
        loop {
            let line = self.next_or_blank(wait)?;
            if line.as_ref().is_none_or(|line| !line.trim().is_empty()) {
                return Ok(line);
            }
        }
    }

    /// The next line, blank or not; None when there will be none any more.
    pub(crate) fn next_or_blank(&mut self, wait: &Wait<'_>) -> Result<Option<String>, Failure> {
        loop {
            if wait.is_stopped() {
                return Err(Failure::Stopped);
            }
            let left = wait.until.saturating_duration_since(Instant::now());
            match self.queue.recv_timeout(left.min(LOOK)) {
                Ok(line) => {
                    self.lines += 1;
                    self.bytes += line.len() as u64;
                    if self.lines > MOST_LINES || self.bytes > MOST_BYTES {
                        return Err(Failure::Flood { lines: self.lines, bytes: self.bytes });
                    }
                    // A flood must not outlast the wait, though there is always a next line.
                    if left.is_zero() {
                        return Err(wait.in_vain());
                    }
                    return Ok(Some(line));
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) if left <= LOOK => return Err(wait.in_vain()),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

fn read_pieces(from: impl Read, end: u8, into: &SyncSender<String>, log: &Log) {
    let mut from = BufReader::new(from);
    let mut piece = Vec::new();
    loop {
        piece.clear();
        match (&mut from).take(LONGEST).read_until(end, &mut piece) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let text = String::from_utf8_lossy(&piece);
                let text = text.trim_end_matches([char::from(end), '\r', '\n']);
                log.write(Mark::Said, text);
                if into.send(text.to_owned()).is_err() {
                    return;
                }
            }
        }
    }
}
