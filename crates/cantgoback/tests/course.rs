//! The course's players: heuristics on positions worked out by hand, what the horizon hides, time, whole games.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use cantgoback::course::{
    Division, Heavy, Heuristic, Light, NearestFruit, Player, PlayerOptions, plain_board,
};
use cantgoback::{Board, CantGoBack, Fruits, Move, Options, SimplePlayer, Visible, start};
use plywise::{
    Agent, Clock, Evaluate, FinalPoints, Game, Limits, Notation, Observe, Rng, SearchLimits, Seat,
    Stochastic, Stop, TimeControl, TimeSource, Turn, minimax,
};
use registry::Word;

fn options(rows: &str) -> Options {
    Options { board: Board::parse(rows, "own").expect("a board"), ..Options::default() }
}

/// A view of these rows after so many plies.
fn view(rows: &str, ply: u32) -> (Options, Visible) {
    let options = options(rows);
    let text = format!("{} ply={ply}", rows.replace('\n', "/"));
    let position = start(&options, 0).expect("good").visible().read_position(&text).expect("a position");
    (options, position)
}

fn close(given: &[f64], expected: &[f64]) {
    let near = given.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9);
    assert!(near && given.len() == expected.len(), "{given:?} instead of {expected:?}");
}

/// A corridor: player 1 on the second cell, a fruit of 60 beside it, player 2 at the end.
const CORRIDOR: &str = "-1 -1 -1 -1 -1 -1\n0 1 60 0 0 2\n-1 -1 -1 -1 -1 -1";

/// Reach 4 : 3 of 4 cells, first 3 : 1 (the middle goes to the mover), fruit 60/2 against 60/4 halved, exits 2 : 1, the
/// one exit counting -1.
#[test]
fn each_component_is_what_its_definition_says() {
    let (options, position) = view(CORRIDOR, 0);
    let heavy = Heavy::new(&options);
    let own = heavy.components(&position, Seat::FIRST);
    close(&own.list(), &[0.0, 0.25, 0.5, 22.5, 3.0, 0.0, 0.0]);
    close(&heavy.components(&position, Seat::SECOND).list(), &own.list().map(|x| -x));
    close(&[heavy.sum(&own)], &[30.0 * 0.25 + 150.0 * 0.5 + 0.5 * 22.5 + 4.0 * 3.0]);
    assert_eq!(
        Heuristic::Heavy(heavy).evaluate(&position, Seat::FIRST).raw(),
        10_575,
        "in hundredths of a point"
    );
}

/// A fruit lives for 6 plies here; after 4 of them only player 1 can still take it.
#[test]
fn fruits_that_expire_before_they_are_reached_are_worth_nothing() {
    let (options, position) = view(CORRIDOR, 4);
    close(&[Heavy::new(&options).components(&position, Seat::FIRST).fruits], &[30.0]);
    // Beyond their known life they cannot be there; one that is there all the same may stay.
    let (options, position) = view(CORRIDOR, 8);
    close(&[Heavy::new(&options).components(&position, Seat::FIRST).fruits], &[22.5]);
}

/// Player 1 has two steps left, player 2 one: it will be stuck a round earlier.
#[test]
fn once_separated_steps_are_counted() {
    let rows = "-1 -1 -1 -1 -1 -1\n1 0 0 -1 2 0\n-1 -1 -1 -1 -1 -1";
    let (options, position) = view(rows, 0);
    let heavy = Heavy::new(&options);
    let third = 1.0 / 3.0;
    close(&heavy.components(&position, Seat::FIRST).list(), &[0.0, third, third, 0.0, 0.0, third, 1.0]);
    // With one step each, who has moved last will be stuck first.
    let rows = "1 0 -1 2 0\n-1 -1 -1 -1 -1";
    assert_eq!(heavy.components(&view(rows, 0).1, Seat::FIRST).stuck, 0.0, "both in the second round");
    assert_eq!(heavy.components(&view(rows, 1).1, Seat::FIRST).stuck, 1.0, "player 1 has moved already");
}

/// A wall of grey cells: four cells against five, the fruit on either side for who lives there, one step and three away.
#[test]
fn a_wall_separates_and_steps_go_around_corners() {
    let (options, position) = view("1 0 -1 9 0\n7 0 -1 0 0\n-1 0 -1 0 2", 0);
    let own = Heavy::new(&options).components(&position, Seat::FIRST);
    let [fewer, steps] = [4.0 - 5.0, 3.0 - 5.0].map(|cells| cells / 9.0);
    close(&own.list(), &[0.0, fewer, fewer, 7.0 / 2.0 - 9.0 / 4.0, 0.0, steps, -1.0]);
}

#[test]
fn colours_bound_the_steps() {
    for (rows, steps, cells) in [
        // Of a star's four arms a path visits one.
        ("-1 0 -1 2\n0 1 0 -1\n-1 0 -1 -1", 1.0, 4.0),
        ("1 0 0 -1\n0 0 0 -1\n-1 -1 -1 2", 5.0, 5.0),
        ("1 0 0 0 -1 2", 3.0, 3.0),
    ] {
        let (options, position) = view(rows, 0);
        close(&[Heavy::new(&options).components(&position, Seat::FIRST).room], &[steps / cells]);
    }
}

#[test]
fn light_is_the_score_and_the_baseline_s_opinion_of_both_cells() {
    let (options, position) = view(CORRIDOR, 0);
    let position =
        position.read_position(&format!("{} score=10:3", CORRIDOR.replace('\n', "/"))).expect("good");
    // 4 - 2 exits against 4 - 1: five points each.
    assert_eq!(Heuristic::Light(Light::new(&options)).evaluate(&position, Seat::FIRST).raw(), (7 - 5) * 100);
    assert_eq!(Heuristic::Light(Light::new(&options)).evaluate(&position, Seat::SECOND).raw(), (5 - 7) * 100);
}

#[test]
fn the_nearest_fruit_counts_as_the_crow_walks() {
    let (options, position) = view("0 0 0 90\n-1 -1 -1 -1\n1 0 0 2", 0);
    let nearest = Heuristic::NearestFruit(NearestFruit::new(&options));
    assert_eq!(NearestFruit::distance(&position, Seat::FIRST), Some(5), "walls do not count");
    assert_eq!(nearest.evaluate(&position, Seat::FIRST).raw(), 20);
    assert_eq!(nearest.evaluate(&position, Seat::SECOND).raw(), 50);
    let bare = view("1 0 0 2", 0).1;
    assert_eq!(
        (NearestFruit::distance(&bare, Seat::FIRST), nearest.evaluate(&bare, Seat::FIRST).raw()),
        (None, 0)
    );
}

/// The baseline player's move or none, whatever the search.
fn best(player: &PlayerOptions, kind: Player, (options, position): &(Options, Visible)) -> Move {
    player.build(kind, options).choose(position, &Limits::default()).best.expect("there is a move")
}

fn light_to(depth: u32, extension: u32) -> PlayerOptions {
    let limits = SearchLimits { depth: Some(depth), ..SearchLimits::default() };
    PlayerOptions { limits, extension, ..PlayerOptions::default() }
}

/// The two cases of the horizon effect: a fruit that can be taken on the next step, and a dead end whose penalty lies just
/// behind the horizon. Going on beyond the depth changes the move.
#[test]
fn the_horizon_hides_a_fruit_and_a_dead_end() {
    let fruit = view("2 0 0 0 0 0 0\n-1 -1 -1 -1 -1 -1 -1\n0 200 0 1 0 0 0", 0);
    let dead_end = view("2 0 0 0 0 0 0\n-1 -1 -1 -1 -1 -1 -1\n0 0 0 1 0 0 -1\n0 0 0 -1 -1 -1 -1", 0);
    let text = |position: &(Options, Visible), mv| position.1.move_text(mv);
    for (position, hidden, seen) in [(&fruit, "right", "left"), (&dead_end, "right", "left")] {
        let plain = best(&light_to(1, 0), Player::LightAb, position);
        let extended = best(&light_to(1, 8), Player::LightAb, position);
        assert_eq!([text(position, plain), text(position, extended)], [hidden, seen]);
    }
    // A capped extension sees only so far: with one ply the rival's reply.
    assert_eq!(text(&fruit, best(&light_to(1, 1), Player::LightAb, &fruit)), "right");
}

/// Two steps to the left lies a fruit that will be gone by then; the search knows it where it reckons with the life.
#[test]
fn a_fruit_that_will_be_gone_is_not_walked_to() {
    let rows = "2 0 0 0 0 0 0\n-1 -1 -1 -1 -1 -1 -1\n0 200 0 1 0 0 0";
    for (ply, foresight, expected) in [(0, true, "left"), (4, true, "right"), (4, false, "left")] {
        let position = view(rows, ply);
        let player = PlayerOptions { foresight, ..light_to(3, 0) };
        let mv = best(&player, Player::LightAb, &position);
        assert_eq!(position.1.move_text(mv), expected, "ply {ply}, foresight {foresight}");
    }
}

/// A view that reckons with lives is the whole game, fruit by fruit.
#[test]
fn foreseen_fruits_go_when_the_game_s_fruits_go() {
    for seed in 0..50 {
        let mut game = start(&Options::default(), seed).expect("good options");
        let mut foreseen = game.observe(Seat::FIRST).foreseeing();
        let mut rng = Rng::new(seed);
        while !game.is_over() {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let mv = moves[rng.index(moves.len())];
            game.play(mv);
            foreseen.play(mv);
            assert_eq!(foreseen.position_text(), game.visible().position_text());
        }
    }
}

/// Minimax, alpha-beta in any order: the same value; in listed order the same move.
#[test]
fn pruning_and_order_change_no_value() {
    for seed in 0..12 {
        let options = Options::default();
        let mut game = start(&options, seed).expect("good options");
        let mut rng = Rng::new(seed);
        for _ in 0..6 {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            game.play(moves[rng.index(moves.len())]);
        }
        let view = game.observe(game.visible().mover());
        let limits = SearchLimits { depth: Some(4), ..SearchLimits::default() };
        let plain = PlayerOptions { limits, foresight: false, ..PlayerOptions::default() };
        let full = minimax(&view, &Heuristic::Heavy(Heavy::new(&options)), &Limits::depth(4));
        let choose =
            |player: &PlayerOptions, kind| player.build(kind, &options).choose(&view, &Limits::default());
        for kind in [Player::Minimax, Player::AlphaBeta, Player::HeavyAb] {
            let report = choose(&plain, kind);
            assert_eq!(
                (report.best, report.value),
                (full.best, full.value.to_value(100)),
                "{kind:?}, seed {seed}"
            );
        }
        for order in [plywise::alphabeta::Ordering::Static, plywise::alphabeta::Ordering::Dynamic] {
            let report = choose(&PlayerOptions { order, ..plain.clone() }, Player::AlphaBeta);
            assert_eq!(report.value, full.value.to_value(100), "{order:?}, seed {seed}");
        }
    }
}

/// Time that passes only when it is read.
#[derive(Debug)]
struct Frozen;

impl TimeSource for Frozen {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

fn whole_game(seconds: u64) -> Limits {
    let control = TimeControl::PerGame { time: Duration::from_secs(seconds), increment: Duration::ZERO };
    Limits { clock: Some(Clock::new(control)), ..Limits::default() }
}

/// 28 free cells: 14 turns by the handout's count. The better division reckons with its own cells and with the end.
#[test]
fn one_time_is_divided_naively_or_better() {
    let options = Options::default();
    let view = *start(&options, 0).expect("good options").visible();
    let slot = |division| {
        let limits = SearchLimits { depth: Some(2), ..SearchLimits::default() };
        let time: Option<Arc<dyn TimeSource>> = Some(Arc::new(Frozen));
        let player = PlayerOptions { division, limits, time, ..PlayerOptions::default() };
        let mut agent = player.build(Player::GlobalTimeAb, &options);
        agent.choose(&view, &whole_game(14));
        agent.time_report().expect("it divides a clock")
    };
    assert!(slot(Division::Naive).starts_with("slot 1.00s of 14.00s"), "{}", slot(Division::Naive));
    // Two fifths of the 14 cells that player 1 reaches first, less the reserve.
    assert!(slot(Division::Better).starts_with("slot 2.79s of 14.00s"), "{}", slot(Division::Better));
}

/// Time of which a millisecond passes whenever it is read.
#[derive(Debug, Default)]
struct Ticking(AtomicU64);

impl TimeSource for Ticking {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// By their own time the players of a limit for each move heed the referee's clock and not its deadline on the wall, end
/// before the limit, and tell what they took; without an own time the deadline holds and the referee measures.
#[test]
fn a_limit_for_each_move_can_pass_by_the_player_s_own_time() {
    let options = Options::default();
    let view = *start(&options, 3).expect("good options").visible();
    let clock = Some(Clock::new(TimeControl::PerMove(Duration::from_millis(100))));
    let late = Limits { clock, deadline: Some(std::time::Instant::now()), ..Limits::default() };
    for kind in [Player::Minimax, Player::AlphaBeta] {
        let agent = |depth, time: Option<Arc<dyn TimeSource>>, most| {
            let limits = SearchLimits { depth, time: most, ..SearchLimits::default() };
            PlayerOptions { limits, time, ..PlayerOptions::default() }.build(kind, &options)
        };
        let mut frozen = agent(Some(4), Some(Arc::new(Frozen)), None);
        assert_eq!((frozen.choose(&view, &late).depth, frozen.used()), (4, Some(Duration::ZERO)), "{kind:?}");
        let mut walled = agent(Some(4), None, None);
        assert!(walled.choose(&view, &late).depth < 4 && walled.used().is_none(), "{kind:?}");
        for (most, at_least, at_most) in [(None, 95, 100), (Some(20), 20, 25)] {
            let mut hurried =
                agent(None, Some(Arc::new(Ticking::default())), most.map(Duration::from_millis));
            assert_eq!(hurried.choose(&view, &late).stopped, Stop::Deadline, "{kind:?}");
            let used = hurried.used().expect("it measures itself").as_millis();
            assert!((at_least..=at_most).contains(&used), "{kind:?}: {used} ms of {at_most}");
        }
    }
}

/// A clock that has nothing left does not change what a player of a fixed depth does.
#[test]
fn players_of_a_fixed_depth_look_at_no_clock() {
    let options = Options::default();
    let view = *start(&options, 3).expect("good options").visible();
    let late = Limits { deadline: Some(std::time::Instant::now()), ..whole_game(0) };
    for kind in [Player::LightAb, Player::HeavyAb] {
        let mut agent = PlayerOptions::default().build(kind, &options);
        let (hurried, unhurried) = (agent.choose(&view, &late), agent.choose(&view, &Limits::default()));
        assert_eq!((hurried.depth, hurried.nodes), (3, unhurried.nodes));
    }
    let mut heeding = PlayerOptions::default().build(Player::AlphaBeta, &options);
    assert!(heeding.choose(&view, &late).depth < 3);
}

fn finish(game: &mut CantGoBack, agents: &mut [Box<dyn Agent<Visible>>; 2], seed: u64) {
    let mut dice = Rng::new(seed);
    while !game.is_over() {
        let mv = match game.turn() {
            Turn::Chance => game.sample(&mut dice),
            Turn::Seat(seat) => {
                let view = game.observe(seat);
                agents[seat.index()].choose(&view, &Limits::default()).best.expect("not over")
            }
        };
        assert!(game.is_legal(mv), "{mv:?} in {game:?}");
        game.play(mv);
    }
}

/// Every player with every heuristic on every kind of board, by all rules for fruits.
#[test]
fn all_players_finish_their_games() {
    for (name, fruits) in
        [("default_board", "once"), ("q2", "respawn"), ("duel_11x11", "once"), ("default_board", "v2")]
    {
        let board = Board::built_in(name).expect(name);
        let options = Options { board, fruits: Fruits::named(fruits).expect("known"), ..Options::default() };
        for kind in Player::ALL {
            for name in Heuristic::NAMES {
                let limits = SearchLimits { depth: Some(2), ..SearchLimits::default() };
                let heuristic = Heuristic::named(name, &options);
                let player = PlayerOptions { heuristic, limits, extension: 3, ..PlayerOptions::default() };
                let mut game = start(&options, 7).expect("good options");
                let mut agents = [player.build(kind, &options), Box::new(SimplePlayer) as Box<dyn Agent<_>>];
                finish(&mut game, &mut agents, 7);
                assert!(game.visible().ply() >= 4, "{kind:?}, {name}");
            }
        }
    }
}

/// The board of the handout's second question without fruits: every move of the baseline player as player 2 keeps the value
/// of the game, so that no player could do better than it against the best play; and not for want of a choice.
#[test]
fn simple_is_optimal_on_the_staff_s_board() {
    let rows = "-1 -1 -1 0 0 0 0 0\n-1 -1 -1 0 0 0 0 0\n0 0 1 -1 0 0 0 0\n0 0 2 0 0 0 0 0\n0 0 -1 -1 0 0 0 0";
    let (_, mut position) = view(rows, 0);
    // A board without fruits draws some at the start; the rows that were read back have none.
    assert_eq!(position.fruits().count(), 0);
    let exact = FinalPoints { limit: 1_000_000 };
    let solve = |position: &Visible| plywise::alpha_beta(position, &exact, &Limits::default());
    let value = solve(&position).value;
    let mut choices = 0;
    while !position.is_over() {
        let mover = position.mover();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let mv = if mover == Seat::SECOND {
            choices += usize::from(moves.len() > 1);
            SimplePlayer.choose(&position, &Limits::default()).best.expect("not over")
        } else {
            solve(&position).best.expect("not over")
        };
        position.play(mv);
        let now = if position.is_over() {
            position.payoff(Seat::FIRST)
        } else {
            points(&solve(&position), &position)
        };
        assert_eq!(now, value.raw(), "{mv:?} by player {} before {position:?}", mover.0 + 1);
    }
    assert!(choices >= 3, "{choices} choices");
}

/// The exact points of player 1.
fn points(report: &plywise::Report<Move, plywise::Score>, position: &Visible) -> i32 {
    if position.mover() == Seat::FIRST { report.value.raw() } else { -report.value.raw() }
}

#[test]
fn the_board_is_printed_as_the_course_did() {
    let (_, position) = view("1 0 -1\n120 2 0", 0);
    assert_eq!(plain_board(&position), "  1 |   0 |   X\n120 |   2 |   0\n");
}
