//! Every method on the standard functions, at a stated number of evaluations.

use crate::common::{Function, RASTRIGIN, ROSENBROCK, SPHERE};
use tune::{
    CmaEsOptions, GeneticOptions, Method, Optimizer, Plan, RandomOptions, SpsaOptions, SwarmOptions, Tuner,
};

fn swarm(options: &SwarmOptions) -> Method {
    Method::Pso(SwarmOptions { particles: 30, ..options.clone() })
}

#[track_caller]
fn within(function: Function, dimensions: usize, method: &Method, iterations: u32, most: f64) {
    let reached = function.median(dimensions, method, iterations);
    assert!(reached <= most, "{}: {reached:e}, allowed {most:e}", function.name);
}

#[test]
fn damped_swarms_converge() {
    for options in [SwarmOptions::standard(), SwarmOptions::constricted(), SwarmOptions::inertial()] {
        within(SPHERE, 5, &swarm(&options), 100, 1e-4);
        within(ROSENBROCK, 2, &swarm(&options), 100, 1e-3);
        within(RASTRIGIN, 3, &swarm(&options), 100, 1.0);
    }
}

/// The plain formula has no damping: its swarm improves on its first places while it flies ever further away.
#[test]
fn the_published_swarm_searches_but_does_not_converge() {
    let published = swarm(&SwarmOptions::published());
    let [early, late] = [1, 100].map(|iterations| SPHERE.median(5, &published, iterations));
    assert!(late < 0.25 * early, "{late} against {early}");
    let constricted = SPHERE.median(5, &swarm(&SwarmOptions::constricted()), 100);
    assert!(constricted < 1e-3 * late, "{constricted} against {late}");
    for (options, diverges) in [(SwarmOptions::published(), true), (SwarmOptions::constricted(), false)] {
        let mut tuner = Tuner::new(SPHERE.parameters(5), Plan::exact(swarm(&options), 100, 1)).unwrap();
        tuner.run(|trial| (SPHERE.height)(&trial.weights)).unwrap();
        let history = tuner.history();
        assert_eq!(history[99].reach > 100.0 * history[0].reach, diverges);
    }
}

#[test]
fn cma_es_converges_also_in_a_bent_valley() {
    let method = Method::CmaEs(CmaEsOptions::default());
    within(SPHERE, 5, &method, 120, 1e-8);
    within(SPHERE, 1, &method, 60, 1e-6);
    within(ROSENBROCK, 5, &method, 500, 1e-8);
    let wide = Method::CmaEs(CmaEsOptions { population: Some(50), sigma: 0.3 });
    within(RASTRIGIN, 3, &wide, 60, 1.0);
}

#[test]
fn spsa_climbs_the_sphere() {
    within(SPHERE, 5, &Method::Spsa(SpsaOptions::default()), 100, 0.1);
}

#[test]
fn every_method_beats_random_search_at_equal_evaluations() {
    let random = ROSENBROCK.median(5, &Method::Random(RandomOptions { points: 9 }), 300);
    let swarm = Method::Pso(SwarmOptions { particles: 9, ..SwarmOptions::constricted() });
    for method in [
        swarm,
        Method::CmaEs(CmaEsOptions { population: Some(9), sigma: 0.3 }),
        Method::Spsa(SpsaOptions::default()),
        Method::Genetic(GeneticOptions { population: 9, ..GeneticOptions::default() }),
    ] {
        let reached = ROSENBROCK.median(5, &method, 300);
        assert!(reached < random, "{method:?}: {reached} against {random}");
    }
}

/// What a method itself believes in, before the first score and at the end.
#[test]
fn estimates_move_from_the_start_to_the_optimum() {
    let distance = |tuner: &Tuner| {
        let estimate = tuner.estimate()?;
        Some(estimate.iter().map(|x| (x - 1.5).powi(2)).sum::<f64>().sqrt())
    };
    for (method, keeps) in [
        (Method::CmaEs(CmaEsOptions::default()), true),
        (Method::Spsa(SpsaOptions::default()), true),
        (Method::Pso(SwarmOptions::constricted()), false),
        (Method::Random(RandomOptions::default()), false),
    ] {
        let mut tuner = Tuner::new(SPHERE.parameters(4), Plan::exact(method, 60, 1)).unwrap();
        let before = distance(&tuner);
        // From -3 to 1.5 in four coordinates.
        assert!(before.is_some() == keeps && before.is_none_or(|before| (before - 9.0).abs() < 1e-9));
        tuner.run(|trial| (SPHERE.height)(&trial.weights)).unwrap();
        assert!(distance(&tuner).is_none_or(|after| after < 3.0), "{:?}", distance(&tuner));
    }
}
