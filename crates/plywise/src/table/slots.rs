//! The slots of a bucket, which threads read and write without lock or order.
//!
//! Hyatt & Mann 2002, "A lock-less transposition-table implementation for parallel search": of the two words one is the key, scrambled
//! with the other. Where two threads have written the words of different entries their exclusive or is no key that anybody
//! asks for, and a torn entry is simply not found. The folder `loom` has a model checker try this file.

use std::sync::atomic::Ordering::Relaxed;

use super::Word;

/// One entry: the key, scrambled with the data, and the data, which is never 0.
pub(crate) type Slot = [Word; 2];

/// The data that is known of a key.
#[inline]
pub(crate) fn find(slots: &[Slot], key: u64) -> Option<u64> {
    for [check, data] in slots {
        let data = data.load(Relaxed);
        if belongs(check.load(Relaxed), data, key) {
            return Some(data);
        }
    }
    None
}

/// Replaces what is known of the same key, else what is worth least.
#[inline]
pub(crate) fn enter(slots: &[Slot], key: u64, data: u64, worth: impl Fn(u64) -> u32) {
    let mut chosen = 0;
    let mut least = u32::MAX;
    for (i, [check, data]) in slots.iter().enumerate() {
        let data = data.load(Relaxed);
        if check.load(Relaxed) ^ data == key {
            chosen = i;
            break;
        }
        let worth = worth(data);
        if worth < least {
            (chosen, least) = (i, worth);
        }
    }
    let [check, stored] = &slots[chosen];
    check.store(key ^ data, Relaxed);
    stored.store(data, Relaxed);
}

/// Whether two words, each as some thread wrote it, are the entry of a key.
#[inline]
pub(crate) const fn belongs(check: u64, data: u64, key: u64) -> bool {
    check ^ data == key && data != 0
}
