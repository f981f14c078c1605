//! Samples in a folder of files, and weights in a file of bytes.

use std::path::{Path, PathBuf};
use std::time::Instant;

use plywise::alphabeta::{AlphaBeta, Search};
use plywise::{Keyed, Notation, TwoPlayer};

use crate::{Features, Fit, Plan, Sample, fit, game, read, write};

/// Games to a file.
const PORTION: u64 = 500;

/// Plays `games` games of this seed into files of a folder; what is there already is not played again.
///
/// # Panics
/// When a file cannot be written.
pub fn play<G, E, O, S, P>(
    start: &G,
    search: &AlphaBeta<E, O, S, P>,
    plan: &Plan<G>,
    seed: u64,
    games: u64,
    folder: &Path,
) where
    G: TwoPlayer + Keyed + Notation,
    AlphaBeta<E, O, S, P>: Search<G>,
{
    std::fs::create_dir_all(folder).expect("a folder that can be made");
    let (begun, mut played) = (Instant::now(), 0);
    for portion in 0..games.div_ceil(PORTION) {
        let file = folder.join(format!("{seed}-{portion}.txt"));
        if file.exists() {
            continue;
        }
        let (last, mut text, mut count) = (((portion + 1) * PORTION).min(games), String::new(), 0);
        for number in portion * PORTION..last {
            let samples = game(start, search, plan, seed, number);
            (count, played) = (count + samples.len(), played + 1);
            write(&samples, &mut text);
        }
        let part = file.with_extension("part");
        std::fs::write(&part, text)
            .and_then(|()| std::fs::rename(&part, &file))
            .expect("a file that can be written");
        let left = begun.elapsed().as_secs_f64() / f64::from(played) * (games - last) as f64;
        eprintln!("{last} of {games} games, {count} positions in the last {PORTION}, {left:.0} s left");
    }
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
