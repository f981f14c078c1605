//! Methods by name: `pso:particles=50,iterations=100`.

use arena::registry::{Key, decimal, opts, whole, words};
use arena::{Named, Spec, SpecError};

use crate::{Bounds, CmaEsOptions, GeneticOptions, Method, RandomOptions, SpsaOptions, SwarmOptions};

words! {
    /// Which published swarm it is.
    enum Style {
        Published = "published",
        Inertial = "inertial",
        Constricted = "constricted",
        Standard = "standard",
    }
}
words! {
    for Bounds { Open = "open", Absorb = "absorb" }
}

const ITERATIONS: Key<u32> = whole!("iterations", 1..=1000000, "100", "how often new points are proposed");

const PARTICLES: Key<u32> = whole!("particles", 2..=1000000, "50", "points in each iteration");
const STYLE: Key<Style> = Key::word(
    "style",
    "published",
    "as of 1995, without any damping; inertia from 0.9 to 0.4; constriction; the standard of 2006",
);
const C1: Key<f64> = decimal!("c1", 0..=10, "by style", "the pull towards a particle's own best place");
const C2: Key<f64> = decimal!("c2", 0..=10, "by style", "the pull towards the swarm's best place");
const INERTIA: Key<f64> = decimal!("inertia", 0..=1, "by style", "the part of a velocity that is kept");
const CLAMP: Key<f64> =
    share("clamp", 1e-9, "by style", "greatest speed in a coordinate, in parts of its range");
const VELOCITY: Key<f64> =
    share("velocity", 0.0, "by style", "first speeds are uniform in ± this part of a range");
const SPREAD: Key<f64> =
    share("spread", 1e-9, "the ranges", "first places lie in ± this part of a range around the start");
const BOUNDS: Key<Bounds> = Key::word_or("bounds", "by style", "whether particles may leave the ranges");

const POPULATION: Key<u32> =
    most("population", "4..", "by the number of weights", "points in each iteration");
const SIGMA: Key<f64> = decimal!("sigma", 0..=1, "0.3", "first standard deviation in parts of a range");

const PAIRS: Key<u32> = most(
    "pairs",
    "1..",
    "4",
    "gradients averaged in an iteration; each costs two points, the place one more",
);
const PERTURBATION: Key<f64> =
    Key::decimal("perturbation", ("0..0.49", 0.0, 0.49), "0.05", "first perturbation in parts of a range");
const STEP: Key<f64> = decimal!("step", 0..=1, "0.05", "first move in parts of a range");

const BRED: Key<u32> = Key::whole("population", ("2..", 2, 1_000_000), "50", "points in each generation");
const MUTATION: Key<f64> =
    decimal!("mutation", 0..=1, "0.1", "the probability that a weight of a child is changed besides");
const CHANGE: Key<f64> =
    decimal!("sigma", 0..=1, "0.1", "standard deviation of such a change in parts of a range");

const POINTS: Key<u32> = most("points", "1..", "50", "points in each iteration");

const fn most(
    key: &'static str,
    values: &'static str,
    default: &'static str,
    about: &'static str,
) -> Key<u32> {
    Key::whole(key, (values, 1, 1_000_000), default, about)
}

const fn share(key: &'static str, low: f64, default: &'static str, about: &'static str) -> Key<f64> {
    Key::decimal(key, ("0..", low, 1e9), default, about)
}

/// The methods and their options.
pub const METHODS: &[Named] = &[
    Named {
        name: "pso",
        about: "a particle swarm (Kennedy & Eberhart 1995)",
        options: &opts![PARTICLES, ITERATIONS, STYLE, C1, C2, INERTIA, CLAMP, VELOCITY, SPREAD, BOUNDS],
    },
    Named {
        name: "cma-es",
        about: "covariance matrix adaptation (Hansen 2016)",
        options: &[POPULATION.opt, ITERATIONS.opt, SIGMA.opt],
    },
    Named {
        name: "spsa",
        about: "simultaneous perturbation (Spall 1998)",
        options: &opts![PAIRS, ITERATIONS, PERTURBATION, STEP],
    },
    Named {
        name: "genetic",
        about: "a genetic algorithm with blend crossover (Eshelman & Schaffer 1993)",
        options: &[BRED.opt, ITERATIONS.opt, MUTATION.opt, CHANGE.opt],
    },
    Named {
        name: "random",
        about: "uniform points: what the others have to beat",
        options: &[POINTS.opt, ITERATIONS.opt],
    },
];

/// The method that a spec names, and its iterations.
///
/// # Errors
/// What is wrong with it and what would work.
pub fn method(spec: &Spec) -> Result<(Method, u32), SpecError> {
    spec.find("optimizer", METHODS)?;
    let iterations = spec.get(&ITERATIONS)?;
    let method = match spec.name.as_str() {
        "pso" => Method::Pso(swarm(spec)?),
        "cma-es" => {
            Method::CmaEs(CmaEsOptions { population: spec.given(&POPULATION)?, sigma: spec.get(&SIGMA)? })
        }
        "spsa" => Method::Spsa(SpsaOptions {
            pairs: spec.get(&PAIRS)?,
            perturbation: spec.get(&PERTURBATION)?,
            step: spec.get(&STEP)?,
            ..SpsaOptions::default()
        }),
        "genetic" => Method::Genetic(GeneticOptions {
            population: spec.get(&BRED)?,
            mutation: spec.get(&MUTATION)?,
            sigma: spec.get(&CHANGE)?,
        }),
        _ => Method::Random(RandomOptions { points: spec.get(&POINTS)? }),
    };
    Ok((method, iterations))
}

fn swarm(spec: &Spec) -> Result<SwarmOptions, SpecError> {
    let mut options = match spec.get(&STYLE)? {
        Style::Published => SwarmOptions::published(),
        Style::Inertial => SwarmOptions::inertial(),
        Style::Constricted => SwarmOptions::constricted(),
        Style::Standard => SwarmOptions::standard(),
    };
    options.particles = spec.get(&PARTICLES)?;
    options.cognitive = spec.given(&C1)?.unwrap_or(options.cognitive);
    options.social = spec.given(&C2)?.unwrap_or(options.social);
    if let Some(inertia) = spec.given(&INERTIA)? {
        (options.inertia, options.inertia_end) = (inertia, None);
    }
    options.velocity = spec.given(&VELOCITY)?.unwrap_or(options.velocity);
    options.clamp = spec.given(&CLAMP)?.or(options.clamp);
    options.spread = spec.given(&SPREAD)?.or(options.spread);
    options.bounds = spec.given(&BOUNDS)?.unwrap_or(options.bounds);
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(Method, u32), SpecError> {
        method(&Spec::parse(text).unwrap())
    }

    #[test]
    fn methods_are_read() {
        let published = SwarmOptions { particles: 20, ..SwarmOptions::published() };
        assert_eq!(read("pso:particles=20,iterations=7").unwrap(), (Method::Pso(published), 7));
        let own = SwarmOptions { clamp: Some(0.25), cognitive: 1.5, ..SwarmOptions::standard() };
        assert_eq!(read("pso:style=standard,clamp=0.25,c1=1.5").unwrap(), (Method::Pso(own), 100));
        assert_eq!(
            read("cma-es:population=9").unwrap().0,
            Method::CmaEs(CmaEsOptions { population: Some(9), sigma: 0.3 })
        );
        assert_eq!(
            read("genetic:population=9,mutation=0.2").unwrap().0,
            Method::Genetic(GeneticOptions { population: 9, mutation: 0.2, sigma: 0.1 })
        );
        assert!(matches!(read("spsa").unwrap(), (Method::Spsa(_), 100)));
        assert_eq!(read("random:points=3").unwrap().0, Method::Random(RandomOptions { points: 3 }));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, part) in [
            ("psa", "did you mean"),
            ("pso:particle=3", "particles"),
            ("pso:style=mine", "published"),
            ("cma-es:sigma=x", "a number"),
            ("spsa:iterations=0", "from 1"),
        ] {
            let error = read(text).unwrap_err().0;
            assert!(error.contains(part) && !error.contains('\n'), "{error}");
        }
    }
}
