//! How a store is opened, begun and brought up to date.

use std::path::Path;
use std::time::Duration;

use arena::{Error, lock};
use rusqlite::Connection;

use crate::Store;
use crate::guard::{Held, Place, check_file, check_names, check_writable, has_log, hold};
use crate::rows::{SEALED, WIDTHS, seal};
use crate::trouble::of_sqlite;

/// "plyw": what SQLite keeps in the file to tell whose it is.
const APPLICATION: i32 = 0x706C_7977;
/// Raised whenever the tables change.
const FORMAT: i32 = SEALED;
/// What makes the tables of format 1 those of format 2: its games did not say how many moves there were to choose from.
const FROM_1: &str =
    "ALTER TABLE games ADD COLUMN turns INTEGER; ALTER TABLE games ADD COLUMN choices INTEGER;";
/// The tables whose rows are sealed since format 3.
const SEALED_TABLES: [&str; 5] = ["games", "records", "experiments", "runs", "sums"];

const TABLES: &str = "
CREATE TABLE experiments (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, text TEXT NOT NULL,
    seal INTEGER);
CREATE TABLE agents (experiment INTEGER NOT NULL, agent INTEGER NOT NULL, spec TEXT NOT NULL,
    PRIMARY KEY (experiment, agent)) WITHOUT ROWID;
CREATE TABLE runs (id INTEGER PRIMARY KEY, experiment INTEGER NOT NULL, version TEXT NOT NULL, started TEXT NOT NULL,
    seal INTEGER);
CREATE TABLE games (experiment INTEGER NOT NULL, unit INTEGER NOT NULL, run INTEGER NOT NULL,
    agent1 INTEGER NOT NULL, agent2 INTEGER, payoff1 INTEGER NOT NULL, payoff2 INTEGER,
    loser INTEGER, why TEXT, moves1 INTEGER NOT NULL, nodes1 INTEGER NOT NULL, time_us1 INTEGER NOT NULL,
    moves2 INTEGER, nodes2 INTEGER, time_us2 INTEGER, plies INTEGER NOT NULL, milestone INTEGER,
    fingerprint INTEGER NOT NULL, turns INTEGER, choices INTEGER, seal INTEGER,
    PRIMARY KEY (experiment, unit)) WITHOUT ROWID;
CREATE TABLE records (experiment INTEGER NOT NULL, unit INTEGER NOT NULL, opening TEXT NOT NULL, game TEXT NOT NULL,
    moves TEXT, seal INTEGER, PRIMARY KEY (experiment, unit)) WITHOUT ROWID;
CREATE TABLE sums (experiment INTEGER PRIMARY KEY, units INTEGER NOT NULL, standings TEXT NOT NULL,
    seal INTEGER);
";

impl Store {
    /// Opens a store for writing, or begins one.
    ///
    /// # Errors
    /// When another run writes to it, or the file is no store, damaged, or cannot be written.
    pub fn open(path: &Path) -> Result<Self, Error> {
        // What cannot be a store gets no lock beside it; whoever holds the lock is alone with the file.
        check_file(path)?;
        let lock = lock(path)?;
        check_file(path)?;
        let was_there = path.exists();
        if was_there {
            check_writable(path)?;
            check_names(path)?;
        }
        // Closed last: with any of a file's descriptors a program gives up all locks of that file that SQLite holds.
        let file = if was_there { Some(hold(path)?) } else { None };
        let begun = || {
            let mut store = Self { path: path.to_owned(), base: connect(path)?, format: FORMAT, held: None };
            store.begin().map_err(|error| store.failed(&error))??;
            Ok(store)
        };
        let begun = begun();
        let place = Place::of(path);
        let begun = begun.and_then(|store| Ok((store, file.map_or_else(|| hold(path), Ok)?)));
        match begun {
            Ok((mut store, file)) => {
                store.held = Some(Held { _file: file, _lock: lock, place });
                Ok(store)
            }
            Err(error) => {
                // What could not be begun leaves nothing behind.
                if !was_there {
                    place.remove();
                }
                Err(error)
            }
        }
    }

    /// Opens a store that exists, for reading; a run may be writing to it. It may lie where nothing can be written.
    ///
    /// # Errors
    /// When there is no such file, or it is no store, or damaged; where nothing can be written also when a run that was
    /// killed left games in the log beside it.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let store = Self::read_as_it_is(path)?;
        store.check_pages().map_err(|error| store.failed(&error))??;
        Ok(store)
    }

    /// As [`Store::read`], but a file whose pages are damaged is opened too, so that all that is wrong can be listed.
    ///
    /// # Errors
    /// As those of [`Store::read`], when not even its head can be read.
    pub fn read_as_it_is(path: &Path) -> Result<Self, Error> {
        check_file(path)?;
        if !path.exists() {
            return Err(Error::Missing(format!(
                "{}: there is no such store; plywise tournament … --store FILE begins one",
                path.display()
            )));
        }
        if path.metadata().is_ok_and(|about| about.len() == 0) && !has_log(path) {
            return Err(empty(path));
        }
        let opened = |base| {
            let mut store = Self { path: path.to_owned(), base, format: FORMAT, held: None };
            // All that is read of a store in use is of one moment: its sums and the games that they sum up.
            store.base.execute_batch("BEGIN")?;
            store.check_format().map(|format| format.map(|()| store))
        };
        let of = |error: &rusqlite::Error| of_sqlite(path, error);
        let store = match opened(connect(path)?) {
            // To share the log with a writer takes a file beside the store. Where none can be made nobody writes.
            Err(error) if is_for_want_of_writing(&error) => {
                if has_log(path) {
                    let what = "games of a run that was killed are still in its log (-wal), which takes writing; copy both \
                                files to where that is possible";
                    return Err(Error::Io(path.to_owned(), what.into()));
                }
                opened(connect_immutable(path)?).map_err(|error| of(&error))?
            }
            opened => opened.map_err(|error| of(&error))?,
        }?;
        store.base.pragma_update(None, "query_only", true).map_err(|error| store.failed(&error))?;
        Ok(store)
    }

    fn begin(&mut self) -> rusqlite::Result<Result<(), Error>> {
        self.base.pragma_update(None, "synchronous", "NORMAL")?;
        let objects: i64 = self.base.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
        if objects > 0 {
            let checked = match self.check_format()? {
                Ok(()) => self.check_pages()?,
                wrong => wrong,
            };
            if checked.is_ok() && self.format < FORMAT {
                self.bring_up_to_date()?;
            }
            return Ok(checked);
        }
        self.base.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
        self.base.execute_batch(&format!(
            "BEGIN; {TABLES} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT}; COMMIT;"
        ))?;
        Ok(Ok(()))
    }

    /// Adds the columns that an earlier format lacks, and seals what is there.
    fn bring_up_to_date(&mut self) -> rusqlite::Result<()> {
        let change = self.base.transaction()?;
        if self.format < 2 {
            change.execute_batch(FROM_1)?;
        }
        for table in SEALED_TABLES {
            change.execute_batch(&format!("ALTER TABLE {table} ADD COLUMN seal INTEGER;"))?;
            let keys = if matches!(table, "games" | "records") { 2 } else { 1 };
            let seals = {
                let mut rows = change.prepare(&format!("SELECT * FROM {table}"))?;
                let width = rows.column_count();
                let rows = rows.query_map([], |row| {
                    let values = (0..width - 1).map(|at| row.get_ref(at)).collect::<Result<Vec<_>, _>>()?;
                    Ok((row.get(0)?, row.get(1).unwrap_or_default(), seal(values)))
                })?;
                rows.collect::<rusqlite::Result<Vec<(i64, i64, i64)>>>()?
            };
            let place = match table {
                "games" | "records" => "experiment = ?2 AND unit = ?3",
                "sums" => "experiment = ?2",
                _ => "id = ?2",
            };
            let mut update = change.prepare(&format!("UPDATE {table} SET seal = ?1 WHERE {place}"))?;
            for (first, second, seal) in seals {
                let _ = if keys == 2 {
                    update.execute([seal, first, second])
                } else {
                    update.execute([seal, first])
                }?;
            }
        }
        change.pragma_update(None, "user_version", FORMAT)?;
        change.commit()?;
        self.format = FORMAT;
        Ok(())
    }

    /// Rows have seals, but pages have none: a changed count of the rows of a page hides some of them, or shows one twice.
    /// This takes a twentieth of a second for 100 MB.
    fn check_pages(&self) -> rusqlite::Result<Result<(), Error>> {
        let found: String = self.base.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        Ok(if found == "ok" {
            Ok(())
        } else {
            Err(Error::Damaged(self.path.clone(), plywise::notation::in_words(&found)))
        })
    }

    fn check_format(&mut self) -> rusqlite::Result<Result<(), Error>> {
        let number = |name: &str| self.base.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
        let count = "SELECT count(*) FROM sqlite_master";
        if self.base.query_row(count, [], |row| row.get::<_, i64>(0))? == 0 {
            return Ok(Err(empty(&self.path)));
        }
        if number("application_id")? != APPLICATION {
            return Ok(Err(Error::NotAStore(self.path.clone(), "is another program's database".into())));
        }
        self.format = number("user_version")?;
        let columns = "SELECT count(*) FROM pragma_table_info('games')";
        let columns = self.base.query_row(columns, [], |row| row.get::<_, i64>(0))? as usize;
        let known = WIDTHS.get(self.format.wrapping_sub(1) as usize);
        Ok(if known == Some(&columns) {
            Ok(())
        } else if known.is_some() {
            let what = format!("its tables are not those of its format, {}", self.format);
            Err(Error::Damaged(self.path.clone(), what))
        } else {
            let Self { format, path, .. } = self;
            let what = format!("has format {format}, which this version (format {FORMAT}) does not know");
            Err(Error::NotAStore(path.clone(), what))
        })
    }
}

/// The error of a file that nothing was put into, or whose run ended while it was begun.
fn empty(path: &Path) -> Error {
    let path = path.display();
    Error::Missing(format!("{path} is empty; plywise tournament … --store FILE puts games into it"))
}

/// Whether SQLite failed because it could not make or write a file.
fn is_for_want_of_writing(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{CannotOpen, PermissionDenied, ReadOnly, SystemIoFailure};
    matches!(error.sqlite_error_code(), Some(CannotOpen | PermissionDenied | ReadOnly | SystemIoFailure))
}

/// A file that does not change while it is read: SQLite writes nothing beside it
/// (<https://www.sqlite.org/uri.html#uriimmutable>).
fn connect_immutable(path: &Path) -> Result<Connection, Error> {
    use rusqlite::OpenFlags;
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    // What has a meaning in an address is written as its number.
    let text: String = whole
        .to_string_lossy()
        .chars()
        .flat_map(|c| match c {
            '%' | '?' | '#' => format!("%{:02X}", c as u32).chars().collect::<Vec<_>>(),
            c => vec![c],
        })
        .collect();
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(format!("file:{text}?immutable=1"), flags)
        .map_err(|error| of_sqlite(path, &error))
}

fn connect(path: &Path) -> Result<Connection, Error> {
    use rusqlite::OpenFlags;
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let of = |error: &rusqlite::Error| of_sqlite(path, error);
    // A whole path, and no address: `:memory:` and `file:` are names of files here.
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let base = Connection::open_with_flags(whole, flags).map_err(|error| of(&error))?;
    // Readers may meet a writer for a moment.
    base.busy_timeout(Duration::from_secs(10)).map_err(|error| of(&error))?;
    Ok(base)
}
