//! Whole runs of an optimiser: what weights it finds, what it believes of them, and what they are worth.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plywise::Rng;
use registry::Spec;
use serde::{Deserialize, Serialize};
use toml::Table;
use tune::{Contest, Luck, Optimizer, Outcome, Parameter, Plan, Trial, Tuner, method};

use super::{Measure, Place, settings};
use crate::observe::Seen;

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct With {
    /// The game.
    game: String,
    /// The agent whose weights are tuned.
    agent: String,
    /// The opponent, where the game takes one.
    against: Option<String>,
    /// The method, such as `pso:particles=50,iterations=100`; `none` judges the weights of `start`.
    optimizer: String,
    /// Games for each evaluation, at least 1.
    #[serde(default = "one")]
    repeats: u32,
    /// Further games of the best in every iteration.
    #[serde(default)]
    recheck: u32,
    /// Ranges of weights that differ from the agent's own.
    #[serde(default)]
    ranges: std::collections::BTreeMap<String, [f64; 2]>,
    /// Weights to begin with, or to judge.
    start: Option<Vec<f64>>,
    /// Games, never met before, by which the result is judged.
    validate: u32,
    /// The agent that plays them with the weights that were found, if it is another: a deeper one.
    judge: Option<String>,
    /// Best points that are kept.
    #[serde(default = "one")]
    elites: u32,
    /// Games of each of the best points, and of the method's own estimate, after the last iteration.
    #[serde(default)]
    playoff: u32,
    /// What is taken for the result.
    #[serde(default)]
    answer: Answer,
    /// Numbers of games after which the result so far is judged too.
    #[serde(default)]
    course: Vec<u64>,
    /// Games, never met before, by which a result so far is judged.
    #[serde(default = "fifty")]
    course_games: u32,
}

/// What a run has found.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Answer {
    /// The best point, however lucky it was.
    #[default]
    Best,
    /// What the method itself believes in: the mean of CMA-ES, the place of SPSA. The best point of other methods.
    Own,
}

fn one() -> u32 {
    1
}

fn fifty() -> u32 {
    50
}

struct Tuning {
    with: With,
    contest: Contest,
    /// What the results are judged in.
    finals: Contest,
    parameters: Vec<Parameter>,
    seed: u64,
}

pub(super) fn open(with: &Table, seed: u64) -> Result<Box<dyn Measure>, String> {
    let with: With = settings(with)?;
    let wrong = |error: registry::SpecError| error.to_string();
    let against = with.against.as_deref().map(Spec::parse).transpose().map_err(wrong)?;
    let contest = |agent: &str| {
        let kind = games::open(&with.game)?;
        Contest::new(kind, Spec::parse(agent)?, against.clone(), 0)
    };
    let finals = contest(with.judge.as_ref().unwrap_or(&with.agent)).map_err(wrong)?;
    let contest = contest(&with.agent).map_err(wrong)?;
    let mut parameters = contest.parameters().map_err(wrong)?;
    for (name, [low, high]) in &with.ranges {
        let parameter = parameters
            .iter_mut()
            .find(|parameter| parameter.name == *name)
            .ok_or_else(|| format!("there is no weight {name:?}"))?;
        (parameter.low, parameter.high, parameter.start) = (*low, *high, f64::midpoint(*low, *high));
    }
    if let Some(start) = &with.start {
        if start.len() != parameters.len() {
            return Err(format!("{} starts for {} weights", start.len(), parameters.len()));
        }
        parameters.iter_mut().zip(start).for_each(|(parameter, start)| parameter.start = *start);
    }
    if with.validate == 0 || with.course_games == 0 {
        return Err("validate and course-games should be at least 1".into());
    }
    if with.optimizer == "none" && with.start.is_none() {
        return Err("optimizer = \"none\" takes a start".into());
    }
    if finals.parameters().map_err(wrong)?.len() != parameters.len() {
        return Err("the judging agent has other weights".into());
    }
    let tuning = Tuning { with, contest, finals, parameters, seed };
    tuning.tuner(0)?;
    Ok(Box::new(tuning))
}

impl Measure for Tuning {
    fn columns(&self) -> Vec<String> {
        let weights = self.parameters.iter().map(|parameter| parameter.name.clone());
        let texts = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let mut columns = texts(&["value", "believed", "games", "first_negative"]);
        columns.extend(weights);
        columns.extend(texts(&["time_s", "time_per_move_s", "spent", "worth", "tile"]));
        columns
    }

    fn observe(&self, unit: u64) -> Result<Vec<Seen>, String> {
        self.run(unit, None).map(Option::unwrap_or_default)
    }

    fn observe_at(&self, unit: u64, place: &Place<'_>) -> Result<Option<Vec<Seen>>, String> {
        let seen = self.run(unit, Some(place))?;
        if seen.is_some() && place.state.exists() {
            std::fs::remove_file(&place.state).map_err(|error| told(place, &error))?;
        }
        Ok(seen)
    }
}

/// What is wrong with the file of a unit.
fn told(place: &Place<'_>, error: &dyn std::fmt::Display) -> String {
    format!("{}: {error}", place.state.display())
}

/// A run under way, as it is kept.
#[derive(Default, Serialize, Deserialize)]
struct Underway {
    /// The optimiser's checkpoint; empty before the first trial.
    tuner: String,
    games: u64,
    seconds: f64,
    course: Vec<(u64, Vec<f64>)>,
}

impl Underway {
    fn keep(&mut self, tuner: &Tuner, place: &Place<'_>) -> Result<(), String> {
        self.tuner = tuner.checkpoint();
        let text = serde_json::to_string(self).map_err(|error| told(place, &error))?;
        arena::save::replace(&place.state, &text).map_err(|error| told(place, &error))
    }
}

/// Games between two states that are kept.
const EVERY: u64 = 50;

impl Tuning {
    /// One unit, from where it stood; None where it was stopped.
    fn run(&self, unit: u64, place: Option<&Place<'_>>) -> Result<Option<Vec<Seen>>, String> {
        let mut rng = Rng::derive(self.seed, unit);
        let Some(found) = self.tune(rng.next_u64(), place)? else { return Ok(None) };
        let Some(judged) = self.judge(&found.weights, self.with.validate, &mut rng, place)? else {
            return Ok(None);
        };
        let first = found.weights.first().copied().unwrap_or_default();
        let mut values = vec![judged.score, found.believed, found.games as f64, super::flag(first < 0.0)];
        values.extend(&found.weights);
        values.extend([found.seconds, judged.seconds_per_move(), f64::NAN, f64::NAN, f64::NAN]);
        let mut seen = vec![Seen { row: String::new(), values }];
        for (spent, weights) in &found.course {
            let Some(played) = self.judge(weights, self.with.course_games, &mut rng, place)? else {
                return Ok(None);
            };
            let worth = played.score;
            let mut values = vec![f64::NAN; seen[0].values.len() - 3];
            values.extend([*spent as f64, worth, f64::NAN]);
            seen.push(Seen { row: String::new(), values });
        }
        let width = seen[0].values.len();
        seen.extend(judged.tiles.iter().map(|&tile| {
            let mut values = vec![f64::NAN; width];
            values[width - 1] = tile as f64;
            Seen { row: String::new(), values }
        }));
        Ok(Some(seen))
    }
}

/// What a run came to.
struct Found {
    weights: Vec<f64>,
    believed: f64,
    games: u64,
    /// The players' time, without that of referee and method.
    seconds: f64,
    /// Numbers of games, and what was found by then.
    course: Vec<(u64, Vec<f64>)>,
}

/// Some games of one agent.
#[derive(Default)]
struct Played {
    /// The mean score.
    score: f64,
    seconds: f64,
    moves: f64,
    /// What the game itself counts beside points, game by game: 2048's largest tile.
    tiles: Vec<u64>,
}

impl Played {
    fn seconds_per_move(&self) -> f64 {
        self.seconds / self.moves
    }
}

impl Tuning {
    /// A run that is about to begin; None: the start is judged as it is.
    fn tuner(&self, seed: u64) -> Result<Option<Tuner>, String> {
        let With { optimizer, repeats, recheck, elites, playoff, .. } = &self.with;
        if optimizer == "none" {
            return Ok(None);
        }
        let spec = Spec::parse(optimizer).map_err(|error| error.to_string())?;
        let (method, iterations) = method(&spec).map_err(|error| error.to_string())?;
        let plan = Plan {
            repeats: *repeats,
            recheck: *recheck,
            elites: *elites,
            playoff: *playoff,
            luck: Luck::Independent,
            ..Plan::exact(method, iterations, seed)
        };
        Tuner::new(self.parameters.clone(), plan).map(Some).map_err(|error| error.to_string())
    }

    /// The run of a seed to its end; None where it was stopped.
    fn tune(&self, seed: u64, place: Option<&Place<'_>>) -> Result<Option<Found>, String> {
        let Some(mut tuner) = self.tuner(seed)? else {
            let weights = self.with.start.clone().unwrap_or_default();
            return Ok(Some(Found {
                weights,
                believed: f64::NAN,
                games: 0,
                seconds: 0.0,
                course: Vec::new(),
            }));
        };
        let mut so_far = Underway::default();
        if let Some(place) = place.filter(|place| place.state.exists()) {
            let text = plywise::file::read_text(&place.state).map_err(|error| told(place, &error))?;
            so_far = serde_json::from_str(&text).map_err(|error| told(place, &error))?;
            let kept = Tuner::resume(&so_far.tuner).map_err(|error| told(place, &error))?;
            if kept.plan() != tuner.plan() || kept.parameters() != tuner.parameters() {
                return Err(told(place, &"it is of another run; remove it to begin anew"));
            }
            tuner = kept;
        }
        'all: loop {
            let trials = tuner.ask();
            if trials.is_empty() {
                break;
            }
            for trial in trials {
                if place.is_some_and(Place::is_stopped) {
                    break 'all;
                }
                let played = play(&self.contest, &trial)?;
                so_far.seconds += played.seconds;
                let outcome = Outcome { id: trial.id, score: played.score };
                tuner.tell(&[outcome]).map_err(|error| error.to_string())?;
                so_far.games += self.contest.games();
                if self.with.course.contains(&so_far.games)
                    && let Some((weights, _)) = self.answer(&tuner)
                {
                    so_far.course.push((so_far.games, weights));
                }
                if let Some(place) = place.filter(|_| so_far.games.is_multiple_of(EVERY)) {
                    so_far.keep(&tuner, place)?;
                }
            }
        }
        if !tuner.is_over() {
            if let Some(place) = place {
                so_far.keep(&tuner, place)?;
            }
            return Ok(None);
        }
        let (weights, believed) = self.answer(&tuner).ok_or("the optimiser has found nothing")?;
        let Underway { games, seconds, course, .. } = so_far;
        Ok(Some(Found { weights, believed, games, seconds, course }))
    }

    /// What has been found so far, and what is believed of it. None before the first iteration is over.
    fn answer(&self, tuner: &Tuner) -> Option<(Vec<f64>, f64)> {
        let best = tuner.best()?;
        // A comparison at the end has met the estimate too.
        let own = tuner.estimate().filter(|_| self.with.answer == Answer::Own && self.with.playoff == 0);
        Some(own.map_or((best.weights, best.score), |weights| (weights, f64::NAN)))
    }

    /// Games of some weights that nothing has met before; None where they were stopped.
    fn judge(
        &self,
        weights: &[f64],
        games: u32,
        rng: &mut Rng,
        place: Option<&Place<'_>>,
    ) -> Result<Option<Played>, String> {
        let mut all = Played::default();
        for id in 0..u64::from(games) {
            if place.is_some_and(Place::is_stopped) {
                return Ok(None);
            }
            let played = play(&self.finals, &Trial { id, weights: weights.to_vec(), seed: rng.next_u64() })?;
            all.score += played.score / f64::from(games);
            all.seconds += played.seconds;
            all.moves += played.moves;
            all.tiles.extend(played.tiles);
        }
        Ok(Some(all))
    }
}

fn play(contest: &Contest, trial: &Trial) -> Result<Played, String> {
    let never = Arc::new(AtomicBool::new(false));
    let report = contest.report(trial, &never).map_err(|error| error.to_string())?;
    let report = report.ok_or("a game was broken off")?;
    let agent = &report.agents[0];
    let seconds = agent.mean_time_per_game_s * report.games as f64;
    // An agent that never moved has used no time.
    let moves = (seconds / agent.mean_time_per_move_s).max(0.0);
    // Of one game the greatest that was reached.
    let reached = agent.tiles.iter().filter(|rate| rate.games > 0).map(|rate| rate.tile);
    Ok(Played { score: agent.mean_score, seconds, moves, tiles: reached.max().into_iter().collect() })
}
