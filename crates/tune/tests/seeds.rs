//! Which trials meet the same luck.

use crate::common::SPHERE;
use std::collections::HashSet;
use tune::{Luck, Method, Optimizer, Outcome, Plan, SwarmOptions, Trial, Tuner};

/// The trials of three iterations of four particles with two repeats, and of the comparison at the end.
fn batches(luck: Luck) -> Vec<Vec<Trial>> {
    let method = Method::Pso(SwarmOptions { particles: 4, ..SwarmOptions::constricted() });
    let plan = Plan { luck, repeats: 2, playoff: 3, ..Plan::noisy(method, 3, 1) };
    let mut tuner = Tuner::new(SPHERE.parameters(2), plan).unwrap();
    let mut batches = Vec::new();
    while !tuner.is_over() {
        let trials = tuner.ask();
        let score = |trial: &Trial| Outcome { id: trial.id, score: (SPHERE.height)(&trial.weights) };
        tuner.tell(&trials.iter().map(score).collect::<Vec<_>>()).unwrap();
        batches.push(trials);
    }
    batches
}

fn seeds(trials: &[Trial]) -> HashSet<u64> {
    trials.iter().map(|trial| trial.seed).collect()
}

#[test]
fn shared_luck_is_one_set_of_seeds_for_each_iteration() {
    let batches = batches(Luck::Shared);
    assert_eq!(batches.len(), 4);
    for batch in &batches[..3] {
        assert_eq!(seeds(batch).len(), 2);
        assert!(batch.chunks(2).all(|pair| pair[0].seed == batch[0].seed && pair[1].seed == batch[1].seed));
    }
    assert_eq!(seeds(&batches.concat()).len(), 3 * 2 + 3, "new ones in every iteration, and at the end");
}

#[test]
fn independent_luck_has_no_seed_twice_but_in_the_last_comparison() {
    let batches = batches(Luck::Independent);
    let played = batches[..3].concat();
    assert_eq!(seeds(&played).len(), played.len());
    assert_eq!(seeds(&batches[3]).len(), 3);
    assert!(seeds(&played).is_disjoint(&seeds(&batches[3])));
}

#[test]
fn fixed_luck_is_one_set_of_seeds_for_the_run_and_new_ones_for_rechecks() {
    let batches = batches(Luck::Fixed);
    let proposals: Vec<Trial> = batches[..3].iter().flat_map(|batch| batch[..8].to_vec()).collect();
    assert_eq!(seeds(&proposals).len(), 2);
    let rechecks: Vec<Trial> = batches[1..3].iter().flat_map(|batch| batch[8..].to_vec()).collect();
    assert!(!rechecks.is_empty() && seeds(&rechecks).is_disjoint(&seeds(&proposals)));
    assert!(seeds(&batches[3]).is_disjoint(&seeds(&batches[..3].concat())));
}

#[test]
fn trials_are_numbered_through() {
    let all = batches(Luck::Shared).concat();
    assert!(all.iter().zip(0..).all(|(trial, id)| trial.id == id));
}
