//! A run that is killed and resumed ends as one that was left alone, bit by bit.

use crate::common::{ROSENBROCK, luck, methods};
use tune::{Luck, Method, Optimizer, Outcome, Parameter, Plan, SwarmOptions, Trial, Tuner};

fn score(trial: &Trial) -> f64 {
    (ROSENBROCK.height)(&trial.weights) + luck(trial.seed)
}

fn plan(method: Method, luck: Luck) -> Plan {
    let noisy = Plan::noisy(method, 4, 5);
    Plan { luck, repeats: 2, playoff: 5, positions: true, ..noisy }
}

#[test]
fn resuming_after_every_single_trial_changes_nothing() {
    for method in methods() {
        for luck in [Luck::Independent, Luck::Shared, Luck::Fixed] {
            let mut straight = Tuner::new(ROSENBROCK.parameters(3), plan(method.clone(), luck)).unwrap();
            let mut broken = straight.clone();
            straight.run(score).unwrap();
            // The last trial first, one at a time, through a checkpoint each time.
            while let Some(trial) = broken.ask().pop() {
                broken.tell(&[Outcome { id: trial.id, score: score(&trial) }]).unwrap();
                broken = Tuner::resume(&broken.checkpoint()).unwrap();
            }
            assert_eq!(broken.checkpoint(), straight.checkpoint(), "{method:?}");
            assert!(broken.is_over());
            assert_eq!(broken.history().len(), 5, "four iterations and the comparison at the end");
        }
    }
}

/// Recorded once: a change of these numbers changes the course of every run there has been.
#[test]
fn the_course_of_a_run_is_golden() {
    let weights =
        || vec![Parameter::new("a", 0.0, 8.0, 1.0).unwrap(), Parameter::new("b", -1.0, 1.0, 0.5).unwrap()];
    let mut courses = Vec::new();
    for method in methods() {
        let mut tuner = Tuner::new(weights(), Plan::exact(method, 6, 2026)).unwrap();
        tuner.run(|trial| -(trial.weights[0] - 3.0).abs() - trial.weights[1] * trial.weights[1]).unwrap();
        courses.push(tuner.best().unwrap().score.to_bits());
    }
    assert_eq!(courses, GOLDEN, "{courses:x?}");
}
const GOLDEN: [u64; 9] = [
    0xbfaa_98b9_1c4e_1f3b,
    0xbf90_e425_6a35_c874,
    0xbfa0_cfab_f836_2620,
    0xbf9e_1dce_7421_1620,
    0xbfd6_e74f_d2c4_20c8,
    0xbfc9_5cb2_2860_6a71,
    0xbfc9_32f5_c0d6_dc38,
    0xbfa3_4b8a_d259_2caf,
    0xbfd5_da1e_9b44_1d5f,
];

#[test]
fn another_seed_is_another_run() {
    let run = |seed| {
        let plan = Plan::exact(Method::Pso(SwarmOptions::published()), 1, seed);
        Tuner::new(ROSENBROCK.parameters(2), plan).unwrap().ask()
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[test]
fn a_checkpoint_cut_off_anywhere_or_altered_is_refused_in_one_line() {
    let mut tuner =
        Tuner::new(ROSENBROCK.parameters(2), plan(methods().swap_remove(5), Luck::Shared)).unwrap();
    let trials = tuner.ask();
    tuner.tell(&[Outcome { id: trials[0].id, score: 1.0 }]).unwrap();
    let text = tuner.checkpoint();
    for end in (0..text.len()).step_by(7) {
        let message = Tuner::resume(&text[..end]).unwrap_err().to_string();
        assert!(
            message.starts_with("this is no state of a tuning run (") && !message.contains('\n'),
            "{message}"
        );
    }
    // Without its seal, as runs were kept before, what it says is looked at all the same.
    let (_, rest) = text.split_once(',').unwrap();
    let text = format!("{{{}", rest.replacen("\"format\":3", "\"format\":2", 1));
    assert_eq!(Tuner::resume(&text).unwrap().checkpoint(), tuner.checkpoint());
    for (from, to) in [
        ("\"format\":2", "\"format\":1"),
        ("\"sigma\":0.3,\"covariance\":[[1.0", "\"sigma\":0.3,\"covariance\":[[1e300"),
        ("\"path\":[0.0,0.0]", "\"path\":[0.0]"),
        ("\"path\":[0.0,0.0]", "\"path\":[0.0,null]"),
        ("\"iterations\":4", "\"iterations\":0"),
        ("\"low\":-2.0", "\"low\":9.0"),
        ("\"iteration\":0", "\"iteration\":3"),
    ] {
        assert!(text.contains(from), "{from} in {text}");
        assert!(Tuner::resume(&text.replacen(from, to, 1)).is_err(), "{from} -> {to}");
    }
}

/// Any bit of a state that turns over, the seal's own among them, is noticed: none leads to another result.
#[test]
fn a_checkpoint_with_any_bit_turned_is_refused() {
    let mut tuner =
        Tuner::new(ROSENBROCK.parameters(2), plan(methods().swap_remove(0), Luck::Shared)).unwrap();
    let trials = tuner.ask();
    tuner.tell(&[Outcome { id: trials[0].id, score: 1.0 }]).unwrap();
    let bytes = tuner.checkpoint().into_bytes();
    for bit in 0..8 * bytes.len() {
        let mut turned = bytes.clone();
        turned[bit / 8] ^= 1 << (bit % 8);
        if let Ok(turned) = String::from_utf8(turned) {
            assert!(Tuner::resume(&turned).is_err(), "bit {bit}: {turned}");
        }
    }
}
