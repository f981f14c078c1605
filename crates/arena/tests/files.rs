//! Files of games, games handed out to be played elsewhere, and what plots write.

use std::io;
use std::ops::Range;

use arena::export::json_line;
use arena::plots::{nice_step, shortened};
use arena::save::read_whole;
use arena::{Experiment, GameFile, HandOut, Setup};
use store::Store;

use crate::common::Folder;

#[test]
fn games_end_up_in_order_and_an_existing_file_is_safe() {
    let folder = Folder::new("save");
    let path = folder.file("games.txt");
    let mut file = GameFile::create(&path, true).unwrap();
    for unit in [2, 0, 1] {
        file.add(unit, &format!("game {unit}\n")).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "game 2\ngame 0\ngame 1\n", "written as they end");
    file.finish().unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "game 0\ngame 1\ngame 2\n");
    let error = GameFile::create(&path, false).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
    assert!(error.to_string().contains("games.txt"));
    assert_eq!(std::fs::read_dir(folder.file("")).unwrap().count(), 1, "nothing is left beside it");
}

/// Wherever the write of the last game is cut off, what is read is whole.
#[test]
fn half_a_game_is_left_out() {
    let folder = Folder::new("half");
    let path = folder.file("games.txt");
    let mut file = GameFile::create(&path, true).unwrap();
    let games = ["one game\n", "another\nof two lines\n"];
    for (unit, game) in games.iter().enumerate() {
        file.add(unit as u64, game).unwrap();
    }
    // As if the program were killed now: the mark stays.
    std::mem::forget(file);
    let whole = games.concat();
    for cut in 0..=games[1].len() {
        std::fs::write(&path, &whole[..whole.len() - cut]).unwrap();
        let (read, left_out) = read_whole(&path).unwrap();
        let kept = if cut == 0 { &*whole } else { games[0] };
        assert_eq!((read.as_slice(), left_out), (kept.as_bytes(), whole.len() - cut - kept.len()));
    }
    // What is no mark is never written over.
    let stranger = folder.file("other.txt.whole");
    std::fs::write(&stranger, "mine").unwrap();
    let error = GameFile::create(&folder.file("other.txt"), true).unwrap_err().to_string();
    assert!(error.contains("other.txt.whole") && error.contains("another name"), "{error}");
    assert!(!folder.file("other.txt").exists());
    assert_eq!(std::fs::read_to_string(&stranger).unwrap(), "mine");
    // Another file of that name is no business of the mark's.
    for other in ["x", &whole.repeat(2)] {
        std::fs::write(&path, other).unwrap();
        assert_eq!(read_whole(&path).unwrap(), (other.as_bytes().to_vec(), 0));
    }
}

fn setup() -> Setup {
    Experiment { rounds: 5, ..Experiment::new("othello:size=4", ["random", "greedy"]) }.open().unwrap()
}

fn lines(setup: &Setup, games: Range<u64>) -> Vec<String> {
    games.map(|unit| json_line(setup, &setup.play(unit).unwrap())).collect()
}

#[test]
fn every_game_is_handed_out_once_and_what_is_stored_never() {
    let (folder, setup) = (Folder::new("hand-out"), setup());
    let open = || HandOut::new(self::setup(), Store::open(&folder.file("games.db")).unwrap()).unwrap();
    let mut first = open();
    assert_eq!([first.next(3), first.next(3), first.next(3)], [Some(0..3), Some(3..6), Some(6..9)]);
    let back = lines(&setup, 3..6);
    first.take(back.iter().map(String::as_str)).unwrap();
    assert_eq!((first.done(), first.next(3), first.next(3)), ((3, 10), Some(9..10), None));
    drop(first);

    let mut again = open();
    assert_eq!([again.next(100), again.next(100), again.next(100)], [Some(0..3), Some(6..10), None]);
    again.take(back.iter().map(String::as_str)).unwrap();
    assert_eq!(again.done(), (3, 10), "twice is once");
    let rest = [lines(&setup, 0..3), lines(&setup, 6..10)].concat();
    again.take(rest.iter().map(String::as_str)).unwrap();
    assert_eq!((again.done(), again.next(1)), ((10, 10), None));
    drop(again);
}

#[test]
fn a_foreign_game_is_refused_and_nothing_with_it_is_stored() {
    let (folder, setup) = (Folder::new("hand-out-foreign"), setup());
    let mut ours = HandOut::new(self::setup(), Store::open(&folder.file("games.db")).unwrap()).unwrap();
    let other = Experiment { seed: 2, ..setup.experiment.clone() }.open().unwrap();
    let mixed = [lines(&setup, 0..1), lines(&other, 1..2)].concat();
    let error = ours.take(mixed.iter().map(String::as_str)).unwrap_err().to_string();
    assert!(error.contains("this is a game of experiment") && !error.contains('\n'), "{error}");
    assert_eq!(ours.done(), (0, 10));
    drop(ours);
}

#[test]
fn steps_are_round_and_few() {
    for (range, step) in [(8.0, 1.0), (9.0, 2.0), (100.0, 20.0), (350.0, 50.0), (0.5, 0.1)] {
        assert!((nice_step(range) - step).abs() < 1e-9, "{range}: {}", nice_step(range));
    }
    assert!((1..2000).all(|range| (3.0..=10.0).contains(&(f64::from(range) / nice_step(f64::from(range))))));
}

#[test]
fn long_names_are_cut() {
    assert_eq!(shortened("random"), "random");
    assert_eq!(shortened(&"x".repeat(100)).chars().count(), 42);
}
