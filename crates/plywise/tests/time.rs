//! Time policies, without a clock: what has elapsed is made up.

use std::time::Duration;

use plywise::time::{
    Elastic, ElasticOptions, Moment, Plan, StabilityOptions, Step, ThriftOptions, Verdict, Why,
};
use plywise::{Clock, EvenShare, Naive, Rng, Score, Stability, Stable, Thrift, TimeControl, TimePolicy};

const fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

fn round(moves: u32, time: Duration, increment: Duration) -> TimeControl {
    TimeControl::PerRound { moves, time, increment }
}

fn moment(left: Duration, round: Option<u32>) -> Moment {
    Moment { left, increment: Duration::ZERO, round, turns: None, moves: 10 }
}

/// The iteration at `depth`, ended at `elapsed`, with this value, changed or not.
fn step(depth: u32, value: i32, same_move: bool, elapsed: Duration) -> Step {
    Step { depth, value: Score::heuristic(value), same_move, noisy: false, elapsed }
}

#[test]
fn even_slots_of_k_moves_leave_the_reserves() {
    let mut policy = EvenShare::default();
    for k in 1..=30 {
        for t in [2000, 10_000, 50_001, 123_457].map(ms) {
            let mut clock = Clock::new(round(k, t, Duration::ZERO));
            let mut sum = Duration::ZERO;
            for turn in 0..k {
                let plan = policy.start(&Moment::new(&clock, None, 5));
                assert_eq!(plan.slot, plan.deadline);
                sum += plan.slot;
                assert_eq!(clock.moves_left(), Some(k - turn));
                clock.spend(plan.slot + policy.reserve).expect("slot and reserve are there");
            }
            let most = t - k * policy.reserve;
            assert!(sum <= most && sum + Duration::from_nanos(u64::from(k)) >= most, "k {k}, {t:?}: {sum:?}");
        }
    }
    assert_eq!(policy.slot(&moment(ms(2000), Some(5))), ms(350), "2 s for 5 moves");
    assert_eq!(policy.slot(&moment(ms(100), Some(5))), Duration::ZERO, "less than the reserve");
}

#[test]
fn what_a_move_saves_goes_to_the_moves_after_it() {
    let mut policy = EvenShare::default();
    let mut clock = Clock::new(round(5, ms(2000), Duration::ZERO));
    let mut slots = Vec::new();
    for _ in 0..5 {
        slots.push(policy.start(&Moment::new(&clock, None, 5)).slot);
        clock.spend(ms(100)).unwrap();
    }
    assert_eq!(slots, [350, 425, 550, 800, 1550].map(ms), "400, 475, 600, 850, 1600 less 50 each");
    assert_eq!(clock.left(), ms(2000), "a new round");
}

#[test]
fn increments_are_shared_but_never_spent_before_they_come() {
    let mut even = EvenShare { reserve: Duration::ZERO };
    let at = |left, turns| Moment { increment: ms(100), turns: Some(turns), ..moment(left, None) };
    assert_eq!(even.start(&at(ms(1000), 10)).slot, ms(190), "a tenth of 1000 + 9 x 100");
    assert_eq!(even.start(&at(ms(50), 10)).slot, ms(50), "no more than there is");
    assert_eq!(even.start(&at(ms(1000), 1)).slot, ms(1000), "the last increment comes too late");
    let mut thrift =
        Thrift::new(ThriftOptions { reserve: Duration::ZERO, emphasis: 1.0, ..ThriftOptions::default() });
    assert_eq!(thrift.start(&at(ms(1000), 10)).slot, ms(190));
    assert_eq!(thrift.start(&at(ms(50), 10)).slot, ms(50));
}

#[test]
fn turns_are_counted_to_the_end_of_the_round_or_of_the_game() {
    let at = |round, turns| Moment { turns, ..moment(ms(1000), round) }.turns_to_pay();
    assert_eq!(at(Some(5), None), 5);
    assert_eq!(at(Some(5), Some(3)), 3, "the game ends first");
    assert_eq!(at(Some(5), Some(9)), 5);
    assert_eq!(at(None, Some(9)), 9);
    assert_eq!(at(None, Some(0)), 1, "there is always this one");
    assert_eq!(at(None, None), 25);
    assert_eq!(Moment::new(&Clock::new(TimeControl::PerMove(ms(7))), Some(9), 3).turns_to_pay(), 1);
}

fn stability(rule: Stable) -> Stability {
    Stability::new(StabilityOptions { rule, ..StabilityOptions::default() })
}

/// The depth after which the policy stops a search that ends its iterations at once, and why.
fn stops_at(policy: &mut impl TimePolicy, moment: &Moment, script: &[(i32, bool)]) -> Option<(u32, Why)> {
    policy.start(moment);
    (1..).zip(script).find_map(|(depth, &(value, same))| {
        match policy.after_iteration(&step(depth, value, same && depth > 1, Duration::ZERO)) {
            Verdict::Stop(why) => Some((depth, why)),
            _ => None,
        }
    })
}

#[test]
fn a_stable_search_stops_at_depth_7_or_8() {
    let mut text = stability(Stable::DEPTH_7);
    let mut code = stability(Stable::DEPTH_8);
    let early = moment(ms(2000), Some(5));
    let still = [(3, true); 20];
    assert_eq!(stops_at(&mut text, &early, &still), Some((7, Why::Stable)));
    assert_eq!(stops_at(&mut code, &early, &still), Some((8, Why::Stable)));
    assert_eq!(stops_at(&mut text, &early, &still), Some((7, Why::Stable)), "each move counts afresh");

    let mut value_changes = still;
    value_changes[5].0 = 4; // depth 6, and back at 7
    assert_eq!(stops_at(&mut text, &early, &value_changes), Some((10, Why::Stable)));
    let mut move_changes = still;
    move_changes[5].1 = false;
    assert_eq!(stops_at(&mut text, &early, &move_changes), Some((9, Why::Stable)));
    let restless: Vec<_> = (0..20).map(|i| (i % 2, true)).collect();
    assert_eq!(stops_at(&mut text, &early, &restless), None);
}

#[test]
fn the_last_move_of_a_round_is_never_cut_short_and_gets_what_is_left() {
    let mut policy = Stability::default();
    let last = moment(ms(1234), Some(1));
    assert_eq!(policy.start(&last), Plan { slot: ms(1184), deadline: ms(1184) });
    assert_eq!(stops_at(&mut policy, &last, &[(3, true); 50]), None);
    let mut thrift = Thrift::default();
    assert_eq!(thrift.start(&last).deadline, ms(1184));
    assert_eq!(stops_at(&mut thrift, &last, &[(3, true); 50]), None);
}

#[test]
fn stability_thresholds_mean_what_they_say() {
    for seed in 0..3000 {
        let mut rng = Rng::new(seed);
        let rule = Stable {
            unconditional: rng.below(8) as u32,
            from: 1 + rng.below(8) as u32,
            count: 1 + rng.below(4) as u32,
        };
        let script: Vec<_> = (0..30).map(|_| (rng.below(2) as i32, rng.below(3) > 0)).collect();
        // Depth d is script[d - 1]; it is unchanged if it says what depth d - 1 said.
        let unchanged = |d: u32| {
            let d = d as usize;
            d >= 2 && script[d - 1].1 && script[d - 1].0 == script[d - 2].0
        };
        let expected = (1..=30).find(|&d| {
            d > rule.unconditional
                && d >= rule.count
                && (d - rule.count + 1..=d).all(|d| d >= rule.from && unchanged(d))
        });
        let found = stops_at(&mut stability(rule), &moment(ms(2000), Some(5)), &script);
        assert_eq!(found, expected.map(|d| (d, Why::Stable)), "seed {seed}, {rule:?}, {script:?}");
    }
}

#[test]
fn a_noisy_best_move_extends_the_slot_up_to_the_cap() {
    let at = moment(ms(2050), Some(5));
    let noisy = |elapsed| Step { noisy: true, ..step(3, 0, false, elapsed) };
    let mut off = Stability::default();
    assert_eq!(off.start(&at).deadline, ms(360));
    assert_eq!(off.after_iteration(&noisy(ms(10))), Verdict::Until(ms(360)), "off by default");
    let mut half = Stability::new(StabilityOptions { extension: 0.5, ..StabilityOptions::default() });
    assert_eq!(half.start(&at).deadline, ms(360));
    assert_eq!(
        half.after_iteration(&noisy(ms(10))),
        Verdict::Until(ms(1180)),
        "half of the 1640 for later moves"
    );
    assert_eq!(half.after_iteration(&noisy(ms(500))), Verdict::Until(ms(1180)), "beyond the slot");
    assert_eq!(half.after_iteration(&step(4, 0, true, ms(20))), Verdict::Until(ms(360)), "quiet again");
    assert_eq!(half.after_iteration(&step(5, 0, true, ms(600))), Verdict::Stop(Why::Slot));
}

#[test]
fn the_naive_slot_is_fixed_by_the_first_move() {
    let mut policy = Naive::default();
    let at = |left, turns| Moment { turns: Some(turns), ..moment(left, None) };
    assert_eq!(policy.start(&at(ms(2000), 20)).slot, ms(100));
    assert_eq!(policy.start(&at(ms(1950), 5)).slot, ms(100), "whatever has been saved");
    assert_eq!(policy.start(&at(ms(30), 5)).slot, ms(30));
    policy.new_game();
    assert_eq!(policy.start(&at(ms(1000), 20)).slot, ms(50));
}

#[test]
fn thrift_gives_early_moves_more_and_all_of_it_in_the_end() {
    let options = ThriftOptions { reserve: ms(50), emphasis: 1.5, ..ThriftOptions::default() };
    let mut policy = Thrift::new(options);
    let mut left = ms(10_050);
    let mut slots = Vec::new();
    for turns in (1..=20).rev() {
        let plan = policy.start(&Moment { turns: Some(turns), ..moment(left, None) });
        assert!(plan.slot <= plan.deadline && plan.deadline <= left - ms(50));
        slots.push(plan.slot);
        left -= plan.slot;
    }
    assert!(slots.is_sorted_by(|a, b| a > b), "{slots:?}");
    assert!(slots[0] > ms(700) && slots[0] < ms(760), "1.5 of 20.5 parts: {slots:?}");
    assert_eq!(left, ms(50), "only the reserve is left");

    // A turn that took nothing makes all later ones longer.
    let at = |left, turns| Moment { turns: Some(turns), ..moment(left, None) };
    let kept = policy.start(&at(ms(10_050), 19)).slot;
    assert!(kept > slots[1]);
}

/// Ten shares of a second, an iteration every ten milliseconds. One that changes the move raises the soft limit; half of that is
/// gone with each that follows.
#[test]
fn elastic_goes_on_while_the_move_changes() {
    let mut policy =
        Elastic::new(ElasticOptions { settled: 0.5, unsettled: 0.4, most: 2.5, ..ElasticOptions::default() });
    let at = Moment { turns: Some(10), ..moment(ms(10_050), None) };
    let mut ends = |changes: &[bool]| {
        assert_eq!(policy.start(&at), Plan { slot: ms(1000), deadline: ms(2500) });
        (1..).map(|iteration| 10 * iteration).find(|&elapsed| {
            let changed = changes.get(elapsed as usize / 10 - 1).copied().unwrap_or_default();
            policy.after_iteration(&step(5, 0, !changed, ms(elapsed))) == Verdict::Stop(Why::Slot)
        })
    };
    assert_eq!(ends(&[]), Some(500), "half of the share");
    assert_eq!(ends(&[true]), Some(500), "long ago");
    let mut late = vec![false; 49];
    late[48] = true;
    assert_eq!(ends(&late), Some(530), "0.9 s after 490 ms, 0.7 after 500, 0.6, 0.55, 0.525 after 530");
    assert_eq!(ends(&[true; 200]), Some(1300), "0.5 + 0.8, however often");
}

#[test]
fn elastic_keeps_half_but_for_the_last_and_cuts_no_last_move_short() {
    let mut policy = Elastic::default();
    let two = Moment { turns: Some(2), ..moment(ms(4050), None) };
    assert_eq!(policy.start(&two), Plan { slot: ms(2000), deadline: ms(2000) });
    let last = moment(ms(1000), Some(1));
    assert_eq!(policy.start(&last), Plan { slot: ms(950), deadline: ms(950) });
    assert_eq!(stops_at(&mut policy, &last, &[(3, true); 50]), None, "what is left would be lost");
}

/// A game that goes on longer than anybody expects leaves the reserve alone: what is done around searches is paid out of it.
#[test]
fn elastic_never_spends_its_reserve() {
    let given =
        |reserve| Elastic::new(ElasticOptions { reserve: Some(reserve), ..ElasticOptions::default() });
    for (mut policy, time, kept) in [
        (Elastic::default(), ms(40), ms(10)),
        (Elastic::default(), ms(600), ms(30)),
        (Elastic::default(), ms(60_000), ms(50)),
        (given(ms(300)), ms(1000), ms(300)),
        (given(ms(10_000)), ms(1000), ms(1000)),
        (given(ms(0)), ms(1000), ms(0)),
    ] {
        policy.new_game();
        let mut left = time;
        for _ in 0..200 {
            let plan = policy.start(&Moment { turns: Some(2), ..moment(left, None) });
            assert!(plan.slot <= plan.deadline && left - plan.deadline >= kept, "{plan:?} of {left:?}");
            left -= plan.deadline;
        }
        assert!(left - kept < ms(1), "what is not kept is spent: {left:?} of {time:?}");
    }
    // Another game is another clock.
    let mut policy = Elastic::default();
    policy.start(&moment(ms(60_000), None));
    policy.new_game();
    assert_eq!(policy.start(&moment(ms(40), Some(1))).slot, ms(35));
    assert_eq!(policy.start(&moment(ms(200), Some(1))).slot, ms(190));
}

#[test]
fn thrift_does_not_begin_what_it_cannot_end() {
    let at = Moment { turns: Some(1), ..moment(ms(10_050), None) };
    // Iterations that cost 1, 4, 16 … ms: after depth d (4^d - 1) / 3 ms have elapsed.
    let cost = |depth: u32| ms(4_u64.pow(depth - 1));
    let run = |policy: &mut Thrift, at: &Moment| {
        policy.start(at);
        let mut elapsed = Duration::ZERO;
        for depth in 1.. {
            elapsed += cost(depth);
            let verdict = policy.after_iteration(&step(depth, depth as i32, false, elapsed));
            if let Verdict::Stop(why) = verdict {
                return (depth, why, policy.predicted());
            }
        }
        unreachable!("costs grow without end")
    };
    let mut policy = Thrift::new(ThriftOptions { fit: 1.0, emphasis: 1.5, ..ThriftOptions::default() });
    // 5.461 s after depth 7; depth 8 would take 16.384 s of 10.
    assert_eq!(run(&mut policy, &at), (7, Why::TooLong, Some(cost(8))));
    let mut half = Thrift::new(ThriftOptions { fit: 0.25, ..ThriftOptions::default() });
    assert_eq!(run(&mut half, &at), (8, Why::Slot, Some(cost(9))), "4.096 s would fit");
    // 4 s in two turns: a slot of 2.4 s, which may be stretched to the 2 s that are half of what is left: not at all.
    let two = Moment { turns: Some(2), ..moment(ms(4050), None) };
    assert_eq!(policy.start(&two), Plan { slot: ms(2400), deadline: ms(2400) });
    let ten = Moment { turns: Some(10), ..moment(ms(10_550), None) };
    assert_eq!(policy.start(&ten), Plan { slot: ms(1500), deadline: ms(2250) });
}
