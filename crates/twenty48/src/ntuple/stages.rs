//! Which network a search looks at boards with, by the stage that its root is in.

use super::network::Network;
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
    late: Option<Network>,
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

    /// The same, with another network from where it [begins](Network::begins) until a 32768 stands.
    #[must_use]
    pub fn with_late(self, late: Network) -> Self {
        Self { late: Some(late), ..self }
    }

    /// The stage of a root. Before the late stage and after it large tiles are seen [downgraded](Sight::from_root).
    #[must_use]
    pub fn stage(&self, root: Board) -> Stage {
        let is_late = |late: &Network| root.max_rank() < Self::END && large_total(root) >= late.begins();
        match self.late.as_ref().filter(|late| is_late(late)) {
            Some(late) => Stage { late: true, sight: late.sight() },
            None => Stage { late: false, sight: Sight::from_root(root) },
        }
    }

    /// The network of a stage.
    ///
    /// # Panics
    /// If the stage is one of other networks.
    #[must_use]
    pub fn network(&self, stage: Stage) -> Network {
        match stage.late {
            true => self.late.clone().expect("only networks with a late stage are in it"),
            false => self.whole.seeing(stage.sight),
        }
    }

    /// The network for a search from this board.
    #[must_use]
    pub fn at(&self, root: Board) -> Network {
        self.network(self.stage(root))
    }

    /// The rank with which the late stage is over.
    const END: u8 = 15;
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
            (AFTER, &whole.seeing(Sight::Above(12))),
        ] {
            let (seen, board) = (stages.at(board(text)), board(text));
            assert_eq!(
                (seen.expected(board), seen.sight()),
                (network.expected(board), network.sight()),
                "{text}"
            );
        }
        assert_ne!(late.expected(board(LATE)), whole.seeing(Sight::Above(10)).expected(board(LATE)));
        assert_eq!(Stages::whole(whole).at(board(LATE)).sight(), Sight::Above(10));
    }
}
