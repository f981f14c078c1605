//! Networks and training runs as files. The format is described in this folder's README.

use std::io::{self, BufReader, BufWriter, Read, Write};
use std::time::Duration;

use super::curve::Block;
use super::learner::{Entry, Learner, Rule};
use super::network::Network;
use super::train::{Settings, Trainer};
use super::tuples::TupleSet;

const MAGIC: &[u8; 8] = b"2048TD1\n";

/// Why a network or a training run could not be read.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The bytes could not be had.
    #[error("the file cannot be read: {0}")]
    Io(#[from] io::Error),
    /// They are not what they should be.
    #[error("{0}")]
    Format(String),
}

fn wrong<T>(message: impl Into<String>) -> Result<T, CheckpointError> {
    Err(CheckpointError::Format(message.into()))
}

/// What a file holds of each pattern.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The weight.
    Weights = 0,
    /// The weight, and the two sums of temporal coherence.
    Run = 1,
}

impl Trainer {
    /// Writes the whole run. Nothing is lost: a run that is read back goes on as this one would.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut out = Sink::new(out);
        out.head(self.settings.tuples, Kind::Run)?;
        let Settings { tuples, rule, optimism, seed, block } = &self.settings;
        out.put(&rule.rate.to_le_bytes())?;
        out.put(&[u8::from(rule.coherence)])?;
        out.put(&optimism.to_le_bytes())?;
        out.put(&seed.to_le_bytes())?;
        out.put(&block.to_le_bytes())?;
        out.block(&self.open)?;
        out.put(&(self.curve.len() as u64).to_le_bytes())?;
        for block in &self.curve {
            out.block(block)?;
        }
        let untouched = [tuples.share(*optimism), 0.0, 0.0];
        for table in &self.learner.tables {
            out.table(table.iter().map(Entry::numbers), &untouched)?;
        }
        out.finish()
    }

    /// Reads a run that [`write`](Self::write) wrote.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn read(input: &mut impl Read) -> Result<Self, CheckpointError> {
        let mut input = Source::new(input);
        let (tuples, kind) = input.head()?;
        if kind != Kind::Run {
            return wrong("the file holds a network without its training run: it can play, not learn on");
        }
        let settings = input.settings(tuples)?;
        let (open, curve) = input.curve()?;
        let untouched = [tuples.share(settings.optimism), 0.0, 0.0];
        let mut tables = Vec::new();
        for size in tuples.table_sizes() {
            tables.push(input.table(size, untouched)?.into_iter().map(Entry::new).collect());
        }
        input.finish()?;
        let learner = Learner { set: tuples, rule: settings.rule, tables };
        Ok(Self { settings, learner, open, curve })
    }
}

impl Network {
    /// Writes the weights.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut out = Sink::new(out);
        out.head(self.tuples(), Kind::Weights)?;
        for table in self.tables() {
            let untouched = most_common_neighbours(table);
            out.put(&untouched.to_le_bytes())?;
            out.table(table.iter().map(|&weight| [weight]), &[untouched])?;
        }
        out.finish()
    }

    /// Reads the weights that [`write`](Self::write) wrote, or those of a training run.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn read(input: &mut impl Read) -> Result<Self, CheckpointError> {
        let mut input = Source::new(input);
        let (tuples, kind) = input.head()?;
        let mut tables: Vec<Box<[f32]>> = Vec::new();
        if kind == Kind::Run {
            let settings = input.settings(tuples)?;
            input.curve()?;
            for size in tuples.table_sizes() {
                let entries = input.table(size, [tuples.share(settings.optimism), 0.0, 0.0])?;
                tables.push(entries.into_iter().map(|[weight, ..]| weight).collect());
            }
        } else {
            for size in tuples.table_sizes() {
                let untouched = f32::from_le_bytes(input.take()?);
                let weights = input.table(size, [untouched])?;
                tables.push(weights.into_iter().map(|[weight]| weight).collect());
            }
        }
        input.finish()?;
        Ok(Self::new(tuples, tables))
    }
}

/// The weight of patterns that were never seen: the first that stands twice side by side at the table's end, where
/// all cells hold large tiles.
fn most_common_neighbours(table: &[f32]) -> f32 {
    table.windows(2).rev().find(|pair| pair[0] == pair[1]).map_or(0.0, |pair| pair[0])
}

/// The 64-bit checksum of Fowler, Noll & Vo, variant 1a.
struct Checksum(u64);

impl Checksum {
    const START: Self = Self(0xCBF2_9CE4_8422_2325);

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
}

struct Sink<W: Write> {
    out: BufWriter<W>,
    checksum: Checksum,
}

impl<W: Write> Sink<W> {
    fn new(out: W) -> Self {
        Self { out: BufWriter::new(out), checksum: Checksum::START }
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.checksum.add(bytes);
        self.out.write_all(bytes)
    }

    fn head(&mut self, tuples: TupleSet, kind: Kind) -> io::Result<()> {
        self.put(MAGIC)?;
        self.put(&[kind as u8, tuples.cells().len() as u8])?;
        for cells in tuples.cells() {
            self.put(&[cells.len() as u8])?;
            self.put(cells)?;
        }
        Ok(())
    }

    fn block(&mut self, block: &Block) -> io::Result<()> {
        for number in [block.before, block.games, block.moves, block.score, block.squares.to_bits()] {
            self.put(&number.to_le_bytes())?;
        }
        self.put(&block.highest.to_le_bytes())?;
        self.put(&(block.elapsed.as_nanos() as u64).to_le_bytes())?;
        block.ranks.iter().try_for_each(|count| self.put(&count.to_le_bytes()))
    }

    /// Only what differs from `untouched`, in runs.
    fn table<const F: usize>(
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
    fn number(&mut self, mut number: u64) -> io::Result<()> {
        while number >= 0x80 {
            self.put(&[number as u8 | 0x80])?;
            number >>= 7;
        }
        self.put(&[number as u8])
    }

    fn finish(mut self) -> io::Result<()> {
        let checksum = self.checksum.0;
        self.put(&checksum.to_le_bytes())?;
        self.out.flush()
    }
}

struct Source<R: Read> {
    input: BufReader<R>,
    checksum: Checksum,
}

impl<R: Read> Source<R> {
    fn new(input: R) -> Self {
        Self { input: BufReader::new(input), checksum: Checksum::START }
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], CheckpointError> {
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

    fn head(&mut self) -> Result<(TupleSet, Kind), CheckpointError> {
        if self.take::<8>().ok().as_ref() != Some(MAGIC) {
            return wrong("the file is no 2048 network; it would begin with \"2048TD1\"");
        }
        let [kind, count] = self.take()?;
        let kind = match kind {
            0 => Kind::Weights,
            1 => Kind::Run,
            other => return wrong(format!("the file is of kind {other}; 0 is a network, 1 a training run")),
        };
        let mut cells = Vec::new();
        for _ in 0..count {
            let [len] = self.take()?;
            let mut tuple = Vec::new();
            for _ in 0..len {
                tuple.extend(self.take::<1>()?);
            }
            cells.push(tuple);
        }
        match TupleSet::ALL.into_iter().find(|set| set.cells().iter().copied().eq(cells.iter())) {
            Some(set) => Ok((set, kind)),
            None => {
                let known = TupleSet::ALL.map(TupleSet::name).join(", ");
                wrong(format!("the file's tuples {cells:?} are none of the known sets {known}"))
            }
        }
    }

    fn settings(&mut self, tuples: TupleSet) -> Result<Settings, CheckpointError> {
        let rate = f32::from_le_bytes(self.take()?);
        let coherence = match self.take()? {
            [0] => false,
            [1] => true,
            [other] => return wrong(format!("the file's coherence is {other}; it is 0 or 1")),
        };
        let optimism = f32::from_le_bytes(self.take()?);
        let (seed, block) = (u64::from_le_bytes(self.take()?), u64::from_le_bytes(self.take()?));
        let settings = Settings { tuples, rule: Rule { rate, coherence }, optimism, seed, block };
        match settings.check() {
            Ok(()) => Ok(settings),
            Err(e) => wrong(e.message),
        }
    }

    fn curve(&mut self) -> Result<(Block, Vec<Block>), CheckpointError> {
        let open = self.block()?;
        let count = u64::from_le_bytes(self.take()?);
        // A vector that grows as blocks come: the count alone must not make it large.
        let mut curve = Vec::new();
        for _ in 0..count {
            curve.push(self.block()?);
        }
        Ok((open, curve))
    }

    fn block(&mut self) -> Result<Block, CheckpointError> {
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

    fn table<const F: usize>(
        &mut self,
        size: usize,
        untouched: [f32; F],
    ) -> Result<Vec<[f32; F]>, CheckpointError> {
        let mut table = vec![untouched; size];
        let mut at = 0;
        while at < size {
            let (skipped, run) = (self.number()?, self.number()?);
            let left = (size - at) as u64;
            if skipped > left || run > left - skipped || (skipped == 0 && run == 0) {
                return wrong("a table of the file does not have its size");
            }
            at += skipped as usize;
            for entry in &mut table[at..at + run as usize] {
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

    fn number(&mut self) -> Result<u64, CheckpointError> {
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

    fn finish(mut self) -> Result<(), CheckpointError> {
        let checksum = self.checksum.0;
        if u64::from_le_bytes(self.take()?) != checksum {
            return wrong("the file is damaged: its checksum does not fit");
        }
        match self.input.read(&mut [0])? {
            0 => Ok(()),
            _ => wrong("something follows the end of the file"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use plywise::Rng;

    fn trained(games: u64) -> Trainer {
        let rule = Rule::default();
        let settings = Settings { tuples: TupleSet::FourByFive, rule, optimism: 1_000.0, seed: 3, block: 20 };
        let mut trainer = Trainer::new(settings).unwrap();
        trainer.train(games, 1, &AtomicBool::new(false), &mut |_| ());
        trainer
    }

    fn bytes(trainer: &Trainer) -> Vec<u8> {
        let mut bytes = Vec::new();
        trainer.write(&mut bytes).unwrap();
        bytes
    }

    /// The same run without its times, which differ from run to run.
    fn timeless(mut trainer: Trainer) -> Vec<u8> {
        trainer.open.elapsed = Duration::ZERO;
        trainer.curve.iter_mut().for_each(|block| block.elapsed = Duration::ZERO);
        bytes(&trainer)
    }

    #[test]
    fn a_run_that_is_stopped_and_resumed_is_the_same() {
        let mut resumed = trained(0);
        for games in [1, 19, 25] {
            resumed.train(games, 1, &AtomicBool::new(false), &mut |_| ());
            resumed = Trainer::read(&mut bytes(&resumed).as_slice()).unwrap();
        }
        assert_eq!(resumed.games(), 45);
        assert!(timeless(resumed) == timeless(trained(45)), "the runs differ");
    }

    #[test]
    fn a_network_is_read_from_its_own_file_and_from_that_of_its_run() {
        let trainer = trained(30);
        let network = trainer.network();
        let mut written = Vec::new();
        network.write(&mut written).unwrap();
        let whole = bytes(&trainer);
        assert!(
            written.len() < whole.len() / 2 && whole.len() < 2_000_000,
            "{} {}",
            written.len(),
            whole.len()
        );
        for file in [&written, &whole] {
            let read = Network::read(&mut file.as_slice()).unwrap();
            assert!(read.tables() == network.tables(), "the weights differ");
        }
        let error = Trainer::read(&mut written.as_slice()).unwrap_err().to_string();
        assert!(error.contains("it can play, not learn on"), "{error}");
    }

    #[test]
    fn broken_files_are_refused() {
        let whole = bytes(&trained(5));
        let refused = |bytes: &[u8]| {
            let mut bytes = bytes;
            let run = Trainer::read(&mut bytes.to_vec().as_slice()).map(drop).unwrap_err().to_string();
            let network = Network::read(&mut bytes).map(drop).unwrap_err().to_string();
            assert!(!run.contains('\n') && !network.contains('\n'));
            run
        };
        assert!(refused(b"").contains("no 2048 network"));
        assert!(refused(b"%PDF-1.7 and so on").contains("no 2048 network"));
        assert!(refused(&whole[..whole.len() - 1]).contains("breaks off"));
        assert!(refused(&[&whole[..], b"x"].concat()).contains("something follows"));
        let mut rng = Rng::new(1);
        for n in 0..60 {
            let mut broken = whole.clone();
            // Half of the flips hit the head, where every byte has a meaning of its own.
            let at = rng.index(if n % 2 == 0 { 300 } else { broken.len() });
            broken[at] ^= 1 << rng.below(8);
            refused(&broken);
            refused(&whole[..rng.index(whole.len())]);
        }
    }
}
