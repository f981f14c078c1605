//! Inputs made from others.

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

/// One of the seeds with up to eight changes: bytes altered, cut, doubled or moved, words put in, another seed's end.
///
/// # Panics
/// When there is no seed.
#[must_use]
pub fn mutate(rng: &mut Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = seeds[rng.index(seeds.len())].clone();
    for _ in 0..=rng.below(8) {
        let (at, other) = (rng.index(bytes.len() + 1), rng.index(bytes.len() + 1));
        let (low, high) = (at.min(other), at.max(other).min(at.min(other) + 64));
        match rng.below(8) {
            0 | 1 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
            2 if at < bytes.len() => bytes[at] = rng.next_u64() as u8,
            3 => drop(bytes.drain(low..high)),
            4 => {
                let part = bytes[low..high].to_vec();
                bytes.splice(at..at, part);
            }
            5 => bytes.truncate(at),
            6 => {
                let end = &seeds[rng.index(seeds.len())];
                bytes.truncate(at);
                bytes.extend(&end[rng.index(end.len() + 1)..]);
            }
            _ => drop(bytes.splice(at..at, WORDS[rng.index(WORDS.len())].iter().copied())),
        }
    }
    bytes
}
