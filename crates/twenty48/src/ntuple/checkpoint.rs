//! Networks and training runs as files. The format is described in this folder's README.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use plywise::OutOfMemory;

use super::bytes::{Head, Kind, Sink, Source, wrong};
use super::learner::Learner;
use super::network::Network;
use super::packed::Sealed;
use super::table::Table;
use super::train::{Settings, Trainer};
use super::weights::Weights;

/// Why a network or a training run could not be read.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The bytes could not be had.
    #[error("the file cannot be read: {0}")]
    Io(#[from] io::Error),
    /// They are not what they should be.
    #[error("{0}")]
    Format(String),
    /// There is no room for what they hold.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
}

impl Trainer {
    /// Writes the whole run to a file, or leaves the file as it was.
    ///
    /// What stood there stays until everything is written: a process that is killed meanwhile loses no run.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        replace(path, |file| self.write(file))
    }

    /// Writes the whole run. Nothing is lost: a run that is read back goes on as this one would.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut out = Sink::new(out);
        let Settings { tuples, sight, rule, optimism, practice, seed, block } = &self.settings;
        out.head(&Head { kind: Kind::Run, tuples: *tuples, sight: *sight, begins: self.begins })?;
        out.put(&rule.rate.to_le_bytes())?;
        out.put(&[u8::from(rule.coherence) | u8::from(*practice) << 1])?;
        out.put(&optimism.to_le_bytes())?;
        out.put(&seed.to_le_bytes())?;
        out.put(&block.to_le_bytes())?;
        out.block(&self.open)?;
        out.put(&(self.curve.len() as u64).to_le_bytes())?;
        for block in &self.curve {
            out.block(block)?;
        }
        let untouched = [tuples.share(*optimism), 0.0, 0.0];
        for (weights, sums) in self.learner.weights.iter().zip(&self.learner.sums) {
            let entries = weights.iter().zip(sums.iter());
            out.table(entries.map(|(&weight, &[net, total])| [weight, net, total]), &untouched)?;
        }
        out.finish()
    }

    /// Reads a run that [`write`](Self::write) wrote.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn read(input: &mut impl Read) -> Result<Self, CheckpointError> {
        let mut input = Source::new(input);
        let (Head { kind, tuples, sight, begins }, order) = input.head()?;
        if kind != Kind::Run {
            return wrong(
                "the file holds a network without its training run: it can play, and a new run can begin with it",
            );
        }
        let settings = input.settings(tuples, sight)?;
        let (open, curve) = input.curve()?;
        let untouched = [tuples.share(settings.optimism), 0.0, 0.0];
        let (mut weights, mut sums) = (Vec::new(), Vec::new());
        for size in tuples.table_sizes() {
            let table = input.table(size, untouched)?;
            weights.push(order.usual(Table::from(&table, |[weight, ..]| weight)?));
            sums.push(order.usual(Table::from(&table, |[_, net, total]| [net, total])?));
        }
        input.finish()?;
        let learner = Learner::with(tuples, sight, settings.rule, weights, sums);
        Ok(Self { settings, learner, open, curve, starts: Vec::new(), begins })
    }
}

impl Network {
    /// Reads what [`write`](Self::write) wrote, or the weights of a training run.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn read(input: &mut impl Read) -> Result<Self, CheckpointError> {
        let mut input = Source::new(input);
        let (head, order) = input.head()?;
        if head.kind == Kind::Packed {
            return Sealed::read(input, head, order)?.unpack();
        }
        let Head { tuples, sight, begins, .. } = head;
        let settings = input.settings(tuples, sight)?;
        let (open, _) = input.curve()?;
        let mut tables = Vec::new();
        for size in tuples.table_sizes() {
            let entries = input.table(size, [tuples.share(settings.optimism), 0.0, 0.0])?;
            tables.push(order.usual(Table::from(&entries, |[weight, ..]| weight)?));
        }
        input.finish()?;
        Ok(Self::new(tuples, sight, Weights::Points(tables), open.before + open.games).beginning(begins))
    }
}

/// Writes beside `path` and takes its place once everything is on the disk.
fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    plywise::file::replace(path, |file| write(file).and_then(|()| file.sync_all())).map(drop)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_stood_in_a_file_stays_until_the_new_content_is_complete() {
        let folder = std::env::temp_dir().join(format!("twenty48-replace-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("run.td");
        let content = || String::from_utf8(fs::read(&path).unwrap()).unwrap();
        replace(&path, |file| file.write_all(b"first")).unwrap();
        let full = || io::Error::new(io::ErrorKind::StorageFull, "the disk is full");
        let error = replace(&path, |file| file.write_all(b"sec").and(Err(full()))).unwrap_err();
        assert_eq!((error.kind(), content().as_str()), (io::ErrorKind::StorageFull, "first"));
        replace(&path, |file| {
            file.write_all(b"third")?;
            assert_eq!(content(), "first");
            Ok(())
        })
        .unwrap();
        assert_eq!((content().as_str(), fs::read_dir(&folder).unwrap().count()), ("third", 1));
        assert!(replace(&folder.join("none/run.td"), |_| Ok(())).is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
