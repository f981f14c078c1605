//! Lists the experiments that come along, so that adding one is adding a file.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("experiments");
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a folder that can be listed").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let name = file.file_stem().and_then(|name| name.to_str()).expect("a name in plain letters");
        let path = fs::canonicalize(&file).expect("a file that was just listed");
        let _ = writeln!(list, "    ({name:?}, include_str!({:?})),", path.display().to_string());
    }
    list.push(']');
    let out = Path::new(&env::var("OUT_DIR").expect("set by cargo")).join("experiments.rs");
    fs::write(&out, list).unwrap_or_else(|error| panic!("{}: {error}", out.display()));
}
