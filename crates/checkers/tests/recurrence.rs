//! Positions that come back in a search: a draw at once, and nothing that rests on the way there is called solved.

use std::sync::Arc;

use checkers::databases::Endgames;
use checkers::{Checkers, Options, start};
use plywise::alphabeta::Settings;
use plywise::table::Bound;
use plywise::{Exhaustion, Game, Keyed, Limits, Notation, Rng, Score, Seat, Table};

use crate::search::of_material;

fn game(position: &str) -> Checkers {
    start(&Options::default(), 0).read_position(position).unwrap()
}

fn play(game: &mut Checkers, moves: &[&str]) {
    for mv in moves {
        game.play(game.read_move(mv).unwrap());
    }
}

/// A king against two: behind, but with a position of before to go back to.
fn a_loop_to_close() -> Checkers {
    let mut game = game("W:WK1,K3:BK32");
    play(&mut game, &["1-5", "32-28", "5-1"]);
    game
}

#[test]
fn who_is_behind_goes_back_to_where_the_game_has_been() {
    let search = |recurrence| {
        let settings = Settings { recurrence, ..Settings::fast() };
        let report =
            of_material(Endgames::default(), settings, None).search(&a_loop_to_close(), &Limits::depth(2));
        (report.best.map(|mv| mv.to_string()), report.value)
    };
    assert_eq!(search(true), (Some("28-32".into()), Score::ZERO));
    assert_eq!(search(false).1, Score::heuristic(-150), "only the third time is a draw by the rules");
    // Nobody goes back where nothing came before.
    let fresh = game("B:WK1,K3:BK28");
    let report = of_material(Endgames::default(), Settings::fast(), None).search(&fresh, &Limits::depth(2));
    assert_eq!(report.value, Score::heuristic(-150));
}

#[test]
fn on_any_number_of_threads_the_value_is_the_same() {
    for threads in [1, 3] {
        let settings = Settings { threads, split_from: 2, ..Settings::fast() };
        let table = Some(Arc::new(Table::new(1)));
        let report =
            of_material(Endgames::default(), settings, table).search(&a_loop_to_close(), &Limits::depth(8));
        assert_eq!(report.value, Score::ZERO, "{threads} threads");
    }
}

/// Endings of two kings against one after some moves, so that there is a past: what the table then calls solved must be
/// what all positions, valued backwards from the ends, are worth.
#[test]
fn what_is_called_solved_holds_on_every_path() {
    let (mut solved, mut drawn) = (0, 0);
    for (seed, position) in (0..6).zip(["W:WK1,K3:BK32", "B:WK1:BK32", "W:WK9:BK3,K24"].into_iter().cycle()) {
        let (mut game, mut rng) = (game(position), Rng::new(seed));
        for _ in 0..5 {
            let mut moves = Vec::new();
            game.play({
                game.moves(&mut moves);
                moves[rng.index(moves.len())]
            });
            if game.is_over() {
                break;
            }
        }
        let truth = Exhaustion::of(game.board(), 1 << 26, &Limits::default()).unwrap();
        let table = Arc::new(Table::new(4));
        let search = of_material(Endgames::default(), Settings::fast(), Some(Arc::clone(&table)));
        search.search(&game, &Limits { nodes: Some(300_000), ..Limits::default() });
        // The table keeps what was found for either seat apart; only the first seat's keys are the game's own.
        if game.board().to_move() != Seat::FIRST {
            continue;
        }
        for board in truth.positions() {
            let Some(entry) = table.get(board.key(), 0) else { continue };
            if entry.depth != plywise::table::Entry::SOLVED {
                continue;
            }
            let worth = truth.value(board).map_or(0, sign);
            solved += 1;
            drawn += usize::from(worth == 0);
            let holds = match entry.bound {
                Bound::Exact => sign(entry.value) == worth,
                Bound::Lower => sign(entry.value) <= worth,
                Bound::Upper => sign(entry.value) >= worth,
            };
            assert!(holds, "{board:?} is worth {worth}, not {entry:?}");
        }
    }
    assert!(solved > 50, "{solved} entries, {drawn} of them draws");
}

fn sign(value: Score) -> i32 {
    value.raw().signum()
}

#[test]
fn a_position_without_its_past_is_the_same_position() {
    let game = a_loop_to_close();
    let mut forgetful = game.clone();
    forgetful.forget_past();
    assert_eq!((&forgetful, forgetful.key()), (&game, game.key()));
    assert_eq!(forgetful.reversible_plies(), 3);
    assert_eq!((game.past_keys().len(), forgetful.past_keys().len()), (3, 0));
    // What it does not look for it does not find, the counter it keeps.
    for _ in 0..19 {
        play(&mut forgetful, &["28-32", "1-5", "32-28", "5-1"]);
    }
    assert!(!forgetful.is_over());
    play(&mut forgetful, &["28-32"]);
    assert!(forgetful.is_over() && forgetful.is_over_by_past());
}
