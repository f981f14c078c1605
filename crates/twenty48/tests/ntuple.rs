//! A trained network as a player and as an evaluator, and the recorded result of a short training.

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use plywise::contract::{Promise, walk};
use plywise::{Evaluate, Game, Limits, Notation, Rng, Seat, Stochastic, Symmetric, Turn, expectimax};
use twenty48::ntuple::{Network, Settings, Sight, Trainer, TupleSet};
use twenty48::{Board, Direction, GameScore, Move, Twenty48};

use crate::common::Any;

/// Slides and points of the 500 games: the same on every machine.
const TRAINING: (u64, u64) = (357_275, 5_833_492);

fn network() -> &'static Network {
    static NETWORK: OnceLock<Network> = OnceLock::new();
    NETWORK.get_or_init(|| {
        let settings = Settings { tuples: TupleSet::FourByFive, seed: 5, block: 500, ..Settings::default() };
        let mut trainer = Trainer::new(settings).unwrap();
        trainer.train(500, 1, &AtomicBool::new(false), &mut |_| ());
        let block = &trainer.curve()[0];
        assert_eq!((block.moves, block.score), TRAINING);
        trainer.network()
    })
}

#[test]
fn the_value_is_the_score_and_what_the_best_slide_promises() {
    let network = network();
    let (low, high) = Evaluate::<Twenty48>::bounds(network);
    let promise = Promise { games: 20, seed: 3, longest: 20_000, payoffs: 0..=i32::MAX };
    walk(&Twenty48::START, &promise, |position, moves, place| {
        let score = f64::from(position.score());
        if moves.is_empty() {
            assert_eq!(network.best(position.board()), None);
            assert_eq!(network.finished(position, Seat::FIRST, 0).raw(), 100 * position.score() as i32);
            return;
        }
        let value = network.evaluate(position, Seat::FIRST);
        assert!(low <= value && value <= high, "{place}");
        let expected = if position.turn() == Turn::Chance {
            f64::from(network.expected(position.board()))
        } else {
            let slides = moves.iter().map(|&mv| {
                let Move::Slide(way) = mv else { panic!("{place}") };
                let (after, gain) = position.board().slide_and_gain(way);
                (gain as f32 + network.expected(after), way)
            });
            let best = slides.reduce(|a, b| if b.0 > a.0 { b } else { a }).unwrap();
            assert_eq!(network.best(position.board()), Some((best.1, best.0)), "{place}");
            f64::from(best.0)
        };
        assert!((f64::from(value.raw()) / 100.0 - (score + expected).max(0.0)).abs() < 0.01, "{place}");
        for image in position.images() {
            // The weights are the same, but they are summed up in another order.
            let there = network.evaluate(&image.position, Seat::FIRST).raw();
            assert!((there - value.raw()).abs() <= 5, "{place}");
        }
    });
}

#[test]
fn the_largest_tiles_are_looked_up_like_32768() {
    let value = |tile: u32| {
        let text = format!("{tile} 2 4 8/0 0 0 0/0 2 0 0/0 0 0 0");
        network().expected(Twenty48::START.read_position(&text).unwrap().board())
    };
    assert_eq!(value(65_536), value(32_768));
    assert_eq!(value(131_072), value(32_768));
}

/// Copies of several sights share what is kept, and many boards have gone by before one comes again.
#[test]
fn recalling_changes_no_value() {
    let plain = network();
    let recalling = plain.recalling();
    let (mut rng, mut boards) = (Rng::new(4), Vec::new());
    while boards.len() < 4_000 {
        let most = rng.below(17) + 1;
        let ranks = std::array::from_fn(|_| (rng.below(most + 1) * rng.below(2)) as u8);
        boards.extend(Board::from_ranks(ranks).ok().filter(|board| !board.legal().as_slice().is_empty()));
    }
    for _ in 0..60_000 {
        let board = boards[rng.index(boards.len())];
        let sight = [Sight::Plain, Sight::Downgraded, Sight::Above(12)][rng.index(3)];
        assert_eq!(
            recalling.seeing(sight).best(board),
            plain.seeing(sight).best(board),
            "{board:?} {sight:?}"
        );
    }
}

/// Mean score of games whose slides `choose` picks.
fn mean(games: u64, mut choose: impl FnMut(&Twenty48) -> Direction) -> f64 {
    let mut sum = 0;
    for seed in 0..games {
        let mut rng = Rng::derive(8, seed);
        let mut game = Twenty48::START;
        while !game.is_over() {
            game.play(match game.turn() {
                Turn::Chance => game.sample(&mut rng),
                Turn::Seat(_) => Move::Slide(choose(&game)),
            });
        }
        sum += u64::from(game.score());
    }
    sum as f64 / games as f64
}

#[test]
fn search_makes_the_network_stronger_and_the_network_the_search() {
    let searched = |game: &Twenty48, report: Option<Move>| match report {
        Some(Move::Slide(way)) => way,
        other => panic!("{other:?} in {game:?}"),
    };
    let one = Limits::depth(1);
    let alone = mean(30, |game| network().best(game.board()).unwrap().0);
    let by_search = |eval: Any<'_>| mean(30, |game| searched(game, expectimax(game, &eval, &one).best));
    let (with_search, score_only) = (by_search(network()), by_search(&GameScore));
    assert!(with_search > 1.3 * alone, "{with_search} {alone}");
    assert!(with_search > 1.5 * score_only, "{with_search} {score_only}");
}
