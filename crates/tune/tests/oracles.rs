//! Against other people's optimisers: the same functions, evaluations and number of seeds.

use crate::common::{Function, RASTRIGIN, ROSENBROCK, SPHERE, median};
use argmin::core::{CostFunction, Error, Executor};
use argmin::solver::particleswarm::ParticleSwarm;
use cmaes::{CMAESOptions, DVector};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::cell::RefCell;
use tune::{CmaEsOptions, Method, SwarmOptions};

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
    assert!(count >= watched.budget, "the oracle had its evaluations: {count}");
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

/// Ours may miss the optimum by `factor` times what the oracle's median misses it by; misses below 1e-12, where the
/// oracles stop, count as 1e-12.
#[track_caller]
fn compare(function: Function, ours: f64, oracle: f64, factor: f64) {
    println!("{}: ours {ours:.2e}, the oracle {oracle:.2e}", function.name);
    assert!(ours <= factor * oracle.max(1e-12), "{}: ours {ours:e}, the oracle {oracle:e}", function.name);
}

#[test]
fn the_swarm_reaches_what_argmin_reaches() {
    for (function, dimensions, factor) in [(SPHERE, 5, 2.0), (ROSENBROCK, 3, 2.0), (RASTRIGIN, 4, 2.0)] {
        let method = Method::Pso(SwarmOptions { particles: 30, ..SwarmOptions::standard() });
        let ours = function.median(dimensions, &method, 80);
        let oracle = median((1..=11).map(|seed| argmin_swarm(function, dimensions, 30, 80, seed)));
        compare(function, ours, oracle, factor);
    }
}

#[test]
fn cma_es_reaches_what_the_crate_cmaes_reaches() {
    for (function, dimensions, population, iterations, factor) in
        [(SPHERE, 5, 8, 60, 3.0), (ROSENBROCK, 5, 8, 250, 3.0), (RASTRIGIN, 4, 40, 60, 2.0)]
    {
        let method = Method::CmaEs(CmaEsOptions { population: Some(population), sigma: 0.3 });
        let ours = function.median(dimensions, &method, iterations);
        let oracle =
            median((1..=11).map(|seed| cmaes_crate(function, dimensions, population, iterations, seed)));
        compare(function, ours, oracle, factor);
    }
}
