//! What fits: no line is wider than the terminal, no text is cut, and what the README shows is what is printed.

use std::collections::HashSet;

use crate::common::{Folder, command, good};

const WIDTHS: [usize; 5] = [40, 60, 80, 120, 200];

fn at(width: usize, args: &[&str]) -> String {
    let output = command(args).env("COLUMNS", width.to_string()).output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn fits(width: usize, args: &[&str], text: &str) {
    for line in text.lines() {
        assert!(line.chars().count() <= width, "{args:?} at {width}: {line:?}");
    }
}

#[test]
fn lists_fit_and_lose_nothing() {
    let lists: &[&[&str]] = &[
        &["games"],
        &["agents"],
        &["agents", "othello", "alphabeta"],
        &["agents", "2048", "champion"],
        &["openings", "checkers"],
        &["openings", "checkers", "three-move"],
        &["lab", "list"],
    ];
    for args in lists {
        let whole = good(args);
        let known: HashSet<&str> = whole.split_whitespace().collect();
        let letters = |text: &str| text.split_whitespace().collect::<String>();
        for width in WIDTHS {
            let text = at(width, args);
            fits(width, args, &text);
            assert_eq!(letters(&text), letters(&whole), "{args:?} at {width}: nothing is cut");
            if width >= 80 {
                // No word is broken but a list of values that is wider than its column.
                let torn = |word: &&str| !known.contains(word);
                let torn: Vec<&str> = text.split_whitespace().filter(torn).collect();
                assert!(
                    torn.iter().all(|word| word.contains(['|', ',', '/', ':', '='])),
                    "{args:?} at {width}: {torn:?}"
                );
            }
        }
    }
}

#[test]
fn tables_and_lines_fit() {
    let folder = Folder::new("widths");
    let store = folder.file("games.db");
    let agents = ["alphabeta:depth=1,eval=weighted,order=static", "greedy:eval=mobility", "random"];
    good(&[&["tournament", "othello:size=4"], &agents[..], &["--rounds", "2", "--store", &store]].concat());
    let experiment = |game: &str, agents: &[&str]| {
        let text = good(&[&["tournament", game], agents, &["--rounds", "1", "--print"]].concat());
        folder.write(game, text)
    };
    let units = [
        experiment("othello", &agents[..2]),
        experiment("2048", &["random"]),
        experiment("cantgoback", &["simple", "random"]),
    ];
    let illegal = folder.write("illegal.pdn", "1. 11-15 23-19 2. 8-12 *\n");
    let commands: &[&[&str]] = &[
        &["match", "othello:size=4", agents[0], "random", "--games", "4"],
        &["match", "2048", "random", "greedy", "--games", "4"],
        &["store", "show", &store],
        &["sprt", "elo0=0,elo1=5", "--games", "12", "3", "4"],
        &["replay", "checkers", &illegal],
        &["perft", "othello", "3", "--divide"],
        &["perft", "2048", "2", "--divide"],
        &["explain", "othello"],
        &["explain", "checkers", "--agent", "better_h"],
        &["explain", "cantgoback"],
        &["explain", "2048", "--agent", "expectimax"],
        &["analyze", "othello", "--agent", "pvs:depth=4", "--all-moves"],
        &["analyze", "checkers", "--agent", "alphabeta:depth=4", "--all-moves"],
        &["solve", "othello:size=4"],
        &["tune", "2048", "heuristic", "--optimizer", "random:iterations=2", "--playoff", "1"],
        &["unit", &units[0], "0"],
        &["unit", &units[1], "0"],
        &["unit", &units[2], "0"],
        &["checkers", "2", "1000", "5", "y", "improved_player:depth=3", "simple_player:depth=2"],
        &["bench", "connect-four", "--repeat", "1"],
    ];
    for args in commands {
        let widths: &[usize] = match args[0] {
            "bench" => &[60, 120],
            "checkers" => &[80, 120], // its board is no narrower
            "match" | "store" => &WIDTHS,
            _ => &[60, 120],
        };
        for &width in widths {
            fits(width, args, &at(width, args));
        }
    }
}

/// The first thing that the README has people type prints what it shows, in a terminal of 120 columns; times differ.
#[test]
fn the_readme_shows_what_is_printed() {
    let readme = include_str!("../../../README.md");
    let mut blocks = readme.split("```").skip(1).step_by(2).map(str::trim);
    let typed =
        blocks.find(|block| block.starts_with("cargo run --release -- match")).expect("a match to type");
    let shown = blocks.next().expect("what it prints");
    let args: Vec<&str> = typed.split_whitespace().skip(4).collect();
    let printed = at(120, &args);
    let without_times = |text: &str| -> Vec<String> {
        text.trim().lines().filter(|line| !line.contains("time/")).map(str::to_owned).collect()
    };
    assert_eq!(without_times(shown), without_times(&printed), "{printed}");
    fits(120, &args, shown);
    assert!(printed.contains("time/game") && shown.contains("time/game"));
}
