//! What each idea of the search buys: `cargo run --release -p plywise-games --features measure --example features -- [GAME [DEPTH
//! [ROUNDS]]]`, where GAME is othello6, othello or checkers.
//!
//! Each row switches on one idea more than the row above it, up to principal variation search; the rows after that change one thing in that
//! one. All rows search the same positions to the same depth; a row's time is the fastest of so many rounds in which all
//! take turns, since whatever else the machine does only adds to it. Ordering never changes a value, but of moves of
//! equal value it decides which one is found: how often that is another than the plain search's is said. A table that may
//! answer from a deeper search changes values, too, and quiescence changes what the depth means.

use std::sync::Arc;
use std::time::Duration;

use checkers::Checkers;
use checkers::databases::{Endgames, Informed};
use checkers::search::Eval;
use othello::Othello;
use othello::endgame::Finisher;
use othello::search::playing;
use plywise::alphabeta::{Alike, LateMoves, Ordering, Reuse, Settings, Windows};
use plywise::{AlphaBeta, Either, Game, Limits, Report, Rng, Score, Seat, Table};

/// One row: its name, its settings, and whether it has a table.
type Row = (&'static str, Settings, bool);

fn rows(quiescence: bool) -> Vec<Row> {
    let plain = Settings::default();
    let ordered = Settings { order: Ordering::Static, order_from: 2, ..plain };
    let learned = Settings { order: Ordering::Dynamic, ..ordered };
    let table = Settings { reuse: Reuse::Deeper, table_from: 2, ..learned };
    let deeper = Settings { deepen: true, ..table };
    let principal = Settings { windows: Windows::Principal, ..deeper };
    let two = Settings { threads: 2, ..principal };
    let mut rows = vec![
        ("plain", plain, false),
        ("+ static order", ordered, false),
        ("+ dynamic order instead", learned, false),
        ("+ table, 16 MiB", table, true),
        ("+ deepening", deeper, true),
        ("+ principal variation", principal, true),
        ("+ two threads", two, true),
        ("MTD(f) instead", Settings { windows: Windows::Memory, ..deeper }, true),
    ];
    if quiescence {
        rows.push(("+ quiescence", Settings { quiescence: 20, ..principal }, true));
    }
    rows
}

/// What one row did on all positions.
struct Run<M> {
    nodes: u64,
    time: Duration,
    /// Value and move, position by position.
    answers: Vec<(Score, Option<M>)>,
}

impl<M: PartialEq> Run<M> {
    /// Positions that another run values differently, and those of equal value where it plays another move.
    fn differs_from(&self, other: &Self) -> (usize, usize) {
        let pairs = || self.answers.iter().zip(&other.answers);
        let values = pairs().filter(|(a, b)| a.0 != b.0).count();
        (values, pairs().filter(|(a, b)| a.0 == b.0 && a.1 != b.1).count())
    }
}

/// A search with these settings and this table. Of the type of the game's agents: another search would be compiled.
type Searching<'a, G> = &'a dyn Fn(&G, Settings, Option<Arc<Table>>) -> Report<<G as Game>::Move, Score>;

fn run<G: Game>(positions: &[G], search: Searching<G>, row: &Row) -> Run<G::Move> {
    let mut run = Run { nodes: 0, time: Duration::ZERO, answers: Vec::new() };
    for position in positions {
        let table = row.2.then(|| Arc::new(Table::new(16)));
        let report = search(position, row.1, table);
        run.nodes += report.nodes;
        run.time += report.elapsed;
        run.answers.push((report.value, report.best));
    }
    run
}

fn ladder<G: Game>(name: &str, start: &G, search: Searching<G>, rows: &[Row], depth: u32, rounds: u32) {
    let positions = positions(start);
    let all = || rows.iter().map(|row| run(&positions, search, row));
    let mut best: Vec<_> = all().collect();
    for _ in 1..rounds {
        for (best, run) in best.iter_mut().zip(all()) {
            if run.time < best.time {
                *best = run;
            }
        }
    }
    println!("{name}: {} positions to depth {depth}, the fastest of {rounds} rounds", positions.len());
    let time = |row: usize| best[row].time.as_secs_f64();
    let exact = rows.iter().position(|row| row.1.threads > 1).unwrap_or(rows.len()) - 1;
    for (i, (row, run)) in rows.iter().zip(&best).enumerate() {
        // Up to the exact search on one thread each row adds an idea; what follows is compared with that one.
        let before = if i > exact { exact } else { i.saturating_sub(1) };
        println!(
            "{:<24} {:>10} nodes {:>8.1} ms {:>6.2} M nodes/s {:>6.2} x as fast as {:<24} {:>7.2} x as plain; of plain's \
             values {} differ, of its moves among equals {}",
            row.0,
            run.nodes,
            time(i) * 1e3,
            run.nodes as f64 / time(i) / 1e6,
            time(before) / time(i),
            rows[before].0,
            time(0) / time(i),
            run.differs_from(&best[0]).0,
            run.differs_from(&best[0]).1,
        );
    }
}

/// Positions of random games, ten to twenty-five plies in.
fn positions<G: Game>(start: &G) -> Vec<G> {
    let reached = (0..16).filter_map(|seed| {
        let (mut position, mut rng) = (start.clone(), Rng::new(seed));
        for _ in 0..10 + seed {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            position.play(*moves.get(rng.index(moves.len().max(1)))?);
        }
        (!position.is_over()).then_some(position)
    });
    reached.collect()
}

fn main() -> Result<(), String> {
    let usage = "features [othello6|othello|checkers [DEPTH [ROUNDS]]]";
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| args.get(i).map(|text| text.parse::<u32>().map_err(|_| usage)).transpose();
    let (depth, rounds) = (number(1)?, number(2)?.unwrap_or(3).max(1));
    let names = ["othello6", "othello", "checkers"];
    let games = match args.first() {
        Some(game) if names.contains(&game.as_str()) => vec![game.as_str()],
        Some(_) => return Err(usage.into()),
        None => names.to_vec(),
    };
    for game in games {
        match game {
            "checkers" => {
                let start = checkers::start(&checkers::Options::default(), 0);
                let depth = depth.unwrap_or(9);
                ladder(game, &start, &checkers(depth), &rows(true), depth, rounds);
            }
            "othello" => othello(othello::Size::Eight, game, depth.unwrap_or(7), rounds),
            _ => othello(othello::Size::Six, game, depth.unwrap_or(8), rounds),
        }
    }
    Ok(())
}

fn othello(size: othello::Size, name: &str, depth: u32, rounds: u32) {
    let start = Othello::start_with(size, Seat::FIRST);
    let search = |position: &Othello, settings, table| {
        let late = LateMoves { on: false, first: 1, from: 1, noisy: |_: &Othello, _| false };
        let (eval, rank, probe) = (othello::Mobility.into(), othello::Foreseen(None), Finisher::off());
        let select = othello::probcut::selective(size, late, "mobility", None);
        playing(AlphaBeta { eval, rank, select, probe, settings, table })
            .search(position, &Limits::depth(depth))
    };
    ladder(name, &start, &search, &rows(false), depth, rounds);
}

fn checkers(depth: u32) -> impl Fn(&Checkers, Settings, Option<Arc<Table>>) -> Report<checkers::Move, Score> {
    move |position, settings, table| {
        let (eval, probe): (Eval, _) = (Either::Right(Either::Left(checkers::Positional)), Endgames(None));
        let eval = Informed { eval, endgames: probe.clone() };
        let (rank, select) = (Alike, checkers::selective(false, None));
        AlphaBeta { eval, rank, select, probe, settings, table }.search(position, &Limits::depth(depth))
    }
}
