//! Units: slices of the whole way, planned, made and looked up by themselves.

use std::sync::Mutex;

use checkers::databases::{Step, Unit, verify_unit};

use super::*;

/// What units know is looked up before the others are there: of their own slices and what is captured into, all of it.
#[test]
fn units_that_are_there_are_looked_up_and_nothing_else_of_as_many_pieces() {
    let (folder, go, all) = (Folder::new("parts"), AtomicBool::new(false), Unit::all(5));
    let none = Databases::open(&folder.0, 5).unwrap_err().to_string();
    assert!(none.contains("--pieces 5 makes it") && none.contains("--unit"), "{none}");
    let unit = &all[1];
    assert_eq!(unit.slices[0], Slice { men: 0, kings: 2, other_men: 0, other_kings: 3 });
    unit.make(&folder.0, false, 2, &go, &|_| {}).unwrap();
    let plies = Databases::open(&folder.0, 5).unwrap();
    assert_eq!(plies.pieces(), 4, "not all of five");
    fs::remove_file(folder.0.join("checkers-5-0203.plies")).unwrap();
    let results = Databases::open(&folder.0, 5).unwrap();
    let bytes = &folder.content()["checkers-5-0203.slice"];
    let mut begin = 0;
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
        }
        begin += index.len();
    }
    // What is damaged is told of, and packed once more by the same command.
    let path = folder.0.join("checkers-5-0203.results");
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    assert!(Databases::open(&folder.0, 5).unwrap_err().to_string().contains("checkers-5-0203.results: "));
    assert_eq!(unit.make(&folder.0, false, 2, &go, &|_| {}).unwrap().taken, None);
    assert!(fs::read(&path).unwrap() == whole);
    assert_eq!(verify_unit(&folder.0, unit, 2, &go).unwrap(), unit.positions());
    let path = folder.0.join("checkers-5-0203.plies");
    let packed = fs::read(&path).unwrap();
    fs::write(&path, &packed[..packed.len() - 1]).unwrap();
    let doubt = verify_unit(&folder.0, unit, 2, &go).unwrap_err().to_string();
    assert!(doubt.contains("checkers-5-0203.plies: "), "{doubt}");
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

/// Units are made in an order of one's own, without the databases below them: the bytes are those of the way in order.
#[test]
fn units_are_the_slices_of_the_whole_way_and_follow_from_their_successors() {
    let (units, whole) = (Folder::new("units"), Folder::new("in-order"));
    let (go, all) = (AtomicBool::new(false), Unit::all(5));
    let early = all[5].make(&units.0, false, 2, &go, &|_| {}).unwrap_err().to_string();
    assert!(
        early.starts_with("no unit 1 of 5 pieces in ") && early.contains("--pieces 5 --unit 1"),
        "{early}"
    );
    for (number, longest) in [(1, 34), (6, 34)] {
        let unit = &all[number - 1];
        let told = Mutex::new(Vec::new());
        let made = unit.make(&units.0, false, number, &go, &|step| told.lock().unwrap().push(step)).unwrap();
        all_is_told(&told.into_inner().unwrap(), unit, longest);
        assert!(made.taken.is_some() && made.totals.longest == longest, "{made:?}");
        assert_eq!(made.totals.positions(), unit.positions());
        assert_eq!(verify_unit(&units.0, unit, 2, &go).unwrap(), unit.positions());
        assert_eq!(unit.make(&units.0, false, 1, &go, &|_| {}).unwrap().taken, None, "it is there");
    }
    // Behind the first unit of five pieces the flag is raised; what has fewer comes along.
    fs::create_dir_all(&whole.0).unwrap();
    fs::write(path(&whole.0, 4, Kind::Plies), along()).unwrap();
    let (order, mut done) = (Order { pieces: 5, again: false, threads: 2 }, 0);
    let halt = make(&whole.0, order, &go, &mut |news| {
        if let News::Progress(5, ..) = news {
            done += 1;
            go.store(done > 1, Relaxed);
        }
    });
    assert!(matches!(halt, Err(Halt::Stopped)), "{halt:?}");
    let name = "checkers-5-0104.slice";
    let (whole, mut units_are) = (whole.content(), units.content());
    assert!(whole[name] == units_are[name]);
    let endings = |ending: &str| units_are.keys().filter(|name| name.ends_with(ending)).count();
    assert_eq!([".slice", ".plies", ".results"].map(endings), [2; 3]);

    // A value that is wrong under a checksum that fits, then a file that is damaged.
    let go = AtomicBool::new(false);
    let bytes = units_are.get_mut(name).unwrap();
    let end = bytes.len() - 8;
    bytes[end / 2] = 253;
    let sum = fnv(&bytes[..end]);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    fs::write(units.0.join(name), &*bytes).unwrap();
    assert!(matches!(verify_unit(&units.0, &all[0], 1, &go), Err(Doubt::Wrong { .. })));
    bytes[end] ^= 1;
    fs::write(units.0.join(name), &*bytes).unwrap();
    let doubt = verify_unit(&units.0, &all[0], 1, &go).unwrap_err().to_string();
    assert!(doubt.starts_with("no unit 1 of 5 pieces in "), "{doubt}");
}
