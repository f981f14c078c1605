//! The library's rooms stand in one order: whoever uses another is not used by it, directly or by way of others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// All files of Rust below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// What a text names as `crate::name`, comments and unit tests left out.
fn named(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines
        .flat_map(|line| line.split("crate::").skip(1).map(str::to_owned).collect::<Vec<_>>())
        .map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>())
        .collect()
}

#[test]
fn no_room_uses_another_that_uses_it() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in files(&source) {
        let place = file.strip_prefix(&source).expect("below the sources");
        let room = place.components().next().expect("a name").as_os_str().to_string_lossy();
        let room = room.trim_end_matches(".rs").to_owned();
        if room != "lib" {
            let others = named(&fs::read_to_string(&file).expect("a readable file"));
            // `crate::Game` or `crate::{…}` would hide which room it comes from.
            let room_less = others.iter().find(|other| !other.starts_with(char::is_lowercase));
            assert_eq!(room_less, None, "{} names no room", place.display());
            uses.entry(room.clone()).or_default().extend(others.into_iter().filter(|other| *other != room));
        }
    }
    assert!(uses.len() > 20 && uses["agent"].contains("game"), "the sources were read: {uses:?}");
    // Kahn 1962: rooms that use nobody who is left go; what remains stands in a circle.
    while let Some(free) = uses
        .iter()
        .find(|(_, others)| others.iter().all(|other| !uses.contains_key(other)))
        .map(|(room, _)| room.clone())
    {
        uses.remove(&free);
    }
    assert!(uses.is_empty(), "these use each other in a circle: {uses:#?}");
}
