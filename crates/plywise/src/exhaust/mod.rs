//! Every position that can be reached, each with its exact value: retrograde analysis.
//!
//! A search from above proves a win where it finds one, but not that it is the shortest, and where play can go round in circles it
//! never proves a draw. This goes the other way. All positions that can be reached from a start are listed, breadth first; then
//! values are worked back from the games that are over, one ply of distance at a time: a position is won for the seat to move
//! as soon as one move leads to a win of that seat, and lost once all do to wins of the other (Ströhlein 1970, "Untersuchungen
//! über kombinatorische Spiele"; Thompson 1986, "Retrograde analysis of certain endgames", ICCA Journal 9). What no value
//! reaches, neither seat can force: a draw, by the rules or by going on for ever.
//!
//! - Distances are exact: the winner's shortest win, the loser's longest resistance.
//! - Who moves next is the position's to say, so that passes and two moves of one seat in a row are moves like others.
//! - Only who has won counts, as for [`Evaluate::finished`](crate::Evaluate::finished) as provided: of a game that is played
//!   for points the sign of the payoff is solved.
//! - Positions are told apart by `==`, and [`Keyed::key`] only says where to look: keys that collide cost time and confuse
//!   nothing. Positions that are equal must have equal futures. Where draws depend on a past that `==` does not see, what is solved is
//!   the game without that past; whoever asks has to know what it changes.
//!
//! Memory is what bounds it. A position takes its own size, 16 bytes of bookkeeping, 6 to 12 of index, and 4.2 for itself and
//! each of its moves: some 60 in endings of checkers, where a million positions take about a second.

mod edges;
mod node;
mod positions;

use std::collections::HashSet;
use std::time::{Duration, Instant};

use self::edges::Edges;
use self::node::Node;
use self::positions::Positions;
use crate::game::{Keyed, Seat, TwoPlayer};
use crate::limits::Limits;
use crate::meter::Meter;
use crate::minimax::mover;
use crate::report::{Report, TableUse};
use crate::score::Score;
use crate::stop::Stop;

/// All positions that can be reached from a start, and what each is worth.
#[derive(Debug)]
pub struct Exhaustion<G> {
    positions: Positions<G>,
    nodes: Vec<Node>,
    longest: u32,
    elapsed: Duration,
}

/// Why there is no [`Exhaustion`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GaveUp {
    /// Positions whose moves had been listed by then.
    pub nodes: u64,
    /// What stopped it; None where there are more positions than fit into the memory.
    pub stopped: Option<Stop>,
}

impl<G: TwoPlayer + Keyed + Eq> Exhaustion<G> {
    /// Lists and values everything that can be reached from `start`, in at most `memory` bytes. Of the limits all count but
    /// the depth.
    ///
    /// # Errors
    /// When that is not enough, or the limits stop it.
    pub fn of(start: &G, memory: usize, limits: &Limits) -> Result<Self, GaveUp> {
        let (begun, mut meter) = (Instant::now(), Meter::new(limits));
        let listed = Listing::of(start, memory, &mut meter);
        let valued = listed.and_then(|mut listing| {
            let longest = listing.value(&mut meter)?;
            Some(Self {
                positions: listing.positions,
                nodes: listing.nodes,
                longest,
                elapsed: begun.elapsed(),
            })
        });
        valued.ok_or_else(|| GaveUp { nodes: meter.nodes(), stopped: meter.stopped() })
    }

    /// All positions that can be reached, the start first.
    #[must_use]
    pub fn positions(&self) -> &[G] {
        self.positions.all()
    }

    /// The greatest distance from a position that is won or lost to the end.
    #[must_use]
    pub fn longest(&self) -> u32 {
        self.longest
    }

    /// What a position is worth to the seat to move: a proven result with its distance, or 0 for a draw. None where the position
    /// cannot be reached. Ends further away than [`Score::MAX_PLY`] are given that distance.
    #[must_use]
    pub fn value(&self, position: &G) -> Option<Score> {
        let node = self.nodes[self.positions.number(position)?];
        let distance = node.number().min(Score::MAX_PLY);
        Some(match node.winner() {
            None => Score::ZERO,
            Some(winner) if winner == mover(position) => Score::won_in(distance),
            Some(_) => Score::lost_in(distance),
        })
    }

    /// A best move: the first of those that keep the value, a win's distance counted down. None where the game is over or
    /// the position cannot be reached.
    #[must_use]
    pub fn best(&self, position: &G) -> Option<G::Move> {
        let node = self.nodes[self.positions.number(position)?];
        let mut moves = Vec::new();
        position.moves(&mut moves);
        moves.into_iter().find(|&mv| {
            let child = self.positions.number(&after(position, mv)).map(|child| self.nodes[child]);
            child.is_some_and(|child| node.is_kept_by(child))
        })
    }

    /// Best play from a position: to the end, or where it is drawn until a position comes up again.
    #[must_use]
    pub fn line(&self, position: &G) -> Vec<G::Move> {
        let (mut position, mut line, mut seen) = (position.clone(), Vec::new(), HashSet::new());
        while seen.insert(self.positions.number(&position))
            && let Some(mv) = self.best(&position)
        {
            line.push(mv);
            position.play(mv);
        }
        line
    }

    /// The answer about the start, as a search would give it; its nodes are the positions.
    #[must_use]
    pub fn report(&self) -> Report<G::Move, Score> {
        let start = &self.positions()[0];
        let line = self.line(start);
        Report {
            best: line.first().copied(),
            value: self.value(start).unwrap_or_default(),
            line,
            depth: self.longest,
            nodes: self.positions().len() as u64,
            elapsed: self.elapsed,
            stopped: Stop::Exhausted,
            table: TableUse::default(),
        }
    }
}

fn after<G: TwoPlayer>(position: &G, mv: G::Move) -> G {
    let mut child = position.clone();
    child.play(mv);
    child
}

/// The positions with what leads from each to each.
struct Listing<G> {
    positions: Positions<G>,
    nodes: Vec<Node>,
    edges: Edges,
    /// The numbers of those at which the game is over and won.
    decided: Vec<u32>,
}

impl<G: TwoPlayer + Keyed + Eq> Listing<G> {
    /// None where the memory is not enough, or the meter stops it.
    fn of(start: &G, memory: usize, meter: &mut Meter) -> Option<Self> {
        let (nodes, decided) = (Vec::new(), Vec::new());
        let mut listing = Self { positions: Positions::new(), nodes, edges: Edges::default(), decided };
        listing.positions.add(start.clone())?;
        let mut moves = Vec::new();
        while let Some(position) = listing.positions.all().get(listing.nodes.len()).cloned() {
            if listing.bytes() > memory || !meter.enter() {
                return None;
            }
            moves.clear();
            position.moves(&mut moves);
            listing.expand(&position, &moves)?;
        }
        Some(listing)
    }

    fn expand(&mut self, position: &G, moves: &[G::Move]) -> Option<()> {
        self.edges.begin()?;
        for &mv in moves {
            let child = self.positions.add(after(position, mv))?;
            self.edges.push(child)?;
        }
        let node = match moves.len() {
            0 => Node::over(position.payoff(Seat::FIRST)),
            moves => Node::open(mover(position), moves),
        };
        if node.winner().is_some() {
            positions::push(&mut self.decided, self.nodes.len() as u32)?;
        }
        positions::push(&mut self.nodes, node)
    }

    /// The memory that is in use, or will be: two lists of numbers are filled while values are worked back.
    fn bytes(&self) -> usize {
        let numbers = 2 * size_of::<u32>() * self.nodes.len();
        self.positions.bytes() + self.edges.bytes() + size_of_val(&*self.nodes) + numbers
    }

    /// Works back from the decided positions; the greatest distance. None where the meter stops it.
    fn value(&mut self, meter: &mut Meter) -> Option<u32> {
        let (mut here, mut next) = (std::mem::take(&mut self.decided), Vec::new());
        for distance in 1.. {
            // So many positions between two looks take less than a millisecond.
            for some in here.chunks(1024) {
                if meter.is_late() {
                    return None;
                }
                for &decided in some {
                    let winner = self.nodes[decided as usize].winner()?;
                    for before in self.edges.leading_to(decided) {
                        if self.nodes[before].hears_of(winner, distance) {
                            positions::push(&mut next, before as u32)?;
                        }
                    }
                }
            }
            if next.is_empty() {
                return Some(distance - 1);
            }
            here.clear();
            std::mem::swap(&mut here, &mut next);
        }
        None
    }
}
