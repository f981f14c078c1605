//! Stores whose bytes have changed: what is read is noticed, and `check_store` finds all that means anything.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::common::{Folder, experiment, timeless};
use arena::check::{Checked, check_store};
use arena::export::{Format, export};
use arena::{Error, Ledger, Progress, Report};
use store::Store;

/// A store with two experiments, one of them long enough for a tree of pages.
fn store(path: &Path) {
    let mut store = Store::open(path).unwrap();
    for (game, agents, rounds) in
        [("othello:size=4", ["alphabeta:depth=2", "random"], 60), ("2048", ["greedy", "random"], 2)]
    {
        let setup = experiment(game, &agents, rounds).open().unwrap();
        arena::run(&setup, Some(&mut store), 2, &AtomicBool::new(false), &mut ()).unwrap();
    }
}

/// A report without times, the games as JSON, the versions that played them.
type Shown = (Report, Vec<u8>, Vec<String>);

/// Everything that commands read of each experiment.
fn read(path: &Path) -> Result<Vec<Shown>, Error> {
    let store = Store::read(path)?;
    let mut all = Vec::new();
    for stored in store.experiments()? {
        let round = stored.experiment.open()?.timetable.games_of_a_round();
        let setup = stored.experiment.with_room_for(stored.games, round).open()?;
        let report = timeless(&Report::new(&setup, &Progress::load(&setup, &store, stored.id)?));
        let mut out = Vec::new();
        export(&store, stored.id, &setup, Format::Json, &mut out)?.unwrap();
        all.push((report, out, store.versions(stored.id)?));
    }
    Ok(all)
}

fn check(path: &Path) -> Result<Checked, Error> {
    check_store(&Store::read_as_it_is(path)?, &mut |_, _| {})
}

#[test]
fn a_whole_store_has_no_faults() {
    let folder = Folder::new("whole");
    let path = folder.file("games.db");
    store(&path);
    let checked = check(&path).unwrap();
    assert_eq!((checked.experiments, checked.games, checked.faults), (2, 124, vec![]));
}

/// One byte after the other is changed, evenly over the file, twice as many where all is tried: whatever is then read is either
/// what was stored, or one line says that it is not; and what the check passes is what was stored.
#[test]
fn a_changed_byte_is_noticed_or_means_nothing() {
    let folder = Folder::new("changed");
    let tries = if crate::whole() { 120 } else { 40 };
    let (noticed, harmless) = change(&folder, &mut |len| {
        (0..tries).map(|n| n * len / tries + n % 7).map(|at| (at, 1 << (at % 8))).collect()
    });
    assert!(noticed as usize > tries / 2, "{noticed} noticed, {harmless} of no account");
}

/// The same where no seal of a row looks: how many rows each page has, and where the first and the second lie
/// (<https://www.sqlite.org/fileformat2.html#b_tree_pages>).
#[test]
fn a_changed_head_of_a_page_is_noticed_or_means_nothing() {
    let folder = Folder::new("pages");
    let (noticed, harmless) = change(&folder, &mut |len| {
        let step = if crate::whole() { 1 } else { 3 };
        let pages = (1..len / 4096).step_by(step).map(|page| page * 4096);
        pages
            .flat_map(|page| [(4, 1), (4, 2), (8, 1), (10, 1), (10, 8)].map(|(at, bit)| (page + at, bit)))
            .collect()
    });
    assert!(noticed > 20, "{noticed} noticed, {harmless} of no account");
}

/// How many of the changes (place, bits that change) of a store of so many bytes were noticed, and how many meant nothing.
fn change(folder: &Folder, changes: &mut dyn FnMut(usize) -> Vec<(usize, u8)>) -> (u32, u32) {
    let (path, other) = (folder.file("games.db"), folder.file("other.db"));
    store(&path);
    let (whole, expected) = (std::fs::read(&path).unwrap(), read(&path).unwrap());
    let (mut noticed, mut harmless) = (0, 0);
    for (at, bits) in changes(whole.len()) {
        let mut changed = whole.clone();
        changed[at] ^= bits;
        std::fs::write(&other, &changed).unwrap();
        let found = check(&other).map_or(true, |checked| !checked.faults.is_empty());
        match read(&other) {
            Ok(read) => assert!(read == expected, "byte {at} is believed"),
            Err(error) => {
                let line = error.to_string();
                assert!(!line.contains('\n'), "{line}");
                assert!(found, "byte {at}: {line}, and the check finds nothing");
            }
        }
        *(if found { &mut noticed } else { &mut harmless }) += 1;
        for more in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{more}", other.display()));
        }
    }
    (noticed, harmless)
}

/// Rows that were taken away leave others behind that belong to them.
#[test]
fn what_was_deleted_is_missed() {
    let folder = Folder::new("deleted");
    for (change, parts) in [
        (
            "DELETE FROM experiments",
            &["agents belong to experiments", "runs belong", "games belong", "records belong", "sums belong"]
                [..],
        ),
        ("DELETE FROM experiments WHERE id = 2", &["4 rows of games belong to experiments"]),
        ("DELETE FROM runs", &["124 rows of games belong to runs"]),
        ("DELETE FROM games WHERE experiment = 2", &["4 rows of records belong to games", "do not add up"]),
    ] {
        let path = folder.file("games.db");
        store(&path);
        let base = rusqlite::Connection::open(&path).unwrap();
        assert!(base.execute(change, []).unwrap() > 0, "{change}");
        drop(base);
        let faults: Vec<String> =
            check(&path).unwrap().faults.into_iter().map(|fault| fault.message).collect();
        for part in parts {
            assert!(faults.iter().any(|fault| fault.contains(part)), "{change}: {part}: {faults:?}");
        }
        std::fs::remove_file(&path).unwrap();
    }
}

/// A run goes by the games that are there, not by sums of some that are gone.
#[test]
fn what_was_deleted_is_played_again() {
    let folder = Folder::new("replayed");
    let path = folder.file("games.db");
    store(&path);
    let whole = read(&path).unwrap();
    let base = rusqlite::Connection::open(&path).unwrap();
    for table in ["games", "records"] {
        let sql = format!("DELETE FROM {table} WHERE experiment = 1 AND unit IN (0, 5, 17)");
        assert_eq!(base.execute(&sql, []).unwrap(), 3);
    }
    drop(base);
    let counted = |path: &Path| Store::read(path).unwrap().experiments().unwrap()[0].games;
    let left = counted(&path);
    assert!(!check(&path).unwrap().faults.is_empty());
    store(&path);
    assert_eq!(counted(&path), left + 3, "those that are there are counted");
    assert_eq!(check(&path).unwrap().faults, []);
    let again = read(&path).unwrap();
    assert_eq!(whole[0].0, again[0].0);
}

/// What no checksum tells, as whoever changed the file took it anew: games against the rules, sums of other games.
#[test]
fn games_are_held_to_the_rules() {
    let folder = Folder::new("rules");
    for (change, part) in [
        ("UPDATE games SET fingerprint = fingerprint + 1 WHERE experiment = 1 AND unit = 3", "fingerprint"),
        ("UPDATE games SET agent1 = 1, agent2 = 0 WHERE experiment = 1 AND unit = 4", "should have agents"),
        ("DELETE FROM records WHERE experiment = 1 AND unit = 5", "is not there"),
        ("UPDATE records SET game = replace(game, ' ', ' a1 ') WHERE experiment = 2 AND unit = 0", ""),
        ("UPDATE agents SET spec = 'greedy' WHERE experiment = 1 AND agent = 0", "the list of its agents"),
        ("UPDATE sums SET units = 0", ""),
    ] {
        let path = folder.file("games.db");
        store(&path);
        let base = rusqlite::Connection::open(&path).unwrap();
        assert!(base.execute(change, []).unwrap() > 0, "{change}");
        // Back to a format without seals.
        let unseal = ["games", "records", "experiments", "runs", "sums"];
        for table in unseal {
            base.execute_batch(&format!("ALTER TABLE {table} DROP COLUMN seal")).unwrap();
        }
        base.pragma_update(None, "user_version", 2).unwrap();
        drop(base);
        let checked = check(&path).unwrap();
        if change.contains("sums") {
            assert_eq!(checked.faults, [], "sums of no games are none");
        } else {
            assert_eq!(checked.faults.len(), 1, "{change}: {:?}", checked.faults);
            assert!(checked.faults[0].message.contains(part), "{change}: {:?}", checked.faults);
        }
        // It is sealed as it stands by whoever writes next.
        drop(Store::open(&path).unwrap());
        assert_eq!(check(&path).unwrap().faults, checked.faults);
        std::fs::remove_file(&path).unwrap();
    }
}
