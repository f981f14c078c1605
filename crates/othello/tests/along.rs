//! A search whose evaluator follows the moves finds what one finds that looks at every board anew.

use std::sync::Arc;

use othello::patterns::Patterns;
use othello::{FewestReplies, Othello, Size, probcut};
use plywise::alphabeta::{AlphaBeta, FullWidth, LateMoves, NoProbe, Settings, Windows};
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

fn search<E: Evaluate<Othello>>(eval: E, position: &Othello, settings: Settings) -> (Score, u64) {
    let table = Some(Arc::new(Table::new(1)));
    let search = AlphaBeta { eval, rank: FewestReplies, select: FullWidth, probe: NoProbe, settings, table };
    let report = search.search(position, &Limits::depth(5));
    (report.value, report.nodes)
}

#[test]
fn what_is_kept_along_the_path_changes_neither_value_nor_work() {
    for position in positions() {
        for windows in [Windows::Full, Windows::Principal, Windows::Memory] {
            let settings = Settings { windows, ..Settings::fast() };
            let anew = search(Anew(Patterns::learned(Size::Eight).unwrap()), &position, settings);
            assert_eq!(
                search(Patterns::learned(Size::Eight).unwrap(), &position, settings),
                anew,
                "{windows:?}"
            );
            // Threads begin anew where they join.
            let together = Settings { threads: 3, split_from: 2, ..settings };
            assert_eq!(
                search(Patterns::learned(Size::Eight).unwrap(), &position, together).0,
                anew.0,
                "{windows:?}"
            );
        }
    }
}

#[test]
fn nor_where_lines_are_cut_by_a_guess() {
    for position in positions() {
        let late = LateMoves { on: true, first: 3, from: 3, noisy: |_: &Othello, mv| mv.is_pass() };
        let select = probcut::selective(Size::Eight, late, "patterns", Some(1.0));
        let settings = Settings::fast();
        let limits = Limits::depth(7);
        let (rank, probe) = (FewestReplies, NoProbe);
        let kept = AlphaBeta {
            eval: Patterns::learned(Size::Eight).unwrap(),
            rank,
            select: select.clone(),
            probe,
            settings,
            table: None,
        };
        let anew = AlphaBeta {
            eval: Anew(Patterns::learned(Size::Eight).unwrap()),
            rank,
            select,
            probe,
            settings,
            table: None,
        };
        let (kept, anew) = (kept.search(&position, &limits), anew.search(&position, &limits));
        assert_eq!((kept.value, kept.nodes, kept.best), (anew.value, anew.nodes, anew.best));
    }
}
