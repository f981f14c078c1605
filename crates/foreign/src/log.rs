//! The conversation with an engine, written down while it goes on.

use std::fs::File;
use std::io::{self, Write};
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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_told_of_once() {
        static HEARD: Mutex<Vec<String>> = Mutex::new(Vec::new());
        let path = PathBuf::from("/dev/full");
        let file = Mutex::new(File::options().write(true).open(&path).unwrap());
        let complain = |line: &str| HEARD.lock().unwrap().push(line.to_owned());
        let log = Log(Some(Arc::new(Open { path, file, begun: Instant::now(), complain })));
        (0..3).for_each(|_| log.write(Mark::Told, "go"));
        let heard = HEARD.lock().unwrap();
        assert!(heard.len() == 1 && heard[0].starts_with("/dev/full: No space left"), "{heard:?}");
    }
}
