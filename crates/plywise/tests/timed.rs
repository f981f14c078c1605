//! Agents under time policies, on time that is counted in static values.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::toys::{Tree, TreeValue, any};
use plywise::alphabeta::Settings;
use plywise::time::{Moment, Plan, StabilityOptions, Step, ThriftOptions, Verdict, Why};
use plywise::{
    Agent, AlphaBeta, Clock, Evaluate, EvenShare, Game, Limits, Naive, Score, Seat, Stability, Stop, Thrift,
    TimeControl, TimePolicy, TimeSource, Timed, Value, WallTime,
};

const fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

fn round(moves: u32, time: Duration, increment: Duration) -> TimeControl {
    TimeControl::PerRound { moves, time, increment }
}

fn game(time: Duration, increment: Duration) -> TimeControl {
    TimeControl::PerGame { time, increment }
}

/// Time that passes by a microsecond with each static value.
#[derive(Debug, Default)]
struct Counted(AtomicU64);

impl TimeSource for Counted {
    fn now(&self) -> Duration {
        Duration::from_micros(self.0.load(Ordering::Relaxed))
    }
}

#[derive(Debug)]
struct Slow {
    values: TreeValue,
    time: Arc<Counted>,
}

impl Evaluate<Tree> for Slow {
    fn evaluate(&self, position: &Tree, seat: Seat) -> Score {
        self.time.0.fetch_add(1, Ordering::Relaxed);
        self.values.evaluate(position, seat)
    }
    fn bounds(&self) -> (Score, Score) {
        Evaluate::<Tree>::bounds(&self.values)
    }
}

/// An agent of any evaluator and policy: one is compiled for all of them.
type Player = Timed<Tree, &'static dyn Evaluate<Tree>, Box<dyn TimePolicy>>;

fn player(policy: impl TimePolicy + 'static, control: TimeControl) -> Player {
    let time = Arc::new(Counted::default());
    let eval = Slow { values: TreeValue { one_sided: false }, time: Arc::clone(&time) };
    let mut timed =
        Timed::new(AlphaBeta::new(any(eval), Settings::default(), None), Box::new(policy) as _, control);
    timed.turns = |_| Some(12);
    timed.noisy = |_, mv| mv == 0;
    timed.with_time(time)
}

/// Lets the agent play both seats of a tree under a referee's clock; every move of it must be in time.
fn play(agent: &mut Player, control: TimeControl, seed: u64) -> Vec<u8> {
    let mut clock = Clock::new(control);
    let mut position = Tree::new(seed, 5, 24, true);
    let mut line = Vec::new();
    agent.new_game(seed);
    while !position.is_over() {
        let limits = Limits { clock: Some(clock.clone()), ..Limits::default() };
        let report = agent.choose(&position, &limits);
        let used = agent.log.last().expect("each move is logged").used;
        clock.spend(used).unwrap_or_else(|late| panic!("seed {seed}, {control:?}: {late}\n{:?}", agent.log));
        let mv = report.best.expect("not over");
        position.play(mv);
        line.push(mv);
    }
    line
}

#[test]
fn no_policy_ever_oversteps_a_clock_and_games_repeat_themselves() {
    let reserve = ms(2);
    let even = EvenShare { reserve };
    let policies = || -> Vec<Box<dyn TimePolicy>> {
        vec![
            Box::new(even),
            Box::new(Naive::new(reserve)),
            Box::new(Stability::new(StabilityOptions {
                share: even,
                extension: 0.5,
                ..StabilityOptions::default()
            })),
            Box::new(Thrift::new(ThriftOptions { reserve, ..ThriftOptions::default() })),
        ]
    };
    let controls = [
        TimeControl::PerMove(ms(10)),
        round(5, ms(40), Duration::ZERO),
        round(3, ms(20), ms(3)),
        game(ms(100), Duration::ZERO),
        game(ms(60), ms(4)),
    ];
    for control in controls {
        for policy in policies() {
            let mut agent = player(policy, control);
            for seed in 0..6 {
                let first = play(&mut agent, control, seed);
                let decisions = agent.log.len();
                assert_eq!(first, play(&mut agent, control, seed), "seed {seed}, {control:?}");
                assert_eq!((decisions, agent.log.len()), (first.len(), first.len()));
                for (decision, turn) in agent.log.iter().zip(0..) {
                    check(decision, &format!("seed {seed}, {control:?}, move {turn}: {decision}"));
                }
            }
        }
    }
}

fn check(decision: &plywise::Decision<u8>, place: &str) {
    let forced = decision.moment.moves == 1;
    assert_eq!(decision.why == Why::NoChoice, forced, "{place}");
    assert_eq!(decision.used.is_zero() && decision.thoughts.is_empty(), forced, "{place}");
    let steps: Vec<_> = decision.thoughts.iter().map(|thought| thought.step).collect();
    assert!(steps.is_sorted_by(|a, b| a.depth + 1 == b.depth && a.elapsed <= b.elapsed), "{place}");
    assert!(steps.first().is_none_or(|step| step.depth == 1 && !step.same_move), "{place}");
    for thought in &decision.thoughts {
        assert_eq!(thought.step.noisy, thought.best == 0, "{place}");
    }
    let stops = decision.thoughts.iter().filter(|thought| matches!(thought.verdict, Verdict::Stop(_)));
    match decision.why {
        Why::Search(Stop::Deadline) => assert!(decision.used >= decision.plan.slot, "{place}"),
        Why::Search(Stop::Solved) | Why::NoChoice => assert_eq!(stops.count(), 0, "{place}"),
        why => {
            assert_eq!(stops.count(), 1, "{place}");
            assert_eq!(decision.thoughts.last().unwrap().verdict, Verdict::Stop(why), "{place}");
        }
    }
}

/// Nothing is said of a move that is played unseen; a glance says what it is worth, as the search does where there is no clock.
#[test]
fn a_forced_move_is_valued_by_a_glance() {
    let forced = Tree::new(5, 1, 40, false);
    let mut agent = player(EvenShare { reserve: ms(1) }, round(3, ms(30), Duration::ZERO));
    assert_eq!(agent.choose(&forced, &Limits::default()).value, Value::Points(0.0));
    agent.forced_nodes = 1000;
    let glance = agent.choose(&forced, &Limits::default());
    agent.clock = None;
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    let searched = agent.choose(&forced, &limits);
    assert_eq!((glance.best, glance.value), (searched.best, searched.value));
    assert_ne!(glance.value, Value::Points(0.0));
    assert_eq!(agent.log[1].why, Why::NoChoice);
}

#[test]
fn an_agent_without_a_referee_keeps_its_own_clock_and_counts_forced_moves() {
    let control = round(3, ms(30), Duration::ZERO);
    let mut agent = player(EvenShare { reserve: ms(1) }, control);
    let free = Tree::new(5, 4, 40, false);
    let forced = Tree::new(5, 1, 40, false);
    assert_eq!(agent.choose(&forced, &Limits::default()).stopped, Stop::NoChoice);
    let clock = agent.clock.as_ref().unwrap();
    assert_eq!((clock.left(), clock.moves_left()), (ms(30), Some(2)), "a turn is a turn");
    let report = agent.choose(&free, &Limits::default());
    assert_eq!((report.stopped, agent.log[1].plan.slot), (Stop::Deadline, ms(14)));
    assert!(
        report.depth > 1 && agent.log[1].used >= ms(14) && agent.log[1].used < ms(15),
        "{}",
        agent.log[1]
    );
    assert_eq!(agent.log[1].saved(), Duration::ZERO);
    assert_eq!(agent.log[0].saved(), ms(9), "nothing was used of a third of 30 ms less the reserve");
    agent.choose(&free, &Limits::default());
    assert_eq!(agent.clock.as_ref().unwrap().left(), ms(30), "a new round");
    assert!(agent.log[2].plan.slot + agent.log[1].used == ms(29), "all that was left but the reserve");
    agent.new_game(1);
    assert!(agent.log.is_empty() && agent.clock.as_ref().unwrap().moves_left() == Some(3));
}

/// Only an agent that was given a source of time of its own asks the referee to go by it.
#[test]
fn an_agent_with_its_own_time_is_measured_by_it() {
    let control = round(3, ms(30), Duration::ZERO);
    let mut own = player(EvenShare { reserve: ms(1) }, control);
    assert_eq!(own.used(), None, "nothing was asked yet");
    own.choose(&Tree::new(5, 4, 40, false), &Limits::default());
    assert_eq!(own.used(), Some(own.log[0].used));
    assert!(
        own.time_report().expect("it divides a clock").starts_with("slot 9.00ms of 30.00ms; ended after ")
    );
    let search = AlphaBeta::new(any(TreeValue { one_sided: false }), Settings::default(), None);
    let mut other: Player = Timed::new(search, Box::new(EvenShare::default()), control);
    other.choose(&Tree::new(5, 1, 40, false), &Limits::default());
    assert_eq!(other.used(), None, "the clock on the wall is the referee's");
}

/// What is left at the end of a round is lost, not saved.
#[test]
fn remarks_tell_what_is_saved() {
    let mut agent = player(EvenShare { reserve: ms(1) }, round(2, ms(30), Duration::ZERO));
    let forced = Tree::new(5, 1, 40, false);
    agent.choose(&forced, &Limits::default());
    let remark = agent.time_report().expect("it divides a clock");
    assert!(remark.ends_with("no choice; 14.00ms saved for later moves"), "{remark}");
    agent.choose(&forced, &Limits::default());
    let remark = agent.time_report().expect("it divides a clock");
    assert!(remark.ends_with("no choice; the round is over, what is left is lost"), "{remark}");
    assert_eq!(agent.log[1].saved(), Duration::ZERO);
}

#[test]
fn other_limits_hold_under_a_policy() {
    let control = game(Duration::from_secs(3600), Duration::ZERO);
    let tree = Tree::new(5, 4, 40, false);
    let mut agent = player(EvenShare::default(), control);
    let report = agent.choose(&tree, &Limits::depth(3));
    assert_eq!((report.stopped, report.depth), (Stop::Depth, 3));
    let plain = AlphaBeta::plain(any(TreeValue { one_sided: false })).search(&tree, &Limits::depth(3));
    assert_eq!(report.best, plain.best);
    let report = agent.choose(&tree, &Limits { nodes: Some(777), ..Limits::default() });
    assert_eq!((report.stopped, report.nodes), (Stop::Nodes, 777));
    assert_eq!(agent.log[1].why, Why::Search(Stop::Nodes));
    let words = agent.log[1].to_string();
    assert!(words.starts_with("slot ") && words.contains("; nodes after "), "{words}");
}

#[test]
fn a_policy_ends_a_search_after_the_iteration_that_it_has_seen_enough_of() {
    /// Stops after a depth, whatever has elapsed.
    #[derive(Debug)]
    struct Depth(u32);
    impl TimePolicy for Depth {
        fn start(&mut self, _: &Moment) -> Plan {
            Plan { slot: Duration::MAX, deadline: Duration::MAX }
        }
        fn after_iteration(&mut self, step: &Step) -> Verdict {
            if step.depth >= self.0 { Verdict::Stop(Why::Stable) } else { Verdict::GoOn }
        }
    }
    for threads in [1, 2] {
        for depth in 1..=5 {
            let settings = Settings { threads, ..Settings::default() };
            let search = AlphaBeta::new(any(TreeValue { one_sided: true }), settings, None);
            let control = TimeControl::PerMove(ms(1));
            let agent: Player = Timed::new(search, Box::new(Depth(depth)), control);
            let mut agent = agent.with_time(Arc::new(WallTime::default()));
            let report = agent.choose(&Tree::new(9, 4, 40, false), &Limits::default());
            assert_eq!((report.depth, report.stopped), (depth, Stop::Enough), "{threads} threads");
            assert_eq!(agent.log[0].why, Why::Stable);
            let fixed = agent.search.search(&Tree::new(9, 4, 40, false), &Limits::depth(depth));
            assert_eq!(report.value, fixed.value.to_value(1), "{threads} threads");
        }
    }
}
