//! Databases in searches: what is claimed under the rules of draws, and that it is true.

use std::sync::Arc;

use checkers::databases::{Databases, Endgames, Informed};
use checkers::ending::Endings;
use checkers::{Board, Checkers, Cuts, Material, Options, Rules, start};
use plywise::alphabeta::{Alike, Bounds, Probe, Settings};
use plywise::{
    Agent, AlphaBetaAgent, Evaluate, Game, Limits, Notation, RandomAgent, Rng, Score, SearchLimits, Seat,
    Stop,
};

use crate::ending::random_board::random_board;
use crate::ending::{ROOM, asked, looked_up_alike};
use crate::search::{Eval, of_material, shipped};

fn position(text: &str) -> Checkers {
    start(&Options::default(), 0).read_position(text).unwrap()
}

fn probed(game: &Checkers) -> Bounds {
    shipped().bounds(game, -Score::INFINITY, Score::INFINITY)
}

/// Searches that look endings up, with men and kings for the rest.
fn agent(depth: u32) -> AlphaBetaAgent<Informed<Eval>, Alike, Cuts, Endgames> {
    let search = of_material(shipped(), Settings::default(), None);
    AlphaBetaAgent::new(search, SearchLimits { depth: Some(depth), ..SearchLimits::default() })
}

/// The value of a game that the quiet plies end soon, by trying everything.
fn tried(game: &Checkers) -> Score {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let best = moves.into_iter().map(|mv| {
        let mut child = game.clone();
        child.play(mv);
        (-tried(&child)).from_root(1)
    });
    best.max().unwrap_or_else(|| if game.is_drawn() { Score::ZERO } else { Score::lost_in(0) })
}

/// Two kings, the last few plies before the draw by quiet plies, under both rules.
#[test]
fn what_is_claimed_near_a_draw_by_quiet_plies_is_true() {
    let (mut rng, mut exact, mut open) = (Rng::new(80), 0, 0);
    for round in 0..3_000 {
        let board = random_board(2, &mut rng);
        if !(board.men(Seat::FIRST) | board.men(Seat::SECOND)).is_empty() {
            continue;
        }
        let rules = Rules::ALL[round % 2];
        let left = 1 + rng.below(7) as u32;
        let game = Checkers::new(rules, board).with_quiet_plies(rules.quiet_limit() - left);
        let (bounds, value) = (probed(&game), tried(&game));
        assert!(bounds.at_least <= value && value <= bounds.at_most, "{game:?}: {bounds:?}, {value:?}");
        *(if bounds.at_least == bounds.at_most { &mut exact } else { &mut open }) += 1;
    }
    assert!(exact > 300 && open > 30, "{exact} exact, {open} not");
}

#[test]
fn far_from_it_values_are_exact_and_a_drawn_game_is_left_to_the_search() {
    let win = position("W:WK19,K23:B12,K28");
    let at = |quiet| probed(&win.clone().with_quiet_plies(quiet));
    let value = Score::won_in(61);
    assert_eq!([0, 18].map(at), [Bounds::exact(value); 2]);
    assert_eq!([19, 79].map(at), [Bounds { at_least: Score::ZERO, at_most: value }; 2]);
    assert_eq!(at(80), Bounds::NONE);
    assert_eq!(probed(&position("W:WK1:BK32").with_quiet_plies(79)), Bounds::exact(Score::ZERO));
    assert_eq!(probed(&start(&Options::default(), 0)), Bounds::NONE);
    let none = Endgames::default().bounds(&win, -Score::INFINITY, Score::INFINITY);
    assert_eq!(none, Bounds::NONE);
}

#[test]
fn a_search_knows_all_endings_at_once() {
    let mut rng = Rng::new(17);
    for round in 0..400 {
        let game = Checkers::new(Rules::Standard, random_board(2 + round % 3, &mut rng));
        let value = Databases::shipped().plies(game.board()).unwrap();
        if value == Score::ZERO || value.raw().abs() > Score::won_in(79).raw() {
            let report = agent(1).choose(&game, &Limits::default());
            assert_eq!((report.value, report.stopped), (value.to_value(100), Stop::Solved), "{game:?}");
        }
    }
}

/// First Position, and a win that is longer than any count of quiet plies, both sides playing their best.
#[test]
fn won_endings_are_won_in_as_many_plies_as_they_take() {
    for (text, plies) in [("W:WK19,K23:B12,K28", 61), ("W:WK15,20:B12,K28", 81)] {
        let (mut game, mut agent, mut played) = (position(text), agent(4), 0);
        while let Some(mv) = agent.choose(&game, &Limits::default()).best.filter(|_| !game.is_over()) {
            game.play(mv);
            played += 1;
        }
        assert_eq!((played, game.payoff(Seat::SECOND)), (plies, 1), "{text}: {game:?}");
    }
}

#[test]
fn a_win_that_is_not_claimed_is_worth_more_than_material() {
    let eval = Informed { eval: Material, endgames: shipped() };
    let value = |text: &str| {
        let game = position(text);
        let [white, black] = [Seat::SECOND, Seat::FIRST].map(|seat| eval.evaluate(&game, seat));
        assert_eq!(white, -black, "{text}");
        white.raw()
    };
    let (long, short) = (value("W:WK15,20:B12,K28"), value("W:WK32:BK26"));
    assert!(5_000 < long && long < short && Score::heuristic(short) <= Evaluate::<Checkers>::bounds(&eval).1);
    assert_eq!(value("W:WK1:BK32"), 0);
    assert_eq!(
        value("W:W21,22,23,24:B1,2"),
        Material.evaluate(position("W:W21,22,23,24:B1,2").board(), Seat::SECOND).raw()
    );
}

/// Random ones; the known endings are compared where they are exhausted.
#[test]
fn endings_are_looked_up_as_they_are_exhausted() {
    let mut rng = Rng::new(44);
    for round in 0..40 {
        let game = Checkers::new(Rules::Standard, random_board(2 + round % 2, &mut rng));
        looked_up_alike(&game, &asked(&game, ROOM, &Limits::default()));
    }
}

#[test]
fn what_the_past_may_change_is_not_looked_up_but_draws() {
    let ask = |game: &Checkers| {
        let otherwise = Box::new(RandomAgent::default());
        let mut agent = Endings { otherwise, memory: 0, endgames: shipped() };
        agent.choose(game, &Limits::default()).stopped
    };
    let later = |text, moves: [&str; 2]| {
        let mut game = position(text);
        moves.iter().for_each(|text| game.play(game.read_move(text).unwrap()));
        game
    };
    assert_eq!(ask(&later("W:WK15,20:B12,K28", ["15-19", "28-24"])), Stop::Unsearched);
    assert_eq!(ask(&later("W:WK1:BK32", ["1-5", "32-28"])), Stop::Known);
    assert_eq!(ask(&position("W:WK15,20:B12,K28").with_quiet_plies(79)), Stop::Unsearched);
    let over: Board = *position("W:W5:B1").board();
    assert_eq!(Databases::shipped().plies(&over), Some(Score::lost_in(0)));
    assert!(Arc::ptr_eq(Databases::shipped(), &Databases::at_hand("no such folder".as_ref()).unwrap()));
}
