//! Prints what the crates `argmin` (particle swarm) and `cmaes` reach on the functions of our tests, for `../oracles.txt`.

#[path = "../../../../crates/tune/tests/functions.rs"]
mod functions;

use std::cell::RefCell;

use argmin::core::{CostFunction, Error, Executor};
use argmin::solver::particleswarm::ParticleSwarm;
use cmaes::{CMAESOptions, DVector};
use functions::{Function, RASTRIGIN, ROSENBROCK, SPHERE};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// Counts evaluations and keeps the least cost of the first `budget` of them.
struct Watched {
    function: Function,
    budget: usize,
    seen: RefCell<(usize, f64)>,
}

impl Watched {
    fn new(function: Function, budget: usize) -> Self {
        Self { function, budget, seen: RefCell::new((0, f64::INFINITY)) }
    }

    fn cost(&self, x: &[f64]) -> f64 {
        let cost = -(self.function.height)(x);
        let mut seen = self.seen.borrow_mut();
        seen.0 += 1;
        if seen.0 <= self.budget {
            seen.1 = seen.1.min(cost);
        }
        cost
    }
}

impl CostFunction for &Watched {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, x: &Vec<f64>) -> Result<f64, Error> {
        Ok(Watched::cost(self, x))
    }
}

fn argmin_swarm(function: Function, dimensions: usize, particles: u32, iterations: u32, seed: u64) -> f64 {
    let watched = Watched::new(function, (particles * iterations) as usize);
    let bounds = (vec![function.low; dimensions], vec![function.high; dimensions]);
    let solver = ParticleSwarm::new(bounds, particles as usize)
        .with_rng_generator(Xoshiro256PlusPlus::seed_from_u64(seed));
    Executor::new(&watched, solver).configure(|state| state.max_iters(u64::from(iterations))).run().unwrap();
    let (count, least) = *watched.seen.borrow();
    assert!(count >= watched.budget, "it had its evaluations: {count}");
    least
}

fn cmaes_crate(function: Function, dimensions: usize, population: u32, iterations: u32, seed: u64) -> f64 {
    let watched = Watched::new(function, (population * iterations) as usize);
    CMAESOptions::new(vec![function.start; dimensions], 0.3 * (function.high - function.low))
        .population_size(population as usize)
        .max_generations(iterations as usize)
        .seed(seed)
        .build(|x: &DVector<f64>| watched.cost(x.as_slice()))
        .unwrap()
        .run();
    watched.seen.into_inner().1
}

fn main() {
    println!("# crate;function;dimensions;points an iteration;iterations;least cost for the seeds 1 to 11");
    let swarm: fn(Function, usize, u32, u32, u64) -> f64 = argmin_swarm;
    for (name, oracle, function, dimensions, points, iterations) in [
        ("argmin", swarm, SPHERE, 5, 30, 80),
        ("argmin", swarm, ROSENBROCK, 3, 30, 80),
        ("argmin", swarm, RASTRIGIN, 4, 30, 80),
        ("cmaes", cmaes_crate, SPHERE, 5, 8, 60),
        ("cmaes", cmaes_crate, ROSENBROCK, 5, 8, 250),
        ("cmaes", cmaes_crate, RASTRIGIN, 4, 40, 60),
    ] {
        let reached = |seed| format!("{:e}", oracle(function, dimensions, points, iterations, seed));
        let reached: Vec<String> = (1..=11).map(reached).collect();
        println!("{name};{};{dimensions};{points};{iterations};{}", function.name, reached.join(" "));
    }
}
