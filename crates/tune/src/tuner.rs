//! A run: a method and what surrounds it, as noise, seeds, progress and checkpoints.

use crate::batch::{Batch, Point, Role};
use crate::hall::{Elite, Hall, Tally};
use crate::parameter::{Parameter, check_all};
use crate::progress::{Best, Progress};
use crate::search::{Moment, Searcher};
use crate::{Error, Optimizer, Outcome, Plan, Trial, draw};
use plywise::Checksum;
use plywise::notation::in_words;
use serde::{Deserialize, Serialize};

/// The format of checkpoints; changes when an old one could no longer be continued to the same result.
const FORMAT: u32 = 3;
/// The last format without a seal; its runs go on all the same.
const UNSEALED: u32 = 2;
/// How a sealed checkpoint begins: sixteen hexadecimal digits follow, the checksum of all behind [`SEALED`].
const SEAL: &str = "{\"seal\":\"";
/// What stands between the seal and what it covers.
const SEALED: &str = "\",";

/// A run under way.
///
/// Everything follows from parameters, plan and scores: same scores, same trials, on any machine, however often the
/// run was stopped and resumed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Tuner {
    format: u32,
    parameters: Vec<Parameter>,
    plan: Plan,
    search: Searcher,
    hall: Hall,
    /// The iteration under way; `plan.iterations` in the comparison at the end, one more when all is over.
    iteration: u32,
    batch: Batch,
    history: Vec<Progress>,
}

impl Tuner {
    /// A run that is about to begin.
    ///
    /// # Errors
    /// [`Error::Parameter`] or [`Error::Option`] if one of them makes no sense.
    pub fn new(parameters: Vec<Parameter>, plan: Plan) -> Result<Self, Error> {
        check_all(&parameters)?;
        plan.check()?;
        let search = plan.searcher(parameters.iter().map(Parameter::start_unit).collect());
        let hall = Hall::new(plan.hall_size());
        let batch = Batch::default();
        let mut tuner =
            Self { format: FORMAT, parameters, plan, search, hall, iteration: 0, batch, history: Vec::new() };
        tuner.propose();
        Ok(tuner)
    }

    /// The run that a checkpoint describes, where it stood.
    ///
    /// # Errors
    /// [`Error::Checkpoint`] with what is wrong with the text.
    pub fn resume(checkpoint: &str) -> Result<Self, Error> {
        let seal = check_seal(checkpoint)?;
        let mut tuner: Self =
            serde_json::from_str(checkpoint).map_err(|error| Error::Checkpoint(in_words(error)))?;
        match (tuner.format, seal) {
            (FORMAT, true) | (UNSEALED, false) => tuner.format = FORMAT,
            (FORMAT, false) => return Err(Error::Checkpoint("its seal is damaged".into())),
            (given, _) => {
                let why = format!("format {given}, this program reads formats {UNSEALED} and {FORMAT}");
                return Err(Error::Checkpoint(why));
            }
        }
        check_all(&tuner.parameters)?;
        tuner.plan.check()?;
        if tuner.fits() {
            Ok(tuner)
        } else {
            Err(Error::Checkpoint("its tables contradict each other".into()))
        }
    }

    /// The whole run as JSON, sealed with a checksum: taken at any moment, also with some trials told and others not, it resumes to the
    /// identical result.
    #[must_use]
    pub fn checkpoint(&self) -> String {
        let text = serde_json::to_string(self);
        let text = text.unwrap_or_else(|error| unreachable!("finite numbers, text keys: {error}"));
        // Behind the brace that opens it.
        let rest = &text[1..];
        format!("{SEAL}{:016x}{SEALED}{rest}", Checksum::of(rest.as_bytes()).get())
    }

    /// The parameters, in the order of the weights.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// What the run was asked to do.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// One record of each iteration that is over.
    #[must_use]
    pub fn history(&self) -> &[Progress] {
        &self.history
    }

    /// Whether no more trials will be asked.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.batch.points.is_empty()
    }

    /// The best point known; none before the first iteration is over.
    #[must_use]
    pub fn best(&self) -> Option<Best> {
        let Elite { place, tally } = self.hall.leader()?;
        let error = self.hall.noise().map(|noise| noise / f64::from(tally.count).sqrt());
        Some(Best { weights: self.weights(place), score: tally.mean, evaluations: tally.count, error })
    }

    /// Where the method itself believes the optimum to be, if it keeps such a point: the mean of CMA-ES, the place of
    /// SPSA. It rests on many scores, where the best point may owe its own to luck.
    #[must_use]
    pub fn estimate(&self) -> Option<Vec<f64>> {
        self.search.get().estimate().map(|place| self.weights(place))
    }

    fn weights(&self, place: &[f64]) -> Vec<f64> {
        self.parameters.iter().zip(place).map(|(parameter, &unit)| parameter.weight(unit)).collect()
    }

    /// Opens the batch of the iteration under way.
    fn propose(&mut self) {
        let point = |place, role, times: u32| Point { place, role, scores: vec![None; times as usize] };
        let mut points = Vec::new();
        if self.iteration < self.plan.iterations {
            let mut rng = draw::of_iteration(self.plan.seed, self.iteration);
            let leader = self.hall.leader().map(|elite| elite.place.as_slice());
            let moment = Moment { iteration: self.iteration, leader };
            let places = self.search.get_mut().propose(&moment, &mut rng);
            points.extend(places.into_iter().map(|place| point(place, Role::Proposal, self.plan.repeats)));
        }
        let over = self.iteration == self.plan.iterations;
        if over
            && self.plan.playoff > 0
            && let Some(estimate) = self.search.get().estimate()
        {
            self.hall.invite(estimate);
        }
        let times = if over { self.plan.playoff } else { self.plan.recheck };
        if times > 0 && self.iteration <= self.plan.iterations {
            points.extend(self.hall.elites.iter().enumerate().map(|(index, elite)| {
                let role = Role::Elite { index, seen: elite.tally.count };
                point(elite.place.clone(), role, times)
            }));
        }
        self.batch = Batch { first: self.batch.first + self.batch.len(), points };
    }

    /// Closes an iteration whose scores are all there.
    fn close(&mut self) {
        let tallies: Vec<Tally> = (self.batch.points.iter())
            .map(|point| Tally::of(point.scores.iter().copied().flatten()))
            .collect();
        let over = self.iteration == self.plan.iterations;
        for point in &self.batch.points {
            if let Role::Elite { index, .. } = point.role {
                let tally = &mut self.hall.elites[index].tally;
                if over {
                    *tally = Tally::default();
                }
                point.scores.iter().flatten().for_each(|&score| tally.add(score));
            }
        }
        let proposals = self.batch.points.iter().filter(|point| point.role == Role::Proposal).count();
        if proposals > 0 {
            self.learn(&tallies[..proposals]);
        }
        self.record(&tallies, proposals);
        self.iteration += 1;
        self.propose();
    }

    /// Hands the proposals' means to the hall and to the method.
    fn learn(&mut self, tallies: &[Tally]) {
        let means: Vec<f64> = tallies.iter().map(|tally| tally.mean).collect();
        let higher = |a: &&usize, b: &&usize| means[**a].total_cmp(&means[**b]);
        let order: Vec<usize> = (0..means.len()).rev().collect();
        if let Some(&best) = order.iter().max_by(higher) {
            self.hall.admit(&self.batch.points[best].place, tallies[best].clone());
        }
        let leader = self.hall.leader().map(|elite| elite.place.as_slice());
        let moment = Moment { iteration: self.iteration, leader };
        self.search.get_mut().learn(&moment, &means);
    }

    fn record(&mut self, tallies: &[Tally], proposals: usize) {
        let Some(best) = self.best() else { return };
        let counted = if proposals > 0 { proposals } else { tallies.len() };
        let scores = Tally::of(tallies[..counted].iter().map(|tally| tally.mean));
        let shown = if self.plan.positions { counted } else { 0 };
        let shown = &self.batch.points[..shown];
        let positions = shown.iter().map(|point| self.weights(&point.place)).collect();
        let each = shown.iter().map(|point| point.scores.iter().copied().flatten().collect()).collect();
        self.history.push(Progress {
            iteration: self.iteration,
            evaluations: self.batch.first + self.batch.len(),
            best,
            mean: scores.mean,
            spread: scores.deviation(),
            reach: self.search.get().reach(),
            positions,
            scores: each,
        });
    }

    /// Whether the parts of a checkpoint belong together.
    fn fits(&self) -> bool {
        let n = self.parameters.len();
        let is_proposal = |point: &&Point| point.role == Role::Proposal;
        let proposals = self.batch.points.iter().take_while(is_proposal).count();
        let all = self.batch.points.iter().filter(is_proposal).count();
        let playing = self.iteration < self.plan.iterations;
        self.iteration <= self.plan.iterations + 1
            && proposals == all
            && (proposals > 0) == playing
            && (!playing || self.search.get().fits(n, proposals))
            && self.hall.fits(n)
            && (self.iteration == 0 || self.hall.leader().is_some())
            && self.batch.fits(n, self.hall.elites.len())
            && (self.batch.points.is_empty() || !self.batch.is_complete())
    }
}

/// Whether a checkpoint has a seal.
///
/// # Errors
/// [`Error::Checkpoint`] where it does not fit what it covers.
fn check_seal(checkpoint: &str) -> Result<bool, Error> {
    let Some((seal, rest)) =
        checkpoint.strip_prefix(SEAL).and_then(|checkpoint| checkpoint.split_once(SEALED))
    else {
        return Ok(false);
    };
    if seal == format!("{:016x}", Checksum::of(rest.as_bytes()).get()) {
        Ok(true)
    } else {
        Err(Error::Checkpoint("it is damaged: its checksum does not fit".into()))
    }
}

impl Optimizer for Tuner {
    fn ask(&mut self) -> Vec<Trial> {
        let open = self.batch.open(&self.plan, self.iteration);
        open.into_iter()
            .map(|(id, point, seed)| Trial { id, weights: self.weights(&point.place), seed })
            .collect()
    }

    fn tell(&mut self, outcomes: &[Outcome]) -> Result<(), Error> {
        if self.is_over() {
            let evaluations = self.batch.first;
            return outcomes.first().map_or(Ok(()), |it| Err(Error::Finished { id: it.id, evaluations }));
        }
        self.batch.tell(outcomes)?;
        if self.batch.is_complete() {
            self.close();
        }
        Ok(())
    }
}
