//! The strategy of one deep search, kept and played from.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::toys::{Tree, TreeValue, Valued};
use plywise::alphabeta::AlphaBeta;
use plywise::rng::mix;
use plywise::{
    Agent, AlphaBetaAgent, Evaluate, Game, Keyed, Limits, MinimaxAgent, Score, SearchLimits, Seat, Stop,
    Strategy, StrategyAgent, Turn, TwoPlayer, keep_strategy, minimax,
};

/// Sum of `b^i` for `i` in the range.
fn powers(b: u64, range: std::ops::RangeInclusive<u32>) -> u64 {
    range.map(|i| b.pow(i)).sum()
}

#[test]
fn edges_of_a_kept_strategy_are_those_of_the_formulas() {
    for b in 1..=5_u64 {
        for depth in 1..=7_u32 {
            for seed in 0..10 {
                let tree = Tree::new(seed, b as u8, 20, false);
                let eval = TreeValue { one_sided: true };
                let (report, kept) = keep_strategy(&tree, &eval as Valued, depth, &Limits::default());
                let kept = kept.expect("not interrupted");
                let own = powers(b, 0..=depth.div_ceil(2) - 1);
                let rival = if depth < 2 { 0 } else { powers(b, 1..=depth / 2) };
                assert_eq!(
                    (kept.own_edges(), kept.rival_edges()),
                    (own, rival),
                    "seed {seed}, b {b}, depth {depth}"
                );
                assert_eq!(report.value, minimax(&tree, &eval, &Limits::depth(depth)).value);
            }
        }
    }
}

#[test]
fn a_kept_strategy_answers_every_reply_and_assures_its_value() {
    for seed in 0..300 {
        for (branching, height, ragged) in [(3, 7, false), (4, 9, true), (2, 12, true)] {
            for depth in 1..=6 {
                let tree = Tree::new(seed, branching, height, ragged);
                let eval = TreeValue { one_sided: true };
                let Turn::Seat(root) = tree.turn() else { unreachable!() };
                let (report, kept) = keep_strategy(&tree, &eval as Valued, depth, &Limits::default());
                let kept = kept.expect("not interrupted");
                let place = format!("seed {seed}, {branching} x {height}, {ragged}, depth {depth}");
                assert_eq!(kept.choice(), report.best, "{place}");
                assert_eq!(worst(&tree, &kept, &eval, root, 0, depth), report.value, "{place}");
            }
        }
    }
}

/// The worst that can happen to a seat that follows the strategy.
fn worst(at: &Tree, kept: &Strategy<u8>, eval: &TreeValue, root: Seat, ply: u32, depth: u32) -> Score {
    let mut moves = Vec::new();
    at.moves(&mut moves);
    if moves.is_empty() {
        return eval.finished(at, root, ply);
    }
    if ply == depth {
        return eval.evaluate(at, root);
    }
    assert_eq!(kept.own, at.turn() == Turn::Seat(root));
    let replies: Vec<_> = kept.replies.iter().map(|reply| reply.0).collect();
    if kept.own {
        assert_eq!(replies.len(), 1);
        assert!(moves.contains(&replies[0]));
    } else {
        assert_eq!(replies, moves, "every reply is answered");
    }
    let below = kept.replies.iter().map(|(mv, kept)| {
        let mut child = *at;
        child.play(*mv);
        worst(&child, kept, eval, root, ply + 1, depth)
    });
    below.min().expect("there are moves")
}

#[test]
fn an_interrupted_search_keeps_nothing() {
    let tree = Tree::new(1, 5, 40, false);
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    let (report, kept) = keep_strategy(&tree, &TreeValue { one_sided: false } as Valued, 9, &limits);
    assert_eq!((report.stopped, kept), (Stop::Nodes, None));
    assert_eq!(
        keep_strategy(&tree, &TreeValue { one_sided: false } as Valued, 0, &Limits::default()).1,
        None
    );
}

/// What the store of the first seat spent on each of its moves in a game against one that always searches two plies.
fn spent(stored: &mut StrategyAgent<Sums, SumSoFar>, start: Sums) -> Vec<u64> {
    let limits = SearchLimits { depth: Some(2), ..SearchLimits::default() };
    let mut always = AlphaBetaAgent::new(AlphaBeta::plain(&SumSoFar), limits);
    let (mut position, mut spent, limits) = (start, Vec::new(), Limits::default());
    stored.new_game(0);
    while !position.is_over() {
        let report = if position.turn() == Turn::Seat(Seat::FIRST) {
            let report = stored.choose(&position, &limits);
            spent.push(report.nodes);
            report
        } else {
            always.choose(&position, &limits)
        };
        position.play(report.best.expect("not over"));
    }
    spent
}

#[test]
fn the_store_lasts_for_as_many_moves_as_the_formula_says() {
    for depth in 1..=8_u32 {
        // The rounds are long, so that what ends is the store.
        for b in [2, 3] {
            let start = Sums::new(7, b);
            let mut stored = StrategyAgent::new(SumSoFar, depth, 100);
            let nodes = spent(&mut stored, start);
            assert!(nodes[0] > 1 && nodes[1..].iter().all(|&spent| spent == 0), "one search: {nodes:?}");
            assert_eq!(stored.from_store, depth.div_ceil(2) - 1, "b {b}, depth {depth}");
        }
    }
}

#[test]
fn a_store_that_the_rival_leaves_is_not_used() {
    let start = Sums::new(7, 3);
    let mut agent = StrategyAgent::new(SumSoFar, 6, 100);
    agent.afterwards = 2;
    agent.choose(&start, &Limits::default());
    let mut elsewhere = Sums::new(8, 3);
    elsewhere.play(0);
    elsewhere.play(0);
    let report = agent.choose(&elsewhere, &Limits::default());
    assert_eq!((report.depth, agent.from_store), (2, 0));
    agent.new_game(0);
    assert_eq!(agent.choose(&start, &Limits::default()).depth, 6, "a new round");
}

/// Counts static values: the cost of the exercise.
struct Counting<'a>(TreeValue, &'a AtomicU64);

impl Evaluate<Tree> for Counting<'_> {
    fn evaluate(&self, position: &Tree, seat: Seat) -> Score {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.evaluate(position, seat)
    }
    fn bounds(&self) -> (Score, Score) {
        Evaluate::<Tree>::bounds(&self.0)
    }
}

#[test]
fn one_move_a_ply_deeper_costs_as_much_as_a_round_of_moves() {
    for b in 2..=5_u32 {
        for depth in 1..=4_u32 {
            let values = AtomicU64::new(0);
            let eval = Counting(TreeValue { one_sided: false }, &values);
            let limits = |depth| SearchLimits { depth: Some(depth), ..SearchLimits::default() };
            let mut agent = MinimaxAgent { eval: &eval, limits: limits(depth) };
            let mut position = Tree::new(3, b as u8, 40, false);
            for _ in 0..b {
                let report = agent.choose(&position, &Limits::default());
                position.play(report.best.unwrap());
                position.play(0);
            }
            let round = values.swap(0, Ordering::Relaxed);
            agent.limits = limits(depth + 1);
            agent.choose(&position, &Limits::default());
            assert_eq!(round, values.load(Ordering::Relaxed), "b {b}, depth {depth}");
            assert_eq!(round, u64::from(b.pow(depth + 1)));
        }
    }
}

/// Each move is worth something to its seat, and the game is the sum: a static value that means something.
#[derive(Clone, Debug)]
struct Sums {
    path: u64,
    ply: u32,
    sum: i32,
    branching: u8,
}

impl Sums {
    fn new(seed: u64, branching: u8) -> Self {
        Self { path: mix(seed), ply: 0, sum: 0, branching }
    }
}

const B: u32 = 3;
const PLIES: u32 = 24;

impl Game for Sums {
    type Move = u8;
    fn turn(&self) -> Turn {
        Turn::Seat(Seat((self.ply % 2) as u8))
    }
    fn moves(&self, out: &mut Vec<u8>) {
        if self.ply < PLIES {
            out.extend(0..self.branching);
        }
    }
    fn play(&mut self, mv: u8) {
        self.path = mix(self.path + u64::from(mv) + 1);
        let worth = (mix(self.path) % 21) as i32;
        self.sum += if self.ply.is_multiple_of(2) { worth } else { -worth };
        self.ply += 1;
    }
    fn payoff(&self, seat: Seat) -> i32 {
        if seat == Seat::FIRST { self.sum } else { -self.sum }
    }
}

impl TwoPlayer for Sums {}

impl Keyed for Sums {
    fn key(&self) -> u64 {
        self.path
    }
}

#[derive(Clone, Copy)]
struct SumSoFar;

impl Evaluate<Sums> for SumSoFar {
    fn evaluate(&self, position: &Sums, seat: Seat) -> Score {
        Score::heuristic(position.payoff(seat))
    }
    fn bounds(&self) -> (Score, Score) {
        (Score::heuristic(-21 * PLIES as i32), Score::heuristic(21 * PLIES as i32))
    }
    fn finished(&self, position: &Sums, seat: Seat, _: u32) -> Score {
        self.evaluate(position, seat)
    }
}

/// The mean points that a store of depth D + 1 wins from a player that always searches to D, over both seats.
fn margin(depth: u32) -> f64 {
    let games = 200;
    let mut points = 0;
    for seed in 0..games {
        let limits = SearchLimits { depth: Some(depth), ..SearchLimits::default() };
        for stored in [Seat::FIRST, Seat::SECOND] {
            let mut always = AlphaBetaAgent::new(AlphaBeta::plain(&SumSoFar), limits);
            let mut store = StrategyAgent::new(SumSoFar, depth + 1, B);
            let mut position = Sums::new(seed, B as u8);
            while !position.is_over() {
                let own = position.turn() == Turn::Seat(stored);
                let limits = Limits::default();
                let best =
                    if own { store.choose(&position, &limits) } else { always.choose(&position, &limits) };
                position.play(best.best.unwrap());
            }
            points += position.payoff(stored);
        }
    }
    f64::from(points) / (2 * games) as f64
}

#[test]
fn a_store_that_ends_before_the_round_costs_much_and_one_that_lasts_costs_little() {
    // With 3 moves in a round the store lasts from D + 1 = 5 on: ceil(5 / 2) - 1 = 2 further moves. Moves are worth 0 to
    // 20, a game has 12 for each seat; 400 games for each depth.
    for depth in 1..=3 {
        let margin = margin(depth);
        assert!(margin < -15.0, "unsearched moves at D = {depth}: {margin}");
    }
    for depth in 4..=6 {
        let margin = margin(depth);
        assert!(margin > -10.0, "every move searched at D = {depth}: {margin}");
        assert!(margin < 0.0, "but the last ones less deeply: {margin}");
    }
}
