//! Trains a network and prints its learning curve:
//! `train [TUPLES [GAMES [THREADS [OPTIMISM [FILE [NETWORK [STARTS]]]]]]]`. With a file, the run is kept there, saved every 20,000
//! games, and goes on from there if it exists. With a network besides, a run that does not exist yet begins with it.
//! With starts besides, games begin at positions of that file (see the example `starts`).

use std::error::Error;
use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use plywise::Notation;
use twenty48::Twenty48;
use twenty48::ntuple::{Block, Network, Settings, Sight, Trainer, TupleSet};

/// Games between two saves.
const SEGMENT: u64 = 20_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |place: usize, default: &'static str| arguments.get(place).map_or(default, String::as_str);
    let tuples = TupleSet::by_name(argument(0, "4x6")).ok_or("tuples: 4x5, 4x6, 5x6 or 8x6")?;
    let (games, threads, optimism) =
        (argument(1, "10000").parse::<u64>()?, argument(2, "1").parse()?, argument(3, "0").parse()?);
    let sight = if std::env::var_os("DOWN").is_some() { Sight::Downgraded } else { Sight::Plain };
    let settings = Settings { tuples, optimism, sight, ..Settings::default() };
    let file = arguments.get(4).map(Path::new);
    let mut trainer = begin(settings, file, arguments.get(5).map(Path::new))?;
    if let Some(path) = arguments.get(6) {
        let text = std::fs::read_to_string(path)?;
        let starts: Result<Vec<_>, _> =
            text.lines().map(|line| Twenty48::START.read_position(line)).collect();
        trainer.begin_at(starts?);
    }
    println!("   games  mean score  ±  2048 %  4096 %  8192 % 16384 %  moves/s");
    let end = trainer.games() + games;
    while trainer.games() < end {
        trainer.train(SEGMENT.min(end - trainer.games()), threads, &AtomicBool::new(false), &mut print);
        file.map_or(Ok(()), |path| trainer.save(path))?;
    }
    let moves: u64 = trainer.curve().iter().map(|block| block.moves).sum();
    println!("{moves} moves in the full blocks");
    Ok(())
}

fn begin(settings: Settings, file: Option<&Path>, network: Option<&Path>) -> Result<Trainer, Box<dyn Error>> {
    match file.map(File::open) {
        Some(Ok(mut found)) => return Ok(Trainer::read(&mut found)?),
        // A run that is there and cannot be opened must not be written over.
        Some(Err(e)) if e.kind() != ErrorKind::NotFound => return Err(e.into()),
        _ => (),
    }
    Ok(match network {
        Some(path) => Trainer::from_network(&Network::read(&mut File::open(path)?)?, settings)?,
        None => Trainer::new(settings)?,
    })
}

fn print(block: &Block) {
    let percent =
        [2048, 4096, 8192, 16384].map(|tile| format!("{:7.1}", 100.0 * block.reached(tile))).join(" ");
    let (mean, error) = (block.mean_score(), block.standard_error());
    println!(
        "{:8} {mean:9.0} {error:5.0} {percent} {:9.0}",
        block.before + block.games,
        block.moves_per_second()
    );
}
