//! All tables of a folder.

use std::io;
use std::path::Path;

use super::build::NEW;
use super::file::Table;
use crate::board::Board;
use crate::moves::Direction;

/// The least chance with which a table is followed. From a 512 to be doubled, 0.1 and 0.3 did as well as each other
/// (71 of 100), 0.5 a little worse (69), 0.8 no better than no table (43; 150 games each).
pub(crate) const LEAST_CHANCE: f32 = 0.3;

/// The rank of the least largest tile: before a 16384 the network knows better what comes after a tile is doubled, and with
/// tables fewer games reach it (`data/twenty48/network/SOURCE.md`).
const FROM: u8 = 14;

/// The tables that a player asks, those of the largest goal first.
#[derive(Debug)]
pub struct Endgames {
    tables: Vec<Table>,
}

impl Endgames {
    /// The ranks of the goals that tables help to double, the largest first: 512 down to 64. A search alone doubles
    /// smaller ones nearly always (a 64 in 99.3 % of 300 tries), and a table for a 1024 has about three times as many positions.
    pub const RANKS: [u8; 4] = [9, 8, 7, 6];

    /// Opens those of [`RANKS`](Self::RANKS) that a folder holds.
    ///
    /// # Errors
    /// If a table cannot be read, with its path; [`io::ErrorKind::NotFound`] if there is none.
    pub fn open(folder: &Path) -> io::Result<Self> {
        let mut tables = Vec::new();
        for rank in Self::RANKS {
            match Table::open(folder, rank) {
                Ok(table) => tables.push(table),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => {
                    let path = Table::path(folder, rank);
                    return Err(io::Error::new(error.kind(), format!("{}: {error}", path.display())));
                }
            }
        }
        if tables.is_empty() { Err(io::ErrorKind::NotFound.into()) } else { Ok(Self { tables }) }
    }

    /// Those that were opened one by one, that of the largest goal first.
    #[must_use]
    pub fn of(tables: Vec<Table>) -> Self {
        Self { tables }
    }

    /// The slide at the player's turn that the table with the largest goal and at least `LEAST_CHANCE` knows, once there is
    /// a 16384.
    #[must_use]
    pub fn best(&self, board: Board) -> Option<(Direction, f32)> {
        if board.max_rank() < FROM {
            return None;
        }
        let known = |table: &Table| table.best(board).or_else(|| back(table, board));
        self.tables.iter().find_map(|table| known(table).filter(|found| found.1 >= LEAST_CHANCE))
    }
}

/// The slide that leads into a table whatever the new tile: after a rescue, the one back.
fn back(table: &Table, board: Board) -> Option<(Direction, f32)> {
    let slides = board.legal().as_slice().iter().filter_map(|&way| {
        let after = board.slide(way);
        let mut chance = 0.0;
        for place in 0..after.count_empty() {
            for (rank, share) in [(1, NEW[0]), (2, NEW[1])] {
                let mut next = after;
                next.set(after.nth_empty(place), rank);
                chance += share * table.best(next).map_or(0.0, |found| found.1);
            }
            // Almost all boards are of other shapes: one new tile tells.
            if chance == 0.0 {
                return None;
            }
        }
        Some((way, chance / after.count_empty() as f32))
    });
    slides.max_by(|one, other| one.1.total_cmp(&other.1))
}
