//! The databases that come along: killed and stopped on the way, what is made is the same bytes, which follow from themselves.

use super::*;

const KILLED: &str = "CHECKERS_DATABASES_UNTIL_KILLED";

/// Makes databases and says how far it is; whoever reads that kills it.
fn make_until_killed(folder: &Path) {
    let order = Order { pieces: 4, again: false, threads: 2 };
    make(folder, order, &AtomicBool::new(false), &mut |news| {
        if let News::Progress(_, done, _) = news {
            println!("\ndone {done}");
        }
    })
    .unwrap();
}

/// One folder on its whole way. The totals of all placements are Chinook's, with those of one side alone (see `slice.rs`).
#[test]
fn what_comes_along_is_what_is_made_however_often_it_is_halted() {
    if let Some(folder) = std::env::var_os(KILLED) {
        return make_until_killed(folder.as_ref());
    }
    let folder = Folder::new("four");
    killed(&folder);
    stopped_while_it_packs(&folder);
    let made = folder.make(4);
    let totals: Vec<_> =
        made[0].totals.iter().map(|(pieces, t)| (*pieces, t.wins, t.draws, t.losses, t.longest)).collect();
    assert_eq!(
        totals,
        [
            (2, 716, 2_370, 402, 13),
            (3, 100_250, 8_477, 87_305, 62),
            (4, 2_574_304, 1_717_922, 1_917_090, 109)
        ]
    );
    let content = folder.content();
    assert_eq!(content.keys().collect::<Vec<_>>(), ["checkers-4.plies", "checkers-4.results"]);
    assert!(content["checkers-4.plies"] == along(), "made anew, they are other bytes");
    assert!(content["checkers-4.results"].len() < 300_000, "{} bytes", content["checkers-4.results"].len());
    verified(&folder);
    units::begin_the_whole_way(&folder);
}

/// It goes on behind the slices that were complete, killed wherever it was.
fn killed(folder: &Folder) {
    for &after in if crate::whole() { &[5, 12, 20][..] } else { &[20] } {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "databases::along::what_comes_along_is_what_is_made_however_often_it_is_halted",
            ])
            .arg("--nocapture")
            .env(KILLED, &folder.0)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let told = lines.filter(|line| line.starts_with("done ")).take(after).count();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(told, after, "it is killed on its way");
    }
    let slices = folder.content().keys().filter(|name| name.ends_with(".slice")).count();
    assert!(slices >= 19, "{slices} pairs of slices are kept");
}

/// Packing is told as it goes and may be stopped.
fn stopped_while_it_packs(folder: &Folder) {
    let stop = AtomicBool::new(false);
    let (order, mut told) = (Order { pieces: 4, again: false, threads: 2 }, Vec::new());
    let mut started = None;
    let halt = make(&folder.0, order, &stop, &mut |news| {
        if let News::Progress(4, done, all) = news {
            told.push((false, done, all));
        } else if let News::Packing(4, done, all) = news {
            told.push((true, done, all));
            // Of the distances a few slices are packed.
            let results = path(&folder.0, 4, Kind::Results).exists();
            stop.store(results && 2 * done > *started.get_or_insert(done) + all, Relaxed);
        }
    });
    assert!(matches!(halt, Err(Halt::Stopped)), "{halt:?}");
    let last = told.last().unwrap();
    assert!(last.0 && last.1 < last.2, "{last:?}");
    assert!(told.windows(2).all(|pair| pair[0].1 <= pair[1].1 && pair[0].2 == pair[1].2), "{told:?}");
    assert!(
        folder.content().contains_key("checkers-4.results")
            && !folder.content().contains_key("checkers-4.plies")
    );
}

/// All of it follows from itself, and how far that is shown is told as a part of the five pieces that are asked for. Where not all is
/// tried, it is stopped on its way: the bytes are those that come along, which were shown to.
fn verified(folder: &Folder) {
    let (missing, told) = folder.verify_told(5);
    assert!(missing.unwrap_err().to_string().contains("checkers-5.plies: No such file"));
    assert_eq!(told, [], "nothing is verified before all is there");
    // What was done of the four counts for the whole, and is not told anew.
    let others = ["plies", "results"].map(|kind| folder.0.join(format!("checkers-5.{kind}")));
    others.iter().for_each(|other| fs::write(other, "").unwrap());
    let enough = if crate::whole() { u64::MAX } else { 500_000 };
    let (none, told) = folder.verify_until(5, enough);
    let (all, last) = (6_408_836 + 139_450_808, *told.last().unwrap());
    assert_eq!(told[0], (4, 0, all));
    if crate::whole() {
        assert!(none.is_err());
        assert_eq!(last, (5, 6_408_836, all));
    } else {
        assert!(matches!(none, Err(Doubt::Stopped)), "{none:?}");
        assert!(last.0 == 4 && (enough..6_408_836).contains(&last.1), "{last:?}");
    }
    assert!(told.is_sorted_by_key(|&(_, done, _)| done) && told.iter().all(|told| told.2 == all), "{told:?}");
    others.iter().for_each(|other| fs::remove_file(other).unwrap());
}
