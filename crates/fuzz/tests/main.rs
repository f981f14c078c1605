//! Every reader meets its seeds and inputs made from them.

use std::collections::BTreeSet;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use plywise::Rng;
use plywise_fuzz::{Target, mutate, target, targets, tidy};

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

#[test]
fn every_reader_obeys_its_laws() {
    let mut broken = Vec::new();
    for target in targets() {
        let seeds = seeds(&target);
        let mut rng = Rng::new(1);
        let made = (0..target.inputs).map(|_| mutate(&mut rng, &seeds));
        for input in seeds.iter().cloned().chain(made) {
            if catch_unwind(|| (target.run)(&input)).is_err() {
                let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(target.name);
                std::fs::write(&kept, &input).unwrap();
                broken.push(kept.display().to_string());
                break;
            }
        }
    }
    tidy();
    assert!(broken.is_empty(), "the panics above are of these inputs:\n{}", broken.join("\n"));
}
