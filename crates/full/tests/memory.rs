//! Memory that cannot be had is told of in one line, with exit code 2.

use crate::common::{Answer, Folder, command};

/// Runs the command with so much room for addresses, in MiB.
fn run_within(mib: u64, args: &[&str]) -> Answer {
    let plywise = command(args);
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", "ulimit -v \"$0\" && exec \"$@\"", &(mib * 1024).to_string()]);
    shell.arg(plywise.get_program()).args(args).stdin(std::process::Stdio::null());
    shell.output().expect("there is a shell").into()
}

#[test]
fn a_table_that_does_not_fit_gets_one_line_in_every_command() {
    let folder = Folder::new("memory");
    let store = folder.file("games.db");
    for args in [
        &["match", "othello", "pvs:table=60000", "random", "--games", "2"][..],
        &["match", "checkers", "random", "mtdf:table=3000", "--games", "2", "--threads", "2"],
        &["match", "othello", "mcts:memory=3000", "random", "--games", "2"],
        &["match", "2048", "expectimax:memo=3000"],
        &["tournament", "othello", "pvs:table=3000", "random", "--store", &store],
        &["analyze", "othello", "--agent", "pvs:table=3000,depth=2"],
        &["analyze", "2048", "--agent", "mcts:memory=3000"],
        &["analyze", "cantgoback", "--agent", "mcts:memory=3000,iterations=10"],
        &["solve", "othello:size=4", "--table", "3000"],
        &["solve", "checkers", "--table", "3000"],
        &[
            "tree",
            "othello:size=4",
            "--agent",
            "alphabeta:depth=2,table=3000",
            "--svg",
            &folder.file("a.svg"),
        ],
        &["engine", "othello", "--protocol", "gtp", "--agent", "pvs:table=3000"],
        &["play", "othello", "--against", "pvs:table=3000"],
        // By itself either would fit.
        &["match", "othello", "pvs:depth=4,threads=256,table=800", "random", "--games", "2"],
        &["analyze", "othello", "--agent", "mcts:threads=1024,memory=1"],
        &["train", "checkers", "--games", "1", "--state", &folder.file("a.games"), "--threads", "256"],
    ] {
        let answer = run_within(1500, args);
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{args:?}: {}", answer.err);
        assert_eq!(answer.err.lines().count(), 1, "{args:?}: {}", answer.err);
        assert!(answer.err.contains("MiB of memory"), "{args:?}: {}", answer.err);
    }
}

/// Threads set no addresses aside that a table would need: who has more of them does not play where others do.
#[test]
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn more_room_never_refuses_what_less_room_plays() {
    // Where both games are at their largest at once they take some 220.
    for mib in [240, 270, 300, 340] {
        let args = ["match", "othello", "champion:depth=2", "random", "--games", "2", "--threads", "2"];
        let answer = run_within(mib, &args);
        assert_eq!(answer.code, Some(0), "{mib} MiB: {answer:?}");
    }
}

/// Whatever is left of the memory, nothing aborts: an answer, or one line.
#[test]
fn no_lack_of_memory_aborts() {
    let folder = Folder::new("lack");
    let cache = folder.file("cache");
    for mib in [60, 130, 262, 280, 293, 300, 310, 340] {
        for args in [
            &["solve", "othello:size=4"][..],
            &["databases", "checkers", "--pieces", "3", "--cache", &cache],
            &["match", "othello:size=4", "mcts:iterations=20,memory=8", "random", "--games", "2"],
        ] {
            let answer = run_within(mib, args);
            let is_good = answer.code == Some(0) && answer.err.is_empty();
            let is_told = answer.code == Some(2) && answer.err.matches('\n').count() == 1;
            assert!(is_good || is_told, "{mib} MiB, {args:?}: {answer:?}");
        }
    }
}

/// What is typed is understood without any of the memory that it asks for: the mistake in the next word is told first.
#[test]
fn options_are_checked_without_the_memory_that_they_ask_for() {
    for (game, agent) in [
        ("othello", "pvs:table=60000"),
        ("checkers", "mtdf:table=60000"),
        ("othello", "mcts:memory=60000"),
        ("2048", "expectimax:memo=60000"),
        ("2048", "champion:memo=60000"),
        ("cantgoback", "mcts:memory=60000"),
    ] {
        let wrong = ["match", game, agent, "nobody"];
        for args in [&wrong[..], &["tournament", game, agent, "nobody"]] {
            let answer = run_within(1500, args);
            assert_eq!(answer.code, Some(2), "{args:?}: {}", answer.err);
            assert!(answer.err.contains("there is no agent \"nobody\""), "{args:?}: {}", answer.err);
        }
    }
}

/// Networks and tables under every limit: what fits plays, what does not gets one line. Nothing is aborted half way.
#[test]
fn networks_and_endgame_tables_that_do_not_fit_get_one_line() {
    let folder = Folder::new("limits");
    let tables = folder.file("tables");
    let mut refusals = 0;
    for mib in [60, 120, 180, 220, 250, 280, 320, 350, 400, 600] {
        for args in [
            &["match", "2048", "champion:depth=1", "--games", "1", "--threads", "1", "--clock", "game=50ms"]
                [..],
            &["analyze", "2048", "--agent", "champion:depth=1"],
            &["explain", "2048", "--agent", "expectimax:eval=network,depth=1"],
            &["engine", "2048", "--protocol", "line", "--agent", "champion:depth=1"],
            &["train", "2048", "--games", "2", "--tuples", "4x6"],
            &["tables", "2048", "--largest", "64", "--cache", &tables, "--threads", "2"],
        ] {
            // A table that fits would take minutes; whether it does is another test's affair.
            if args[0] == "tables" && mib > 220 {
                continue;
            }
            let answer = run_within(mib, args);
            let is_good = answer.code == Some(0) && answer.err.is_empty();
            let is_told = answer.code == Some(2) && answer.err.matches('\n').count() == 1;
            assert!(
                is_good || is_told && answer.err.contains("of memory left"),
                "{mib} MiB, {args:?}: {answer:?}"
            );
            refusals += u32::from(is_told);
        }
    }
    assert!(refusals >= 20, "{refusals}");
}
