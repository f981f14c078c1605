//! Packs the weights of a training run or of a network into a small file: `pack FILE OUT [STEP [LEAST]]`. STEP is in points, 1 if
//! not given. With LEAST, weights of a run whose errors came to less points together are left out: it hardly knows them.

use std::error::Error;
use std::fs::File;
use std::time::Instant;

use twenty48::ntuple::{Network, Trainer};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [from, out, more @ ..] = arguments.as_slice() else {
        return Err("pack FILE OUT [STEP [LEAST]]".into());
    };
    let step = more.first().map_or(Ok(1.0), |step| step.parse())?;
    let mut from = File::open(from)?;
    let network = match more.get(1) {
        Some(least) => Trainer::read(&mut from)?.network_of(least.parse()?),
        None => Network::read(&mut from)?,
    };
    network.write(step, &mut File::create(out)?)?;
    let started = Instant::now();
    let read = Network::read(&mut File::open(out)?)?;
    let elapsed = started.elapsed();
    println!(
        "{} tuples, {} games, step {step}: {} bytes, read in {elapsed:.2?}",
        read.tuples().name(),
        read.games(),
        std::fs::metadata(out)?.len()
    );
    Ok(())
}
