//! Packs a training run's weights into a small file: `pack RUN FILE [STEP]`. STEP is in points, 1 if not given.

use std::error::Error;
use std::fs::File;
use std::time::Instant;

use twenty48::ntuple::Network;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [run, file, step @ ..] = arguments.as_slice() else { return Err("pack RUN FILE [STEP]".into()) };
    let step = step.first().map_or(Ok(1.0), |step| step.parse())?;
    let network = Network::read(&mut File::open(run)?)?;
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
