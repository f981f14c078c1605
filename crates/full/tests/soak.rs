//! A long tournament in which everything goes wrong that can: engines crash, stall and flood, the program is killed, the disk is full,
//! the clock goes back. Its result is that of a tournament that nothing disturbed; nothing grows, and nobody is left behind.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use plywise::Rng;
use serde_json::Value;

use crate::common::{Answer, Folder, good};
use crate::faults::shim;

#[test]
#[ignore = "not a test: the engine that the tests start"]
fn act_as_engine() {
    fake_engine::obey();
}

/// Two of ours, and three that cannot bring a game to its end.
fn agents() -> Vec<String> {
    let engine = |misdeed: &str, more: &str| {
        let cmd = fake_engine::command("soak::act_as_engine", &format!("gtp,{misdeed},1"));
        format!("engine:cmd=\"{cmd}\",protocol=gtp{more}")
    };
    let bad = [engine("crash", ""), engine("silent", ",timeout=50ms"), engine("flood", "")];
    ["random".to_owned(), "greedy".to_owned()].into_iter().chain(bad).collect()
}

fn tournament(store: &str, rounds: u64) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywise-full"));
    command.args(["tournament", "othello:size=4"]).args(agents());
    command.args(["--rounds", &rounds.to_string(), "--threads", "4", "--store", store, "--json"]);
    command.env("PLYWISE_PROGRESS", "off").stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What does not depend on how fast the machine was: who won how often, and by whose fault.
fn result(answer: &Answer) -> Vec<[Value; 5]> {
    let report: Value = serde_json::from_str(&answer.out).expect("JSON");
    let agents = report["agents"].as_array().expect("agents").iter();
    agents
        .map(|agent| ["games", "wins", "draws", "losses", "forfeits"].map(|key| agent[key].clone()))
        .collect()
}

/// Processes whose command line holds this.
fn processes(of: &str) -> usize {
    let all = std::fs::read_dir("/proc").expect("Linux").flatten();
    let lines = all.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(of)).count()
}

/// Memory that a process has taken at most, in MiB.
fn peak(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0");
    line.split_whitespace().next().and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0) / 1024
}

/// Waits until the engines of killed programs have gone too.
fn nobody_is_left(store: &str) {
    let begun = Instant::now();
    while processes("soak::act_as_engine") > 1 || processes(store) > 0 {
        assert!(begun.elapsed() < Duration::from_secs(60), "processes are left");
        sleep(Duration::from_millis(20));
    }
}

/// A game that an engine loses before any move is whole in the store that keeps it.
#[test]
fn games_without_a_move_are_no_faults_of_their_store() {
    let folder = Folder::new("soak-empty");
    let store = folder.file("games.db");
    let crash = agents().swap_remove(2);
    good(&["tournament", "othello:size=4", &crash, "random", "--rounds", "1", "--store", &store]);
    assert!(good(&["store", "check", &store]).contains("2 games"));
}

/// `GAMES` and `KILLS` say how many, unless 2,000 and 20 shall be.
#[test]
#[ignore = "minutes: figures for docs/faults.md"]
fn a_long_tournament_outlives_everything() {
    let number = |name, usual| std::env::var(name).map_or(usual, |text| text.parse().expect("a number"));
    let (games, most): (u64, u64) = (number("GAMES", 2000), number("KILLS", 20));
    let folder = Folder::new("soak");
    let shim = shim(&folder);
    // A round has two games of each of ten pairs.
    let rounds = games.div_ceil(20);
    let begun = Instant::now();
    let undisturbed: Answer =
        tournament(&folder.file("calm.db"), rounds).output().expect("the program").into();
    assert_eq!(undisturbed.code, Some(0), "{undisturbed:?}");
    // In the mean so long that all kills come before the end.
    let patience = begun.elapsed().mul_f64(1.7 / most as f64);
    let store = folder.file("games.db");
    let (mut rng, mut kills, mut full, mut peaks) = (Rng::new(1), 0, 0, Vec::new());
    let answer = loop {
        let mut command = tournament(&store, rounds);
        command.env("LD_PRELOAD", &shim).env("FAULT_CLOCK", "0");
        if full < 2 && kills > 2 * full {
            let n = (20 + rng.below(200)).to_string();
            command.env("FAULT_KIND", "write").env("FAULT_N", n).env("FAULT_FIRED", folder.file("fired"));
        }
        let mut child = command.spawn().expect("the program starts");
        let patience = if kills < most { patience.mul_f64(rng.unit()) } else { Duration::MAX };
        let begun = Instant::now();
        while begun.elapsed() < patience && child.try_wait().expect("a child").is_none() {
            peaks.push(peak(&child));
            sleep(Duration::from_millis(50));
        }
        if child.try_wait().expect("a child").is_none() {
            child.kill().expect("it runs");
            child.wait().expect("it ends");
            kills += 1;
            nobody_is_left(&store);
            continue;
        }
        let answer: Answer = child.wait_with_output().expect("it has ended").into();
        nobody_is_left(&store);
        if Path::new(&folder.file("fired")).exists() {
            std::fs::remove_file(folder.file("fired")).expect("it is there");
            assert_eq!((answer.code, answer.err.matches('\n').count()), (Some(2), 1), "{answer:?}");
            full += 1;
            continue;
        }
        break answer;
    };
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    assert_eq!(result(&answer), result(&undisturbed));
    good(&["store", "check", &store]);
    let half = peaks.len() / 2;
    let most = |peaks: &[u64]| peaks.iter().copied().max().unwrap_or(0);
    let (early, late) = (most(&peaks[..half]), most(&peaks[half..]));
    println!(
        "{} games, {kills} kills, {full} full disks; memory at most {early} and then {late} MiB",
        20 * rounds
    );
    assert!(late <= early + 32, "memory grows: {early}, then {late} MiB");
}
