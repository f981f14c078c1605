//! The parts of a file, one by one.

use std::io::{self, BufReader, BufWriter, Read, Write};
use std::time::Duration;

use plywise::Checksum;

use super::checkpoint::CheckpointError;
use super::curve::Block;
use super::learner::Rule;
use super::table::{Number, Table};
use super::train::Settings;
use super::tuples::{Sight, TupleSet};

const MAGIC: &[u8; 8] = b"2048TD1\n";

/// What a file holds of each pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// The weight, and the two sums of temporal coherence.
    Run = 1,
    /// The weight in steps of some points.
    Packed = 2,
}

/// Added to the kind where the network sees ranks downgraded.
const DOWNGRADED: u8 = 4;
/// Added to the kind where the network is one for a late stage: then what large tiles make there follows.
const LATE: u8 = 8;

/// How a file begins.
#[derive(Debug)]
pub(super) struct Head {
    pub(super) kind: Kind,
    pub(super) tuples: TupleSet,
    pub(super) sight: Sight,
    /// What large tiles make where the stage begins that the network knows; 0: whole games.
    pub(super) begins: u32,
}

/// How the tables of a file lie: as in memory, or in the order that the same tuples turned by half a turn have, which was the
/// usual one before. The lowest four bits of an index are the highest then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    Usual,
    Turned,
}

impl Order {
    /// The order of a set's tables where these are its cells. None: they are not.
    fn of(set: TupleSet, cells: &[Vec<u8>]) -> Option<Self> {
        let turned = |cells: &[u8]| -> Vec<u8> { cells.iter().rev().map(|cell| 15 - cell).collect() };
        if set.cells().iter().eq(cells) {
            Some(Self::Usual)
        } else if set.cells().iter().map(|cells| turned(cells)).eq(cells.iter().cloned()) {
            Some(Self::Turned)
        } else {
            None
        }
    }

    /// The table as it lies in memory.
    pub(super) fn usual<T: Number>(self, mut table: Table<T>) -> Table<T> {
        if self == Self::Turned {
            table.turn();
        }
        table
    }
}

pub(super) fn wrong<T>(message: impl Into<String>) -> Result<T, CheckpointError> {
    Err(CheckpointError::Format(message.into()))
}

pub(super) struct Sink<W: Write> {
    out: BufWriter<W>,
    checksum: Checksum,
}

impl<W: Write> Sink<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out: BufWriter::new(out), checksum: Checksum::default() }
    }

    pub(super) fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.checksum.add(bytes);
        self.out.write_all(bytes)
    }

    pub(super) fn head(&mut self, head: &Head) -> io::Result<()> {
        let Head { kind, tuples, sight, begins } = *head;
        self.put(MAGIC)?;
        let sight = if sight == Sight::Downgraded { DOWNGRADED } else { 0 };
        let stage = if begins > 0 { LATE } else { 0 };
        self.put(&[kind as u8 | sight | stage])?;
        if begins > 0 {
            self.put(&begins.to_le_bytes())?;
        }
        self.put(&[tuples.cells().len() as u8])?;
        for cells in tuples.cells() {
            self.put(&[cells.len() as u8])?;
            self.put(cells)?;
        }
        Ok(())
    }

    pub(super) fn block(&mut self, block: &Block) -> io::Result<()> {
        for number in [block.before, block.games, block.moves, block.score, block.squares.to_bits()] {
            self.put(&number.to_le_bytes())?;
        }
        self.put(&block.highest.to_le_bytes())?;
        self.put(&(block.elapsed.as_nanos() as u64).to_le_bytes())?;
        block.ranks.iter().try_for_each(|count| self.put(&count.to_le_bytes()))
    }

    /// Only what differs from `untouched`, in runs.
    pub(super) fn table<const F: usize>(
        &mut self,
        entries: impl ExactSizeIterator<Item = [f32; F]>,
        untouched: &[f32; F],
    ) -> io::Result<()> {
        let bits = |entry: &[f32; F]| entry.map(f32::to_bits);
        let mut entries = entries.peekable();
        let mut run = Vec::new();
        while entries.peek().is_some() {
            let mut skipped = 0;
            while entries.next_if(|entry| bits(entry) == bits(untouched)).is_some() {
                skipped += 1;
            }
            run.clear();
            while let Some(entry) = entries.next_if(|entry| bits(entry) != bits(untouched)) {
                run.push(entry);
            }
            self.number(skipped)?;
            self.number(run.len() as u64)?;
            for number in run.iter().flatten() {
                self.put(&number.to_le_bytes())?;
            }
        }
        Ok(())
    }

    /// Seven bits a byte, the lowest first, the highest bit set on all but the last (LEB128).
    pub(super) fn number(&mut self, mut number: u64) -> io::Result<()> {
        while number >= 0x80 {
            self.put(&[number as u8 | 0x80])?;
            number >>= 7;
        }
        self.put(&[number as u8])
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        let checksum = self.checksum.get();
        self.put(&checksum.to_le_bytes())?;
        self.out.flush()
    }
}

pub(super) struct Source<R: Read> {
    input: BufReader<R>,
    checksum: Checksum,
}

impl<R: Read> Source<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input: BufReader::new(input), checksum: Checksum::default() }
    }

    pub(super) fn take<const N: usize>(&mut self) -> Result<[u8; N], CheckpointError> {
        let mut bytes = [0; N];
        match self.input.read_exact(&mut bytes) {
            Ok(()) => {
                self.checksum.add(&bytes);
                Ok(bytes)
            }
            Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => wrong("the file breaks off before its end"),
            Err(e) => Err(e.into()),
        }
    }

    /// The next `count` bytes. The buffer grows as they come: the count alone must not make it large.
    pub(super) fn bytes(&mut self, count: usize) -> Result<Vec<u8>, CheckpointError> {
        let mut bytes = Vec::new();
        self.input.by_ref().take(count as u64).read_to_end(&mut bytes)?;
        if bytes.len() < count {
            return wrong("the file breaks off before its end");
        }
        self.checksum.add(&bytes);
        Ok(bytes)
    }

    pub(super) fn head(&mut self) -> Result<(Head, Order), CheckpointError> {
        if self.take::<8>().ok().as_ref() != Some(MAGIC) {
            return wrong("the file is no 2048 network; it would begin with \"2048TD1\"");
        }
        let [flags] = self.take()?;
        let sight = if flags & DOWNGRADED == 0 { Sight::Plain } else { Sight::Downgraded };
        let kind = match flags & !(DOWNGRADED | LATE) {
            1 => Kind::Run,
            2 => Kind::Packed,
            _ => {
                return wrong(format!(
                    "the file is of kind {flags}; 1, 5, 9 and 13 are training runs, 2, 6, 10 and 14 networks"
                ));
            }
        };
        let begins = match flags & LATE {
            0 => 0,
            _ => u32::from_le_bytes(self.take()?),
        };
        let [count] = self.take()?;
        let mut cells = Vec::new();
        for _ in 0..count {
            let [len] = self.take()?;
            let mut tuple = Vec::new();
            for _ in 0..len {
                tuple.extend(self.take::<1>()?);
            }
            cells.push(tuple);
        }
        match TupleSet::ALL.into_iter().find_map(|set| Some((set, Order::of(set, &cells)?))) {
            Some((tuples, order)) => Ok((Head { kind, tuples, sight, begins }, order)),
            None => {
                let known = TupleSet::ALL.map(TupleSet::name).join(", ");
                wrong(format!("the file's tuples are none of the known sets {known}"))
            }
        }
    }

    pub(super) fn settings(&mut self, tuples: TupleSet, sight: Sight) -> Result<Settings, CheckpointError> {
        let rate = f32::from_le_bytes(self.take()?);
        let (coherence, practice) = match self.take()? {
            [flags @ 0..=3] => (flags & 1 != 0, flags & 2 != 0),
            [other] => return wrong(format!("the file's rule is {other}; it is 0 to 3")),
        };
        let optimism = f32::from_le_bytes(self.take()?);
        let (seed, block) = (u64::from_le_bytes(self.take()?), u64::from_le_bytes(self.take()?));
        let settings =
            Settings { tuples, sight, rule: Rule { rate, coherence }, optimism, practice, seed, block };
        match settings.check() {
            Ok(()) => Ok(settings),
            Err(e) => wrong(e.message),
        }
    }

    pub(super) fn curve(&mut self) -> Result<(Block, Vec<Block>), CheckpointError> {
        let open = self.block()?;
        let count = u64::from_le_bytes(self.take()?);
        // A vector that grows as blocks come: the count alone must not make it large.
        let mut curve = Vec::new();
        for _ in 0..count {
            curve.push(self.block()?);
        }
        Ok((open, curve))
    }

    pub(super) fn block(&mut self) -> Result<Block, CheckpointError> {
        let mut number = || self.take().map(u64::from_le_bytes);
        let (before, games, moves, score) = (number()?, number()?, number()?, number()?);
        let squares = f64::from_bits(number()?);
        let highest = u32::from_le_bytes(self.take()?);
        let elapsed = Duration::from_nanos(u64::from_le_bytes(self.take()?));
        let mut ranks = [0; 18];
        for count in &mut ranks {
            *count = u64::from_le_bytes(self.take()?);
        }
        if before.checked_add(games).is_none()
            || ranks.iter().try_fold(0u64, |sum, &n| sum.checked_add(n)).is_none()
        {
            return wrong("a block of the learning curve counts more games than there can be");
        }
        Ok(Block { before, games, moves, score, squares, highest, ranks, elapsed })
    }

    pub(super) fn table(
        &mut self,
        size: usize,
        untouched: [f32; 3],
    ) -> Result<Table<[f32; 3]>, CheckpointError> {
        let mut table = Table::filled(size, untouched)?;
        let entries = &mut *table;
        let mut at = 0;
        while at < size {
            let (skipped, run) = (self.number()?, self.number()?);
            let left = (size - at) as u64;
            if skipped > left || run > left - skipped || (skipped == 0 && run == 0) {
                return wrong("a table of the file does not have its size");
            }
            at += skipped as usize;
            for entry in &mut entries[at..at + run as usize] {
                for number in entry {
                    *number = f32::from_le_bytes(self.take()?);
                    if !number.is_finite() {
                        return wrong("a weight of the file is no number");
                    }
                }
            }
            at += run as usize;
        }
        Ok(table)
    }

    pub(super) fn number(&mut self) -> Result<u64, CheckpointError> {
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let [byte] = self.take()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        wrong("a number of the file is too long")
    }

    pub(super) fn finish(mut self) -> Result<(), CheckpointError> {
        let checksum = self.checksum.get();
        if u64::from_le_bytes(self.take()?) != checksum {
            return wrong("the file is damaged: its checksum does not fit");
        }
        match self.input.read(&mut [0])? {
            0 => Ok(()),
            _ => wrong("something follows the end of the file"),
        }
    }
}
