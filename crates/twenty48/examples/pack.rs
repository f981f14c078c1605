//! Packs the weights of a training run or of a network into a small file: `pack RUN FILE [STEP [TOTAL]]`. STEP is in points, 1 if
//! not given. With TOTAL, what was learned of patterns whose tiles from 1024 up make it together is left out: another network
//! looks at such boards, whose stage begins there.

use std::error::Error;
use std::fs::File;
use std::time::Instant;

use twenty48::ntuple::Network;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [run, file, more @ ..] = arguments.as_slice() else {
        return Err("pack RUN FILE [STEP [TOTAL]]".into());
    };
    let [step, total] = [more.first(), more.get(1)];
    let step = step.map_or(Ok(1.0), |step| step.parse())?;
    let network = Network::read(&mut File::open(run)?)?;
    let total: Option<u32> = total.map(|total| total.parse()).transpose()?;
    let network = total.map_or(network.clone(), |total| network.before(total));
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
