//! Bad input: exit code 2, nothing on standard output, and one line that says what was wrong and what would work.

use crate::common::{Folder, command, good, refused, run, run_with};

#[test]
fn every_mistake_gets_one_line_that_helps() {
    let cases: &[(&[&str], &[&str])] = &[
        (&["metch"], &["there is no command \"metch\"", "did you mean match?", "replay"]),
        (&["match"], &["<GAME>", "<AGENTS>", "usage: plywise match"]),
        (&["match", "othello"], &["<AGENTS>"]),
        (
            &["match", "otello", "random", "random"],
            &["did you mean othello?", "checkers", "2048", "cantgoback"],
        ),
        (&["match", "othello:size=5", "random", "random"], &["size=\"5\"", "4, 6 or 8"]),
        (&["match", "othello:sice=6", "random", "random"], &["did you mean size?", "setup"]),
        (&["match", "othello:size", "random", "random"], &["name:key=value"]),
        (
            &["match", "othello", "random", "alphabet"],
            &["did you mean alphabeta?", "There are: random, greedy,"],
        ),
        (&["match", "othello", "random", "alphabeta:depht=3"], &["did you mean depth?"]),
        (&["match", "othello", "random", "alphabeta:depth=many"], &["from 1 to 1000"]),
        (&["match", "othello", "random", "greedy:eval=disc"], &["one of discs"]),
        (&["match", "checkers", "random", "expectimax"], &["there is no agent \"expectimax\""]),
        (&["match", "othello", "random"], &["played by 2 agents", "1 given"]),
        (&["match", "checkers", "random", "random", "random"], &["played by 2 agents", "3 given"]),
        (&["match", "othello", "random", "random", "--games", "0"], &["from 1 to"]),
        (&["match", "othello", "random", "random", "--games", "-3"], &["-3", "from 1 to"]),
        (&["match", "othello", "random", "random", "--seed", "x"], &["from 0 to 18446744073709551615"]),
        (&["match", "othello", "random", "random", "--threads", "9999"], &["from 1 to 1024"]),
        (
            &["match", "othello", "random", "random", "--clock", "5s"],
            &["move=500ms", "game=60s", "moves=5,time=2s"],
        ),
        (&["match", "othello", "random", "random", "--clock", "mive=5s"], &["did you mean move?"]),
        (&["match", "othello", "random", "random", "--clock", "move=5"], &["500ms"]),
        (&["match", "othello", "random", "random", "--watch", "fast"], &["400ms"]),
        (&["match", "othello", "random", "random", "--watch", "1s", "--json"], &["--json", "--watch"]),
        (&["match", "othello", "random", "random", "--force"], &["--save <FILE>"]),
        (&["match", "othello", "random", "random", "--gams", "3"], &["--gams", "--games"]),
        (&["match", "othello", "random", "random", "--save", "/nowhere/at/all"], &["/nowhere/at/all"]),
        (&["match", "cantgoback:board=nosuch", "random", "random"], &["nosuch", "default_board"]),
        (&["match", "cantgoback:penalty=x", "random", "random"], &["penalty=\"x\"", "from 0 to 100000"]),
        (&["agents", "chess"], &["there is no game \"chess\"", "othello"]),
        (&["games", "othello"], &["\"othello\" is one word too many", "usage: plywise games"]),
        (&["engine", "othello"], &["--protocol <PROTOCOL>"]),
        (&["engine", "othello", "--protocol", "uci"], &["gtp, nboard, hub, dxp, line"]),
        (&["engine", "othello", "--protocol", "hub"], &["it has: gtp, nboard, line"]),
        (&["engine", "checkers", "--protocol", "hub", "--agent", "pv"], &["did you mean pvs?"]),
        (&["match", "othello", "random", "engine:protocol=gtp"], &["cmd= is missing"]),
        (
            &["match", "othello", "random", "engine:protocol=gtp,cmd=no-such-program"],
            &["no-such-program", "PATH"],
        ),
        (&["bench", "chess"], &["there is no game \"chess\""]),
        (&["bench", "--repeat", "0"], &["from 1 to 1000"]),
        (&["perft", "othello"], &["<DEPTH>"]),
        (&["perft", "othello", "65"], &["from 0 to 64"]),
        (&["perft", "othello", "-1"], &["from 0 to 64"]),
        (&["perft", "othello", "3", "--pass", "maybe"], &["ply", "free"]),
        (&["perft", "othello", "3", "--position", "---X"], &["64"]),
        (&["perft", "checkers", "3", "--position", "B:W33:B1"], &["1 to 32", "character 4"]),
        (&["perft", "2048", "3", "--position", "0 3 0 0"], &["row 1, column 2", "power of two"]),
        (&["perft", "cantgoback", "3", "--position", "1 0/0 2"], &["6 rows of 6"]),
        (&["play", "othello", "--seat", "third"], &["first", "second"]),
        (&["play", "2048", "--seat", "second"], &["2048 has only one seat"]),
        (&["play", "checkers", "--against", "stockfish"], &["there is no agent \"stockfish\"", "alphabeta"]),
        (&["play", "othello", "--position", "abc"], &["character 1"]),
        (&["replay", "othello"], &["<FILE>"]),
        (&["replay", "othello", "/nowhere/at/all"], &["/nowhere/at/all", "No such file"]),
    ];
    for (args, expected) in cases {
        let line = refused(args);
        for part in *expected {
            assert!(line.contains(part), "{args:?}: {line:?} does not say {part:?}");
        }
    }
}

#[test]
fn files_that_are_no_games_are_refused() {
    let folder = Folder::new("no-games");
    let binary = folder.write("binary", [b"[Event \"x\"]\n".as_slice(), &[0xFF, 0, 1, 2, 0x80]].concat());
    let prose = folder.write("prose", "Dear reader,\nthis is a letter.\n");
    let directory = folder.file("");
    for game in ["othello", "checkers", "2048", "cantgoback"] {
        assert!(refused(&["replay", game, &binary]).contains("no text file: byte 14 is zero"));
        assert!(refused(&["replay", game, &prose]).contains("Dear reader"), "{game}");
        assert!(refused(&["replay", game, &directory]).contains("this is a folder"), "{game}");
    }
}

#[test]
fn a_file_that_exists_is_not_overwritten_unless_asked() {
    let folder = Folder::new("exists");
    let file = folder.write("games.txt", "mine\n");
    let args = ["match", "othello:size=4", "random", "random", "--games", "3", "--save", &file];
    assert!(refused(&args).ends_with("exists already; name another file or add --force"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine\n");
    good(&[&args[..], &["--force"]].concat());
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 3);
    // Bad input elsewhere leaves the file as it is.
    refused(&[&args[..], &["--force", "--clock", "never"]].concat());
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 3);
    let folder = folder.file("");
    assert!(refused(&["match", "2048", "random", "--save", &folder, "--force"]).contains("this is a folder"));
}

/// What an option of an option may be is in the help, and the same stands in the error.
#[test]
fn the_help_lists_what_the_errors_list() {
    for command in ["match", "tournament"] {
        let help = good(&[command, "--help"]);
        for flag in ["--clock", "--sprt", "--adjudicate"] {
            let about = help.split_once(&format!("      {flag} <")).expect("a flag of the command").1;
            let about = about.split("\n      --").next().unwrap_or(about);
            let line = refused(&[command, "othello", "random", "random", flag, "zzz=1"]);
            let known = line.split("there are: ").nth(1).expect("what there is").split(", ");
            for key in known.clone() {
                assert!(about.contains(&format!("{key}=")), "{command} {flag} lacks {key}: {about}");
            }
            let told = about
                .split(|c: char| !(c.is_alphanumeric() || "_=".contains(c)))
                .filter_map(|word| word.split_once('='));
            for (key, _) in told {
                assert!(
                    known.clone().any(|known| known == key),
                    "{command} {flag}: {key} is not in {line:?}"
                );
            }
        }
    }
}

#[test]
fn a_name_alone_is_told_what_it_is() {
    for (args, parts) in [
        (&["connect-four"][..], &["connect-four is a game", "plywise play connect-four"][..]),
        (&["conect-four"], &["did you mean the game connect-four?", "plywise match connect-four"]),
        (
            &["pvs:depth=4"],
            &["pvs is an agent of othello, checkers", "plywise match othello pvs:depth=4 random"],
        ),
        (&["othello-depth"], &["is an experiment", "plywise lab run othello-depth"]),
        (&["store"], &["plywise store takes one of these: show, export, add"]),
        (&["store", "shwo"], &["there is no command of plywise store \"shwo\"; did you mean show?"]),
    ] {
        let line = refused(args);
        assert!(parts.iter().all(|part| line.contains(part)), "{args:?}: {line}");
    }
}

#[test]
fn one_agent_is_shown_in_full_and_shared_options_once() {
    let all = good(&["agents", "othello"]);
    let one = good(&["agents", "othello", "alphabeta"]);
    for option in ["depth=", "nodes=", "eval=", "table=", "order="] {
        let lines = |text: &str| text.lines().filter(|line| line.trim_start().starts_with(option)).count();
        assert_eq!(lines(&one), 1, "{option}: {one}");
    }
    assert_eq!(all.matches("positions to visit per move, deepening until then").count(), 1, "{all}");
    assert!(!one.contains("mtdf") && !one.contains("several take"), "{one}");
    assert!(refused(&["agents", "othello", "alphabte"]).contains("did you mean alphabeta?"));
}

#[test]
fn help_is_no_error_but_no_command_is() {
    for args in [&["--help"][..], &["help"], &["help", "match"], &["perft", "-h"], &["--version"]] {
        assert!(!good(args).is_empty());
    }
    let answer = run(&[]);
    assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""));
    assert!(
        answer.err.contains("Usage: plywise [OPTIONS] <COMMAND>") && answer.err.contains("match"),
        "{}",
        answer.err
    );
}

/// The help of every command as a file, so that a change shows. `UPDATE_HELP=1 cargo test -p plywise-full
/// the_help` writes it anew.
#[test]
fn the_help_is_what_it_was() {
    let mut text = good(&["--help"]);
    for name in [
        "games",
        "agents",
        "match",
        "play",
        "analyze",
        "solve",
        "tree",
        "perft",
        "replay",
        "engine",
        "serve",
        "bench",
        "sprt",
        "tournament",
        "unit",
        "store show",
        "store export",
        "store add",
        "slurm",
        "openings",
        "explain",
        "checkers",
        "cantgoback",
        "lab list",
        "lab run",
        "tune",
        "train",
        "book",
        "tables",
        "databases",
        "drive",
        "completions",
        "man",
    ] {
        let args: Vec<&str> = name.split(' ').chain(["--help"]).collect();
        text.push_str(&format!("\n==== plywise {name} --help\n\n{}", good(&args)));
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/help.txt");
    if std::env::var_os("UPDATE_HELP").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    let recorded = std::fs::read_to_string(path).unwrap();
    for (new, old) in text.lines().zip(recorded.lines()) {
        assert_eq!(new, old);
    }
    assert_eq!(text.lines().count(), recorded.lines().count());
}

/// Whoever reads our output may stop when it has seen enough: that is success.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_success() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    let folder = Folder::new("pipe");
    let broken = folder.write("broken.txt", "f5a1\n".repeat(50_000));
    let cases: &[&[&str]] = &[
        &["replay", "othello", &broken],
        &["match", "checkers", "random", "random", "--games", "50", "--watch", "0s"],
        &["perft", "2048", "3", "--divide"],
        &["games"],
        &["agents", "--json"],
    ];
    for args in cases {
        let mut child = command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(!line.is_empty());
        let answer = child.wait_with_output().unwrap();
        assert_eq!((answer.status.code(), answer.stderr.len()), (Some(0), 0), "{args:?}");
    }
}

/// Arguments that are no text at all (possible on Unix) are refused like any others.
#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let odd = std::ffi::OsStr::from_bytes(b"oth\xFFello");
    let output = command(&["match"]).arg(odd).args(["random", "random"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error.matches('\n').count(), 1, "{error}");
    // A file may have any name.
    let output = command(&["replay", "othello"]).arg(odd).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("No such file"));
}

#[test]
fn junk_on_standard_input_is_refused_too() {
    let answer = run_with(&["replay", "checkers", "-"], &[0x80; 100]);
    assert_eq!(answer.code, Some(2));
    assert_eq!(answer.err.matches('\n').count(), 1, "{}", answer.err);
}
