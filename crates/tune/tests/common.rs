//! Standard functions, as heights to climb: 0 at the optimum, negative elsewhere, and how well a run climbs them.

use plywise::Rng;
use tune::{
    CmaEsOptions, GeneticOptions, Method, Optimizer, Parameter, Plan, RandomOptions, SpsaOptions,
    SwarmOptions, Tuner,
};

/// A function on a cube, whose optimum lies neither in the centre nor at the start.
#[derive(Clone, Copy)]
pub(crate) struct Function {
    pub(crate) name: &'static str,
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) start: f64,
    pub(crate) height: fn(&[f64]) -> f64,
}

pub(crate) const SPHERE: Function = Function {
    name: "sphere",
    low: -5.0,
    high: 5.0,
    start: -3.0,
    height: |x| -x.iter().map(|x| (x - 1.5).powi(2)).sum::<f64>(),
};

/// Rosenbrock 1960: a bent valley, optimum at (1, …, 1).
pub(crate) const ROSENBROCK: Function = Function {
    name: "rosenbrock",
    low: -2.0,
    high: 2.0,
    start: -1.2,
    height: |x| {
        -x.windows(2).map(|p| 100.0 * (p[1] - p[0] * p[0]).powi(2) + (1.0 - p[0]).powi(2)).sum::<f64>()
    },
};

/// Rastrigin 1974, optimum moved to (0.7, …): a local optimum in every unit cell.
pub(crate) const RASTRIGIN: Function = Function {
    name: "rastrigin",
    low: -5.12,
    high: 5.12,
    start: -3.0,
    height: |x| {
        let turn = |d: f64| d * d - 10.0 * (std::f64::consts::TAU * d).cos() + 10.0;
        -x.iter().map(|x| turn(x - 0.7)).sum::<f64>()
    },
};

impl Function {
    pub(crate) fn parameters(&self, dimensions: usize) -> Vec<Parameter> {
        (0..dimensions)
            .map(|i| Parameter::new(format!("x{i}"), self.low, self.high, self.start).unwrap())
            .collect()
    }

    /// The least distance below the optimum that any of the run's evaluations reached.
    pub(crate) fn reached(&self, dimensions: usize, plan: Plan) -> f64 {
        let mut tuner = Tuner::new(self.parameters(dimensions), plan).unwrap();
        tuner.run(|trial| (self.height)(&trial.weights)).unwrap();
        -tuner.best().unwrap().score
    }

    /// The median of `reached` over seeds 1 to 11.
    pub(crate) fn median(&self, dimensions: usize, method: &Method, iterations: u32) -> f64 {
        median((1..=11).map(|seed| self.reached(dimensions, Plan::exact(method.clone(), iterations, seed))))
    }
}

pub(crate) fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A standard normal number of the trial's luck: the sum of twelve uniform ones.
pub(crate) fn luck(seed: u64) -> f64 {
    let mut rng = Rng::new(seed);
    (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0
}

/// Every method, with few points an iteration.
pub(crate) fn methods() -> Vec<Method> {
    let swarm = |options: SwarmOptions| Method::Pso(SwarmOptions { particles: 8, ..options });
    vec![
        swarm(SwarmOptions::published()),
        swarm(SwarmOptions::inertial()),
        swarm(SwarmOptions::constricted()),
        swarm(SwarmOptions::standard()),
        swarm(SwarmOptions { spread: Some(0.1), ..SwarmOptions::constricted() }),
        Method::CmaEs(CmaEsOptions::default()),
        Method::Spsa(SpsaOptions::default()),
        Method::Genetic(GeneticOptions { population: 8, ..GeneticOptions::default() }),
        Method::Random(RandomOptions { points: 8 }),
    ]
}
