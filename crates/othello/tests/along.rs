//! A search whose evaluator follows the moves finds what one finds that looks at every board anew.

use std::sync::Arc;

use othello::patterns::Patterns;
use othello::{FewestReplies, Move, Othello, Size, probcut};
use plywise::alphabeta::{AlphaBeta, LateMoves, NoProbe, Settings, Windows};
use plywise::{Evaluate, Game, Limits, Rng, Score, Seat, Table};

/// The same weights, and nothing kept.
struct Anew(Patterns);

impl Evaluate<Othello> for Anew {
    fn evaluate(&self, position: &Othello, seat: Seat) -> Score {
        self.0.evaluate(position, seat)
    }

    fn bounds(&self) -> (Score, Score) {
        Evaluate::bounds(&self.0)
    }

    fn unit(&self) -> i32 {
        Evaluate::unit(&self.0)
    }

    fn finished(&self, position: &Othello, seat: Seat, ply: u32) -> Score {
        self.0.finished(position, seat, ply)
    }
}

fn positions() -> Vec<Othello> {
    let (mut rng, mut moves, mut all) = (Rng::new(26), Vec::new(), Vec::new());
    for plies in (2..50).step_by(4) {
        let mut position = Othello::start_with(Size::Eight, Seat::FIRST);
        for _ in 0..plies {
            moves.clear();
            position.moves(&mut moves);
            if !moves.is_empty() {
                position.play(moves[rng.index(moves.len())]);
            }
        }
        all.push(position);
    }
    all
}

/// A search by either of the two: its type does not tell which, so that it is compiled once.
fn by(
    eval: &dyn Evaluate<Othello>,
    certainty: Option<f64>,
    settings: Settings,
) -> AlphaBeta<&dyn Evaluate<Othello>, FewestReplies, probcut::Cuts> {
    let late =
        LateMoves { on: certainty.is_some(), first: 3, from: 3, noisy: |_: &Othello, mv: Move| mv.is_pass() };
    let select = probcut::selective(Size::Eight, late, "patterns", certainty);
    AlphaBeta { eval, rank: FewestReplies, select, probe: NoProbe, settings, table: None }
}

#[test]
fn what_is_kept_along_the_path_changes_neither_value_nor_work() {
    let kept = Patterns::learned(Size::Eight).unwrap();
    let anew = Anew(Patterns::learned(Size::Eight).unwrap());
    let search = |eval: &dyn Evaluate<Othello>, position: &Othello, settings: Settings| {
        let search = AlphaBeta { table: Some(Arc::new(Table::new(1))), ..by(eval, None, settings) };
        let report = search.search(position, &Limits::depth(5));
        (report.value, report.nodes)
    };
    for position in positions() {
        for windows in [Windows::Full, Windows::Principal, Windows::Memory] {
            let settings = Settings { windows, ..Settings::fast() };
            let anew = search(&anew, &position, settings);
            assert_eq!(search(&kept, &position, settings), anew, "{windows:?}");
            // Threads begin anew where they join.
            let together = Settings { threads: 3, split_from: 2, ..settings };
            assert_eq!(search(&kept, &position, together).0, anew.0, "{windows:?}");
        }
    }
}

#[test]
fn nor_where_lines_are_cut_by_a_guess() {
    let kept = Patterns::learned(Size::Eight).unwrap();
    let anew = Anew(Patterns::learned(Size::Eight).unwrap());
    for position in positions() {
        let search = |eval: &dyn Evaluate<Othello>| {
            let found = by(eval, Some(1.0), Settings::fast()).search(&position, &Limits::depth(7));
            (found.value, found.nodes, found.best)
        };
        assert_eq!(search(&kept), search(&anew));
    }
}
