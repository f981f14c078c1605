//! Trains a network and prints its learning curve: `train [TUPLES [GAMES [THREADS [OPTIMISM [FILE]]]]]`. With a file,
//! the run is kept there, and goes on from there if it exists.

use std::error::Error;
use std::fs::File;
use std::sync::atomic::AtomicBool;

use twenty48::ntuple::{Block, Settings, Trainer, TupleSet};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |place: usize, default: &'static str| arguments.get(place).map_or(default, String::as_str);
    let tuples = TupleSet::by_name(argument(0, "4x6")).ok_or("tuples: 4x5, 4x6, 5x6 or 8x6")?;
    let (games, threads, optimism) =
        (argument(1, "10000").parse()?, argument(2, "1").parse()?, argument(3, "0").parse()?);
    let file = arguments.get(4);
    let mut trainer = match file.map(File::open) {
        Some(Ok(mut found)) => Trainer::read(&mut found)?,
        _ => Trainer::new(Settings { tuples, optimism, ..Settings::default() })?,
    };
    println!("   games  mean score  ±  2048 %  4096 %  8192 % 16384 %  moves/s");
    trainer.train(games, threads, &AtomicBool::new(false), &mut print);
    let moves: u64 = trainer.curve().iter().map(|block| block.moves).sum();
    println!("{moves} moves in the full blocks");
    if let Some(path) = file {
        trainer.write(&mut File::create(path)?)?;
    }
    Ok(())
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
