//! The searches for any number of seats and Monte Carlo search, on the games themselves.

use cantgoback::ScoreDifference;
use checkers::Material;
use connect_four::ConnectFour;
use othello::{Discs, Othello, Size};
use plywise::{
    Duel, Evaluate, FinalPoints, Game, Lead, Limits, Luck, Mcts, Observe, Reward, Rng, Seat, SeatSum, Stop,
    TwoPlayer, Unknown, Value, alpha_beta, best_reply, max_n, mcts, minimax, paranoid,
};

/// Positions of random games from `start`, one each after 0, `step`, 2 x `step` … plies.
fn positions<G: Game>(start: &G, step: usize, count: usize) -> Vec<G> {
    (0..count)
        .map(|number| {
            let (mut position, mut rng) = (start.clone(), Rng::new(number as u64));
            let mut moves = Vec::new();
            for _ in 0..number * step {
                moves.clear();
                position.moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                position.play(moves[rng.index(moves.len())]);
            }
            position
        })
        .filter(|position| !position.is_over())
        .collect()
}

/// With two seats, whose values sum to zero, all of them are minimax.
fn all_are_minimax<G: TwoPlayer, E: Evaluate<G>>(start: &G, eval: &E, depth: u32) {
    let positions = positions(start, 1, 20);
    assert!(positions.len() > 5);
    for position in positions {
        let limits = Limits::depth(depth);
        let full = minimax(&position, eval, &limits);
        let plywise::Turn::Seat(Seat(seat)) = position.turn() else { unreachable!() };
        for sum in [None, Some(SeatSum::ZERO)] {
            let own = max_n(&position, eval, sum, &limits);
            assert_eq!((own.value[usize::from(seat)], own.best), (full.value, full.best), "{position:?}");
            assert!(own.nodes <= full.nodes, "{position:?}");
        }
        for report in [paranoid(&position, eval, &limits), best_reply(&position, eval, &limits)] {
            assert_eq!((report.value, report.best), (full.value, full.best), "{position:?}");
            assert!(report.nodes <= full.nodes, "{position:?}");
        }
    }
}

#[test]
fn with_two_seats_all_are_minimax() {
    all_are_minimax(&Othello::start_with(Size::Six, Seat::FIRST), &Discs, 4);
    all_are_minimax(&checkers::start(&checkers::Options::default(), 0), &Material, 4);
    let lines = Lead { of: ConnectFour::<7, 6>::open_lines, most: 69 };
    all_are_minimax(&ConnectFour::default(), &lines, 5);
    let options = cantgoback::Options::default();
    let board = cantgoback::start(&options, 1).expect("the default board");
    all_are_minimax(&board.observe(Seat::FIRST), &ScoreDifference::new(&options), 5);
}

/// Proven points are exact: Othello 4x4 from its middle on.
#[test]
fn proofs_of_small_othello_are_exact() {
    for position in positions(&Othello::start_with(Size::Four, Seat::FIRST), 1, 12).into_iter().skip(4) {
        let exact = alpha_beta(&position, &FinalPoints { limit: 16 }, &Limits::default());
        let options = Mcts {
            iterations: Some(300_000),
            reward: Reward::Points { bounds: Some((-16, 16)) },
            ..Mcts::default()
        };
        let report = mcts(&position, Duel, &Unknown, &options, &Limits::default()).report;
        assert_eq!(report.stopped, Stop::Solved, "{position:?}");
        assert_eq!(report.value, Value::Points(f64::from(exact.value.raw())), "{position:?}");
    }
}

/// The second player wins 4x4: simulations alone lean that way, and the proof says so.
#[test]
fn the_second_player_wins_othello_4x4() {
    let options = Mcts { iterations: Some(3_000_000), ..Mcts::default() };
    let start = Othello::start_with(Size::Four, Seat::FIRST);
    let report = mcts(&start, Duel, &Unknown, &options, &Limits::default());
    assert!(matches!(report.report.value, Value::Loss { .. }), "{:?}", report.report.value);
    assert_eq!((report.report.stopped, report.iterations), (Stop::Solved, PROOF_ITERATIONS));
}

/// Simulations that the proof takes with seed 0.
const PROOF_ITERATIONS: u64 = 3212;

/// In 2048 simulations from a node of chance give its mean, and repeat themselves.
#[test]
fn simulations_of_2048_repeat_themselves_and_learn_from_dice() {
    let mut start = twenty48::start(&twenty48::Options::default(), 3);
    let mut dice = Rng::new(3);
    while start.turn() == plywise::Turn::Chance {
        start.play(plywise::Stochastic::sample(&start, &mut dice));
    }
    let options = Mcts { iterations: Some(300), reward: Reward::Points { bounds: None }, ..Mcts::default() };
    let first = mcts(&start, Luck, &Unknown, &options, &Limits::default());
    let again = mcts(&start, Luck, &Unknown, &options, &Limits::default());
    assert_eq!((&first.moves, first.report.nodes), (&again.moves, again.report.nodes));
    let Value::Points(mean) = first.report.value else { panic!("chance proves nothing") };
    assert!(mean > 500.0, "random games from the start bring about a thousand points: {mean}");
    start.play(first.report.best.expect("a move"));
    let dice = mcts(&start, Luck, &Unknown, &options, &Limits::default());
    assert_eq!(dice.report.best, None, "the dice do not choose");
    let visits: u32 = dice.moves.iter().map(|mv| mv.visits).sum();
    assert_eq!(visits, 300);
}
