//! Positions to learn from: games of a search against itself.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plywise::alphabeta::{AlphaBeta, Search};
use plywise::{Game, Keyed, Limits, Notation, Rng, Seat, Stop, Turn, TwoPlayer};

/// How the games are played.
#[derive(Clone, Copy, Debug)]
pub struct Plan<G> {
    /// Plies drawn by lot at the start.
    pub opening: usize,
    /// An opening is kept if a search ten times as long finds it no further from level, in the evaluation's unit.
    pub level: i32,
    /// Positions that the search may look at for a move.
    pub nodes: u64,
    /// One move in so many is drawn by lot, in the first 30 plies.
    pub slip: u64,
    /// Positions beside the game, from each of its own by one or two moves by lot, and how long the search looks at each: what a
    /// search meets is mostly what no game would reach.
    pub aside: Aside,
    /// A game is decided where a side has been ahead by so much for six plies.
    pub decided: i32,
    /// A game is drawn from this ply on, where neither side has been ahead by much for long.
    pub dull: usize,
    /// Whether a position is settled enough to be learned from.
    pub quiet: fn(&G) -> bool,
    /// Result and value for the seat to move, where they can be worked out exactly: then they are what is learned, and the
    /// first of them is how the game ended, whatever is played after it.
    pub exact: fn(&G) -> Option<(i32, i32)>,
}

/// How many positions beside the game are valued for each of its own, by searches of so many nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Aside {
    /// Positions for each position of the game, less those that are not settled.
    pub positions: u32,
    /// Positions that the search may look at.
    pub nodes: u64,
}

/// A position out of a game, or beside one.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample<G> {
    /// The position.
    pub position: G,
    /// How the game ended for the seat to move: its payoff, or 1, 0 or -1 where it was not played out. Beside the game none, but
    /// where it is known exactly.
    pub result: Option<i32>,
    /// What the search thought of it, for the seat to move, in the evaluation's unit.
    pub value: i32,
}

impl<G> Sample<G> {
    /// What is learned: so much (`result`) of how the game ended, as `of_result` makes it of the payoff, the rest of what the search
    /// thought; all of that where there is no result.
    pub(crate) fn wanted(&self, result: f32, thought: f32, of_result: impl Fn(i32) -> f32) -> f32 {
        result * self.result.map_or(thought, of_result) + (1.0 - result) * thought
    }
}

/// The positions of one game, if its opening was level; the same for the same seed and number. None where `stop` was raised meanwhile.
pub fn game<G, E, O, S, P>(
    start: &G,
    search: &AlphaBeta<E, O, S, P>,
    plan: &Plan<G>,
    (seed, number): (u64, u64),
    stop: &Arc<AtomicBool>,
) -> Option<Vec<Sample<G>>>
where
    G: TwoPlayer + Keyed,
    AlphaBeta<E, O, S, P>: Search<G>,
{
    let mut rng = Rng::derive(seed, number);
    search.forget::<G>();
    let limits = Limits { nodes: Some(plan.nodes), stop: Some(Arc::clone(stop)), ..Limits::default() };
    let Some(position) = opening(start, search, (plan, &limits), &mut rng) else {
        // Whether it was level a search that was stopped did not find out.
        return (!stop.load(Ordering::Relaxed)).then(Vec::new);
    };
    let (result, mut samples) = play_out(search, position, (plan, &limits), &mut rng)?;
    // A search beside the game that was stopped says what it had found so far.
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    label(&mut samples, Some(result), plan.exact);
    Some(samples)
}

/// Labels the positions of a game, in their order, by what is `known` exactly now and was not when it was played: result and value
/// for the seat to move, as in [`Plan::exact`]. What came before the first such position of the game itself ended as that does; a
/// position beside the game, which has no result unless it was known by then, speaks for itself alone.
pub fn relabel<G: Game>(samples: &mut [Sample<G>], known: impl Fn(&G) -> Option<(i32, i32)>) {
    label(samples, None, known);
}

/// Labels the positions of a game that `ended` like that for the first seat, or as they say themselves, by what is `known` exactly.
fn label<G: Game>(
    samples: &mut [Sample<G>],
    mut ended: Option<i32>,
    known: impl Fn(&G) -> Option<(i32, i32)>,
) {
    // Backwards, so that what came before the first of the exact ones has its result.
    for sample in samples.iter_mut().rev() {
        let seen_by_mover = if mover(&sample.position) == Seat::FIRST { 1 } else { -1 };
        if let Some((exact, value)) = known(&sample.position) {
            if sample.result.is_some() {
                ended = Some(seen_by_mover * exact);
            }
            (sample.result, sample.value) = (Some(exact), value);
        } else if let Some(ended) = ended {
            sample.result = sample.result.map(|_| seen_by_mover * ended);
        }
    }
}

fn mover<G: Game>(position: &G) -> Seat {
    match position.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance => unreachable!("a game of two players without dice"),
    }
}

fn opening<G, E, O, S, P>(
    start: &G,
    search: &AlphaBeta<E, O, S, P>,
    (plan, limits): (&Plan<G>, &Limits),
    rng: &mut Rng,
) -> Option<G>
where
    G: TwoPlayer + Keyed,
    AlphaBeta<E, O, S, P>: Search<G>,
{
    let position = strayed(start, plan.opening, rng)?;
    let limits = Limits { nodes: Some(plan.nodes.saturating_mul(10)), ..limits.clone() };
    let level = search.search(&position, &limits).value.raw().abs() <= plan.level;
    level.then_some(position)
}

/// The position after so many moves by lot, if the game is not over by then.
fn strayed<G: Game>(from: &G, plies: usize, rng: &mut Rng) -> Option<G> {
    let (mut position, mut moves) = (from.clone(), Vec::new());
    for _ in 0..plies {
        moves.clear();
        position.moves(&mut moves);
        if moves.is_empty() {
            return None;
        }
        position.play(moves[rng.index(moves.len())]);
    }
    (!position.is_over()).then_some(position)
}

/// The result for the first seat, and the settled positions on the way, their results still open; None where it was stopped.
fn play_out<G, E, O, S, P>(
    search: &AlphaBeta<E, O, S, P>,
    mut position: G,
    (plan, limits): (&Plan<G>, &Limits),
    rng: &mut Rng,
) -> Option<(i32, Vec<Sample<G>>)>
where
    G: TwoPlayer + Keyed,
    AlphaBeta<E, O, S, P>: Search<G>,
{
    let (mut samples, mut moves) = (Vec::new(), Vec::new());
    let (mut level, mut sure) = (0, 0i32);
    for ply in 0.. {
        if position.is_over() {
            return Some((position.payoff(Seat::FIRST), samples));
        }
        let seat = mover(&position);
        moves.clear();
        position.moves(&mut moves);
        let report = search.search(&position, limits);
        if report.stopped == Stop::Flag {
            return None;
        }
        let own = report.value.raw();
        let value = if seat == Seat::FIRST { own } else { -own };
        sure = match value {
            _ if value > plan.decided => sure.max(0) + 1,
            _ if value < -plan.decided => sure.min(0) - 1,
            _ => 0,
        };
        level = if value.abs() < plan.decided / 16 { level + 1 } else { 0 };
        if sure.abs() >= 6 {
            return Some((sure.signum(), samples));
        }
        if ply > 2 * plan.dull || ply > plan.dull && level > 14 {
            return Some((0, samples));
        }
        if (plan.quiet)(&position) {
            samples.push(Sample { position: position.clone(), result: Some(0), value: own });
        }
        samples
            .extend((0..plan.aside.positions).filter_map(|_| aside(search, &position, (plan, limits), rng)));
        let slips = ply < 30 && rng.below(plan.slip) == 0;
        let chosen = report.best.filter(|_| !slips);
        position.play(chosen.unwrap_or_else(|| moves[rng.index(moves.len())]));
    }
    unreachable!("a game ends")
}

/// A settled position one or two moves by lot from this one, if they lead to one, its value and no result.
fn aside<G, E, O, S, P>(
    search: &AlphaBeta<E, O, S, P>,
    position: &G,
    (plan, limits): (&Plan<G>, &Limits),
    rng: &mut Rng,
) -> Option<Sample<G>>
where
    G: TwoPlayer + Keyed,
    AlphaBeta<E, O, S, P>: Search<G>,
{
    let plies = 1 + rng.index(2);
    let position = strayed(position, plies, rng).filter(plan.quiet)?;
    let limits = Limits { nodes: Some(plan.aside.nodes), ..limits.clone() };
    let value = search.search(&position, &limits).value.raw();
    Some(Sample { position, result: None, value })
}

/// A line for each position: result or `-`, value, position.
pub fn write<G: Notation>(samples: &[Sample<G>], text: &mut String) {
    for Sample { position, result, value } in samples {
        let result = result.map_or("-".into(), |result| result.to_string());
        writeln!(text, "{result} {value} {}", position.position_text()).expect("text has room");
    }
}

/// Reads one of those lines. None if it is none.
pub fn read<G: Notation>(start: &G, line: &str) -> Option<Sample<G>> {
    let mut parts = line.splitn(3, ' ');
    let result = match parts.next()? {
        "-" => None,
        result => Some(result.parse().ok()?),
    };
    let value = parts.next()?.parse().ok()?;
    Some(Sample { position: start.read_position(parts.next()?).ok()?, result, value })
}
