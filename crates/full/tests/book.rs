//! Opening books: grown, killed, shown, taken in, played from.

use serde_json::Value;

use crate::common::{Answer, Folder, command, good, json, refused, run, run_with};

const GROW: [&str; 6] = ["book", "othello", "--nodes", "200", "--threads", "1"];

fn grown(folder: &Folder, name: &str, positions: &str) -> String {
    let file = folder.file(name);
    good(&[&GROW[..], &["--file", &file, "--positions", positions]].concat());
    file
}

#[test]
fn a_killed_command_typed_again_grows_the_same_book() {
    let folder = Folder::new("book-killed");
    let whole = std::fs::read_to_string(grown(&folder, "whole", "150")).unwrap();
    let killed = folder.write("killed", &whole[..whole.len() - whole.len() / 3]);
    let again =
        ["book", "othello", "--nodes", "200", "--positions", "150", "--threads", "2", "--file", &killed];
    let answer = run(&again);
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert!(answer.err.contains("of a step that was cut short is searched again, "), "{}", answer.err);
    assert!(std::fs::read_to_string(&killed).unwrap() == whole, "two threads and a kill grew another book");
    // There are so many: nothing is left to do.
    let report = json(&again);
    assert_eq!(
        (&report["added"], report["positions"].as_u64().unwrap() >= 150),
        (&0.into(), true),
        "{report}"
    );
    assert_eq!(report["line"].as_array().unwrap().is_empty(), report["expanded"] == 0, "{report}");
}

#[test]
fn the_four_first_moves_are_one() {
    let folder = Folder::new("book-images");
    let file = grown(&folder, "my.book", "60");
    let text = std::fs::read_to_string(&file).unwrap();
    let show = |more: &[&str]| json(&[&["book", "othello", "--file", &file, "--show"], more].concat());
    let start = show(&[]);
    let moves = start["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &start["expanded"]), (4, &true.into()), "{start}");
    assert!(
        moves.iter().all(|mv| mv["value"] == moves[0]["value"] && mv["value"] == start["value"]),
        "{start}"
    );
    // A value may have a minus: what stands on the board is the first word.
    let boards = text.lines().filter_map(|line| line.split(' ').next());
    let five = boards.filter(|board| board.matches('-').count() == 59).count();
    assert_eq!(five, 1, "of the four positions after them one is searched");
    // Every image has the value, and a move that is its own image.
    let after = [
        (["---X----", "---XX---", "---XO---", "--------"], "c3"),
        (["--------", "--XXX---", "---XO---", "--------"], "c3"),
        (["--------", "---OX---", "---XXX--", "--------"], "f6"),
        (["--------", "---OX---", "---XX---", "----X---"], "f6"),
    ]
    .map(|(rows, reply)| {
        let empty = "-".repeat(16);
        let shown = show(&["--position", &format!("{empty}{}{empty} O", rows.concat())]);
        let value = |mv: &Value| (mv["move"] == reply).then(|| mv["value"].clone());
        (shown["value"].clone(), shown["moves"].as_array().unwrap().iter().find_map(value).unwrap())
    });
    assert!(after.iter().all(|one| *one == after[0]), "{after:?}");
    let out = good(&["book", "othello", "--file", &file, "--show"]);
    assert!(out.contains("discs to the seat to move") && out.contains("line: d3 "), "{out}");
    let elsewhere = "OOOOOOOOXXXXXXXXOOOOOOOOXXXXXXXXOOOOOOOOXXXXXXXXOOOOOOOOXXXXXXX- X";
    let out = good(&["book", "othello", "--file", &file, "--show", "--position", elsewhere]);
    assert!(out.contains("not in this book of "), "{out}");
}

#[test]
fn books_are_taken_in_and_packed_and_played_from() {
    let folder = Folder::new("book-played");
    let file = grown(&folder, "my.book", "60");
    let other = folder.file("other.book");
    let merged =
        good(&["book", "othello", "--file", &other, "--from", &file, "--out", &folder.file("my.bin")]);
    assert!(merged.contains(" positions taken in, 0 searched longer there\n"), "{merged}");
    let lines = |path: &str| {
        let text = std::fs::read_to_string(path).unwrap();
        let mut lines: Vec<_> =
            text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    assert_eq!(lines(&file), lines(&other));
    let packed = folder.file("my.bin");
    let sizes = [&packed, &file].map(|path| std::fs::metadata(path).unwrap().len());
    assert!(20 * sizes[0] < sizes[1] + 2_000, "{sizes:?}");
    // Bytes do not grow, and no text is lost to them.
    let line = refused(&["book", "othello", "--file", &packed, "--positions", "90"]);
    assert!(line.contains("my.bin: a book of bytes does not grow; take it with --from"), "{line}");
    let line =
        refused(&["book", "othello", "--file", &folder.file("third"), "--from", &file, "--out", &file]);
    assert!(line.contains("my.book: the book of --from is kept there"), "{line}");
    let thought = |agent: &str| json(&["analyze", "othello", "--agent", agent]);
    let (text, bytes) =
        (thought(&format!("champion:book={file}")), thought(&format!("champion:book={packed}")));
    for report in [&text, &bytes] {
        assert_eq!((&report["stopped"], &report["nodes"]), (&"book".into(), &0.into()), "{report}");
    }
    assert_eq!(
        [&text["best"], &text["value"], &text["line"]],
        [&bytes["best"], &bytes["value"], &bytes["line"]]
    );
    // Where it ends the champion searches, also on a clock.
    let store = folder.file("games.db");
    let own = format!("champion:nodes=200,policy=thrift,book={file}");
    let played = json(&[
        "match",
        "othello",
        &own,
        "random",
        "--games",
        "4",
        "--clock",
        "game=9999s",
        "--store",
        &store,
    ]);
    assert_eq!(played["agents"][0]["wins"], 4, "{played}");
    let rows = good(&["store", "export", &store, "--format", "json"]);
    let moves: Vec<Value> = rows
        .lines()
        .flat_map(|row| {
            let row: Value = serde_json::from_str(row).unwrap();
            row["moves"].as_array().unwrap().iter().filter(|mv| mv[0] == 0).cloned().collect::<Vec<_>>()
        })
        .collect();
    let booked = moves.iter().filter(|mv| mv[4] == 0 && mv[2].is_string()).count();
    assert!(booked >= 4 && booked < moves.len() / 2, "{booked} of {} moves from the book", moves.len());
    good(&["store", "check", &store]);
    // Another book under the name is another experiment.
    good(&[&GROW[..], &["--file", &file, "--positions", "150"]].concat());
    let resumed = refused(&["tournament", "--resume", "--store", &store, "--rounds", "3"]);
    assert!(resumed.contains("is not what it was when this experiment began"), "{resumed}");
}

#[test]
fn the_books_that_come_along_are_read() {
    for game in ["othello", "checkers"] {
        let report = json(&["analyze", game, "--agent", "champion:book=on,nodes=500"]);
        assert!(report["best"].is_string(), "{report}");
    }
    let report = json(&["analyze", "othello", "--agent", "champion:book=on"]);
    assert_eq!(report["stopped"], "book", "{report}");
}

#[test]
fn a_book_of_checkers_begins_with_the_ballots() {
    let folder = Folder::new("book-checkers");
    let file = folder.file("my.book");
    let grow = ["book", "checkers", "--nodes", "50", "--file", &file, "--positions", "180"];
    let report = json(&grow);
    assert!(report["positions"].as_u64().unwrap() >= 180, "{report}");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("\n# 175 positions\n"), "the start and 174 ballots: {}", &text[..200]);
    let other = refused(&["book", "othello", "--file", &file, "--positions", "200"]);
    assert!(other.ends_with("is a book of \"checkers\", not of othello; name one of othello"), "{other}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn a_damaged_line_is_told_wherever_the_book_is_named() {
    let folder = Folder::new("book-damaged");
    let file = grown(&folder, "my.book", "60");
    let text = std::fs::read_to_string(&file).unwrap();
    let at = text.match_indices('\n').nth(9).unwrap().0 + 30;
    let mut bytes = text.into_bytes();
    bytes[at] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    let why = format!("{file}, line 11: this position is damaged: its checksum is another");
    let played = format!("champion:book={file}");
    for args in [
        &["book", "othello", "--file", &file, "--show"][..],
        &["book", "othello", "--file", &file, "--positions", "99"],
        &["book", "othello", "--file", &folder.file("new"), "--from", &file],
        &["match", "othello", &played, "random", "--games", "1"],
        &["analyze", "othello", "--agent", &played],
    ] {
        let line = refused(args);
        assert!(line.ends_with(&why), "{args:?}: {line}");
    }
    assert!(std::fs::read(&file).unwrap() == bytes, "it stays as it is");
}

#[test]
fn the_command_that_plays_from_a_book_may_be_typed_as_it_stands() {
    let folder = Folder::new("book-command");
    for (name, agent) in [
        ("my book", format!("'champion:book=\"{}\"'", folder.file("my book"))),
        ("it's", format!("'champion:book={}'", folder.file("it's").replace('\'', "'\\''"))),
    ] {
        let text = good(&[&GROW[..], &["--file", &folder.file(name), "--positions", "5"]].concat());
        let command = format!("to play from it: plywise match othello {agent} champion\n");
        assert!(text.ends_with(&command), "{text}\nfor\n{command}");
    }
    let text = good(&[&GROW[..], &["--file", &folder.file("a\"b"), "--positions", "5"]].concat());
    assert!(text.ends_with("to play from it give the file a name without quotation marks\n"), "{text}");
    // A word of the option is a file only by its path.
    let mut there = command(&[&GROW[..], &["--file", "on", "--positions", "5"]].concat());
    let answer: Answer = there.current_dir(folder.file("")).output().expect("the command starts").into();
    assert!(answer.out.ends_with(" 'champion:book=./on' champion\n"), "{answer:?}");
}

#[test]
fn a_move_out_of_a_book_is_told_as_such() {
    let folder = Folder::new("book-told");
    let file = grown(&folder, "my.book", "60");
    let agent = format!("champion:book={file},nodes=200");
    let answer = run_with(&["play", "othello", "--against", &agent, "--seat", "second"], b"hint\n");
    assert!(answer.out.contains(", book)\n"), "{answer:?}");
    let answer = run_with(&["play", "othello:size=6", "--against", "random"], b"hint\n");
    assert!(!answer.out.contains("book"), "{answer:?}");
}
