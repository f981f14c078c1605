//! Whole games with an engine that behaves, in every protocol, from both seats.

use crate::table::{Table, settings};
use foreign::Engine;
use othello::{Othello, Size};
use plywise::{Notation, Rng, Seat};

fn othello() -> Table<Othello> {
    Table::new("othello", Othello::start_with(Size::Eight, Seat::FIRST))
}

fn checkers() -> Table<checkers::Checkers> {
    Table::new("checkers", checkers::start(&checkers::Options::default(), 0))
}

/// Games from both seats, then games that reach the engine in the middle; one process for all of them.
fn play<G: Notation>(order: &str, table: impl Fn() -> Table<G>) {
    let mut engine = Engine::new(settings(order));
    for game in 0..6 {
        let mut table = table();
        engine.new_game(game);
        let mut rng = Rng::new(game);
        for _ in 0..[0, 0, 1, 2, 7, 8][game as usize] {
            let legal = table.legal();
            table.play(&legal[rng.index(legal.len())].clone());
        }
        table.play_out(&mut engine, (game % 2) as u8).unwrap_or_else(|failure| panic!("{order}: {failure}"));
        assert!(table.moves.len() > 20, "{order}: {}", table.moves.len());
    }
    assert_eq!(engine.starts(), 1, "{order}");
}

#[test]
fn gtp_plays_whole_games() {
    play("gtp", othello);
}

#[test]
fn gtp_plays_on_small_boards() {
    play("gtp", || Table::new("othello:size=6", Othello::start_with(Size::Six, Seat::FIRST)));
}

#[test]
fn nboard_plays_whole_games() {
    play("nboard", othello);
}

#[test]
fn hub_plays_whole_games() {
    play("hub", checkers);
}

#[test]
fn dxp_plays_whole_games() {
    play("dxp", checkers);
}

#[test]
fn line_plays_whole_games() {
    play("line", othello);
    play("line", checkers);
}

#[test]
fn what_an_engine_says_of_its_move_is_passed_on() {
    for (order, value, depth, nodes) in [
        ("nboard", Some(1.5), None, Some(17)),
        ("line", Some(0.5), Some(3), Some(17)),
        ("gtp", None, None, None),
    ] {
        let answer = othello().ask(&mut Engine::new(settings(order)), None).unwrap();
        assert_eq!((answer.value, answer.depth, answer.nodes), (value, depth, nodes), "{order}");
    }
    let answer = checkers().ask(&mut Engine::new(settings("hub")), None).unwrap();
    assert_eq!((answer.value, answer.depth, answer.nodes), (Some(0.25), Some(3), Some(17)));
}

#[test]
fn gtp_says_that_it_cannot_set_up_positions() {
    let mut table = othello();
    table.start = Othello::start_with(Size::Eight, Seat::SECOND);
    table.now = table.start;
    let failure = table.ask(&mut Engine::new(settings("gtp")), None).unwrap_err().to_string();
    assert!(failure.starts_with("unsuited: ") && failure.contains("standard start"), "{failure}");
    table.ask(&mut Engine::new(settings("nboard")), None).expect("NBoard can");
}
