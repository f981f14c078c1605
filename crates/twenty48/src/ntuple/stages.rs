//! Which network a search looks at boards with, by the stage that its root is in.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use super::network::Network;
use super::packed::Sealed;
use super::tuples::Sight;
use crate::board::Board;

/// What a board's tiles of 1024 and more make together.
#[must_use]
pub fn large_total(board: Board) -> u32 {
    board.ranks().into_iter().filter(|&rank| rank >= 10).map(|rank| 1 << rank).sum()
}

/// The networks of one player: one that learned whole games, and perhaps one for their late stage.
///
/// Multi-stage learning (Wu, Yeh, Liang, Chang & Chiang 2014, "Multi-stage temporal difference learning for 2048"). The stage is
/// that of the root of a search, so that all boards below it are compared by one measure.
#[derive(Clone, Debug)]
pub struct Stages {
    whole: Network,
    late: Option<Arc<Late>>,
}

/// One stage, and the sight of its network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    late: bool,
    sight: Sight,
}

impl Stages {
    /// One network for the whole game.
    #[must_use]
    pub fn whole(network: Network) -> Self {
        Self { whole: network, late: None }
    }

    /// The same, with another network from where it [begins](Network::begins).
    #[must_use]
    pub fn with_late(self, late: Network) -> Self {
        self.and(Arc::new(Late::from(late)))
    }

    pub(super) fn and(self, late: Arc<Late>) -> Self {
        Self { late: Some(late), ..self }
    }

    /// The stage of a root. Without a late stage, and before it, large tiles are seen [downgraded](Sight::from_root). The
    /// late stage ends with a 32768; what comes then is seen downgraded to look like the late stage again, for 32768 and
    /// nothing else large is to one 16384 less what 16384 is to one 8192 less.
    #[must_use]
    pub fn stage(&self, root: Board) -> Stage {
        let downgraded = Stage { late: false, sight: Sight::from_root(root) };
        let Some(late) = &self.late else { return downgraded };
        let total = large_total(root);
        if 2 * total >= late.begins {
            late.prepare();
        }
        if total < late.begins {
            return downgraded;
        }
        if root.max_rank() < Self::END {
            return Stage { late: true, sight: late.sight };
        }
        // Where no tile is missing below a 32768, all from 32768 up look half as large.
        let sight = match downgraded.sight {
            Sight::Above(gap) if gap < Self::END => downgraded.sight,
            _ => Sight::Above(Self::END - 1),
        };
        Stage { late: large_total(sight.of(root)) >= late.begins, sight }
    }

    /// The network of a stage.
    ///
    /// # Panics
    /// If the stage is one of other networks.
    #[must_use]
    pub fn network(&self, stage: Stage) -> Network {
        let network = match stage.late {
            true => self.late.as_ref().expect("only networks with a late stage are in it").network(),
            false => &self.whole,
        };
        network.seeing(stage.sight)
    }

    /// The network for a search from this board.
    #[must_use]
    pub fn at(&self, root: Board) -> Network {
        self.network(self.stage(root))
    }

    /// The rank with which the late stage is over, in play and in learning.
    pub(super) const END: u8 = 15;
}

/// A network for the late stage, unpacked when it comes near: many a game, and every short look, ends before.
#[derive(Debug)]
pub(super) struct Late {
    begins: u32,
    /// With which it learned.
    sight: Sight,
    network: OnceLock<Network>,
    /// Where it was not unpacked at once.
    sealed: Option<Sealed>,
    /// Whether somebody unpacks it, or has.
    asked: AtomicBool,
}

impl From<Network> for Late {
    fn from(network: Network) -> Self {
        let (begins, sight) = (network.begins(), network.sight());
        Self { begins, sight, network: network.into(), sealed: None, asked: true.into() }
    }
}

impl From<Sealed> for Late {
    fn from(sealed: Sealed) -> Self {
        let (begins, sight) = sealed.stage();
        Self { begins, sight, network: OnceLock::new(), sealed: Some(sealed), asked: false.into() }
    }
}

impl Late {
    /// Has it unpacked meanwhile.
    fn prepare(self: &Arc<Self>) {
        if !self.asked.swap(true, Relaxed) {
            let late = Arc::clone(self);
            // Where there is no thread to be had, it is unpacked when it is needed.
            let _ = std::thread::Builder::new().spawn(move || drop(late.network().clone()));
        }
    }

    fn network(&self) -> &Network {
        self.network.get_or_init(|| {
            let sealed = self.sealed.as_ref().expect("it is sealed or unpacked");
            sealed.unpack().expect("a file whose checksum fits is what was packed")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::Table;
    use super::super::tuples::TupleSet;
    use super::super::weights::Weights;
    use super::*;

    /// Every board is worth so much, of a stage that begins so.
    fn network(value: f32, begins: u32) -> Network {
        let set = TupleSet::FiveByFour;
        let tables = set.table_sizes().map(|size| Table::filled(size, set.share(value)).unwrap());
        Network::new(set, Sight::Plain, Weights::Points(tables.collect()), 20).beginning(begins)
    }

    #[test]
    fn a_packed_network_for_the_late_stage_is_unpacked_when_it_is_needed() {
        let mut file = Vec::new();
        network(1_000.0, 30_720).write(1.0, &mut file).unwrap();
        let sealed = Sealed::open(&mut file.as_slice()).unwrap();
        let packed = Arc::new(Late::from(sealed));
        let stages = Stages::whole(network(0.0, 0)).and(packed.clone());
        let board = |ranks: &[u8]| {
            Board::from_ranks(std::array::from_fn(|cell| ranks.get(cell).copied().unwrap_or(0))).unwrap()
        };
        let _ = stages.stage(board(&[13, 12, 1]));
        assert!(!packed.asked.load(Relaxed) && packed.network.get().is_none());
        let _ = stages.stage(board(&[14, 1]));
        assert!(packed.asked.load(Relaxed), "half of the way is there");
        let late = board(&[14, 13, 12, 11, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1]);
        assert!(stages.at(late).tables().all(|table| table.unwrap()[0] == 25.0));
        assert_eq!(packed.begins, 30_720);
    }
}
