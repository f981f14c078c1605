//! How well a run climbs standard functions.

pub(crate) use crate::functions::{Function, RASTRIGIN, ROSENBROCK, SPHERE};
use plywise::Rng;
use tune::{
    CmaEsOptions, GeneticOptions, Method, Optimizer, Parameter, Plan, RandomOptions, SpsaOptions,
    SwarmOptions, Tuner,
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
