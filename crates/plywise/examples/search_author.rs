//! For who writes a search: it says what it needs of a game, heeds limits, reports, and is held to the oracle.
//! `cargo run --release -p plywise --example search_author`

#[path = "game_author.rs"]
#[allow(dead_code)] // a program of its own, of which only the game is wanted
mod game_author;

use game_author::Fifteen;
use plywise::{Evaluate, Limits, Meter, Score, Stop, Turn, TwoPlayer, Unknown, minimax};

/// Alpha-beta as negamax (Knuth & Moore 1975, F2): the value for the seat to move, exact between `alpha` and `beta`, and
/// the best move. None once the limits say stop.
fn negamax<G: TwoPlayer, E: Evaluate<G>>(
    (position, eval): (&G, &E),
    (depth, ply): (u32, u32),
    (mut alpha, beta): (Score, Score),
    meter: &mut Meter,
) -> Option<(Score, Option<G::Move>)> {
    if !meter.enter() {
        return None;
    }
    let Turn::Seat(seat) = position.turn() else { unreachable!("a two-player game has no dice") };
    let mut moves = Vec::new();
    position.moves(&mut moves);
    if moves.is_empty() || depth == 0 {
        let over = moves.is_empty();
        let value = if over { eval.finished(position, seat, ply) } else { eval.evaluate(position, seat) };
        return Some((value, None));
    }
    let mut best = (-Score::INFINITY, None);
    for mv in moves {
        let mut child = position.clone();
        child.play(mv);
        let value = -negamax((&child, eval), (depth - 1, ply + 1), (-beta, -alpha), meter)?.0;
        if value > best.0 {
            best = (value, Some(mv));
            alpha = alpha.max(value);
        }
        if alpha >= beta {
            break;
        }
    }
    Some(best)
}

pub(crate) fn main() {
    let (start, window) = (Fifteen::default(), (-Score::INFINITY, Score::INFINITY));
    for depth in 1..=6 {
        let oracle = minimax(&start, &Unknown, &Limits::depth(depth));
        let mut meter = Meter::new(&Limits::depth(depth));
        let found = negamax((&start, &Unknown), (depth, 0), window, &mut meter);
        assert_eq!(found, Some((oracle.value, oracle.best)));
        println!("depth {depth}: {} positions instead of {}", meter.nodes(), oracle.nodes);
    }
    let mut hurried = Meter::new(&Limits { nodes: Some(100), ..Limits::default() });
    assert_eq!(negamax((&start, &Unknown), (9, 0), window, &mut hurried), None);
    assert_eq!((hurried.nodes(), hurried.stopped()), (100, Some(Stop::Nodes)));
}
