//! Slices packed, with random access.
//!
//! ```text
//! magic             8 bytes
//! kind              1 for results, two bits a position; 2 for plies, a byte a position
//! slices            1 byte: how many; then four bytes each: men, kings, the other's men, the other's kings
//! lengths           2 bytes for each block of each slice
//! blocks            each deflated by itself, or one byte where all bytes of it are the same
//! checksum          8 bytes, over all before (FNV-1a: Fowler, Noll & Vo, <http://www.isthe.com/chongo/tech/comp/fnv>)
//! ```
//!
//! Numbers have their lowest byte first. A block is 16 KiB of a slice, the last one as many as are left. Positions in which the side to
//! move must capture are not asked for, their captures lead to other slices; in their places stands what stood before them.

use std::borrow::Cow;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, OnceLock};

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use plywise::Checksum;

use super::plies::{Plies, Values};
use super::slice::{Index, MOST_PIECES, Slice};

const MAGIC: &[u8; 8] = b"PWENDG1\n";
/// Bytes of a block before it is packed.
const BLOCK: usize = 1 << 14;
/// How hard deflation tries.
const LEVEL: u8 = 9;

/// What is kept of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A win, a draw or a loss, in two bits.
    Results,
    /// [`Plies`], in a byte.
    Plies,
}

impl Kind {
    /// The name that files of this kind end with.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Results => "results",
            Self::Plies => "plies",
        }
    }

    const fn byte(self) -> u8 {
        match self {
            Self::Results => 1,
            Self::Plies => 2,
        }
    }

    /// Positions in a byte.
    const fn per_byte(self) -> usize {
        match self {
            Self::Results => 4,
            Self::Plies => 1,
        }
    }
}

/// Why bytes are no packed slices.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unreadable {
    /// They begin with something else.
    #[error("no database of endings of checkers")]
    Other,
    /// They are cut, or were changed.
    #[error("a damaged database of endings: its checksum does not fit")]
    Damaged,
    /// They are whole, and hold something else than their file's name says.
    #[error("a database of endings, but not of all with {0} pieces, as its name says")]
    Lacks(usize),
}

/// Packs slices whose values are all there. `each` hears before each slice how many positions are packed, and says whether to go on.
pub(super) fn pack(
    slices: &[Slice],
    values: &Values,
    kind: Kind,
    threads: usize,
    each: &mut dyn FnMut(u64) -> bool,
) -> Option<Vec<u8>> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([kind.byte(), slices.len() as u8]);
    let (mut blocks, mut done) = (Vec::new(), 0);
    for slice in slices {
        if !each(done) {
            return None;
        }
        done += Index::new(*slice).len() as u64;
        bytes.extend([slice.men, slice.kings, slice.other_men, slice.other_kings]);
        blocks.extend(pack_slice(*slice, values, kind, threads));
    }
    blocks.iter().for_each(|block| bytes.extend((block.len() as u16).to_le_bytes()));
    blocks.iter().for_each(|block| bytes.extend(block));
    bytes.extend(Checksum::of(&bytes).get().to_le_bytes());
    Some(bytes)
}

/// The blocks of a slice, in order.
fn pack_slice(slice: Slice, values: &Values, kind: Kind, threads: usize) -> Vec<Vec<u8>> {
    let (index, all) = (Index::new(slice), values.slice(slice).expect("the slice is there"));
    let per_block = BLOCK * kind.per_byte();
    let next = AtomicUsize::new(0);
    let packed = Mutex::new(Vec::new());
    let work = || {
        loop {
            let number = next.fetch_add(1, Relaxed);
            let begin = number * per_block;
            if begin >= all.len() {
                break;
            }
            let raw = raw_block(&index, all, kind, begin, all.len().min(begin + per_block));
            let same = raw.iter().all(|&byte| byte == raw[0]);
            let block = if same { vec![raw[0]] } else { compress_to_vec(&raw, LEVEL) };
            packed.lock().expect("no thread panics while it adds a block").push((number, block));
        }
    };
    std::thread::scope(|scope| {
        (1..threads).for_each(|_| drop(std::thread::Builder::new().spawn_scoped(scope, work)));
        work();
    });
    let mut packed = packed.into_inner().expect("no thread panics while it adds a block");
    packed.sort_unstable_by_key(|block| block.0);
    packed.into_iter().map(|(_, block)| block).collect()
}

fn raw_block(index: &Index, all: &[u8], kind: Kind, begin: usize, end: usize) -> Vec<u8> {
    let is_asked = |number: usize| index.board(number).jumpers().is_empty();
    // Positions in front of the first that is asked for are like it.
    let mut last = (begin..end).find(|&number| is_asked(number)).map_or(0, |number| all[number]);
    let mut codes = (begin..end).map(|number| {
        if is_asked(number) {
            last = all[number];
        }
        match kind {
            Kind::Plies => last,
            Kind::Results => u8::from(Plies(last).is_loss()) + 2 * u8::from(Plies(last).is_win()),
        }
    });
    let mut raw = Vec::with_capacity(BLOCK);
    while let Some(first) = codes.next() {
        let others = codes.by_ref().take(kind.per_byte() - 1).enumerate();
        raw.push(others.fold(first, |byte, (place, code)| byte | code << (2 * (place + 1))));
    }
    raw
}

/// A packed slice; its blocks are unpacked when they are first asked for, and stay.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) index: Index,
    pub(super) kind: Kind,
    file: Arc<Cow<'static, [u8]>>,
    blocks: Vec<Block>,
}

#[derive(Debug)]
struct Block {
    /// Where in the file it is.
    begin: usize,
    end: usize,
    /// Its bytes; a single one stands for all.
    bytes: OnceLock<Box<[u8]>>,
}

impl Part {
    /// The slices of a file.
    ///
    /// # Errors
    /// When it is no such file or was damaged.
    pub(super) fn all(file: Cow<'static, [u8]>) -> Result<Vec<Self>, Unreadable> {
        if !file.starts_with(MAGIC) {
            return Err(Unreadable::Other);
        }
        let (content, sum) = file.split_last_chunk::<8>().ok_or(Unreadable::Damaged)?;
        if Checksum::of(content).get() != u64::from_le_bytes(*sum) {
            return Err(Unreadable::Damaged);
        }
        let end = content.len();
        Self::read(&Arc::new(file), end).ok_or(Unreadable::Damaged)
    }

    fn read(file: &Arc<Cow<'static, [u8]>>, end: usize) -> Option<Vec<Self>> {
        let content = file.get(MAGIC.len()..end)?;
        let (head, rest) = content.split_at_checked(2)?;
        let kind = [Kind::Results, Kind::Plies].into_iter().find(|kind| kind.byte() == head[0])?;
        let (slices, rest) = rest.split_at_checked(4 * usize::from(head[1]))?;
        let mut indices = Vec::new();
        for digits in slices.chunks_exact(4) {
            let [men, kings, other_men, other_kings] = *digits else { return None };
            let sides = [[men, kings], [other_men, other_kings]];
            let pieces = digits.iter().map(|&count| usize::from(count)).sum::<usize>();
            if pieces > MOST_PIECES || sides.contains(&[0, 0]) {
                return None;
            }
            indices.push(Index::new(Slice { men, kings, other_men, other_kings }));
        }
        let count = |index: &Index| index.len().div_ceil(BLOCK * kind.per_byte());
        let (lengths, rest) = rest.split_at_checked(2 * indices.iter().map(count).sum::<usize>())?;
        let mut begin = end - rest.len();
        let mut lengths =
            lengths.chunks_exact(2).map(|two| usize::from(u16::from_le_bytes([two[0], two[1]])));
        let mut parts = Vec::new();
        for index in indices {
            let blocks = (0..count(&index)).map(|_| {
                let block = Block { begin, end: begin + lengths.next()?, bytes: OnceLock::new() };
                begin = block.end;
                Some(block)
            });
            let blocks = blocks.collect::<Option<_>>()?;
            parts.push(Self { index, kind, file: file.clone(), blocks });
        }
        (begin == end).then_some(parts)
    }

    /// The bits of a position; those of one with a capture pending mean nothing. None where the block is none, which a
    /// checksum that fits does not tell.
    #[inline]
    pub(super) fn code(&self, number: usize) -> Option<u8> {
        let place = number / self.kind.per_byte();
        let block = &self.blocks[place / BLOCK];
        let byte = match **block.bytes.get_or_init(|| self.unpack(block)) {
            [same] => same,
            ref bytes => *bytes.get(place % BLOCK)?,
        };
        Some(match self.kind {
            Kind::Plies => byte,
            Kind::Results => byte >> (2 * (number % 4)) & 3,
        })
    }

    #[cold]
    fn unpack(&self, block: &Block) -> Box<[u8]> {
        let packed = &self.file[block.begin..block.end];
        if packed.len() == 1 {
            return packed.into();
        }
        decompress_to_vec_with_limit(packed, BLOCK).unwrap_or_default().into()
    }
}
