//! Samples in a folder of files, and weights in a file of bytes.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use plywise::alphabeta::{AlphaBeta, Search};
use plywise::{Keyed, Notation, TwoPlayer};

use crate::{Features, Fit, Plan, Sample, fit, game, read, write};

/// Games to a file.
const PORTION: u64 = 500;

/// Which games are to be played, and where they are kept.
#[derive(Clone, Copy, Debug)]
pub struct Series<'a> {
    /// The source of all luck.
    pub seed: u64,
    /// How many games are to be there in the end.
    pub games: u64,
    /// The folder they are kept in, file by file.
    pub folder: &'a Path,
    /// Games at the same time.
    pub threads: usize,
    /// No game is begun after so long.
    pub time: Option<Duration>,
    /// Raised, it ends the series; the games in play are lost.
    pub stop: &'a AtomicBool,
}

/// What there is of a series: games, and positions of those that were played now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// Games that are there, those of earlier runs included.
    pub games: u64,
    /// Games that were played now.
    pub now: u64,
    /// Their positions.
    pub positions: u64,
}

/// Plays the games of a series, each thread with a search of its own; `told` hears of each game. What is there already is not
/// played again, and a run that is killed loses the games in play. The same seed gives the same games on every machine.
///
/// # Errors
/// When a file cannot be read or written.
pub fn play<G, E, O, S, P>(
    start: &G,
    search: &(impl Fn() -> AlphaBeta<E, O, S, P> + Sync),
    plan: &Plan<G>,
    series: &Series<'_>,
    told: &(impl Fn(Played) + Sync),
) -> io::Result<Played>
where
    G: TwoPlayer + Keyed + Notation,
    AlphaBeta<E, O, S, P>: Search<G>,
{
    std::fs::create_dir_all(series.folder)?;
    let begun = Instant::now();
    let over =
        || series.stop.load(Ordering::Relaxed) || series.time.is_some_and(|time| begun.elapsed() >= time);
    let [next, games, now, positions] = [(); 4].map(|()| AtomicU64::new(0));
    let played = || Played {
        games: games.load(Ordering::Relaxed),
        now: now.load(Ordering::Relaxed),
        positions: positions.load(Ordering::Relaxed),
    };
    let one_thread = || -> io::Result<()> {
        let search = search();
        loop {
            let portion = next.fetch_add(1, Ordering::Relaxed);
            let last = ((portion + 1) * PORTION).min(series.games);
            if portion * PORTION >= series.games {
                return Ok(());
            }
            let (mut file, there) = open(series, portion)?;
            games.fetch_add(there, Ordering::Relaxed);
            for number in portion * PORTION + there..last {
                if over() {
                    break;
                }
                let (samples, mut text) = (game(start, &search, plan, series.seed, number), String::new());
                write(&samples, &mut text);
                // The game's lines and the mark that it is whole, in one piece.
                file.write_all(format!("{text}{MARK}{number}\n").as_bytes())?;
                positions.fetch_add(samples.len() as u64, Ordering::Relaxed);
                games.fetch_add(1, Ordering::Relaxed);
                now.fetch_add(1, Ordering::Relaxed);
                told(played());
            }
        }
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..series.threads).map(|_| scope.spawn(one_thread)).collect();
        let own = one_thread();
        others.into_iter().map(|other| other.join().expect("a thread that plays")).fold(own, Result::and)
    })?;
    Ok(played())
}

/// What a line begins with that ends a game.
const MARK: &str = "# ";

/// The file of a portion, ready for the next game, and how many games it holds; what a killed run left of a game is cut off.
fn open(series: &Series<'_>, portion: u64) -> io::Result<(File, u64)> {
    let path = series.folder.join(format!("{}-{portion}.txt", series.seed));
    let named = |error| plywise::file::named(&path, &error);
    let text = if path.exists() { std::fs::read_to_string(&path).map_err(named)? } else { String::new() };
    let (mut whole, mut at, mut games) = (0, 0, 0);
    for line in text.split_inclusive('\n') {
        at += line.len();
        if line.starts_with(MARK) && line.ends_with('\n') {
            (whole, games) = (at, games + 1);
        }
    }
    let file = OpenOptions::new().append(true).create(true).open(&path).map_err(named)?;
    file.set_len(whole as u64).map_err(named)?;
    Ok((file, games))
}

/// The positions of all games in a folder, file by file.
///
/// # Panics
/// When a file cannot be read.
pub fn samples<G: Notation>(start: &G, folder: &Path) -> impl Iterator<Item = Sample<G>> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "txt"));
    files.sort();
    let texts = files.into_iter().map(|file| std::fs::read_to_string(file).expect("a file that can be read"));
    let lines = texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>());
    lines.filter_map(move |line| read(start, &line))
}

/// Fits weights to all samples of a folder and writes them, each as a whole number of 16 bits, its stages in a row.
///
/// # Panics
/// When a file cannot be read or written.
pub fn fit_files<G, F>(start: &G, features: &F, how: &Fit, folder: &Path, file: &Path)
where
    G: TwoPlayer + Notation,
    F: Features<G>,
{
    let fitted = fit(features, samples(start, folder), how, |round, [learned, kept]| {
        if round % 10 == 0 {
            eprintln!("round {round} of {}: error {learned:.6}, of what is kept back {kept:.6}", how.rounds);
        }
    });
    eprintln!("{} positions, error without weights {:.6}", fitted.positions, fitted.error[0][1]);
    let whole = |weight: &f32| (weight.round() as i16).to_le_bytes();
    std::fs::write(file, fitted.weights.iter().flat_map(whole).collect::<Vec<u8>>())
        .expect("a file that can be written");
}
