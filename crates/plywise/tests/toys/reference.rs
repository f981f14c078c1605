//! What the searches of chance have to find, by definition, and trees to try them on.

use plywise::chance::Luck;
use plywise::{ChanceOptions, ChanceSearch, Evaluate, Game, Limits, Pruning, Report, Seat, Stochastic, Turn};

use super::dice::{DiceTree, DiceValue, Shape};

pub const PRUNINGS: [Pruning; 4] =
    [Pruning::Off, Pruning::Star1, Pruning::STAR2, Pruning::Star2 { probes: 2 }];

pub fn options(pruning: Pruning) -> ChanceOptions {
    ChanceOptions { pruning, ..ChanceOptions::default() }
}

pub fn search(tree: &DiceTree, eval: DiceValue, options: ChanceOptions, depth: u32) -> Report<u8, f64> {
    ChanceSearch::new(eval, options).search(tree, &Limits::depth(depth))
}

/// Searches with a memory. To empty it takes less than to map another, whose pages the system hands out one by one.
#[derive(Default)]
pub struct Remembering(Vec<ChanceSearch<DiceTree, DiceValue>>);

impl Remembering {
    /// One that knows nothing yet.
    pub fn empty(
        &mut self,
        eval: DiceValue,
        options: ChanceOptions,
    ) -> &mut ChanceSearch<DiceTree, DiceValue> {
        let known = self.0.iter().position(|search| (*search.eval(), *search.options()) == (eval, options));
        let at = known.unwrap_or_else(|| {
            self.0.push(ChanceSearch::new(eval, options).with_memory(1));
            self.0.len() - 1
        });
        self.0[at].forget();
        &mut self.0[at]
    }

    /// The report of one that knows nothing yet.
    pub fn search(
        &mut self,
        tree: &DiceTree,
        eval: DiceValue,
        options: ChanceOptions,
        depth: u32,
    ) -> Report<u8, f64> {
        self.empty(eval, options).search(tree, &Limits::depth(depth))
    }
}

/// Trees of many shapes.
pub fn shapes(seeds: std::ops::Range<u64>) -> impl Iterator<Item = Shape> {
    seeds.flat_map(|seed| {
        [1, 2].into_iter().flat_map(move |seats| {
            let regular = Shape::regular(seed, seats, 3, 3, 6);
            [
                regular,
                Shape { even: true, faces: 4, drifting: false, ..regular },
                Shape { ragged: true, branching: 4, faces: 5, height: 8, ..regular },
                Shape { ragged: true, drifting: false, even: true, faces: 2, height: 8, ..regular },
                Shape { transposing: true, height: 7, ..regular },
                Shape { branching: 1, faces: 1, height: 9, drifting: false, ..regular },
            ]
        })
    })
}

/// The definitions, one by one: what a search under `options` has to find. The seat `root` maximises.
pub fn reference<E: Evaluate<DiceTree>>(
    tree: &DiceTree,
    eval: &E,
    options: &ChanceOptions,
    root: Seat,
    (depth, probability, ply): (u32, f64, u32),
) -> f64 {
    if tree.is_over() {
        return f64::from(eval.finished(tree, root, ply).raw());
    }
    let after = |mv: u8, depth, probability| {
        let mut child = *tree;
        child.play(mv);
        reference(&child, eval, options, root, (depth, probability, ply + 1))
    };
    match tree.turn() {
        Turn::Chance => {
            let mut outcomes = Vec::new();
            tree.outcomes(&mut outcomes);
            outcomes.sort_by(|a, b| b.1.total_cmp(&a.1)); // stable: equals as listed
            outcomes.truncate(options.outcomes);
            let whole: f64 = outcomes.iter().map(|o| o.1).sum();
            let values =
                outcomes.iter().map(|&(mv, p)| (p / whole, after(mv, depth, probability * p / whole)));
            match options.luck {
                Luck::Mean => values.map(|(p, value)| p * value).sum(),
                Luck::Adversary => values.map(|v| v.1).fold(f64::INFINITY, f64::min),
            }
        }
        Turn::Seat(_) if depth == 0 || probability < options.cutoff => {
            f64::from(eval.evaluate(tree, root).raw())
        }
        Turn::Seat(seat) => {
            let mut moves = Vec::new();
            tree.moves(&mut moves);
            let sign = if seat == root { 1.0 } else { -1.0 };
            let value = |mv, factor: f64| sign * after(mv, depth - 1, probability * factor);
            if options.reduction == 1.0 || options.cutoff == 0.0 || ply == 0 || moves.len() == 1 {
                return sign * moves.into_iter().map(|mv| value(mv, 1.0)).fold(f64::NEG_INFINITY, f64::max);
            }
            let mut tried: Vec<_> = moves.into_iter().map(|mv| (value(mv, options.reduction), mv)).collect();
            tried.sort_by(|a, b| b.0.total_cmp(&a.0)); // stable: equals as listed
            let mut best = f64::NEG_INFINITY;
            for (promise, mv) in tried {
                if promise > best {
                    best = best.max(value(mv, 1.0));
                }
            }
            sign * best
        }
    }
}

pub fn root_seat(tree: &DiceTree) -> Seat {
    match tree.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance => Seat::FIRST,
    }
}

/// Equal up to rounding: sums may be taken in another order.
#[track_caller]
pub fn assert_close(a: f64, b: f64, place: &str) {
    assert!((a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(500.0), "{a} is not {b}: {place}");
}

/// The report's value is the reference's, and its move has that value.
#[track_caller]
pub fn assert_answers<E: Evaluate<DiceTree>>(
    report: &Report<u8, f64>,
    tree: &DiceTree,
    eval: &E,
    options: &ChanceOptions,
    depth: u32,
    place: &str,
) {
    let root = root_seat(tree);
    assert_close(report.value, reference(tree, eval, options, root, (depth, 1.0, 0)), place);
    if let (Some(best), Turn::Seat(_)) = (report.best, tree.turn()) {
        let mut child = *tree;
        child.play(best);
        assert_close(
            report.value,
            reference(&child, eval, options, root, (depth - 1, 1.0, 1)),
            &format!("the move's value, {place}"),
        );
    }
}
