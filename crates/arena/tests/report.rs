//! Every number of a report, computed again from the games it sums up, in another way.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::common::{Each, Folder, plan, play, setup, timeless};
use arena::{AgentRow, Experiment, GameRow, Ledger, Progress, Report, run};
use store::Store;

const MATCHES: &[(&str, &[&str], u64)] = &[
    ("othello:size=6", &["alphabeta:depth=2", "random"], 41),
    ("othello:size=4", &["random", "random"], 60),
    ("checkers", &["random", "greedy"], 30),
    ("checkers", &["alphabeta:depth=3", "alphabeta:depth=3,eval=material"], 7),
    ("cantgoback:fruits=respawn,both_stuck=deduct", &["simple", "random"], 50),
    ("2048", &["random"], 9),
    ("2048", &["greedy", "random", "expectimax:depth=1", "random"], 8),
    ("2048", &["random", "random"], 1),
];

fn near(what: &str, a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-9 * (1.0 + a.abs().max(b.abs())), "{what}: {a} is not {b}");
}

fn mean(numbers: &[f64]) -> f64 {
    if numbers.is_empty() { 0.0 } else { numbers.iter().sum::<f64>() / numbers.len() as f64 }
}

/// Two passes: the mean first, then the squares about it.
fn deviation(numbers: &[f64]) -> f64 {
    if numbers.len() < 2 {
        return 0.0;
    }
    let mean = mean(numbers);
    let squares: f64 = numbers.iter().map(|x| (x - mean).powi(2)).sum();
    (squares / (numbers.len() - 1) as f64).sqrt()
}

/// The ends of Wilson's interval, by their definition: the proportions from which what was seen lies exactly 1.96
/// standard errors away. Found by halving.
fn wilson_by_halving(seen: f64, n: f64) -> (f64, f64) {
    let z = 1.959_963_984_540_054;
    let within = |p: f64| (seen - p).abs() <= z * (p * (1.0 - p) / n).sqrt();
    let edge = |mut out: f64, mut inside: f64| {
        for _ in 0..200 {
            let middle = f64::midpoint(out, inside);
            if within(middle) { inside = middle } else { out = middle }
        }
        inside
    };
    // Just inside 0 and 1, where the standard error vanishes.
    let clipped = seen.clamp(1e-15, 1.0 - 1e-15);
    (if seen == 0.0 { 0.0 } else { edge(0.0, clipped) }, if seen == 1.0 { 1.0 } else { edge(1.0, clipped) })
}

/// Two-sided 95 % points of Student's distribution for 1 to 10 degrees of freedom, from the tables.
const STUDENT: [f64; 10] = [12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281];

/// What one agent did, game by game: its points, its rivals' best points with the same luck, nodes, moves, seconds.
struct Mine {
    points: f64,
    rival: Option<f64>,
    nodes: f64,
    moves: f64,
    seconds: f64,
}

fn games_of(agent: usize, agents: usize, games: &[GameRow]) -> Vec<Mine> {
    let seats = games[0].payoffs.len();
    let mut mine = Vec::new();
    for game in games {
        for (seat, &sitter) in game.agents.iter().enumerate() {
            if sitter != agent {
                continue;
            }
            let rivals: Vec<i32> = if seats == 1 {
                let round = |g: &GameRow| g.unit / agents as u64;
                games
                    .iter()
                    .filter(|g| round(g) == round(game) && g.agents[0] != agent)
                    .map(|g| g.payoffs[0])
                    .collect()
            } else {
                vec![game.payoffs[1 - seat]]
            };
            mine.push(Mine {
                points: f64::from(game.payoffs[seat]),
                rival: rivals.into_iter().max().map(f64::from),
                nodes: game.spent[seat].nodes as f64,
                moves: f64::from(game.spent[seat].moves),
                seconds: game.spent[seat].time.as_secs_f64(),
            });
        }
    }
    mine
}

fn check_agent(what: &str, reported: &AgentRow, mine: &[Mine], seats: usize) {
    let count = |order: std::cmp::Ordering| {
        mine.iter().filter(|m| m.rival.is_some_and(|rival| m.points.total_cmp(&rival) == order)).count()
            as u64
    };
    use std::cmp::Ordering::{Equal, Greater, Less};
    assert_eq!(
        (reported.wins, reported.draws, reported.losses),
        (count(Greater), count(Equal), count(Less)),
        "{what}"
    );
    let column = |pick: fn(&Mine) -> f64| mine.iter().map(pick).collect::<Vec<f64>>();
    let points = column(|m| m.points);
    near(what, reported.mean_payoff, mean(&points));
    near(what, reported.sd_payoff, deviation(&points));
    assert_eq!(f64::from(reported.best_payoff), points.iter().copied().fold(f64::MIN, f64::max), "{what}");
    if seats == 1 {
        near(what, reported.mean_score, mean(&points));
        let n = points.len();
        if n < 3 {
            assert!(reported.score_low.is_infinite() && reported.score_high.is_infinite(), "{what}");
        } else {
            let half = STUDENT[n - 2] * deviation(&points) / (n as f64).sqrt();
            let (low, high) = ((reported.mean_score - half).max(0.0), reported.mean_score + half);
            assert!((reported.score_low - low).abs() <= 1e-4 * half, "{what}: {} {low}", reported.score_low);
            assert!(
                (reported.score_high - high).abs() <= 1e-4 * half,
                "{what}: {} {high}",
                reported.score_high
            );
        }
    } else {
        let share: f64 = mine
            .iter()
            .map(|m| match m.points.total_cmp(&m.rival.unwrap()) {
                Greater => 1.0,
                Equal => 0.5,
                Less => 0.0,
            })
            .sum();
        let n = mine.len() as f64;
        near(what, reported.mean_score, share / n);
        let (low, high) = wilson_by_halving(share / n, n);
        assert!((reported.score_low - low).abs() < 1e-9, "{what}: {} {low}", reported.score_low);
        assert!((reported.score_high - high).abs() < 1e-9, "{what}: {} {high}", reported.score_high);
    }
    let nodes = column(|m| m.nodes);
    near(what, reported.mean_nodes_per_game, mean(&nodes));
    near(what, reported.sd_nodes_per_game, deviation(&nodes));
    let (seconds, moves) = (column(|m| m.seconds), column(|m| m.moves));
    near(what, reported.mean_time_per_game_s, mean(&seconds));
    near(what, reported.mean_time_per_move_s, seconds.iter().sum::<f64>() / moves.iter().sum::<f64>());
    assert_eq!((reported.forfeits, &reported.first_forfeit), (0, &None), "{what}");
}

#[test]
fn reports_say_what_the_games_say() {
    for &(game, agents, games) in MATCHES {
        let (report, played) = play(game, &plan(agents, games));
        let seats = played[0].payoffs.len();
        let units = if seats == 1 { games * agents.len() as u64 } else { games };
        assert_eq!((played.len() as u64, report.games, report.games_planned), (units, games, games));
        assert!(!report.broken_off);
        assert_eq!((report.game.as_str(), report.seed), (game, 7));
        let plies: Vec<f64> = played.iter().map(|game| f64::from(game.plies)).collect();
        near("plies", report.mean_plies, mean(&plies));
        near("spread of plies", report.sd_plies, deviation(&plies));
        let (choices, turns): (u64, u64) =
            (played.iter().map(|g| g.choices).sum(), played.iter().map(|g| u64::from(g.turns)).sum());
        near("branching", report.mean_branching.unwrap(), choices as f64 / turns as f64);
        for (i, reported) in report.agents.iter().enumerate() {
            assert_eq!(reported.agent, agents[i]);
            let what = format!("{game} {agents:?}: agent {i}");
            check_agent(&what, reported, &games_of(i, agents.len(), &played), seats);
        }
    }
}

/// Lengths, branching and results once more from the saved games alone, played again by the rules.
#[test]
fn lengths_and_branching_are_those_of_the_saved_games() {
    let (report, games) = play("othello:size=6", &plan(&["random", "greedy"], 30));
    let kind = games::open("othello:size=6").unwrap();
    let (mut plies, mut choices, mut turns, mut wins) = (0, 0, 0, 0);
    for (number, game) in games.iter().enumerate() {
        let mut live = kind.live(0, None).unwrap();
        let moves = game.game.split(' ').next().unwrap();
        let mut squares = moves.as_bytes().chunks(2).map(|square| std::str::from_utf8(square).unwrap());
        while live.turn().is_some() {
            plies += 1;
            if let Some(pass) = live.forced_pass() {
                live.play(&pass).unwrap();
                continue;
            }
            turns += 1;
            choices += live.moves().len();
            live.play(squares.next().unwrap()).unwrap();
        }
        assert_eq!((squares.next(), live.payoffs()), (None, game.payoffs.clone()));
        wins += u64::from(live.payoffs()[number % 2] > live.payoffs()[1 - number % 2]);
    }
    near("plies", report.mean_plies, f64::from(plies) / 30.0);
    near("branching", report.mean_branching.unwrap(), choices as f64 / f64::from(turns));
    assert_eq!(report.agents[0].wins, wins);
}

#[test]
fn a_match_that_is_broken_off_reports_the_games_it_has() {
    let stop = AtomicBool::new(false);
    let setup = setup(games::open("2048").unwrap().into(), &plan(&["random", "greedy"], 10));
    let mut seen = 0;
    let mut watch = Each::<(), _>(
        |_, _| {
            seen += 1;
            stop.fetch_or(seen == 5, Ordering::Relaxed);
            None
        },
        Vec::new(),
    );
    let report = run(&setup, None, 1, &stop, &mut watch).unwrap();
    // The thread may have finished some more before it saw the flag.
    assert!(seen >= 5);
    assert_eq!((report.broken_off, report.games), (seen < 20, (seen as u64).div_ceil(2)));
    for agent in &report.agents {
        assert_eq!(
            agent.wins + agent.draws + agent.losses,
            seen as u64 / 2,
            "only whole rounds are compared"
        );
    }
}

/// Of three agents two have met in the last round: it decides nothing yet.
#[test]
fn rounds_that_are_not_whole_are_not_compared() {
    let plan = plan(&["random", "greedy", "random"], 3);
    let (_, games) = play("2048", &plan);
    let setup = setup(games::open("2048").unwrap().into(), &plan);
    let mut progress = Progress::new(&setup);
    games[..8].iter().for_each(|game| progress.add(&setup, game.clone()));
    let report = Report::new(&setup, &progress);
    assert!(report.broken_off);
    assert_eq!((report.games, report.games_planned), (3, 3));
    for agent in &report.agents {
        assert_eq!(agent.wins + agent.draws + agent.losses, 2);
    }
    near("every game counts for the mean", report.agents[2].mean_score, {
        f64::from(games[2].payoffs[0] + games[5].payoffs[0]) / 2.0
    });
}

#[test]
fn the_number_of_agents_must_fit_the_game() {
    for (game, agents, fits) in [
        ("othello", 1, false),
        ("othello", 2, true),
        ("othello", 3, true),
        ("2048", 1, true),
        ("2048", 5, true),
        ("2048", 0, false),
    ] {
        let result = Experiment::new(game, vec!["random"; agents]).open();
        assert_eq!(result.is_ok(), fits, "{game} with {agents}");
        if let Err(error) = result {
            assert!(error.to_string().starts_with(game), "{error}");
        }
    }
}

/// A match is stored, stopped, continued and made longer, and is the match that was played at once; an odd number of
/// games leaves its last pair open.
#[test]
fn a_match_with_a_store_is_the_match_without() {
    let folder = Folder::new("stored-match");
    let mut store = Store::open(&folder.file("games.db")).unwrap();
    let never = AtomicBool::new(false);
    let kind = || games::open("othello:size=6").unwrap().into();
    for games in [7, 12, 41] {
        let plan = plan(&["alphabeta:depth=2", "random"], games);
        let whole = run(&setup(kind(), &plan), None, 2, &never, &mut ()).unwrap();
        let stop = AtomicBool::new(false);
        let mut after_three = Each::<(), _>(
            |_, game| {
                stop.fetch_or(game.unit % 3 == 2, Ordering::Relaxed);
                None
            },
            Vec::new(),
        );
        run(&setup(kind(), &plan), Some(&mut store), 2, &stop, &mut after_three).unwrap();
        let resumed = run(&setup(kind(), &plan), Some(&mut store), 2, &never, &mut ()).unwrap();
        assert_eq!((resumed.games, resumed.games_planned, resumed.broken_off), (games, games, false));
        assert_eq!(timeless(&resumed), timeless(&whole), "{games} games");
    }
    assert_eq!(store.experiments().unwrap().len(), 1, "one match, made longer");
}
