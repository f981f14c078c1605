//! The program that is built first. What its commands do is tested with the whole one, which has the same.

#[cfg(unix)]
mod handover;

use std::process::Command;

#[test]
fn its_help_names_every_command_of_the_whole_program() {
    let help = Command::new(env!("CARGO_BIN_EXE_plywise")).arg("--help").output().unwrap();
    let whole = include_str!("../../full/tests/help.txt");
    let (first, _) = whole.split_once("\n==== ").unwrap();
    assert_eq!(String::from_utf8(help.stdout).unwrap(), first);
}

#[test]
fn it_plays_by_itself() {
    let typed =
        ["match", "othello:size=6", "alphabeta:depth=2,eval=discs", "random", "--games", "4", "--json"];
    let played = Command::new(env!("CARGO_BIN_EXE_plywise")).args(typed).output().unwrap();
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    assert!(String::from_utf8(played.stdout).unwrap().contains("alphabeta:depth=2"));
}
