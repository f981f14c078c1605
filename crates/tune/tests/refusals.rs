//! Bad input gets one line with what was given and what would have worked.

use crate::common::{SPHERE, methods};
use tune::{CmaEsOptions, Method, Optimizer, Outcome, Parameter, Plan, SpsaOptions, SwarmOptions, Tuner};

fn refusal(method: Method) -> String {
    Tuner::new(SPHERE.parameters(2), Plan::exact(method, 3, 1)).unwrap_err().to_string()
}

#[test]
fn options_out_of_range() {
    let pso = |change: fn(&mut SwarmOptions)| {
        let mut options = SwarmOptions::constricted();
        change(&mut options);
        refusal(Method::Pso(options))
    };
    assert_eq!(pso(|o| o.particles = 1), "particles=1: expected 2 to 1000000");
    assert_eq!(pso(|o| o.cognitive = f64::NAN), "cognitive=NaN: expected 0 to 10");
    assert_eq!(pso(|o| o.inertia_end = Some(1.5)), "inertia-end=1.5: expected 0 to 1");
    assert_eq!(pso(|o| o.clamp = Some(0.0)), "clamp=0: expected above 0, up to 1, in parts of a range");
    assert_eq!(
        pso(|o| o.social = 1.0),
        "constriction=true with cognitive + social = 3.05: expected a sum above 4, as 2.05 and 2.05"
    );
    let cma = Method::CmaEs(CmaEsOptions { population: Some(3), sigma: 0.3 });
    assert_eq!(refusal(cma), "population=3: expected 4 to 1000000");
    let spsa = Method::Spsa(SpsaOptions { perturbation: 0.5, ..SpsaOptions::default() });
    assert_eq!(refusal(spsa), "perturbation=0.5: expected above 0, up to 0.49");
    let plan = Plan::exact(methods().remove(0), 0, 1);
    let message = Tuner::new(SPHERE.parameters(2), plan).unwrap_err().to_string();
    assert_eq!(message, "iterations=0: expected 1 to 1000000");
}

#[test]
fn parameters_that_make_no_sense() {
    let fault = |low, high, start| Parameter::new("w", low, high, start).unwrap_err().to_string();
    assert_eq!(
        fault(1.0, 1.0, 1.0),
        "parameter \"w\": range 1..1; expected finite numbers, the lower one first"
    );
    assert!(fault(0.0, f64::INFINITY, 1.0).contains("range 0..inf"));
    assert!(fault(-f64::MAX, f64::MAX, 1.0).contains("finite"));
    assert_eq!(
        fault(0.0, 1.0, 2.0),
        "parameter \"w\": start 2 lies outside of 0..1; expected a start within the range"
    );
    let plan = || Plan::exact(methods().remove(0), 3, 1);
    let twice = vec![SPHERE.parameters(1).remove(0), SPHERE.parameters(1).remove(0)];
    assert_eq!(
        Tuner::new(twice, plan()).unwrap_err().to_string(),
        "parameter \"x0\": named twice; expected each name once"
    );
    assert!(Tuner::new(Vec::new(), plan()).unwrap_err().to_string().contains("at least one parameter"));
}

#[test]
fn outcomes_nobody_asked_for_change_nothing() {
    let mut tuner = Tuner::new(SPHERE.parameters(2), Plan::exact(methods().remove(2), 1, 1)).unwrap();
    let before = tuner.checkpoint();
    let mut refuse = |outcomes: &[(u64, f64)]| {
        let outcomes: Vec<Outcome> = outcomes.iter().map(|&(id, score)| Outcome { id, score }).collect();
        tuner.tell(&outcomes).unwrap_err().to_string()
    };
    assert_eq!(refuse(&[(0, 1.0), (8, 1.0)]), "trial 8 is not being played; waiting for trials 0 to 7");
    assert_eq!(refuse(&[(0, 1.0), (0, 1.0)]), "trial 0 has a score already; each trial is told once");
    assert_eq!(refuse(&[(0, 1.0), (3, f64::NAN)]), "trial 3: score NaN; expected a number within ±1e100");
    assert_eq!(tuner.checkpoint(), before);
    tuner.run(|_| 0.0).unwrap();
    let message = tuner.tell(&[Outcome { id: 8, score: 0.0 }]).unwrap_err().to_string();
    assert_eq!(message, "trial 8: the run is over after 8 evaluations; start another one");
}

/// Nothing to go by is no reason to stop or to leave the ranges.
#[test]
fn a_flat_or_enormous_score_keeps_every_method_in_its_ranges() {
    for method in methods().split_off(1) {
        for scale in [0.0, 1e99] {
            let mut tuner = Tuner::new(SPHERE.parameters(4), Plan::exact(method.clone(), 300, 1)).unwrap();
            let inside = |x: &f64| (SPHERE.low..=SPHERE.high).contains(x);
            tuner
                .run(|trial| {
                    assert!(trial.weights.iter().all(inside), "{method:?}: {:?}", trial.weights);
                    scale * trial.weights[0]
                })
                .unwrap();
            let resumed = Tuner::resume(&tuner.checkpoint()).unwrap();
            assert!(resumed.is_over());
        }
    }
}
