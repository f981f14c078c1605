//! Many games that go on together, against each of them played alone by its rules.

use std::collections::BTreeSet;

use plywise::{Rng, Turn};
use registry::{Batch, LiveGame, Luck};

const GAMES: &[&str] = &["checkers:rules=course", "othello:size=6", "cantgoback:board=example_board"];

fn names() -> impl Iterator<Item = &'static str> {
    games::all().iter().map(|game| game.named.name).chain(GAMES.iter().copied())
}

/// The legal numbers of a copy.
fn legal(batch: &dyn Batch, copy: usize) -> Vec<i64> {
    let mask = &batch.seen().masks[copy * batch.actions()..][..batch.actions()];
    (0..batch.actions() as i64).filter(|&action| mask[action as usize] == 1).collect()
}

/// One game played by its rules, moves told by their numbers.
struct Alone {
    live: Box<dyn LiveGame>,
    parts: Vec<usize>,
}

impl Alone {
    fn new(game: &str, luck: Luck) -> Self {
        let live = games::open(game).expect("a game").live_with(luck, None).expect("a start");
        let mut alone = Self { live, parts: Vec::new() };
        alone.settle();
        alone
    }

    fn settle(&mut self) {
        while self.live.turn() == Some(Turn::Chance) || self.live.forced_pass().is_some() {
            self.live.play_unchosen().expect("nobody chooses here");
        }
    }

    fn choose(&mut self, action: i64) {
        self.parts.push(action as usize);
        let numbers = self.live.numbers();
        if let Some(whole) = numbers.iter().position(|parts| *parts == self.parts) {
            let text = self.live.moves()[whole].clone();
            self.live.play(&text).expect("a legal move");
            self.parts.clear();
            self.settle();
        }
    }

    /// The numbers that may come next.
    fn legal(&self) -> BTreeSet<i64> {
        let numbers = self.live.numbers();
        let next = numbers.iter().filter(|parts| parts.starts_with(&self.parts));
        next.map(|parts| parts[self.parts.len()] as i64).collect()
    }
}

/// Whatever can be seen of each copy is what one sees who plays its game alone, through three games of each.
#[test]
fn games_together_are_the_same_games_alone() {
    for name in names() {
        let (copies, seed) = (3, 7);
        let mut batch = games::open(name).unwrap().batch(copies, seed).expect("every game has numbers");
        let mut alone: Vec<_> =
            (0..copies as u64).map(|copy| Alone::new(name, Luck::of_game(seed, copy))).collect();
        let (mut rng, mut ended) = (Rng::new(1), vec![0; copies]);
        let size = batch.boards().values.len() / copies;
        let mut points = vec![0; copies * batch.seats()];
        while ended.iter().any(|&ended| ended < 3) {
            for (copy, alone) in alone.iter().enumerate() {
                let seen = batch.seen();
                let board = &batch.boards().values[copy * size..][..size];
                assert_eq!(board, alone.live.planes().unwrap().values, "{name}");
                let turn = match alone.live.turn() {
                    Some(Turn::Seat(seat)) => seat.0 as i8,
                    _ => -1,
                };
                assert_eq!((seen.turns[copy], seen.over[copy]), (turn, u8::from(turn < 0)), "{name}");
                let legal = legal(&*batch, copy);
                match turn {
                    -1 => assert!(legal.is_empty()),
                    _ => assert_eq!(legal.into_iter().collect::<BTreeSet<_>>(), alone.legal(), "{name}"),
                }
                let told = &seen.points[copy * batch.seats()..][..batch.seats()];
                let rewards = &seen.rewards[copy * batch.seats()..][..batch.seats()];
                let payoffs = alone.live.payoffs();
                match (payoffs.as_slice(), turn) {
                    ([points], _) => assert_eq!(told, [*points], "{name}"),
                    ([first, second], -1) => {
                        assert_eq!(told, payoffs, "{name}");
                        let sign = (first - second).signum() as f32;
                        assert_eq!(rewards, [sign, -sign], "{name}");
                    }
                    _ => assert!(rewards.iter().all(|&reward| reward == 0.0), "{name}"),
                }
                if payoffs.len() == 1 && alone.live.plies() > 2 {
                    assert_eq!(rewards[0], (told[0] - points[copy]) as f32, "{name}");
                }
            }
            points = batch.seen().points.clone();
            let draw = |copy| {
                let legal = legal(&*batch, copy);
                // Whatever is given for a game that is over, it starts anew.
                if legal.is_empty() { -7 } else { legal[rng.below(legal.len() as u64) as usize] }
            };
            let actions: Vec<_> = (0..copies).map(draw).collect();
            for (copy, alone) in alone.iter_mut().enumerate() {
                if batch.seen().over[copy] == 1 {
                    ended[copy] += 1;
                    *alone = Alone::new(name, Luck::of_game(seed, (copy + ended[copy] * copies) as u64));
                } else {
                    alone.choose(actions[copy]);
                }
            }
            batch.step(&actions, false).unwrap();
        }
    }
}

/// No two moves of a position have the same numbers, nor one the beginning of another's, and all are below their count.
#[test]
fn numbers_tell_moves_apart() {
    let mut several = 0;
    for name in names() {
        let count = games::open(name).unwrap().actions();
        let mut rng = Rng::new(3);
        for seed in 0..40 {
            let mut alone = Alone::new(name, Luck::of(seed));
            while alone.live.turn().is_some() {
                let numbers = alone.live.numbers();
                for (i, parts) in numbers.iter().enumerate() {
                    assert!(!parts.is_empty() && parts.iter().all(|&part| part < count), "{name}: {parts:?}");
                    let others = numbers.iter().enumerate().filter(|&(j, _)| j != i);
                    assert!(others.into_iter().all(|(_, other)| !other.starts_with(parts)), "{name}");
                    several += usize::from(parts.len() > 1);
                }
                let text = &alone.live.moves()[rng.below(numbers.len() as u64) as usize];
                alone.live.play(text).unwrap();
                alone.settle();
            }
        }
    }
    assert!(several > 100, "captures of several jumps should come up: {several}");
}

/// A number that is not legal is refused with what is, and nothing is played.
#[test]
fn what_is_not_legal_changes_nothing() {
    let mut batch = games::open("othello").unwrap().batch(2, 1).unwrap();
    let before = (batch.boards().clone(), batch.seen().clone());
    let good = legal(&*batch, 0)[0];
    for (actions, line) in [
        (&[good, 0][..], "action 0 is not legal in game 1; legal: [19, 26, 37, 44]"),
        (&[-1, good], "action -1 is not legal in game 0; legal: [19, 26, 37, 44]"),
        (&[good, 64], "action 64 is not legal in game 1; legal: [19, 26, 37, 44]"),
        (&[good], "1 actions for 2 games"),
    ] {
        assert_eq!(batch.step(actions, false).unwrap_err(), line);
        assert_eq!((batch.boards(), batch.seen()), (&before.0, &before.1));
    }
    batch.step(&[-1, good], true).unwrap();
    let planes = before.0.values.len() / 2;
    assert_eq!(batch.boards().values[..planes], before.0.values[..planes]);
    assert_ne!(batch.boards().values[planes..], before.0.values[planes..]);
    assert_eq!(batch.seen().turns, [0, 1]);
    assert_ne!(batch.seen(), &before.1);
    batch.reset(1);
    assert_eq!(batch.seen(), &before.1);
    assert!(games::open("othello").unwrap().batch(0, 1).is_none());
}
