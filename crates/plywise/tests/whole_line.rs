//! What is solved is shown to the last move.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::toys::{Marks, TicTacToe};
use plywise::trace::Tell;
use plywise::{
    Agent, AlphaBeta, AlphaBetaAgent, FinalPoints, Game, Limits, Report, Rng, SearchLimits, Settings, Stop,
    Table, Turn, Value, WholeLine,
};

/// Positions of tic-tac-toe after so many random moves that are not over.
fn positions(plies: u32) -> impl Iterator<Item = TicTacToe> {
    (0..200).filter_map(move |seed| {
        let (mut rng, mut position, mut moves) = (Rng::new(seed), TicTacToe::default(), Vec::new());
        for _ in 0..plies {
            moves.clear();
            position.moves(&mut moves);
            position.play(*moves.get(rng.index(moves.len().max(1)))?);
        }
        Some(position).filter(|position| !position.is_over())
    })
}

#[test]
fn a_solved_line_goes_on_to_the_end_of_the_game() {
    let settings = Settings { table_from: 1, ..Settings::fast() };
    let search = AlphaBeta::new(&FinalPoints { limit: 1 } as Marks, settings, Some(Arc::new(Table::new(1))));
    let agent = AlphaBetaAgent::new(search, SearchLimits::default());
    let end = |position: &TicTacToe, report: &Report<u8, Value>| {
        let mut end = *position;
        report.line.iter().for_each(|&mv| end.play(mv));
        end
    };
    let mut short = 0;
    for position in positions(2).chain(positions(4)) {
        // The second time the table answers.
        let (mut cut, mut whole) = (agent.clone(), WholeLine(agent.clone()));
        let known = cut.choose(&position, &Limits::default());
        short += u32::from(!end(&position, &known).is_over());
        let report = whole.choose(&position, &Limits::default());
        assert_eq!((report.stopped, report.value), (Stop::Solved, known.value), "{position:?}");
        assert_eq!(report.best, report.line.first().copied());
        let end = end(&position, &report);
        assert!(end.is_over(), "{position:?}: {report:?}");
        let Turn::Seat(mover) = position.turn() else { unreachable!("no dice") };
        assert_eq!(report.value, Value::Points(f64::from(end.payoff(mover))), "{position:?}: {report:?}");
    }
    assert!(short > 10, "{short} lines were short before");
}

/// What is not solved is no more than that, and a limit holds for the whole.
#[test]
fn an_unsolved_line_stays_as_it_is() {
    let search = AlphaBeta::new(&FinalPoints { limit: 1 } as Marks, Settings::fast(), None);
    let mut agent = WholeLine(AlphaBetaAgent::new(search, SearchLimits::default()));
    let report = agent.choose(&TicTacToe::default(), &Limits::depth(3));
    assert_eq!((report.stopped, report.line.len()), (Stop::Depth, 3));
}

/// Solves, shows one move, and notes until when it had time.
struct Short(AlphaBetaAgent<Marks>, Vec<Option<Instant>>);

impl Agent<TicTacToe> for Short {
    fn choose_with_progress(
        &mut self,
        position: &TicTacToe,
        limits: &Limits,
        tell: &mut Tell<'_, u8>,
    ) -> Report<u8, Value> {
        self.1.push(limits.deadline);
        let mut report = self.0.choose_with_progress(position, limits, tell);
        report.line.truncate(1);
        report
    }
}

/// A solution that came just in time is shown to its end as well.
#[test]
fn the_deadline_is_that_of_the_solution() {
    let search = AlphaBeta::new(&FinalPoints { limit: 1 } as Marks, Settings::fast(), None);
    let mut agent = WholeLine(Short(AlphaBetaAgent::new(search, SearchLimits::default()), Vec::new()));
    let due = Instant::now() + Duration::from_secs(3600);
    let report = agent.choose(&TicTacToe::default(), &Limits { deadline: Some(due), ..Limits::default() });
    assert_eq!((report.stopped, report.line.len()), (Stop::Solved, 9));
    assert_eq!(agent.0.1, [vec![Some(due)], vec![None; 8]].concat());
}
