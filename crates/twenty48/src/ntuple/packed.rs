//! A network as a small file. The format is described in this folder's README.

use std::io::{self, Write};

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::bytes::{Head, Kind, Order, Sink, Source, wrong};
use super::checkpoint::CheckpointError;
use super::network::Network;
use super::steps::{KINDS, NONE, Steps, by_frequency};
use super::table::Table;
use super::tuples::Sight;
use super::weights::{Scaled, Unpacked, Weights};

/// How hard to try when a network is packed; reading is as fast at every level.
const LEVEL: u8 = 9;

/// The largest step of a weight in points. No weight of a network that can play needs one, and sums of the weights
/// that it allows are numbers.
const LARGEST_STEP: f32 = 100_000.0;

/// A file's content, found whole, before its tables are unpacked.
#[derive(Debug)]
pub(super) struct Sealed {
    head: Head,
    order: Order,
    games: u64,
    /// Of each tuple the patterns it has.
    sizes: Vec<usize>,
    tuples: Vec<Packed>,
}

/// The weights of one tuple as the file holds them.
#[derive(Clone, Debug)]
struct Packed {
    /// Points in one step of a weight.
    step: f32,
    /// The weight of every other pattern.
    unseen: f32,
    /// Weights that follow.
    count: u32,
    /// The set of patterns that have a weight, one bit each, compressed.
    places: Vec<u8>,
    /// The weights in steps: their classes, compressed, and what remains.
    steps: Steps,
}

impl Network {
    /// Writes the weights as whole multiples of `step` points, or of as little more as 16 bits need.
    ///
    /// # Errors
    /// Those of `out`, and invalid input if a step is not above 0 or, as it comes out, above 100,000 points.
    pub fn write(&self, step: f32, out: &mut impl Write) -> io::Result<()> {
        let mut out = Sink::new(out);
        let (tuples, sight, begins) = (self.tuples(), self.sight(), self.begins());
        out.head(&Head { kind: Kind::Packed, tuples, sight, begins })?;
        out.put(&self.games().to_le_bytes())?;
        for table in self.tables() {
            let table = table.map_err(io::Error::other)?;
            let Packed { step, unseen, count, places, steps } = pack(&table, step)?;
            out.put(&step.to_le_bytes())?;
            out.put(&unseen.to_le_bytes())?;
            out.put(&count.to_le_bytes())?;
            let streams = [&places].into_iter().chain(&steps.classes).chain([&steps.rest]);
            streams.clone().try_for_each(|stream| out.put(&(stream.len() as u32).to_le_bytes()))?;
            streams.into_iter().try_for_each(|stream| out.put(stream))?;
        }
        out.finish()
    }
}

impl Sealed {
    /// A packed network's file.
    pub(super) fn open(input: &mut impl io::Read) -> Result<Self, CheckpointError> {
        let mut input = Source::new(input);
        match input.head()? {
            (head, order) if head.kind == Kind::Packed => Self::read(input, head, order),
            _ => wrong("the file holds a training run; `plywise train` writes its network with --out"),
        }
    }

    /// The rest of a file whose head was read.
    pub(super) fn read<R: io::Read>(
        mut input: Source<R>,
        head: Head,
        order: Order,
    ) -> Result<Self, CheckpointError> {
        let games = u64::from_le_bytes(input.take()?);
        let sizes: Vec<usize> = head.tuples.table_sizes().collect();
        // The weights in 16 bits, and what unpacking them takes meanwhile: refused in one piece, before the file is read.
        plywise::mapped::check(3 * sizes.iter().sum::<usize>())?;
        let tuples = sizes.iter().map(|&size| Packed::read(&mut input, size)).collect::<Result<_, _>>()?;
        input.finish()?;
        Ok(Self { head, order, games, sizes, tuples })
    }

    /// What large tiles make where its stage begins, and how it sees ranks there.
    pub(super) fn stage(&self) -> (u32, Sight) {
        (self.head.begins, self.head.sight)
    }

    /// The network. Its tables are unpacked side by side, one thread each.
    pub(super) fn unpack(&self) -> Result<Network, CheckpointError> {
        // In one piece, before its parts are asked for, as an allocator ends the program where there is none for the small
        // ones: each weight unpacked and on the way there, and what threads reserve.
        plywise::mapped::check(6 * self.sizes.iter().sum::<usize>() + self.sizes.len() * RESERVED)?;
        let parts = self.sizes.iter().zip(&self.tuples);
        let tables: Result<Vec<_>, _> = std::thread::scope(|scope| {
            let begin = |(&size, packed)| {
                std::thread::Builder::new().spawn_scoped(scope, move || unpack(size, packed, self.order))
            };
            let workers: Vec<_> = parts.map(begin).collect();
            workers.into_iter().map(|worker| worker?.join().expect("unpacking does not panic")).collect()
        });
        let Head { tuples, sight, begins, .. } = self.head;
        let weights = Weights::of(tables?)?;
        Ok(Network::new(tuples, sight, weights, self.games).beginning(begins))
    }
}

/// Bytes of address space that a thread may take before it has done anything.
const RESERVED: usize = 140 << 20;

impl Packed {
    fn read<R: io::Read>(input: &mut Source<R>, size: usize) -> Result<Self, CheckpointError> {
        let [step, unseen] = [input.take()?, input.take()?].map(f32::from_le_bytes);
        if !(step > 0.0 && step <= LARGEST_STEP && unseen.is_finite()) {
            return wrong(format!("the file's steps of {step} from {unseen} points are no weights"));
        }
        let count = u32::from_le_bytes(input.take()?);
        if count as usize > size {
            return wrong(format!("the file has {count} weights for {size} patterns"));
        }
        let mut lengths = [0; KINDS + 2];
        for length in &mut lengths {
            *length = u32::from_le_bytes(input.take()?);
        }
        let mut lengths = lengths.into_iter();
        let mut stream = || input.bytes(lengths.next().expect("one for each stream") as usize);
        let places = stream()?;
        let mut steps = Steps::default();
        for classes in &mut steps.classes {
            *classes = stream()?;
        }
        steps.rest = stream()?;
        Ok(Self { step, unseen, count, places, steps })
    }
}

fn pack(table: &[f32], step: f32) -> io::Result<Packed> {
    let unseen = most_common_neighbours(table);
    let differs = |weight: f32| weight.to_bits() != unseen.to_bits();
    let seen = table.iter().copied().filter(|&weight| differs(weight));
    let largest = seen.fold(0.0, |largest: f32, weight| largest.max(weight.abs()));
    let needed = largest / f32::from(i16::MAX);
    if !(step > 0.0 && step.max(needed) <= LARGEST_STEP) {
        let message = format!(
            "steps of {step} points for weights up to {largest}; they lie above 0 and up to {LARGEST_STEP}"
        );
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let step = step.max(needed);
    let mut places = vec![0; table.len() / 8];
    let mut numbers = vec![NONE; table.len()];
    for (pattern, &weight) in table.iter().enumerate() {
        // Beyond 16 bits by a rounding error at most, and `as` keeps it inside.
        let number = ((weight / step).round() as i16).max(-i16::MAX);
        if differs(weight) && differs(f32::from(number) * step) {
            places[pattern / 8] |= 1 << (pattern % 8);
            numbers[pattern] = number;
        }
    }
    let count = numbers.iter().filter(|&&number| number != NONE).count() as u32;
    let mut steps = Steps::of(&numbers);
    for classes in &mut steps.classes {
        *classes = by_frequency(classes);
    }
    Ok(Packed { step, unseen, count, places: compress_to_vec(&places, LEVEL), steps })
}

fn unpack(size: usize, packed: &Packed, order: Order) -> Result<Unpacked, CheckpointError> {
    let count = packed.count as usize;
    let places = decompress(&packed.places, size / 8)?;
    let set: usize = places.iter().map(|byte| byte.count_ones() as usize).sum();
    if set != count {
        return wrong(format!("the file has {count} weights for {set} patterns"));
    }
    let mut steps = Steps { rest: packed.steps.rest.clone(), ..Steps::default() };
    for (classes, packed) in steps.classes.iter_mut().zip(&packed.steps.classes) {
        *classes = decompress_at_most(packed, count)?;
    }
    let Some(numbers) = steps.table(&places)? else {
        return wrong(format!("the file's weights are not those of {set} patterns"));
    };
    let mut numbers = order.usual(numbers);
    let &Packed { step, unseen, .. } = packed;
    let rest = (unseen / step).round();
    if rest.abs() <= f32::from(i16::MAX) && (rest * step).to_bits() == unseen.to_bits() {
        numbers.replace(NONE, rest as i16);
        return Ok(Unpacked::Steps(Scaled { step, numbers }));
    }
    let mut table = Table::filled(size, unseen)?;
    for (weight, &number) in table.iter_mut().zip(&*numbers).filter(|(_, number)| **number != NONE) {
        *weight = f32::from(number) * step;
    }
    Ok(Unpacked::Points(table))
}

/// Exactly `size` bytes, or an error.
fn decompress(stream: &[u8], size: usize) -> Result<Vec<u8>, CheckpointError> {
    let bytes = decompress_at_most(stream, size)?;
    match bytes.len() {
        len if len == size => Ok(bytes),
        len => wrong(format!("a part of the file has {len} bytes where {size} belong")),
    }
}

/// At most `size` bytes, or an error.
fn decompress_at_most(stream: &[u8], size: usize) -> Result<Vec<u8>, CheckpointError> {
    decompress_to_vec_with_limit(stream, size)
        .or_else(|e| wrong(format!("a part of the file cannot be decompressed: {e}")))
}

/// The weight of patterns that were never seen: the first that stands twice side by side at the table's end, where
/// all cells hold large tiles.
fn most_common_neighbours(table: &[f32]) -> f32 {
    table.windows(2).rev().find(|pair| pair[0] == pair[1]).map_or(0.0, |pair| pair[0])
}

#[cfg(test)]
mod tests;
