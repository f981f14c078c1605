//! Memory for large tables, mapped from the system: zero until it is written to, had at once or refused, and given back
//! to the system as soon as the table goes. An allocator would keep it for later, and end the program where there is none.

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// Memory for a table that cannot be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this machine has no {} MiB of memory left", .bytes.div_ceil(1 << 20))]
pub struct OutOfMemory {
    /// How much was wanted, in bytes.
    pub bytes: usize,
}

/// So many bytes, all of them zero.
///
/// # Errors
/// When the system does not give them.
pub fn zeros(bytes: usize) -> Result<MmapMut, OutOfMemory> {
    let memory = MmapMut::map_anon(bytes).map_err(|_| OutOfMemory { bytes })?;
    // Entries are asked for in no order: with pages of 4 KiB each question would first miss the translation of its address.
    // Advice, which a system may refuse.
    #[cfg(all(target_os = "linux", not(miri)))]
    let _ = memory.advise(memmap2::Advice::HugePage);
    Ok(memory)
}

/// Asks for so much memory and gives it back: whether what will take it piece by piece can have it.
///
/// # Errors
/// When the system would not give it.
pub fn check(bytes: usize) -> Result<(), OutOfMemory> {
    zeros(bytes).map(drop)
}

thread_local! {
    static MAY_FAIL: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Does what has a way out where an allocator has no memory left, as [`Vec::try_reserve`] has: a program whose allocator ends
/// it with a line then does not.
pub fn fallibly<T>(work: impl FnOnce() -> T) -> T {
    let before = MAY_FAIL.replace(true);
    let done = work();
    MAY_FAIL.set(before);
    done
}

/// Whether this thread goes on where an allocator has no memory left.
#[must_use]
pub fn may_fail() -> bool {
    MAY_FAIL.try_with(std::cell::Cell::get).unwrap_or(false)
}

/// `mib` MiB in bytes.
///
/// # Errors
/// When no machine has so much.
pub fn mib(mib: usize) -> Result<usize, OutOfMemory> {
    mib.checked_mul(1 << 20).ok_or(OutOfMemory { bytes: usize::MAX })
}

/// What several threads write to: eight words, a cache line.
pub(crate) type Line = [std::sync::atomic::AtomicU64; 8];

type Lines<'a> = &'a [Line];

self_cell! {
    /// Lines that lie in mapped memory.
    struct Cell {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: Lines,
    }
}

/// Cache lines that threads share, in mapped memory, all zero at first.
pub(crate) struct SharedLines(Cell);

impl SharedLines {
    pub(crate) fn new(count: usize) -> Result<Self, OutOfMemory> {
        let memory = zeros(count.checked_mul(size_of::<Line>()).ok_or(OutOfMemory { bytes: usize::MAX })?)?;
        Ok(Self(Cell::new(MutBorrow::new(memory), |memory| lines(memory.borrow_mut()))))
    }

    #[inline]
    pub(crate) fn all(&self) -> &[Line] {
        self.0.borrow_dependent()
    }
}

impl std::fmt::Debug for SharedLines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SharedLines({})", self.all().len())
    }
}

fn lines<T>(memory: &mut [u8]) -> &mut [T]
where
    [T]: FromBytes + IntoBytes + KnownLayout<PointerMetadata = usize>,
{
    <[T]>::mut_from_bytes(memory).expect("pages are aligned, and lines fill them")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn what_is_mapped_is_zero_and_keeps_what_threads_write() {
        let lines = SharedLines::new(1000).unwrap();
        assert!(lines.all().iter().flatten().all(|word| word.load(Relaxed) == 0));
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let lines = &lines;
                scope.spawn(move || lines.all()[100 * thread][3].store(thread as u64 + 7, Relaxed));
            }
        });
        assert_eq!([0, 100, 300].map(|place| lines.all()[place][3].load(Relaxed)), [7, 8, 10]);
        assert_eq!(lines.all().as_ptr() as usize % 64, 0, "a line is a cache line");
    }

    #[test]
    fn what_no_machine_has_is_refused() {
        for bytes in [usize::MAX, usize::MAX / 2, 1 << 60] {
            assert_eq!(check(bytes), Err(OutOfMemory { bytes }));
        }
        assert!(SharedLines::new(usize::MAX).is_err() && mib(usize::MAX).is_err());
        assert!(OutOfMemory { bytes: 3 << 20 }.to_string().contains("no 3 MiB"));
        check(1 << 20).unwrap();
    }
}
