//! A game is one folder: outside its own crate nobody names it, but for the list of doors and the exceptions below.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Names of games that neither their folders nor their doors tell.
const SYNONYMS: &[&str] = &["reversi"];

/// Files that still name games, and why they may. Whoever has made one of them free of names deletes it here.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("games/src/lib.rs", "the list of doors"),
    ("fake-engine/src/answers.rs", "an engine for tests, which plays what the protocols were made for"),
    ("drive/src/game.rs", "an agent at the original page of one game"),
    ("drive/src/page.rs", "an agent at the original page of one game"),
    ("checkerboard/src/command.rs", HOST),
    ("checkerboard/src/engine.rs", HOST),
    ("checkerboard/src/past.rs", HOST),
    ("checkerboard/src/placement.rs", HOST),
    ("cli/src/args.rs", EXAMPLE),
    ("cli/src/args/further.rs", "what the crate `drive` does, in the help"),
    ("cli/src/args/tournament.rs", EXAMPLE),
    ("fuzz/src/examples.rs", "the examples of READMEs, compiled as one program when tests are built"),
    ("fuzz/src/files.rs", READERS),
    ("fuzz/src/page.rs", READERS),
    ("fuzz/src/protocols.rs", READERS),
    ("fuzz/src/games", READERS),
    ("fuzz/src/typed.rs", READERS),
    ("full/src/args/contest.rs", EXAMPLE),
    ("full/src/args/lab.rs", EXAMPLE),
    ("full/src/args/tune.rs", EXAMPLE),
];

/// Whoever reads a help wants to see a command that can be typed, and a person chose the one that shows the most.
const EXAMPLE: &str = "an example in a help text";

/// The laws of readers look inside what each game has read.
const READERS: &str = "the readers of each game, under fuzz";

/// What a host program of one game loads is a library of its own, so that no other crate has to be one.
const HOST: &str = "an engine for a host program that plays one game";

/// The source files of all crates but the games' own.
fn sources() -> Vec<PathBuf> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path())
        {
            match entry.extension().and_then(|ending| ending.to_str()) {
                _ if entry.is_dir() => walk(&entry, found),
                // What tests say of games is the tests' business, as at a file's end.
                _ if entry.ends_with("tests.rs") => {}
                Some("rs" | "js" | "css" | "html") => found.push(entry),
                _ => {}
            }
        }
    }
    let mut found = Vec::new();
    for krate in std::fs::read_dir(crates()).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if !is_game(&krate) && krate.join("src").is_dir() {
            walk(&krate.join("src"), &mut found);
        }
    }
    found
}

/// Whether a crate is a game's: it has the feature of a door.
fn is_game(krate: &Path) -> bool {
    let manifest = std::fs::read_to_string(krate.join("Cargo.toml")).unwrap_or_default();
    manifest.lines().any(|line| line.starts_with("door = ["))
}

/// What the games' names look like in code: as a word, an identifier, a path or a title.
fn names_of_games() -> BTreeSet<String> {
    let folders = std::fs::read_dir(crates()).expect("a folder").map(|entry| entry.expect("an entry").path());
    let folders = folders
        .filter(|krate| is_game(krate))
        .map(|krate| krate.file_name().and_then(|name| name.to_str()).expect("plain letters").to_owned());
    let titles = games::all()
        .iter()
        .map(|game| game.named.about.split([':', '(']).next().unwrap_or_default().trim().to_lowercase());
    let names = games::all().iter().map(|game| game.named.name.to_owned());
    let all = folders.chain(names).chain(titles).chain(SYNONYMS.iter().map(|&name| name.to_owned()));
    all.flat_map(|name| {
        let hyphens = ["-", "_", "", " "].map(|mark| name.replace('-', mark));
        hyphens.into_iter().chain([name.replace('\'', "’")])
    })
    .collect()
}

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the folder of crates")
}

/// The lines that are code, in lower case: no comments, and nothing of the tests at a file's end.
fn code(text: &str) -> impl Iterator<Item = (usize, String)> {
    let lines = text.lines().take_while(|line| line.trim() != "#[cfg(test)]").enumerate();
    lines.filter_map(|(at, line)| {
        let line = line.split(" // ").next().unwrap_or_default().trim();
        let is_comment = ["//", "/*", "*", "<!--"].iter().any(|mark| line.starts_with(mark));
        (!is_comment).then(|| (at + 1, line.to_lowercase()))
    })
}

/// Whether a line holds a name as a word of its own or as a part of an identifier, but not inside a number.
fn names(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let beside = [line[..at].chars().next_back(), line[at + name.len()..].chars().next()];
        // What is reversible is another word.
        let other_word = |c| matches!((name, c), ("2048", '_') | ("reversi", 'b'));
        let inside = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit() || other_word(c));
        !beside.into_iter().any(inside)
    })
}

#[test]
fn no_game_is_named_outside_its_crate() {
    let games = names_of_games();
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in sources() {
        let file = path.strip_prefix(crates()).expect("below").to_str().expect("text").replace('\\', "/");
        let text = std::fs::read_to_string(&path).expect("text");
        for (at, line) in code(&text) {
            if games.iter().any(|name| names(&line, name)) {
                found.entry(file.clone()).or_default().push(format!("{at}: {line}"));
            }
        }
    }
    // A file, or a module with all its files.
    let is_of = |file: &str, one: &str| {
        file.strip_prefix(one).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '.']))
    };
    let allowed = |file: &str| EXCEPTIONS.iter().any(|exception| is_of(file, exception.0));
    let wrong: Vec<_> = found.iter().filter(|(file, _)| !allowed(file)).collect();
    assert!(wrong.is_empty(), "these name games, whose facts belong into the games' crates: {wrong:#?}");
    let is_stale = |exception: &&(&str, &str)| !found.keys().any(|file| is_of(file, exception.0));
    let stale: Vec<_> = EXCEPTIONS.iter().filter(is_stale).collect();
    assert!(stale.is_empty(), "these name no game any more: delete them from the exceptions: {stale:#?}");
}

/// Every folder of a game is in the list of doors, and every game is looked for.
#[test]
fn every_game_is_looked_for() {
    let folders = std::fs::read_dir(crates()).expect("a folder").map(|entry| entry.expect("an entry").path());
    assert_eq!(folders.filter(|krate| is_game(krate)).count(), games::all().len());
    let games = names_of_games();
    for name in
        ["othello", "twenty48", "2048", "can’t go back", "connect_four", "connect four", "connectfour"]
    {
        assert!(games.contains(name), "{name}: {games:?}");
    }
}

#[test]
fn names_are_words_and_parts_of_identifiers() {
    for (line, name) in [
        ("game(\"othello:size=6\")", "othello"),
        ("fn start_othello()", "othello"),
        ("{ game: \"2048\" }", "2048"),
        ("play 2048.", "2048"),
    ] {
        assert!(names(line, name), "{line}");
    }
    for (line, name) in [("12048", "2048"), ("2048_000", "2048"), ("20480", "2048")] {
        assert!(!names(line, name), "{line}");
    }
    let kept: Vec<_> = code("a // othello\n// othello\n * x\nb\n#[cfg(test)]\nothello").collect();
    assert_eq!(kept, [(1, "a".to_owned()), (4, "b".to_owned())]);
}
