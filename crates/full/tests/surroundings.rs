//! What every command takes: colours, quiet, logs of engines; and what shells and readers are told of it.

use std::process::Stdio;

use crate::common::{Folder, command, good, refused, run};

#[test]
#[ignore = "not a test: the engine that the tests start"]
fn act_as_engine() {
    fake_engine::obey();
}

#[test]
fn colours_come_where_they_are_asked_for() {
    let board = ["solve", "othello:size=4"];
    let has_color = |text: &str| text.contains("\u{1b}[");
    for (args, has) in [(&[][..], false), (&["--color", "never"], false), (&["--color=always"], true)] {
        assert_eq!(has_color(&good(&[&board, args].concat())), has, "{args:?}");
        assert_eq!(has_color(&good(&[args, &board].concat())), has, "{args:?}");
        assert_eq!(has_color(&good(&[args, &["match", "--help"]].concat())), has, "help, {args:?}");
        let wrong = run(&[&["perft", "chess", "1"], args].concat());
        assert_eq!(has_color(&wrong.err), has, "{wrong:?}");
    }
    let out =
        command(&["--color", "always", "solve", "othello:size=4"]).env("NO_COLOR", "1").output().unwrap();
    assert!(has_color(&String::from_utf8(out.stdout).unwrap()), "what was typed comes before NO_COLOR");
    let line = refused(&["games", "--color", "pink"]);
    assert!(line.contains("pink") && line.contains("auto, always, never"), "{line}");
}

#[cfg(unix)]
#[test]
fn no_color_is_heeded_in_a_terminal_and_quiet_shows_no_progress_there() {
    use crate::common::terminal::Terminal;
    let shown = |args: &[&str]| Terminal::start(args, 100).end();
    let (code, text) = shown(&["solve", "othello:size=4"]);
    assert!(code == Some(0) && text.contains("\u{1b}["), "{text}");
    let (code, text) = shown(&["solve", "othello:size=4", "--color=never", "--quiet"]);
    assert!(code == Some(0) && !text.contains("\u{1b}["), "{text}");
}

#[test]
fn quiet_leaves_results_and_complaints() {
    let told = |args: &[&str]| {
        let mut command = command(args);
        let out = command.env("PLYWISE_PROGRESS", "1ms").stdin(Stdio::null()).output().unwrap();
        (String::from_utf8(out.stdout).unwrap(), String::from_utf8(out.stderr).unwrap())
    };
    let args = ["tournament", "othello:size=4", "mcts:iterations=200", "random", "--rounds", "20"];
    let (_, progress) = told(&args);
    assert!(progress.contains("games"), "{progress}");
    let (table, progress) = told(&[&args[..], &["--quiet"]].concat());
    assert!(table.contains("mcts:iterations=200") && progress.is_empty(), "{progress}");
    assert!(refused(&["perft", "chess", "1", "--quiet"]).contains("there is no game"));
}

#[test]
fn every_shell_gets_its_completions() {
    for (shell, part) in [
        ("bash", "complete -F _plywise"),
        ("zsh", "#compdef plywise"),
        ("fish", "complete -c plywise"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "edit:completion"),
    ] {
        let script = good(&["completions", shell]);
        assert!(
            script.contains(part) && script.contains("tournament") && script.contains("opening-plies"),
            "{shell}"
        );
    }
    let zsh = good(&["completions", "zsh"]);
    assert!(zsh.contains("connect-four") && zsh.contains("'*:agents -- "), "{zsh}");
    assert!(!zsh.contains("'*::"), "two colons end the completion of options");
    let fish = good(&["completions", "fish"]);
    let words = |when: &str| {
        let found =
            fish.lines().find(|line| line.starts_with(&format!("complete -c plywise -n \"{when}\" -f -a ")));
        found.unwrap_or_else(|| panic!("{when}")).to_owned()
    };
    let of_match = words("__fish_plywise_using_subcommand match");
    assert!(of_match.contains("othello") && of_match.contains("champion"), "{of_match}");
    let of_run = words("__fish_plywise_using_subcommand lab; and __fish_seen_subcommand_from run");
    assert!(of_run.contains("othello-depth"), "{of_run}");
    assert!(refused(&["completions", "tcsh"]).contains("bash, elvish, fish, powershell, zsh"));
}

/// What a person who presses the key gets: games where a game is due, agents behind it.
#[cfg(unix)]
#[test]
fn bash_completes_games_and_agents() {
    let script = good(&["completions", "bash"]);
    let pressed = |typed: &[&str]| {
        let words = typed.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" ");
        let (last, before) = (typed.last().unwrap(), typed[typed.len() - 2]);
        let ask = format!(
            "{script}\nCOMP_WORDS=({words}); COMP_CWORD={}\n_plywise plywise '{last}' '{before}'\necho \"${{COMPREPLY[*]}}\"",
            typed.len() - 1
        );
        let told = std::process::Command::new("bash").args(["--norc", "-c", &ask]).output().unwrap();
        String::from_utf8(told.stdout).unwrap().trim().to_owned()
    };
    assert_eq!(pressed(&["plywise", "match", "oth"]), "othello");
    assert_eq!(pressed(&["plywise", "match", "othello", "champ"]), "champion");
    assert_eq!(pressed(&["plywise", "tourn"]), "tournament");
    assert_eq!(pressed(&["plywise", "solve", "conn"]), "connect-four");
    assert_eq!(pressed(&["plywise", "play", "othello", "--against", "champ"]), "champion");
    assert_eq!(pressed(&["plywise", "match", "checkers", "--openings", "three"]), "three-move");
    assert_eq!(pressed(&["plywise", "store", "export", "games.db", "--format", "wth"]), "wthor");
    assert_eq!(pressed(&["plywise", "lab", "run", "othello-dep"]), "othello-depth");
    // As bash divides what is typed: what stands behind a name or an option is no name of an agent.
    assert_eq!(pressed(&["plywise", "match", "othello", ":", "si"]), "");
    assert_eq!(pressed(&["plywise", "match", "othello", ":"]), "");
    assert_eq!(pressed(&["plywise", "match", "othello", ":", "size", "=", ""]), "");
    assert_eq!(pressed(&["plywise", "match", "othello", "--color", "="]), "auto always never");
    assert_eq!(pressed(&["plywise", "match", "othello", "--color", "=", "al"]), "always");
}

/// One page for each command, and in it what its help says.
#[test]
fn manual_pages_are_written() {
    let folder = Folder::new("man");
    let pages = folder.file("man/man1");
    assert!(good(&["man", &pages]).contains("plywise.1"));
    let read = |name: &str| std::fs::read_to_string(folder.file(&format!("man/man1/{name}"))).expect(name);
    assert!(read("plywise.1").contains("plywise\\-match(1)"), "{}", read("plywise.1"));
    for (name, part) in [
        ("plywise-match.1", "opening\\-plies"),
        ("plywise-store-export.1", "csv"),
        ("plywise-man.1", "FOLDER"),
    ] {
        assert!(read(name).contains(part), "{name}");
    }
    let line = refused(&["man", &folder.write("file", "")]);
    assert!(line.contains("file"), "{line}");
}

/// What an engine is told, says and complains of stands in a file, in order and with times.
#[test]
fn the_conversation_with_an_engine_is_written_down() {
    let folder = Folder::new("engine-log");
    let log = folder.file("logs/deep");
    let cmd = fake_engine::command("surroundings::act_as_engine", "gtp,crash,3");
    let engine = format!("engine:cmd=\"{cmd}\",protocol=gtp,startup=100s");
    let args = ["match", "othello:size=6", &engine, "random", "--games", "1", "--engine-log", &log];
    good(&args);
    let files: Vec<_> = std::fs::read_dir(&log).unwrap().map(|file| file.unwrap().path()).collect();
    let texts: Vec<String> = files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    let text = texts.iter().find(|text| text.contains("genmove")).expect("a game was played");
    let lines: Vec<(f64, &str)> =
        text.lines().map(|line| (line[..12].trim().parse().expect("seconds"), &line[13..])).collect();
    assert!(lines[0].1.starts_with("# started at ") && lines[0].1.contains("gtp,crash,3"), "{text}");
    let place = |part: &str| {
        lines.iter().position(|line| line.1.starts_with(part)).unwrap_or_else(|| panic!("{part}: {text}"))
    };
    let (asked, said) = (place("> genmove"), place("< ="));
    assert!(said < lines.len() && asked > 0, "{text}");
    assert!(place("# exit status: ") > asked && place("! ") > asked, "how it ended: {text}");
    assert!(lines.is_sorted_by(|a, b| a.0 <= b.0), "{text}");
    // A place that cannot be is refused before anything is played.
    let taken = folder.write("taken", "");
    let line = refused(&["match", "othello", &engine, "random", "--engine-log", &format!("{taken}/x")]);
    assert!(line.contains("taken"), "{line}");
}

/// Where the networks are missing, the small one plays, under its own name, and a line says so.
#[test]
fn a_champion_without_its_networks_says_how_to_get_them() {
    let folder = Folder::new("no-data");
    let nowhere = folder.file("nowhere");
    let told = |args: &[&str]| {
        let out = command(args).env("PLYWISE_DATA", &nowhere).output().unwrap();
        (out.status.code(), String::from_utf8(out.stdout).unwrap(), String::from_utf8(out.stderr).unwrap())
    };
    let args = ["match", "2048", "champion:depth=1", "--games", "1", "--clock", "game=50ms", "--json"];
    let (code, out, err) = told(&args);
    assert!(code == Some(0) && out.contains("champion:depth=1,network=small"), "{out}{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
    for part in ["warning: champion plays on the small network", "4x6.network", "PLYWISE_DATA", "https://"] {
        assert!(err.contains(part), "{err}");
    }
    let (_, out, _) = told(&["agents", "2048", "champion"]);
    assert!(out.contains("small network") && out.contains("PLYWISE_DATA"), "{out}");
    let (code, _, err) = told(&["analyze", "2048", "--all-moves"]);
    assert!(code == Some(0) && err.lines().count() == 1, "{err}");
    // What is refused gets one line.
    for wrong in [&["match", "2048", "champion:cutoff=x"][..], &["analyze", "2048", "--position", "1 2 3"]] {
        let (code, out, err) = told(wrong);
        assert!(
            (code, &*out, err.lines().count()) == (Some(2), "", 1) && err.starts_with("error: "),
            "{err}"
        );
    }
    // Where they are, nothing is said.
    let (_, out, err) = {
        let answer = run(&args);
        (answer.code, answer.out, answer.err)
    };
    assert!(err.is_empty() && !out.contains("small"), "{out}{err}");
}
