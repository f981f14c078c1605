#![doc = include_str!("../README.md")]

mod batch;
mod cmaes;
mod contest;
mod draw;
mod eigen;
mod error;
mod genetic;
mod hall;
mod methods;
mod parameter;
mod plan;
mod progress;
mod random_search;
mod run;
mod search;
mod spsa;
mod swarm;
mod trial;
mod tuner;

pub use cmaes::CmaEsOptions;
pub use contest::Contest;
pub use error::Error;
pub use genetic::GeneticOptions;
pub use methods::{METHODS, method};
pub use parameter::Parameter;
pub use plan::{Luck, Method, Plan};
pub use progress::{Best, Progress};
pub use random_search::RandomOptions;
pub use run::{Halt, Listen, run};
pub use spsa::SpsaOptions;
pub use swarm::{Bounds, SwarmOptions};
pub use trial::{Optimizer, Outcome, Trial};
pub use tuner::Tuner;
