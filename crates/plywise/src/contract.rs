//! The contract suite: what every game must keep, checked over random games from a seed.
//!
//! A game's tests call [`check_rules`], and one function more for each capability it has. A broken promise panics
//! with the seed, the ply and the position.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use crate::evaluate::Evaluate;
use crate::game::{Game, Keyed, Seat, Stochastic, Symmetric, Turn, TwoPlayer};
use crate::limits::Limits;
use crate::minimax::minimax;
use crate::notation::{Archive, GameRecord, Ink, Notation};
use crate::rng::Rng;

/// How much to check, and what a game promises about its size.
#[derive(Clone, Debug)]
pub struct Promise {
    /// Random games to play.
    pub games: u64,
    /// Seed of the first of them; the others follow.
    pub seed: u64,
    /// No game is longer, in plies.
    pub longest: u32,
    /// No payoff lies outside.
    pub payoffs: RangeInclusive<i32>,
}

/// Calls `visit` with every position of the promised random games (the last one is over) and its ply.
/// Chance is drawn uniformly from the listed outcomes, so that rare ones are seen too.
pub fn walk<G: Game>(start: &G, promise: &Promise, mut visit: impl FnMut(&G, &[G::Move], &str)) {
    for game in 0..promise.games {
        let seed = promise.seed + game;
        let mut rng = Rng::new(seed);
        let mut position = start.clone();
        let mut moves = Vec::new();
        for ply in 0.. {
            assert!(
                ply <= promise.longest,
                "seed {seed}: longer than {} plies\n{position:?}",
                promise.longest
            );
            moves.clear();
            position.moves(&mut moves);
            visit(&position, &moves, &format!("seed {seed}, ply {ply}: {position:?}"));
            if moves.is_empty() {
                break;
            }
            position.play(moves[rng.index(moves.len())]);
        }
    }
}

/// Moves are distinct, counted as they are listed and listed the same each time; games end; payoffs lie within
/// the promised bounds.
///
/// # Panics
/// With the position, where a promise is broken.
pub fn check_rules<G: Game>(start: &G, promise: &Promise) {
    walk(start, promise, |position, moves, place| {
        let distinct: HashSet<_> = moves.iter().collect();
        assert_eq!(distinct.len(), moves.len(), "a move is listed twice: {moves:?}\n{place}");
        assert_eq!(position.move_count(), moves.len(), "move_count differs from moves\n{place}");
        assert_eq!(position.is_over(), moves.is_empty(), "is_over differs from moves\n{place}");
        let passes = moves.iter().any(|&mv| position.is_pass(mv));
        assert!(G::PASSES || !passes, "a pass where PASSES says that there is none\n{place}");
        let mut again =
            vec![moves.first().copied(); moves.len().min(1)].into_iter().flatten().collect::<Vec<_>>();
        let kept = again.len();
        position.moves(&mut again);
        assert_eq!(&again[kept..], moves, "moves must append, in a fixed order\n{place}");
        for (depth, over) in [(2, 0), (2, 1), (3, 0), (3, 1)] {
            if let Some(leaves) = position.leaves(depth, over == 1) {
                let counted = deep(position, depth, over);
                assert_eq!(leaves, counted, "leaves({depth}, {over}) is wrong\n{place}");
            }
        }
        if let (Turn::Seat(seat), false) = (position.turn(), moves.is_empty()) {
            assert!(seat.index() < G::SEATS, "no such seat\n{place}");
        }
        if moves.is_empty() {
            for seat in 0..G::SEATS as u8 {
                let payoff = position.payoff(Seat(seat));
                assert!(promise.payoffs.contains(&payoff), "payoff {payoff}\n{place}");
            }
        }
    });
}

/// The leaves so many plies deep, move by move; `over`: what a finished game counts.
fn deep<G: Game>(position: &G, depth: u32, over: u64) -> u64 {
    if depth == 1 {
        return (position.move_count() as u64).max(over);
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let below = |&mv: &G::Move| {
        let mut child = position.clone();
        child.play(mv);
        deep(&child, depth - 1, over)
    };
    if moves.is_empty() { over } else { moves.iter().map(below).sum() }
}

/// The payoffs of both seats sum to zero and chance never has the turn.
///
/// # Panics
/// With the position, where a promise is broken.
pub fn check_two_player<G: TwoPlayer>(start: &G, promise: &Promise) {
    walk(start, promise, |position, moves, place| {
        assert_eq!(G::SEATS, 2);
        if moves.is_empty() {
            let sum = position.payoff(Seat::FIRST) + position.payoff(Seat::SECOND);
            assert_eq!(sum, 0, "payoffs must sum to zero\n{place}");
        } else {
            assert_ne!(position.turn(), Turn::Chance, "no chance was promised\n{place}");
        }
    });
}

/// An evaluator stays inside the bounds that it declares, for every seat; proven results lie outside of them.
///
/// # Panics
/// With the position, where it does not.
pub fn check_evaluator<G: Game, E: Evaluate<G>>(start: &G, eval: &E, promise: &Promise) {
    let (low, high) = eval.bounds();
    walk(start, promise, |position, moves, place| {
        for seat in (0..G::SEATS as u8).map(Seat) {
            let value = match moves.is_empty() {
                true => eval.finished(position, seat, 0),
                false => eval.evaluate(position, seat),
            };
            let is_inside = (low..=high).contains(&value) || moves.is_empty() && value.is_proven();
            assert!(is_inside, "{value:?} of {seat:?} lies outside {low:?} to {high:?}\n{place}");
        }
    });
}

/// Positions and moves survive the way to text and back, with the same key; a move that is not legal is refused
/// with all that are; boards can be drawn.
///
/// # Panics
/// With the position, where a promise is broken.
pub fn check_text<G: Keyed + Notation>(start: &G, promise: &Promise) {
    walk(start, promise, |position, moves, place| {
        let text = position.position_text();
        let read =
            start.read_position(&text).unwrap_or_else(|e| panic!("own text {text:?} refused: {e}\n{place}"));
        assert_eq!(read.position_text(), text, "text changes on the way\n{place}");
        assert_eq!(read.key(), position.key(), "the key of {text:?} differs from the played one\n{place}");
        let mut texts = HashSet::new();
        for &mv in moves {
            let text = position.move_text(mv);
            let back = position.read_move(&text).unwrap_or_else(|e| panic!("own move refused: {e}\n{place}"));
            assert_eq!(back, mv, "{text:?} reads as another move\n{place}");
            assert!(texts.insert(text), "two moves have the same text\n{place}");
        }
        for bad in ["", " ", "?", "no such move", "\u{0}", "é", "99999999999999999999"] {
            let error = position.read_move(bad).expect_err("no game has such a move");
            assert_eq!(error.legal.len(), moves.len(), "an error names every legal move\n{place}");
            assert!(!error.to_string().contains('\n'), "an error is one line\n{place}");
        }
        assert!(!position.diagram(None, Ink::Plain).contains('\u{1b}'), "plain ink has no escapes\n{place}");
    });
}

/// Games survive the way to a file and back, with their moves and tags.
///
/// # Panics
/// With the text, where a promise is broken.
pub fn check_archive<G: Archive>(start: &G, promise: &Promise) {
    for game in 0..promise.games {
        let (mut position, mut rng) = (start.clone(), Rng::new(promise.seed + game));
        let mut record =
            GameRecord { tags: vec![("Event".into(), "a \"test\"".into())], ..GameRecord::default() };
        loop {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.index(moves.len())];
            position.play(mv);
            record.moves.push(mv);
        }
        let (text, mut read) = (start.game_text(&record), Vec::new());
        start
            .replay(&text, &mut |game| read.push(game))
            .unwrap_or_else(|e| panic!("own file refused: {e}\n{text}"));
        let [game] = &read[..] else { panic!("{} games were read out of one\n{text}", read.len()) };
        assert!(game.error.is_none(), "own game refused: {:?}\n{text}", game.error);
        assert_eq!(game.moves, record.moves, "other moves\n{text}");
    }
}

/// Equal keys are equal positions, along random games: as texts they must not differ.
///
/// # Panics
/// With the position, where two different positions share a key.
pub fn check_keys<G: Keyed + Notation>(start: &G, promise: &Promise, same: impl Fn(&str, &str) -> bool) {
    let mut seen = std::collections::HashMap::new();
    walk(start, promise, |position, _, place| {
        let text = position.position_text();
        if let Some(known) = seen.insert(position.key(), text.clone()) {
            assert!(same(&known, &text), "{known:?} and {text:?} share a key\n{place}");
        }
    });
    assert!(seen.len() > 1, "a walk visits more than one position");
}

/// The outcomes of chance are the listed moves, with positive probabilities that sum to 1; drawing gives listed ones.
///
/// # Panics
/// With the position, where a promise is broken.
pub fn check_chance<G: Stochastic>(start: &G, promise: &Promise) {
    let mut rng = Rng::new(promise.seed);
    let mut turns = 0;
    walk(start, promise, |position, moves, place| {
        if moves.is_empty() || position.turn() != Turn::Chance {
            return;
        }
        turns += 1;
        let mut outcomes = Vec::new();
        position.outcomes(&mut outcomes);
        assert!(
            outcomes.iter().map(|o| o.0).eq(moves.iter().copied()),
            "outcomes differ from moves\n{place}"
        );
        assert!(outcomes.iter().all(|o| o.1 > 0.0), "an impossible outcome is listed\n{place}");
        let sum: f64 = outcomes.iter().map(|o| o.1).sum();
        assert!((sum - 1.0).abs() < 1e-9, "probabilities sum to {sum}\n{place}");
        assert!(moves.contains(&position.sample(&mut rng)), "drew an outcome that is not listed\n{place}");
    });
    assert!(turns > 0, "chance never had the turn");
}

/// Mirror images have equal search values two plies deep, where the whole game has them.
///
/// # Panics
/// With the position, where an image differs.
pub fn check_symmetric_search<G: Symmetric + TwoPlayer, E: Evaluate<G>>(
    start: &G,
    eval: &E,
    promise: &Promise,
) {
    walk(start, promise, |position, moves, place| {
        if moves.is_empty() {
            return;
        }
        let value = |position: &G| minimax(position, eval, &Limits::depth(2)).value;
        for image in position.images() {
            assert_eq!(
                value(&image.position),
                value(position),
                "image value of {:?}\n{place}",
                image.position
            );
        }
    });
}

/// Mirror images have as many moves, the same end and payoffs, and the same static value, for the seats as they
/// changed places.
///
/// # Panics
/// With the position, where an image differs.
pub fn check_symmetry<G: Symmetric, E: Evaluate<G>>(start: &G, eval: &E, promise: &Promise) {
    walk(start, promise, |position, moves, place| {
        let images = position.images();
        assert!(!images.is_empty(), "a position is its own image\n{place}");
        for image in images {
            let name = |seat: u8| if image.swapped { Seat(seat).other() } else { Seat(seat) };
            assert_eq!(image.position.move_count(), moves.len(), "image {:?}\n{place}", image.position);
            for seat in 0..G::SEATS as u8 {
                let there = name(seat);
                if moves.is_empty() {
                    assert_eq!(
                        image.position.payoff(there),
                        position.payoff(Seat(seat)),
                        "image payoff\n{place}"
                    );
                } else {
                    let (a, b) = (eval.evaluate(&image.position, there), eval.evaluate(position, Seat(seat)));
                    assert_eq!(a, b, "image value of {:?}\n{place}", image.position);
                }
            }
            match (position.turn(), image.position.turn()) {
                _ if moves.is_empty() => {}
                (Turn::Seat(here), Turn::Seat(there)) => {
                    assert_eq!(name(here.0), there, "image turn\n{place}");
                }
                (here, there) => assert_eq!(here, there, "image turn\n{place}"),
            }
        }
    });
}
