//! Against other people's optimisers: the same functions, evaluations and number of seeds. What they reach is recorded
//! (`data/tune/SOURCE.md`).

use crate::common::{Function, RASTRIGIN, ROSENBROCK, SPHERE, median};
use tune::{CmaEsOptions, Method, SwarmOptions};

const RECORDED: &str = include_str!("../../../data/tune/oracles.txt");

/// The median of what a crate reaches with eleven seeds.
fn recorded(oracle: &str, function: Function, dimensions: usize, points: u32, iterations: u32) -> f64 {
    let run = format!("{oracle};{};{dimensions};{points};{iterations};", function.name);
    let line =
        RECORDED.lines().find_map(|line| line.strip_prefix(&run)).unwrap_or_else(|| panic!("no {run}"));
    let reached: Vec<f64> = line.split(' ').map(|cost| cost.parse().unwrap()).collect();
    assert_eq!(reached.len(), 11, "{run}");
    median(reached.into_iter())
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
        compare(function, ours, recorded("argmin", function, dimensions, 30, 80), factor);
    }
}

#[test]
fn cma_es_reaches_what_the_crate_cmaes_reaches() {
    for (function, dimensions, population, iterations, factor) in
        [(SPHERE, 5, 8, 60, 3.0), (ROSENBROCK, 5, 8, 250, 3.0), (RASTRIGIN, 4, 40, 60, 2.0)]
    {
        let method = Method::CmaEs(CmaEsOptions { population: Some(population), sigma: 0.3 });
        let ours = function.median(dimensions, &method, iterations);
        compare(function, ours, recorded("cmaes", function, dimensions, population, iterations), factor);
    }
}
