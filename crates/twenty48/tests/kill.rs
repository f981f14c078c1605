//! A training run outlives the process that saves it.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plywise::Rng;
use twenty48::ntuple::{Settings, Trainer, TupleSet};

const FILE: &str = "TWENTY48_SAVE_UNTIL_KILLED";

/// Plays and saves for ever, and says so.
fn save_until_killed(path: &Path) {
    let settings = Settings { tuples: TupleSet::FiveByFour, ..Settings::default() };
    let mut trainer = match File::open(path) {
        Ok(mut file) => Trainer::read(&mut file).unwrap(),
        Err(_) => Trainer::new(settings).unwrap(),
    };
    loop {
        trainer.save(path).unwrap();
        println!("\nsaved {}", trainer.games());
        trainer.train(1, 1, &AtomicBool::new(false), &mut |_| ());
    }
}

#[test]
fn a_run_survives_being_killed_while_it_is_saved() {
    if let Some(path) = std::env::var_os(FILE) {
        save_until_killed(path.as_ref());
    }
    let folder = std::env::temp_dir().join(format!("twenty48-kill-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("run.td");
    let mut rng = Rng::new(1);
    let mut games = 0;
    for round in 0..4 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "kill::a_run_survives_being_killed_while_it_is_saved", "--nocapture"])
            .env(FILE, &path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let mut saved =
            lines.filter_map(|line| line.strip_prefix("saved ").map(|n| n.parse::<u64>().unwrap()));
        assert_eq!(saved.next(), Some(games), "round {round} goes on from the last one");
        let promised = saved.nth(rng.index(4)).unwrap();
        // Anywhere between two saves or within one.
        std::thread::sleep(Duration::from_micros(rng.below(20_000)));
        child.kill().unwrap();
        child.wait().unwrap();
        games = Trainer::read(&mut File::open(&path).unwrap()).unwrap().games();
        assert!(games >= promised, "round {round}: {games} games of at least {promised}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}
