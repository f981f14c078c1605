//! What tests know of the positions of a [`Tree`] without a search, called through a pointer: one search is compiled for all of them.

use std::sync::Arc;

use plywise::alphabeta::{AlphaBeta, Bounds, FullWidth, Host, Probe, Rank, Settings};
use plywise::rng::mix;
use plywise::{Game, Keyed, Score, Table};

use super::{Tree, Valued};

/// The same as [`Probe`], but for its constants; nothing, as provided.
pub trait Knows: Sync {
    fn is_on(&self) -> bool {
        true
    }

    fn forget(&self) {}

    fn bounds(&self, _: &Tree, _alpha: Score, _beta: Score) -> Bounds {
        Bounds::NONE
    }

    fn ahead(&self, _: &Tree, _depth: i32, _: Score, _: &mut dyn Host<Tree>) -> Option<Option<Score>> {
        None
    }

    fn best(&self, _: &Tree) -> Option<u8> {
        None
    }

    fn note(&self, _: &Tree, _depth: i32, _: Score, _best: u8) {}

    fn moves(&self, position: &Tree, out: &mut Vec<u8>) {
        position.moves(out);
    }
}

pub struct Knowing<'a>(&'a dyn Knows);

impl Probe<Tree> for Knowing<'_> {
    fn is_on(&self) -> bool {
        self.0.is_on()
    }

    fn forget(&self) {
        self.0.forget();
    }

    fn bounds(&self, position: &Tree, alpha: Score, beta: Score) -> Bounds {
        self.0.bounds(position, alpha, beta)
    }

    fn ahead(
        &self,
        position: &Tree,
        depth: i32,
        alpha: Score,
        host: &mut dyn Host<Tree>,
    ) -> Option<Option<Score>> {
        self.0.ahead(position, depth, alpha, host)
    }

    fn best(&self, position: &Tree) -> Option<u8> {
        self.0.best(position)
    }

    fn note(&self, position: &Tree, depth: i32, value: Score, best: u8) {
        self.0.note(position, depth, value, best);
    }

    fn moves(&self, position: &Tree, out: &mut Vec<u8>) {
        self.0.moves(position, out);
    }
}

/// An opinion of moves that is as good as none, so that it must not matter, or really none.
pub struct Whim(bool);

impl Rank<Tree> for Whim {
    fn rank(&self, position: &Tree, mv: u8, _: i32) -> i32 {
        if self.0 { (mix(position.key() ^ u64::from(mv)) % 1000) as i32 } else { 0 }
    }
}

pub type Informed<'a> = AlphaBeta<Valued<'a>, Whim, FullWidth, Knowing<'a>>;

/// A search that asks `probe`.
pub fn knowing<'a>(
    eval: Valued<'a>,
    probe: &'a dyn Knows,
    settings: Settings,
    table: Option<Arc<Table>>,
) -> Informed<'a> {
    AlphaBeta { eval, rank: Whim(false), select: FullWidth, probe: Knowing(probe), settings, table }
}

/// A search that knows nothing and tries moves on a whim.
pub fn moody(eval: Valued<'_>, settings: Settings, table: Option<Arc<Table>>) -> Informed<'_> {
    struct Nothing;
    impl Knows for Nothing {
        fn is_on(&self) -> bool {
            false
        }
    }
    AlphaBeta { rank: Whim(true), ..knowing(eval, &Nothing, settings, table) }
}
