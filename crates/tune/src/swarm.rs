//! Particle swarms: Kennedy & Eberhart 1995, "Particle swarm optimization", with the later remedies as options.

use crate::draw::between;
use crate::error::{Error, demand};
use crate::search::{Moment, Search, is_table};
use plywise::Rng;
use serde::{Deserialize, Serialize};

/// What happens at the end of a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bounds {
    /// Nothing: particles may leave the ranges, as published. They stay within a million ranges.
    Open,
    /// The particle stops there: its velocity in that coordinate becomes 0.
    Absorb,
}

/// Options of a particle swarm. [`SwarmOptions::published`] is the plain one of 1995, the default is the standard of 2006.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SwarmOptions {
    /// Particles, each of them one point in every iteration; at least 2.
    pub particles: u32,
    /// c1, the pull towards the particle's own best place; 0 to 10.
    pub cognitive: f64,
    /// c2, the pull towards the swarm's best place; 0 to 10.
    pub social: f64,
    /// w, the part of the velocity that is kept: 0 to 1 (Shi & Eberhart 1998, "A modified particle swarm
    /// optimizer").
    pub inertia: f64,
    /// The inertia of the last iteration, reached in equal steps; none: the inertia never changes.
    pub inertia_end: Option<f64>,
    /// Whether velocities are multiplied by the factor of Clerc & Kennedy 2002; needs c1 + c2 > 4.
    pub constriction: bool,
    /// Greatest speed in a coordinate, in parts of its range; none: no limit.
    pub clamp: Option<f64>,
    /// First speeds are uniform in ± this part of a range.
    pub velocity: f64,
    /// First places are uniform in ± this part of a range around the start, and the first particle sits on the
    /// start; none: they are uniform in the ranges.
    pub spread: Option<f64>,
    /// What happens at the end of a range.
    pub bounds: Bounds,
}

impl Default for SwarmOptions {
    fn default() -> Self {
        Self::standard()
    }
}

impl SwarmOptions {
    /// The swarm of Kennedy & Eberhart 1995: c1 = c2 = 2 and nothing that slows a particle down.
    #[must_use]
    pub fn published() -> Self {
        Self {
            particles: 50,
            cognitive: 2.0,
            social: 2.0,
            inertia: 1.0,
            inertia_end: None,
            constriction: false,
            clamp: None,
            velocity: 0.1,
            spread: None,
            bounds: Bounds::Open,
        }
    }

    /// Inertia that falls from 0.9 to 0.4 and speeds up to half a range (Shi & Eberhart 1998).
    #[must_use]
    pub fn inertial() -> Self {
        Self {
            inertia: 0.9,
            inertia_end: Some(0.4),
            clamp: Some(0.5),
            bounds: Bounds::Absorb,
            ..Self::published()
        }
    }

    /// Constriction with c1 = c2 = 2.05 and speeds up to a whole range (Clerc & Kennedy 2002; Eberhart & Shi 2000).
    #[must_use]
    pub fn constricted() -> Self {
        Self {
            cognitive: 2.05,
            social: 2.05,
            constriction: true,
            clamp: Some(1.0),
            bounds: Bounds::Absorb,
            ..Self::published()
        }
    }

    /// The weights of the standard of 2006, which converge fastest: w = 1 / (2 ln 2) and c1 = c2 = 1/2 + ln 2
    /// (Clerc 2012, "Standard particle swarm optimisation").
    #[must_use]
    pub fn standard() -> Self {
        Self {
            cognitive: 0.5 + std::f64::consts::LN_2,
            social: 0.5 + std::f64::consts::LN_2,
            inertia: 0.5 / std::f64::consts::LN_2,
            velocity: 0.5,
            bounds: Bounds::Absorb,
            ..Self::published()
        }
    }

    /// What a velocity is multiplied with: Clerc & Kennedy 2002, "The particle swarm: explosion, stability, and
    /// convergence in a multidimensional complex space", χ = 2κ / |2 − φ − √(φ² − 4φ)| with κ = 1 and φ = c1 + c2;
    /// 1 without constriction.
    #[must_use]
    pub fn factor(&self) -> f64 {
        let phi = self.cognitive + self.social;
        if self.constriction { 2.0 / (phi - 2.0 + (phi * phi - 4.0 * phi).sqrt()) } else { 1.0 }
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        demand((2..=1_000_000).contains(&self.particles), "particles", self.particles, "2 to 1000000")?;
        for (name, value, most, expected) in [
            ("cognitive", self.cognitive, 10.0, "0 to 10"),
            ("social", self.social, 10.0, "0 to 10"),
            ("inertia", self.inertia, 1.0, "0 to 1"),
            ("inertia-end", self.inertia_end.unwrap_or(0.0), 1.0, "0 to 1"),
            ("velocity", self.velocity, 1.0, "0 to 1"),
        ] {
            demand((0.0..=most).contains(&value), name, value, expected)?;
        }
        let phi = self.cognitive + self.social;
        demand(
            !self.constriction || phi > 4.0,
            "constriction",
            format!("true with cognitive + social = {phi}"),
            "a sum above 4, as 2.05 and 2.05",
        )?;
        for (name, value) in [("clamp", self.clamp), ("spread", self.spread)] {
            let value = value.unwrap_or(1.0);
            demand(value > 0.0 && value <= 1.0, name, value, "above 0, up to 1, in parts of a range")?;
        }
        Ok(())
    }
}

/// Places and speeds beyond this many ranges mean nothing; without a limit the plain formula overflows in the end.
const HORIZON: f64 = 1e6;

/// One particle.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Particle {
    place: Vec<f64>,
    velocity: Vec<f64>,
    best: Vec<f64>,
    /// Score of `best`; none before the first evaluation.
    best_score: Option<f64>,
}

/// A swarm under way.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Swarm {
    options: SwarmOptions,
    /// Iterations of the run, at least 1.
    iterations: u32,
    start: Vec<f64>,
    particles: Vec<Particle>,
}

impl Swarm {
    pub(crate) fn new(options: &SwarmOptions, iterations: u32, start: Vec<f64>) -> Self {
        Self { options: options.clone(), iterations, start, particles: Vec::new() }
    }

    fn first(&self, index: u32, rng: &mut Rng) -> Particle {
        let speed = self.options.velocity;
        let place: Vec<f64> = match self.options.spread {
            None => self.start.iter().map(|_| between(rng, 0.0, 1.0)).collect(),
            Some(_) if index == 0 => self.start.clone(),
            Some(spread) => {
                let around = |&x: &f64| (x + between(rng, -spread, spread)).clamp(0.0, 1.0);
                self.start.iter().map(around).collect()
            }
        };
        let velocity = place.iter().map(|_| between(rng, -speed, speed)).collect();
        Particle { best: place.clone(), place, velocity, best_score: None }
    }

    /// The inertia of iteration `iteration`: Shi & Eberhart 1998, a linear function of time.
    fn inertia(&self, iteration: u32) -> f64 {
        let from = self.options.inertia;
        let Some(to) = self.options.inertia_end else { return from };
        let passed = f64::from(iteration) / f64::from(self.iterations.saturating_sub(1).max(1));
        from + (to - from) * passed.min(1.0)
    }
}

impl Particle {
    /// v ← χ (w v + c1 r1 (own best − x) + c2 r2 (swarm's best − x)), x ← x + v, with r1 and r2 drawn for each
    /// coordinate: Kennedy & Eberhart 1995 for w = χ = 1.
    fn fly(&mut self, options: &SwarmOptions, inertia: f64, leader: &[f64], rng: &mut Rng) {
        let limit = options.clamp.unwrap_or(HORIZON);
        let factor = options.factor();
        for (i, &attractor) in leader.iter().enumerate() {
            let x = self.place[i];
            let own = options.cognitive * rng.unit() * (self.best[i] - x);
            let swarm = options.social * rng.unit() * (attractor - x);
            let v = (factor * (inertia * self.velocity[i] + own + swarm)).clamp(-limit, limit);
            let (least, most) = match options.bounds {
                Bounds::Open => (-HORIZON, HORIZON),
                Bounds::Absorb => (0.0, 1.0),
            };
            self.place[i] = (x + v).clamp(least, most);
            self.velocity[i] = if (least..=most).contains(&(x + v)) { v } else { 0.0 };
        }
    }
}

impl Search for Swarm {
    fn propose(&mut self, moment: &Moment<'_>, rng: &mut Rng) -> Vec<Vec<f64>> {
        match moment.leader {
            Some(leader) if !self.particles.is_empty() => {
                let inertia = self.inertia(moment.iteration);
                for particle in &mut self.particles {
                    particle.fly(&self.options, inertia, leader, rng);
                }
            }
            _ => self.particles = (0..self.options.particles).map(|i| self.first(i, rng)).collect(),
        }
        self.particles.iter().map(|particle| particle.place.clone()).collect()
    }

    fn learn(&mut self, _: &Moment<'_>, scores: &[f64]) {
        for (particle, &score) in self.particles.iter_mut().zip(scores) {
            if particle.best_score.is_none_or(|best| score > best) {
                particle.best_score = Some(score);
                particle.best.clone_from(&particle.place);
            }
        }
    }

    /// The mean length of the velocities' coordinates.
    fn reach(&self) -> f64 {
        let speeds = self.particles.iter().flat_map(|particle| &particle.velocity);
        let count = (self.particles.len() * self.start.len()).max(1);
        speeds.map(|v| v.abs()).sum::<f64>() / count as f64
    }

    fn fits(&self, dimensions: usize, proposed: usize) -> bool {
        let rows = |of: fn(&Particle) -> &Vec<f64>| -> Vec<Vec<f64>> {
            self.particles.iter().map(|particle| of(particle).clone()).collect()
        };
        self.options.check().is_ok()
            && self.start.len() == dimensions
            && [rows(|p| &p.place), rows(|p| &p.velocity), rows(|p| &p.best)]
                .iter()
                .all(|table| is_table(table, proposed, dimensions))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constriction_factor_is_the_published_one() {
        // Clerc & Kennedy 2002: φ = 4.1 gives χ = 0.729844 (there 0.729 and, later, 0.7298).
        assert!((SwarmOptions::constricted().factor() - 0.729_843_788).abs() < 1e-8);
        assert_eq!(SwarmOptions::published().factor(), 1.0);
    }

    #[test]
    fn without_any_pull_a_particle_keeps_its_velocity() {
        let options = SwarmOptions { cognitive: 0.0, social: 0.0, ..SwarmOptions::published() };
        let mut particle = Particle {
            place: vec![0.25, 0.5],
            velocity: vec![0.5, -0.125],
            best: vec![0.0, 0.0],
            best_score: None,
        };
        for _ in 0..3 {
            particle.fly(&options, 1.0, &[9.0, 9.0], &mut Rng::new(1));
        }
        assert_eq!((particle.place, particle.velocity), (vec![1.75, 0.125], vec![0.5, -0.125]));
    }

    #[test]
    fn the_pulls_are_those_of_the_formula() {
        let options = SwarmOptions { inertia: 0.5, ..SwarmOptions::published() };
        let mut particle =
            Particle { place: vec![0.0], velocity: vec![1.0], best: vec![0.25], best_score: None };
        let mut same = Rng::new(7);
        let (r1, r2) = (same.unit(), same.unit());
        particle.fly(&options, options.inertia, &[-0.5], &mut Rng::new(7));
        let expected = 0.5 + 2.0 * r1 * 0.25 - 2.0 * r2 * 0.5;
        assert!((particle.velocity[0] - expected).abs() < 1e-15);
    }

    #[test]
    fn a_clamp_limits_the_speed_and_a_bound_stops_it() {
        let options = SwarmOptions { clamp: Some(0.125), ..SwarmOptions::constricted() };
        let mut particle =
            Particle { place: vec![0.5], velocity: vec![9.0], best: vec![0.5], best_score: None };
        particle.fly(&options, 1.0, &[0.5], &mut Rng::new(1));
        assert_eq!((particle.place[0], particle.velocity[0]), (0.625, 0.125));
        particle.place[0] = 0.99;
        particle.velocity[0] = 9.0;
        particle.fly(&options, 1.0, &[1.0], &mut Rng::new(1));
        assert_eq!((particle.place[0], particle.velocity[0]), (1.0, 0.0));
    }

    #[test]
    fn inertia_falls_from_its_first_to_its_last_value() {
        let swarm = Swarm::new(&SwarmOptions::inertial(), 11, vec![0.5]);
        let at: Vec<f64> = [0, 5, 10].map(|t| swarm.inertia(t)).to_vec();
        assert!(at.iter().zip([0.9, 0.65, 0.4]).all(|(a, b)| (a - b).abs() < 1e-12), "{at:?}");
    }
}
