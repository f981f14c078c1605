//! Weights are found again, games come again; books grow.

mod book;
#[path = "../../plywise/tests/toys/web.rs"]
#[allow(dead_code, unreachable_pub)] // tests of another crate use the rest
mod web;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use connect_four::ConnectFour;
use learn::{Aside, Descent, Errors, Features, Fit, Inputs, Link, Phase, Plan, Played, Sample, Series};
use plywise::alphabeta::{AlphaBeta, Settings};
use plywise::{Game, Rng, Table, Turn, Unknown};

type Four = ConnectFour<7, 6>;

/// The middle column's stones, the move, and something that never counts; two stages.
struct Columns;

impl Features<Four> for Columns {
    const KNOTS: usize = 2;

    fn size(&self) -> usize {
        3
    }

    fn active(&self, position: &Four, out: &mut Vec<u32>) {
        let [own, _] = position.stones();
        out.extend((21..27).filter(|at| own >> at & 1 == 1).map(|_| 0));
        out.push(1);
    }

    fn phase(&self, position: &Four) -> Phase {
        let [own, other] = position.stones();
        Phase { knot: 0, next: (own | other).count_ones() as f32 / 42.0 }
    }
}

fn positions(games: usize) -> Vec<Four> {
    let (mut rng, mut moves, mut all) = (Rng::new(1), Vec::new(), Vec::new());
    for _ in 0..games {
        let mut position = Four::default();
        while !position.is_over() {
            all.push(position);
            moves.clear();
            position.moves(&mut moves);
            position.play(moves[rng.index(moves.len())]);
        }
    }
    all
}

/// What a sum of these weights says, whichever the link: the fit must give the weights back.
#[test]
fn weights_are_found_again() {
    let truth = [[30.0, -60.0], [10.0, 20.0]];
    let value = |position: &Four| {
        let mut active = Vec::new();
        Columns.active(position, &mut active);
        let next = Columns.phase(position).next;
        active
            .iter()
            .map(|&at| truth[at as usize][0] * (1.0 - next) + truth[at as usize][1] * next)
            .sum::<f32>()
    };
    for link in [Link::Points(50.0), Link::Result(100.0)] {
        let samples = positions(300).into_iter().map(|position| Sample {
            value: value(&position).round() as i32,
            position,
            result: Some(9),
        });
        let how = Fit { link, result: 0.0, rounds: 2_000, doubt: 0.0 };
        let mut rounds = 0;
        let fitted = learn::fit(&Columns, samples, &how, |_, _| {
            rounds += 1;
            true
        });
        assert_eq!(rounds, 2_000);
        for (found, true_one) in fitted.weights.iter().zip(truth.as_flattened()) {
            assert!((found - true_one).abs() < 1.5, "{link:?}: {:?}", fitted.weights);
        }
        assert_eq!(fitted.weights[4..], [0.0, 0.0], "what never counts is worth nothing");
        let [before, after] = fitted.error;
        assert!(after[1] < before[1] / 50.0, "{:?}", fitted.error);
    }
}

#[test]
fn what_few_positions_say_is_doubted() {
    let samples = || {
        let position = Four::default();
        (0..10).map(move |_| Sample { position, result: Some(0), value: 100 })
    };
    let fitted = |doubt| {
        let how = Fit { link: Link::Result(1.0), result: 0.0, rounds: 500, doubt };
        learn::fit(&Columns, samples(), &how, |_, _| true).weights[2]
    };
    assert!((fitted(0.0) - 100.0).abs() < 1.0, "{}", fitted(0.0));
    assert!((fitted(10.0) - 50.0).abs() < 1.0, "ten positions against ten imaginary ones: {}", fitted(10.0));
}

const PLAN: Plan<Four> = Plan {
    opening: 4,
    level: 50,
    nodes: 200,
    slip: 5,
    aside: Aside { positions: 0, nodes: 0 },
    decided: 1 << 30,
    dull: 100,
    quiet: |_| true,
    exact: |_| None,
};

#[test]
fn games_come_again_and_end_as_they_say() {
    let search = AlphaBeta::new(Unknown, Settings::fast(), Some(Arc::new(Table::new(1))));
    let play = |number| learn::game(&Four::default(), &search, &PLAN, (7, number), &Arc::default()).unwrap();
    let games: Vec<_> = (0..8).map(play).collect();
    assert_eq!((0..8).rev().map(play).collect::<Vec<_>>(), games.iter().rev().cloned().collect::<Vec<_>>());
    assert!(games.iter().any(|game| game.len() > 5) && games[0] != games[1]);
    for game in games.iter().filter(|game| !game.is_empty()) {
        for pair in game.windows(2) {
            assert_eq!(pair[0].result, pair[1].result.map(|result| -result), "the seats take turns");
        }
        // A search that sees the win says so, and wins.
        let last = game.last().unwrap();
        assert!(last.value <= 0 || last.result == Some(1), "{last:?}");
    }
}

#[test]
fn what_is_exact_replaces_what_was_thought_and_how_the_game_ended() {
    let search = AlphaBeta::new(Unknown, Settings::fast(), Some(Arc::new(Table::new(1))));
    // As if the seat to move lost by 7 wherever more than eight stones lie, and by 9 on the ninth.
    let stones = |position: &Four| position.stones().map(u64::count_ones).iter().sum();
    let exact = |position: &Four| match position.stones().map(u64::count_ones).iter().sum() {
        ..9 => None,
        9 => Some((-9, -900)),
        _ => Some((-7, -700)),
    };
    let mut long = 0;
    // Positions beside the game are known exactly as well, which says nothing of how the game ended.
    for aside in [Aside::default(), Aside { positions: 2, nodes: 100 }] {
        let (plain, known) = (Plan { aside, ..PLAN }, Plan { aside, exact, ..PLAN });
        for number in 0..8 {
            let game =
                |plan| learn::game(&Four::default(), &search, plan, (7, number), &Arc::default()).unwrap();
            let (as_played, samples) = (game(&plain), game(&known));
            if !samples.iter().any(|sample| stones(&sample.position) == 9) {
                continue;
            }
            long += 1;
            for (was, is) in as_played.iter().zip(&samples) {
                assert_eq!(was.position, is.position, "the game is the same");
                let wanted = match stones(&is.position) {
                    9 => (Some(-9), -900),
                    10.. => (Some(-7), -700),
                    // With an even number the first seat is to move, which wins by 9 on the ninth.
                    few => (was.result.map(|_| if few % 2 == 0 { 9 } else { -9 }), was.value),
                };
                assert_eq!((is.result, is.value), wanted);
            }
        }
    }
    assert!(long > 5, "{long} games of 16 come so far");
}

#[test]
fn beside_a_game_lie_positions_of_their_own_value_without_a_result() {
    let search = AlphaBeta::new(Unknown, Settings::fast(), Some(Arc::new(Table::new(1))));
    let plan = Plan { aside: Aside { positions: 2, nodes: 300 }, ..PLAN };
    let (mut beside, mut of_game) = (0, 0);
    for number in 0..8 {
        let samples = learn::game(&Four::default(), &search, &plan, (7, number), &Arc::default()).unwrap();
        let mut last: Option<&Sample<Four>> = None;
        for sample in &samples {
            if sample.result.is_some() {
                (of_game, last) = (of_game + 1, Some(sample));
                continue;
            }
            beside += 1;
            // One or two moves from the position of the game before it.
            let last = last.expect("the game's own comes first");
            let mut steps = vec![last.position];
            for _ in 0..2 {
                let next = steps.iter().flat_map(|from| {
                    let mut moves = Vec::new();
                    from.moves(&mut moves);
                    moves.into_iter().map(|mv| {
                        let mut to = *from;
                        to.play(mv);
                        to
                    })
                });
                steps = next.collect();
                if steps.contains(&sample.position) {
                    break;
                }
            }
            assert!(steps.contains(&sample.position), "{sample:?}");
        }
    }
    assert!(beside > of_game, "{beside} beside {of_game}");
}

#[test]
fn lines_are_read_as_they_were_written() {
    let samples: Vec<_> = positions(300)
        .into_iter()
        .take(50)
        .enumerate()
        .map(|(number, position)| Sample { position, result: (number % 3 > 0).then_some(-1), value: 12 })
        .collect();
    let mut text = String::new();
    learn::write(&samples, &mut text);
    let read: Vec<_> = text.lines().filter_map(|line| learn::read(&Four::default(), line)).collect();
    assert_eq!(read, samples);
    for wrong in ["", "1", "1 2", "x 2 start", "1 2 nonsense", "1.5 2 start"] {
        assert_eq!(learn::read(&Four::default(), wrong), None, "{wrong:?}");
    }
}

/// The game's own position that is known now says how the game ended up to it; one beside the game says so of itself alone.
#[test]
fn games_are_labelled_by_what_is_known_now() {
    let (mut position, mut samples, mut moves) = (Four::default(), Vec::new(), Vec::new());
    for ply in 0..6 {
        moves.clear();
        position.moves(&mut moves);
        position.play(moves[ply as usize % 2]);
        samples.push(Sample { position, result: Some(0), value: 7 * ply });
        let mut aside = position;
        aside.play(moves[moves.len() - 1]);
        samples.push(Sample { position: aside, result: None, value: -5 });
    }
    let mover = |sample: &Sample<Four>| match sample.position.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance => unreachable!(),
    };
    let (own, aside) = (samples[6].position, samples[3].position);
    let winner = mover(&samples[6]);
    let mut labelled = samples.clone();
    learn::relabel(&mut labelled, |position| match position {
        position if *position == own => Some((1, 1_000)),
        position if *position == aside => Some((-1, -1_000)),
        _ => None,
    });
    for (at, (before, after)) in samples.iter().zip(&labelled).enumerate() {
        assert_eq!(before.position, after.position);
        let seen = if mover(after) == winner { 1 } else { -1 };
        let wanted = match at {
            3 => (Some(-1), -1_000),
            6 => (Some(1), 1_000),
            0..6 => (before.result.map(|_| seen), before.value),
            _ => (before.result, before.value),
        };
        assert_eq!((after.result, after.value), wanted, "{at}");
    }
}

#[test]
fn games_are_kept_and_fitted_to_bytes() {
    let folder = std::env::temp_dir().join(format!("plywise-learn-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let search = || AlphaBeta::new(Unknown, Settings::fast(), Some(Arc::new(Table::new(1))));
    let (file, stop) = (folder.join("games"), Arc::new(AtomicBool::new(false)));
    let play = |seed, games, threads| {
        let series = Series { seed, games: Some(games), file: &file, threads, time: None, stop: &stop };
        learn::play(&Four::default(), &search, &PLAN, &series, &|_| {})
    };
    let text = || std::fs::read_to_string(&file).unwrap();
    let samples =
        || -> Vec<Sample<Four>> { learn::samples(&Four::default(), &file, |_| None).unwrap().collect() };
    assert_eq!(play(3, 20, 1).unwrap().now, 20);
    let (twenty, all) = (text(), samples());
    assert!(twenty.lines().count() > 100 && all.len() == twenty.lines().count() - 20);
    // A run that was killed in the middle of a line, or of a game, goes on to the same bytes.
    let game = twenty.find('#').unwrap();
    let game = game + twenty[game..].find('\n').unwrap() + 1;
    assert!(twenty[..game].contains("# 3 0 "));
    let first = twenty.find('\n').unwrap() + 3;
    for kept in [first, game, game + 1, twenty.len() / 2, twenty.len() - 1] {
        std::fs::write(&file, &twenty[..kept]).unwrap();
        let left = 20 - twenty[..kept].matches('#').count() as u64 + u64::from(kept == twenty.len() - 1);
        let played = play(3, left, 1).unwrap();
        assert_eq!((played.games, played.now), (20, left), "{kept}");
        assert_eq!(text(), twenty, "of {kept} bytes");
    }
    // Two threads play the same games, in whatever order; a second seed plays others beside them.
    std::fs::remove_file(&file).unwrap();
    assert_eq!(play(3, 20, 2).unwrap().games, 20);
    assert_eq!(samples(), all);
    assert_eq!(play(4, 5, 2).unwrap().games, 5);
    assert!(samples().starts_with(&all) && samples().len() > all.len());
    // A series that is stopped ends, and says what there is.
    stop.store(true, Ordering::Relaxed);
    assert_eq!(play(3, 9, 2).unwrap(), Played { games: 20, now: 0, positions: 0 });
    // Another file is left as it is, and one that was damaged.
    let other = folder.join("other");
    let game = &twenty[..game];
    let none = "other: holds no whole game".replace(':', "");
    let changed = game.replacen(' ', " 9", 1);
    let cut = game.split_once('\n').unwrap().1.to_owned();
    let another = game.replacen("# 3 0", "# 3 1", 1);
    let foreign = format!("{game}hello\n# 3 1\n");
    let damaged = format!("line {}: the game that ends here is damaged", game.lines().count());
    let earlier = format!("line {}: the game that ends here is damaged", game.lines().count() - 1);
    let hello = format!("line {}: this is no position of this game", game.lines().count() + 1);
    for (text, why) in [
        ("kept".as_bytes(), &none),
        (b"kept\nas it is\n", &none),
        (b"\xFF\xFE\n# 3 0\n", &"line 1: this is no position of this game".to_owned()),
        (changed.as_bytes(), &damaged),
        (cut.as_bytes(), &earlier),
        (another.as_bytes(), &damaged),
        (foreign.as_bytes(), &hello),
        (format!("{game}one\ntwo\n").as_bytes(), &hello),
        (game.replace('\n', "\r\n").as_bytes(), &damaged),
    ] {
        std::fs::write(&other, text).unwrap();
        let series = Series { seed: 3, games: Some(1), file: &other, threads: 1, time: None, stop: &stop };
        let refused = learn::play(&Four::default(), &search, &PLAN, &series, &|_| {}).unwrap_err();
        assert!(refused.to_string().contains(why), "{refused}, not {why}");
        assert_eq!(std::fs::read(&other).unwrap(), text, "{why}");
    }
    let weights = folder.join("weights");
    let how = Fit { link: Link::Points(50.0), result: 1.0, rounds: 5, doubt: 1.0 };
    learn::fit_files(&Four::default(), &Columns, &how, &file, &weights);
    assert_eq!(std::fs::read(&weights).unwrap().len(), 3 * 2 * 2, "16 bits for each weight and stage");
    std::fs::remove_dir_all(folder).unwrap();
}

/// What a net is told: each stone by its place and owner; the head by whether many stones lie.
struct Stones;

impl Inputs<Four> for Stones {
    const INPUTS: usize = 128;
    const HEADS: usize = 2;

    fn active(&self, position: &Four, out: &mut Vec<u16>) {
        for (owner, set) in position.stones().into_iter().enumerate() {
            out.extend((0..64).filter(|at| set >> at & 1 == 1).map(|at| (64 * owner + at) as u16));
        }
    }

    fn head(&self, position: &Four) -> usize {
        let [own, other] = position.stones();
        usize::from((own | other).count_ones() > 14)
    }
}

/// A net learns what no sum of weights can say: that stones of one's own count only where there is an even number of them in
/// the middle column. What is kept back shows that it was learned and not kept in mind; and the seed says all.
#[test]
fn a_net_learns_what_no_sum_says() {
    let value = |position: &Four| {
        let [own, _] = position.stones();
        let middle = (own >> 21 & 0x3F).count_ones() as i32;
        if middle % 2 == 0 { 60 * (middle + 1) } else { -90 }
    };
    let samples = || {
        positions(1_200).into_iter().map(|position| Sample {
            value: value(&position),
            position,
            result: Some(0),
        })
    };
    let how = Descent { scale: 100.0, unit: 100.0, result: 0.0, rounds: 6, batch: 64, rate: 0.005, seed: 3 };
    let fit = || {
        let mut errors = Vec::new();
        let weights = learn::fit_net::<_, _, 16, 8>(&Stones, samples(), &how, |round, error| {
            errors.push((round, error));
            true
        });
        (weights, errors)
    };
    let (weights, errors) = fit();
    let wanted: Vec<f32> =
        samples().map(|sample| 1.0 / (1.0 + (-sample.value as f32 / 100.0).exp())).collect();
    let mean = wanted.iter().sum::<f32>() / wanted.len() as f32;
    let spread = wanted.iter().map(|wanted| (wanted - mean).powi(2)).sum::<f32>() / wanted.len() as f32;
    let Errors { learned, kept } = errors[how.rounds - 1].1;
    let kept = kept.expect("a stretch is kept back");
    assert!(learned < 0.1 * spread && kept < 0.1 * spread, "{errors:?}, of {spread}");
    assert_eq!(weights.len(), learn::Shape::<16, 8>::size(128, 2));
    assert_eq!(fit().0, weights);
}
