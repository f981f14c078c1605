//! 2048 networks as agents: by file name, by eval=network, and as the champion; what agents look for on the machine.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use crate::common::{Folder, plan, play};
use arena::{Experiment, Spec};
use plywise::Notation;
use twenty48::Twenty48;
use twenty48::ntuple::{Settings, Trainer, TupleSet};

/// A network that has learned from a few games.
fn small(folder: &Folder) -> String {
    static SMALL: LazyLock<Vec<u8>> = LazyLock::new(|| learned(300, &[]));
    written(folder, "small.network", &SMALL)
}

/// The file of a network that has learned from so many games that began at one of these positions.
fn learned(games: u64, starts: &[&str]) -> Vec<u8> {
    let settings = Settings { tuples: TupleSet::FourByFive, ..Settings::default() };
    let mut trainer = Trainer::new(settings).unwrap();
    trainer.begin_at(starts.iter().map(|text| Twenty48::START.read_position(text).unwrap()).collect());
    trainer.train(games, 1, &AtomicBool::new(false), &mut |_| ());
    let mut file = Vec::new();
    trainer.network().write(1.0, &mut file).unwrap();
    file
}

fn written(folder: &Folder, name: &str, network: &[u8]) -> String {
    let path = folder.0.join(name);
    std::fs::write(&path, network).unwrap();
    path.display().to_string()
}

#[test]
fn the_champion_is_expectimax_on_a_network() {
    let folder = Folder::new("network");
    // Who has learned little loses soon: four plies are looked at long enough.
    let (learned, beginner) = (small(&folder), written(&folder, "beginner.network", &learned(10, &[])));
    let games_of = |file: &str, agent: &str| {
        let agent = format!("{agent},network={file}");
        let (report, games) = play("2048", &plan(&[&agent], 1));
        let least = if file == learned { 4_000.0 } else { 1_500.0 };
        assert!(report.agents[0].mean_score > least, "{agent}: {}", report.agents[0].mean_score);
        games.iter().map(|game| game.fingerprint).collect::<Vec<_>>()
    };
    let game = |agent: &str| games_of(&learned, agent);
    let searched = game("expectimax:depth=1,eval=network");
    assert_eq!(game("champion:depth=1,cutoff=0"), searched);
    let default = games_of(&beginner, "champion:cutoff=0.1");
    let as_deep = |depth: u32| games_of(&beginner, &format!("champion:cutoff=0.1,depth={depth}")) == default;
    assert!(as_deep(4) && !as_deep(3), "so deep, and no deeper, unless told");
    let deeper = games_of(&beginner, "champion:depth=2,cutoff=0");
    assert_eq!(games_of(&beginner, "champion:depth=2,cutoff=0,memo=0"), deeper, "memory changes no slide");
    assert_ne!(game("greedy:eval=network"), searched);
}

/// The late stage begins with a 1024 here, so that the games meet it.
#[test]
fn the_late_stage_has_a_network_of_its_own() {
    let folder = Folder::new("late-network");
    let whole = small(&folder);
    let late = learned(300, &["1024 2 4 8 0 0 0 0 0 0 0 0 0 0 0 0"]);
    let late = written(&folder, "late.network", &late);
    let games = |agent: &str| {
        let (report, games) = play("2048", &plan(&[agent], 3));
        let fingerprints = games.iter().map(|game| game.fingerprint).collect::<Vec<_>>();
        (report.agents[0].mean_score, fingerprints)
    };
    let (without, with) = (
        games(&format!("champion:depth=1,network={whole}")),
        games(&format!("champion:depth=1,network={whole},late={late}")),
    );
    assert!(without.0 > 4_000.0 && with.0 > 4_000.0, "{} {}", without.0, with.0);
    assert_ne!(without.1, with.1);
}

#[test]
fn the_network_that_comes_along_plays_well() {
    let (report, _) = play("2048", &plan(&["greedy:eval=network"], 10));
    assert!(report.agents[0].mean_score > 50_000.0, "{}", report.agents[0].mean_score);
}

#[test]
fn a_network_that_cannot_be_had_gets_one_line() {
    let folder = Folder::new("no-network");
    let kind = games::open("2048").unwrap();
    let error = |text: &str| kind.check_agent(&Spec::parse(text).unwrap()).unwrap_err().to_string();
    let missing = folder.0.join("none.network").display().to_string();
    for agent in ["champion:", "greedy:eval=network,"] {
        let error = error(&format!("{agent}network={missing}"));
        assert!(error.contains(&missing) && !error.contains('\n'), "{error}");
    }
    let text = folder.0.join("text.network");
    std::fs::write(&text, "no network").unwrap();
    let broken = error(&format!("champion:network={}", text.display()));
    assert!(broken.contains("text.network: the file is no 2048 network"), "{broken}");
    let whole = small(&folder);
    let no_stage = error(&format!("champion:network={whole},late={whole}"));
    assert!(no_stage.contains("learned whole games") && no_stage.contains("--starts"), "{no_stage}");
    let unused = error(&format!("greedy:network={missing}"));
    assert!(unused.contains("given with eval=network"), "{unused}");
}

/// An agent that takes all the endings there are plays by those that there are: with others it is another experiment.
#[test]
fn endings_that_are_looked_for_are_part_of_an_experiment() {
    let agents = ["pvs:depth=2,databases=all", "random"];
    let here = Experiment::new("checkers", agents).open().unwrap();
    let held = &here.experiment.files.as_ref().unwrap()["databases=all"];
    assert!(held.contains(" pieces ("), "{held}");
    here.ready().unwrap();
    let mut there = here.experiment.clone();
    there.files.as_mut().unwrap().insert("databases=all".into(), "3 pieces (1 slice)".into());
    let there = there.open().unwrap();
    assert_ne!(there.hash, here.hash);
    let error = there.ready().unwrap_err().to_string();
    assert!(error.contains("databases=all is not what it was") && error.contains("3 pieces"), "{error}");
    let named = Experiment::new("checkers", ["pvs:depth=2,databases=4", "random"]).open().unwrap();
    assert!(named.experiment.files.is_none());
}
