//! One thread's simulations: down the tree, a rollout, and back up.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use super::options::{Mcts, Rollout};
use super::prove::{Gate, Proof};
use super::select::{Scales, best_bound, outcome};
use super::tree::{Edge, GRAINS, Memory, Node};
use crate::evaluate::Evaluate;
use crate::game::{Game, Seat, Turn};
use crate::limits::Limits;
use crate::meter::Meter;
use crate::ranked::{RankedMove, sort};
use crate::rng::Rng;
use crate::setting::Setting;
use crate::stop::Stop;

/// What all threads of a search share.
pub(super) struct Search<'a, G: Game, S, E> {
    pub(super) position: &'a G,
    pub(super) setting: S,
    pub(super) eval: &'a E,
    pub(super) options: &'a Mcts,
    /// Simulations that may still begin.
    pub(super) tickets: AtomicU64,
    /// Simulations that came back.
    pub(super) done: AtomicU64,
    pub(super) solved: AtomicBool,
    pub(super) root: Node<G::Move>,
    /// Who moves at the root; the first seat, where that is chance.
    pub(super) root_seat: Seat,
    pub(super) scales: Scales,
    pub(super) memory: Memory,
}

impl<G: Game, S: Setting<G>, E: Evaluate<G>> Search<'_, G, S, E> {
    /// Whether results are proven.
    pub(super) fn proves(&self) -> bool {
        S::DUEL && self.options.solver
    }

    /// Takes the right to one more simulation.
    fn ticket(&self) -> bool {
        self.tickets.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_ok()
    }
}

/// One thread of a search.
pub(super) struct Worker<'s, G: Game, S, E> {
    search: &'s Search<'s, G, S, E>,
    limits: &'s Limits,
    pub(super) meter: Meter,
    rng: Rng,
    /// This simulation's way, from the root.
    path: Vec<Step<'s, G::Move>>,
    moves: Vec<G::Move>,
    /// What this simulation brought each seat, in grains.
    rewards: Vec<i64>,
}

/// One step of a simulation down the tree.
#[derive(Clone, Copy)]
struct Step<'s, M> {
    node: &'s Node<M>,
    /// The move that was taken.
    edge: usize,
    /// The proven move that had the highest bound and is better not tried again: its worth is what goes up.
    proven: Option<usize>,
}

impl<'s, M> Step<'s, M> {
    fn edge(&self) -> &'s Edge<M> {
        &self.node.edges[self.edge]
    }
}

/// Where a simulation leaves the tree.
enum Below<'s, M> {
    /// It does not: the position has a node now.
    Tree(&'s Node<M>),
    /// The game is over there.
    Over,
    /// A rollout goes on from there.
    Leaf,
}

impl<'s, G: Game, S: Setting<G>, E: Evaluate<G>> Worker<'s, G, S, E> {
    pub(super) fn new(search: &'s Search<'s, G, S, E>, limits: &'s Limits, rng: Rng) -> Self {
        Self {
            search,
            limits,
            meter: Meter::new(limits),
            rng,
            path: Vec::new(),
            moves: Vec::new(),
            rewards: vec![0; G::SEATS],
        }
    }

    /// Runs simulations until something ends the search. `tell` hears now and then, each time after a quarter more
    /// simulations than the last, how many positions this thread has entered.
    pub(super) fn run(&mut self, tell: &mut dyn FnMut(u64)) -> Stop {
        const FIRST_WORD: u64 = 64;
        let (mut simulations, mut next_word) = (0, FIRST_WORD);
        loop {
            if simulations == next_word {
                next_word += next_word / 4;
                tell(self.meter.nodes());
            }
            simulations += 1;
            if self.search.solved.load(Relaxed) {
                return Stop::Solved;
            }
            // Before the ticket is taken: a simulation that is not begun must not count as one.
            if let Some(stop) = self.interrupted() {
                return stop;
            }
            if !self.search.ticket() {
                return Stop::Iterations;
            }
            match self.simulate() {
                Some(()) => self.back_up(),
                None => self.undo_virtual_losses(),
            }
        }
    }

    fn interrupted(&self) -> Option<Stop> {
        let flagged = self.limits.stop.as_ref().is_some_and(|flag| flag.load(Relaxed));
        let late = || self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.meter.stopped().or(flagged.then_some(Stop::Flag)).or_else(|| late().then_some(Stop::Deadline))
    }

    /// Goes down the tree and on to an end; None if the search must stop on the way.
    fn simulate(&mut self) -> Option<()> {
        self.path.clear();
        let search = self.search;
        let mut position = search.position.clone();
        let mut node = &search.root;
        loop {
            node.visits.fetch_add(1, Relaxed);
            let step = self.choose(node, &position);
            let edge = step.edge();
            // Virtual loss: until this simulation is back, others see the edge as tried and lost.
            edge.in_flight.fetch_add(1, Relaxed);
            self.path.push(step);
            self.enter(&mut position, edge.mv)?;
            // Nothing below a proven move is simulated any more: its worth goes up as if a perfect game had been
            // played.
            if let Some(points) = edge.exact() {
                self.reward_exactly(points, chooser(node.turn));
                return Some(());
            }
            match self.below(&position, edge)? {
                Below::Tree(child) => node = child,
                Below::Over => {
                    self.reward_payoff(&position);
                    if search.proves() {
                        let points = search.options.reward.of_payoff(position.payoff(chooser(node.turn)));
                        edge.tighten(points, points, 0);
                    }
                    return Some(());
                }
                Below::Leaf => return self.roll_out(position),
            }
        }
    }

    fn choose(&mut self, node: &'s Node<G::Move>, position: &G) -> Step<'s, G::Move> {
        let Search { setting, options, scales, .. } = self.search;
        let seat = match node.turn {
            Turn::Seat(seat) => seat,
            Turn::Chance => {
                let drawn = setting.draw(position, &mut self.rng);
                let edge = outcome(node, &drawn, options.widening, &mut self.rng);
                return Step { node, edge, proven: None };
            }
        };
        // A proven move that is worth the least there is would only draw simulations away from the others.
        let floor = options.reward.bounds().map_or(i32::MIN, |(low, _)| low);
        let gate = self.search.proves().then(|| Gate::new(node, self.path.is_empty(), floor));
        let edge = best_bound(node, seat, gate, options, scales, &mut self.rng);
        // The proven move won the comparison. A simulation in it would teach nothing, so the best open move is
        // simulated in its place, and both are booked: the open one with what it brings, the proven one with its
        // worth.
        if let Some(open) = gate.filter(|_| node.edges[edge].exact().is_some()).map(Gate::open_only) {
            let other = best_bound(node, seat, Some(open), options, scales, &mut self.rng);
            if open.admits(&node.edges[other]) {
                return Step { node, edge: other, proven: Some(edge) };
            }
        }
        Step { node, edge, proven: None }
    }

    /// Plays a move and counts the position behind it.
    fn enter(&mut self, position: &mut G, mv: G::Move) -> Option<()> {
        position.play(mv);
        self.meter.enter().then_some(())
    }

    /// The node behind `edge`, made if the time has come and there is room for it.
    fn below(&mut self, position: &G, edge: &'s Edge<G::Move>) -> Option<Below<'s, G::Move>> {
        if let Some(child) = edge.child.get() {
            return Some(Below::Tree(child));
        }
        if position.is_over() {
            return Some(Below::Over);
        }
        let options = self.search.options;
        // A leaf grows a node on its second visit only: most positions are met once, and a list of moves for each
        // would fill memory with what is never read.
        if edge.visits.load(Relaxed) == 0 {
            return Some(Below::Leaf);
        }
        self.moves.clear();
        position.moves(&mut self.moves);
        let bytes = Node::<G::Move>::bytes(self.moves.len());
        if !self.search.memory.take(bytes) {
            return Some(Below::Leaf);
        }
        if options.widening.is_some() && !(0..self.moves.len()).all(|_| self.meter.enter()) {
            self.search.memory.give_back(bytes);
            return None;
        }
        // Made outside any lock. Of two threads that make it at once the second drops its own; both go on in the
        // first one's.
        let node = new_node(position, &mut self.moves, self.search.eval, options);
        if edge.child.set(Box::new(node)).is_err() {
            self.search.memory.give_back(bytes);
        }
        edge.child.get().map(|child| Below::Tree(child))
    }

    fn roll_out(&mut self, mut position: G) -> Option<()> {
        let mut left = match self.search.options.rollout {
            Rollout::Uniform => u32::MAX,
            Rollout::Depth(depth) => depth,
        };
        loop {
            let mv = match position.turn() {
                _ if left == 0 && !position.is_over() => {
                    self.estimate(&position);
                    return Some(());
                }
                Turn::Chance if !position.is_over() => self.search.setting.draw(&position, &mut self.rng),
                _ => {
                    self.moves.clear();
                    position.moves(&mut self.moves);
                    if self.moves.is_empty() {
                        self.reward_payoff(&position);
                        return Some(());
                    }
                    self.moves[self.rng.index(self.moves.len())]
                }
            };
            self.enter(&mut position, mv)?;
            left -= 1;
        }
    }

    /// What a finished game brings.
    fn reward_payoff(&mut self, position: &G) {
        let reward = self.search.options.reward;
        for (seat, paid) in self.rewards.iter_mut().enumerate() {
            *paid = grains(f64::from(reward.of_payoff(position.payoff(Seat(seat as u8)))));
        }
    }

    /// What an unfinished one is held to bring. In a duel the root's seat is asked, as in every search of two seats;
    /// elsewhere each seat for itself.
    fn estimate(&mut self, position: &G) {
        let Search { eval, options, root_seat, .. } = *self.search;
        let points =
            |seat| options.reward.of_score(eval.evaluate(position, seat), eval.unit(), eval.bounds());
        // What one seat gains the other loses, also where an evaluator would say otherwise if it were asked for
        // both.
        if S::DUEL {
            let root = grains(points(root_seat));
            self.rewards[root_seat.index()] = root;
            self.rewards[root_seat.other().index()] = -root;
        } else {
            for (seat, paid) in self.rewards.iter_mut().enumerate() {
                *paid = grains(points(Seat(seat as u8)));
            }
        }
    }

    /// What a proven move brings, in a duel.
    fn reward_exactly(&mut self, points: i32, seat: Seat) {
        let own = grains(f64::from(points));
        self.rewards[seat.index()] = own;
        self.rewards[seat.other().index()] = -own;
    }

    /// Books the rewards on the path, from its end to the root, and lifts what they prove.
    fn back_up(&mut self) {
        self.search.scales.learn(&self.rewards);
        self.search.done.fetch_add(1, Relaxed);
        let mut learned =
            self.search.proves() && self.path.last().is_some_and(|step| step.edge().exact().is_some());
        for place in (0..self.path.len()).rev() {
            let step = self.path[place];
            let seat = chooser(step.node.turn);
            let reward = self.rewards[seat.index()];
            add_visit(step.edge(), reward);
            // After the visit is booked: between the two another thread sees one visit too many rather than one
            // too few, and goes elsewhere.
            step.edge().in_flight.fetch_sub(1, Relaxed);
            // Bounds only tighten, and a parent's depend on the child's: once one step up has taught nothing, none
            // above can.
            learned = learned && self.back_up_proof(place);
            if let Some(proven) = step.proven {
                let edge = &step.node.edges[proven];
                self.reward_exactly(edge.exact().expect("what is proven stays so"), seat);
                add_visit(edge, self.rewards[seat.index()]);
            }
        }
    }

    /// Hands what is proven of the path's node number `place` one step up.
    fn back_up_proof(&self, place: usize) -> bool {
        let node = self.path[place].node;
        if let Some(parent) = place.checked_sub(1) {
            let above = self.path[parent];
            return Proof::lift(node, above.node, above.edge());
        }
        let proof = Proof::of(node);
        if proof.low == proof.high {
            self.search.solved.store(true, Relaxed);
        }
        false
    }

    /// Takes back the virtual losses of a simulation that was broken off.
    fn undo_virtual_losses(&mut self) {
        for step in &self.path {
            step.node.visits.fetch_sub(1, Relaxed);
            step.edge().in_flight.fetch_sub(1, Relaxed);
        }
    }
}

/// A node for `position`. With widening its moves stand in the order of their static values.
pub(super) fn new_node<G: Game, E: Evaluate<G>>(
    position: &G,
    moves: &mut [G::Move],
    eval: &E,
    options: &Mcts,
) -> Node<G::Move> {
    if let (Turn::Seat(seat), Some(_)) = (position.turn(), options.widening) {
        let value = |mv| {
            let mut child = position.clone();
            child.play(mv);
            let over = child.is_over();
            if over { eval.finished(&child, seat, 1) } else { eval.evaluate(&child, seat) }
        };
        // By the one sort of all games: the standard one with kept keys would be compiled four times for each.
        let ranked = moves.iter().zip(0..);
        let mut ranked: Vec<_> =
            ranked.map(|(&mv, index)| RankedMove { rank: value(mv).raw(), index }).collect();
        sort(&mut ranked);
        let listed = moves.to_vec();
        for (mv, ranked) in moves.iter_mut().zip(ranked) {
            *mv = listed[ranked.index as usize];
        }
    }
    let bounds = options.reward.bounds().unwrap_or((i32::MIN, i32::MAX));
    Node::new(position.turn(), moves, bounds)
}

/// Counts a simulation that went through `edge`.
fn add_visit<M>(edge: &Edge<M>, reward: i64) {
    edge.sum.fetch_add(reward, Relaxed);
    edge.visits.fetch_add(1, Relaxed);
}

/// Whose reward the moves of a node are compared by.
fn chooser(turn: Turn) -> Seat {
    match turn {
        Turn::Seat(seat) => seat,
        Turn::Chance => Seat::FIRST,
    }
}

fn grains(points: f64) -> i64 {
    (points * GRAINS).round() as i64
}
