//! Files that people name: opened so that nothing waits, and so that every error tells which file it is about.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most bytes that [`read_text`] takes: an experiment, a board, a state are shorter by far.
pub const LONGEST_TEXT: u64 = 1 << 28;

/// Opens an ordinary file for reading. A folder, a pipe or a device is refused without being opened: a pipe would wait
/// for its writer, a device never end.
///
/// # Errors
/// What is wrong, with the file's name.
pub fn open(path: &Path) -> io::Result<File> {
    let about = path.metadata().map_err(|error| named(path, &error))?;
    if about.is_dir() {
        return Err(wrong(path, ErrorKind::IsADirectory, "this is a folder; a file belongs here"));
    }
    if !about.is_file() {
        let what = "this is no ordinary file but a pipe or a device; name a file";
        return Err(wrong(path, ErrorKind::InvalidInput, what));
    }
    File::open(path).map_err(|error| named(path, &error))
}

/// The text of an ordinary file in UTF-8, of at most [`LONGEST_TEXT`] bytes.
///
/// # Errors
/// What is wrong, with the file's name.
pub fn read_text(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    open(path)?.take(LONGEST_TEXT + 1).read_to_end(&mut bytes).map_err(|error| named(path, &error))?;
    if bytes.len() as u64 > LONGEST_TEXT {
        let what = format!("this is longer than the {LONGEST_TEXT} bytes that such a text may have");
        return Err(wrong(path, ErrorKind::FileTooLarge, &what));
    }
    // The mark that some editors begin a text with says nothing.
    let marked = bytes.starts_with(MARK);
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to() + 1;
        wrong(path, ErrorKind::InvalidData, &format!("this is no text: byte {at} is not UTF-8"))
    })?;
    Ok(if marked { text[MARK.len()..].to_owned() } else { text })
}

/// The byte order mark in UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Bytes as text: each line as UTF-8, or else as ISO 8859-1 (Latin-1), in which old collections hold their names.
#[must_use]
pub fn in_letters(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let lines = error.as_bytes().split_inclusive(|&byte| byte == b'\n');
        let read = |line| {
            str::from_utf8(line)
                .map_or_else(|_| line.iter().copied().map(char::from).collect(), str::to_owned)
        };
        lines.map(read).collect()
    })
}

/// Sees to it that an ordinary file can be written at `path`, now and not after hours of work. One that is there stays as it
/// is; where there is none, none is made, for another run may begin one there at the same time: a file of another name is, and goes
/// again.
///
/// # Errors
/// What is wrong, with the file's name.
pub fn check_writable(path: &Path) -> io::Result<()> {
    if path.as_os_str().as_encoded_bytes().ends_with(b"/") && !path.exists() {
        return Err(wrong(path, ErrorKind::NotFound, "there is no such folder; name a file"));
    }
    let opened = match path.metadata() {
        Ok(there) if there.is_dir() => {
            return Err(wrong(path, ErrorKind::IsADirectory, "this is a folder; name a file in it"));
        }
        Ok(there) if !there.is_file() => {
            let what = "this is no ordinary file but a pipe or a device; name a file";
            return Err(wrong(path, ErrorKind::InvalidInput, what));
        }
        Ok(_) => File::options().append(true).open(path).map(drop),
        Err(error) => Err(error),
    };
    match opened {
        Err(error) if error.kind() == ErrorKind::NotFound => try_beside(&behind_links(path)),
        opened => opened,
    }
    .map_err(|error| named(path, &error))
}

/// Makes a file in the folder of `path`, of a name that nobody else has, and takes it away again.
fn try_beside(path: &Path) -> io::Result<()> {
    let other = path.with_file_name(own_name("try"));
    File::create_new(&other)?;
    std::fs::remove_file(other)
}

/// The file that a name leads to, behind all links, whether it is there yet or not.
#[must_use]
pub fn behind_links(path: &Path) -> PathBuf {
    let folder_of = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        folder.unwrap_or(Path::new(".")).to_owned()
    };
    let mut path = path.to_owned();
    // As many links in a row as systems follow.
    for _ in 0..40 {
        if let Ok(whole) = path.canonicalize() {
            return whole;
        }
        // A link may lead to what is not there yet.
        let Ok(target) = path.read_link() else { break };
        path = folder_of(&path).join(target);
    }
    let whole = folder_of(&path).canonicalize().ok().zip(path.file_name());
    whole.map_or(path.clone(), |(folder, name)| folder.join(name))
}

/// Whether two names are names of one file, by whatever way or link; hard links are known on Unix.
#[must_use]
pub fn is_same(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    if let (Ok(one), Ok(other)) = (one.metadata(), other.metadata()) {
        use std::os::unix::fs::MetadataExt;
        return (one.dev(), one.ino()) == (other.dev(), other.ino());
    }
    behind_links(one) == behind_links(other)
}

/// Writes a file anew, beside what is there and then in its place: who is killed meanwhile, or finds the disk full, leaves the old
/// one whole. A link stays a link, and who may read the file stays who may. Where the folder takes no new file, or the file's place
/// cannot be taken, what is there is written over.
///
/// # Errors
/// When it cannot be written; the name is left to the caller.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<File> {
    let target = behind_links(path);
    let draft = draft_beside(&target);
    let mut file = match File::create(&draft) {
        Ok(file) => file,
        Err(error) if is_no_place(error.kind()) => {
            let mut file = File::options().write(true).create(true).truncate(true).open(&target)?;
            return write(&mut file).map(|()| file);
        }
        Err(error) => return Err(error),
    };
    if let Ok(there) = target.metadata() {
        // Where there are no such permissions, there are none to keep.
        let _ = file.set_permissions(there.permissions());
    }
    if let Err(error) = write(&mut file) {
        let _ = std::fs::remove_file(&draft);
        return Err(error);
    }
    if std::fs::rename(&draft, &target).is_err() {
        // Where this fails, too, the draft stays: it is all that is whole.
        // Only what is in it: permissions of others' files are not ours to set, and are kept.
        let mut there = File::options().write(true).create(true).truncate(true).open(&target)?;
        io::copy(&mut File::open(&draft)?, &mut there)?;
        std::fs::remove_file(&draft)?;
    }
    Ok(file)
}

/// What a file is written to until it is whole: in the same folder, and of its name, where there is room for more of it. Without a
/// draft a file would be emptied while what is written may still be read from it.
fn draft_beside(target: &Path) -> PathBuf {
    const LONGEST: usize = 255;
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let is_short = name.len() <= LONGEST;
    target.with_file_name(if is_short { name } else { own_name("part").into() })
}

/// A name that nobody else has.
fn own_name(end: &str) -> String {
    static NAMED: AtomicUsize = AtomicUsize::new(0);
    format!(".plywise-{}-{}.{end}", std::process::id(), NAMED.fetch_add(1, Ordering::Relaxed))
}

/// Whether a folder takes no new file of this name, though it may hold one that can be written.
fn is_no_place(why: ErrorKind) -> bool {
    matches!(why, ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem | ErrorKind::InvalidFilename)
}

/// Makes a folder and those above it, where they are not there yet.
///
/// # Errors
/// What is wrong; the name is left to the caller, as by [`std::fs::create_dir_all`].
pub fn make_folder(path: &Path) -> io::Result<()> {
    if path.exists() && !path.is_dir() {
        return Err(io::Error::new(ErrorKind::NotADirectory, "this is a file; a folder belongs here"));
    }
    std::fs::create_dir_all(path)
}

/// The error with the file's name in front, and the folder that there is not; of the same kind.
#[must_use]
pub fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}{}", path.display(), without_folder(path)))
}

/// What is to be said of a path besides where its folder is missing.
#[must_use]
pub fn without_folder(path: &Path) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let missing =
        folder.filter(|folder| folder.metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound));
    missing.map_or_else(String::new, |folder| format!("; there is no folder {}", folder.display()))
}

fn wrong(path: &Path, kind: ErrorKind, what: &str) -> io::Error {
    io::Error::new(kind, format!("{}: {what}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn what_is_no_text_is_refused_by_name() {
        let folder = std::env::temp_dir().join(format!("plywise-file-{}", std::process::id()));
        make_folder(&folder).unwrap();
        let file = folder.join("latin1");
        std::fs::write(&file, b"J\xFCrgen").unwrap();
        let cases = [
            (file.clone(), "byte 2 is not UTF-8"),
            (folder.clone(), "a folder"),
            (folder.join("none"), "No such file"),
            (folder.join("none/at/all"), "none/at"),
            #[cfg(unix)]
            ("/dev/zero".into(), "no ordinary file"),
        ];
        for (path, part) in cases {
            let error = read_text(&path).unwrap_err().to_string();
            assert!(error.starts_with(&*path.to_string_lossy()) && error.contains(part), "{error}");
        }
        assert!(make_folder(&file).unwrap_err().to_string().contains("a folder belongs here"));
        std::fs::write(&file, "text").unwrap();
        assert_eq!(read_text(&file).unwrap(), "text");
        std::fs::write(&file, "\u{feff}text").unwrap();
        assert_eq!(read_text(&file).unwrap(), "text", "the mark that some editors begin with");
        check_writable(&file).unwrap();
        check_writable(&folder.join("new")).unwrap();
        let there = || std::fs::read_dir(&folder).unwrap().count();
        assert_eq!(there(), 1, "nothing is left");
        for (path, part) in [(folder.clone(), "a folder"), (file.join("x"), "Not a directory")] {
            assert!(check_writable(&path).unwrap_err().to_string().contains(part));
        }
        assert_eq!(read_text(&file).unwrap(), "text");
        let failed = replace(&file, |new| new.write_all(b"half").and(Err(io::Error::other("full"))));
        assert!(failed.is_err() && read_text(&file).unwrap() == "text");
        replace(&file, |new| new.write_all(b"new")).unwrap();
        assert_eq!((read_text(&file).unwrap().as_str(), there()), ("new", 1));
        // What is written may be read from what is there, however long its name is.
        let long = folder.join("x".repeat(250));
        std::fs::write(&long, "long").unwrap();
        replace(&long, |new| new.write_all(read_text(&long)?.as_bytes())).unwrap();
        assert_eq!((read_text(&long).unwrap().as_str(), there()), ("long", 2));
        std::fs::remove_file(&long).unwrap();
        #[cfg(unix)]
        {
            let (link, yet) = (folder.join("link"), folder.join("yet"));
            std::os::unix::fs::symlink("yet", &link).unwrap();
            assert!(is_same(&link, &yet) && !is_same(&link, &file), "it leads to what is not there yet");
            replace(&link, |new| new.write_all(b"behind")).unwrap();
            assert_eq!(read_text(&yet).unwrap(), "behind");
            assert!(is_same(&folder.join("../").join(folder.file_name().unwrap()).join("yet"), &link));
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_others_begin_meanwhile_stays() {
        let folder = std::env::temp_dir().join(format!("plywise-file-begun-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("begun");
        std::thread::scope(|scope| {
            let checks = scope.spawn(|| (0..2_000).for_each(|_| check_writable(&file).unwrap()));
            while !checks.is_finished() {
                File::create_new(&file).expect("nobody else makes it");
                std::fs::remove_file(&file).expect("nobody else takes it away");
            }
        });
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
