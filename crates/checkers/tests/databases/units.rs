//! Units: slices of the whole way, planned, made and looked up by themselves.

use std::sync::{Mutex, OnceLock};

use checkers::databases::{Step, Unit, measure, verify_unit};
use plywise::WallTime;

use super::*;

/// The first unit, the smallest of those that need no other: a king against four.
const FIRST: &str = "checkers-5-0104";
/// The sixth, the smallest of those that need one: four kings against a man.
const SIXTH: &str = "checkers-5-0410";

/// The files of the first and the sixth unit.
fn files() -> &'static BTreeMap<String, Vec<u8>> {
    static FILES: OnceLock<BTreeMap<String, Vec<u8>>> = OnceLock::new();
    FILES.get_or_init(|| {
        let folder = Folder::new("units");
        // Without the databases below them.
        for (number, longest) in [(1, 34), (6, 34)] {
            let (unit, told) = (&Unit::all(5)[number - 1], Mutex::new(Vec::new()));
            let go = AtomicBool::new(false);
            let made =
                unit.make(&folder.0, false, number, &go, &|step| told.lock().unwrap().push(step)).unwrap();
            all_is_told(&told.into_inner().unwrap(), unit, longest);
            assert!(made.taken.is_some() && made.totals.longest == longest, "{made:?}");
            assert_eq!(made.totals.positions(), unit.positions());
        }
        folder.content()
    })
}

/// A folder that holds those files whose names begin so.
fn folder_of(name: &str, begins: &[&str]) -> Folder {
    let folder = Folder::new(name);
    fs::create_dir_all(&folder.0).unwrap();
    for (name, bytes) in files().iter().filter(|file| begins.iter().any(|begin| file.0.starts_with(begin))) {
        fs::write(folder.0.join(name), bytes).unwrap();
    }
    folder
}

/// What units know is looked up before the others are there: of their own slices and what is captured into, all of it.
#[test]
fn units_that_are_there_are_looked_up_and_nothing_else_of_as_many_pieces() {
    let (folder, go, all) = (folder_of("parts", &[]), AtomicBool::new(false), Unit::all(5));
    let none = Databases::open(&folder.0, 5).unwrap_err().to_string();
    assert!(none.contains("--pieces 5 makes it") && none.contains("--unit"), "{none}");
    drop(folder);
    let (folder, unit) = (folder_of("parts", &[FIRST]), &all[0]);
    let file = |ending: &str| folder.0.join(format!("{FIRST}.{ending}"));
    assert_eq!(unit.slices[0], Slice { men: 0, kings: 1, other_men: 0, other_kings: 4 });
    let plies = Databases::open(&folder.0, 5).unwrap();
    assert_eq!(plies.pieces(), 4, "not all of five");
    fs::remove_file(file("plies")).unwrap();
    let results = Databases::open(&folder.0, 5).unwrap();
    let bytes = &files()[&format!("{FIRST}.slice")];
    let (mut begin, mut seen) = (0, [0; 3]);
    for &slice in &unit.slices {
        let index = Index::new(slice);
        for number in (0..index.len()).step_by(23) {
            let (board, byte) = (index.board(number), bytes[begin + number]);
            let sign = if byte == 0 { 0 } else { i32::from(byte % 2 == 0) - i32::from(byte % 2 == 1) };
            let distance = match sign {
                1 => Score::won_in(u32::from(byte) - 1),
                -1 => Score::lost_in(u32::from(byte) - 1),
                _ => Score::ZERO,
            };
            assert_eq!(plies.plies(&board), Some(distance), "{board:?}");
            let known = results.bounds(&board).unwrap();
            assert_eq!(
                i32::from(known.at_least > Score::ZERO) - i32::from(known.at_most < Score::ZERO),
                sign
            );
            seen[(sign + 1) as usize] += 1;
        }
        begin += index.len();
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    // What is damaged is told of, and packed once more by the same command.
    let whole = fs::read(file("results")).unwrap();
    fs::write(file("results"), &whole[..whole.len() / 2]).unwrap();
    let damaged = Databases::open(&folder.0, 5).unwrap_err().to_string();
    assert!(damaged.contains("checkers-5-0104.results: "), "{damaged}");
    assert_eq!(unit.make(&folder.0, false, 2, &go, &|_| {}).unwrap().taken, None);
    assert!(
        ["results", "plies"]
            .iter()
            .all(|kind| fs::read(file(kind)).unwrap() == files()[&format!("{FIRST}.{kind}")])
    );
    let packed = fs::read(file("plies")).unwrap();
    fs::write(file("plies"), &packed[..packed.len() - 1]).unwrap();
    let doubt = verify_unit(&folder.0, unit, 2, &go).unwrap_err().to_string();
    assert!(doubt.contains("checkers-5-0104.plies: "), "{doubt}");
    let other = Index::new(all[4].slices[0]);
    let unknown = (0..other.len()).step_by(997).map(|number| other.board(number));
    assert!(unknown.filter(|board| board.jumpers().is_empty()).all(|board| plies.bounds(&board).is_none()));
}

/// What is told of a unit in the making: that it reads, how many positions were looked at, how long the endings are that are left, and
/// that it packs.
fn all_is_told(told: &[Step], unit: &Unit, longest: u8) {
    assert!(matches!(told, [Step::Reading, Step::Seen(_), .., Step::Packing]), "{told:?}");
    let mut seen: Vec<u64> =
        told.iter().filter_map(|step| if let Step::Seen(seen) = step { Some(*seen) } else { None }).collect();
    seen.sort_unstable();
    seen.dedup();
    assert!(seen.len() > 20 && seen.last() < Some(&unit.positions()), "{seen:?} of {}", unit.positions());
    let mut plies =
        told.iter().filter_map(|step| if let Step::Plies(plies) = step { Some(*plies) } else { None });
    assert!(plies.clone().is_sorted_by(|a, b| a < b), "{told:?}");
    assert!(plies.next_back() >= Some(longest), "{told:?}");
}

/// Units are made in an order of one's own, and told apart from what is none.
#[test]
fn units_are_made_behind_those_that_they_need_and_follow_from_their_successors() {
    let (go, all) = (AtomicBool::new(false), Unit::all(5));
    let none = folder_of("early", &[]);
    let early = all[5].make(&none.0, false, 2, &go, &|_| {}).unwrap_err().to_string();
    assert!(
        early.starts_with("no unit 1 of 5 pieces in ") && early.contains("--pieces 5 --unit 1"),
        "{early}"
    );
    let units = folder_of("both", &[FIRST, SIXTH]);
    for unit in [&all[0], &all[5]] {
        // Of the sixth a part leads to the first; that follows from its successors, too, where all is tried.
        if unit.slices[0] == all[5].slices[0] || crate::whole() {
            assert_eq!(verify_unit(&units.0, unit, 2, &go).unwrap(), unit.positions());
        }
        assert_eq!(unit.make(&units.0, false, 1, &go, &|_| {}).unwrap().taken, None, "it is there");
    }
    let endings = |ending: &str| files().keys().filter(|name| name.ends_with(ending)).count();
    assert_eq!([".slice", ".plies", ".results"].map(endings), [2; 3]);

    // A value that is wrong under a checksum that fits, then a file that is damaged.
    let slice = format!("{FIRST}.slice");
    let mut bytes = files()[&slice].clone();
    let end = bytes.len() - 8;
    bytes[end / 100] = 253;
    let sum = fnv(&bytes[..end]);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    fs::write(units.0.join(&slice), &bytes).unwrap();
    assert!(matches!(verify_unit(&units.0, &all[0], 1, &go), Err(Doubt::Wrong { .. })));
    bytes[end] ^= 1;
    fs::write(units.0.join(&slice), &bytes).unwrap();
    let doubt = verify_unit(&units.0, &all[0], 1, &go).unwrap_err().to_string();
    assert!(doubt.starts_with("no unit 1 of 5 pieces in "), "{doubt}");
}

/// In a folder that holds all with fewer pieces, what is made in order begins with the first unit, the same bytes: where not all is
/// tried, they are there, and are taken for it. Behind it the flag is raised.
pub(super) fn begin_the_whole_way(folder: &Folder) {
    let (order, go) = (Order { pieces: 5, again: false, threads: 2 }, AtomicBool::new(false));
    let name = format!("{FIRST}.slice");
    if !crate::whole() {
        fs::write(folder.0.join(&name), &files()[&name]).unwrap();
    }
    let (mut done, mut there) = (0, false);
    let halt = make(&folder.0, order, &go, &mut |news| match news {
        News::Progress(5, ..) => {
            done += 1;
            go.store(done > 1, Relaxed);
        }
        News::Made(made) => there = made.taken.is_none(),
        _ => {}
    });
    assert!(matches!(halt, Err(Halt::Stopped)), "{halt:?}");
    assert!(there, "what is there is not made anew");
    assert!(folder.content()[&name] == files()[&name]);
}

/// What is measured is told by `databases --plan` (the whole program's tests).
#[test]
fn measuring_a_rate_may_be_stopped() {
    assert!(matches!(measure(&WallTime::default(), &AtomicBool::new(true)), Err(Halt::Stopped)));
}
