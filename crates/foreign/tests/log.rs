//! A log that cannot be written.

use std::path::Path;
use std::process::Command;

use foreign::{Transcript, log_to};

#[test]
#[ignore = "not a test: the program whose log is not written"]
fn talk() {
    let folder = std::env::var_os("LOGS").expect("a folder");
    log_to(Path::new(&folder), |line| println!("complaint: {line}")).unwrap();
    let transcript = Transcript::begin("an engine").unwrap();
    let mut told = transcript.told(&b"go\ngo\ngo\n"[..], b'\n');
    assert_eq!(std::io::read_to_string(&mut told).unwrap(), "go\ngo\ngo\n");
}

/// As on a full disk: no file may grow.
#[test]
fn a_disk_without_room_is_told_of_once() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("no-room-{}", std::process::id()));
    let talk = format!(
        "trap '' XFSZ; ulimit -f 0; exec '{}' log::talk --exact --ignored --nocapture",
        std::env::current_exe().unwrap().display()
    );
    let output = Command::new("sh").args(["-c", &talk]).env("LOGS", &folder).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{told}");
    let complaints: Vec<&str> =
        told.lines().filter_map(|line| line.split_once("complaint: ")).map(|it| it.1).collect();
    let log = folder.join("plywise-").display().to_string();
    assert!(
        matches!(complaints[..], [one] if one.starts_with(&log) && one.contains("File too large") && one.ends_with("the log lacks lines from here on")),
        "{told}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}
