//! Methods by name: `pso:particles=50,iterations=100`.

use arena::{Named, Opt, Spec, SpecError, Takes};

use crate::{Bounds, CmaEsOptions, Method, RandomOptions, SpsaOptions, SwarmOptions};

const fn opt(key: &'static str, values: &'static str, default: &'static str, about: &'static str) -> Opt {
    Opt { key, takes: Takes::Number, values, default, about }
}

const fn word(key: &'static str, values: &'static str, default: &'static str, about: &'static str) -> Opt {
    Opt { takes: Takes::Word, ..opt(key, values, default, about) }
}

const ITERATIONS: Opt = opt("iterations", "1..=1000000", "100", "how often new points are proposed");

/// The methods and their options.
pub const METHODS: &[Named] = &[
    Named {
        name: "pso",
        about: "a particle swarm (Kennedy & Eberhart 1995)",
        options: &[
            opt("particles", "2..=1000000", "50", "points in each iteration"),
            ITERATIONS,
            word(
                "style",
                "published|inertial|constricted|standard",
                "published",
                "as of 1995, without any damping; inertia from 0.9 to 0.4; constriction; the standard of 2006",
            ),
            opt("c1", "0..=10", "by style", "the pull towards a particle's own best place"),
            opt("c2", "0..=10", "by style", "the pull towards the swarm's best place"),
            opt("inertia", "0..=1", "by style", "the part of a velocity that is kept"),
            opt("clamp", "0..", "by style", "greatest speed in a coordinate, in parts of its range"),
            opt("velocity", "0..", "by style", "first speeds are uniform in ± this part of a range"),
            opt("spread", "0..", "the ranges", "first places lie in ± this part of a range around the start"),
            word("bounds", "open|absorb", "by style", "whether particles may leave the ranges"),
        ],
    },
    Named {
        name: "cma-es",
        about: "covariance matrix adaptation (Hansen 2016)",
        options: &[
            opt("population", "4..", "by the number of weights", "points in each iteration"),
            ITERATIONS,
            opt("sigma", "0..=1", "0.3", "first standard deviation in parts of a range"),
        ],
    },
    Named {
        name: "spsa",
        about: "simultaneous perturbation (Spall 1998)",
        options: &[
            opt(
                "pairs",
                "1..",
                "4",
                "gradients averaged in an iteration; each costs two points, the place one more",
            ),
            ITERATIONS,
            opt("perturbation", "0..0.49", "0.05", "first perturbation in parts of a range"),
            opt("step", "0..=1", "0.05", "first move in parts of a range"),
        ],
    },
    Named {
        name: "random",
        about: "uniform points: what the others have to beat",
        options: &[opt("points", "1..", "50", "points in each iteration"), ITERATIONS],
    },
];

/// The method that a spec names, and its iterations.
///
/// # Errors
/// What is wrong with it and what would work.
pub fn method(spec: &Spec) -> Result<(Method, u32), SpecError> {
    spec.find("optimizer", METHODS)?;
    let iterations = whole(spec, "iterations")?.unwrap_or(100);
    let method = match spec.name.as_str() {
        "pso" => Method::Pso(swarm(spec)?),
        "cma-es" => {
            let mut options =
                CmaEsOptions { population: whole(spec, "population")?, ..CmaEsOptions::default() };
            set(&mut options.sigma, spec, "sigma")?;
            Method::CmaEs(options)
        }
        "spsa" => {
            let mut options = SpsaOptions::default();
            options.pairs = whole(spec, "pairs")?.unwrap_or(options.pairs);
            set(&mut options.perturbation, spec, "perturbation")?;
            set(&mut options.step, spec, "step")?;
            Method::Spsa(options)
        }
        _ => Method::Random(RandomOptions { points: whole(spec, "points")?.unwrap_or(50) }),
    };
    Ok((method, iterations))
}

fn swarm(spec: &Spec) -> Result<SwarmOptions, SpecError> {
    let style = spec.one_of("style", &["published", "inertial", "constricted", "standard"])?;
    let mut options = match style {
        Some("inertial") => SwarmOptions::inertial(),
        Some("constricted") => SwarmOptions::constricted(),
        Some("standard") => SwarmOptions::standard(),
        _ => SwarmOptions::published(),
    };
    options.particles = spec.number("particles", 2..=1_000_000)?.map_or(50, |particles| particles as u32);
    set(&mut options.cognitive, spec, "c1")?;
    set(&mut options.social, spec, "c2")?;
    if let Some(inertia) = spec.decimal("inertia", 0.0..=1.0)? {
        (options.inertia, options.inertia_end) = (inertia, None);
    }
    set(&mut options.velocity, spec, "velocity")?;
    options.clamp = positive(spec, "clamp")?.or(options.clamp);
    options.spread = positive(spec, "spread")?.or(options.spread);
    options.bounds = match spec.one_of("bounds", &["open", "absorb"])? {
        Some("open") => Bounds::Open,
        Some(_) => Bounds::Absorb,
        None => options.bounds,
    };
    Ok(options)
}

fn whole(spec: &Spec, key: &str) -> Result<Option<u32>, SpecError> {
    Ok(spec.number(key, 1..=1_000_000)?.map(|number| number as u32))
}

fn positive(spec: &Spec, key: &str) -> Result<Option<f64>, SpecError> {
    spec.decimal(key, 1e-9..=1e9)
}

fn set(option: &mut f64, spec: &Spec, key: &str) -> Result<(), SpecError> {
    if let Some(number) = spec.decimal(key, 0.0..=1e9)? {
        *option = number;
    }
    Ok(())
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
