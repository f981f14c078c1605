//! Fits the weights of [`Positional`] to games.
//!
//! ```sh
//! cargo run --release -p plywise-checkers --example weights -- play 2500 1 rows.txt   # games, seed, file; some minutes
//! cargo run --release -p plywise-checkers --example weights -- fit rows.txt           # prints the weights
//! ```
//!
//! Positions come from games of the search against itself at 2,000 nodes a move, after seven random plies that leave the
//! game about level; only settled ones are kept, where neither side could capture. Each is labelled with the mean of the game's
//! result and of what the search thought of it. The fit is logistic regression: Buro 1995, "Statistical feature
//! combination for the evaluation of game positions".

use std::fmt::Write;
use std::sync::Arc;

use checkers::{Board, Checkers, Options, Positional, start};
use plywise::alphabeta::{Alike, AlphaBeta, Settings};
use plywise::{Game, Limits, Rng, Seat, Table, Turn};

/// What is counted, and the pieces on the board.
const COLUMNS: usize = Positional::TERMS + 1;
/// Hundredths of a man that make 73 % of the points out of 50.
const SCALE: f64 = 110.0;

type Search = AlphaBeta<Positional, Alike>;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["play", games, seed, file] => {
            let number = |text: &str| text.parse::<u64>().expect("a number");
            std::fs::write(file, play(number(games), number(seed))).expect("a file that can be written");
        }
        ["fit", files @ ..] if !files.is_empty() => fit(&read(files)),
        _ => eprintln!("weights play GAMES SEED FILE, or weights fit FILE…"),
    }
}

/// A line for each settled position: the game's result and the search's value for the first seat, then the counts.
fn play(games: u64, seed: u64) -> String {
    let settings = Settings { quiescence: 12, ..Settings::fast() };
    let search = AlphaBeta::new(Positional, settings, Some(Arc::new(Table::new(4))));
    let mut text = String::new();
    for game in 0..games {
        let mut rng = Rng::derive(seed, game);
        let Some(opening) = opening(&search, &mut rng) else { continue };
        let (result, rows) = one_game(&search, opening, &mut rng);
        for (value, counts) in rows {
            let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
            writeln!(text, "{result} {value} {}", counts.join(" ")).expect("text has room");
        }
    }
    text
}

/// Seven random plies, if a deeper search finds them level.
fn opening(search: &Search, rng: &mut Rng) -> Option<Checkers> {
    let (mut position, mut moves) = (start(&Options::default(), 0), Vec::new());
    for _ in 0..7 {
        moves.clear();
        position.moves(&mut moves);
        position.play(*moves.get(rng.index(moves.len().max(1)))?);
    }
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    (!position.is_over() && search.search(&position, &limits).value.raw().abs() <= 120).then_some(position)
}

/// A position's value for the first seat, and its counts.
type Row = (i32, Vec<i32>);

/// The result for the first seat, and the settled positions on the way. What is decided or level for long is not played out.
fn one_game(search: &Search, mut position: Checkers, rng: &mut Rng) -> (i32, Vec<Row>) {
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let (mut rows, mut moves) = (Vec::new(), Vec::new());
    let (mut level, mut sure) = (0, 0i32);
    for ply in 0.. {
        let Turn::Seat(seat) = position.turn() else { unreachable!("nothing is drawn by lot") };
        if position.is_over() {
            return (position.payoff(Seat::FIRST), rows);
        }
        moves.clear();
        position.moves(&mut moves);
        let report = search.search(&position, &limits);
        let value = report.value.raw() * if seat == Seat::FIRST { 1 } else { -1 };
        sure = match value {
            501.. => sure.max(0) + 1,
            ..-500 => sure.min(0) - 1,
            _ => 0,
        };
        level = if value.abs() < 30 { level + 1 } else { 0 };
        if sure.abs() >= 6 {
            return (sure.signum(), rows);
        }
        if ply > 150 || ply > 70 && level > 14 {
            return (0, rows);
        }
        if position.board().jumpers().is_empty() && !is_threatened(position.board()) {
            rows.push((value.clamp(-3000, 3000), counts(position.board())));
        }
        let drawn = rng.below(40) == 0 && ply < 30;
        let chosen = report.best.filter(|_| !drawn);
        position.play(chosen.unwrap_or_else(|| moves[rng.index(moves.len())]));
    }
    unreachable!("a game ends")
}

/// Whether the side that is not to move could capture if it were.
fn is_threatened(board: &Board) -> bool {
    let pieces = [Seat::FIRST, Seat::SECOND].map(|seat| board.pieces(seat));
    let kings = board.kings(Seat::FIRST) | board.kings(Seat::SECOND);
    let passed = Board::new(pieces, kings, board.to_move().other());
    passed.is_ok_and(|board| !board.jumpers().is_empty())
}

fn counts(board: &Board) -> Vec<i32> {
    let mut all = Positional::differences(board, Seat::FIRST).to_vec();
    all.push(32 - board.empty().len() as i32);
    all
}

fn sigmoid(value: f64) -> f64 {
    1.0 / (1.0 + (-value / SCALE).exp())
}

/// Of each line the counts, those of a full board before those of an empty one, and the wanted share of the points.
fn read(files: &[&str]) -> Vec<(Vec<f64>, f64)> {
    let texts = files.iter().map(|file| std::fs::read_to_string(file).expect("a file that can be read"));
    let mut rows = Vec::new();
    for text in texts {
        for line in text.lines() {
            let numbers: Vec<f64> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
            let [result, value, counts @ ..] = numbers.as_slice() else { continue };
            let Some((pieces, counts)) = counts.split_last().filter(|_| counts.len() == COLUMNS) else {
                continue;
            };
            let full = pieces / 24.0;
            let halves = counts.iter().flat_map(|count| [count * full, count * (1.0 - full)]);
            rows.push((halves.collect(), ((result + 1.0) / 2.0 + sigmoid(*value)) / 2.0));
        }
    }
    rows
}

/// Least squares of the points, by Adam (Kingma & Ba 2015).
fn fit(rows: &[(Vec<f64>, f64)]) {
    let size = 2 * Positional::TERMS;
    let (mut weights, mut mean, mut square) = (vec![0.0; size], vec![0.0; size], vec![0.0; size]);
    for step in 1..=1500 {
        let (mut slope, mut loss) = (vec![0.0; size], 0.0);
        for (counts, wanted) in rows {
            let found = sigmoid(counts.iter().zip(&weights).map(|(count, weight)| count * weight).sum());
            loss += (found - wanted).powi(2);
            slope.iter_mut().zip(counts).for_each(|(slope, count)| *slope += (found - wanted) * count);
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
    for (pair, part) in weights.chunks(2).zip(Positional::components(&Board::start(), Seat::FIRST)) {
        println!("    ({:?}, [{:.0}, {:.0}]),", part.name, pair[0], pair[1]);
    }
}
