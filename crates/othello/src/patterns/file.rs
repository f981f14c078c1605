//! Weights in files of their own: eight letters, the weights in two bytes each, the lower one first, and the checksum of both.

use std::collections::HashMap;
use std::io::Read;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use plywise::Checksum;

use super::{Patterns, size, stages};
use crate::Size;

/// What such a file begins with.
const MAGIC: &[u8; 8] = b"PWOWGT1\n";
/// How long one is.
const LENGTH: usize = MAGIC.len() + 2 * size::<8>() * stages::<8>() + 8;

/// Weights for the board of 8x8 as a file, for each place those of all stages, cut to ±[`Patterns::LARGEST`].
#[must_use]
pub fn packed(weights: impl IntoIterator<Item = i32>) -> Vec<u8> {
    let most = Patterns::LARGEST;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(weights.into_iter().flat_map(|weight| (weight.clamp(-most, most) as i16).to_le_bytes()));
    let sum = Checksum::of(&bytes);
    bytes.extend(sum.get().to_le_bytes());
    bytes
}

impl Patterns {
    /// The weights for the board of 8x8 that come along, as [`packed`] takes them.
    pub fn learned_weights() -> impl Iterator<Item = i32> {
        include_bytes!("../../weights/patterns.bin").chunks_exact(2).map(half)
    }

    /// Of the file of this name. They are kept as long as the program runs, once however often the same ones are asked for.
    ///
    /// # Errors
    /// Why there are none.
    pub fn open(path: &Path) -> Result<Self, String> {
        Self::open_with_weights(path).map(|(patterns, _)| patterns)
    }

    /// The same, and the weights in the file, as [`packed`] takes them.
    ///
    /// # Errors
    /// Why there are none.
    pub fn open_with_weights(path: &Path) -> Result<(Self, impl Iterator<Item = i32> + use<>), String> {
        let mut bytes = Vec::new();
        // No more than such a file has is read of whatever it is.
        let read =
            plywise::file::open(path).and_then(|file| file.take(LENGTH as u64 + 1).read_to_end(&mut bytes));
        read.map_err(|error| error.to_string())?;
        let patterns = Self::of_file(&bytes).map_err(|why| format!("{} {why}", path.display()))?;
        let weights = move |at: usize| half(&bytes[MAGIC.len() + 2 * at..]);
        Ok((patterns, (0..(LENGTH - MAGIC.len() - 8) / 2).map(weights)))
    }

    /// Of a file that [`packed`] wrote, as [`open`](Self::open) reads it.
    ///
    /// # Errors
    /// Why it is none.
    pub fn of_file(bytes: &[u8]) -> Result<Self, &'static str> {
        let content = checked(bytes)?;
        static OPENED: Mutex<Option<HashMap<u64, Patterns>>> = Mutex::new(None);
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        let patterns = opened.get_or_insert_default().entry(Checksum::of(content).get());
        Ok(*patterns.or_insert_with(|| {
            Self::of_bytes(Size::Eight, content).expect("weights for every place and stage")
        }))
    }
}

/// The weights of a file, if it is whole.
fn checked(file: &[u8]) -> Result<&[u8], &'static str> {
    if !file.starts_with(MAGIC) {
        return Err("holds no patterns for othello; plywise train othello writes them");
    }
    if file.len() != LENGTH {
        return Err("has another length than patterns for othello; was it written to its end?");
    }
    let (content, sum) = file.split_at(file.len() - 8);
    if Checksum::of(content).get().to_le_bytes() != sum {
        return Err("is damaged: its checksum is another");
    }
    Ok(&content[MAGIC.len()..])
}

/// The number that these bytes begin with.
fn half(bytes: &[u8]) -> i32 {
    i32::from(i16::from_le_bytes([bytes[0], bytes[1]]))
}
