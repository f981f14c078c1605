//! Whole runs of networks that learn 2048: what they are worth after so many games, or after so much time.

use std::sync::atomic::AtomicBool;

use cpu_time::ThreadTime;
use plywise::{Game, Rng, Stochastic, Turn};
use serde::Deserialize;
use toml::Table;
use twenty48::Twenty48;
use twenty48::ntuple::{Network, Settings, Trainer, TupleSet};

use super::{Measure, columns, settings};
use crate::observe::Seen;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct With {
    /// The tuples of cells, such as `4x6`.
    tuples: String,
    /// What every board is worth at first, in points.
    #[serde(default)]
    optimism: f32,
    /// Games to learn from.
    games: Option<u64>,
    /// Or processor time to learn in, in seconds; games are played to their end, at least one.
    seconds: Option<f64>,
    /// The player's turns that a judged network looks ahead, at most 4. 0: it takes the slide with the best board after it.
    depth: u32,
    /// Games by which the result is judged.
    validate: u32,
    /// Numbers of games after which the result so far is judged too.
    #[serde(default)]
    course: Vec<u64>,
    /// Games by which a result so far is judged.
    #[serde(default = "fifty")]
    course_games: u32,
}

fn fifty() -> u32 {
    50
}

struct Learning {
    with: With,
    tuples: TupleSet,
    seed: u64,
}

pub(super) fn open(with: &Table, seed: u64) -> Result<Box<dyn Measure>, String> {
    let with: With = settings(with)?;
    let tuples = TupleSet::by_name(&with.tuples).ok_or_else(|| {
        format!("tuples {:?} should be one of {}", with.tuples, TupleSet::ALL.map(TupleSet::name).join(", "))
    })?;
    match (with.games, with.seconds) {
        (Some(1..), None) => {}
        (None, Some(seconds)) if seconds > 0.0 && seconds < 1e6 && with.course.is_empty() => {}
        (None, Some(_)) => return Err("seconds should be above 0 and below 1e6, without a course".into()),
        _ => return Err("it takes either games, at least 1, or seconds".into()),
    }
    if with.depth > 4 || with.validate == 0 || with.course_games == 0 {
        return Err("depth should be at most 4, validate and course-games at least 1".into());
    }
    let most = Twenty48::MAX_SCORE as f32;
    if !(0.0..=most).contains(&with.optimism) {
        return Err(format!("optimism should be from 0 to {most}"));
    }
    Ok(Box::new(Learning { with, tuples, seed }))
}

impl Measure for Learning {
    fn columns(&self) -> Vec<String> {
        columns(&["value", "games", "time_s", "time_per_move_s", "spent", "worth"])
    }

    fn observe(&self, unit: u64) -> Result<Vec<Seen>, String> {
        let mut rng = Rng::derive(self.seed, unit);
        let begun = ThreadTime::now();
        let optimism = self.with.optimism;
        let settings = Settings { optimism, seed: rng.next_u64(), ..Settings::of(self.tuples) };
        let mut trainer = Trainer::new(settings).map_err(|error| error.message)?;
        let mut run = Run { trainer: &mut trainer, seconds: begun.elapsed().as_secs_f64() };
        let course = self.learn(&mut run, &mut rng);
        let (seconds, games) = (run.seconds, run.trainer.games());
        let judged = play(&trainer.network(), self.with.depth, self.with.validate, &mut rng);
        let values = vec![judged.score, games as f64, seconds, judged.seconds_per_move, f64::NAN, f64::NAN];
        let mut seen = vec![Seen { row: String::new(), values }];
        seen.extend(course);
        Ok(seen)
    }
}

/// A run, and the processor time that it took so far.
struct Run<'a> {
    trainer: &'a mut Trainer,
    seconds: f64,
}

impl Run<'_> {
    fn train(&mut self, games: u64) {
        let begun = ThreadTime::now();
        self.trainer.train(games, 1, &AtomicBool::new(false), &mut |_| ());
        self.seconds += begun.elapsed().as_secs_f64();
    }
}

impl Learning {
    /// Learns, and judges the course of it; judging takes none of the run's time.
    fn learn(&self, run: &mut Run<'_>, rng: &mut Rng) -> Vec<Seen> {
        let mut course = Vec::new();
        if let Some(seconds) = self.with.seconds {
            while run.seconds < seconds {
                run.train(1);
            }
        }
        let Some(games) = self.with.games else { return course };
        let mut stops: Vec<u64> = self.with.course.iter().copied().filter(|&stop| stop <= games).collect();
        stops.sort_unstable();
        for spent in stops {
            run.train(spent - run.trainer.games());
            let judged = play(&run.trainer.network(), self.with.depth, self.with.course_games, rng);
            let mut values = vec![f64::NAN; 4];
            values.extend([spent as f64, judged.score]);
            course.push(Seen { row: String::new(), values });
        }
        run.train(games - run.trainer.games());
        course
    }
}

/// Some games of a network.
struct Played {
    /// The mean score.
    score: f64,
    /// Processor time.
    seconds_per_move: f64,
}

fn play(network: &Network, depth: u32, games: u32, rng: &mut Rng) -> Played {
    let begun = ThreadTime::now();
    let (mut points, mut moves) = (0.0, 0.0);
    for _ in 0..games {
        let mut game = Twenty48::START;
        while !game.is_over() {
            game.play(match game.turn() {
                Turn::Chance => game.sample(rng),
                Turn::Seat(_) => {
                    moves += 1.0;
                    network.choose(&game, depth).expect("a game that goes on has a slide")
                }
            });
        }
        points += f64::from(game.score());
    }
    let seconds = begun.elapsed().as_secs_f64();
    Played { score: points / f64::from(games), seconds_per_move: seconds / moves }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measure(text: &str) -> Result<Box<dyn Measure>, String> {
        open(&toml::from_str(text).unwrap(), 4)
    }

    /// Everything of a unit but its times.
    fn timeless(measure: &dyn Measure) -> Vec<Vec<f64>> {
        let columns = measure.columns();
        let timeless = |values: Vec<f64>| {
            let kept = values.into_iter().zip(&columns).filter(|(_, name)| !name.starts_with("time"));
            kept.map(|(value, _)| if value.is_nan() { -1.0 } else { value }).collect()
        };
        measure.observe(1).unwrap().into_iter().map(|seen| timeless(seen.values)).collect()
    }

    #[test]
    fn a_unit_tells_the_end_of_a_run_and_its_course() {
        let settings = "tuples = \"5x4\"\ngames = 600\ndepth = 0\nvalidate = 20\ncourse = [600, 10, 900]\ncourse-games = 20";
        let measure = measure(settings).unwrap();
        let seen = timeless(&*measure);
        assert_eq!(seen, timeless(&*measure), "a unit is a function of settings and number");
        let [end, early, late] = &seen[..] else { panic!("{seen:?}") };
        assert_eq!((end[1], early[2], late[2]), (600.0, 10.0, 600.0));
        // A random player makes about 1,100.
        assert!(end[0] > 3_000.0 && late[3] > 3_000.0 && early[3] < 0.7 * late[3], "{seen:?}");
    }

    #[test]
    fn a_run_ends_when_its_time_is_up() {
        let measure = measure("tuples = \"5x4\"\nseconds = 0.05\ndepth = 1\nvalidate = 1").unwrap();
        let seen = measure.observe(0).unwrap();
        assert!(seen.len() == 1 && seen[0].values[1] >= 1.0 && seen[0].values[2] >= 0.05, "{seen:?}");
    }

    #[test]
    fn settings_out_of_range_are_refused() {
        for (settings, part) in [
            ("tuples = \"9x9\"\ngames = 1\ndepth = 0\nvalidate = 1", "should be one of 5x4, 4x5"),
            ("tuples = \"5x4\"\ngames = 1\nseconds = 1.0\ndepth = 0\nvalidate = 1", "either games"),
            ("tuples = \"5x4\"\nseconds = 0.0\ndepth = 0\nvalidate = 1", "above 0"),
            ("tuples = \"5x4\"\nseconds = 1.0\ndepth = 0\nvalidate = 1\ncourse = [1]", "without a course"),
            ("tuples = \"5x4\"\ngames = 1\ndepth = 5\nvalidate = 1", "at most 4"),
            ("tuples = \"5x4\"\ngames = 1\ndepth = 1\nvalidate = 0", "at least 1"),
            ("tuples = \"5x4\"\ngames = 1\ndepth = 1\nvalidate = 1\noptimism = -1.0", "optimism"),
        ] {
            let error = measure(settings).err().unwrap_or_default();
            assert!(error.contains(part) && !error.contains('\n'), "{settings}: {error}");
        }
    }
}
