//! Samples in a file, and weights in a file of bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use plywise::alphabeta::{AlphaBeta, Search};
use plywise::{Checksum, Game, Keyed, Notation, TwoPlayer};

use crate::{Errors, Features, Fit, Plan, Sample, fit, game, read, relabel, write};

/// Which games are to be played, and where they are kept.
#[derive(Clone, Copy, Debug)]
pub struct Series<'a> {
    /// The source of all luck.
    pub seed: u64,
    /// How many games are to be played now; none: as many as there is time for.
    pub games: Option<u64>,
    /// The file they are kept in.
    pub file: &'a Path,
    /// Games at the same time.
    pub threads: usize,
    /// No game is begun after so long.
    pub time: Option<Duration>,
    /// Raised, it ends the series; the games in play are lost.
    pub stop: &'a Arc<AtomicBool>,
}

/// What there is of a series: games, and positions of those that were played now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// Games of this seed in the file.
    pub games: u64,
    /// Games that were played now.
    pub now: u64,
    /// Their positions.
    pub positions: u64,
}

/// Plays the next games of a series, each thread with a search of its own; `told` hears of each game. A run that is killed loses
/// the games in play. The games of a seed are the same on every machine.
///
/// # Errors
/// When the file cannot be read or written, or holds what no such run wrote.
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
    let begun = Instant::now();
    let over =
        || series.stop.load(Ordering::Relaxed) || series.time.is_some_and(|time| begun.elapsed() >= time);
    let (file, there) = open(start, series)?;
    let played = Played { games: there.len() as u64, ..Played::default() };
    let shared = Mutex::new((file, played));
    let games = series.games.map_or(usize::MAX, |games| games as usize);
    let next = Mutex::new((0..).filter(|number| !there.contains(number)).take(games));
    let one_thread = || -> io::Result<()> {
        let search = search();
        loop {
            let number = next.lock().expect("no thread panics here").next();
            let Some(number) = number.filter(|_| !over()) else { return Ok(()) };
            let Some(samples) = game(start, &search, plan, (series.seed, number), series.stop) else {
                return Ok(());
            };
            let mut text = String::new();
            write(&samples, &mut text);
            text += &format!("{MARK}{} {number}", series.seed);
            let (file, played) = &mut *shared.lock().expect("no thread panics here");
            // The game's lines and the mark that it is whole, in one piece.
            let whole = format!("{text} {:016x}\n", Checksum::of(text.as_bytes()).get());
            let named = |error| plywise::file::named(series.file, &error);
            let before = file.metadata().map_err(named)?.len();
            if let Err(error) = file.write_all(whole.as_bytes()) {
                // Others may still write theirs behind it.
                let _ = file.set_len(before);
                return Err(named(error));
            }
            played.games += 1;
            played.now += 1;
            played.positions += samples.len() as u64;
            told(*played);
        }
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..series.threads).map(|_| scope.spawn(one_thread)).collect();
        let own = one_thread();
        others.into_iter().map(|other| other.join().expect("a thread that plays")).fold(own, Result::and)
    })?;
    let (_, played) = shared.into_inner().expect("no thread panicked");
    Ok(played)
}

/// What a line begins with that ends a game; its seed, its number and the checksum of the game and of these follow.
const MARK: &str = "# ";

/// The file, ready for the next game, and the numbers of this seed's games in it; what a killed run left of a game is cut off.
fn open<G: Notation>(start: &G, series: &Series<'_>) -> io::Result<(File, BTreeSet<u64>)> {
    let named = |error: io::Error| plywise::file::named(series.file, &error);
    let wrong =
        |why: String| io::Error::new(io::ErrorKind::InvalidData, format!("{}{why}", series.file.display()));
    let no_position = |line: u64| wrong(format!(", line {line}: this is no position of this game"));
    let (mut numbers, mut whole, mut at, mut number) = (BTreeSet::new(), 0, 0, 0_u64);
    // Of the lines since the last mark: their sum, and the first that is no position.
    let (mut sum, mut foreign) = (Checksum::default(), None);
    if series.file.exists() {
        let mut reader = BufReader::new(plywise::file::open(series.file)?);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line).map_err(named)? > 0 {
            (at, number) = (at + line.len() as u64, number + 1);
            let text = str::from_utf8(&line).ok().and_then(|text| text.strip_suffix('\n'));
            let text = text.map(|text| text.strip_suffix('\r').unwrap_or(text));
            if let Some(mark) = text.and_then(marked) {
                if let Some(foreign) = foreign {
                    return Err(no_position(foreign));
                }
                sum.add(&line[..mark.told]);
                if mark.sum.is_some_and(|told| told != sum.get()) {
                    return Err(wrong(format!(", line {number}: the game that ends here is damaged")));
                }
                (whole, sum) = (at, Checksum::default());
                if mark.game.0 == series.seed {
                    numbers.insert(mark.game.1);
                }
            } else {
                sum.add(&line);
                if foreign.is_none() && text.and_then(|text| read(start, text)).is_none() {
                    foreign = Some(number);
                }
            }
            line.clear();
        }
        match foreign {
            Some(1) if whole == 0 => {
                return Err(wrong(
                    " holds no whole game; name a new file, or one that such a run wrote".into(),
                ));
            }
            // Of a game that was cut short the last line alone may be half one.
            Some(foreign) if foreign < number => return Err(no_position(foreign)),
            _ => {}
        }
    }
    let file = OpenOptions::new().append(true).create(true).open(series.file).map_err(named)?;
    file.set_len(whole).map_err(named)?;
    Ok((file, numbers))
}

/// A line that ends a game.
struct Mark {
    /// Its seed and its number.
    game: (u64, u64),
    /// The checksum; files of before have none.
    sum: Option<u64>,
    /// Bytes of the line that it sums up.
    told: usize,
}

fn marked(line: &str) -> Option<Mark> {
    let mut words = line.strip_prefix(MARK)?.split(' ');
    let game = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let sum = words.next().map(|sum| u64::from_str_radix(sum, 16)).transpose().ok()?;
    let told = if sum.is_some() { line.rfind(' ')? } else { line.len() };
    words.next().is_none().then_some(Mark { game, sum, told })
}

/// The positions of all whole games in a file, by seed and number, whatever their order there; what is `known` exactly now and was
/// not when they were played is labelled by that, see [`relabel`].
///
/// # Errors
/// When the file cannot be read, or holds none.
pub fn samples<G: Game + Notation>(
    start: &G,
    file: &Path,
    known: impl Fn(&G) -> Option<(i32, i32)>,
) -> io::Result<impl Iterator<Item = Sample<G>>> {
    let text = std::fs::read_to_string(file).map_err(|error| plywise::file::named(file, &error))?;
    let (mut games, mut begin, mut at) = (BTreeMap::new(), 0, 0);
    for line in text.split_inclusive('\n') {
        at += line.len();
        if let Some(mark) = line.strip_suffix('\n').map(str::trim_end).and_then(marked) {
            games.insert(mark.game, begin..at);
            begin = at;
        }
    }
    let whole_game = move |game: std::ops::Range<usize>| {
        let mut samples: Vec<_> = text[game].lines().filter_map(|line| read(start, line)).collect();
        relabel(&mut samples, &known);
        samples
    };
    let mut samples = games.into_values().flat_map(whole_game).peekable();
    if samples.peek().is_none() {
        let why = format!("{} holds no position to learn from; play more games", file.display());
        return Err(io::Error::new(io::ErrorKind::InvalidData, why));
    }
    Ok(samples)
}

/// Fits weights to all samples of a file of games and writes them, each as a whole number of 16 bits, its stages in a row.
///
/// # Panics
/// When a file cannot be read or written.
pub fn fit_files<G, F>(start: &G, features: &F, how: &Fit, games: &Path, file: &Path)
where
    G: TwoPlayer + Notation,
    F: Features<G>,
{
    let fitted = fit(
        features,
        samples(start, games, |_| None).expect("a file that can be read"),
        how,
        |round, Errors { learned, kept }| {
            if round % 10 == 0 {
                let kept = kept.unwrap_or_default();
                eprintln!(
                    "round {round} of {}: error {learned:.6}, of what is kept back {kept:.6}",
                    how.rounds
                );
            }
            true
        },
    );
    eprintln!("{} positions, error without weights {:.6}", fitted.positions, fitted.error[0][1]);
    let whole = |weight: &f32| (weight.round() as i16).to_le_bytes();
    std::fs::write(file, fitted.weights.iter().flat_map(whole).collect::<Vec<u8>>())
        .expect("a file that can be written");
}
