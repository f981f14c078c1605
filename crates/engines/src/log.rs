//! The conversation with an engine, written down while it goes on.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Where conversations are written; of one process once and for all.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Writes the conversation with every engine that is started from now on to a file of its own in this folder, which is made
/// if need be: `PROGRAM-PROCESS-NUMBER.log`. Each line has the seconds since the engine's start, then `>` for what it was
/// told, `<` for what it said, `!` for what it wrote on standard error, and `#` for what became of it. Lines go to the file
/// as they come; one that cannot be written any more, on a full disk, is left out.
///
/// # Errors
/// When the folder cannot be made or written.
pub fn log_to(folder: &Path) -> io::Result<()> {
    let named = |why: io::Error| io::Error::new(why.kind(), format!("{}: {why}", folder.display()));
    std::fs::create_dir_all(folder).map_err(named)?;
    let trial = folder.join(format!(".plywise-{}", std::process::id()));
    File::create(&trial).and_then(|_| std::fs::remove_file(&trial)).map_err(named)?;
    FOLDER.get_or_init(|| folder.to_owned());
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
    file: Mutex<File>,
    begun: Instant,
}

impl Log {
    /// Begins the log of an engine that is started as `what`.
    pub(crate) fn begin(program: &Path, what: &str) -> io::Result<Self> {
        static STARTED: AtomicU64 = AtomicU64::new(1);
        let Some(folder) = FOLDER.get() else { return Ok(Self::default()) };
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let name = program.file_stem().unwrap_or_default().to_string_lossy();
        let file = File::create(folder.join(format!("{name}-{}-{number}.log", std::process::id())))?;
        let log = Self(Some(Arc::new(Open { file: Mutex::new(file), begun: Instant::now() })));
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
        if let Ok(mut file) = log.file.lock() {
            // A game does not end for want of room for its log.
            let _ = file.write_all(line.as_bytes());
        }
    }
}
