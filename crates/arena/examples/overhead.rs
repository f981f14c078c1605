//! What scheduling, storing and statistics cost: `cargo run --release -p plywise-arena --features measure --example overhead`.
//!
//! Plays 10,000 random games of Othello with and without a store, then fills a store with 1,000,000 games and times a
//! resume and the table.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use arena::{Error, Experiment, GameRow, Ledger, Progress, Report, Setup, run};
use store::Store;

const GAMES: u64 = 10_000;
const MANY: u64 = 1_000_000;

fn main() -> Result<(), Error> {
    let folder = std::env::temp_dir().join(format!("plywise-overhead-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is a place for temporary files");
    let outcome = measure(&folder);
    std::fs::remove_dir_all(&folder).expect("our own folder can go");
    outcome
}

fn measure(folder: &std::path::Path) -> Result<(), Error> {
    let experiment = random_othello(GAMES / 2)?;
    let setup = experiment.open()?;
    let bare = games_alone(&setup)?;
    let stop = AtomicBool::new(false);
    let begun = Instant::now();
    run(&setup, None, 1, &stop, &mut ())?;
    let counted = begun.elapsed();
    let mut store = Store::open(&folder.join("games.db"))?;
    let begun = Instant::now();
    let report = run(&setup, Some(&mut store), 1, &stop, &mut ())?;
    let stored = begun.elapsed();
    println!("{} random games of Othello on one thread: alone {bare:.2?}", report.games);
    println!("  in a tournament {counted:.2?}: {:.1} µs a game on top", per_game(counted, bare));
    println!("  and stored {stored:.2?}: {:.1} µs a game on top", per_game(stored, bare));
    many(folder)
}

/// The games with nothing around them.
fn games_alone(setup: &Setup) -> Result<Duration, Error> {
    let mut crew = setup.kind.crew(&setup.agents)?;
    let (never, begun) = (std::sync::Arc::default(), Instant::now());
    for unit in 0..GAMES {
        let mut unit = setup.unit(unit)?;
        unit.keep_moves = false;
        crew.play(&unit, &never, None)?;
    }
    Ok(begun.elapsed())
}

/// A store of a million games: real ones, under other numbers.
fn many(folder: &std::path::Path) -> Result<(), Error> {
    let experiment = random_othello(MANY / 2)?;
    let setup = experiment.open()?;
    let path = folder.join("many.db");
    let mut store = Store::open(&path)?;
    let id = store.experiment(&experiment)?;
    let run_id = store.run(id)?;
    let samples: Vec<GameRow> = (0..1000).map(|unit| setup.play(unit)).collect::<Result<_, _>>()?;
    let begun = Instant::now();
    for from in (0..MANY - 1000).step_by(1000) {
        let renumbered = |(i, game): (usize, &GameRow)| GameRow {
            unit: from + i as u64,
            fingerprint: plywise::rng::mix(from ^ game.fingerprint),
            ..game.clone()
        };
        let batch: Vec<GameRow> = samples.iter().enumerate().map(renumbered).collect();
        store.add(id, run_id, &batch)?;
    }
    println!("{} games put into a store: {:.2?}", MANY - 1000, begun.elapsed());
    drop(store);
    let size = std::fs::metadata(&path).map_or(0, |file| file.len());
    println!("  {:.0} MB", size as f64 * 1e-6);
    // Games that were put in by `store add` have their sums kept at once; here nobody has kept any the first time.
    for what in ["without kept sums", "with kept sums"] {
        let begun = Instant::now();
        let mut store = Store::open(&path)?;
        let id = store.experiment(&experiment)?;
        let progress = Progress::load(&setup, &store, id)?;
        let loaded = begun.elapsed();
        let report = Report::new(&setup, &progress);
        println!(
            "  {what}: ready to go on after {loaded:.2?}, table of {} games after {:.2?}",
            report.games,
            begun.elapsed()
        );
        if what.starts_with("without") {
            // What is left to play brings it about.
            let begun = Instant::now();
            run(&setup, Some(&mut store), 1, &AtomicBool::new(false), &mut ())?;
            println!("  the last 1000 games played: {:.2?}", begun.elapsed());
        }
    }
    Ok(())
}

fn random_othello(rounds: u64) -> Result<Experiment, Error> {
    let text = format!(r#"{{"game": "othello", "agents": ["random", "random"], "rounds": {rounds}}}"#);
    Ok(Experiment::parse(&text)?)
}

fn per_game(with: Duration, without: Duration) -> f64 {
    (with.as_secs_f64() - without.as_secs_f64()) * 1e6 / GAMES as f64
}
