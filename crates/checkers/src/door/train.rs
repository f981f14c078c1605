//! `plywise train checkers`.

use std::io;
use std::path::Path;
use std::sync::Arc;

use learn::verb::{self, Learner};
use learn::{Errors, Plan, Played, Series};
use plywise::Either;
use registry::door::command::{ARG, Arg, ArgTakes, Command, Verb, whole};

use crate::databases::{Databases, MOST_PIECES};
use crate::net::Net;
use crate::{Options, start, training};

/// Learning from the search's games against itself.
pub(super) const VERB: Verb = Verb {
    command: Command {
        name: "train",
        about: "Let a network learn by playing itself",
        more: "Checkers: the search plays itself on a net, the games are kept in the file of --state, and a net is fitted to all that \
stand there. Kill the command at any moment and type it again, and it goes on. Play on with --from NET and another --seed in the same \
file, and the next net learns from the games of both. The same games give the same net on every machine. With --databases N it plays \
with the endings that plywise databases checkers made, and games that were played without them are labelled by them.\n\n\
Try: plywise train checkers --time 10m --state my.games --out my.net",
        args: &ARGS,
        one_dash: false,
        run: |given, host| {
            verb::run(given, host, |file| Playing::open(file, given.read("databases", PIECES).unwrap_or(4)))
        },
    },
    what: "networks that learn",
};

const PIECES: fn(&str) -> Result<u64, String> = whole::<4, { MOST_PIECES as u64 }>;

const ARGS: [Arg; 11] = {
    let common = verb::args(
        "Play with this net [default: the one that comes along]",
        "Rounds of the fit over all positions [default: 20]",
    );
    let mut all = [Arg {
        name: "databases",
        about: "Play with endings of so many pieces, and label by them what was played without [default: 4]",
        takes: ArgTakes::Value("N", |text| PIECES(text).map(drop)),
        ..ARG
    }; 11];
    let mut at = 0;
    while at < common.len() {
        all[at] = common[at];
        at += 1;
    }
    all
};

/// The net that plays, and the endings that it knows.
struct Playing {
    net: Net,
    databases: Arc<Databases>,
}

impl Playing {
    fn open(file: Option<&Path>, pieces: u64) -> Result<Self, String> {
        let net = file.map_or_else(|| Ok(Net::learned()), Net::open)?;
        let databases = super::endings::databases_of(pieces as usize);
        Ok(Self { net, databases: databases.map_err(|error| format!("--databases {pieces}: {error}"))? })
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
        // As the agents' evaluators are written: one search is compiled for all.
        let eval =
            || -> crate::search::Eval { Either::Right(Either::Right(Either::Right(self.net.clone()))) };
        learn::play(&start, &|| training::search(eval(), &self.databases), &plan, series, &told)
    }

    fn fit(
        &self,
        games: &Path,
        rounds: usize,
        told: &mut dyn FnMut(usize, Errors) -> bool,
    ) -> io::Result<Vec<u8>> {
        training::fit(games, rounds, &self.databases, told)
    }
}
