//! Fits the weights of [`Positional`] to games.
//!
//! ```sh
//! plywise train checkers --games 10000 --seed 9 --threads 1 --state nine.games --out nine.net      # the champion plays
//! cargo run --release -p plywise-checkers --features measure --example weights -- nine.games                          # prints the weights
//! ```
//!
//! Positions are the settled ones of those games, each labelled with the mean of the game's result and of what the champion's search
//! thought of it. The fit is logistic regression: Buro 1995, "Statistical feature combination for the evaluation of game positions".

use std::path::Path;

use checkers::{Board, Options, Positional, patterns, start};
use plywise::{Evaluate, Game, Seat, Turn};

/// Hundredths of a man that make 73 % of the points out of 50.
const SCALE: f64 = 110.0;
/// Positions in a row that are learned from or, one stretch of twenty, kept back: neighbours belong to one game.
const STRETCH: usize = 1_000;

/// The counts, those of a full board before those of an empty one, and the wanted share of the points.
type Row = (Vec<f64>, f64);

fn main() {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        eprintln!("weights FILE…: files of games of plywise train checkers");
        return;
    }
    let (mut learned, mut kept) = (Vec::new(), Vec::new());
    let (mut now, mut error_now, mut at) = (Vec::new(), 0.0, 0);
    for file in &files {
        let start = start(&Options::default(), 0);
        for sample in learn::samples(&start, Path::new(file), |_| None).expect("a file of games") {
            let Turn::Seat(mover) = sample.position.turn() else { unreachable!("nothing is drawn by lot") };
            let thought = sigmoid(f64::from(sample.value));
            let result = sample.result.map_or(thought, |result| (f64::from(result) + 1.0) / 2.0);
            let wanted = (result + thought) / 2.0;
            let row = (counts(sample.position.board(), mover), wanted);
            let value_now = f64::from(Positional.evaluate(&sample.position, mover).raw());
            if at / STRETCH % 20 == 19 {
                error_now += (sigmoid(value_now) - wanted).powi(2);
                kept.push(row);
            } else {
                learned.push(row);
                now.push(value_now);
            }
            at += 1;
        }
    }
    let weights = fit(&learned);
    let error = kept.iter().map(|row| (found(row, &weights) - row.1).powi(2)).sum::<f64>();
    let of = kept.len().max(1) as f64;
    eprintln!(
        "{} positions kept back: error {:.6}, by the weights of today {:.6}",
        kept.len(),
        error / of,
        error_now / of
    );
    // Margins of the search are in men: a value shall go as far as one of today.
    let found: Vec<f64> = learned.iter().map(|row| value(row, &weights)).collect();
    let product = |left: &[f64], right: &[f64]| left.iter().zip(right).map(|(l, r)| l * r).sum::<f64>();
    let scale = product(&now, &found) / product(&found, &found);
    for (pair, part) in weights.chunks(2).zip(Positional::components(&Board::start(), Seat::FIRST)) {
        println!("    ({:?}, [{:.0}, {:.0}]),", part.name, scale * pair[0], scale * pair[1]);
    }
}

fn counts(board: &Board, mover: Seat) -> Vec<f64> {
    let full = f64::from(patterns::pieces(board)) / 24.0;
    let counts = Positional::differences(board, mover).map(f64::from);
    counts.iter().flat_map(|count| [count * full, count * (1.0 - full)]).collect()
}

fn sigmoid(value: f64) -> f64 {
    1.0 / (1.0 + (-value / SCALE).exp())
}

fn value((counts, _): &Row, weights: &[f64]) -> f64 {
    counts.iter().zip(weights).map(|(count, weight)| count * weight).sum()
}

fn found(row: &Row, weights: &[f64]) -> f64 {
    sigmoid(value(row, weights))
}

/// Least squares of the points, by Adam (Kingma & Ba 2015).
fn fit(rows: &[Row]) -> Vec<f64> {
    let size = 2 * Positional::TERMS;
    let (mut weights, mut mean, mut square) = (vec![0.0; size], vec![0.0; size], vec![0.0; size]);
    for step in 1..=1500 {
        let (mut slope, mut loss) = (vec![0.0; size], 0.0);
        for row in rows {
            let found = found(row, &weights);
            loss += (found - row.1).powi(2);
            slope.iter_mut().zip(&row.0).for_each(|(slope, count)| *slope += (found - row.1) * count);
        }
        let rate = if step < 1000 { 1.0 } else { 0.2 };
        for at in 0..size {
            let slope = slope[at] / rows.len() as f64 + 1e-6 * weights[at];
            mean[at] = 0.9 * mean[at] + 0.1 * slope;
            square[at] = 0.999 * square[at] + 0.001 * slope * slope;
            let (mean, square) =
                (mean[at] / (1.0 - 0.9f64.powi(step)), square[at] / (1.0 - 0.999f64.powi(step)));
            weights[at] -= rate * mean / (square.sqrt() + 1e-9);
        }
        if step % 100 == 0 {
            eprintln!("step {step} of 1500: {} positions, error {:.6}", rows.len(), loss / rows.len() as f64);
        }
    }
    weights
}
