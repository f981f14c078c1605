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
    use std::sync::atomic::AtomicBool;

    use plywise::Notation;

    use super::*;
    use crate::Twenty48;
    use crate::ntuple::{Settings, Trainer, TupleSet};

    const MIDDLE: &str = "16384 8192 4096 1024 512 256 128 64 32 16 8 4 2 2 0 0";
    const LATE: &str = "16384 8192 4096 2048 512 256 128 64 32 16 8 4 2 2 0 0";
    const AFTER: &str = "32768 16384 8192 2048 512 256 128 64 32 16 8 4 2 2 0 0";

    const SOON_AFTER: &str = "32768 8192 4096 1024 512 256 128 64 32 16 8 4 2 2 0 0";

    fn position(text: &str) -> Twenty48 {
        Twenty48::START.read_position(text).unwrap()
    }

    fn learned(starts: &[&str], games: u64) -> Network {
        let mut trainer =
            Trainer::new(Settings { tuples: TupleSet::FourByFive, ..Settings::default() }).unwrap();
        trainer.begin_at(starts.iter().map(|text| position(text)).collect());
        trainer.train(games, 1, &AtomicBool::new(false), &mut |_| ());
        trainer.network()
    }

    #[test]
    fn a_stage_begins_with_the_least_of_its_starts() {
        let totals = [MIDDLE, LATE, AFTER].map(|text| large_total(position(text).board()));
        assert_eq!(totals, [29_696, 30_720, 59_392]);
        assert_eq!(
            [&[LATE, MIDDLE][..], &[LATE], &[]].map(|starts| learned(starts, 0).begins()),
            [29_696, 30_720, 0]
        );
    }

    #[test]
    fn the_root_tells_the_stage() {
        let (whole, late) = (learned(&[], 20), learned(&[LATE], 20));
        let stages = Stages::whole(whole.clone()).with_late(late.clone());
        let board = |text: &str| position(text).board();
        for (text, network) in [
            ("2 4 8 16 0 0 0 0 0 0 0 0 0 0 0 0", &whole),
            (MIDDLE, &whole.seeing(Sight::Above(11))),
            (LATE, &late),
            (AFTER, &late.seeing(Sight::Above(12))),
            (SOON_AFTER, &whole.seeing(Sight::Above(14))),
        ] {
            let (seen, board) = (stages.at(board(text)), board(text));
            assert_eq!(
                (seen.expected(board), seen.sight()),
                (network.expected(board), network.sight()),
                "{text}"
            );
        }
        assert_ne!(late.expected(board(LATE)), whole.seeing(Sight::Above(10)).expected(board(LATE)));
        let downgraded = Stages::whole(whole.clone()).with_late(late.seeing(Sight::Downgraded));
        assert_eq!(downgraded.at(board(LATE)).sight(), Sight::Downgraded, "as it learned");
        assert_eq!(Stages::whole(whole).at(board(LATE)).sight(), Sight::Above(10));
    }

    #[test]
    fn a_packed_network_for_the_late_stage_is_unpacked_when_it_is_needed() {
        let late = learned(&[LATE], 20);
        let mut file = Vec::new();
        late.write(1.0, &mut file).unwrap();
        let sealed = Sealed::open(&mut file.as_slice()).unwrap();
        let packed = Arc::new(Late::from(sealed));
        let stages = Stages::whole(learned(&[], 0)).and(packed.clone());
        let board = |text: &str| position(text).board();
        let _ = stages.stage(board("8192 4096 0 0 0 0 0 0 0 0 0 0 0 0 0 2"));
        assert!(!packed.asked.load(Relaxed) && packed.network.get().is_none());
        let _ = stages.stage(board("16384 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2"));
        assert!(packed.asked.load(Relaxed), "half of the way is there");
        let read = Network::read(&mut file.as_slice()).unwrap();
        assert_eq!(stages.at(board(LATE)).expected(board(LATE)), read.expected(board(LATE)));
        assert_eq!((packed.begins, read.begins()), (30_720, 30_720));
    }
}
