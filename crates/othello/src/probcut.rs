//! Multi-ProbCut for Othello: whose values were compared, at which depths, and what came of it.
//!
//! Null move is no alternative here: to pass would often be the best move of all (zugzwang is what Othello is about), so
//! that a pass that is good enough proves nothing.

use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use plywise::alphabeta::{AlphaBeta, Fit, LateMoves, Margins, ProbCut, Reuse, Selectivity, Settings};
use plywise::trace::{Iteration, OnIteration};
use plywise::{Game, Limits, Rng, Score, Seat, Table};

use crate::endgame::{Finisher, HANDS_OVER};
use crate::patterns::Patterns;
use crate::search::{Eval, Search, playing, solving};
use crate::{Foreseen, Move, Othello, Size};

/// The table of margins, as [`rows`] gives it.
const TABLE: &str = include_str!("../data/probcut.txt");

/// How many deviations beyond the window a shallow value must lie unless something else is said.
#[cfg(all(feature = "door", not(test)))]
pub(crate) const CERTAINTY: f64 = 1.5;

/// The champion's: where searches are deep and patterns foretell them, to leave out more is worth the errors.
#[cfg(all(feature = "door", not(test)))]
pub(crate) const CHAMPIONS: f64 = 1.1;

/// The deepest search that is predicted by itself; what lies deeper, by searches that were cut ([`deep_rows`]).
pub const DEEPEST: u32 = 11;

/// The deepest search whose margins were measured.
pub const MEASURED: u32 = 22;

/// Up to here margins are carried on from those ([`Margins::carried_on`]); what lies deeper goes by those of the deepest of its parity.
pub const DEEP: u32 = 32;

/// Squares of a phase: margins are measured for 13 to 24 empty squares, 25 to 36 and so on. With fewer nothing is cut.
const PHASE: u32 = 12;

/// Squares of a stage of the endings: margins of the end are measured for 13 to 16 empty squares, 17 to 20, 21 to 24; with more they
/// are those of the last.
const STAGE: u32 = 4;
/// Stages of the endings.
pub const STAGES: u32 = 3;

/// A search that sees the end is made five times: four times a shallow one may tell what the end will be, so many times as certain as
/// elsewhere, and then nothing may. Whoever plays may have to move before the last.
const PLAYING: [f64; 4] = [0.7, 1.3, 2.0, 2.7];
/// The same of whoever wants the last one's value, whatever it takes.
const SOLVING: [f64; 2] = [1.0, 2.0];

/// Values tell little where one side is so far ahead, in hundredths of a disc.
const FAR: i32 = 32 * 100;

/// What may be left out of a search of Othello: late moves' depth, and what Multi-ProbCut foretells.
#[derive(Clone, Debug)]
pub struct Cuts {
    late: LateMoves<Othello>,
    /// What is foretold of depths.
    depths: Margins,
    /// What is foretold of the end.
    ends: Vec<Margins>,
}

/// What may be left out of a search with the evaluator of this name: `discs`, `weighted`, `mobility` or `corners`.
/// `certainty`: None without Multi-ProbCut. On boards without margins nothing is cut either.
#[must_use]
pub fn selective(size: Size, late: LateMoves<Othello>, evaluator: &str, certainty: Option<f64>) -> Cuts {
    let depths =
        certainty.and_then(|certainty| Margins::read(TABLE, &format!("{evaluator}-{size}"), certainty));
    let ends = certainty
        .map_or_else(Vec::new, |certainty| ends(size, evaluator, PLAYING.map(|times| times * certainty)));
    let depths = depths.unwrap_or_default().carried_on(MEASURED as usize, DEEP as usize);
    Cuts { late, depths, ends }
}

/// What is foretold of the end, as certain as is said.
fn ends(size: Size, evaluator: &str, certainties: impl IntoIterator<Item = f64>) -> Vec<Margins> {
    let name = format!("{evaluator}-{size}-end");
    certainties.into_iter().filter_map(|certainty| Margins::read(TABLE, &name, certainty)).collect()
}

/// What a search to the end may leave out on its way.
#[must_use]
pub(crate) fn of_ends(size: Size) -> Cuts {
    let late = LateMoves { on: false, first: 1, from: 1, noisy: |_, _| false };
    Cuts { late, depths: Margins::default(), ends: ends(size, "patterns", SOLVING) }
}

impl Selectivity<Othello> for Cuts {
    #[inline]
    fn reduction(&self, position: &Othello, mv: Move, rank: usize, depth: i32) -> i32 {
        self.late.reduction(position, mv, rank, depth)
    }

    #[inline]
    fn prob_cuts(&self, position: &Othello, depth: i32) -> &[ProbCut] {
        self.of(position.empty().count_ones(), depth)
    }

    /// What is left out of the ends rests on values.
    fn stages(&self, _: &Othello, value: Score) -> u32 {
        if value.raw().abs() <= FAR { self.ends.len() as u32 } else { 0 }
    }
}

impl Cuts {
    /// What is foretold of a search of so many plies with so many squares empty.
    #[inline]
    pub(crate) fn of(&self, empty: u32, depth: i32) -> &[ProbCut] {
        if empty <= PHASE {
            return &[];
        }
        let beyond = depth - empty as i32;
        if beyond < 0 {
            let further = (depth - DEEP as i32).max(0);
            return self.depths.cuts(((empty - 1) / PHASE) as usize, depth - further - further % 2);
        }
        let stage = ((empty - PHASE - 1) / STAGE).min(STAGES - 1);
        self.ends.get(beyond as usize).map_or(&[], |end| end.cuts(stage as usize, END))
    }
}

/// The depth under which what is foretold of the end is kept.
const END: i32 = 0;

/// The table's rows of these of the [`STAGES`]: as [`rows`], and exact values beside those of depths 1 to `deepest`.
pub fn end_rows<E>(
    size: Size,
    name: &str,
    eval: &E,
    games: u64,
    deepest: u32,
    stages: Range<u32>,
) -> Vec<String>
where
    E: Clone + Into<Eval>,
{
    let search = searching(eval.clone().into());
    let exact = AlphaBeta { table: Some(Arc::new(Table::new(64))), ..solving(size) };
    let mut rows = Vec::new();
    for stage in stages {
        let least = PHASE + STAGE * stage + 1;
        let empties = least..=least + STAGE - 1;
        let lots = (0..games).map(|seed| Rng::derive(seed, u64::from(least)));
        let positions = lots.filter_map(|lots| sample(size, &search, lots, &empties));
        let values = positions.map(|position| {
            let end = exact.search(&position, &Limits::default()).value.raw();
            (values(&search, &position, deepest), f64::from(end))
        });
        let values: Vec<_> = values.collect();
        for shallow in 1..=deepest {
            let pairs: Vec<_> = values
                .iter()
                .filter_map(|(values, end)| Some((*values.get(shallow as usize)?, *end)))
                .collect();
            let row = format!("{name}-{size}-end {stage} {END} {shallow}");
            rows.extend(Fit::of(&pairs).map(|fit| format!("{row} {}", line(fit))));
        }
    }
    rows
}

/// A fit as the end of a row.
fn line(Fit { slope, offset, deviation, count }: Fit) -> String {
    format!("{slope:.3} {offset:.0} {deviation:.0} {count}")
}

/// A search whose values are those of one depth only, as if there were no table.
#[inline]
fn searching(eval: Eval) -> Search {
    let late = LateMoves { on: false, first: 1, from: 1, noisy: |_, _| false };
    playing(AlphaBeta {
        eval,
        rank: Foreseen(None),
        select: Cuts { late, depths: Margins::default(), ends: Vec::new() },
        probe: Finisher::off(),
        settings: Settings { reuse: Reuse::Equal, ..Settings::fast() },
        table: Some(Arc::new(Table::new(16))),
    })
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
    E: Clone + Into<Eval>,
{
    let search = searching(eval.clone().into());
    let phases = (size.squares() - 5) / PHASE as usize; // four squares are never empty
    let values = |position: &Othello, deepest| values(&search, position, deepest);
    let each = |phase| rows_of(values, &search, name, size, phase, games, 3..=deepest);
    (1..=phases).flat_map(each).collect()
}

/// The rows of learned weights on the board of 8x8 for depths that a search which leaves out nothing does not reach: values of
/// searches that are themselves cut, where that is `certainty` deviations sure.
#[must_use]
#[inline] // Compiled where it is called: this crate measures nothing.
pub fn deep_rows(games: u64, depths: RangeInclusive<u32>, certainty: f64) -> Vec<String> {
    let late = LateMoves { on: false, first: 1, from: 1, noisy: |_, _| false };
    let select = selective(Size::Eight, late, "patterns", Some(certainty));
    let eval = Patterns::learned(Size::Eight).expect("weights for this board");
    let probe = Finisher::new(HANDS_OVER, 100).seeing(select.clone(), eval);
    let (rank, table) = (Foreseen(Some(eval)), Some(Arc::new(Table::new(16))));
    let settings = Settings::fast();
    let search = playing(AlphaBeta { eval: eval.into(), rank, select, probe, settings, table });
    let values = |position: &Othello, deepest| {
        search.forget::<Othello>();
        values(&search, position, deepest)
    };
    let player = searching(eval.into());
    let each = |phase| rows_of(values, &player, "patterns", Size::Eight, phase, games, depths.clone());
    (1..=4).flat_map(each).collect()
}

/// The rows of a phase: values of `search`, in games that `player` plays.
#[inline]
fn rows_of(
    search: impl Fn(&Othello, u32) -> Vec<f64>,
    player: &Search,
    name: &str,
    size: Size,
    phase: usize,
    games: u64,
    depths: RangeInclusive<u32>,
) -> Vec<String> {
    let empties = PHASE * phase as u32 + 1..=PHASE * (phase as u32 + 1);
    let lots = (0..games).map(|seed| Rng::derive(seed, phase as u64));
    let positions = lots.filter_map(|lots| sample(size, player, lots, &empties));
    let values: Vec<Vec<f64>> = positions.map(|position| search(&position, *depths.end())).collect();
    let mut rows = Vec::new();
    for deep in depths {
        for shallow in predictors(deep) {
            let pair =
                |values: &Vec<f64>| Some((*values.get(shallow as usize)?, *values.get(deep as usize)?));
            let pairs: Vec<_> = values.iter().filter_map(pair).collect();
            let row = format!("{name}-{size} {phase} {deep} {shallow}");
            rows.extend(Fit::of(&pairs).map(|fit| format!("{row} {}", line(fit))));
        }
    }
    rows
}

/// A position with so many empty squares from the game of these lots, if the game gets there.
#[inline]
fn sample(size: Size, search: &Search, mut rng: Rng, empties: &RangeInclusive<u32>) -> Option<Othello> {
    let mut position = Othello::start_with(size, Seat::FIRST);
    let most = (*empties.end()).min(position.empty().count_ones());
    let wanted = most - rng.below(u64::from(most - empties.start() + 1)) as u32;
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
#[inline]
fn values(search: &Search, position: &Othello, deepest: u32) -> Vec<f64> {
    let mut values = vec![Score::ZERO];
    let listener = OnIteration(|iteration: &Iteration<Move>| values.push(iteration.value));
    search.search_with(position, &Limits::depth(deepest), listener);
    values.into_iter().take_while(|value| !value.is_proven()).map(|value| f64::from(value.raw())).collect()
}
