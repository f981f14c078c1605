//! What experiments measure of networks that learn: what they are worth after so many games, or after so much time.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plywise::{Game, Rng, Stochastic, TimeSource, Turn};
use registry::door::measurement::{Measurement, Units};
use registry::measure::ThreadTime;
use registry::spec::{Named, Opt, Spec, SpecError};
use registry::{Key, Takes, decimal, opts, whole, words};

use crate::Twenty48;
use crate::ntuple::{Network, Settings, Trainer, TupleSet};

/// Whole runs of learning networks.
pub(super) static MEASUREMENT: Measurement = Measurement {
    named: Named {
        name: "learning",
        about: "whole runs of 2048's learning networks, over some games or some time: what they are worth in new games",
        options: &opts![TUPLES, OPTIMISM, GAMES, SECONDS, DEPTH, VALIDATE, COURSE, COURSE_GAMES],
    },
    revision: 1,
    columns: &["value", "games", "time_s", "time_per_move_s", "spent", "worth"],
    open,
};

words! {
    for TupleSet {
        FiveByFour = "5x4", FourByFive = "4x5", FourBySix = "4x6", FiveBySix = "5x6", EightBySix = "8x6",
    }
}

const TUPLES: Key<TupleSet> = Key::word_or("tuples", "", "the tuples of cells");
const OPTIMISM: Key<f64> = Key::decimal(
    "optimism",
    ("points", 0.0, Twenty48::MAX_SCORE as f64),
    "0",
    "what every board is worth at first, in points",
);
const GAMES: Key<u64> = whole!("games", 1.., "", "games to learn from");
const SECONDS: Key<f64> = decimal!(
    "seconds",
    1e-6..=1e6,
    "",
    "or processor time to learn in, without a course; games are played to their end, at least one",
);
const DEPTH: Key<u32> = whole!(
    "depth",
    0..=4,
    "",
    "the player's turns that a judged network looks ahead; 0: it takes the slide with the best board after it",
);
const VALIDATE: Key<u32> = whole!("validate", 1.., "", "games by which the result is judged");
const COURSE: Key<Vec<u64>> = Key::own(
    Opt {
        key: "course",
        takes: Takes::Number,
        values: "N/N/…",
        default: "",
        about: "numbers of games after which the result so far is judged too",
    },
    "numbers of games",
    |_, text| text.split('/').filter(|number| !number.is_empty()).map(|number| number.parse().ok()).collect(),
);
const COURSE_GAMES: Key<u32> = whole!("course-games", 1.., "50", "games by which a result so far is judged");

/// How long a network learns.
#[derive(Clone)]
enum Lesson {
    Seconds(f64),
    /// So many games, with these stops.
    Games(u64, Vec<u64>),
}

/// How a network is judged: how many games, and how deep it looks ahead in them.
#[derive(Clone, Copy)]
struct Exam {
    games: u32,
    depth: u32,
}

fn open(_: &Spec, spec: &Spec, seed: u64) -> Result<Units, SpecError> {
    let (tuples, optimism, course) = (spec.get(&TUPLES)?, spec.get(&OPTIMISM)? as f32, spec.get(&COURSE)?);
    let lesson = match (spec.given(&GAMES)?, spec.given(&SECONDS)?) {
        (Some(games), None) => {
            let mut stops: Vec<u64> = course.into_iter().filter(|&stop| stop <= games).collect();
            stops.sort_unstable();
            Lesson::Games(games, stops)
        }
        (None, Some(seconds)) if course.is_empty() => Lesson::Seconds(seconds),
        (None, Some(_)) => return Err(spec.wrong("course", "left out where seconds are given")),
        _ => return Err(SpecError(format!("{}: it takes either games, at least 1, or seconds", spec.name))),
    };
    let depth = spec.get(&DEPTH)?;
    let exam = Exam { games: spec.get(&VALIDATE)?, depth };
    let on_the_way = Exam { games: spec.get(&COURSE_GAMES)?, depth };
    Ok(Box::new(move |unit| {
        let mut rng = Rng::derive(seed, unit);
        let begun = ThreadTime.now();
        let settings = Settings { optimism, seed: rng.next_u64(), ..Settings::of(tuples) };
        let mut trainer = Trainer::new(settings).map_err(|error| error.message)?;
        let mut run = Run { trainer: &mut trainer, used: ThreadTime.now().saturating_sub(begun) };
        let course = run.learn(&lesson, on_the_way, &mut rng);
        let (seconds, games) = (run.used.as_secs_f64(), run.trainer.games());
        let judged = exam.judge(&trainer.network(), &mut rng);
        let end = vec![judged.score, games as f64, seconds, judged.seconds_per_move, f64::NAN, f64::NAN];
        Ok(std::iter::once(end).chain(course).collect())
    }))
}

/// A run, and the processor time that it took so far.
struct Run<'a> {
    trainer: &'a mut Trainer,
    used: Duration,
}

impl Run<'_> {
    fn train(&mut self, games: u64) {
        let begun = ThreadTime.now();
        self.trainer.train(games, 1, &AtomicBool::new(false), &mut |_| ());
        self.used += ThreadTime.now().saturating_sub(begun);
    }

    /// Learns, and has the course of it judged; judging takes none of the run's time.
    fn learn(&mut self, lesson: &Lesson, exam: Exam, rng: &mut Rng) -> Vec<Vec<f64>> {
        let mut course = Vec::new();
        match lesson {
            Lesson::Seconds(seconds) => {
                while self.used.as_secs_f64() < *seconds {
                    self.train(1);
                }
            }
            Lesson::Games(games, stops) => {
                for &spent in stops {
                    self.train(spent - self.trainer.games());
                    let judged = exam.judge(&self.trainer.network(), rng);
                    let mut values = vec![f64::NAN; 4];
                    values.extend([spent as f64, judged.score]);
                    course.push(values);
                }
                self.train(games - self.trainer.games());
            }
        }
        course
    }
}

/// What a network is worth.
struct Judged {
    /// The mean score.
    score: f64,
    /// Processor time.
    seconds_per_move: f64,
}

impl Exam {
    fn judge(self, network: &Network, rng: &mut Rng) -> Judged {
        let begun = ThreadTime.now();
        let (mut points, mut moves) = (0.0, 0.0);
        for _ in 0..self.games {
            let mut game = Twenty48::START;
            while !game.is_over() {
                game.play(match game.turn() {
                    Turn::Chance => game.sample(rng),
                    Turn::Seat(_) => {
                        moves += 1.0;
                        network.choose(&game, self.depth).expect("a game that goes on has a slide")
                    }
                });
            }
            points += f64::from(game.score());
        }
        let seconds = ThreadTime.now().saturating_sub(begun).as_secs_f64();
        Judged { score: points / f64::from(self.games), seconds_per_move: seconds / moves }
    }
}
