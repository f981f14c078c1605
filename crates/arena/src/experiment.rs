//! What is to be played, a match or a tournament, as text: the same text gives the same games.

use std::collections::BTreeMap;
use std::sync::Arc;

use registry::{Adjudication, Kind, Spec, SpecError};
use serde::{Deserialize, Serialize};

use crate::clock::parse_clock;
use crate::named_files;
use crate::openings::Openings;
use crate::schedule::{Schedule, Timetable};
use crate::setup::Setup;
use crate::sprt::parse_sprt;

/// A tournament as it is written down; a match is one of two agents. Game number `unit` of it is a pure function of this text and the number, as long
/// as time is no limit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// The game, such as `othello:size=6`.
    pub game: String,
    /// The agents, such as `alphabeta:depth=5`.
    pub agents: Vec<String>,
    /// What tables call the agents, in the same order, where that is not what they are. No game depends on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names: Option<Vec<String>>,
    /// Checksums of the files that agents or the game name: other content, other games. None: they are worked out when it is
    /// opened; none of a file: whatever it holds.
    #[serde(default, skip_serializing_if = "named_files::says_nothing")]
    pub files: Option<BTreeMap<String, String>>,
    /// Who meets whom.
    #[serde(default)]
    pub schedule: Schedule,
    /// The source of all luck.
    #[serde(default = "one")]
    pub seed: u64,
    /// Every seat's time, such as `move=500ms`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// Plies drawn at random before the agents take over.
    #[serde(default)]
    pub opening_plies: u32,
    /// A suite of openings, such as `three-move`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// When games are ended early, such as `solved=yes,cap=200`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudicate: Option<String>,
    /// How many rounds: in each, every meeting is a pair of games with swapped seats (in a game of one seat, every
    /// agent plays one game). No game depends on it.
    #[serde(default = "one")]
    pub rounds: u64,
    /// The number of games where that is not one of whole rounds: a match of 41. No game depends on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// Ends a tournament of two agents early, such as `elo0=0,elo1=50`. No game depends on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
}

fn one() -> u64 {
    1
}

/// The most rounds that a tournament may have.
pub const MOST_ROUNDS: u64 = 1_000_000_000;

impl Experiment {
    /// A round of everybody against everybody from the usual start, with seed 1.
    #[must_use]
    pub fn new(game: impl Into<String>, agents: impl IntoIterator<Item = impl ToString>) -> Self {
        Self {
            game: game.into(),
            agents: agents.into_iter().map(|agent| agent.to_string()).collect(),
            names: None,
            files: None,
            schedule: Schedule::default(),
            seed: one(),
            clock: None,
            opening_plies: 0,
            openings: None,
            adjudicate: None,
            rounds: one(),
            games: None,
            sprt: None,
        }
    }

    /// The same with so many games between two agents, or, in a game of one seat, for each agent.
    #[must_use]
    pub fn of_games(self, games: u64, seats: usize) -> Self {
        let rounds = if seats == 1 { games } else { games.div_ceil(2) };
        Self { rounds, games: (seats > 1 && games % 2 == 1).then_some(games), ..self }
    }

    /// Reads what [`text`](Self::text) writes, or JSON by hand with any of the optional fields left out.
    ///
    /// # Errors
    /// One line that says what is wrong and where.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        serde_json::from_str(text).map_err(|error| {
            SpecError(format!(
                "this is no experiment: {}; the least one is {{\"game\": \"{}\", \"agents\": [\"random\", \"greedy\"]}}",
                plywise::notation::in_words(error),
                games::all()[0].named.name
            ))
        })
    }

    /// The experiment as JSON, one line.
    #[must_use]
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers become JSON")
    }

    /// The same with agents that are called so.
    #[must_use]
    pub fn with_names(self, names: Vec<String>) -> Self {
        let names = (names != self.agents).then_some(names);
        Self { names, ..self }
    }

    /// Each agent that has a name of its own: the name, and what it stands for.
    pub fn presets(&self) -> impl Iterator<Item = (&str, &str)> {
        let named = self.names.iter().flatten().zip(&self.agents);
        named.filter(|(name, agent)| name != agent).map(|(name, agent)| (name.as_str(), agent.as_str()))
    }

    /// The same with room for so many games at least, however many were asked for.
    #[must_use]
    pub fn with_room_for(&self, games: u64, games_of_a_round: u64) -> Self {
        Self {
            rounds: self.rounds.max(games.div_ceil(games_of_a_round.max(1))),
            games: self.games.filter(|&planned| planned >= games),
            ..self.clone()
        }
    }

    /// What every game of it follows from: the text without the names, the number of games and the test. Experiments that share
    /// it share their games.
    #[must_use]
    pub fn identity(&self) -> String {
        Self { rounds: 1, games: None, sprt: None, names: None, ..self.clone() }.text()
    }

    /// 128 bits of [`identity`](Self::identity) as 32 hexadecimal digits: FNV-1a (Fowler, Noll & Vo,
    /// <http://www.isthe.com/chongo/tech/comp/fnv>).
    #[must_use]
    pub fn hash(&self) -> String {
        const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
        const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
        let hash =
            self.identity().bytes().fold(OFFSET, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME));
        format!("{hash:032x}")
    }

    /// Looks everything up that the text names, and what the files that it names hold now, unless it says what they held; what the
    /// agents need from them is read by [`Setup::ready`] alone.
    ///
    /// # Errors
    /// When something it names does not exist or does not go together.
    pub fn open(&self) -> Result<Setup, SpecError> {
        self.open_as(games::open(&self.game)?.into())
    }

    /// The same where the game is open already.
    ///
    /// # Errors
    /// When something it names does not exist or does not go together.
    pub fn open_as(&self, kind: Arc<dyn Kind>) -> Result<Setup, SpecError> {
        let agents = self.agents.iter().map(|text| Spec::parse(text)).collect::<Result<Vec<_>, _>>()?;
        agents.iter().try_for_each(|agent| kind.check_options(agent))?;
        let names = self.names.clone().unwrap_or_else(|| agents.iter().map(ToString::to_string).collect());
        let (seats, least) = (kind.seats(), if kind.seats() == 1 { 1 } else { 2 });
        let wrong = |what: String| Err(SpecError(format!("{}: {what}", kind.name())));
        if seats > 2 {
            return wrong(format!("tournaments are for games of one or two seats; this one has {seats}"));
        }
        if agents.len() < least {
            return wrong(format!("a tournament takes at least {least} agents; {} given", agents.len()));
        }
        if names.len() != agents.len() {
            return wrong(format!(
                "{} names for {} agents; each has one, or none has",
                names.len(),
                agents.len()
            ));
        }
        if !(1..=MOST_ROUNDS).contains(&self.rounds) {
            return wrong(format!("rounds={} should be from 1 to {MOST_ROUNDS}", self.rounds));
        }
        let sprt = self.sprt.as_deref().map(parse_sprt).transpose()?;
        let adjudication =
            self.adjudicate.as_deref().map_or(Ok(Adjudication::default()), Adjudication::parse)?;
        if sprt.is_some() && (seats, agents.len()) != (2, 2) {
            return wrong("a test of two hypotheses is for two agents of a game of two seats".into());
        }
        if seats == 1 && self.adjudicate.is_some() {
            return wrong("only games of two seats can be adjudicated".into());
        }
        let timetable = Timetable::new(self.schedule, seats, agents.len());
        let units = self.rounds.saturating_mul(timetable.games_of_a_round());
        let openings = Openings::parse(&kind, self.opening_plies, self.openings.as_deref())?;
        let files = self.files.clone().or_else(|| named_files::sums(&*kind, &agents, openings.spec()));
        let experiment = Self { files, ..self.clone() };
        Ok(Setup {
            units: self.games.map_or(units, |games| games.min(units)),
            timetable,
            clock: self.clock.as_deref().map(parse_clock).transpose()?,
            openings,
            adjudication,
            sprt,
            hash: experiment.hash(),
            stack: None,
            around: |play| play(),
            experiment,
            agents,
            names,
            kind,
        })
    }
}
