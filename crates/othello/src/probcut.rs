//! Multi-ProbCut for Othello: whose values were compared, at which depths, and what came of it.
//!
//! Null move is no alternative here: to pass would often be the best move of all (zugzwang is what Othello is about), so
//! that a pass that is good enough proves nothing.

use std::sync::Arc;

use plywise::alphabeta::{
    AlphaBeta, Fit, FullWidth, LateMoves, Margins, NoProbe, Reuse, Selective, Settings,
};
use plywise::trace::{Iteration, OnIteration};
use plywise::{Evaluate, Game, Limits, Rng, Score, Seat, Table};

use crate::{FewestReplies, Move, Othello, Size};

/// The table of margins, as [`rows`] gives it.
const TABLE: &str = include_str!("../data/probcut.txt");

/// How many deviations beyond the window a shallow value must lie unless something else is said.
#[cfg(feature = "door")]
pub(crate) const CERTAINTY: f64 = 1.5;

/// The deepest search that is predicted.
pub const DEEPEST: u32 = 11;

/// Squares of a phase: margins are measured for 13 to 24 empty squares, 25 to 36 and so on. With fewer nothing is cut.
const PHASE: u32 = 12;

/// What may be left out of a search with the evaluator of this name: `discs`, `weighted`, `mobility` or `corners`.
/// `certainty`: None without Multi-ProbCut. On boards without margins nothing is cut either.
#[must_use]
pub fn selective(
    size: Size,
    late: LateMoves<Othello>,
    evaluator: &str,
    certainty: Option<f64>,
) -> Selective<Othello> {
    let name = format!("{evaluator}-{size}");
    let margins = certainty.and_then(|certainty| Margins::read(TABLE, &name, certainty));
    Selective { late, margins, phase }
}

/// A search that sees the end is no guess's business.
fn phase(position: &Othello, depth: i32) -> Option<usize> {
    let empty = position.empty().count_ones();
    (empty > PHASE && depth < empty as i32).then_some(((empty - 1) / PHASE) as usize)
}

/// The shallow searches that predict one of depth `deep`: of the same parity, since values of odd and even depths differ
/// by who moved last, and no deeper than half of it.
fn predictors(deep: u32) -> impl Iterator<Item = u32> {
    (1..=deep.div_ceil(2)).filter(move |shallow| shallow % 2 == deep % 2 && *shallow < deep)
}

/// The table's rows of one evaluator: from `games` games, of each game one position of each phase, searched to every depth
/// up to `deepest`. In the games every fourth move is random, the others are the choice of a search of two plies.
pub fn rows<E>(size: Size, name: &str, eval: &E, games: u64, deepest: u32) -> Vec<String>
where
    E: Evaluate<Othello>,
{
    // Values of one depth only, as if there were no table.
    let settings = Settings { reuse: Reuse::Equal, ..Settings::fast() };
    let table = Some(Arc::new(Table::new(16)));
    let search = AlphaBeta { eval, rank: FewestReplies, select: FullWidth, probe: NoProbe, settings, table };
    let mut rows = Vec::new();
    let phases = (size.squares() - 5) / PHASE as usize; // four squares are never empty
    for phase in 1..=phases {
        let positions = (0..games).filter_map(|seed| sample(size, &search, seed, phase));
        let values: Vec<Vec<f64>> = positions.map(|position| values(&search, &position, deepest)).collect();
        for deep in 3..=deepest {
            for shallow in predictors(deep) {
                let pair =
                    |values: &Vec<f64>| Some((*values.get(shallow as usize)?, *values.get(deep as usize)?));
                let pairs: Vec<_> = values.iter().filter_map(pair).collect();
                if let Some(Fit { slope, offset, deviation, count }) = Fit::of(&pairs) {
                    rows.push(format!(
                        "{name}-{size} {phase} {deep} {shallow} {slope:.3} {offset:.0} {deviation:.0} {count}"
                    ));
                }
            }
        }
    }
    rows
}

/// A position of this phase from the game of this seed, if the game gets there.
fn sample<E>(size: Size, search: &AlphaBeta<E, FewestReplies>, seed: u64, phase: usize) -> Option<Othello>
where
    E: Evaluate<Othello>,
{
    let mut rng = Rng::derive(seed, phase as u64);
    let mut position = Othello::start_with(size, Seat::FIRST);
    let most = (PHASE * (phase as u32 + 1)).min(position.empty().count_ones());
    let wanted = most - rng.below(u64::from(most - PHASE * phase as u32)) as u32;
    let mut moves = Vec::new();
    while position.empty().count_ones() > wanted {
        moves.clear();
        position.moves(&mut moves);
        let drawn = *moves.get(rng.index(moves.len().max(1)))?;
        let chosen = || search.search(&position, &Limits::depth(2)).best;
        let mv = if rng.below(4) == 0 { drawn } else { chosen().unwrap_or(drawn) };
        position.play(mv);
    }
    (!position.is_over()).then_some(position)
}

/// The values of searches to depth 1, 2 … `deepest`, each at its depth; fewer where one is proven.
fn values<E>(search: &AlphaBeta<E, FewestReplies>, position: &Othello, deepest: u32) -> Vec<f64>
where
    E: Evaluate<Othello>,
{
    let mut values = vec![Score::ZERO];
    let listener = OnIteration(|iteration: &Iteration<Move>| values.push(iteration.value));
    search.search_with(position, &Limits::depth(deepest), listener);
    values.into_iter().take_while(|value| !value.is_proven()).map(|value| f64::from(value.raw())).collect()
}
