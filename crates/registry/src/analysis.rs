//! Looking into a position: what an agent thinks of it, and what each move is worth, as text.

use std::sync::atomic::Ordering;
use std::time::Instant;

use plywise::trace::Iteration;
use plywise::{Agent, Game, Limits, Notation, Report, Stop, Turn, Value};

use crate::spec::Spec;

/// What an agent thinks of a position: what it has chosen, or on the way there what it favours after a depth.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The move it would play; empty where it has none yet.
    pub best: String,
    /// What it expects.
    pub value: Value,
    /// The moves it expects, the best first.
    pub line: Vec<String>,
    /// The depth it completed.
    pub depth: u32,
    /// The positions it looked at.
    pub nodes: u64,
    /// Seconds it took.
    pub elapsed_s: f64,
    /// Why it stopped, or the search of the depth did.
    pub stopped: &'static str,
}

impl Thought {
    /// What it expects as a number: points; proven results lie beyond all points.
    #[must_use]
    pub fn number(&self) -> f64 {
        self.value.as_f64()
    }

    /// Whether it came out of an opening book.
    #[must_use]
    pub fn is_from_book(&self) -> bool {
        self.stopped == Stop::Book.word()
    }

    /// Whether it is the exact value of the game.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        SOLVED.iter().any(|stop| stop.word() == self.stopped)
    }

    /// Whether all positions that can be reached were valued for it.
    #[must_use]
    pub fn is_exhaustive(&self) -> bool {
        self.stopped == Stop::Exhausted.word()
    }

    /// Whether it stands in a database.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.stopped == Stop::Known.word()
    }

    /// Whether the depth was not completed.
    #[must_use]
    pub fn was_cut_short(&self) -> bool {
        [Stop::Nodes, Stop::Deadline, Stop::Flag].iter().any(|stop| stop.word() == self.stopped)
    }
}

/// Why a search ends that has found the exact value of the game.
const SOLVED: [Stop; 3] = [Stop::Solved, Stop::Exhausted, Stop::Known];

/// What one move is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveValue {
    /// The move.
    pub mv: String,
    /// Its value for the side to move.
    pub value: Value,
    /// The depth that was searched, this move included.
    pub depth: u32,
    /// The moves that are expected, this one first.
    pub line: Vec<String>,
    /// Positions entered to find out.
    pub nodes: u64,
    /// Why the search of this move ended.
    pub stopped: Stop,
    /// What a search of its own said of it, where that is more than the search that chose another move allowed: its value is
    /// then that of the best.
    pub own: Option<Value>,
}

impl MoveValue {
    /// Whether it is the exact value of the game.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        SOLVED.contains(&self.stopped)
    }
}

/// What the values of an agent count, and what a finished game is worth among them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    /// What one point is: "discs".
    pub unit: &'static str,
    /// What counts at the end.
    pub end: End,
    /// How much a move gives away, in the unit, from which on it is dubious, a mistake and a blunder. None where nobody has
    /// graded the unit.
    pub grades: Option<[f64; 3]>,
}

/// What counts of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Who has won.
    Outcome,
    /// The points, in the same unit as every other value.
    Points,
    /// Something of the agent's own: payoffs are no values of its.
    Own,
}

impl Scale {
    /// Values in points of the game, the final ones included.
    #[must_use]
    pub const fn points(unit: &'static str) -> Self {
        Self { unit, end: End::Points, grades: None }
    }

    /// Values that estimate who will win.
    #[must_use]
    pub const fn outcome(unit: &'static str) -> Self {
        Self { unit, end: End::Outcome, grades: None }
    }

    /// Values of the agent's own, with which payoffs cannot be compared.
    #[must_use]
    pub const fn own(unit: &'static str) -> Self {
        Self { unit, end: End::Own, grades: None }
    }

    /// With what a move gives away before it is dubious, a mistake and a blunder.
    #[must_use]
    pub const fn graded(self, grades: [f64; 3]) -> Self {
        Self { grades: Some(grades), ..self }
    }

    /// The values of `mcts`, which plays for the outcome unless its spec says `reward=points`; `points` are the game's.
    #[must_use]
    pub fn of_simulations(spec: &Spec, points: &'static str) -> Self {
        match spec.text("reward") {
            Some("points") => Self::points(points),
            _ => Self::outcome("expected result, 1 a win and −1 a loss").graded([0.1, 0.3, 0.6]),
        }
    }

    /// What a game that is over with this payoff is worth `plies` before its end. None where payoffs are no values.
    #[must_use]
    pub fn finished(self, payoff: i32, plies: u32) -> Option<Value> {
        match (self.end, payoff) {
            (End::Own, _) => None,
            (End::Points, _) | (End::Outcome, 0) => Some(Value::Points(f64::from(payoff))),
            (End::Outcome, 1..) => Some(Value::Win { plies }),
            (End::Outcome, _) => Some(Value::Loss { plies }),
        }
    }
}

/// The texts of a line, as far as it can be played in `position`: a view may not have shown what changes its course.
pub(crate) fn line_text<G: Notation>(position: &G, line: &[G::Move]) -> Vec<String> {
    let mut along = position.clone();
    let mut texts = Vec::new();
    for &mv in line {
        let mut legal = Vec::new();
        along.moves(&mut legal);
        if !legal.contains(&mv) {
            break;
        }
        texts.push(along.move_text(mv));
        along.play(mv);
    }
    texts
}

/// What a search favours after a depth.
pub(crate) fn so_far<G: Notation>(position: &G, iteration: &Iteration<G::Move>, unit: i32) -> Thought {
    let line = line_text(position, &iteration.line);
    Thought {
        best: line.first().cloned().unwrap_or_default(),
        value: iteration.value.to_value(unit),
        line,
        depth: iteration.depth,
        nodes: iteration.nodes,
        elapsed_s: iteration.elapsed.as_secs_f64(),
        stopped: iteration.stopped.word(),
    }
}

/// What each of these legal moves is worth to the seat to move in `view`; the best first. Where the agent has `chosen` there to
/// this depth, that move has the value that it was chosen for, no other has a higher one, and all those that the agent has
/// values of have these. Every other is valued by a search of the position after it, one ply less deep. `scale` says what a
/// finished game is worth. What time there is they share.
/// Once the stop flag is set no more moves are valued: those that were are there.
pub(crate) fn move_values<G, V>(
    position: &G,
    view: &V,
    moves: Vec<G::Move>,
    asked: Asked<'_, V>,
    depth: u32,
    limits: &Limits,
) -> Vec<MoveValue>
where
    G: Notation,
    V: Game<Move = G::Move>,
{
    let Turn::Seat(seat) = view.turn() else { return Vec::new() };
    let Asked { agent, scale, chosen } = asked;
    let chosen = chosen.filter(|report| report.depth == depth);
    let known = chosen.and_then(|report| Some((agent.move_values(view)?, report.depth, report.stopped)));
    let mut legal = Vec::new();
    view.moves(&mut legal);
    let stopped = || limits.stop.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
    let best = chosen.and_then(|report| report.best);
    let mut searches = moves.iter().filter(|&&mv| Some(mv) != best).count() as u32;
    // Each has its share of the time that is left.
    let mut share = || {
        let now = Instant::now();
        let end = limits.deadline.map(|end| now + end.saturating_duration_since(now) / searches.max(1));
        searches = searches.saturating_sub(1);
        // A move that is valued a ply deep leads to a position that is valued at sight, as a search is that may enter no more.
        let nodes = if depth == 1 { Some(1) } else { limits.nodes };
        Limits { stepwise: false, deadline: end, depth: Some(depth.max(2) - 1), nodes, ..limits.clone() }
    };
    let mut values: Vec<MoveValue> = moves
        .into_iter()
        .map_while(|mv| {
            let mut child = view.clone();
            child.play(mv);
            let mut worth = MoveValue {
                mv: position.move_text(mv),
                value: Value::Points(f64::from(child.payoff(seat))),
                depth: 1,
                line: vec![position.move_text(mv)],
                nodes: 1,
                stopped: Stop::Solved,
                own: None,
            };
            if let Some(report) = chosen.filter(|report| report.best == Some(mv)) {
                (worth.value, worth.depth, worth.stopped) = (report.value, report.depth, report.stopped);
                (worth.line, worth.nodes) = (line_text(position, &report.line), report.nodes);
                return Some(worth);
            }
            let place = legal.iter().position(|&known| known == mv);
            if let (Some((known, depth, stopped)), Some(place)) = (&known, place)
                && let Some(Some(value)) = known.get(place)
            {
                return Some(MoveValue { value: *value, depth: *depth, stopped: *stopped, ..worth });
            }
            if child.is_over() {
                worth.value = scale.finished(child.payoff(seat), 1).unwrap_or(worth.value);
                return Some(worth);
            }
            let report = agent.choose(&child, &share());
            let turned = matches!(child.turn(), Turn::Seat(other) if other != seat);
            let line: Vec<G::Move> = [mv].into_iter().chain(report.line).collect();
            // One that has failed values nothing.
            let failed = report.best.is_none() && agent.failure().is_some();
            (!stopped() && !failed).then(|| MoveValue {
                value: from_parent(report.value, turned),
                depth: if depth == 1 { 1 } else { report.depth + 1 },
                line: line_text(position, &line),
                nodes: report.nodes,
                stopped: if depth == 1 && report.stopped == Stop::Nodes {
                    Stop::Depth
                } else {
                    report.stopped
                },
                ..worth
            })
        })
        .collect();
    if let Some((report, best)) = chosen.and_then(|report| Some((report, report.best?))) {
        agree(&mut values, &position.move_text(best), report.value);
    }
    best_first(&mut values);
    values
}

/// Who is asked what moves are worth.
pub(crate) struct Asked<'a, V: Game> {
    /// The agent.
    pub(crate) agent: &'a mut dyn Agent<V>,
    /// What its values count.
    pub(crate) scale: Scale,
    /// What it has chosen in this position, if it was asked.
    pub(crate) chosen: Option<&'a Report<V::Move, Value>>,
}

/// The move that was chosen stands first, and no other has a higher value: the search that chose it has seen to that.
fn agree(values: &mut [MoveValue], best: &str, value: Value) {
    let Some(place) = values.iter().position(|worth| worth.mv == best) else { return };
    values[..=place].rotate_right(1);
    for worth in values.iter_mut().skip(1).filter(|worth| worth.value.as_f64() > value.as_f64()) {
        worth.own = Some(std::mem::replace(&mut worth.value, value));
    }
}

/// Puts the best first; those of equal value stay in their order, which is that of the rules. Values that differ by no more than sums are rounded by
/// are equal: else moves that are mirrors of each other changed places.
pub fn best_first(values: &mut [MoveValue]) {
    let rounded = |worth: &MoveValue| {
        let value = worth.value.as_f64();
        format!("{value:.11e}").parse().unwrap_or(value)
    };
    values.sort_by(|a, b| f64::total_cmp(&rounded(b), &rounded(a)));
}

/// A child's value one ply further up, for the other side if the turn went over.
fn from_parent(value: Value, turned: bool) -> Value {
    match if turned { -value } else { value } {
        Value::Points(points) => Value::Points(points),
        Value::Win { plies } => Value::Win { plies: plies + 1 },
        Value::Loss { plies } => Value::Loss { plies: plies + 1 },
    }
}
