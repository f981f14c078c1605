//! What this machine refuses is nobody's loss: limits, programs that are gone, folders that cannot be written.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use serde_json::Value;

use crate::common::{Answer, Folder, command, good, json, limited, refused, run, timeless};

#[test]
#[ignore = "not a test: the engine that the tests start"]
fn act_as_engine() {
    fake_engine::obey();
}

/// An engine's agent, by a command of its own, however long this machine takes to start it.
fn engine(cmd: &str) -> String {
    format!("engine:cmd=\"{cmd}\",protocol=gtp,startup=100s")
}

fn healthy() -> String {
    engine(&fake_engine::command("host::act_as_engine", "gtp"))
}

/// One line of complaint, exit code 2, and nothing else.
fn complaint(answer: &Answer) -> String {
    assert_eq!((answer.code, answer.err.matches('\n').count()), (Some(2), 1), "{answer:?}");
    answer.err.clone()
}

/// Too few open files for the engines: refused before play, with what would do; no game is lost, in the store or out of
/// it, and the same command without the limit gives the undisturbed result.
#[test]
fn too_few_open_files_cost_no_game() {
    let folder = Folder::new("files");
    let store = folder.file("games.db");
    let engine = healthy();
    let args = ["othello:size=6", &engine, "random", "--threads", "4"];
    let games = [&["match"], &args[..], &["--games", "8"]].concat();
    let line = complaint(&limited("ulimit -n 12", &games));
    assert!(line.contains("open files") && line.contains("12") && line.contains("ulimit -n"), "{line}");
    let line = complaint(&limited("ulimit -n 24", &games));
    assert!(line.contains("--threads ") && line.contains("would do"), "{line}");
    let stored = [&["tournament"], &args[..], &["--rounds", "4", "--store", &store]].concat();
    let line = complaint(&limited("ulimit -n 12", &stored));
    assert!(line.contains("open files") && !line.contains("safe"), "no games to promise: {line}");
    let undisturbed = json(&stored[..stored.len() - 2]);
    assert_eq!(undisturbed["agents"][0]["forfeits"], 0, "{undisturbed}");
    assert_eq!(timeless(json(&stored)), timeless(undisturbed));
    // A soft limit is raised where the hard one allows.
    let raised = limited("ulimit -S -n 24", &games);
    assert_eq!((raised.code, raised.err.as_str()), (Some(0), ""), "{raised:?}");
}

/// A program that is not there, may not be run, or says nothing that it should ends the match before it begins.
#[test]
fn an_engine_that_cannot_be_started_ends_the_match_before_it_begins() {
    let folder = Folder::new("start");
    let plain = folder.write("plain", "#!/bin/sh\n");
    let silent = folder.write("silent", "#!/bin/sh\necho out of order >&2\nexit 3\n");
    std::fs::set_permissions(&silent, PermissionsExt::from_mode(0o755)).unwrap();
    let store = folder.file("games.db");
    for (cmd, part) in [(&plain, "is not executable"), (&silent, "out of order")] {
        let engine = engine(cmd);
        for command in [
            &["match", "othello", &engine, "random", "--games", "4"][..],
            &["tournament", "othello", &engine, "random", "--rounds", "2", "--store", &store],
            &["analyze", "othello", "--agent", &engine, "--json"],
        ] {
            let line = complaint(&run(command));
            assert!(line.contains(part) && !line.contains("safe"), "{command:?}: {line}");
        }
    }
    let missing = engine(&folder.file("nothing"));
    assert!(refused(&["match", "othello", &missing, "random"]).contains("there is no program"));
    assert_eq!(
        json(&["store", "show", &store])["report"]["games"],
        0,
        "nothing was played, nothing is stored"
    );
}

/// The program vanishes in the middle: the run stops with one line, keeps what was played, and goes on when the program
/// is back, to the undisturbed result.
#[test]
fn a_program_that_vanishes_stops_the_run_and_nothing_is_booked() {
    let folder = Folder::new("vanish");
    let (store, path, count) = (folder.file("games.db"), folder.file("engine"), folder.file("count"));
    let crash = fake_engine::command("host::act_as_engine", "gtp,crash,4");
    // It crashes in every game, is started again for each, and is gone at the fourth start.
    let script = |most: u32| {
        format!(
            "#!/bin/sh\necho >> '{count}'\n[ $(wc -l < '{count}') -lt {most} ] || rm -f '{path}'\nexec {crash}\n"
        )
    };
    let install = |most| {
        let _ = std::fs::remove_file(&count);
        std::fs::write(&path, script(most)).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
    };
    let engine = engine(&path);
    let args = ["tournament", "othello:size=6", &engine, "random", "--rounds", "5", "--threads", "1"];
    install(1_000_000);
    let undisturbed = json(&args);
    install(4);
    let stored = [&args[..], &["--store", &store]].concat();
    let line = complaint(&run(&stored));
    assert!(line.contains("host: ") && line.contains("No such file"), "{line}");
    assert!(line.contains("4 games are stored and safe"), "{line}");
    install(1_000_000);
    assert_eq!(json(&["store", "show", &store])["report"]["games"], 4);
    assert_eq!(timeless(json(&stored)), timeless(undisturbed));
}

/// A limit on the size of files is an error, not the end.
#[test]
fn a_file_that_may_not_grow_is_told_of() {
    let folder = Folder::new("grow");
    let (saved, store) = (folder.file("games.pdn"), folder.file("games.db"));
    for (command, file, why) in [("--save", &saved, "too large"), ("--store", &store, "ulimit -f")] {
        let args = ["match", "checkers", "random", "random", "--games", "2000", command, file];
        let answer = limited("ulimit -f 20", &args);
        assert_eq!((answer.code, answer.err.matches('\n').count()), (Some(2), 1), "{answer:?}");
        assert!(answer.err.contains(file.as_str()) && answer.err.contains(why), "{answer:?}");
    }
}

/// Those of a command line that run, zombies aside.
#[cfg(target_os = "linux")]
fn running(words: &str) -> usize {
    let processes = std::fs::read_dir("/proc").unwrap().filter_map(|entry| Some(entry.ok()?.path()));
    let is_one = |path: &std::path::PathBuf| {
        let said = std::fs::read(path.join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&said).replace('\0', " ").trim() == words
    };
    processes.filter(is_one).count()
}

/// Whatever an engine started goes with it, also from a session of its own; all of it goes as well when the program is killed.
#[cfg(target_os = "linux")]
#[test]
fn no_process_outlives_its_engine_or_the_program() {
    let folder = Folder::new("orphans");
    let crash = fake_engine::command("host::act_as_engine", "gtp");
    let wait = format!("sleep 7{}", std::process::id());
    let text = format!("#!/bin/sh\nsetsid {wait} &\n({wait} &)\nexec {crash}\n");
    let path = folder.write("engine", &text);
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
    let engine = engine(&path);
    let patience = crate::common::terminal::PATIENCE;
    let until = |holds: &dyn Fn() -> bool| {
        let begun = std::time::Instant::now();
        while !holds() {
            assert!(begun.elapsed() < patience, "{} are running", running(&wait));
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    };
    json(&["match", "othello:size=6", &engine, "random", "--games", "2"]);
    until(&|| running(&wait) == 0);
    let args = ["match", "othello:size=6", &engine, "random", "--games", "1000000", "--threads", "1"];
    let mut child = command(&args).stdout(std::process::Stdio::null()).spawn().unwrap();
    until(&|| running(&wait) >= 2);
    child.kill().unwrap();
    child.wait().unwrap();
    until(&|| running(&wait) == 0);
}

/// An engine's own limits: what it takes beyond them is its failure, and none of ours.
#[cfg(target_os = "linux")]
#[test]
fn an_engine_keeps_to_the_limits_that_it_is_given() {
    let folder = Folder::new("engine-limits");
    let busy = folder.write("busy", "#!/bin/sh\nwhile :; do :; done\n");
    std::fs::set_permissions(&busy, PermissionsExt::from_mode(0o755)).unwrap();
    let busy = format!("engine:cmd={busy},protocol=gtp,cpu=1,startup=100s");
    let line = complaint(&run(&["match", "othello", &busy, "random", "--games", "2"]));
    assert!(line.contains("start: ") && line.contains("signal") && line.contains("cpu=1"), "{line}");
    // It takes more and more once it is spoken to: by then the limit holds.
    let greedy = "#!/bin/sh\nread -r first\nx=x\nwhile [ ${#x} -lt 200000000 ]; do x=$x$x; done\nexit 0\n";
    let greedy = folder.write("greedy", greedy);
    std::fs::set_permissions(&greedy, PermissionsExt::from_mode(0o755)).unwrap();
    let greedy = format!("engine:cmd={greedy},protocol=gtp,memory=64,startup=100s");
    let line = complaint(&run(&["match", "othello", &greedy, "random", "--games", "2"]));
    assert!(line.contains("start: ") && !line.contains("exit status: 0"), "{line}");
    let wide = format!("{},memory=4000,cpu=1000", healthy());
    json(&["match", "othello:size=6", &wide, "random", "--games", "2"]);
}

/// What a foreign engine failed with is told in full by whoever asked it, in one line.
#[test]
fn every_command_tells_why_an_engine_gave_no_move() {
    let folder = Folder::new("failures");
    let crash = engine(&fake_engine::command("host::act_as_engine", "gtp,crash,0"));
    let silent = folder.write("silent", "#!/bin/sh\necho out of order >&2\nexit 3\n");
    std::fs::set_permissions(&silent, PermissionsExt::from_mode(0o755)).unwrap();
    let (gtp, line) = (engine(&silent), format!("engine:cmd='{silent}',protocol=line"));
    let out = folder.file("reports");
    let games = format!("game = \"othello\"\nagents = ['{gtp}', \"random\"]");
    let measure = format!(
        "measure = \"search\"\n[series.with]\ngame = \"othello\"\nagents = [\"greedy\", '{gtp}']\nplies = [2, 16]\nlabels = [\"a\", \"b\"]"
    );
    let plan = |name: &str, what: &str| {
        let text = format!(
            "title = \"x\"\nwork = \"othello\"\nquestion = \"q\"\n[[quantity]]\nname = \"x\"\nof = \"nodes\"\n\
             [[series]]\nname = \"a\"\nsize = {{ quick = 2, full = 2 }}\n{what}\n"
        );
        folder.write(name, text)
    };
    let (games, measure) = (plan("games.toml", &games), plan("measure.toml", &measure));
    let printed = run(&["tournament", "othello", &gtp, "random", "--print"]);
    let experiment = folder.write("experiment", &printed.out);
    for args in [
        &["analyze", "othello", "--agent", &crash][..],
        &["analyze", "othello", "--agent", &gtp, "--all-moves", "--json"],
        &["analyze", "2048", "--agent", &line],
        &["play", "othello", "--seat", "second", "--against", &crash],
        &["match", "othello", &crash, "random"],
        &["match", "othello", "random", &gtp, "--watch", "1ms"],
        &["tournament", "othello", &gtp, "random"],
        &["tournament", "othello", &gtp, "random", "--json-lines"],
        &["unit", &experiment, "0"],
        &["unit", &experiment, "0..3", "--json"],
        &["lab", "run", &games, "--out", &out],
        &["lab", "run", &measure, "--out", &out],
        &["engine", "othello", "--protocol", "gtp", "--agent", &gtp],
        &["engine", "2048", "--protocol", "line", "--agent", &line],
    ] {
        let go: &[u8] = match args {
            ["engine", _, _, "gtp", ..] => b"genmove b\n",
            ["engine", ..] => {
                b"{\"type\":\"go\",\"id\":1,\"moves\":[],\"position\":\"2 2 0 0/0 0 0 0/0 0 0 0/0 0 0 0\"}\n"
            }
            _ => b"",
        };
        let answer = crate::common::run_with(args, go);
        assert_eq!((answer.code, answer.err.matches('\n').count()), (Some(2), 1), "{args:?}: {answer:?}");
        let why = if args.contains(&crash.as_str()) { "start: " } else { "out of order" };
        assert!(answer.err.contains(why), "{args:?}: {answer:?}");
    }
}

/// An engine that fails in the middle of an analysis: what it valued is not passed off as all.
/// A program that tells no nodes has looked at some all the same: how many is unknown, which is not none.
#[test]
fn nodes_that_nobody_tells_are_unknown() {
    let engine = engine(&fake_engine::command("host::act_as_engine", "gtp"));
    let args = ["match", "othello", &engine, "random", "--games", "2"];
    let report = crate::common::json(&args);
    let nodes = |at: usize| &report["agents"][at]["mean_nodes_per_game"];
    assert!(nodes(0).is_null() && nodes(1).is_number(), "{report}");
    let text = crate::common::good(&args);
    let row = text.lines().find(|line| line.contains("engine:")).expect("its row");
    assert!(row.contains(" – ") && !row.contains("0.00 ±"), "{text}");
}

#[test]
fn an_engine_that_fails_half_way_through_the_moves_is_told_of() {
    let crash = engine(&fake_engine::command("host::act_as_engine", "gtp,crash,3"));
    let answer = run(&["analyze", "othello", "--agent", &crash, "--all-moves"]);
    let line = complaint(&answer);
    assert!(line.contains("of 4 moves: ") && line.contains("crash"), "{answer:?}");
}

/// A store in a folder where nothing can be written is read all the same, and nothing is left beside it.
#[test]
fn a_store_is_read_where_nothing_can_be_written() {
    let folder = Folder::new("readonly");
    std::fs::create_dir(folder.file("in")).unwrap();
    let store = folder.file("in/games #1?.db");
    let played = json(&["tournament", "othello:size=4", "random", "greedy", "--store", &store]);
    assert!(!std::path::Path::new(&folder.file("in/games #1?.db.lock")).exists());
    std::fs::set_permissions(folder.file("in"), PermissionsExt::from_mode(0o555)).unwrap();
    std::fs::set_permissions(&store, PermissionsExt::from_mode(0o444)).unwrap();
    // Whoever may do everything becomes nobody first.
    let as_nobody = nix_is_root();
    let read = |args: &[&str]| -> Answer {
        let plywise = env!("CARGO_BIN_EXE_plywise-full");
        let mut command = Command::new(if as_nobody { "setpriv" } else { plywise });
        if as_nobody {
            command.args(["--reuid=65534", "--regid=65534", "--clear-groups", plywise]);
        }
        command.args(args).output().expect("it starts").into()
    };
    let shown = read(&["store", "show", &store, "--json"]);
    assert_eq!((shown.code, shown.err.as_str()), (Some(0), ""), "{shown:?}");
    let shown: Value = serde_json::from_str(&shown.out).unwrap();
    assert_eq!(timeless(shown["report"].clone()), timeless(played));
    let exported = read(&["store", "export", &store, "--format", "csv"]);
    assert_eq!((exported.code, exported.out.lines().count()), (Some(0), 21), "{exported:?}");
    let refused = read(&["tournament", "--resume", "--store", &store]);
    assert!(complaint(&refused).contains("store show"), "{refused:?}");
    assert_eq!(std::fs::read_dir(folder.file("in")).unwrap().count(), 1, "nothing lies beside it");
    std::fs::set_permissions(folder.file("in"), PermissionsExt::from_mode(0o755)).unwrap();
}

fn nix_is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("id");
    id.stdout == b"0\n"
}

/// Files that cannot be written are found out before anything is played: with games that would last for hours.
#[test]
fn output_files_are_opened_before_play_begins() {
    let folder = Folder::new("outputs");
    let (nowhere, here) = (folder.file("no/such/folder/file"), folder.file(""));
    let long = ["--rounds", "1000000"];
    for path in [&nowhere, &here] {
        for args in [
            &["tournament", "checkers", "alphabeta:depth=9", "random", long[0], long[1], "--html", path][..],
            &["match", "checkers", "alphabeta:depth=9", "random", "--games", "1000000", "--save", path],
            &[
                "match",
                "checkers",
                "alphabeta:depth=9",
                "random",
                "--games",
                "1000000",
                "--save",
                path,
                "--force",
            ],
            &["tree", "othello", "--agent", "minimax:depth=9", "--svg", path],
            &["tune", "2048", "heuristic", "--svg", path],
        ] {
            assert!(refused(args).contains(path.trim_end_matches('/')), "{args:?}");
        }
    }
    let store = folder.file("games.db");
    let args =
        ["tournament", "checkers", "random", "greedy", long[0], long[1], "--store", &store, "--html", &store];
    assert!(refused(&args).contains("are one file; name two"));
    // Nor is what a store keeps beside it written over, whoever plays.
    let stored = ["match", "othello:size=4", "random", "greedy", "--games", "2"];
    good(&[&stored[..], &["--store", &store]].concat());
    for ending in ["", "-wal", "-shm", "-journal", ".lock"] {
        let page = format!("{store}{ending}");
        let told = refused(&[&stored[..], &["--html", &page]].concat());
        assert!(told.contains(&page) && told.trim_end().ends_with("; name another"), "{told}");
        if !ending.is_empty() {
            let told = refused(&["store", "export", &store, "--output", &page]);
            assert!(told.contains(&page) && told.contains("keeps a file of that name"), "{told}");
        }
    }
    // Names that SQLite would take for something else are names of files.
    for name in [":memory:", "file:games"] {
        let mut here = command(&[&stored[..], &["--store", name]].concat());
        assert!(here.current_dir(folder.file("")).output().unwrap().status.success());
        assert!(std::path::Path::new(&folder.file(name)).is_file(), "{name}");
    }
    // A page that was there stays until the new one comes; none is left where none was made.
    let page = folder.write("page.html", "old");
    let line = refused(&["tournament", "checkers", "random", "nobody", "--html", &page]);
    assert!(line.contains("nobody"), "{line}");
    assert_eq!(std::fs::read_to_string(&page).unwrap(), "old");
    // A full disk at the end: the table is printed, then the complaint.
    let answer = run(&["tournament", "othello:size=4", "random", "greedy", "--html", "/dev/full"]);
    assert!(answer.code == Some(2) && answer.out.contains("greedy"), "{answer:?}");
    assert_eq!(answer.err.matches('\n').count(), 1, "{answer:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_printed_is_told() {
    for args in [
        &["--help"][..],
        &["games"],
        &["perft", "othello", "3"],
        &["match", "othello:size=4", "random", "greedy", "--json"],
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let answer = command(args).stdout(full).output().unwrap();
        let told = String::from_utf8(answer.stderr).unwrap();
        assert_eq!(answer.status.code(), Some(2), "{args:?}: {told}");
        let last = told.lines().last().unwrap_or_default();
        assert!(last.contains("nothing more can be printed"), "{args:?}: {told}");
    }
}

/// A match whose report nobody can read does not end as if all were well: neither where standard output is closed from the
/// beginning, which is seen before anything is played, nor where its reader is gone by the end. Files are written all the same.
#[test]
#[cfg(target_os = "linux")]
fn a_report_that_nobody_reads_is_no_success() {
    let folder = crate::common::Folder::new("unread");
    let html = folder.file("report.html");
    let program = command(&[]).get_program().to_owned();
    let closed = std::process::Command::new("sh")
        .args(["-c", "\"$0\" match othello:size=4 random greedy --games 2 >&-"])
        .arg(&program)
        .output()
        .unwrap();
    let told = String::from_utf8(closed.stderr).unwrap();
    assert_eq!(closed.status.code(), Some(2), "{told}");
    assert!(told.contains("standard output is closed") && told.lines().count() == 1, "{told}");
    // A pipe whose other end is closed before the first word.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let args = ["match", "othello:size=4", "random", "greedy", "--games", "2", "--html", &html];
    let answer = command(&args).stdout(writer).output().unwrap();
    let told = String::from_utf8(answer.stderr).unwrap();
    assert_eq!(answer.status.code(), Some(2), "{told}");
    assert!(told.contains("has gone before the report was printed"), "{told}");
    assert!(std::fs::read_to_string(&html).unwrap().contains("random"), "the page is there");
    // Whoever throws it away knows what he does.
    let nowhere = command(&args[..6]).stdout(std::process::Stdio::null()).output().unwrap();
    assert_eq!(nowhere.status.code(), Some(0));
}
