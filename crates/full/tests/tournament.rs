//! Tournaments from the outside: killed at any moment, short of disk, in pieces on a cluster.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::common::{Folder, command, good, json, refused, timeless};
use plywise::Rng;
use serde_json::Value;

/// Six agents whose moves do not depend on time.
const FIELD: &[&str] = &[
    "tournament",
    "othello:size=6",
    "alphabeta:depth=3",
    "alphabeta:depth=2,eval=weighted",
    "pvs:depth=2,table=0",
    "minimax:depth=2",
    "greedy",
    "random",
    "--opening-plies",
    "4",
];

#[test]
#[ignore = "not a test: the engine that the tests start"]
fn act_as_engine() {
    fake_engine::obey();
}

/// A round robin of 6 agents x 200 games with an engine in the field that crashes in every game, killed at 20 random
/// moments, ends with the table of an undisturbed one.
#[test]
fn killed_at_random_moments_it_ends_with_the_same_table() {
    let folder = Folder::new("kill");
    let store = folder.file("games.db");
    let crash = fake_engine::command("tournament::act_as_engine", "gtp,crash,4");
    let crash = format!("engine:cmd=\"{crash}\",protocol=gtp,startup=100s");
    let mut field = [FIELD, &["--rounds", "20", "--threads", "2"]].concat();
    field[2] = &crash;
    let undisturbed = json(&field);
    assert_eq!(undisturbed["games"], 600);
    let agents = undisturbed["agents"].as_array().unwrap();
    assert!(agents.iter().all(|agent| agent["games"] == 200));
    assert_eq!((&agents[0]["forfeits"], &agents[0]["unrated"]), (&Value::from(200), &Value::from("below")));
    let stored = [&field[..], &["--store", &store]].concat();
    let mut rng = Rng::new(20);
    let (mut kills, mut told) = (0, 0);
    let enough = if crate::whole() { 20 } else { 8 };
    while kills < enough {
        // One in four is killed before it has told of anything, the others after some games.
        let games = if rng.below(4) == 0 { 0 } else { 1 + rng.index(30) };
        let (killed, seen) = run_and_kill(&stored, games, rng.below(20));
        if killed {
            (kills, told) = (kills + 1, told + seen);
        } else {
            // It was done before its time had come: the rest is for another.
            std::fs::remove_file(&store).unwrap();
            told = 0;
        }
    }
    let held = json(&["store", "show", &store])["report"]["games"].as_u64().unwrap();
    assert!(held >= told, "{told} games were told of, {held} are there");
    assert_eq!(timeless(json(&stored)), timeless(undisturbed));
    let exported = good(&["store", "export", &store, "--format", "csv"]);
    assert_eq!(exported.lines().count(), 601, "every game once, below a head");
    let games = good(&["store", "export", &store]);
    let file = folder.write("games.txt", &games);
    let replayed = json(&["replay", "othello:size=6", &file]);
    assert_eq!((&replayed["games"], &replayed["legal"]), (&Value::from(600), &Value::from(600)));
}

/// Runs the command until it has told of some games, and some milliseconds longer, then kills it. Whether that was in
/// time, and how many games it told of.
fn run_and_kill(args: &[&str], games: usize, milliseconds: u64) -> (bool, u64) {
    let all = [args, &["--json-lines"]].concat();
    let mut child = command(&all).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut lines = lines.filter(|line| line.contains(r#""event":"game""#));
    let mut seen = lines.by_ref().take(games).count() as u64;
    std::thread::sleep(std::time::Duration::from_millis(milliseconds));
    child.kill().unwrap();
    seen += lines.count() as u64;
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "nothing to complain about");
    (!output.status.success(), seen)
}

/// The first line that a run prints has been printed when this returns: it holds the store.
fn begin(args: &[&str]) -> std::process::Child {
    let mut child = command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains("begin"), "{line}");
    child
}

#[test]
fn two_runs_on_one_store_refuse_each_other_and_a_killed_one_gives_way() {
    let folder = Folder::new("two");
    let store = folder.file("games.db");
    let endless = [FIELD, &["--rounds", "100000", "--store", &store, "--json-lines"]].concat();
    let mut first = begin(&endless);
    let line = refused(&[FIELD, &["--store", &store]].concat());
    assert!(line.contains("is in use by another run") && line.contains(&first.id().to_string()), "{line}");
    // A reader is welcome.
    let shown = json(&["store", "show", &store]);
    assert_eq!(shown["report"]["agents"].as_array().unwrap().len(), 6);
    first.kill().unwrap();
    first.wait().unwrap();
    good(&["tournament", "--resume", "--store", &store, "--rounds", "1"]);
    // How far it went last is how far it goes next.
    assert_eq!(json(&["tournament", "--resume", "--store", &store])["games_planned"], 30);
}

/// A disk that takes no more, as a limit on the size of files makes it: one line, nothing damaged, and more room
/// lets the same command go on.
#[cfg(unix)]
#[test]
fn a_full_disk_costs_no_game_that_was_stored() {
    let folder = Folder::new("full");
    let store = folder.file("games.db");
    let args = ["checkers", "random", "random", "--rounds", "400", "--store", &store];
    let limited = Command::new("sh")
        .args([
            "-c",
            "trap '' XFSZ; ulimit -f 200; exec \"$@\"",
            "sh",
            env!("CARGO_BIN_EXE_plywise-full"),
            "tournament",
        ])
        .args(args)
        .output()
        .unwrap();
    let error = String::from_utf8(limited.stderr).unwrap();
    assert_eq!((limited.status.code(), error.matches('\n').count()), (Some(2), 1), "{error}");
    let held = json(&["store", "show", &store])["report"]["games"].as_u64().unwrap();
    // Games are promised where there are games.
    assert!(error.contains("games.db") && error.contains("safe") == (held > 0), "{held}: {error}");
    let report = json(&[&["tournament"], &args[..]].concat());
    assert!(report["games"] == 800 && held < 800, "{held}");
    assert_eq!(timeless(report), timeless(json(&[&["tournament"], &args[..5]].concat())));
}

#[test]
fn units_played_anywhere_make_the_same_tournament() {
    let folder = Folder::new("units");
    let whole = [FIELD, &["--rounds", "1"]].concat();
    let text = good(&[&whole[..], &["--print"]].concat());
    let experiment = folder.write("experiment.json", &text);
    let store = folder.file("games.db");
    let pieces: Vec<String> = ["0..7", "25..30", "7..25", "3"]
        .into_iter()
        .map(|range| folder.write(&format!("{range}.jsonl"), good(&["unit", &experiment, range, "--json"])))
        .collect();
    let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
    let said = good(&[&["store", "add", &store, &experiment], &pieces[..]].concat());
    assert!(said.contains("31 games read") && said.contains("holds 30 games"), "{said}");
    assert_eq!(timeless(json(&["store", "show", &store])["report"].take()), timeless(json(&whole)));
    // Nothing is left to play.
    assert_eq!(
        timeless(json(&["tournament", "--experiment", &experiment, "--store", &store])),
        timeless(json(&whole))
    );
    let script = good(&["slurm", &experiment, "--games-per-job", "8"]);
    assert!(script.contains("--array=0-3\n"), "{script}");
    let other = folder.write("other.json", text.replace("\"seed\":1", "\"seed\":2"));
    let endless = folder.write("endless.jsonl", vec![b'x'; (1 << 26) + 1]);
    let line = refused(&["store", "add", &store, &experiment, &endless]);
    assert!(line.contains("line 1 is longer than the 67108864 bytes"), "{line}");
    let line = refused(&["store", "add", &store, &other, pieces[0]]);
    assert!(line.contains("line 1: this is a game of experiment"), "{line}");
    assert!(good(&["unit", &experiment, "3"]).contains("game 3:"));
}

/// What Slurm runs, run by hand.
#[cfg(unix)]
#[test]
fn the_script_for_clusters_runs() {
    let folder = Folder::new("slurm");
    let text = good(&["tournament", "othello:size=4", "random", "greedy", "--rounds", "4", "--print"]);
    let experiment = folder.write("experiment.json", &text);
    let script = folder.write("job.sh", good(&["slurm", &experiment, "--games-per-job", "3"]));
    // By its usual name, whatever else has been built.
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_plywise-full"), folder.file("plywise")).unwrap();
    let path = format!("{}:{}", folder.file(""), std::env::var("PATH").unwrap());
    for task in ["0", "1", "2"] {
        let status = Command::new("bash")
            .arg(&script)
            .current_dir(folder.file(""))
            .env("PATH", &path)
            .env("SLURM_ARRAY_TASK_ID", task)
            .status()
            .unwrap();
        assert!(status.success());
    }
    let results: Vec<String> =
        ["0", "3", "6"].map(|from| folder.file(&format!("results/{from}.jsonl"))).to_vec();
    let results: Vec<&str> = results.iter().map(String::as_str).collect();
    let store = folder.file("games.db");
    let said = good(&[&["store", "add", &store, &experiment], &results[..]].concat());
    assert!(said.contains("8 games read"), "{said}");
}

/// A transcript has no passes; one that nobody moved after belongs to the game nonetheless.
#[test]
fn games_lost_after_a_pass_are_held_to_their_moves() {
    let folder = Folder::new("passes");
    let mut forfeits = 0;
    for turns in 3..7 {
        let store = folder.file(&format!("{turns}.db"));
        let crash = fake_engine::command("tournament::act_as_engine", &format!("gtp,crash,{turns}"));
        let crash = format!("engine:cmd=\"{crash}\",protocol=gtp,startup=100s");
        let played = ["match", "othello:size=4", &crash, "random", "--games", "60", "--threads", "2"];
        let report = json(&[&played[..], &["--store", &store]].concat());
        forfeits += report["agents"][0]["forfeits"].as_u64().unwrap();
        assert!(good(&["store", "check", &store]).contains("60 games: every row is as it was stored"));
    }
    assert!(forfeits > 100, "{forfeits}");
}

#[test]
fn lines_tell_of_every_game() {
    let lines = good(&[FIELD, &["--rounds", "1", "--json-lines"]].concat());
    let events: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |event: &str| events.iter().filter(|line| line["event"] == event).count();
    assert_eq!((of("begin"), of("game"), of("report")), (1, 30, 1));
    let last = events.iter().rfind(|line| line["event"] == "progress").unwrap();
    assert!(last["games"] == 30 && last["games_per_s"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_match_stops_when_a_hypothesis_has_won() {
    let args = ["match", "checkers", "pvs:depth=4", "pvs:depth=1", "--sprt", "elo0=0,elo1=50"];
    let one = json(&[&args[..], &["--threads", "1"]].concat());
    let two = json(&[&args[..], &["--threads", "2"]].concat());
    assert_eq!((&one["games"], &one["sprt"]), (&two["games"], &two["sprt"]), "threads change nothing");
    assert_eq!(
        (one["sprt"]["verdict"].as_str(), one["broken_off"].as_bool()),
        (Some("h1_accepted"), Some(false))
    );
    assert_eq!(one["distinct_games_exact"], one["distinct_games"].as_u64() < Some(256), "{one}");
    let repeated = one["games"].as_u64().unwrap() - one["distinct_games"].as_u64().unwrap();
    assert_eq!(repeated, 0, "a test begins each pair with another opening");
    assert!(good(&args).contains("H1 accepted: a lead of 50 Elo rather than 0"));
}

#[test]
fn suites_are_listed() {
    assert!(good(&["openings", "checkers"]).contains("three-move"));
    let ballots = json(&["openings", "checkers", "three-move"]);
    assert_eq!(ballots["openings"].as_array().unwrap().len(), 174);
    assert!(good(&["openings", "2048"]).contains("no suites"));
    // What every game of two seats has is listed with each.
    for game in ["checkers", "connect-four"] {
        assert!(
            good(&["openings", game]).contains("\nfile ") || good(&["openings", game]).starts_with("file ")
        );
    }
}

#[test]
fn what_is_no_store_is_left_as_it_was() {
    let folder = Folder::new("no-store");
    let prose = folder.write("prose.txt", "Dear reader,\nthis is a letter.\n");
    refused(&["tournament", "othello", "random", "greedy", "--store", &prose]);
    assert_eq!(std::fs::read(&prose).unwrap(), b"Dear reader,\nthis is a letter.\n");
}

/// A match is a tournament of two: the same games and the same figures to the last digit, but for the machine's times.
#[test]
fn a_match_says_what_a_tournament_of_two_says() {
    for (game, agents, more) in [
        ("othello:size=6", &["alphabeta:depth=3", "random"][..], &["--opening-plies", "4"][..]),
        ("checkers", &["pvs:depth=3", "greedy"], &["--openings", "two-move", "--adjudicate", "cap=60"]),
        ("cantgoback:fruits=respawn", &["simple", "random"], &[]),
        ("2048", &["greedy", "random"], &[]),
    ] {
        let rounds = if game == "2048" { "40" } else { "20" };
        let common = [&[game], agents, &["--seed", "7"], more].concat();
        let one = json(&[&["match"], &common[..], &["--games", "40"]].concat());
        let other = json(&[&["tournament"], &common[..], &["--rounds", rounds]].concat());
        assert_eq!((&one["games"], one["lead"].is_null()), (&40.into(), game == "2048"), "{game}");
        assert_eq!(timeless(one), timeless(other), "{game}");
    }
}

/// A match that is kept goes on where it was, and longer if asked: in the end it says what it says without a store.
#[test]
fn a_match_with_a_store_goes_on() {
    let folder = Folder::new("kept-match");
    let store = folder.file("games.db");
    let args = |games: &'static str| ["match", "checkers", "pvs:depth=2", "greedy", "--games", games];
    for (games, held) in [("7", 7), ("12", 12), ("5", 12), ("31", 31)] {
        let kept = json(&[&args(games)[..], &["--store", &store]].concat());
        assert_eq!(timeless(kept), timeless(json(&args(games))), "{games}");
        let shown = json(&["store", "show", &store]);
        assert_eq!(shown["experiments"].as_array().unwrap().len(), 1, "one match, made longer");
        assert_eq!(shown["report"]["games"], held);
    }
    let table = |args: &[&str]| {
        let text = good(args);
        text.lines().skip_while(|line| !line.starts_with("checkers: 31 games, seed 1")).count()
    };
    assert_eq!(table(&[&args("31")[..], &["--store", &store]].concat()), table(&["store", "show", &store]));
    let line = refused(&[&args("31")[..], &["--store", &store, "--save", &folder.file("x")]].concat());
    assert!(line.contains("--save") && line.contains("--store"), "{line}");
}

/// The options of an agent have no order: those of a store's agents are taken as they stand there.
#[test]
fn a_stored_match_goes_on_whatever_the_order_of_options() {
    let folder = Folder::new("order");
    let store = folder.file("games.db");
    let play = |agent: &str, games: &str| {
        json(&["match", "othello:size=4", agent, "random", "--games", games, "--store", &store])
    };
    let first = play("alphabeta:depth=2,eval=weighted,nodes=50", "4");
    let more = play("alphabeta:nodes=50,eval=weighted,depth=2", "6");
    assert_eq!(first["experiment"], more["experiment"]);
    assert_eq!(more["agents"][0]["agent"], "alphabeta:depth=2,eval=weighted,nodes=50");
    assert_eq!(more["games"], 6);
    let other = play("alphabeta:nodes=51,eval=weighted,depth=2", "4");
    assert_ne!(first["experiment"], other["experiment"]);
    let shown = good(&["store", "show", &store]);
    assert!(shown.starts_with("1  ") && shown.lines().nth(1).unwrap().starts_with("2  "), "{shown}");
}
