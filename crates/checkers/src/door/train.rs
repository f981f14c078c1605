//! `plywise train checkers`.

use std::io;
use std::path::Path;

use learn::verb::{self, Learner};
use learn::{Errors, Plan, Played, Series};
use registry::door::command::{Command, Verb};

use crate::net::Net;
use crate::{Options, start, training};

/// Learning from the search's games against itself.
pub(super) static VERB: Verb = Verb {
    command: Command {
        name: "train",
        about: "Let a network learn by playing itself",
        more: "Checkers: the search plays itself on a net, the games are kept in the file of --state, and a net is fitted to all that \
stand there. Kill the command at any moment and type it again, and it goes on. Play on with --from NET and another --seed in the same \
file, and the next net learns from the games of both. The same games give the same net on every machine.\n\n\
Try: plywise train checkers --time 10m --state my.games --out my.net",
        args: &verb::args(
            "Play with this net [default: the one that comes along]",
            "Rounds of the fit over all positions [default: 20]",
        ),
        one_dash: false,
        run: |given, host| verb::run(given, host, Playing::open),
    },
    what: "networks that learn",
};

/// The net that plays.
struct Playing(Net);

impl Playing {
    fn open(file: Option<&Path>) -> Result<Self, String> {
        file.map_or_else(|| Ok(Net::learned()), Net::open).map(Self)
    }
}

impl Learner for Playing {
    const GAME: &'static str = "checkers";
    const OUT: &'static str = "net";
    const ERROR: &'static str = "mean square error of the share of the points";
    const ROUNDS: u64 = 20;

    fn play(&self, series: &Series<'_>, nodes: u64, told: &(dyn Fn(Played) + Sync)) -> io::Result<Played> {
        let plan = Plan { nodes, ..training::PLAN };
        let start = start(&Options::default(), 0);
        learn::play(&start, &|| training::search(self.0.clone()), &plan, series, &told)
    }

    fn fit(
        &self,
        games: &Path,
        rounds: usize,
        told: &mut dyn FnMut(usize, Errors) -> bool,
    ) -> io::Result<Vec<u8>> {
        training::fit(games, rounds, told)
    }
}
