//! Facts that were measured with the course's own engine (`data/cantgoback/anchors.csv`), Simple against Simple.

use cantgoback::{Board, BothStuck, CantGoBack, Fruits, Options, SimplePlayer, start};
use plywise::{Agent, Game, Limits, Observe, Rng, Seat, Stochastic, Turn};

const SEEDS: u64 = 4000;

fn options(board: &str) -> Options {
    Options { board: Board::built_in(board).expect("a built-in board"), ..Options::default() }
}

/// Plays Simple against Simple to the end and returns the plies.
fn play(position: &mut CantGoBack, rng: &mut Rng) -> u32 {
    let mut plies = 0;
    while !position.is_over() {
        let mv = match position.turn() {
            Turn::Chance => position.sample(rng),
            Turn::Seat(seat) => {
                plies += 1;
                let view = position.observe(seat);
                SimplePlayer.choose(&view, &Limits::default()).best.expect("the game is not over")
            }
        };
        position.play(mv);
    }
    assert_eq!(plies, position.visible().ply());
    plies
}

/// Wins of player 1, ties, wins of player 2.
fn shares(options: &Options, plies: u32) -> [f64; 3] {
    let mut counts = [0; 3];
    for seed in 0..SEEDS {
        let mut position = start(options, seed).expect("good options");
        assert_eq!(play(&mut position, &mut Rng::new(seed)), plies, "seed {seed}");
        counts[(1 - position.payoff(Seat::FIRST).signum()) as usize] += 1;
    }
    counts.map(|count| f64::from(count) / SEEDS as f64)
}

#[test]
fn games_of_the_baseline_player_go_as_in_the_course_s_engine() {
    for line in include_str!("../../../data/cantgoback/anchors.csv").lines().skip(1) {
        let column: Vec<Option<f64>> = line.split(',').map(|text| text.parse().ok()).collect();
        let options = options(line.split(',').next().expect("a name"));
        let ours = shares(&options, column[1].expect(line) as u32);
        println!("{line}: ours {ours:.3?} of {SEEDS}");
        let games = column[5].expect(line);
        for (share, measured) in ours.into_iter().zip(&column[2..5]) {
            let Some(measured) = measured else { continue };
            // Both are samples; four standard errors of their difference.
            let error = (share * (1.0 - share) * (1.0 / games + 1.0 / SEEDS as f64)).sqrt();
            assert!((share - measured / games).abs() < 4.0 * error, "{line}: ours {ours:?}");
        }
    }
}

#[test]
fn fruits_of_the_start_are_drawn_as_in_the_course_s_engine() {
    for line in include_str!("../../../data/cantgoback/anchors.csv").lines().skip(1) {
        let column: Vec<Option<f64>> = line.split(',').map(|text| text.parse().ok()).collect();
        let options = options(line.split(',').next().expect("a name"));
        let (games, free) = (column[5].expect(line), column[8].expect(line));
        let most = (free / 5.0).floor();
        let (mut sum, mut values, mut counts) = (0.0, 0.0, vec![0u32; most as usize + 1]);
        for seed in 0..SEEDS {
            let start = start(&options, seed).expect("good options");
            let count = start.fruits().count();
            counts[count] += 1;
            sum += count as f64;
            for (_, value, life) in start.fruits() {
                assert!((3..=300).contains(&value));
                assert_eq!(life, 2 * start.rules().short_side());
                values += f64::from(value);
            }
        }
        let mean = sum / SEEDS as f64;
        println!("{line}: {mean:.3} fruits, {:.1} points each", values / sum);
        // Uniform on 0..=most: mean most / 2, variance ((most + 1)^2 - 1) / 12.
        let deviation = (((most + 1.0).powi(2) - 1.0) / 12.0).sqrt();
        assert!((mean - most / 2.0).abs() < 4.0 * deviation / (SEEDS as f64).sqrt(), "{line}: {mean}");
        assert!((values / sum - 151.5).abs() < 4.0 * 86.0 / sum.sqrt(), "{line}: {}", values / sum);
        assert!(counts.iter().all(|&count| count > 0), "{line}: {counts:?}");
        if let (Some(measured), Some(top)) = (column[6], column[7]) {
            assert_eq!(most, top, "{line}");
            assert!((measured - most / 2.0).abs() < 4.0 * deviation / games.sqrt(), "{line}");
        }
    }
}

/// The engine deducts from both, the handout from neither: the winner is the same.
#[test]
fn both_stuck_costs_what_the_option_says() {
    for seed in 0..200 {
        let ends = [BothStuck::Document, BothStuck::Deduct].map(|both_stuck| {
            let options = Options { both_stuck, ..options("default_board") };
            let mut position = start(&options, seed).expect("good options");
            play(&mut position, &mut Rng::new(seed));
            assert!(position.visible().is_stuck(Seat::FIRST) && position.visible().is_stuck(Seat::SECOND));
            [Seat::FIRST, Seat::SECOND].map(|seat| position.score(seat))
        });
        assert!(ends[0].iter().all(|&score| score >= 0), "fruits only: {ends:?}");
        assert_eq!(ends[1], ends[0].map(|score| score - 300), "seed {seed}");
    }
}

/// Measured with the first release: at most 5 fruits at once on the default board, 10 on the rectangle, no ties.
/// More games see rarer things: the test holds what the rule implies and that the measured is usual.
#[test]
fn respawning_fruits_come_as_often_as_in_the_first_release() {
    for (board, usual) in [("default_board", 3..=7), ("rectangle_board", 7..=14)] {
        let options = Options { fruits: Fruits::Respawn, ..options(board) };
        let (mut top, mut ties) = (0, 0);
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let mut position = start(&options, seed).expect("good options");
            assert_eq!(position.fruits().count(), 0);
            while !position.is_over() {
                let mv = match position.turn() {
                    Turn::Chance => position.sample(&mut rng),
                    Turn::Seat(seat) => SimplePlayer
                        .choose(&position.observe(seat), &Limits::default())
                        .best
                        .expect("the game is not over"),
                };
                position.play(mv);
                top = top.max(position.fruits().count());
            }
            ties += u32::from(position.payoff(Seat::FIRST) == 0);
        }
        println!("{board}: at most {top} fruits at once, {ties} ties of 200");
        assert!(usual.contains(&top), "{board}: {top} fruits at once");
        assert!(ties <= 4, "{board}: {ties} ties");
    }
}
