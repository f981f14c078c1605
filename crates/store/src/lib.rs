#![doc = include_str!("../README.md")]

mod guard;
mod opening;
mod rows;
mod trouble;

use std::path::{Path, PathBuf};

use arena::ledger::Ledgers;
use arena::{Error, Experiment, GameRow, Ledger, SpecError, Standings, Stored};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row, params, params_from_iter};

use crate::guard::Held;
use crate::rows::{SEALED, WIDTHS, check_seal, game_row, game_values, record_values, sealed, whole_row};
use crate::trouble::{in_row, of_sqlite};

/// What opens stores, for whoever runs matches and may keep them.
pub const LEDGERS: Ledgers = Ledgers {
    open: |path| Ok(Box::new(Store::open(path)?)),
    read: |path| Ok(Box::new(Store::read(path)?)),
    read_as_it_is: |path| Ok(Box::new(Store::read_as_it_is(path)?)),
};

/// Rows of the first table belong to one of the second, by these columns.
const BELONGS: [(&str, &str, &str); 7] = [
    ("agents", "experiments", "m.id = t.experiment"),
    ("runs", "experiments", "m.id = t.experiment"),
    ("games", "experiments", "m.id = t.experiment"),
    ("records", "experiments", "m.id = t.experiment"),
    ("sums", "experiments", "m.id = t.experiment"),
    ("games", "runs", "m.id = t.run AND m.experiment = t.experiment"),
    ("records", "games", "m.experiment = t.experiment AND m.unit = t.unit"),
];

/// An open store.
pub struct Store {
    path: PathBuf,
    base: Connection,
    /// Of the tables in the file: what is only read stays as it is.
    format: i32,
    /// Held while this run may write, with the file that it may write.
    held: Option<Held>,
}

impl Store {
    /// Whether what is written still goes into the file of this name. Where it does not, the file that was moved gets what is in the
    /// log.
    fn check_place(&self) -> Result<(), Error> {
        match &self.held {
            Some(Held { place, .. }) if place.has_changed() => {
                let _ = self.base.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
                place.clear();
                Err(Error::Gone(self.path.clone()))
            }
            _ => Ok(()),
        }
    }

    fn failed(&self, error: &rusqlite::Error) -> Error {
        of_sqlite(&self.path, error)
    }

    fn enter(&mut self, experiment: &Experiment) -> rusqlite::Result<i64> {
        let hash = experiment.hash();
        let find = "SELECT id FROM experiments WHERE hash = ?1";
        if let Some(id) = self.base.query_row(find, [&hash], |row| row.get(0)).optional()? {
            // How far it shall go may have changed.
            let row = sealed(vec![Value::from(id), hash.into(), experiment.text().into()]);
            let sql = "UPDATE experiments SET hash = ?2, text = ?3, seal = ?4 WHERE id = ?1";
            self.base.execute(sql, params_from_iter(row))?;
            return Ok(id);
        }
        let change = self.base.transaction()?;
        let id = next_id(&change, "experiments")?;
        let row = sealed(vec![Value::from(id), hash.into(), experiment.text().into()]);
        change.execute("INSERT INTO experiments VALUES (?1, ?2, ?3, ?4)", params_from_iter(row))?;
        for (agent, spec) in experiment.agents.iter().enumerate() {
            change.execute("INSERT INTO agents VALUES (?1, ?2, ?3)", params![id, agent as i64, spec])?;
        }
        change.commit()?;
        Ok(id)
    }

    fn insert(&mut self, experiment: i64, run: i64, games: &[GameRow]) -> rusqlite::Result<()> {
        let change = self.base.transaction()?;
        {
            let marks = (1..=WIDTHS[2]).map(|at| format!("?{at}")).collect::<Vec<_>>().join(",");
            let mut game_row =
                change.prepare_cached(&format!("INSERT OR IGNORE INTO games VALUES ({marks})"))?;
            let mut record =
                change.prepare_cached("INSERT OR IGNORE INTO records VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
            for game in games {
                game_row.execute(params_from_iter(sealed(game_values(experiment, run, game))))?;
                record.execute(params_from_iter(sealed(record_values(experiment, game))))?;
            }
        }
        change.commit()
    }

    /// Games with their records, damaged rows among them: the number of each, and what can be read.
    fn whole_rows(
        &self,
        experiment: i64,
        to: u64,
        each: &mut dyn FnMut(u64, rusqlite::Result<GameRow>) -> rusqlite::Result<()>,
    ) -> Result<(), Error> {
        let sql = "SELECT g.*, r.* FROM games g LEFT JOIN records r ON r.experiment = g.experiment AND r.unit = g.unit
             WHERE g.experiment = ?1 AND g.unit >= ?2 AND g.unit < ?3 ORDER BY g.unit";
        self.scan(sql, experiment, (0, to), &mut |row| {
            let unit: i64 = row.get(1)?;
            each(unit as u64, whole_row(row, self.format))
        })
    }

    fn scan(
        &self,
        sql: &str,
        experiment: i64,
        (from, to): (u64, u64),
        each: &mut dyn FnMut(&Row<'_>) -> rusqlite::Result<()>,
    ) -> Result<(), Error> {
        let signed = |unit: u64| i64::try_from(unit).unwrap_or(i64::MAX);
        let mut scan = || -> rusqlite::Result<()> {
            let mut found = self.base.prepare_cached(sql)?;
            let mut rows = found.query(params![experiment, signed(from), signed(to)])?;
            while let Some(row) = rows.next()? {
                each(row)?;
            }
            Ok(())
        };
        scan().map_err(|error| self.failed(&error))
    }
}

impl Ledger for Store {
    fn path(&self) -> &Path {
        &self.path
    }

    fn experiment(&mut self, experiment: &Experiment) -> Result<i64, Error> {
        if let Some(clash) = self.experiments()?.iter().find_map(|stored| stored.clash(experiment)) {
            return Err(Error::Spec(SpecError(format!("{} {clash}", self.path.display()))));
        }
        let path = self.path.clone();
        self.enter(experiment).map_err(|error| of_sqlite(&path, &error))
    }

    fn run(&mut self, experiment: i64) -> Result<i64, Error> {
        let enter = || -> rusqlite::Result<i64> {
            let id = next_id(&self.base, "runs")?;
            let now: String = self.base.query_row("SELECT datetime('now')", [], |row| row.get(0))?;
            let version = env!("CARGO_PKG_VERSION").to_owned();
            let row = sealed(vec![id.into(), experiment.into(), version.into(), now.into()]);
            self.base.execute("INSERT INTO runs VALUES (?1, ?2, ?3, ?4, ?5)", params_from_iter(row))?;
            Ok(id)
        };
        enter().map_err(|error| self.failed(&error))
    }

    fn add(&mut self, experiment: i64, run: i64, games: &[GameRow]) -> Result<(), Error> {
        let path = self.path.clone();
        self.insert(experiment, run, games).map_err(|error| of_sqlite(&path, &error))?;
        self.check_place()
    }

    fn keep_sums(&mut self, experiment: i64, units: u64, standings: &Standings) -> Result<(), Error> {
        let text = serde_json::to_string(standings).unwrap_or_default();
        let row = sealed(vec![experiment.into(), (units as i64).into(), text.into()]);
        self.base
            .execute("INSERT OR REPLACE INTO sums VALUES (?1, ?2, ?3, ?4)", params_from_iter(row))
            .map_err(|error| self.failed(&error))?;
        self.check_place()
    }

    fn sums(&self, experiment: i64, most: u64) -> Result<Option<(u64, Standings)>, Error> {
        let read = |row: &Row<'_>| {
            if self.format >= SEALED {
                check_seal(row, (0, 4), &|| "the sum of the games".to_owned())?;
            }
            Ok((row.get::<_, i64>(1)? as u64, row.get::<_, String>(2)?))
        };
        let kept = self.base.query_row("SELECT * FROM sums WHERE experiment = ?1", [experiment], read);
        let kept = kept.optional().map_err(|error| self.failed(&error))?;
        Ok(kept
            .filter(|kept| kept.0 <= most)
            .and_then(|(units, text)| Some((units, serde_json::from_str(&text).ok()?))))
    }

    fn count(&self, experiment: i64, units: u64) -> Result<u64, Error> {
        let sql = "SELECT COUNT(*) FROM games WHERE experiment = ?1 AND unit < ?2";
        let count: i64 = self
            .base
            .query_row(sql, [experiment, units as i64], |row| row.get(0))
            .map_err(|error| self.failed(&error))?;
        Ok(count as u64)
    }

    fn games(&self, experiment: i64, from: u64, to: u64, each: &mut dyn FnMut(GameRow)) -> Result<(), Error> {
        let sql = "SELECT * FROM games WHERE experiment = ?1 AND unit >= ?2 AND unit < ?3 ORDER BY unit";
        self.scan(sql, experiment, (from, to), &mut |row| {
            each(game_row(row, self.format)?);
            Ok(())
        })
    }

    fn records(
        &self,
        experiment: i64,
        to: u64,
        each: &mut dyn FnMut(GameRow) -> std::io::Result<()>,
    ) -> Result<std::io::Result<()>, Error> {
        let mut written = Ok(());
        let mut count = 0;
        self.whole_rows(experiment, to, &mut |_, game| {
            count += 1;
            if written.is_ok() {
                written = each(game?);
            }
            Ok(())
        })?;
        match self.sums(experiment, to)? {
            Some((summed, _)) if count < summed => {
                let what = format!("{count} games are there of the {summed} that it has summed up");
                Err(Error::Damaged(self.path.clone(), what))
            }
            _ => Ok(written),
        }
    }

    fn rows(&self, experiment: i64, each: &mut dyn FnMut(u64, Result<GameRow, String>)) -> Result<(), Error> {
        self.whole_rows(experiment, u64::MAX, &mut |unit, row| {
            each(unit, row.map_err(|error| in_row(&error)));
            Ok(())
        })
    }

    fn experiments(&self) -> Result<Vec<Stored>, Error> {
        let list = || -> rusqlite::Result<Vec<(i64, String, String, i64)>> {
            let mut found = self.base.prepare(
                // The games themselves: sums may be of some that are gone.
                "SELECT (SELECT count(*) FROM games g WHERE g.experiment = id), e.* FROM experiments e ORDER BY id",
            )?;
            let rows = found.query_map([], |row| {
                if self.format >= SEALED {
                    check_seal(row, (1, 4), &|| "an experiment".to_owned())?;
                }
                Ok((row.get(1)?, row.get(2)?, row.get(3)?, row.get(0)?))
            })?;
            rows.collect()
        };
        list()
            .map_err(|error| self.failed(&error))?
            .into_iter()
            .map(|(id, hash, text, games)| {
                Ok(Stored { id, hash, experiment: Experiment::parse(&text)?, games: games as u64 })
            })
            .collect()
    }

    fn versions(&self, experiment: i64) -> Result<Vec<String>, Error> {
        let list = || -> rusqlite::Result<Vec<String>> {
            let mut runs = self.base.prepare("SELECT * FROM runs WHERE experiment = ?1 ORDER BY id")?;
            let runs = runs.query_map([experiment], |row| {
                if self.format >= SEALED {
                    check_seal(row, (0, 5), &|| "the note of a run".to_owned())?;
                }
                row.get(2)
            })?;
            let mut versions: Vec<String> = Vec::new();
            for version in runs {
                let version = version?;
                if !versions.contains(&version) {
                    versions.push(version);
                }
            }
            Ok(versions)
        };
        list().map_err(|error| self.failed(&error))
    }

    fn integrity(&self) -> Result<Vec<String>, Error> {
        let list = || -> rusqlite::Result<Vec<String>> {
            self.base.prepare("PRAGMA integrity_check(10)")?.query_map([], |row| row.get(0))?.collect()
        };
        let mut lines = list().map_err(|error| self.failed(&error))?;
        lines.retain(|line| line != "ok");
        // SQLite tells of a database and what is wrong in it in lines of one text.
        lines.iter_mut().for_each(|line| *line = plywise::notation::in_words(&*line));
        for (table, missing, key) in BELONGS {
            let sql = format!(
                "SELECT count(*) FROM {table} AS t WHERE NOT EXISTS (SELECT 1 FROM {missing} AS m WHERE {key})"
            );
            let count: i64 = self.base.query_row(&sql, [], |row| row.get(0)).map_err(|e| self.failed(&e))?;
            if count > 0 {
                lines.push(format!("{count} rows of {table} belong to {missing} that are not there"));
            }
        }
        Ok(lines)
    }

    fn agents(&self, experiment: i64) -> Result<Vec<String>, Error> {
        let list = || -> rusqlite::Result<Vec<String>> {
            let sql = "SELECT spec FROM agents WHERE experiment = ?1 ORDER BY agent";
            self.base.prepare(sql)?.query_map([experiment], |row| row.get(0))?.collect()
        };
        list().map_err(|error| self.failed(&error))
    }
}

/// The number of a table's next row.
fn next_id(base: &Connection, table: &str) -> rusqlite::Result<i64> {
    base.query_row(&format!("SELECT ifnull(max(id), 0) + 1 FROM {table}"), [], |row| row.get(0))
}
