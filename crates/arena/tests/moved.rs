//! A store whose file is taken away while games go into it: nobody is told that they are safe, and no other file is spoilt.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::common::{Each, Folder, experiment, games_of};
use arena::{Error, GameFile, GameRow, Setup};
use store::Store;

/// Plays sixty games, after the tenth of which something happens to the store, and tells how the run ended.
fn run_and(store: &Path, happens: impl Fn()) -> Error {
    let setup = experiment("othello:size=4", &["random", "greedy"], 30).open().unwrap();
    let mut seen = 0;
    let each = |_: &Setup, _: &GameRow| {
        seen += 1;
        if seen == 10 {
            happens();
        }
        None::<()>
    };
    let mut ledger = Store::open(store).unwrap();
    arena::run(&setup, Some(&mut ledger), 1, &AtomicBool::new(false), &mut Each(each, Vec::new()))
        .unwrap_err()
}

fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(&folder.0).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn check_told(error: &Error, store: &Path) {
    let told = format!("{} was moved, removed or replaced", store.display());
    assert!(error.to_string().starts_with(&told) && !error.to_string().contains("safe"), "{error}");
}

#[test]
fn one_that_is_removed_is_missed() {
    let folder = Folder::new("removed");
    let store = folder.file("games.db");
    check_told(&run_and(&store, || fs::remove_file(&store).unwrap()), &store);
    assert!(names(&folder).is_empty(), "{:?}", names(&folder));
}

#[test]
fn one_that_is_moved_keeps_what_it_held() {
    let folder = Folder::new("moved");
    let (store, other) = (folder.file("games.db"), folder.file("other.db"));
    check_told(&run_and(&store, || fs::rename(&store, &other).unwrap()), &store);
    assert_eq!(names(&folder), ["other.db"]);
    let games = games_of(&Store::read(&other).unwrap()).len();
    assert!((10..=60).contains(&games), "{games} of those that were played");
}

#[test]
fn one_that_takes_its_place_is_left_alone() {
    let folder = Folder::new("replaced");
    let (store, other) = (folder.file("games.db"), folder.file("other.db"));
    let setup = experiment("othello:size=6", &["random", "greedy"], 2).open().unwrap();
    let mut ledger = Store::open(&other).unwrap();
    arena::run(&setup, Some(&mut ledger), 1, &AtomicBool::new(false), &mut ()).unwrap();
    drop(ledger);
    let whole = fs::read(&other).unwrap();
    check_told(&run_and(&store, || fs::rename(&other, &store).unwrap()), &store);
    assert_eq!(names(&folder), ["games.db"]);
    assert!(fs::read(&store).unwrap() == whole, "not a byte is another");
    assert_eq!(games_of(&Store::read(&store).unwrap()).len(), 4);
}

/// What a link leads to may be told by another name meanwhile.
#[test]
fn one_behind_a_link_is_looked_for_behind_it() {
    let folder = Folder::new("linked");
    let (link, store) = (folder.file("link.db"), folder.file("games.db"));
    std::os::unix::fs::symlink(&store, &link).unwrap();
    check_told(&run_and(&link, || fs::remove_file(&store).unwrap()), &link);
    assert_eq!(names(&folder), ["link.db"]);
    let setup = experiment("othello:size=4", &["random", "greedy"], 30).open().unwrap();
    let mut ledger = Store::open(&link).unwrap();
    let mut unlinked =
        Each(|_: &Setup, _: &GameRow| fs::remove_file(&link).is_err().then_some(()), Vec::new());
    arena::run(&setup, Some(&mut ledger), 1, &AtomicBool::new(false), &mut unlinked).unwrap();
    drop(ledger);
    assert_eq!(games_of(&Store::read(&store).unwrap()).len(), 60, "the link is gone, the store is not");
}

/// SQLite would write over files of these names, or take them away.
#[test]
fn files_of_others_beside_it_stay_as_they_are() {
    let folder = Folder::new("beside");
    let (none, there) = (folder.file("none.db"), folder.file("there.db"));
    drop(Store::open(&there).unwrap());
    for store in [&none, &there] {
        for ending in ["-wal", "-shm", "-journal"] {
            let mut other = store.clone().into_os_string();
            other.push(ending);
            fs::write(&other, "My notes.").unwrap();
            let before = names(&folder);
            for error in [Store::open(store).err().unwrap(), Store::read(store).err().unwrap()] {
                let told = "this file stands where a file of the store's own belongs";
                assert!(
                    error.to_string().starts_with(&format!("{}: {told}", Path::new(&other).display())),
                    "{error}"
                );
            }
            assert_eq!(names(&folder), before);
            assert_eq!(fs::read_to_string(&other).unwrap(), "My notes.");
            fs::remove_file(&other).unwrap();
        }
    }
    assert_eq!(names(&folder), ["there.db"]);
}

/// Where a store may only be read, or has no room for its own files beside it, nothing is left of the attempt.
#[test]
fn what_cannot_be_begun_leaves_nothing() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("nothing");
    let long = folder.file(&"n".repeat(249));
    let error = Store::open(&long).err().unwrap().to_string();
    assert!(error.starts_with(long.to_str().unwrap()), "{error}");
    assert!(names(&folder).is_empty(), "{:?}", names(&folder));
    let store = folder.file("games.db");
    drop(Store::open(&store).unwrap());
    fs::set_permissions(&store, fs::Permissions::from_mode(0o444)).unwrap();
    // Whoever may do everything may write it all the same.
    if let Err(error) = Store::open(&store) {
        assert!(error.to_string().ends_with("games.db: it may not be written"), "{error}");
    }
    assert_eq!(names(&folder), ["games.db"]);
}

/// By another name there is another lock beside it, and another log; where its lock is taken away there is none.
#[cfg(target_os = "linux")]
#[test]
fn nobody_else_opens_it_by_whatever_name_or_without_its_lock() {
    let folder = Folder::new("names");
    let (store, other) = (folder.file("games.db"), folder.file("other.db"));
    let held = Store::open(&store).unwrap();
    fs::hard_link(&store, &other).unwrap();
    let refused = Store::open(&other).err().unwrap().to_string();
    assert!(refused.starts_with(other.to_str().unwrap()) && refused.contains("a hard link"), "{refused}");
    fs::remove_file(&other).unwrap();
    fs::remove_file(folder.file("games.db.lock")).unwrap();
    assert!(matches!(Store::open(&store), Err(Error::InUse(path, _)) if path == store));
    drop(held);
    drop(Store::open(&store).unwrap());
}

/// What SQLite would take for a database in memory, or for an address, is a file of that name.
#[test]
fn names_are_names_of_files() {
    let folder = Folder::new("addresses");
    for name in [":memory:", "file:games", "file:x%41?mode=memory"] {
        let setup = experiment("othello:size=4", &["random", "greedy"], 2).open().unwrap();
        let path = folder.file(name);
        let mut ledger = Store::open(&path).unwrap();
        arena::run(&setup, Some(&mut ledger), 1, &AtomicBool::new(false), &mut ()).unwrap();
        drop(ledger);
        assert_eq!(names(&folder), [name]);
        assert_eq!(games_of(&Store::read(&path).unwrap()).len(), 4);
        fs::remove_file(path).unwrap();
    }
}

/// What a killed run left in its log is no other store's, and nobody waits for a pipe.
#[test]
fn a_log_without_its_store_stays_and_pipes_are_refused() {
    let folder = Folder::new("orphan");
    let (store, log) = (folder.file("games.db"), folder.file("games.db-wal"));
    let ledger = Store::open(&store).unwrap();
    let bytes = fs::read(&log).unwrap();
    assert!(!bytes.is_empty(), "what was begun is in the log");
    drop(ledger);
    fs::remove_file(&store).unwrap();
    for content in [None, Some("")] {
        fs::write(&log, &bytes).unwrap();
        if let Some(content) = content {
            fs::write(&store, content).unwrap();
        }
        let error = Store::open(&store).err().unwrap().to_string();
        assert!(
            error.contains("games.db-wal: games of a store are in this log, and the store is gone"),
            "{error}"
        );
        assert!(fs::read(&log).unwrap() == bytes, "it is as it was");
    }
    fs::remove_file(&log).unwrap();
    for name in ["games.db-wal", "games.db-shm", "games.db-journal", "games.db.lock"] {
        let pipe = folder.file(name);
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let error = Store::open(&store).err().unwrap().to_string();
        assert!(error.starts_with(pipe.to_str().unwrap()) && error.contains("stands where"), "{error}");
        fs::remove_file(pipe).unwrap();
    }
    // An index that was just begun is SQLite's own.
    fs::write(folder.file("games.db-shm"), [0; 3]).unwrap();
    drop(Store::open(&store).unwrap());
}

/// Games that are saved as text are missed likewise, and what came in their place is nobody's to write over.
#[test]
fn a_file_of_games_is_missed_as_a_store_is() {
    let folder = Folder::new("saved-moved");
    let (path, other) = (folder.file("games.txt"), folder.file("other.txt"));
    type Happening = fn(&Path, &Path);
    let happenings: [(Happening, &str, &str); 4] = [
        (|path, _| fs::remove_file(path).unwrap(), "moved, removed or replaced", ""),
        (|path, other| fs::rename(path, other).unwrap(), "moved, removed or replaced", ""),
        (|path, _| replaced(path), "moved, removed or replaced", "Mine."),
        (|path, _| fs::write(path, "Mine.").unwrap(), "somebody else wrote", "Mine."),
    ];
    for (happens, told, left) in happenings {
        for ends in [false, true] {
            let mut games = GameFile::create(&path, true).unwrap();
            games.add(1, "second\n").unwrap();
            games.add(0, "first\n").unwrap();
            happens(&path, &other);
            let error = if ends { games.finish() } else { games.add(2, "third\n") }.unwrap_err().to_string();
            assert!(error.starts_with(path.to_str().unwrap()) && error.contains(told), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap_or_default(), left);
            if other.exists() {
                assert_eq!(fs::read_to_string(&other).unwrap(), "second\nfirst\n");
            }
            for path in [&path, &other] {
                let _ = fs::remove_file(path);
            }
        }
    }
    assert!(names(&folder).is_empty(), "{:?}", names(&folder));
}

fn replaced(path: &Path) {
    let mine = path.with_extension("mine");
    fs::write(&mine, "Mine.").unwrap();
    fs::rename(mine, path).unwrap();
}
