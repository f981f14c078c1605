//! Endings by exhaustion: known values, values by definition, and what the rules of draws leave of them.

use checkers::databases::Endgames;
use checkers::ending::{Endings, most_positions};
use checkers::{Board, Checkers, Options, Rules, start};
use plywise::{
    Agent, Exhaustion, Game, Limits, Notation, RandomAgent, Report, Rng, Score, Seat, Stop, Value,
};

/// Beside the tests, for the example.
#[path = "common/random_board.rs"]
pub(crate) mod random_board;

use random_board::random_board;

use crate::search::shipped;

pub(crate) const ROOM: usize = 256 << 20;

fn position(text: &str) -> Checkers {
    start(&Options::default(), 0).read_position(text).unwrap()
}

fn exhausted(board: &Board) -> Exhaustion<Board> {
    Exhaustion::of(board, ROOM, &Limits::default()).expect("there is room")
}

/// What the agent says; who is asked otherwise plays at random, which no exhaustion would.
pub(crate) fn asked(game: &Checkers, memory: usize, limits: &Limits) -> Report<checkers::Move, Value> {
    Endings { otherwise: Box::new(RandomAgent::default()), memory, endgames: Endgames::default() }
        .choose(game, limits)
}

#[test]
fn known_endings_have_their_shortest_wins_and_their_draws() {
    for (text, value) in [
        ("W:WK15,20:B12,K28", Value::Win { plies: 81 }),
        ("W:W14,K32:B13,K25", Value::Points(0.0)),
        ("W:WK1:BK32", Value::Points(0.0)),
        ("W:WK15,K20:B8,10,16", Value::Win { plies: 39 }),
    ] {
        let game = position(text);
        let report = asked(&game, ROOM, &Limits::default());
        assert_eq!((report.value, report.stopped), (value, Stop::Exhausted), "{text}");
        if game.board().pieces(Seat::FIRST).len() + game.board().pieces(Seat::SECOND).len() <= 4 {
            looked_up_alike(&game, &report);
        }
        assert_eq!(report.best, report.line.first().copied(), "{text}");
        let mut end = game;
        report.line.iter().for_each(|&mv| end.play(mv));
        assert_eq!(end.is_over() && !end.is_drawn(), value != Value::Points(0.0), "{text}: {end:?}");
    }
}

/// What stands in the databases is what listing everything found, move by move.
pub(crate) fn looked_up_alike(game: &Checkers, exhausted: &Report<checkers::Move, Value>) {
    let mut agent = Endings { otherwise: Box::new(RandomAgent::default()), memory: 0, endgames: shipped() };
    let known = agent.choose(game, &Limits::default());
    assert_eq!((known.stopped, exhausted.stopped), (Stop::Known, Stop::Exhausted), "{game:?}");
    assert_eq!((known.value, known.best), (exhausted.value, exhausted.best), "{game:?}");
    assert_eq!(known.line, exhausted.line, "{game:?}");
}

/// First Position: Lasker, "Chess and Checkers", diagram 93, and what the literature says of its moves.
#[test]
fn the_moves_that_win_first_position_are_those_of_the_literature() {
    let game = position("W:WK19,K23:B12,K28");
    let found = exhausted(game.board());
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let wins = |&mv: &checkers::Move| {
        let mut child = *game.board();
        child.play(mv);
        found.value(&child) < Some(Score::ZERO)
    };
    let mut winning: Vec<String> = moves.into_iter().filter(wins).map(|mv| game.move_text(mv)).collect();
    winning.sort();
    assert_eq!(winning, ["19-15", "23-18", "23-26", "23-27"], "{:?}", found.report());
}

/// A win is one by the best move, one ply further from the end; a loss one by all; a draw is neither. Distances sink along
/// the line of a win, so that this proves the values of all boards that can be reached.
#[test]
fn every_value_is_that_of_the_best_move() {
    let (mut rng, mut results, mut longest) = (Rng::new(26), [0; 3], 0);
    for round in 0..100 {
        let start = random_board(2 + round % 2, &mut rng);
        let found = exhausted(&start);
        let value = |board: &Board| found.value(board).expect("it can be reached");
        assert!(found.positions().len() as f64 <= most_positions(&start), "{start:?}");
        for board in found.positions() {
            let mut moves = Vec::new();
            board.moves(&mut moves);
            let best = moves.into_iter().map(|mv| {
                let mut child = *board;
                child.play(mv);
                (-value(&child)).from_root(1)
            });
            assert_eq!(value(board), best.max().unwrap_or(Score::lost_in(0)), "{board:?}");
        }
        results[match value(&start).to_value(1) {
            Value::Win { .. } => 0,
            Value::Loss { .. } => 1,
            Value::Points(_) => 2,
        }] += 1;
        longest = longest.max(found.longest());
    }
    assert!(results.iter().all(|&count| count > 10) && longest > 40, "{results:?}, {longest}");
}

/// The win of 81 plies captures and moves men on its way, so that 80 quiet plies never follow each other; with some behind it
/// already, they might.
#[test]
fn a_win_that_the_counter_may_forbid_is_not_claimed() {
    let game = position("W:WK15,20:B12,K28");
    let stopped = |quiet| {
        let game = game.clone().with_quiet_plies(quiet);
        asked(&game, ROOM, &Limits::default()).stopped
    };
    // With none behind it, it is among the known endings above.
    assert_eq!(stopped(79), Stop::Unsearched);
    // A draw is one whatever the counter says.
    let draw = position("W:WK1:BK32").with_quiet_plies(79);
    assert_eq!(asked(&draw, ROOM, &Limits::default()).stopped, Stop::Exhausted);
    // The last ply leaves no reply: a win by standard rules, a draw by the course's, where the counter is looked at first.
    for (rules, expected) in [(Rules::Standard, Stop::Exhausted), (Rules::Course, Stop::Unsearched)] {
        let board = *position("W:WK21,K22:BK29").board();
        let near = Checkers::new(rules, board).with_quiet_plies(rules.quiet_limit() - 1);
        assert_eq!(asked(&near, ROOM, &Limits::default()).stopped, expected, "{rules}");
    }
}

#[test]
fn what_cannot_be_exhausted_is_handed_on() {
    let ending = position("W:WK15,20:B12,K28");
    let stopped = |game: &Checkers, memory, limits: &Limits| asked(game, memory, limits).stopped;
    assert_eq!(stopped(&ending, 1 << 20, &Limits::default()), Stop::Unsearched, "no room");
    assert_eq!(stopped(&ending, ROOM, &Limits::depth(3)), Stop::Unsearched, "a depth is asked for");
    let nodes = Limits { nodes: Some(20_000), ..Limits::default() };
    let report = asked(&ending, ROOM, &nodes);
    assert_eq!(
        (report.stopped, report.nodes),
        (Stop::Unsearched, 10_001),
        "half of what may be spent, and a move"
    );
    assert_eq!(stopped(&start(&Options::default(), 0), ROOM, &Limits::default()), Stop::Unsearched);
    let mut later = ending;
    for text in ["15-19", "28-24"] {
        later.play(later.read_move(text).unwrap());
    }
    assert_eq!(stopped(&later, ROOM, &Limits::default()), Stop::Unsearched, "positions may come up again");
}
