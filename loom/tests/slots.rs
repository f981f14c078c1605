//! A bucket of two slots that two threads write to while a third asks.

use std::sync::Arc;

use loom::sync::atomic::AtomicU64 as Word;
use loom::thread;

#[path = "../../crates/plywise/src/table/slots.rs"]
#[allow(dead_code, reason = "the library's own")]
mod slots;

use slots::{Slot, enter, find};

/// Whatever the threads do, what is found of a key is something that was written for it.
fn nobody_finds_what_none_wrote(first: [(u64, u64); 2], second: [(u64, u64); 1]) {
    loom::model(move || {
        let bucket: Arc<[Slot; 2]> = Arc::default();
        let writer = |entries: Vec<(u64, u64)>| {
            let bucket = Arc::clone(&bucket);
            thread::spawn(move || {
                for (key, data) in entries {
                    enter(&bucket[..], key, data, |data| data as u32);
                }
            })
        };
        let writers = [writer(first.to_vec()), writer(second.to_vec())];
        let written = [&first[..], &second].concat();
        let look = || {
            for &(key, _) in &written {
                if let Some(data) = find(&bucket[..], key) {
                    assert!(written.contains(&(key, data)), "{key:x} {data:x}");
                }
            }
        };
        look();
        for writer in writers {
            writer.join().unwrap();
        }
        look();
    });
}

const A: u64 = 0x5000_0000_0000_0001;
const B: u64 = 0x3000_0000_0000_0002;

#[test]
fn two_keys_share_a_bucket() {
    nobody_finds_what_none_wrote([(A, 0x71), (A, 0x12)], [(B, 0x54)]);
}

#[test]
fn two_threads_write_of_one_key() {
    nobody_finds_what_none_wrote([(A, 0x71), (B, 0x54)], [(A, 0x12)]);
}

/// The model would notice: with keys as they are, a reader finds one entry's data under another's key.
#[test]
#[should_panic(expected = "torn")]
fn keys_that_are_not_scrambled_are_torn() {
    loom::model(|| {
        let slot: Arc<Slot> = Arc::default();
        let writers = [(A, 0x71), (B, 0x54)].map(|(key, data)| {
            let slot = Arc::clone(&slot);
            thread::spawn(move || {
                slot[0].store(key, std::sync::atomic::Ordering::Relaxed);
                slot[1].store(data, std::sync::atomic::Ordering::Relaxed);
            })
        });
        for writer in writers {
            writer.join().unwrap();
        }
        let [key, data] = [&slot[0], &slot[1]].map(|word| word.load(std::sync::atomic::Ordering::Relaxed));
        assert!([(A, 0x71), (B, 0x54)].contains(&(key, data)), "torn");
    });
}
