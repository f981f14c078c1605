//! `plywise train othello`.

use std::io;
use std::path::Path;

use learn::verb::{self, Learner};
use learn::{Errors, Plan, Played, Series};
use plywise::Seat;
use registry::door::command::{Command, Verb};

use crate::patterns::Patterns;
use crate::search::playing;
use crate::{Othello, Size, training};

/// Learning from the search's games against itself.
pub(super) const VERB: Verb = Verb {
    command: Command {
        name: "train",
        about: "Let a network learn by playing itself",
        more: "Othello: the champion plays itself on the board of 8x8, the games are kept in the file of --state, and what all that stand \
there add to the patterns it played with is fitted. Kill the command at any moment and type it again, and it goes on. Play on with \
--from FILE and a new file, and each step adds to the one before. The same games give the same patterns on every machine.\n\n\
Try: plywise train othello --time 10m --state my.games --out my.patterns",
        args: &verb::args(
            "Play with these patterns, and add to them [default: those that come along]",
            "Rounds of the fit over all positions [default: 80]",
        ),
        one_dash: false,
        run: |given, host| verb::run(given, host, Playing::open),
    },
    what: "networks that learn",
};

/// The weights that play, as patterns and as they stand in a file.
struct Playing {
    patterns: Patterns,
    weights: Vec<i32>,
}

impl Playing {
    fn open(file: Option<&Path>) -> Result<Self, String> {
        let (patterns, weights) = match file {
            Some(path) => {
                let (patterns, weights) = Patterns::open_with_weights(path)?;
                (patterns, weights.collect())
            }
            None => {
                let patterns = Patterns::learned(Size::Eight).expect("weights for this board");
                (patterns, Patterns::learned_weights().collect())
            }
        };
        Ok(Self { patterns, weights })
    }
}

impl Learner for Playing {
    const GAME: &'static str = "othello";
    const OUT: &'static str = "patterns";
    const ERROR: &'static str = "mean square error in discs";
    const ROUNDS: u64 = training::FIT.rounds as u64;

    fn play(&self, series: &Series<'_>, nodes: u64, told: &(dyn Fn(Played) + Sync)) -> io::Result<Played> {
        let plan = Plan { nodes, ..training::PLAN };
        let start = Othello::start_with(Size::Eight, Seat::FIRST);
        let search = || playing(training::search(self.patterns.into(), self.patterns));
        learn::play(&start, &search, &plan, series, &told)
    }

    fn fit(
        &self,
        games: &Path,
        rounds: usize,
        told: &mut dyn FnMut(usize, Errors) -> bool,
    ) -> io::Result<Vec<u8>> {
        training::fit(games, (self.patterns, self.weights.iter().copied()), rounds, told)
    }
}
