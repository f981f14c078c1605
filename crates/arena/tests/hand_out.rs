//! Games handed out to whoever plays them elsewhere.

use std::ops::Range;

use arena::export::json_line;
use arena::{Experiment, HandOut, Setup};
use store::Store;

use crate::common::Folder;

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
}
