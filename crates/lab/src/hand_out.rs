//! What a series lacks, handed out to whoever does it elsewhere: what the one writer of a cluster does.

use std::ops::Range;
use std::path::Path;

use arena::{HandOut, Lock};
use store::Store;

use crate::error::Error;
use crate::folder;
use crate::plan::{Plan, Series, Size};
use crate::rows::Rows;
use crate::series::{self, Opened};

/// The units that a series lacks. Each goes to one at a time; what comes back twice counts once. No other run may have the folder
/// meanwhile.
pub struct Missing {
    kind: Lacks,
    _lock: Lock,
}

enum Lacks {
    /// Games.
    Games(Box<HandOut>),
    /// Repetitions of a measure.
    Rows(MissingRows),
}

/// The repetitions that a file of rows lacks.
struct MissingRows {
    rows: Rows,
    units: u64,
    /// Units below this are kept or with somebody.
    next: u64,
}

impl Missing {
    /// What a series lacks in the folder of its experiment's report.
    ///
    /// # Errors
    /// When something that it names does not exist, or a file cannot be read or written.
    pub fn of(plan: &Plan, series: &Series, size: Size, folder: &Path) -> Result<Self, Error> {
        plywise::file::make_folder(folder).map_err(Error::file(folder))?;
        let lock = folder::take(folder)?;
        let of = |error| Error::Games(plan.name.clone(), error);
        let kind = match series::open(plan, series, size)? {
            Opened::Games(setup) => {
                let store = Store::open(&folder.join("games.db")).map_err(of)?;
                Lacks::Games(Box::new(HandOut::new(*setup, store).map_err(of)?))
            }
            Opened::Measure(measured) => {
                Lacks::Rows(MissingRows { rows: measured.rows(folder)?, units: measured.units(), next: 0 })
            }
        };
        Ok(Self { kind, _lock: lock })
    }

    /// The next units for whoever asks, at most `most` of them; None where there are no more, or none may begin before others are
    /// back.
    pub fn next(&mut self, most: u64) -> Option<Range<u64>> {
        match &mut self.kind {
            Lacks::Games(games) => games.next(most),
            Lacks::Rows(MissingRows { rows, units, next }) => {
                let is_missing = |unit: &u64| !rows.units.contains_key(unit);
                let from = (*next..*units).find(is_missing)?;
                let most = (*units).min(from.saturating_add(most));
                *next = (from..most).find(|unit| !is_missing(unit)).unwrap_or(most);
                (*next > from).then_some(from..*next)
            }
        }
    }

    /// Keeps what came of units: lines of [`json_line`](arena::export::json_line) or [`Measured::line`](series::Measured::line).
    ///
    /// # Errors
    /// When one of them is none of this series, or a file cannot be written.
    pub fn take<'a>(&mut self, plan: &Plan, lines: impl IntoIterator<Item = &'a str>) -> Result<(), Error> {
        match &mut self.kind {
            Lacks::Games(games) => games.take(lines).map_err(|error| Error::Games(plan.name.clone(), error)),
            Lacks::Rows(rows) => lines.into_iter().try_for_each(|line| rows.rows.add(line)),
        }
    }

    /// Units that are kept, and all of them.
    #[must_use]
    pub fn done(&self) -> (u64, u64) {
        match &self.kind {
            Lacks::Games(games) => games.done(),
            Lacks::Rows(MissingRows { rows, units, .. }) => {
                (rows.units.range(..*units).count() as u64, *units)
            }
        }
    }

    /// Units that are neither kept nor with anybody, about.
    #[must_use]
    pub fn left(&self) -> u64 {
        match &self.kind {
            Lacks::Games(games) => games.left(),
            Lacks::Rows(MissingRows { rows, units, next }) => {
                units - next - rows.units.range(*next..*units).count() as u64
            }
        }
    }
}
