//! Inputs made from others, and from what texts are made of.

use plywise::Rng;

/// Bytes and words that stand at borders of formats.
const WORDS: &[&[u8]] = &[
    b"\0",
    b"\xff",
    b"\n",
    b"\r\n",
    b" ",
    b"\"",
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b"(",
    b")",
    b":",
    b",",
    b"=",
    b"-",
    b"0",
    b"-1",
    b"1e999",
    b"18446744073709551616",
    b"\xef\xbb\xbf",
    b"\xc3",
    b"null",
];

/// Text as long as this many words at most.
const LONGEST: u64 = 60;

/// An input for a reader: one of its seeds changed, or a string of its words; where it has none, of what stands at borders.
///
/// # Panics
/// When there is no seed.
#[must_use]
pub fn input(rng: &mut Rng, seeds: &[Vec<u8>], words: &[&str]) -> Vec<u8> {
    if rng.below(3) > 0 {
        return mutate(rng, seeds, words);
    }
    let longest = 1 + rng.below(LONGEST);
    (0..rng.below(longest)).flat_map(|_| word(rng, words).to_vec()).collect()
}

/// One of a reader's words, or now and then one that stands at borders.
fn word<'a>(rng: &mut Rng, words: &'a [&'a str]) -> &'a [u8] {
    if words.is_empty() || rng.below(16) == 0 {
        return WORDS[rng.index(WORDS.len())];
    }
    words[rng.index(words.len())].as_bytes()
}

/// One of the seeds with up to eight changes, mostly few: bytes altered, cut, doubled or moved, words put in or in the place of something,
/// another seed's end.
///
/// # Panics
/// When there is no seed.
#[must_use]
pub fn mutate(rng: &mut Rng, seeds: &[Vec<u8>], words: &[&str]) -> Vec<u8> {
    let mut bytes = seeds[rng.index(seeds.len())].clone();
    let most = 1 + rng.below(8);
    for _ in 0..=rng.below(most) {
        let (at, other) = (rng.index(bytes.len() + 1), rng.index(bytes.len() + 1));
        let (low, high) = (at.min(other), at.max(other).min(at.min(other) + 64));
        match rng.below(10) {
            0 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
            1 if at < bytes.len() => bytes[at] = rng.next_u64() as u8,
            2 => drop(bytes.drain(low..high)),
            3 => {
                let part = bytes[low..high].to_vec();
                bytes.splice(at..at, part);
            }
            4 => bytes.truncate(at),
            5 => {
                let end = &seeds[rng.index(seeds.len())];
                bytes.truncate(at);
                bytes.extend(&end[rng.index(end.len() + 1)..]);
            }
            6 | 7 if at < bytes.len() => {
                let word = word(rng, words);
                drop(bytes.splice(at..(at + word.len()).min(bytes.len()), word.iter().copied()));
            }
            _ => drop(bytes.splice(at..at, word(rng, words).iter().copied())),
        }
    }
    bytes
}
