//! The line of a solved position gives nothing away and ends where the game does.

use std::sync::Arc;

use othello::{Discs, Othello, Size, endgame::solver};
use plywise::alphabeta::{AlphaBeta, Settings};
use plywise::{
    Agent, AlphaBetaAgent, FinalPoints, Game, Limits, Rng, SearchLimits, Seat, Stop, Table, WholeLine,
    minimax,
};

/// What a position is worth with best play, in discs for Black.
fn worth(position: &Othello) -> i32 {
    let found = minimax(position, &FinalPoints { limit: 16 }, &Limits::default()).value.raw();
    if position.turn() == plywise::Turn::Seat(Seat::FIRST) { found } else { -found }
}

/// Values of one game after another are found through a table that holds moves, too, which were only tried first.
#[test]
fn no_move_of_a_solved_line_changes_the_value() {
    let table = || Some(Arc::new(Table::new(1)));
    let general = AlphaBeta::new(Discs, Settings { table_from: 1, ..Settings::fast() }, table());
    let own = AlphaBeta { table: table(), ..solver(Size::Four) };
    let mut agents: [Box<dyn Agent<Othello>>; 2] = [
        Box::new(WholeLine(AlphaBetaAgent::new(general, SearchLimits::default()))),
        Box::new(WholeLine(AlphaBetaAgent::new(own, SearchLimits::default()))),
    ];
    let (mut rng, mut moves) = (Rng::new(4), Vec::new());
    for _ in 0..40 {
        let mut start = Othello::start_with(Size::Four, Seat::FIRST);
        for _ in 0..4 {
            moves.clear();
            start.moves(&mut moves);
            if !moves.is_empty() {
                start.play(moves[rng.index(moves.len())]);
            }
        }
        if start.is_over() {
            continue;
        }
        let value = worth(&start);
        for agent in &mut agents {
            let report = agent.choose(&start, &Limits::default());
            assert_eq!(report.stopped, Stop::Solved);
            let mut position = start;
            for &mv in &report.line {
                position.play(mv);
                let now = if position.is_over() { position.payoff(Seat::FIRST) } else { worth(&position) };
                assert_eq!(now, value, "{start:?}: {report:?}");
            }
            assert!(position.is_over(), "{start:?}: {report:?}");
        }
    }
}
