//! Books grow the same on any number of threads, however often they are killed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use learn::book::{BATCH, Plan, State, leaves, search, step};
use plywise::book::{Searched, header, line};
use plywise::trace::Tell;
use plywise::{Agent, Book, Limits, RandomAgent, Report, Score, Seat, Value};

use crate::web::{Shape, Web};

/// Values a position by its number; the same whoever is asked.
struct Oracle;

impl Agent<Web> for Oracle {
    fn choose_with_progress(
        &mut self,
        position: &Web,
        limits: &Limits,
        tell: &mut Tell<'_, u8>,
    ) -> Report<u8, Value> {
        let report = RandomAgent::default().choose_with_progress(position, limits, tell);
        Report { value: Value::Points((position.draw(5, 92) % 21) as f64 - 10.0), nodes: 40, ..report }
    }
}

fn oracles(threads: usize) -> Vec<Box<dyn Agent<Web>>> {
    (0..threads).map(|_| Box::new(Oracle) as _).collect()
}

fn start() -> Web {
    Web::new(Shape::Onwards { seed: 8, size: 4000 })
}

fn plan() -> Plan<Web> {
    Plan { roots: vec![start(), Web { at: 3, seat: Seat::SECOND, ..start() }], weight: 500 }
}

/// Grows the book of a file by some steps.
fn grow(path: &Path, steps: usize, threads: usize) -> State<Web> {
    let mut state = State::open(path, &start(), "web").unwrap();
    for _ in 0..steps {
        let next = step(&state.book, &plan());
        let found = search(&next.positions, &mut oracles(threads), &Arc::default(), &|_| ()).unwrap();
        state.add(found).unwrap();
    }
    state
}

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("plywise-book-{name}-{}", std::process::id()))
}

/// The tree, and what each search said to whoever moves there:
/// the start leads to 1 (-3), 2 (-1) and 3 (+2), 1 to 4 (+1) and 5 (-1).
#[test]
fn the_next_is_what_both_sides_reach_by_giving_up_the_least() {
    let start = Web::new(Shape::Written(&[&[1, 2, 3], &[4, 5], &[6, 7], &[8, 9]]));
    let plan = Plan { roots: vec![start], weight: 1000 };
    let mut book = Book::default();
    let add = |book: &mut Book<Web>, at, seat, value| {
        let position = Web { at, seat: Seat(seat), ..start };
        book.insert(Searched { position, value: Score::heuristic(value), nodes: 1 });
        book.back_up();
    };
    let next = |book: &Book<Web>, most| {
        let leaf = |leaf: learn::book::Leaf| (book.get(leaf.at).position.at, leaf.cost, leaf.plies);
        leaves(book, &plan, most).into_iter().map(leaf).collect::<Vec<_>>()
    };
    assert_eq!(step(&book, &plan).positions, [start], "roots come first");
    add(&mut book, 0, 0, 0);
    assert_eq!(next(&book, 9), [(0, 0, 0)]);
    for (at, value) in [(1, -3), (2, -1), (3, 2)] {
        add(&mut book, at, 1, value);
    }
    // The start is worth 3 by its first move; the others give up 2 and 5.
    assert_eq!(next(&book, 9), [(1, 1000, 1), (2, 3000, 1), (3, 6000, 1)]);
    for (at, value) in [(4, 1), (5, -1)] {
        add(&mut book, at, 0, value);
    }
    // Now that one is worth -1, and the start +1 by its second move; the first gives up 2, and 4 behind it another 2.
    assert_eq!(next(&book, 9), [(2, 1000, 1), (3, 4000, 1), (5, 4000, 2), (4, 6000, 2)]);
    assert_eq!(next(&book, 2), [(2, 1000, 1), (3, 4000, 1)]);
    let expected = [6, 7, 8, 9, 51, 41].map(|at| Web { at, seat: Seat((at > 9).into()), ..start });
    let step = step(&book, &plan);
    assert_eq!((step.positions, step.plies), (expected.to_vec(), 3));
    // What is proven stays as it is.
    book.insert(Searched {
        position: Web { at: 2, seat: Seat(1), ..start },
        value: Score::lost_in(4),
        nodes: 2,
    });
    book.back_up();
    assert!(next(&book, 9).iter().all(|leaf| leaf.0 != 2));
}

#[test]
fn the_same_book_on_any_number_of_threads_and_after_any_kill() {
    let (one, three, killed) = (file("one"), file("three"), file("killed"));
    let grown = grow(&one, 12, 1);
    assert!(grown.book.len() > 12 * BATCH, "{}", grown.book.len());
    grow(&three, 12, 3);
    let bytes = std::fs::read(&one).unwrap();
    assert!(bytes == std::fs::read(&three).unwrap(), "three threads grew another book");
    let marks: Vec<usize> = (1..=bytes.len()).filter(|&at| bytes[..at].ends_with(b" positions\n")).collect();
    assert_eq!(marks.len(), 13, "a mark at the beginning, and one for each step");
    let first = marks[0];
    for cut in (first..bytes.len()).step_by(97).chain([first, bytes.len() - 1]) {
        std::fs::write(&killed, &bytes[..cut]).unwrap();
        let done = marks.iter().filter(|&&mark| mark <= cut).count() - 1;
        let state = grow(&killed, 12 - done, 2);
        assert_eq!(state.book.len(), grown.book.len());
        assert!(std::fs::read(&killed).unwrap() == bytes, "killed at byte {cut}");
    }
    for path in [one, three, killed] {
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_stopped_step_is_nothing() {
    let stop = Arc::new(AtomicBool::new(true));
    assert_eq!(search(&[start()], &mut oracles(2), &stop, &|_| ()), None);
}

#[test]
fn books_are_merged_and_lines_may_have_any_order() {
    let (one, other) = (file("merged"), file("other"));
    let mut state = grow(&one, 5, 1);
    let whole = std::fs::read_to_string(&one).unwrap();
    let before = state.book.len();
    // One position that is new, one that was searched longer, one that was not.
    let changed =
        |at: usize, nodes| Searched { value: Score::heuristic(7), nodes, ..state.book.get(at).clone() };
    let new = Searched { position: Web { at: 3999, ..start() }, value: Score::heuristic(-4), nodes: 1 };
    let lines = [&new, &changed(2, 41), &changed(3, 40)].map(line).concat();
    std::fs::write(&other, format!("\u{feff}{}{}", lines.replace('\n', "\r\n"), header("web"))).unwrap();
    let book = plywise::book::of_bytes(&start(), "web", &std::fs::read(&other).unwrap()).unwrap();
    assert_eq!(state.merge(&book, "web").unwrap(), (1, 1));
    assert_eq!(state.merge(&book, "web").unwrap(), (0, 0), "it is all there");
    let merged = State::open(&one, &start(), "web").unwrap();
    assert_eq!((merged.book.len(), merged.cut), (before + 1, 0));
    assert_eq!([2, 3].map(|at| merged.book.get(at).value == Score::heuristic(7)), [true, false]);
    // Sorted, the file is the same book, which grows on.
    let mut sorted: Vec<&str> = whole.lines().collect();
    sorted.sort_unstable();
    std::fs::write(&other, sorted.join("\n")).unwrap();
    assert_eq!(grow(&other, 0, 1).book.len(), before);
    let (again, more) = (grow(&other, 1, 1), State::open(&other, &start(), "web").unwrap());
    assert!(again.book.len() > before && more.book.len() == again.book.len() && more.cut == 0);
    // What is no book stays as it is.
    std::fs::write(&other, "Dear reader,\n").unwrap();
    let refused = State::open(&other, &start(), "web").unwrap_err().to_string();
    assert!(refused.ends_with("holds no book of web; plywise book web writes them"), "{refused}");
    assert_eq!(std::fs::read(&other).unwrap(), b"Dear reader,\n");
    for path in [one, other] {
        std::fs::remove_file(path).unwrap();
    }
}
