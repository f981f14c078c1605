//! Tables as files, and looking a board up.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use super::build::{Progress, build};
use super::frame::Frame;
use super::halves::weight;
use super::level::{contents, place};
use super::shape::Shape;
use crate::board::Board;
use crate::moves::Direction;

/// Steps in which a chance is kept.
const STEPS: f32 = 63.0;

/// A chance and the number of the direction that has it in a byte.
pub(super) fn pack(chance: f32, way: u8) -> u8 {
    ((chance * STEPS).round() as u8) << 2 | way
}

const MAGIC: &[u8; 8] = b"2048EG1\n";
/// The magic bytes, 1 for the shape of six, the goal's rank, and six zeros.
const HEAD: usize = 16;

fn head(rank: u8) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    head[..8].copy_from_slice(MAGIC);
    head[8..10].copy_from_slice(&[1, rank]);
    head
}

/// The best slide of every position of a shape, and its chance, in a file that is read byte by byte.
#[derive(Debug)]
pub struct Table {
    frame: Frame,
    /// `[sum]`: where in the file its contents begin.
    begins: Vec<u64>,
    file: Mutex<File>,
}

impl Table {
    /// Where the table lies in a folder: `2048-six-512.endgame`.
    #[must_use]
    pub fn path(folder: &Path, rank: u8) -> PathBuf {
        folder.join(format!("2048-six-{}.endgame", 1u32 << rank))
    }

    /// The size of its file in bytes.
    #[must_use]
    pub fn size(rank: u8) -> u64 {
        let frame = Frame::new(Shape::SIX, rank);
        HEAD as u64 + (0..=frame.most).map(|sum| contents(&frame.halves, sum)).sum::<u64>()
    }

    /// Works the table out on `threads` threads; it gets its name when it is complete.
    ///
    /// # Errors
    /// Those of the file; [`io::ErrorKind::Interrupted`] once `stop` is set.
    pub fn build(
        folder: &Path,
        rank: u8,
        threads: usize,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Progress),
    ) -> io::Result<()> {
        let frame = Frame::new(Shape::SIX, rank);
        let path = Self::path(folder, rank);
        let part = path.with_extension("part");
        let written = (|| {
            let mut out = BufWriter::with_capacity(1 << 20, File::create(&part)?);
            out.write_all(&head(rank))?;
            build(&frame, threads, &mut out, stop, tell)?;
            out.into_inner()?.sync_all()?;
            fs::rename(&part, path)
        })();
        if written.is_err() {
            // Whatever went wrong, the disk should not stay full of a part.
            let _ = fs::remove_file(&part);
        }
        written
    }

    /// Opens a table of a folder.
    ///
    /// # Errors
    /// Those of the file; [`io::ErrorKind::InvalidData`] if it is no such table or was cut.
    pub fn open(folder: &Path, rank: u8) -> io::Result<Self> {
        let mut file = File::open(Self::path(folder, rank))?;
        let mut begun = [0; HEAD];
        file.read_exact(&mut begun).map_err(|_| io::ErrorKind::InvalidData)?;
        let frame = Frame::new(Shape::SIX, rank);
        let mut begins = vec![0; frame.most + 1];
        let mut end = HEAD as u64;
        for sum in (0..=frame.most).rev() {
            begins[sum] = end;
            end += contents(&frame.halves, sum);
        }
        if begun != head(rank) || file.metadata()?.len() != end {
            return Err(io::ErrorKind::InvalidData.into());
        }
        Ok(Self { frame, begins, file: Mutex::new(file) })
    }

    /// The best slide at the player's turn, and its chance in `[0, 1]`: see the module. None if no orientation of the
    /// board is in the table, or if there is no chance.
    #[must_use]
    pub fn best(&self, board: Board) -> Option<(Direction, f32)> {
        let found = board.images().into_iter().enumerate().filter_map(|(number, image)| {
            let (way, chance) = self.oriented(image)?;
            let after = image.slide(way);
            let here = Direction::ALL.into_iter().find(|&way| board.slide(way).images()[number] == after)?;
            Some((here, chance))
        });
        found.max_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// The same of a board in the table's own orientation.
    fn oriented(&self, board: Board) -> Option<(Direction, f32)> {
        let ranks = board.ranks();
        if !self.frame.shape.holds(&ranks, self.frame.rank) {
            return None;
        }
        let mut numbers = [0; 2];
        let mut sum = 0;
        for (half, number) in self.frame.halves.iter().zip(&mut numbers) {
            let digits = half.cells.iter().enumerate();
            let code = digits.map(|(at, &cell)| usize::from(ranks[cell]) * half.step(at)).sum();
            *number = half.number(code);
            sum += half.cells.iter().map(|&cell| weight(ranks[cell])).sum::<usize>();
        }
        let begin = self.begins.get(sum)?;
        let mut byte = [0];
        let mut file = self.file.lock().ok()?;
        file.seek(SeekFrom::Start(begin + place(&self.frame.halves, sum, numbers))).ok()?;
        file.read_exact(&mut byte).ok()?;
        let chance = f32::from(byte[0] >> 2) / STEPS;
        (chance > 0.0).then(|| (Direction::ALL[usize::from(byte[0] & 3)], chance))
    }
}
