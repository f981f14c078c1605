//! `plywise tables`, and the champion that plays with them.

use std::fs;

use crate::common::{Folder, good, json, refused};

#[test]
fn tables_are_made_once_and_played_with() {
    let folder = Folder::new("tables");
    let cache = folder.file("cache");
    let made = json(&["tables", "2048", "--cache", &cache, "--largest", "64"]);
    let table = &made["tables"][0];
    assert_eq!((&table["tile"], table["bytes"].as_u64()), (&64.into(), Some(27_273_471)));
    let file = table["file"].as_str().unwrap();
    assert_eq!(fs::metadata(file).unwrap().len(), 27_273_471);
    let again = good(&["tables", "2048", "--cache", &cache, "--largest", "64"]);
    assert!(again.contains("64: 27 MB, was there"), "{again}");

    // Two 32 that meet below the 64: a search of one turn would do other things first.
    let position = "16384 8192 4096 2048/4 16 64 1024/2 32 0 0/0 32 0 2";
    let agent = format!("champion:network=small,tables={cache}");
    let thought = json(&["analyze", "2048", "--position", position, "--agent", &agent]);
    assert_eq!(thought["stopped"], "enough", "{thought}");
    let printed = good(&["analyze", "2048", "--position", position, "--agent", &agent]);
    assert!(printed.contains("1 node ") && !printed.contains("1 nodes"), "{printed}");
    let far = "2048 4 2 0/2 0 0 0/0 0 0 0/0 0 0 0";
    let agent = format!("{agent},depth=2,cutoff=0");
    let searched = json(&["analyze", "2048", "--position", far, "--agent", &agent]);
    assert_eq!(searched["stopped"], "depth", "no table knows it: {searched}");
}

#[test]
fn what_cannot_be_made_or_opened_gets_one_line() {
    let folder = Folder::new("no-tables");
    let none = folder.file("none");
    assert!(refused(&["tables", "othello"]).contains("\"othello\" has no endgame tables; 2048 has"));
    let largest = refused(&["tables", "2048", "--cache", &none, "--largest", "100"]);
    assert!(largest.contains("--largest 100 should be one of 64, 128, 256, 512"), "{largest}");
    let missing = refused(&["match", "2048", &format!("champion:tables={none}")]);
    assert!(missing.contains("no endgame tables in") && missing.contains("plywise tables 2048"), "{missing}");
    // Tables are looked for first: a network takes seconds to read.
    let network = folder.file("network");
    let both = refused(&["match", "2048", &format!("champion:network={network},tables={none}")]);
    assert!(both.contains("no endgame tables in"), "{both}");
    fs::create_dir_all(&none).unwrap();
    fs::write(format!("{none}/2048-six-128.endgame"), "2048EG1\n").unwrap();
    let broken = refused(&["match", "2048", &format!("champion:tables={none}")]);
    assert!(broken.contains("2048-six-128.endgame: no complete endgame table"), "{broken}");
    let file = folder.write("file", "");
    let line = refused(&["match", "2048", &format!("champion:tables={file}")]);
    assert!(line.contains(&format!("{file} is no folder")), "{line}");
}
