//! Endings with few pieces: exact values by databases and by exhaustion, shortest wins and proven draws.
//!
//! What is looked up, or exhausted, is the [`Board`]: the rules without draws by repetition or by quiet plies. The answer holds for the game with
//! these rules all the same:
//!
//! - **A draw** is one. Whoever forces a win in spite of the rules of draws forces it without them.
//! - **A win or a loss in so many plies** is claimed only where it is one. The winner comes nearer to the end with every move, so
//!   that no position comes up twice. For the quiet plies every defence against the winner's best moves is followed, with the
//!   counter as it stands: where one of them reaches the limit nothing is claimed, and the agent behind is asked.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Instant;

use plywise::trace::Tell;
use plywise::{Agent, Exhaustion, Game, Limits, Report, Score, Seat, Stop, TableUse, Value};

use crate::board::Board;
use crate::databases::Endgames;
use crate::moves::Move;
use crate::rules::Checkers;
use crate::square::Squares;

/// Solves endings by databases or by exhaustion and hands everything else on.
pub struct Endings {
    /// Who is asked where there are too many positions, or where the rules of draws may make a difference.
    pub otherwise: Box<dyn Agent<Checkers>>,
    /// Bytes for positions; they are given back before the other agent is asked.
    pub memory: usize,
    /// What is looked up.
    pub endgames: Endgames,
}

/// Bytes that a position takes, moves and all, as measured.
const BYTES: f64 = 62.0;
/// The bound on the positions is so many times too high at five pieces, as a rule.
const SLACK: f64 = 8.0;

impl Endings {
    /// The answer that stands in a database.
    fn look_up(&self, game: &Checkers, limits: &Limits) -> Option<Report<Move, Value>> {
        let (begun, looked_up) = (Instant::now(), Cell::new(0));
        let known = self.endgames.0.as_ref()?;
        let value = |board: &Board| {
            looked_up.set(looked_up.get() + 1);
            known.plies(board)
        };
        let score = value(game.board())?;
        let claimed = score == Score::ZERO || !game.has_past() && holds(game, &value);
        if !claimed || game.is_over() || limits.depth.is_some() {
            return None;
        }
        let line = line(game.board(), &value);
        Some(Report {
            best: Some(*line.first()?),
            value: score.to_value(1),
            depth: line.len() as u32,
            line,
            nodes: looked_up.get(),
            elapsed: begun.elapsed(),
            stopped: Stop::Known,
            table: TableUse::default(),
        })
    }

    /// The answer by exhaustion, in at most half of the time and of the nodes that there are; without one the positions that
    /// were listed in vain.
    fn exhaust(&self, game: &Checkers, limits: &Limits) -> Result<Report<Move, Value>, u64> {
        let fits = most_positions(game.board()) < SLACK * self.memory as f64 / BYTES;
        // Where boards lie behind this one, a third occurrence may be near.
        if !fits || game.has_past() || game.is_over() || limits.depth.is_some() {
            return Err(0);
        }
        let now = Instant::now();
        let half = Limits {
            deadline: limits.deadline.map(|due| now + due.saturating_duration_since(now) / 2),
            nodes: limits.nodes.map(|nodes| nodes / 2),
            ..limits.clone()
        };
        let found = Exhaustion::of(game.board(), self.memory, &half).map_err(|gave_up| gave_up.nodes)?;
        let report = found.report();
        match holds(game, &|board| found.value(board)) {
            true => Ok(report.map_value(|score| score.to_value(1))),
            false => Err(report.nodes),
        }
    }
}

impl Agent<Checkers> for Endings {
    fn choose_with_progress(
        &mut self,
        game: &Checkers,
        limits: &Limits,
        tell: &mut Tell<'_, Move>,
    ) -> Report<Move, Value> {
        let begun = Instant::now();
        if let Some(report) = self.look_up(game, limits) {
            return report;
        }
        self.exhaust(game, limits).unwrap_or_else(|spent| {
            let limits = Limits { nodes: limits.nodes.map(|nodes| nodes - spent), ..limits.clone() };
            let report = self.otherwise.choose_with_progress(game, &limits, tell);
            Report { nodes: report.nodes + spent, elapsed: begun.elapsed(), ..report }
        })
    }

    fn new_game(&mut self, seed: u64) {
        self.otherwise.new_game(seed);
    }
}

/// No more boards than so many can be reached: each king stands anywhere or is taken; each man stands on a square that it may
/// come to, or anywhere as a king, or is taken; either side is to move. Where captures are pending it goes by what they leave.
#[must_use]
pub fn most_positions(board: &Board) -> f64 {
    let mut moves = Vec::new();
    board.moves(&mut moves);
    if moves.first().is_some_and(|mv| mv.is_capture()) {
        let after = |mv| {
            let mut child = *board;
            child.play(mv);
            most_positions(&child)
        };
        return 1.0 + moves.into_iter().map(after).sum::<f64>();
    }
    let places = |seat: Seat| {
        let men = board.men(seat).into_iter().map(|man| f64::from(reach(man.set(), seat).len() + 33));
        let kings = (0..board.kings(seat).len()).map(|king| f64::from(33 - king) / f64::from(king + 1));
        men.chain(kings).product::<f64>()
    };
    2.0 * places(Seat::FIRST) * places(Seat::SECOND)
}

/// Where a man may come to before it is crowned.
fn reach(from: Squares, seat: Seat) -> Squares {
    let steps = if seat == Seat::FIRST { from.down4() | from.down35() } else { from.up4() | from.up35() };
    let further = steps & !Board::crowning_row(seat);
    if further.is_empty() { from } else { from | reach(further, seat) }
}

/// The values of boards; None where they are not known.
type Values<'a> = &'a dyn Fn(&Board) -> Option<Score>;

/// How far a board is from its end; None where it is drawn.
fn distance(value: Values<'_>, board: &Board) -> Option<u32> {
    match value(board)?.to_value(1) {
        Value::Win { plies } | Value::Loss { plies } => Some(plies),
        Value::Points(_) => None,
    }
}

/// The first move that keeps a board's value, a win's distance counted down.
fn best(value: Values<'_>, board: &Board) -> Option<Move> {
    let (kept, mut moves) = (value(board)?, Vec::new());
    board.moves(&mut moves);
    moves.into_iter().find(|&mv| {
        let mut child = *board;
        child.play(mv);
        value(&child).is_some_and(|value| (-value).from_root(1) == kept)
    })
}

/// Best play from a board: to the end, or where it is drawn until a board comes up again.
fn line(board: &Board, value: Values<'_>) -> Vec<Move> {
    let (mut board, mut line, mut seen) = (*board, Vec::new(), HashSet::new());
    while seen.insert(board)
        && let Some(mv) = best(value, &board)
    {
        line.push(mv);
        board.play(mv);
    }
    line
}

/// Whether what the game's board is worth without draws is what the game is worth: see the module.
fn holds(game: &Checkers, value: Values<'_>) -> bool {
    let (rules, quiet) = (game.rules(), game.quiet_plies());
    let Some(plies) = distance(value, game.board()).filter(|plies| plies + quiet >= rules.quiet_limit())
    else {
        return true;
    };
    // By distance, each board with as many quiet plies behind it as any defence can bring there.
    let mut open = BTreeMap::from([(plies, HashMap::from([(*game.board(), quiet)]))]);
    while let Some((_, boards)) = open.pop_last() {
        for (board, quiet) in boards {
            let wins = value(&board) > Some(Score::ZERO);
            let mut moves = Vec::new();
            match wins {
                true => moves.extend(best(value, &board)),
                false => board.moves(&mut moves),
            }
            for mv in moves {
                let mut after = Checkers::new(rules, board).with_quiet_plies(quiet);
                after.play(mv);
                if after.is_drawn() {
                    return false;
                }
                let left = distance(value, after.board()).unwrap_or_default();
                let most = open.entry(left).or_default().entry(*after.board()).or_default();
                *most = after.quiet_plies().max(*most);
            }
        }
    }
    true
}
