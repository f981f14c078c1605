//! Which move a simulation takes inside the tree.

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use super::options::{Mcts, Widening};
use super::prove::Gate;
use super::tree::{Edge, GRAINS, Node};
use crate::game::Seat;
use crate::rng::Rng;

/// The least and the most reward of each seat, in grains: given, or the extremes so far.
pub(super) struct Scales {
    seats: Vec<(AtomicI64, AtomicI64)>,
    learn: bool,
}

impl Scales {
    pub(super) fn new(seats: usize, bounds: Option<(i32, i32)>) -> Self {
        let (low, high) =
            bounds.map_or((i64::MAX, i64::MIN), |(low, high)| (whole_grains(low), whole_grains(high)));
        let seats = (0..seats).map(|_| (AtomicI64::new(low), AtomicI64::new(high))).collect();
        Self { seats, learn: bounds.is_none() }
    }

    pub(super) fn learn(&self, rewards: &[i64]) {
        if self.learn {
            for ((low, high), &reward) in self.seats.iter().zip(rewards) {
                low.fetch_min(reward, Relaxed);
                high.fetch_max(reward, Relaxed);
            }
        }
    }

    fn of(&self, seat: Seat) -> Scale {
        let (low, high) = &self.seats[seat.index()];
        Scale { low: low.load(Relaxed) as f64 / GRAINS, high: high.load(Relaxed) as f64 / GRAINS }
    }
}

fn whole_grains(points: i32) -> i64 {
    i64::from(points) * GRAINS as i64
}

/// One seat's scale, in points.
#[derive(Clone, Copy)]
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    /// Points as a share of the scale, in `[0, 1]`. Where all rewards were equal, a half.
    fn share(self, points: f64) -> f64 {
        if self.high > self.low {
            ((points - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
        } else {
            0.5
        }
    }
}

/// The number of moves or outcomes that are in play at a node.
fn width<M>(widening: Option<Widening>, node: &Node<M>) -> usize {
    widening.map_or(usize::MAX, |widening| widening.width(node.visits.load(Relaxed)))
}

/// The move with the highest upper confidence bound. `gate` keeps out what a proof has made pointless.
pub(super) fn best_bound<M>(
    node: &Node<M>,
    seat: Seat,
    gate: Option<Gate>,
    options: &Mcts,
    scales: &Scales,
    rng: &mut Rng,
) -> usize {
    let count = node.edges.len();
    if count == 1 {
        return 0;
    }
    let in_play = width(options.widening, node);
    // Equal bounds, above all those of untried moves, must not go to the first listed; ranked moves must.
    let first = if options.widening.is_some() { 0 } else { rng.index(count) };
    let bound = Bound::new(node, scales.of(seat), options);
    let mut best: Option<(f64, usize)> = None;
    for (place, i) in (first..count).chain(0..first).enumerate() {
        if place >= in_play && best.is_some() {
            break;
        }
        if gate.is_none_or(|gate| gate.admits(&node.edges[i])) {
            let value = bound.of(node, i);
            if best.is_none_or(|(highest, _)| value > highest) {
                best = Some((value, i));
            }
        }
    }
    best.map_or(first, |(_, i)| i)
}

/// The parts of a bound that all moves of a node share.
struct Bound {
    scale: Scale,
    exploration: f64,
    ln_visits: f64,
}

impl Bound {
    fn new<M>(node: &Node<M>, scale: Scale, options: &Mcts) -> Self {
        let visits = node.visits.load(Relaxed).max(1);
        Self { scale, exploration: options.exploration, ln_visits: ln(visits) }
    }

    /// UCB1 (Auer, Cesa-Bianchi & Fischer 2002, "Finite-time analysis of the multiarmed bandit problem", figure 1)
    /// at a tree's nodes (Kocsis & Szepesvári 2006, "Bandit based Monte-Carlo planning", §2): mean + c sqrt(ln N / n).
    /// A simulation under way counts as lost (Chaslot, Winands & van den Herik 2008, "Parallel Monte-Carlo tree
    /// search", §3.3).
    fn of<M>(&self, node: &Node<M>, i: usize) -> f64 {
        let edge = &node.edges[i];
        let visits = f64::from(edge.visits.load(Relaxed));
        // Lost simulations count in the denominator only.
        let tries = visits + f64::from(edge.in_flight.load(Relaxed));
        // Every move is tried once before any is tried twice.
        self.share(edge, visits, tries).map_or(f64::INFINITY, |share| {
            share + self.exploration * (self.ln_visits / tries.max(1.0)).sqrt()
        })
    }

    /// The move's mean as a share of the scale; None where it was not tried.
    fn share<M>(&self, edge: &Edge<M>, visits: f64, tries: f64) -> Option<f64> {
        if let Some(points) = edge.exact() {
            return Some(self.scale.share(f64::from(points)));
        }
        let lost = (tries > 0.0).then_some(0.0);
        edge.mean().map(|mean| self.scale.share(mean) * visits / tries).or(lost)
    }
}

/// The outcome to follow where `drawn` is what the dice show.
///
/// Under widening an outcome that is not in play yet joins if there is room; if there is none, one of those in play
/// is taken, as often as it was before (Couëtoux et al. 2011, double progressive widening).
pub(super) fn outcome<M: PartialEq>(
    node: &Node<M>,
    drawn: &M,
    widening: Option<Widening>,
    rng: &mut Rng,
) -> usize {
    let at = node.edges.iter().position(|edge| edge.mv == *drawn).expect("the dice show a listed outcome");
    let tries = |edge: &Edge<M>| edge.visits.load(Relaxed) + edge.in_flight.load(Relaxed);
    if widening.is_none() || tries(&node.edges[at]) > 0 {
        return at;
    }
    let seen: Vec<(usize, u32)> =
        node.edges.iter().map(tries).enumerate().filter(|&(_, tries)| tries > 0).collect();
    if seen.len() < width(widening, node) {
        return at;
    }
    let total: u64 = seen.iter().map(|&(_, tries)| u64::from(tries)).sum();
    let mut left = rng.below(total);
    for (i, tries) in seen {
        match left.checked_sub(u64::from(tries)) {
            Some(rest) => left = rest,
            None => return i,
        }
    }
    unreachable!("a number below the sum falls into one of its parts")
}

/// The natural logarithm by arithmetic alone, so that a seed gives the same tree on every machine: the standard
/// library's differs between platforms in the last bit. `n` is at least 1.
fn ln(n: u32) -> f64 {
    // n = 2^e m with m in [3/4, 3/2); ln m = 2 artanh s, s = (m - 1) / (m + 1), |s| <= 1/5, s^2 <= 1/25.
    let mut exponent = f64::from(n.ilog2());
    // Centred on 1, where the series converges fastest; twelve terms reach the last bit.
    let mut m = f64::from(n) / f64::from(1u32 << n.ilog2());
    if m >= 1.5 {
        m /= 2.0;
        exponent += 1.0;
    }
    let s = (m - 1.0) / (m + 1.0);
    let odd = (0..12).rev().fold(0.0, |sum, k| sum * s * s + 1.0 / f64::from(2 * k + 1));
    exponent * std::f64::consts::LN_2 + 2.0 * s * odd
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_the_logarithm() {
        let mut rng = Rng::new(1);
        let drawn = (0..100_000).map(|_| (rng.next_u64() >> (32 + rng.below(32))) as u32);
        for n in (1..5000).chain(drawn).chain([u32::MAX]).filter(|&n| n > 0) {
            let exact = f64::from(n).ln();
            assert!((ln(n) - exact).abs() <= 1e-15 * exact.max(1.0), "ln {n}: {} and {exact}", ln(n));
        }
    }

    /// Two moves with the same record: while a simulation of one is under way, the other is better.
    #[test]
    fn a_simulation_under_way_counts_as_lost() {
        let node = Node::new(crate::Turn::Seat(Seat::FIRST), &['a', 'b'], (-1, 1));
        node.visits.store(20, Relaxed);
        for edge in &node.edges {
            edge.visits.store(10, Relaxed);
            edge.sum.store(whole_grains(4), Relaxed);
        }
        let (options, scales) = (Mcts::default(), Scales::new(2, Some((-1, 1))));
        for busy in [0, 1] {
            node.edges[busy].in_flight.store(1, Relaxed);
            let bound = Bound::new(&node, scales.of(Seat::FIRST), &options);
            // A mean of 0.4 is 0.7 of the scale; a lost visit makes it 7 of 11.
            let explore = |tries: f64| options.exploration * (20f64.ln() / tries).sqrt();
            assert!((bound.of(&node, 1 - busy) - (0.7 + explore(10.0))).abs() < 1e-12);
            assert!((bound.of(&node, busy) - (7.0 / 11.0 + explore(11.0))).abs() < 1e-12);
            let mut rng = Rng::new(busy as u64);
            let chosen = (0..20).map(|_| best_bound(&node, Seat::FIRST, None, &options, &scales, &mut rng));
            assert!(chosen.into_iter().all(|i| i == 1 - busy));
            node.edges[busy].in_flight.store(0, Relaxed);
        }
    }

    #[test]
    fn widening_grows_with_the_visits() {
        let widening = Widening { factor: 2.0, exponent: 0.5 };
        let widths: Vec<usize> = [0, 1, 2, 4, 100].into_iter().map(|visits| widening.width(visits)).collect();
        assert_eq!(widths, [1, 2, 3, 4, 20]);
    }
}
