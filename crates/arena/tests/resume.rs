//! A tournament that is broken off and goes on ends as if nothing had happened.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::common::{Folder, StopAfter, experiment, games_of, timeless};
use arena::{Error, Experiment, Ledger, Progress, Report, Watch};
use store::Store;

/// Plays what is missing of an experiment.
fn run(
    experiment: &Experiment,
    store: Option<&mut Store>,
    threads: usize,
    stop: &AtomicBool,
    watch: &mut dyn Watch,
) -> Result<Report, Error> {
    arena::run(&experiment.open()?, store.map(|store| store as _), threads, stop, watch)
}

/// Six agents on a board where games are quick.
fn six() -> Experiment {
    experiment(
        "othello:size=6",
        &[
            "alphabeta:depth=2",
            "alphabeta:depth=1",
            "greedy",
            "random",
            "minimax:depth=2,eval=corners",
            "mcts:iterations=20",
        ],
        2,
    )
}

#[test]
fn stopped_and_resumed_it_is_the_same() {
    let whole = run(&six(), None, 1, &AtomicBool::new(false), &mut ()).unwrap();
    assert_eq!((whole.games, whole.broken_off), (60, false));
    let folder = Folder::new("resume");
    let mut games = 0;
    for stop_after in [0, 1, 7, 20, 1, 200] {
        let mut store = Store::open(&folder.file("games.db")).unwrap();
        let stop = AtomicBool::new(false);
        let mut watch = StopAfter::new(stop_after, &stop);
        let report = run(&six(), Some(&mut store), 2, &stop, &mut watch).unwrap();
        assert!(report.games >= games, "no stored game is lost");
        games = report.games;
        assert_eq!(report.broken_off, games < 60);
    }
    let mut store = Store::open(&folder.file("games.db")).unwrap();
    let again = run(&six(), Some(&mut store), 2, &AtomicBool::new(false), &mut ()).unwrap();
    assert_eq!(timeless(&again), timeless(&whole));
    assert_eq!(games_of(&store).len(), 60, "none is there twice");
}

#[test]
fn more_rounds_go_on_from_fewer() {
    let folder = Folder::new("rounds");
    let mut store = Store::open(&folder.file("games.db")).unwrap();
    let stop = AtomicBool::new(false);
    let base = experiment("checkers", &["random", "greedy"], 3);
    let few = run(&base, Some(&mut store), 2, &stop, &mut ()).unwrap();
    let more = Experiment { rounds: 5, ..base.clone() };
    let mut played = StopAfter::new(usize::MAX, &stop);
    let all = run(&more, Some(&mut store), 2, &stop, &mut played).unwrap();
    assert_eq!((few.games, all.games, played.seen), (6, 10, 4));
    assert_eq!(timeless(&all), timeless(&run(&more, None, 1, &stop, &mut ()).unwrap()));
    // Fewer again: what lies beyond does not count, and is not lost.
    assert_eq!(timeless(&run(&base, Some(&mut store), 1, &stop, &mut ()).unwrap()), timeless(&few));
    assert_eq!(store.experiments().unwrap()[0].games, 10);
}

#[test]
fn several_experiments_share_a_store() {
    let folder = Folder::new("share");
    let mut store = Store::open(&folder.file("games.db")).unwrap();
    let stop = AtomicBool::new(false);
    let one = experiment("othello:size=4", &["random", "greedy"], 2);
    let other = Experiment { seed: 2, ..one.clone() };
    let first = run(&one, Some(&mut store), 1, &stop, &mut ()).unwrap();
    run(&other, Some(&mut store), 1, &stop, &mut ()).unwrap();
    assert_eq!(store.experiments().unwrap().len(), 2);
    assert_eq!(timeless(&run(&one, Some(&mut store), 1, &stop, &mut ()).unwrap()), timeless(&first));
}

#[test]
fn a_test_ends_at_the_same_pair_on_any_number_of_threads_and_after_a_stop() {
    let test = Experiment {
        sprt: Some("elo0=0,elo1=100".into()),
        opening_plies: 4,
        ..experiment("othello:size=6", &["alphabeta:depth=3", "random"], 500)
    };
    let stop = AtomicBool::new(false);
    let one = run(&test, None, 1, &stop, &mut ()).unwrap();
    let sprt = one.sprt.unwrap();
    assert!(!one.broken_off && one.games < 100 && sprt.line().contains("H1 accepted"), "{one:?}");
    let folder = Folder::new("sprt");
    let mut store = Store::open(&folder.file("games.db")).unwrap();
    let stopped = AtomicBool::new(false);
    run(&test, Some(&mut store), 3, &stopped, &mut StopAfter::new(3, &stopped)).unwrap();
    let resumed = run(&test, Some(&mut store), 3, &stop, &mut ()).unwrap();
    assert_eq!(timeless(&resumed), timeless(&one));
}

#[test]
fn alone_everybody_is_compared_with_the_same_luck() {
    let stop = AtomicBool::new(false);
    let alone = experiment("2048", &["random", "greedy:eval=score"], 5);
    let report = run(&alone, None, 2, &stop, &mut ()).unwrap();
    assert_eq!((report.games, report.seats), (5, 1));
    for row in &report.agents {
        assert_eq!((row.games, row.wins + row.draws + row.losses), (5, 5));
        assert!(row.tiles.iter().any(|rate| rate.tile >= 16), "{:?}", row.tiles);
        assert!(row.score_low <= row.mean_score && row.elo.is_none());
    }
    assert_eq!(report.agents[0].wins, report.agents[1].losses);
}

#[test]
fn two_runs_on_one_store_refuse_each_other() {
    let folder = Folder::new("lock");
    let path = folder.file("games.db");
    let first = Store::open(&path).unwrap();
    let Err(refused @ Error::InUse(..)) = Store::open(&path) else { panic!("two at once") };
    assert!(refused.to_string().contains("in use by another run"), "{refused}");
    // Whoever only reads may.
    assert!(Store::read(&path).unwrap().experiments().unwrap().is_empty());
    drop(first);
    Store::open(&path).unwrap();
}

#[test]
fn files_that_are_no_stores_stay_as_they_are() {
    let folder = Folder::new("damage");
    let path = folder.file("games.db");
    let mut store = Store::open(&path).unwrap();
    run(
        &experiment("othello:size=4", &["random", "greedy"], 60),
        Some(&mut store),
        2,
        &AtomicBool::new(false),
        &mut (),
    )
    .unwrap();
    drop(store);
    let whole = std::fs::read(&path).unwrap();
    let other = folder.file("other.db");
    for (content, part) in [
        (b"Dear reader".to_vec(), "is no store of games"),
        (vec![0u8; 5000], "is no store of games"),
        (whole[..whole.len() / 2].to_vec(), "is damaged: it is cut short"),
        (whole[..50].to_vec(), "is no store of games"),
    ] {
        std::fs::write(&other, &content).unwrap();
        for error in [Store::open(&other).err(), Store::read(&other).err()] {
            let line = error.expect(part).to_string();
            assert!(line.contains(part) && !line.contains('\n'), "{line}");
        }
        assert_eq!(std::fs::read(&other).unwrap(), content, "untouched");
    }
    // Bytes overwritten in the middle: SQLite notices when it gets there.
    let mut scribbled = whole.clone();
    let third = scribbled.len() / 3;
    scribbled[third..2 * third].fill(0xA5);
    std::fs::write(&other, &scribbled).unwrap();
    let read = Store::read(&other).and_then(|store| {
        for stored in store.experiments()? {
            store.games(stored.id, 0, u64::MAX, &mut |_| {})?;
            store.records(stored.id, u64::MAX, &mut |_| Ok(()))?.unwrap();
        }
        Ok(())
    });
    let line = read.expect_err("a third of the file is junk").to_string();
    assert!(line.contains("is damaged") && !line.contains('\n'), "{line}");
}

#[test]
fn another_programs_database_is_refused() {
    let folder = Folder::new("foreign");
    let path = folder.file("theirs.db");
    let theirs = rusqlite::Connection::open(&path).unwrap();
    theirs.execute_batch("CREATE TABLE money (amount INTEGER); INSERT INTO money VALUES (1000)").unwrap();
    drop(theirs);
    let before = std::fs::read(&path).unwrap();
    let line = Store::open(&path).err().unwrap().to_string();
    assert!(line.contains("another program's database"), "{line}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn sums_that_are_kept_say_what_the_games_say() {
    let folder = Folder::new("sums");
    let mut store = Store::open(&folder.file("games.db")).unwrap();
    let experiment = six();
    run(&experiment, Some(&mut store), 2, &AtomicBool::new(false), &mut ()).unwrap();
    let setup = experiment.open().unwrap();
    let id = store.experiment(&experiment).unwrap();
    let (units, kept) = store.sums(id, 60).unwrap().unwrap();
    let mut progress = Progress::new(&setup);
    store.games(id, 0, 60, &mut |game| progress.add(&setup, game)).unwrap();
    assert_eq!((units, kept), (60, progress.standings(&setup)));
    assert_eq!(store.sums(id, 59).unwrap(), None, "sums of too many games are no use");
}

/// A store as versions wrote it before the moves to choose from were counted: read as it is, and brought up to date by the
/// first run that writes to it.
#[test]
fn a_store_of_an_earlier_version_is_read_and_goes_on() {
    let folder = Folder::new("earlier");
    let path = folder.file("games.db");
    let few = experiment("othello:size=4", &["random", "greedy"], 3);
    let stop = AtomicBool::new(false);
    let told = run(&few, Some(&mut Store::open(&path).unwrap()), 1, &stop, &mut ()).unwrap();
    let format = |sql: &str| {
        let base = rusqlite::Connection::open(&path).unwrap();
        base.execute_batch(sql).unwrap();
        base.pragma_query_value(None, "user_version", |row| row.get::<_, i32>(0)).unwrap()
    };
    let back = "ALTER TABLE games DROP COLUMN turns; ALTER TABLE games DROP COLUMN choices; DELETE FROM sums;
                ALTER TABLE games DROP COLUMN seal; ALTER TABLE records DROP COLUMN seal;
                ALTER TABLE experiments DROP COLUMN seal; ALTER TABLE runs DROP COLUMN seal;
                ALTER TABLE sums DROP COLUMN seal;
                PRAGMA user_version = 1;";
    assert_eq!(format(back), 1);
    let games = games_of(&Store::read(&path).unwrap());
    assert_eq!((games.len(), games[0].turns, format("")), (6, 0, 1), "who only reads changes nothing");
    let again = run(&few, Some(&mut Store::open(&path).unwrap()), 1, &stop, &mut ()).unwrap();
    assert_eq!(timeless(&again), Report { mean_branching: None, ..timeless(&told) });
    let more = Experiment { rounds: 4, ..few };
    let more = run(&more, Some(&mut Store::open(&path).unwrap()), 1, &stop, &mut ()).unwrap();
    assert_eq!((more.games, more.mean_branching.is_some(), format("")), (8, true, 3));
}

/// Whoever reads while somebody writes sees one moment: no sums of games that were not there yet.
#[test]
fn a_store_is_read_whole_while_games_come() {
    let folder = Folder::new("live");
    let path = folder.file("games.db");
    let plan = experiment("othello:size=4", &["greedy", "random"], 3_000);
    std::thread::scope(|scope| {
        let run = scope.spawn(|| {
            let setup = plan.open().unwrap();
            let mut store = Store::open(&path).unwrap();
            arena::run(&setup, Some(&mut store), 1, &AtomicBool::new(false), &mut ()).unwrap();
        });
        let setup = plan.open().unwrap();
        let mut seen = 0;
        while !run.is_finished() {
            let Ok(store) = Store::read(&path) else { continue };
            let Some(stored) = store.experiments().unwrap().pop() else { continue };
            // Meanwhile there come more.
            std::thread::sleep(std::time::Duration::from_millis(30));
            let progress = Progress::load(&setup, &store, stored.id).unwrap();
            assert_eq!(Report::new(&setup, &progress).games, stored.games);
            let mut out = Vec::new();
            arena::export::export(&store, stored.id, &setup, arena::export::Format::Csv, &mut out)
                .unwrap()
                .unwrap();
            assert_eq!(out.iter().filter(|&&byte| byte == b'\n').count() as u64, 1 + stored.games);
            seen += 1;
        }
        assert!(seen > 0, "it was over before anybody looked");
    });
}

/// What lies where a lock belongs, by whatever link, is somebody's; what a killed run left there is taken over.
#[cfg(unix)]
#[test]
fn a_lock_overwrites_nothing() {
    let folder = Folder::new("lock");
    let (run, place) = (folder.0.join("run"), folder.0.join("run.lock"));
    let (notes, text) = (folder.0.join("notes"), "what nobody wrote for a run");
    std::fs::write(&notes, text).unwrap();
    let links: [fn(&Path, &Path) -> std::io::Result<()>; 2] =
        [|from, to| std::os::unix::fs::symlink(from, to), |from, to| std::fs::hard_link(from, to)];
    for link in links {
        link(&notes, &place).unwrap();
        let why = arena::lock(&run).unwrap_err().to_string();
        assert!(why.contains("run.lock: this file stands where the lock of a run belongs"), "{why}");
        assert_eq!(std::fs::read_to_string(&notes).unwrap(), text);
        std::fs::remove_file(&place).unwrap();
    }
    std::fs::write(&place, "4123456789").unwrap();
    let lock = arena::lock(&run).unwrap();
    assert_eq!(std::fs::read_to_string(&place).unwrap(), std::process::id().to_string());
    drop(lock);
    assert!(!place.exists());
}
