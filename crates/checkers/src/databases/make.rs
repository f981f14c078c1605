//! Making the databases of a folder, slice by slice.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use plywise::file::named;
use plywise::{Checksum, mapped};

use super::held::Held;
use super::known::{Databases, OpenError, path};
use super::packed::{Kind, Part, pack};
use super::plies::{Plies, Values};
use super::slice::{Index, Slice};
use super::solve::{Unsolved, solve};

/// What is made.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// The most pieces, 2 to [`MOST_PIECES`](super::MOST_PIECES).
    pub pieces: usize,
    /// Whether what is there is worked out once more.
    pub again: bool,
    /// Threads to work on, at least 1.
    pub threads: usize,
}

/// Up to so many pieces lie in one file; those with more have one each.
pub const TOGETHER: usize = 4;

/// How many positions are worth what, to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Totals {
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
    /// The most plies to the end.
    pub longest: u8,
}

impl Totals {
    /// Counts positions by their values.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        bytes.iter().fold(Self::default(), |so_far, &byte| {
            let value = Plies(byte);
            Self {
                wins: so_far.wins + u64::from(value.is_win()),
                losses: so_far.losses + u64::from(value.is_loss()),
                draws: so_far.draws + u64::from(value == Plies::DRAW),
                longest: so_far.longest.max(value.distance().unwrap_or(0)),
            }
        })
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            longest: self.longest.max(other.longest),
        }
    }

    /// All positions.
    #[must_use]
    pub const fn positions(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// A database that is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// The most pieces.
    pub pieces: usize,
    /// What its positions are worth, by how many pieces they have: `(pieces, totals)`.
    pub totals: Vec<(usize, Totals)>,
    /// Its files.
    pub files: Vec<Packed>,
    /// How long it took; None where it was there before.
    pub taken: Option<Duration>,
}

/// A file of a database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packed {
    /// Where it is.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// Whether it was there, damaged, and was written once more.
    pub mended: bool,
}

/// What is told meanwhile.
#[derive(Debug)]
pub enum News<'a> {
    /// Of the database of so many pieces, how much of how much is done: positions worked out, and as many as packing takes as long as.
    Progress(usize, u64, u64),
    /// The same where all positions are worked out and the files are written.
    Packing(usize, u64, u64),
    /// A database is complete.
    Made(&'a Made),
}

/// Why no more is made.
#[derive(Debug, thiserror::Error)]
pub enum Halt {
    /// `stop` was set.
    #[error("stopped")]
    Stopped,
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// A file is there, and is no database.
    #[error("{0}; --again makes it anew")]
    Open(OpenError),
    /// A unit needs a database with fewer pieces that is not there.
    #[error(transparent)]
    Fewer(OpenError),
    /// There is no memory for so many positions.
    #[error(transparent)]
    Memory(#[from] mapped::OutOfMemory),
    /// The distances do not fit.
    #[error(transparent)]
    TooLong(Unsolved),
    /// Units that others need are not there, or are not whole.
    #[error(
        "no {} of {pieces} pieces in {}; plywise databases checkers --pieces {pieces} --unit {} makes it",
        numbered(.units),
        .folder.display(),
        .units[0]
    )]
    Missing {
        /// Pieces of their positions.
        pieces: usize,
        /// Their numbers, at least one.
        units: Vec<usize>,
        /// Where they should be.
        folder: PathBuf,
    },
    /// Another process makes databases in the folder.
    #[error("{}: another process makes databases here; wait until it has ended, or name another --cache", .0.display())]
    Busy(PathBuf),
    /// The database is complete, and no longer there by units.
    #[error("{} is there: its units are joined; leave out --unit", .0.display())]
    Joined(PathBuf),
}

/// `unit 3`, `units 3, 5`.
fn numbered(units: &[usize]) -> String {
    let numbers: Vec<_> = units.iter().map(usize::to_string).collect();
    format!("unit{} {}", if units.len() == 1 { "" } else { "s" }, numbers.join(", "))
}

impl From<Unsolved> for Halt {
    fn from(why: Unsolved) -> Self {
        if why == Unsolved::Stopped { Self::Stopped } else { Self::TooLong(why) }
    }
}

/// The pieces of a database's positions.
fn numbers_of_pieces(database: usize) -> std::ops::RangeInclusive<usize> {
    if database <= TOGETHER { 2..=database } else { database..=database }
}

/// All slices of a database, in the order in which they are made.
pub(super) fn slices(database: usize) -> Vec<Slice> {
    numbers_of_pieces(database).flat_map(Slice::all).collect()
}

/// Makes the databases up to the one that is wanted in a folder, which is made too. What is there is taken as it is unless wanted
/// anew. What was stopped goes on behind the last slice that was complete, and ends with the same bytes.
///
/// # Errors
/// [`Halt`]; what was complete by then stays.
pub fn make(
    folder: &Path,
    order: Order,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(News<'_>),
) -> Result<(), Halt> {
    plywise::file::make_folder(folder).map_err(|error| named(folder, &error))?;
    let _held = Held::new(folder)?;
    let databases = [TOGETHER.min(order.pieces)].into_iter().chain(TOGETHER + 1..=order.pieces);
    mapped::check(memory(order.pieces))?;
    let mut values = Values::default();
    for pieces in databases {
        let work = Work { folder, pieces, order, stop };
        let begun = Instant::now();
        let there = !order.again && path(folder, pieces, Kind::Plies).exists();
        if there {
            work.load(&mut values)?;
        } else {
            work.solve(&mut values, tell)?;
        }
        let files = work.pack(&values, tell)?;
        work.forget_slices();
        let totals = numbers_of_pieces(pieces).map(|pieces| (pieces, totals(&values, &Slice::all(pieces))));
        let taken = (!there).then(|| begun.elapsed());
        tell(News::Made(&Made { pieces, totals: totals.collect(), files, taken }));
    }
    Ok(())
}

/// Bytes that the values of all positions take, and the work on the largest slices.
pub(super) fn memory(pieces: usize) -> usize {
    let len = |slice: &Slice| Index::new(*slice).len();
    let all = (2..=pieces).flat_map(Slice::all);
    let pairs = Slice::pairs(pieces);
    let largest = pairs.iter().map(|pair| pair.iter().map(len).sum::<usize>()).max().unwrap_or(0);
    all.map(|slice| len(&slice)).sum::<usize>() + 2 * largest
}

fn totals(values: &Values, slices: &[Slice]) -> Totals {
    let each = slices.iter().filter_map(|&slice| values.slice(slice)).map(Totals::of);
    each.fold(Totals::default(), Totals::and)
}

/// So many positions are packed in the time that working one out takes, each into both files.
const PACKED: u64 = 16;

/// What there is to do, in positions worked out.
const fn with_packing(positions: u64) -> u64 {
    positions + 2 * positions / PACKED
}

/// One database.
struct Work<'a> {
    folder: &'a Path,
    pieces: usize,
    order: Order,
    stop: &'a AtomicBool,
}

impl Work<'_> {
    /// Reads the values of a database that is there.
    fn load(&self, values: &mut Values) -> Result<(), Halt> {
        load(self.folder, self.pieces, values, |_| true).map_err(Halt::Open)
    }

    /// Works out the slices that are not there yet.
    fn solve(&self, values: &mut Values, tell: &mut dyn FnMut(News<'_>)) -> Result<(), Halt> {
        let pairs: Vec<_> = numbers_of_pieces(self.pieces).flat_map(Slice::pairs).collect();
        let len = |pair: &[Slice]| pair.iter().map(|&slice| Index::new(slice).len() as u64).sum::<u64>();
        let all = pairs.iter().map(|pair| len(pair)).sum();
        let mut done = 0;
        for pair in &pairs {
            tell(News::Progress(self.pieces, done, with_packing(all)));
            let path = slice_path(self.folder, self.pieces, pair);
            let kept = if self.order.again { None } else { kept(&path, pair) };
            let bytes = match kept {
                Some(bytes) => bytes,
                None => {
                    let bytes = solve(pair, values, self.order.threads, self.stop, &|_| {})?;
                    keep(&path, &bytes)?;
                    bytes
                }
            };
            pair.iter().zip(bytes).for_each(|(&slice, bytes)| values.put(slice, bytes));
            done += len(pair);
        }
        Ok(())
    }

    /// Writes the files that are not there.
    fn pack(&self, values: &Values, tell: &mut dyn FnMut(News<'_>)) -> Result<Vec<Packed>, Halt> {
        let (mut files, slices) = (Vec::new(), slices(self.pieces));
        let all = slices.iter().map(|&slice| Index::new(slice).len() as u64).sum();
        // The distances last: where they are there, all is.
        for kind in [Kind::Results, Kind::Plies] {
            let path = path(self.folder, self.pieces, kind);
            // The distances were read when they were loaded; results that were damaged are written once more.
            let whole = || fs::read(&path).is_ok_and(|bytes| Part::all(bytes.into()).is_ok());
            let mended = !self.order.again && path.exists() && kind == Kind::Results && !whole();
            if self.order.again || !path.exists() || mended {
                let before = if kind == Kind::Plies { all } else { 0 };
                let mut each = |done| {
                    tell(News::Packing(self.pieces, all + (before + done) / PACKED, with_packing(all)));
                    !self.stop.load(Relaxed)
                };
                let packed = pack(&slices, values, kind, self.order.threads, &mut each);
                write(&path, &[&packed.ok_or(Halt::Stopped)?])?;
            }
            let bytes = fs::metadata(&path).map_err(|error| named(&path, &error))?.len();
            files.push(Packed { path, bytes, mended });
        }
        Ok(files)
    }

    /// Removes what was kept on the way.
    fn forget_slices(&self) {
        for pair in numbers_of_pieces(self.pieces).flat_map(Slice::pairs) {
            let _ = fs::remove_file(slice_path(self.folder, self.pieces, &pair));
            for kind in [Kind::Results, Kind::Plies] {
                let _ = fs::remove_file(unit_path(self.folder, self.pieces, &pair, kind));
            }
        }
    }
}

/// Adds the values of those slices of a database that are wanted, whose distances are in a folder; what they lead to with fewer
/// pieces is there.
///
/// # Errors
/// When the file cannot be read or is none.
pub(super) fn load(
    folder: &Path,
    pieces: usize,
    values: &mut Values,
    wanted: impl Fn(Slice) -> bool,
) -> Result<(), OpenError> {
    let path = path(folder, pieces, Kind::Plies);
    let mut packed = Databases::default();
    packed.read(&path)?;
    let all = unpack_all(&packed, pieces, values, wanted);
    all.ok_or(OpenError::Unreadable(path, super::Unreadable::Damaged))
}

/// Adds the values of those slices of a database that are wanted; what they lead to with fewer pieces is there. None where it
/// lacks distances.
pub(super) fn unpack_all(
    packed: &Databases,
    pieces: usize,
    values: &mut Values,
    wanted: impl Fn(Slice) -> bool,
) -> Option<()> {
    for slice in slices(pieces).into_iter().filter(|&slice| wanted(slice)) {
        let bytes = packed.unpack(slice, values)?;
        values.put(slice, bytes);
    }
    Some(())
}

/// Where a pair of slices is kept until the database is complete.
pub(super) fn slice_path(folder: &Path, pieces: usize, pair: &[Slice]) -> PathBuf {
    folder.join(format!("checkers-{pieces}-{}.slice", pair[0]))
}

/// Where such a pair lies packed, for searches to look up before the rest of the database is there.
pub(super) fn unit_path(folder: &Path, pieces: usize, pair: &[Slice], kind: Kind) -> PathBuf {
    folder.join(format!("checkers-{pieces}-{}.{}", pair[0], kind.word()))
}

/// Slices that were kept, if they are whole.
pub(super) fn kept(path: &Path, pair: &[Slice]) -> Option<Vec<Vec<u8>>> {
    let bytes = fs::read(path).ok()?;
    let (mut rest, sum) = bytes.split_last_chunk::<8>()?;
    let lens = pair.iter().map(|&slice| Index::new(slice).len());
    if Checksum::of(rest).get() != u64::from_le_bytes(*sum) || lens.clone().sum::<usize>() != rest.len() {
        return None;
    }
    let mut slices = Vec::new();
    for len in lens {
        let (slice, others) = rest.split_at(len);
        slices.push(slice.to_vec());
        rest = others;
    }
    Some(slices)
}

/// Keeps slices, one behind the other, with their checksum.
pub(super) fn keep(path: &Path, slices: &[Vec<u8>]) -> io::Result<()> {
    let all = slices.concat();
    write(path, &[&all, &Checksum::of(&all).get().to_le_bytes()])
}

/// Writes a file that gets its name when it is complete.
pub(super) fn write(path: &Path, pieces: &[&[u8]]) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = PathBuf::from(name);
    let written = (|| {
        let mut file = fs::File::create(&part)?;
        pieces.iter().try_for_each(|piece| file.write_all(piece))?;
        file.sync_all()?;
        fs::rename(&part, path)
    })();
    written.map_err(|error| {
        // Whatever went wrong, the disk should not stay full of a part.
        let _ = fs::remove_file(&part);
        named(path, &error)
    })
}
