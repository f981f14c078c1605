//! Endgame tables against plain recursion on boards.

use std::collections::HashMap;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use twenty48::endgame::{Endgames, Shape, Table};
use twenty48::{Board, Direction};

/// The goal is an 8: free cells hold nothing, a 2 or a 4.
const RANK: u8 = 3;
/// Sums of the free cells above this count as lost: 8 and a quarter, and 16.
const MOST: u32 = 26;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("plywise-endgame-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn build(&self, threads: usize) -> Vec<u8> {
        Table::build(&self.0, RANK, threads, &AtomicBool::new(false), &mut |_| ()).unwrap();
        fs::read(Table::path(&self.0, RANK)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Large tiles of which none can meet another; the goal's is 1024 here, so that it stays apart from what is made.
const LARGE: [u8; 6] = [15, 14, 13, 12, 11, 10];

fn board(free: &[u8], goal: u8) -> Board {
    let mut ranks = [0; 16];
    for (&cell, rank) in Shape::SIX.anchors.iter().zip(LARGE) {
        ranks[cell] = rank;
    }
    ranks[Shape::SIX.goal()] = goal;
    for (cell, &rank) in Shape::SIX.free().into_iter().zip(free) {
        ranks[cell] = rank;
    }
    Board::from_ranks(ranks).unwrap()
}

/// The chances by their definition, one board after the other.
#[derive(Default)]
struct Plain {
    known: HashMap<Board, f32>,
}

impl Plain {
    /// The value at once of what a slide has led to: 0 if a large tile moved, more if an 8 came to be.
    fn at_once(after: Board) -> Option<f32> {
        let ranks = after.ranks();
        if Shape::SIX.anchors.iter().zip(LARGE).any(|(&cell, rank)| ranks[cell] != rank) {
            return Some(0.0);
        }
        let made: Vec<usize> = (0..16).filter(|&cell| ranks[cell] == RANK).collect();
        if made.iter().any(|&cell| cell == 5 || cell == 10) {
            return Some(1.0);
        }
        (!made.is_empty()).then_some(0.8)
    }

    fn free_sum(board: Board) -> u32 {
        board.tile_sum() - LARGE.iter().map(|&rank| 1 << rank).sum::<u32>()
    }

    fn spawns(after: Board) -> Vec<(f32, Board)> {
        let empty: Vec<usize> = (0..16).filter(|&cell| after.ranks()[cell] == 0).collect();
        let new = |cell: usize, rank| {
            let mut ranks = after.ranks();
            ranks[cell] = rank;
            Board::from_ranks(ranks).unwrap()
        };
        let share = 1.0 / empty.len() as f32;
        empty
            .into_iter()
            .flat_map(|cell| [(0.9 * share, new(cell, 1)), (0.1 * share, new(cell, 2))])
            .collect()
    }

    fn after(&mut self, after: Board) -> f32 {
        if Self::free_sum(after) > MOST {
            return 0.0;
        }
        Self::spawns(after).into_iter().map(|(share, next)| share * self.chance(next)).sum()
    }

    fn slide(&mut self, board: Board, way: Direction) -> f32 {
        let after = board.slide(way);
        if after == board {
            return 0.0;
        }
        Self::at_once(after).unwrap_or_else(|| self.after(after))
    }

    fn there_and_back(&mut self, board: Board, way: Direction) -> f32 {
        let there = board.slide(way);
        if there == board {
            return 0.0;
        }
        let opposite = Direction::ALL[(way as usize + 2) % 4];
        let ends = Self::spawns(there).into_iter().map(|(share, next)| (share, next.slide(opposite)));
        let ends: Vec<_> = ends.collect();
        ends.into_iter()
            .map(|(share, end)| share * Self::at_once(end).unwrap_or_else(|| self.after(end)))
            .sum()
    }

    /// The chance of each slide.
    fn slides(&mut self, board: Board) -> [f32; 4] {
        let slides = Direction::ALL.map(|way| self.slide(board, way));
        if slides.iter().any(|&chance| chance > 0.0) {
            return slides;
        }
        Direction::ALL.map(|way| self.there_and_back(board, way))
    }

    fn chance(&mut self, board: Board) -> f32 {
        if Self::free_sum(board) > MOST {
            return 0.0;
        }
        if let Some(&known) = self.known.get(&board) {
            return known;
        }
        let chance = self.slides(board).into_iter().fold(0.0, f32::max);
        self.known.insert(board, chance);
        chance
    }
}

#[test]
fn a_table_is_plain_recursion() {
    let folder = Folder::new("plain");
    let bytes = folder.build(2);
    assert_eq!(bytes.len() as u64, Table::size(RANK));
    let table = Table::open(&folder.0, RANK).unwrap();
    let mut plain = Plain::default();
    let (mut seen, mut rescues) = (0, 0);
    for code in 0..3u32.pow(10) {
        let free: Vec<u8> = (0..10).map(|place| (code / 3u32.pow(place) % 3) as u8).collect();
        let large = board(&free, LARGE[5]);
        let slides = plain.slides(large);
        let chance = if Plain::free_sum(large) > MOST { 0.0 } else { slides.into_iter().fold(0.0, f32::max) };
        // In any of the eight orientations.
        let image = board(&free, RANK).images()[code as usize % 8];
        match table.best(image) {
            None => assert!(chance < 0.51 / 63.0, "{free:?}: {chance}"),
            Some((way, stored)) => {
                assert!((chance - stored).abs() < 0.51 / 63.0, "{free:?}: {chance} is stored as {stored}");
                let after = image.slide(way);
                let here = Direction::ALL
                    .into_iter()
                    .find(|&way| board(&free, RANK).slide(way).images()[code as usize % 8] == after);
                let value = slides[here.unwrap() as usize];
                assert!((value - chance).abs() < 1e-4, "{free:?}: {here:?} has {value} of {chance}");
                seen += 1;
                rescues += u32::from(Plain::at_once(large.slide(here.unwrap())) == Some(0.0));
            }
        }
    }
    assert!(seen > 50_000 && rescues > 50, "{seen} positions with a chance, {rescues} by a way out");
}

#[test]
fn threads_leave_a_table_alone() {
    let [one, three] = [1, 3].map(|threads| {
        let folder = Folder::new(&format!("threads-{threads}"));
        folder.build(threads)
    });
    assert!(one == three);
}

#[test]
fn other_boards_are_in_no_table() {
    let folder = Folder::new("others");
    folder.build(2);
    let table = Table::open(&folder.0, RANK).unwrap();
    let free = [0, 0, 1, 0, 0, 2, 0, 0, 1, 0];
    assert!(table.best(board(&free, RANK)).is_some());
    assert_eq!(table.best(board(&free, RANK + 1)), None, "another goal");
    assert_eq!(table.best(board(&[3, 0, 1, 0, 0, 0, 0, 0, 0, 0], RANK)), None, "the goal's like is there");
    let mut ranks = board(&free, RANK).ranks();
    ranks[1] = ranks[0];
    assert_eq!(table.best(Board::from_ranks(ranks).unwrap()), None, "large tiles that merge");
    ranks[1] = 2;
    assert_eq!(table.best(Board::from_ranks(ranks).unwrap()), None, "a small tile among them");
}

#[test]
fn what_is_no_table_is_refused() {
    let folder = Folder::new("refused");
    let open = || Table::open(&folder.0, RANK).map(|_| ()).map_err(|error| error.kind());
    assert_eq!(open(), Err(ErrorKind::NotFound));
    assert_eq!(Endgames::open(&folder.0).unwrap_err().kind(), ErrorKind::NotFound);
    let bytes = folder.build(2);
    assert_eq!(open(), Ok(()));
    for wrong in [&bytes[..bytes.len() - 1], &bytes[1..], b"2048", b""] {
        fs::write(Table::path(&folder.0, RANK), wrong).unwrap();
        assert_eq!(open(), Err(ErrorKind::InvalidData));
    }
    fs::write(Table::path(&folder.0, 6), "none").unwrap();
    let error = Endgames::open(&folder.0).unwrap_err().to_string();
    assert!(error.contains("2048-six-64.endgame"), "{error}");
}

#[test]
fn an_interrupted_table_leaves_nothing() {
    let folder = Folder::new("interrupted");
    let stop = AtomicBool::new(true);
    let error = Table::build(&folder.0, RANK, 1, &stop, &mut |_| ()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Interrupted);
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
}

#[test]
fn after_a_way_out_the_way_back_is_known() {
    /// Table's chances are followed from here on.
    const LEAST_CHANCE: f32 = 0.3;
    let folder = Folder::new("back");
    folder.build(2);
    let [table, endgames] = [(); 2].map(|()| Table::open(&folder.0, RANK).unwrap());
    let endgames = Endgames::of(vec![endgames]);
    // Nothing can be slid up or right: left moves the 1024 and the 8.
    let stuck = Board::from_ranks([15, 14, 13, 12, 0, 0, 3, 10, 0, 0, 0, 1, 0, 0, 0, 2]).unwrap();
    let (way, chance) = endgames.best(stuck).unwrap();
    let there = stuck.slide(way);
    let early = Board::from_ranks([13, 12, 11, 9, 0, 0, 3, 10, 0, 0, 0, 1, 0, 0, 0, 2]).unwrap();
    assert!(table.best(early).is_some_and(|found| found.1 > LEAST_CHANCE));
    assert_eq!(endgames.best(early), None, "before a 16384 the network knows better");
    assert!(there.ranks()[6] != 3 && chance > LEAST_CHANCE, "{way}: {chance}");
    let place = (8..16).find(|&cell| there.ranks()[cell] == 0).unwrap();
    let mut spawned = there.ranks();
    spawned[place] = 1;
    let spawned = Board::from_ranks(spawned).unwrap();
    let (back, _) = endgames.best(spawned).unwrap();
    let home = spawned.slide(back).ranks();
    assert_eq!((home[6], home[7]), (3, 10), "{back}");
}
