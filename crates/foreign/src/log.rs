//! The conversation with an engine, written down while it goes on.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Where conversations are written, and who hears that one cannot be; of one process once and for all.
static FOLDER: OnceLock<(PathBuf, Complain)> = OnceLock::new();

/// Who hears, once, that a log has lines missing.
pub type Complain = fn(&str);

/// Writes the conversation with every engine that is started from now on to a file of its own in this folder, which is made
/// if need be: `PROGRAM-PROCESS-NUMBER.log`. Each line has the seconds since the engine's start, then `>` for what it was
/// told, `<` for what it said, `!` for what it wrote on standard error, and `#` for what became of it. Lines go to the file
/// as they come; one that cannot be written any more, on a full disk, is left out, and `complain` hears of the first of them.
///
/// # Errors
/// When the folder cannot be made or written.
pub fn log_to(folder: &Path, complain: Complain) -> io::Result<()> {
    let named = |why: io::Error| io::Error::new(why.kind(), format!("{}: {why}", folder.display()));
    std::fs::create_dir_all(folder).map_err(named)?;
    let trial = folder.join(format!(".plywise-{}", std::process::id()));
    File::create(&trial).and_then(|_| std::fs::remove_file(&trial)).map_err(named)?;
    FOLDER.get_or_init(|| (folder.to_owned(), complain));
    Ok(())
}

/// Whose words a line holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    Told = b'>' as isize,
    Said = b'<' as isize,
    Aside = b'!' as isize,
    Fate = b'#' as isize,
}

/// The log of one engine; where nobody asked for any, writing to it does nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log(Option<Arc<Open>>);

#[derive(Debug)]
struct Open {
    path: PathBuf,
    file: Mutex<File>,
    begun: Instant,
    complain: Complain,
}

impl Log {
    /// Begins the log of an engine that is started as `what`.
    pub(crate) fn begin(program: &Path, what: &str) -> io::Result<Self> {
        static STARTED: AtomicU64 = AtomicU64::new(1);
        let Some((folder, complain)) = FOLDER.get() else { return Ok(Self::default()) };
        let name = program.file_stem().unwrap_or_default().to_string_lossy();
        // Numbers of processes come back; a log that is there already stays.
        let (path, file) = loop {
            let number = STARTED.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!("{name}-{}-{number}.log", std::process::id()));
            match File::create_new(&path) {
                Err(why) if why.kind() == io::ErrorKind::AlreadyExists => {}
                file => break (path, Mutex::new(file?)),
            }
        };
        let log = Self(Some(Arc::new(Open { path, file, begun: Instant::now(), complain: *complain })));
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        log.write(Mark::Fate, &format!("started at {:.3} s after 1970-01-01 UTC: {what}", now.as_secs_f64()));
        Ok(log)
    }

    /// Writes a line; its control characters as escapes, so that it stays one.
    pub(crate) fn write(&self, mark: Mark, text: &str) {
        let Some(log) = &self.0 else { return };
        let mut line = format!("{:12.6} {} ", log.begun.elapsed().as_secs_f64(), char::from(mark as u8));
        for c in text.chars() {
            if c.is_control() && c != '\t' { line.extend(c.escape_default()) } else { line.push(c) }
        }
        line.push('\n');
        // A game does not end for want of room for its log.
        if let Ok(mut file) = log.file.lock()
            && let Err(why) = file.write_all(line.as_bytes())
        {
            static IS_TOLD: AtomicBool = AtomicBool::new(false);
            if !IS_TOLD.swap(true, Ordering::Relaxed) {
                (log.complain)(&format!("{}: {why}; the log lacks lines from here on", log.path.display()));
            }
        }
    }
}

/// The log of an engine that this program is itself; empty where nobody asked for any.
#[derive(Clone, Debug)]
pub struct Transcript(Log);

impl Transcript {
    /// Begins the log of an engine that is started as `what`.
    ///
    /// # Errors
    /// When its file cannot be made.
    pub fn begin(what: &str) -> io::Result<Self> {
        Log::begin(Path::new("plywise"), what).map(Self)
    }

    /// Writes down what is read here, message by message, each of which `end` ends: what the engine is told.
    pub fn told<T: Read>(&self, from: T, end: u8) -> Overheard<T> {
        Overheard { inner: from, log: self.0.clone(), mark: Mark::Told, end, rest: Vec::new() }
    }

    /// Writes down what is written here: what the engine says.
    pub fn said<T: Write>(&self, to: T, end: u8) -> Overheard<T> {
        Overheard { inner: to, log: self.0.clone(), mark: Mark::Said, end, rest: Vec::new() }
    }
}

/// One end of a conversation, written down in passing.
#[derive(Debug)]
pub struct Overheard<T> {
    inner: T,
    log: Log,
    mark: Mark,
    end: u8,
    /// The begin of a message whose end has not come.
    rest: Vec<u8>,
}

/// The most of a message that stands in one line of a log, in bytes.
const LONGEST: usize = 1 << 16;

impl<T> Overheard<T> {
    fn hear(&mut self, bytes: &[u8]) {
        if self.log.0.is_none() {
            return;
        }
        let end = self.end;
        for piece in bytes.split_inclusive(|&byte| byte == end) {
            self.rest.extend(piece);
            if piece.ends_with(&[end]) || self.rest.len() > LONGEST {
                self.put();
            }
        }
    }

    fn put(&mut self) {
        let text = String::from_utf8_lossy(&self.rest);
        self.log.write(self.mark, text.trim_end_matches([char::from(self.end), '\r']));
        self.rest.clear();
    }
}

impl<T: Read> Read for Overheard<T> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(into)?;
        self.hear(&into[..count]);
        Ok(count)
    }
}

impl<T: Write> Write for Overheard<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.hear(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<T> Drop for Overheard<T> {
    fn drop(&mut self) {
        if !self.rest.is_empty() {
            self.put();
        }
    }
}
