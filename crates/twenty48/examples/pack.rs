//! Packs the weights of a training run or of a network into a small file: `pack RUN FILE [STEP [TILE]]`. STEP is in points, 1 if
//! not given. With TILE, what was learned of patterns that hold it or a larger one is left out: a network for the late stage
//! looks at such boards.

use std::error::Error;
use std::fs::File;
use std::time::Instant;

use twenty48::ntuple::Network;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [run, file, more @ ..] = arguments.as_slice() else {
        return Err("pack RUN FILE [STEP [TILE]]".into());
    };
    let [step, tile] = [more.first(), more.get(1)];
    let step = step.map_or(Ok(1.0), |step| step.parse())?;
    let network = Network::read(&mut File::open(run)?)?;
    let network = match tile.map(|tile| tile.parse::<u32>()).transpose()? {
        Some(tile) if tile.is_power_of_two() => network.below(tile.ilog2() as u8),
        Some(tile) => return Err(format!("{tile} is no tile").into()),
        None => network,
    };
    network.write(step, &mut File::create(file)?)?;
    let started = Instant::now();
    let read = Network::read(&mut File::open(file)?)?;
    let elapsed = started.elapsed();
    println!(
        "{} tuples, {} games, step {step}: {} bytes, read in {elapsed:.2?}",
        read.tuples().name(),
        read.games(),
        std::fs::metadata(file)?.len()
    );
    Ok(())
}
