//! What specs of agents ask for: Monte Carlo search, cuts by probability, policies of time.

use std::time::Duration;

use plywise::mcts::Widening;
use plywise::{Mcts, Reward, Rollout, TimePolicy};
use registry::duel::certainty;
use registry::montecarlo::settings;
use registry::policy::{Policy, policy};
use registry::{Spec, SpecError};

const OUTCOME: Reward = Reward::Outcome { spread: 4.0 };

fn mcts(text: &str) -> Result<Mcts, SpecError> {
    settings(&Spec::parse(text).unwrap(), OUTCOME)
}

#[test]
fn a_bare_name_is_the_plain_search() {
    assert_eq!(mcts("mcts"), Ok(Mcts { reward: OUTCOME, ..Mcts::default() }));
}

#[test]
fn every_option_has_its_place() {
    let all = "mcts:iterations=5,c=0.5,reward=points,rollout=7,widening=0.4,width=3,solver=off,\
               threads=2,memory=1";
    let expected = Mcts {
        iterations: Some(5),
        exploration: 0.5,
        reward: Reward::Points { bounds: None },
        rollout: Rollout::Depth(7),
        solver: false,
        widening: Some(Widening { factor: 3.0, exponent: 0.4 }),
        threads: 2,
        memory: Mcts::MIB,
        seed: 0,
    };
    assert_eq!(mcts(all), Ok(expected));
    let spread = mcts("mcts:spread=2").unwrap().reward;
    assert_eq!(spread, Reward::Outcome { spread: 2.0 });
}

#[test]
fn wrong_values_say_what_would_work() {
    for (text, wanted) in [
        ("mcts:rollout=x", "mcts: rollout=\"x\" should be a whole number from 0 to 1000000"),
        ("mcts:c=-1", "mcts: c=\"-1\" should be a number from 0 to 100"),
        ("mcts:c=nan", "mcts: c=\"nan\" should be a number from 0 to 100"),
        ("mcts:solver=yes", "mcts: solver=\"yes\" should be one of on, off"),
    ] {
        assert_eq!(mcts(text).unwrap_err().to_string(), wanted);
    }
}

#[test]
fn certainty_is_a_word_or_a_number() {
    let read = |text: &str| certainty(&Spec::parse(text).expect("a spec"), 1.5);
    assert_eq!(read("pvs"), Ok(None));
    assert_eq!(read("pvs:probcut=off"), Ok(None));
    assert_eq!(read("pvs:probcut=on"), Ok(Some(1.5)));
    assert_eq!(read("pvs:probcut=0.75"), Ok(Some(0.75)));
    for wrong in ["0", "11", "nan", "-1", "yes"] {
        let refusal = read(&format!("pvs:probcut={wrong}")).expect_err(wrong).to_string();
        assert!(refusal.contains("should be on, off or a number from 0.1 to 10"), "{refusal}");
    }
}

fn read(text: &str) -> Result<Option<Box<dyn TimePolicy>>, SpecError> {
    policy(&Spec::parse(text).unwrap(), None)
}

#[test]
fn each_name_is_a_policy_of_its_own() {
    use plywise::{Clock, TimeControl, time::Moment};
    let control = TimeControl::PerGame { time: Duration::from_secs(10), increment: Duration::ZERO };
    let moment = Moment::new(&Clock::new(control), Some(10), 5);
    let slot = |text: &str| read(text).unwrap().unwrap().start(&moment).slot.as_millis();
    assert_eq!(slot("pvs:policy=even"), 950);
    assert_eq!(slot("pvs:policy=even,reserve=1ms"), 999);
    assert_eq!(slot("pvs:reserve=100ms"), 900, "evenly unless another is named");
    assert_eq!(slot("pvs:policy=naive"), 1000);
    assert_eq!(slot("pvs:policy=stability,reserve=100ms"), 900);
    assert_eq!(slot("pvs:policy=thrift"), 995, "one reserve for all moves");
    assert_eq!(slot("pvs:policy=elastic"), 995);
    assert!(read("pvs").unwrap().is_none());
    assert!(policy(&Spec::parse("pvs").unwrap(), Some(Policy::Even)).unwrap().is_some());
}

#[test]
fn what_is_no_policy_is_refused() {
    let refusal = |text: &str| read(text).err().expect(text).to_string();
    assert_eq!(
        refusal("pvs:policy=lazy"),
        "pvs: policy=\"lazy\" should be one of elastic, even, naive, stability, thrift"
    );
}
