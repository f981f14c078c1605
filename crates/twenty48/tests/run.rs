//! Files of training runs by their description (`src/ntuple/README.md`), read and written by other code than the crate's: what a run
//! knows, with the sums that it shows to nobody.

use plywise::Checksum;
use twenty48::ntuple::{Network, Rule, Settings, Trainer, TupleSet};

/// What stands of a pattern: its weight, and the net sum and the sum of magnitudes of its errors.
pub(crate) type Entry = (usize, [f32; 3]);

/// A run.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Run {
    /// All before the tables, without the times, which differ from run to run.
    pub(crate) head: Vec<u8>,
    /// Where the cells of its tuples begin in there.
    cells: usize,
    /// Of each tuple what was met, in the order of its patterns.
    pub(crate) tables: Vec<Vec<Entry>>,
    sizes: Vec<usize>,
}

/// The bytes of a block of the learning curve, and where in them its time stands.
const BLOCK: usize = 5 * 8 + 4 + 8 + 18 * 8;
const TIME: std::ops::Range<usize> = 44..52;

pub(crate) fn bytes(trainer: &Trainer) -> Vec<u8> {
    let mut bytes = Vec::new();
    trainer.write(&mut bytes).unwrap();
    bytes
}

/// Seven bits a byte, the lowest first.
fn number(bytes: &mut &[u8]) -> usize {
    let (mut number, mut shift) = (0, 0);
    while let Some((&byte, rest)) = bytes.split_first() {
        *bytes = rest;
        number |= usize::from(byte & 0x7F) << shift;
        shift += 7;
        if byte < 0x80 {
            break;
        }
    }
    number
}

fn put(mut number: usize, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

impl Run {
    pub(crate) fn of(trainer: &Trainer) -> Self {
        Self::read(&bytes(trainer))
    }

    pub(crate) fn read(file: &[u8]) -> Self {
        let (content, sum) = file.split_last_chunk::<8>().unwrap();
        assert_eq!(Checksum::of(content).get(), u64::from_le_bytes(*sum));
        // Behind the magic stands the kind, and, with 8 in it, where the stage begins.
        let cells = 9 + if content[8] & 8 != 0 { 4 } else { 0 };
        let (mut at, mut sizes) = (cells + 1, Vec::new());
        for _ in 0..content[cells] {
            sizes.push(1 << (4 * content[at]));
            at += 1 + usize::from(content[at]);
        }
        // The rate, the rule, the optimism, the seed, the games of a block.
        at += 4 + 1 + 4 + 8 + 8;
        let count = u64::from_le_bytes(content[at + BLOCK..][..8].try_into().unwrap()) as usize;
        let curve = at + BLOCK + 8;
        let mut head = content[..curve + count * BLOCK].to_vec();
        for block in [at].into_iter().chain((0..count).map(|block| curve + block * BLOCK)) {
            head[block..][TIME].fill(0);
        }
        let mut rest = &content[head.len()..];
        let mut tables = Vec::new();
        for &size in &sizes {
            let (mut pattern, mut table) = (0, Vec::new());
            while pattern < size {
                pattern += number(&mut rest);
                for _ in 0..number(&mut rest) {
                    let (entry, others) = rest.split_at(12);
                    let [weight, net, total] =
                        [0, 4, 8].map(|at| f32::from_le_bytes(entry[at..at + 4].try_into().unwrap()));
                    table.push((pattern, [weight, net, total]));
                    (pattern, rest) = (pattern + 1, others);
                }
            }
            tables.push(table);
        }
        assert!(rest.is_empty());
        Self { head, cells: cells + 1, tables, sizes }
    }

    pub(crate) fn write(&self) -> Vec<u8> {
        let mut bytes = self.head.clone();
        for (table, &size) in self.tables.iter().zip(&self.sizes) {
            let mut at = 0;
            // Those side by side in one run each.
            for run in table.chunk_by(|one, next| one.0 + 1 == next.0) {
                put(run[0].0 - at, &mut bytes);
                put(run.len(), &mut bytes);
                run.iter().flat_map(|entry| entry.1).for_each(|number| bytes.extend(number.to_le_bytes()));
                at = run[0].0 + run.len();
            }
            if at < size {
                put(size - at, &mut bytes);
                put(0, &mut bytes);
            }
        }
        sealed(bytes)
    }

    /// As files were written before: the same tuples turned by half a turn.
    pub(crate) fn turned(mut self) -> Self {
        let mut at = self.cells;
        for (table, &size) in self.tables.iter_mut().zip(&self.sizes) {
            let cells = usize::from(self.head[at]);
            let place = &mut self.head[at + 1..][..cells];
            place.reverse();
            place.iter_mut().for_each(|cell| *cell = 15 - *cell);
            at += 1 + cells;
            assert_eq!(size, 1 << (4 * cells));
            for entry in table.iter_mut() {
                entry.0 = (0..cells).fold(0, |turned, cell| turned << 4 | entry.0 >> (4 * cell) & 15);
            }
            table.sort_by_key(|entry| entry.0);
        }
        self
    }
}

/// Content with its checksum behind it.
pub(crate) fn sealed(mut content: Vec<u8>) -> Vec<u8> {
    let sum = Checksum::of(&content).get();
    content.extend(sum.to_le_bytes());
    content
}

/// The weights of a network that differ from what every pattern of it has at first, where every board is worth so much.
pub(crate) fn weights(network: &Network, optimism: f32) -> Vec<Vec<(usize, f32)>> {
    // Without coherence no sums are estimated: the weights stay what they are.
    let rule = Rule { coherence: false, ..Rule::default() };
    let settings = Settings { tuples: network.tuples(), rule, optimism, ..Settings::default() };
    let run = Run::of(&Trainer::from_network(network, settings, Vec::new()).unwrap());
    run.tables
        .into_iter()
        .map(|table| table.into_iter().map(|(at, [weight, ..])| (at, weight)).collect())
        .collect()
}

/// A short run of the small set.
pub(crate) fn trained(mut settings: Settings, games: u64) -> Trainer {
    settings.tuples = TupleSet::FiveByFour;
    let mut trainer = Trainer::new(settings).unwrap();
    train(&mut trainer, games);
    trainer
}

pub(crate) fn train(trainer: &mut Trainer, games: u64) {
    trainer.train(games, 1, &std::sync::atomic::AtomicBool::new(false), &mut |_| ());
}
