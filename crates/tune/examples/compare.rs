//! The methods on standard functions of five parameters, 3,000 evaluations each: how far below the optimum they end,
//! the median of 21 seeds. In the noisy column each score scatters by one, and the distance is the true one.
//!
//! `cargo run --release -p plywise-tune --features measure --example compare`

use plywise::Rng;
use tune::{
    CmaEsOptions, Error, Luck, Method, Optimizer, Parameter, Plan, RandomOptions, SpsaOptions, SwarmOptions,
    Tuner,
};

/// Squared distance, or its like, from the optimum.
type Cost = fn(&[f64]) -> f64;

const COSTS: [(&str, f64, Cost); 3] = [
    ("sphere", 5.0, |x| x.iter().map(|x| (x - 1.5).powi(2)).sum()),
    ("rosenbrock", 2.0, |x| {
        x.windows(2).map(|p| 100.0 * (p[1] - p[0] * p[0]).powi(2) + (1.0 - p[0]).powi(2)).sum()
    }),
    ("rastrigin", 5.12, |x| {
        let turn = |d: f64| d * d - 10.0 * (std::f64::consts::TAU * d).cos() + 10.0;
        x.iter().map(|x| turn(x - 0.7)).sum()
    }),
];
const EVALUATIONS: u32 = 3_000;

/// Where a run ends: the cost of its best point, without noise.
fn end(
    (_, side, cost): (&str, f64, Cost),
    noise: f64,
    method: &Method,
    points: u32,
    seed: u64,
) -> Result<f64, Error> {
    let parameters = (0..5)
        .map(|i| Parameter::new(format!("x{i}"), -side, side, -0.6 * side))
        .collect::<Result<Vec<_>, _>>()?;
    let plan = if noise > 0.0 {
        // Two more evaluations for each of three elites, and thirty for each of four at the end.
        let plan = Plan::noisy(method.clone(), (EVALUATIONS - 120) / (points + 6), seed);
        // Luck that is added to the score would vanish from every comparison if it were shared.
        Plan { luck: Luck::Independent, ..plan }
    } else {
        Plan::exact(method.clone(), EVALUATIONS / points, seed)
    };
    let mut tuner = Tuner::new(parameters, plan)?;
    tuner.run(|trial| {
        let mut rng = Rng::new(trial.seed);
        let luck: f64 = (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0;
        noise * luck - cost(&trial.weights)
    })?;
    Ok(tuner.best().map_or(f64::INFINITY, |best| cost(&best.weights)))
}

fn median(ends: impl Iterator<Item = Result<f64, Error>>) -> Result<f64, Error> {
    let mut ends = ends.collect::<Result<Vec<_>, _>>()?;
    ends.sort_by(f64::total_cmp);
    Ok(ends[ends.len() / 2])
}

fn main() -> Result<(), Error> {
    let swarm = |options| Method::Pso(SwarmOptions { particles: 30, ..options });
    let methods = [
        ("pso published", 30, swarm(SwarmOptions::published())),
        ("pso inertial", 30, swarm(SwarmOptions::inertial())),
        ("pso constricted", 30, swarm(SwarmOptions::constricted())),
        ("pso standard", 30, swarm(SwarmOptions::standard())),
        ("cma-es", 8, Method::CmaEs(CmaEsOptions::default())),
        ("cma-es of 30", 30, Method::CmaEs(CmaEsOptions { population: Some(30), sigma: 0.3 })),
        ("spsa", 9, Method::Spsa(SpsaOptions::default())),
        ("random", 30, Method::Random(RandomOptions { points: 30 })),
    ];
    println!("{:<16} {:>12} {:>12} {:>12} {:>12}", "", "sphere", "rosenbrock", "rastrigin", "noisy sphere");
    for (name, points, method) in &methods {
        print!("{name:<16}");
        for (cost, noise) in COSTS.into_iter().map(|cost| (cost, 0.0)).chain([(COSTS[0], 1.0)]) {
            print!(" {:>12.2e}", median((1..=21).map(|seed| end(cost, noise, method, *points, seed)))?);
        }
        println!();
    }
    Ok(())
}
