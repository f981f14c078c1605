//! Every reader meets its seeds and inputs made from them.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use plywise::Rng;
use plywise_fuzz::{Target, input, target, targets, tidy};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds")
}

/// The seeds of a target, in the order of their names.
fn seeds(target: &Target) -> Vec<Vec<u8>> {
    let folder = folder().join(target.name);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{} has no seeds", target.name);
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
}

#[test]
fn every_target_has_its_seeds_and_the_seeds_a_target() {
    let names: BTreeSet<String> = targets().map(|target| target.name.to_owned()).collect();
    let entries = std::fs::read_dir(folder()).unwrap();
    let folders: BTreeSet<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(names, folders);
    assert!(names.iter().all(|name| target(name).name == name));
}

/// Whether all is tried, as `.ci/run` does, or what is most of the work left out.
fn whole() -> bool {
    std::env::var_os("PLYWISE_TESTS_WHOLE").is_some()
}

/// Gives a reader its seeds and what is made of them; the file of the first input that breaks a law, if one does.
fn broken(target: &Target) -> Option<PathBuf> {
    let seeds = seeds(target);
    let mut rng = Rng::new(1);
    let inputs = if whole() { 8 * target.inputs } else { target.inputs };
    let words: Vec<&str> = target.words.split('|').filter(|word| !word.is_empty()).collect();
    let made = (0..inputs).map(|_| input(&mut rng, &seeds, &words));
    let mut inputs = seeds.iter().cloned().chain(made);
    let input = inputs.find(|input| {
        MET.lock().unwrap().insert(target.name, (input.clone(), Instant::now()));
        let is_broken = catch_unwind(|| (target.run)(input)).is_err();
        MET.lock().unwrap().remove(target.name);
        is_broken
    })?;
    Some(keep(target.name, &input))
}

/// The input that each reader has met and not yet done with, and since when.
static MET: Mutex<BTreeMap<&str, (Vec<u8>, Instant)>> = Mutex::new(BTreeMap::new());

fn keep(name: &str, input: &[u8]) -> PathBuf {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&kept, input).unwrap();
    kept
}

/// The longest that a reader may take for an input, on a machine however busy: what takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(200);

/// Ends the program, with the name of the reader and its input, if one hangs before all are done.
fn watch(done: &Receiver<()>) {
    while done.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout) {
        let met = MET.lock().unwrap();
        if let Some((name, (input, _))) = met.iter().find(|(_, (_, since))| since.elapsed() > PATIENCE) {
            let kept = keep(name, input).display().to_string();
            // What `eprintln!` says is kept back until the test ends.
            let _ = writeln!(
                std::io::stderr(),
                "{name} has not done with an input within {} s: {kept}",
                PATIENCE.as_secs()
            );
            std::process::exit(1);
        }
    }
}

/// Readers that other programs answer spend their time in waiting: so many meet their inputs at once.
const AT_ONCE: usize = 8;

#[test]
fn every_reader_obeys_its_laws() {
    let mut all: Vec<Target> = targets().collect();
    // Those that take long begin.
    all.sort_by_key(|target| target.inputs);
    // The page's readers share a server: what one does to it, another might find, in an order that no second run has.
    let (page, others): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|target| target.name.starts_with("http_"));
    let others = others.iter().map(std::slice::from_ref);
    let next = Mutex::new(std::iter::once(page.as_slice()).chain(others));
    let found = Mutex::new(Vec::new());
    let (running, done) = channel::<()>();
    std::thread::spawn(move || watch(&done));
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let Some(some) = next.lock().unwrap().next() else { break };
                    let broken: Vec<PathBuf> = some.iter().filter_map(broken).collect();
                    found.lock().unwrap().extend(broken);
                }
            });
        }
    });
    drop(running);
    tidy();
    let found: Vec<String> =
        found.into_inner().unwrap().iter().map(|kept| kept.display().to_string()).collect();
    assert!(found.is_empty(), "the panics above are of these inputs:\n{}", found.join("\n"));
}
