//! Endgames solved exactly, by the generic search alone and by the search with the finisher, side by side: the positions of
//! a file such as `data/othello/ffo.txt` (number, position, value with the empty squares the winner's), from a number to
//! another, or so many positions of 14 to 20 empty squares from games that anybody can make again.
//!
//! `endgames FILE FROM TO` · `endgames 80`, each with `finisher` or `generic` behind it to leave the other out, or with `print`
//! to solve nothing and print the positions, for another program.

use std::sync::Arc;
use std::time::Duration;

use cpu_time::ProcessTime;
use othello::endgame::Rule;
use othello::search::solving;
use othello::{FewestReplies, Mobility, Othello, Size};
use plywise::alphabeta::{Alike, AlphaBeta, FullWidth, NoProbe, Settings};
use plywise::{Either, FinalPoints, Game, Limits, Notation, Rng, Seat, Table};

/// A position, and its value where it is known.
#[derive(Clone)]
struct Problem {
    name: String,
    position: Othello,
    value: Option<i32>,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, or: u32| args.get(at).and_then(|arg| arg.parse().ok()).unwrap_or(or);
    let file = args.first().and_then(|path| std::fs::read_to_string(path).ok());
    let problems = match &file {
        Some(text) => read(text, number(1, 0), number(2, u32::MAX)),
        None => (0..u64::from(number(0, 80))).map(drawn).collect(),
    };
    let rule = if file.is_some() { Rule::WinnerTakesEmpties } else { Rule::Discs };
    let given = |word: &str| args.iter().any(|arg| arg == word);
    if given("print") {
        problems.iter().for_each(|problem| println!("{};", problem.position.position_text()));
        return;
    }
    println!("position  empties   value        nodes        s  M nodes/s");
    if !given("finisher") {
        // It counts discs: where squares stay empty its value may be another.
        let unvalued = |problem: &Problem| Problem { value: None, ..problem.clone() };
        run("generic", &problems.iter().map(unvalued).collect::<Vec<_>>(), || (), generic);
    }
    if !given("generic") {
        let search = AlphaBeta { table: Some(Arc::new(Table::new(64))), ..solving(Size::Eight) };
        let empty = || search.table.iter().for_each(|table| table.clear());
        run("finisher", &problems, empty, |position| {
            let report = search.search(&position.scored(rule), &Limits::default());
            (report.value.to_value(100).as_f64() as i32, report.nodes)
        });
    }
}

/// Solves all, each with an `empty` table, and says what each cost in processor time.
fn run(name: &str, problems: &[Problem], empty: impl Fn(), solve: impl Fn(&Othello) -> (i32, u64)) {
    let (mut nodes, mut time, mut sum) = (0, Duration::ZERO, 0);
    for problem in problems {
        empty();
        let begun = ProcessTime::now();
        let (value, entered) = solve(&problem.position);
        let took = begun.elapsed();
        let wrong = problem.value.is_some_and(|known| known != value);
        let remark = if wrong { "  WRONG" } else { "" };
        row(&problem.name, &problem.position.empty().count_ones().to_string(), value, entered, took, remark);
        (nodes, time, sum) = (nodes + entered, time + took, sum + value);
    }
    row(name, "all", sum, nodes, time, "");
}

fn row(name: &str, empties: &str, value: i32, nodes: u64, time: Duration, remark: &str) {
    let seconds = time.as_secs_f64();
    let rate = nodes as f64 / seconds / 1e6;
    println!("{name:>8} {empties:>8} {value:>7} {nodes:>12} {seconds:>8.3} {rate:>10.1}{remark}");
}

/// What solves and what plays, in one type: one search is compiled for both.
type Generic = AlphaBeta<Either<FinalPoints, Mobility>, Either<FewestReplies, Alike>>;

fn generic(position: &Othello) -> (i32, u64) {
    let search: Generic = AlphaBeta {
        eval: Either::Left(FinalPoints { limit: 64 }),
        rank: Either::Left(FewestReplies),
        select: FullWidth,
        probe: NoProbe,
        settings: Settings { order_from: 4, table_from: 5, deepen: false, ..Settings::fast() },
        table: Some(Arc::new(Table::new(64))),
    };
    let report = search.search(position, &Limits::default());
    (report.value.raw(), report.nodes)
}

fn read(text: &str, from: u32, to: u32) -> Vec<Problem> {
    let start = Othello::start_with(Size::Eight, Seat::FIRST);
    let problem = |line: &str| {
        let (name, rest) = line.split_once(' ')?;
        let (position, value) = rest.rsplit_once(' ')?;
        (from..=to).contains(&name.parse().ok()?).then_some(())?;
        let position = start.read_position(position).ok()?;
        Some(Problem { name: name.to_owned(), position, value: value.parse().ok() })
    };
    text.lines().filter_map(problem).collect()
}

/// A position from a game of which every fourth move is random, the others those of a search of two plies.
fn drawn(seed: u64) -> Problem {
    let empties = 14 + (seed % 7) as u32;
    let search: Generic = AlphaBeta {
        eval: Either::Right(Mobility),
        rank: Either::Right(Alike),
        select: FullWidth,
        probe: NoProbe,
        settings: Settings::fast(),
        table: None,
    };
    let mut moves = Vec::new();
    let position = (0..).find_map(|attempt| {
        let (mut position, mut rng) =
            (Othello::start_with(Size::Eight, Seat::FIRST), Rng::derive(seed, attempt));
        while position.empty().count_ones() > empties && !position.is_over() {
            moves.clear();
            position.moves(&mut moves);
            let random = moves[rng.index(moves.len())];
            let best = search.search(&position, &Limits::depth(2)).best;
            position.play(if rng.below(4) == 0 { random } else { best.unwrap_or(random) });
        }
        (!position.is_over()).then_some(position)
    });
    Problem { name: seed.to_string(), position: position.expect("some game gets there"), value: None }
}
