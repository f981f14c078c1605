//! The library's searches of chance on 2048: equal values, fewer nodes.

use plywise::chance::Luck;
use plywise::{
    ChanceOptions, ChanceSearch, Evaluate, EvaluateChance, Game, Limits, Pruning, Rng, Score, Seat,
    Stochastic, Turn, expectimax,
};
use twenty48::{Empties, GameScore, Published, Twenty48};

use crate::common::{Any, OneByOne, assert_close};

const PRUNINGS: [Pruning; 3] = [Pruning::Off, Pruning::Star1, Pruning::STAR2];

/// The published evaluation between -300 and 0 points, where boards worth looking at have theirs, spread over
/// [-5, 5] in units of 1/10,000; what lies beyond is cut off.
#[derive(Clone, Copy, Debug)]
struct Five(Published);

impl Five {
    fn squeeze(score: Score) -> Score {
        Score::heuristic((score.raw().clamp(-3_000_000, 0) + 1_500_000) / 30)
    }
}

impl Evaluate<Twenty48> for Five {
    fn evaluate(&self, position: &Twenty48, seat: Seat) -> Score {
        Self::squeeze(self.0.evaluate(position, seat))
    }
    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-50_000), Score::heuristic(50_000))
    }
    fn unit(&self) -> i32 {
        10_000
    }
    fn finished(&self, position: &Twenty48, seat: Seat, _: u32) -> Score {
        self.evaluate(position, seat)
    }
}

impl EvaluateChance<Twenty48> for Five {
    fn bounds_below(&self, position: &Twenty48, seat: Seat, turns: u32) -> (Score, Score) {
        let (low, high) = self.0.bounds_below(position, seat, turns);
        (Self::squeeze(low), Self::squeeze(high))
    }

    fn proves(&self) -> bool {
        false
    }
}

/// Positions at the player's turn, every 37th of games that the published evaluation plays one move deep.
fn positions(count: usize) -> Vec<Twenty48> {
    let mut rng = Rng::new(7);
    let (mut found, mut game, mut turns) = (Vec::new(), Twenty48::START, 0);
    while found.len() < count {
        if game.is_over() {
            game = Twenty48::START;
        } else if game.turn() == Turn::Chance {
            game.play(game.sample(&mut rng));
        } else {
            turns += 1;
            if turns % 37 == 0 {
                found.push(game);
            }
            let best = expectimax(&game, &(&Published::default() as Any<'_>), &Limits::depth(1)).best;
            game.play(best.expect("a game that is not over has moves"));
        }
    }
    found
}

/// Nodes of plain search, Star1 and Star2, which must agree on the value, and on the move unless ordered.
fn nodes(eval: Any<'_>, positions: &[Twenty48], depth: u32, ordered: bool, memory: bool) -> [u64; 3] {
    let mut nodes = [0; 3];
    for position in positions {
        let limits = Limits::depth(depth);
        let oracle = expectimax(position, &eval, &limits);
        for (sum, pruning) in nodes.iter_mut().zip(PRUNINGS) {
            let options = ChanceOptions { pruning, ordered, ..ChanceOptions::default() };
            let mut search = ChanceSearch::new(eval, options);
            if memory {
                search = search.with_memory(1);
            }
            let report = search.search(position, &limits);
            let place = format!("{position:?}, depth {depth}, {options:?}, memory {memory}");
            assert_close(report.value, oracle.value, &place);
            if report.best != oracle.best {
                // Equal up to rounding, or ordered: then the move must be as good.
                let mut child = *position;
                child.play(report.best.expect("not over"));
                let below = expectimax(&child, &eval, &Limits::depth(depth - 1));
                assert_close(below.value, oracle.value, &place);
            }
            *sum += report.nodes;
        }
    }
    nodes
}

#[test]
fn star2_needs_no_more_nodes_than_star1_and_star1_fewer_than_none() {
    let (few, many) = (positions(6), positions(20));
    let mut star1 = Vec::new();
    let published = Published::default();
    let evaluators: [(_, Any<'_>); 3] = [
        ("published, general bounds", &OneByOne(published)),
        ("published", &published),
        ("in [-5, 5]", &Five(published)),
    ];
    for (name, eval) in evaluators {
        for (positions, depth) in [(&many, 1), (&many, 2), (&few, 3)] {
            for (ordered, memory) in [(false, false), (true, false), (true, true)] {
                let nodes = nodes(eval, positions, depth, ordered, memory);
                println!("{name}, depth {depth}, ordered {ordered}, memory {memory}: {nodes:?}");
                assert!(nodes[1] < nodes[0], "{name}: {nodes:?}");
                assert_eq!(nodes[2], nodes[1], "{name}: no seat minimises, so no probe can cut");
                star1.push(nodes[1]);
            }
        }
    }
    let (general, own) = (star1[6], star1[9 + 6]);
    assert!(own * 4 < general * 3, "bounds for single positions prune more: {own} of {general}");
}

/// Calls `visit` with every position within `turns` further turns, spawns after the last included.
fn within(position: &Twenty48, turns: u32, visit: &mut impl FnMut(&Twenty48)) {
    if position.turn() != Turn::Chance {
        visit(position);
        if turns == 0 {
            return;
        }
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    for mv in moves {
        let mut child = *position;
        child.play(mv);
        within(&child, turns - u32::from(position.turn() != Turn::Chance), visit);
    }
}

#[test]
fn bounds_of_positions_hold_below_them() {
    let eval = Published::default();
    let mut closest = [i32::MAX; 3];
    for (i, position) in positions(60).into_iter().enumerate() {
        let mut starts = vec![position];
        let mut moves = Vec::new();
        position.moves(&mut moves);
        starts.extend(moves.into_iter().map(|mv| {
            let mut child = position;
            child.play(mv);
            child
        }));
        for start in starts {
            for turns in 0..=if i < 5 { 2 } else { 1 } {
                let (low, high) = eval.bounds_below(&start, Seat::FIRST, turns);
                within(&start, turns, &mut |position| {
                    let value = eval.evaluate(position, Seat::FIRST);
                    assert!(
                        low <= value && value <= high,
                        "{value:?} in {position:?}, {turns} below {start:?}"
                    );
                    closest[turns as usize] = closest[turns as usize].min(high.raw() - value.raw());
                });
            }
        }
    }
    println!("closest to the bound after 0, 1, 2 turns: {closest:?}");
    assert_eq!(closest[0], 0, "without a turn the value of a position at the player's turn is known");
}

#[test]
fn bounds_of_odd_positions_hold_too() {
    // Few tiles, many equal ones, the largest ones; and every sign of a weight.
    let rows = [
        "2 2 2 2/2 2 2 2/2 2 2 2/2 2 2 0 spawn",
        "4 4 4 4/4 4 4 4/2 2 2 2/2 2 0 0 spawn",
        "2 0 0 0/0 0 0 0/0 0 0 0/0 0 0 2",
        "65536 32768 16384 8192/512 1024 2048 4096/256 128 64 32/2 4 8 0 spawn",
        "2 4 2 0/4 2 0 2/2 0 2 4/0 2 4 2 spawn",
    ];
    use plywise::Notation;
    for signs in 0..16 {
        let weight =
            |i: u32| Published::WEIGHTS[i as usize].abs() * if signs >> i & 1 == 0 { -1.0 } else { 1.0 };
        let eval = Published::new([0, 1, 2, 3].map(weight), twenty48::Reading::default()).expect("in range");
        for row in rows {
            let start = match Twenty48::START.read_position(row) {
                Ok(start) => start,
                Err(error) => panic!("{row}: {error}"),
            };
            for turns in 0..=1 {
                let (low, high) = eval.bounds_below(&start, Seat::FIRST, turns);
                within(&start, turns, &mut |position| {
                    let value = eval.evaluate(position, Seat::FIRST);
                    assert!(low <= value && value <= high, "{value:?} in {position:?}, {turns} below {row}");
                });
            }
        }
    }
    let (_, far) = Published::default().bounds_below(&Twenty48::START, Seat::FIRST, u32::MAX);
    assert_eq!(far, Evaluate::<Twenty48>::bounds(&Published::default()).1, "to the end: the general bound");
}

#[test]
fn an_adversary_is_searched_with_alpha_beta() {
    let mut nodes = [0; 2];
    for position in positions(10) {
        let mut values = Vec::new();
        for (i, pruning) in [Pruning::Off, Pruning::Star1].into_iter().enumerate() {
            let options = ChanceOptions { pruning, luck: Luck::Adversary, ..ChanceOptions::default() };
            let report = ChanceSearch::new(&Published::default() as Any<'_>, options)
                .search(&position, &Limits::depth(2));
            nodes[i] += report.nodes;
            values.push((report.value, report.best, report.line));
        }
        assert_eq!(values[0], values[1], "{position:?}");
        let mean = expectimax(&position, &(&Published::default() as Any<'_>), &Limits::depth(2)).value;
        assert!(values[0].0 <= mean + 1e-6, "the worst is not above the mean: {position:?}");
    }
    println!("adversary, depth 2: {nodes:?}");
    assert!(nodes[1] * 3 < nodes[0], "{nodes:?}");
}

#[test]
fn other_evaluators_agree_as_well() {
    let positions = positions(10);
    let score = nodes(&GameScore, &positions, 2, false, false);
    // The same board with different scores is not the same to this evaluator, nor must it be to the memory.
    let remembered = nodes(&GameScore, &positions, 2, false, true);
    assert!(remembered[0] <= score[0], "{remembered:?} {score:?}");
    let empties = nodes(&Empties, &positions, 2, false, false);
    assert!(score[1] <= score[0] && empties[1] < empties[0], "{score:?} {empties:?}");
}
