//! What is known of endings: databases of all slices up to some number of pieces.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use plywise::alphabeta::Bounds;
use plywise::mapped::{self, OutOfMemory};
use plywise::{Game, Score, Seat};

use super::make::unit_path;
use super::packed::{Kind, Part, Unreadable};
use super::plies::{Plies, Values};
use super::slice::{MOST_PIECES, Slice};
use crate::board::Board;

/// Endings that come along: all with up to four pieces, with their distances.
static SHIPPED: &[u8] = include_bytes!("../../weights/endings-4.plies");

/// The values of all positions with few pieces, under the rules without draws by repetition or by quiet plies.
#[derive(Debug, Default)]
pub struct Databases {
    /// By the slices' numbers; empty without any.
    parts: Vec<Option<Part>>,
    /// The most pieces of which all slices are there.
    pieces: usize,
    /// The most pieces of which any is there.
    most: usize,
}

/// Why a file is no database.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It cannot be read.
    #[error("{0}")]
    File(std::io::Error),
    /// It is there, and is none.
    #[error("{path}: {why}", path = .0.display(), why = .1)]
    Unreadable(PathBuf, Unreadable),
    /// There is no memory for what it holds.
    #[error("{path}: {why}; endings of fewer pieces take less", path = .0.display(), why = .1)]
    Memory(PathBuf, OutOfMemory),
    /// There is no file for so many pieces.
    #[error(
        "no database of endings with {pieces} pieces in {folder}; plywise databases checkers --pieces {pieces} makes it, with --unit a part of it",
        folder = .folder.display()
    )]
    Missing {
        /// Pieces of its positions.
        pieces: usize,
        /// Where it should be.
        folder: PathBuf,
    },
}

/// Where a database lies in a folder: `checkers-5.plies`. The one of four pieces or fewer holds fewer pieces, too.
#[must_use]
pub fn path(folder: &Path, pieces: usize, kind: Kind) -> PathBuf {
    folder.join(format!("checkers-{pieces}.{}", kind.word()))
}

impl Databases {
    /// What comes along: distances to the end with up to four pieces.
    #[must_use]
    pub fn shipped() -> &'static Arc<Self> {
        static ALL: OnceLock<Arc<Databases>> = OnceLock::new();
        ALL.get_or_init(|| Arc::new(Self::that_come_along()))
    }

    fn that_come_along() -> Self {
        let mut all = Self::default();
        all.add(Cow::Borrowed(SHIPPED)).expect("what comes along is whole, which a test sees to");
        all
    }

    /// What comes along and what a folder has beyond it.
    ///
    /// # Errors
    /// When a file is there, and cannot be read or is none.
    pub fn at_hand(folder: &Path) -> Result<Arc<Self>, OpenError> {
        for pieces in (5..=MOST_PIECES).rev() {
            match Self::open(folder, pieces) {
                Err(OpenError::Missing { .. }) => {}
                opened => return opened.map(Arc::new),
            }
        }
        Ok(Self::shipped().clone())
    }

    /// What comes along and, of a folder, what has up to `wanted` pieces: distances where they are there, else results. Of the
    /// most pieces the units that are there, one at least, where they are not joined yet.
    ///
    /// # Errors
    /// When a file is not there, or cannot be read, or is none.
    pub fn open(folder: &Path, wanted: usize) -> Result<Self, OpenError> {
        let mut all = Self::default();
        all.add(Cow::Borrowed(SHIPPED))
            .map_err(|why| OpenError::Unreadable(PathBuf::from("endings"), why))?;
        for pieces in all.pieces + 1..=wanted {
            let paths = [Kind::Plies, Kind::Results].map(|kind| path(folder, pieces, kind));
            if let Some(path) = paths.into_iter().find(|path| path.exists()) {
                all.read(&path)?;
                if all.pieces < pieces {
                    return Err(OpenError::Unreadable(path, Unreadable::Lacks(pieces)));
                }
            } else if pieces < wanted || !all.read_units(folder, pieces)? {
                return Err(OpenError::Missing { pieces, folder: folder.to_owned() });
            }
        }
        Ok(all)
    }

    /// Adds the units that are there; whether one is.
    fn read_units(&mut self, folder: &Path, pieces: usize) -> Result<bool, OpenError> {
        let mut any = false;
        for pair in Slice::pairs(pieces) {
            let paths = [Kind::Plies, Kind::Results].map(|kind| unit_path(folder, pieces, &pair, kind));
            if let Some(path) = paths.into_iter().find(|path| path.exists()) {
                self.read(&path)?;
                any = true;
            }
        }
        Ok(any)
    }

    /// Adds what a file holds.
    ///
    /// # Errors
    /// When it cannot be read or is none, or there is no memory for it.
    pub fn read(&mut self, path: &Path) -> Result<(), OpenError> {
        let unread = |error| OpenError::File(plywise::file::named(path, &error));
        let length = std::fs::metadata(path).map_err(unread)?.len();
        mapped::check(usize::try_from(length).unwrap_or(usize::MAX))
            .map_err(|why| OpenError::Memory(path.to_owned(), why))?;
        let bytes = std::fs::read(path).map_err(unread)?;
        self.add(Cow::Owned(bytes)).map_err(|why| OpenError::Unreadable(path.to_owned(), why))
    }

    /// Adds the slices of a file.
    pub(super) fn add(&mut self, bytes: Cow<'static, [u8]>) -> Result<(), Unreadable> {
        self.parts.resize_with(Slice::NUMBERS, || None);
        for part in Part::all(bytes)? {
            let slice = part.index.slice();
            self.most = self.most.max(slice.pieces());
            let number = slice.number();
            self.parts[number] = Some(part);
        }
        let is_whole = |&pieces: &usize| {
            Slice::all(pieces).into_iter().all(|slice| self.parts[slice.number()].is_some())
        };
        self.pieces = (2..=MOST_PIECES).take_while(is_whole).last().unwrap_or(0);
        Ok(())
    }

    /// The most pieces of which every ending is known.
    #[must_use]
    pub const fn pieces(&self) -> usize {
        self.pieces
    }

    /// What it holds: `5 pieces (85 slices, 85 with distances)`.
    #[must_use]
    pub fn told(&self) -> String {
        let parts = || self.parts.iter().flatten();
        let distances = parts().filter(|part| part.kind == Kind::Plies).count();
        format!("{} pieces ({} slices, {distances} with distances)", self.pieces, parts().count())
    }

    /// Between which scores a board's value for the side to move lies, distances counted from it: exact where distances are known
    /// and for draws; of other wins and losses that they are one. None where nothing is known.
    #[inline]
    #[must_use]
    pub fn bounds(&self, board: &Board) -> Option<Bounds> {
        let pieces = [Seat::FIRST, Seat::SECOND].map(|seat| board.pieces(seat));
        if (pieces[0] | pieces[1]).len() as usize > self.most {
            return None;
        }
        self.look_up(board)
    }

    fn look_up(&self, board: &Board) -> Option<Bounds> {
        if board.pieces(board.to_move()).is_empty() {
            return Some(Bounds::exact(Score::lost_in(0)));
        }
        if board.pieces(board.to_move().other()).is_empty() {
            return None;
        }
        if !board.jumpers().is_empty() {
            return self.by_captures(board);
        }
        let turned = if board.to_move() == Seat::FIRST { *board } else { board.turned() };
        let part = self.parts.get(Slice::of(&turned).number())?.as_ref()?;
        let code = part.code(part.index.number(&turned))?;
        Some(match (part.kind, code) {
            (Kind::Plies, byte) => Bounds::exact(Plies(byte).score()),
            (Kind::Results, 0) => Bounds::exact(Score::ZERO),
            (Kind::Results, 1) => Bounds { at_least: Score::lost_in(0), at_most: Score::lost_in(FURTHEST) },
            (Kind::Results, _) => Bounds { at_least: Score::won_in(FURTHEST), at_most: Score::won_in(1) },
        })
    }

    /// Captures are forced: the position is worth what the best of them is.
    fn by_captures(&self, board: &Board) -> Option<Bounds> {
        let mut best = Some(Bounds { at_least: Score::lost_in(0), at_most: Score::lost_in(0) });
        board.visit_moves(|mv| {
            let mut child = *board;
            child.play(mv);
            best = best.and_then(|best| {
                let found = self.look_up(&child)?;
                Some(Bounds {
                    at_least: best.at_least.max((-found.at_most).from_root(1)),
                    at_most: best.at_most.max((-found.at_least).from_root(1)),
                })
            });
        });
        best
    }

    /// Plies to the end from a board, or that it is a draw; None where the distance is not known.
    #[must_use]
    pub fn plies(&self, board: &Board) -> Option<Score> {
        let bounds = self.bounds(board)?;
        (bounds.at_least == bounds.at_most).then_some(bounds.at_least)
    }

    /// Of a position with no capture pending, the first seat to move: 1 for a win, 0 for a draw, -1 for a loss. None where nothing is
    /// known.
    pub(super) fn result(&self, board: &Board) -> Option<i8> {
        let bounds = self.look_up(board)?;
        Some(i8::from(bounds.at_least > Score::ZERO) - i8::from(bounds.at_most < Score::ZERO))
    }

    /// The values of a slice whose distances are there, captures worked out; all that they lead to is in `values`.
    pub(super) fn unpack(&self, slice: Slice, values: &Values) -> Option<Vec<u8>> {
        let part = self.parts.get(slice.number())?.as_ref().filter(|part| part.kind == Kind::Plies)?;
        (0..part.index.len())
            .map(|number| {
                let board = part.index.board(number);
                if board.jumpers().is_empty() {
                    part.code(number)
                } else {
                    values.best(&board).map(|value| value.0)
                }
            })
            .collect()
    }
}

/// No ending of so few pieces takes more plies: where one does, no database is made.
const FURTHEST: u32 = Plies::MOST as u32;
