//! The learning curve of a training run as CSV: `curve RUN`.

use std::error::Error;
use std::fs::File;

use twenty48::ntuple::{Block, Trainer};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("curve RUN")?;
    let trainer = Trainer::read(&mut File::open(file)?)?;
    println!(
        "games,mean_score,standard_error,highest,reached_2048,reached_4096,reached_8192,reached_16384,reached_32768,\
         slides,seconds"
    );
    trainer.curve().iter().for_each(print);
    Ok(())
}

fn print(block: &Block) {
    let reached = [2048, 4096, 8192, 16_384, 32_768].map(|tile| format!("{:.3}", block.reached(tile)));
    println!(
        "{},{:.0},{:.0},{},{},{},{:.1}",
        block.before + block.games,
        block.mean_score(),
        block.standard_error(),
        block.highest,
        reached.join(","),
        block.moves,
        block.elapsed.as_secs_f64()
    );
}
