//! Databases of endings: values by another way, totals, files that are killed, resumed, damaged and proved.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use checkers::Board;
use checkers::databases::{
    Databases, Doubt, Halt, Index, Kind, Made, News, Order, Slice, make, path, verify,
};
use plywise::{Exhaustion, Limits, Rng, Score, Seat};

use crate::ending::random_board::random_board;

mod along;
mod units;

struct Folder(PathBuf);

/// What verifying tells on its way: the database at hand, positions done, and of how many.
type Told = (usize, u64, u64);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("plywise-checkers-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    /// Makes what is wanted, on two threads; what was made.
    fn make(&self, pieces: usize) -> Vec<Made> {
        let (order, mut all) = (Order { pieces, again: false, threads: 2 }, Vec::new());
        let stop = AtomicBool::new(false);
        make(&self.0, order, &stop, &mut |news| {
            if let News::Made(made) = news {
                all.push(made.clone());
            }
        })
        .unwrap();
        all
    }

    /// The bytes of all files, by name.
    fn content(&self) -> BTreeMap<String, Vec<u8>> {
        let name = |entry: &fs::DirEntry| entry.file_name().into_string().unwrap();
        let entries = fs::read_dir(&self.0).unwrap().map(Result::unwrap);
        entries.map(|entry| (name(&entry), fs::read(entry.path()).unwrap())).collect()
    }

    fn verify(&self, pieces: usize) -> Result<u64, Doubt> {
        self.verify_told(pieces).0
    }

    /// The same, and what was told meanwhile.
    fn verify_told(&self, pieces: usize) -> (Result<u64, Doubt>, Vec<Told>) {
        self.verify_until(pieces, u64::MAX)
    }

    /// The same until so many positions are done; then the flag is raised.
    fn verify_until(&self, pieces: usize, enough: u64) -> (Result<u64, Doubt>, Vec<Told>) {
        let (mut told, stop) = (Vec::new(), AtomicBool::new(false));
        let found = verify(&self.0, pieces, 2, &stop, &mut |database, done, all| {
            told.push((database, done, all));
            stop.store(done >= enough, Relaxed);
        });
        (found, told)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The distances of all endings with up to four pieces, as they are shipped.
fn along() -> Vec<u8> {
    fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/weights/endings-4.plies")).unwrap()
}

fn shipped(board: &Board) -> Option<Score> {
    Databases::shipped().plies(board)
}

/// E. Trice's count of king against king, white to move: 230 wins, 654 draws, 108 losses, the longest win in 11 plies (damforum.nl,
/// viewtopic.php?t=2603).
#[test]
fn king_against_king_is_as_published() {
    let index = Index::new(Slice { men: 0, kings: 1, other_men: 0, other_kings: 1 });
    let values: Vec<Score> = (0..index.len()).map(|n| shipped(&index.board(n)).unwrap()).collect();
    let count = |is: &dyn Fn(Score) -> bool| values.iter().filter(|&&value| is(value)).count();
    let totals = [count(&|v| v > Score::ZERO), count(&|v| v == Score::ZERO), count(&|v| v < Score::ZERO)];
    assert_eq!(totals, [230, 654, 108]);
    assert_eq!(values.iter().filter(|&&value| value > Score::ZERO).min(), Some(&Score::won_in(11)));
}

/// The values of all boards that can be reached from random ones, by the search that lists them all; half of them where not all is tried.
#[test]
fn values_are_those_of_an_exhaustive_search() {
    let (mut rng, mut compared, mut captures) = (Rng::new(29), 0, 0);
    let rounds = if crate::whole() { 20 } else { 10 };
    for round in 0..rounds {
        let pieces = [2, 3, 3, 3, 3, 3, 3, 3, 3, 4][round % 10];
        let start = random_board(pieces, &mut rng);
        let found = Exhaustion::of(&start, 512 << 20, &Limits::default()).expect("there is room");
        for board in found.positions() {
            assert_eq!(shipped(board), found.value(board), "{board:?}");
            captures += usize::from(!board.jumpers().is_empty());
        }
        compared += found.positions().len();
    }
    let least = rounds * 20_000;
    assert!(compared > least && captures > least / 10, "{compared} boards, {captures} with captures");
}

/// A file larger than any memory, of which the disk holds nothing.
#[test]
fn a_database_without_room_gets_a_line() {
    let folder = Folder::new("no-room");
    fs::create_dir_all(&folder.0).unwrap();
    fs::File::create(folder.0.join("checkers-5.results")).unwrap().set_len(1 << 42).unwrap();
    let why = Databases::open(&folder.0, 5).unwrap_err().to_string();
    let wanted = "checkers-5.results: this machine has no 4194304 MiB of memory left; endings of fewer pieces take less";
    assert!(why.ends_with(wanted), "{why}");
}

#[test]
fn more_pieces_or_none_are_not_known() {
    let mut rng = Rng::new(5);
    for pieces in 5..9 {
        assert_eq!(shipped(&random_board(pieces, &mut rng)), None);
    }
    let board = random_board(4, &mut rng);
    let alone = |seat: Seat| {
        let mut pieces = [Seat::FIRST, Seat::SECOND].map(|seat| board.pieces(seat));
        pieces[seat.other().index()].0 = 0;
        let kings = [board.kings(Seat::FIRST), board.kings(Seat::SECOND)][seat.index()];
        Board::new(pieces, kings, Seat::FIRST).unwrap()
    };
    assert_eq!(shipped(&alone(Seat::FIRST)), None, "no game comes there");
    assert_eq!(shipped(&alone(Seat::SECOND)), Some(Score::lost_in(0)));
}

/// Results alone say who wins; where a capture leads to distances, these.
#[test]
fn results_agree_with_distances() {
    let folder = Folder::new("results");
    folder.make(3);
    let mut results = Databases::default();
    results.read(&path(&folder.0, 3, Kind::Results)).unwrap();
    assert_eq!(results.pieces(), 3);
    let mut rng = Rng::new(3);
    let mut seen = [0; 3];
    for round in 0..3_000 {
        let board = random_board(2 + round % 2, &mut rng);
        let (bounds, exact) = (results.bounds(&board).unwrap(), shipped(&board).unwrap());
        assert!(bounds.at_least <= exact && exact <= bounds.at_most, "{board:?}: {bounds:?}, {exact:?}");
        assert_eq!(bounds.at_least > Score::ZERO, exact > Score::ZERO, "{board:?}");
        assert_eq!(bounds.at_most < Score::ZERO, exact < Score::ZERO, "{board:?}");
        assert_eq!(results.plies(&board) == Some(Score::ZERO), exact == Score::ZERO, "{board:?}");
        seen[usize::from(exact > Score::ZERO) + 2 * usize::from(exact < Score::ZERO)] += 1;
    }
    assert!(seen.iter().all(|&count| count > 300), "{seen:?}");
}

#[test]
fn the_same_bytes_come_on_any_number_of_threads_and_after_a_stop() {
    let (whole, halted) = (Folder::new("whole"), Folder::new("halted"));
    whole.make(3);
    let stop = AtomicBool::new(false);
    let order = Order { pieces: 3, again: false, threads: 1 };
    // Behind the third pair of slices the flag is raised.
    let mut told = 0;
    let halt = make(&halted.0, order, &stop, &mut |_| {
        told += 1;
        stop.store(told > 3, Relaxed);
    });
    assert!(matches!(halt, Err(Halt::Stopped)), "{halt:?}");
    let slices = halted.content();
    assert_eq!(
        slices.keys().collect::<Vec<_>>(),
        ["checkers-3-0101.slice", "checkers-3-0110.slice", "checkers-3-1010.slice"]
    );
    // One of them is damaged, another cut.
    let (name, mut bytes) = slices.into_iter().next().unwrap();
    bytes[100] ^= 2;
    fs::write(halted.0.join(name), bytes).unwrap();
    fs::write(halted.0.join("checkers-3-0110.slice"), "cut").unwrap();
    make(&halted.0, order, &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert!(halted.content() == whole.content());
}

#[test]
fn a_damaged_file_is_one_clear_line() {
    let folder = Folder::new("damaged");
    folder.make(3);
    let path = path(&folder.0, 3, Kind::Plies);
    let good = fs::read(&path).unwrap();
    let mut rng = Rng::new(8);
    let line = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let error = Databases::default().read(&path).expect_err("it is damaged").to_string();
        assert!(error.lines().count() == 1 && error.contains("checkers-3.plies: "), "{error}");
        error
    };
    for _ in 0..100 {
        let mut bytes = good.clone();
        let at = 8 + rng.index(bytes.len() - 8);
        bytes[at] ^= 1 << rng.index(8);
        assert!(line(&bytes).ends_with("a damaged database of endings: its checksum does not fit"));
        assert!(line(&good[..8 + rng.index(good.len() - 8)]).contains("damaged"));
    }
    // Results follow from the distances: they are written once more, which is told.
    let results = path_of_results(&folder);
    let whole = fs::read(&results).unwrap();
    fs::write(&path, &good).unwrap();
    for damaged in [&whole[..whole.len() - 1], b""] {
        fs::write(&results, damaged).unwrap();
        let mended: Vec<_> = folder.make(3)[0].files.iter().map(|file| file.mended).collect();
        assert_eq!(mended, [true, false]);
        assert!(fs::read(&results).unwrap() == whole);
    }
    let there = &folder.make(3)[0];
    assert!(there.taken.is_none() && there.files.iter().all(|file| !file.mended), "{there:?}");
    assert!(line(b"something else").ends_with("no database of endings of checkers"));
    let halt =
        make(&folder.0, Order { pieces: 3, again: false, threads: 1 }, &AtomicBool::new(false), &mut |_| {});
    assert!(
        halt.unwrap_err().to_string().ends_with("no database of endings of checkers; --again makes it anew")
    );
    let missing = Databases::open(&folder.0, 5).unwrap_err().to_string();
    assert!(missing.contains("with 5 pieces") && missing.contains("--pieces 5 makes it"), "{missing}");
    // Whole, and of fewer pieces than it is called.
    fs::write(self::path(&folder.0, 5, Kind::Plies), along()).unwrap();
    let renamed = Databases::open(&folder.0, 5).unwrap_err().to_string();
    assert!(renamed.ends_with(
        "checkers-5.plies: a database of endings, but not of all with 5 pieces, as its name says"
    ));
}

/// Of two who make them in one folder one is told so: the first would remove what the second has kept on its way.
#[cfg(unix)] // elsewhere folders cannot be locked
/// What is started from here meanwhile has all that is open for a moment.
#[test]
fn a_folder_is_free_once_it_is_made_in() {
    let (folder, done) = (Folder::new("free"), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Relaxed) {
                let _ = std::process::Command::new("true").status();
            }
        });
        let made = (0..200).map(|_| {
            let order = Order { pieces: 2, again: false, threads: 1 };
            make(&folder.0, order, &AtomicBool::new(false), &mut |_| {})
        });
        let refused = made.filter(Result::is_err).count();
        done.store(true, Relaxed);
        assert_eq!(refused, 0);
    });
}

#[test]
fn one_makes_them_in_a_folder() {
    let folder = Folder::new("busy");
    let order = Order { pieces: 3, again: false, threads: 1 };
    let again = || make(&folder.0, order, &AtomicBool::new(false), &mut |_| {});
    let mut met = 0;
    let first = make(&folder.0, order, &AtomicBool::new(false), &mut |_| {
        let why = again().unwrap_err().to_string();
        assert!(why.contains("another process makes databases here"), "{why}");
        met += 1;
    });
    assert!(first.is_ok() && met > 0);
    again().unwrap();
}

fn path_of_results(folder: &Folder) -> PathBuf {
    path(&folder.0, 3, Kind::Results)
}

/// A file whose checksum fits although a value is wrong.
#[test]
fn verification_finds_a_wrong_value() {
    let folder = Folder::new("wrong");
    folder.make(2);
    assert_eq!(folder.verify(2).unwrap(), 3_488);
    for kind in [Kind::Plies, Kind::Results] {
        let path = path(&folder.0, 2, kind);
        let good = fs::read(&path).unwrap();
        fs::write(&path, swapped(&good)).unwrap();
        let doubt = folder.verify(2).unwrap_err();
        assert!(matches!(doubt, Doubt::Wrong { .. }), "{doubt}");
        fs::write(&path, &good).unwrap();
    }
}

/// A file of two pieces in which the second and the third slice, king against man and man against king, have each other's name.
fn swapped(file: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    for digit in 14..18 {
        file.swap(digit, digit + 4);
    }
    let end = file.len() - 8;
    let sum = fnv(&file[..end]);
    file[end..].copy_from_slice(&sum.to_le_bytes());
    file
}

/// The checksum of files (FNV-1a).
fn fnv(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
    bytes.iter().fold(0xCBF2_9CE4_8422_2325u64, step)
}
