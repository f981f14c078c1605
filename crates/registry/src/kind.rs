//! A game of any type under its options: what the registry hands out.

use std::sync::Arc;

use plywise::notation::Replayed;
use plywise::perft::Convention;
use plywise::{Archive, Game, Notation, Seat, TextError};

use crate::batch::{self, Batch};
use crate::crew::{Crew, TypedCrew, fingerprint};
use crate::dialect::Dialect;
use crate::entry::{Entry, build, start_or};
use crate::foreign;
use crate::guest::{GUEST, Guests};
use crate::live::{Live, LiveGame};
use crate::luck::Luck;
use crate::opening::{Suite, SuiteLine};
use crate::spec::{Named, Spec, SpecError};
use crate::tunable::{Weight, evaluator};

/// A game that was read from a file and played again, as text.
#[derive(Clone, Debug)]
pub struct ReplayedGame {
    /// Its place in the file, from 1.
    pub number: usize,
    /// The line it starts on, from 1.
    pub line: usize,
    /// Moves that were legal.
    pub plies: usize,
    /// Differs between games that were played differently; as [`GameSummary::fingerprint`](crate::GameSummary::fingerprint).
    pub fingerprint: u64,
    /// The result, in the game's own terms.
    pub result: String,
    /// The ply that breaks it and why.
    pub error: Option<(usize, String)>,
}

/// A game that was read from a file, as the moves that can be played again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportedGame {
    /// Its place in the file, from 1.
    pub number: usize,
    /// What the file says of it that is no fact of the game: who played, where and when. Names and values.
    pub tags: Vec<(String, String)>,
    /// The position that it starts from.
    pub start: String,
    /// The moves that were legal, outcomes of chance included.
    pub moves: Vec<String>,
    /// The result, in the game's own terms.
    pub result: String,
    /// The ply that breaks it and why.
    pub error: Option<(usize, String)>,
}

/// A game under its options, of any type.
pub trait Kind: Send + Sync {
    /// The game and its options as they were given.
    fn name(&self) -> &str;
    /// Number of seats.
    fn seats(&self) -> usize;
    /// What the game calls a seat.
    fn seat_name(&self, seat: Seat) -> String;
    /// How many numbers there are for what seats choose: 0 where the game has none.
    fn actions(&self) -> usize;
    /// Ending of this game's files, without the dot.
    fn extension(&self) -> &'static str;
    /// How other programs' protocols write it.
    fn dialect(&self) -> Dialect;
    /// The agents that can play it.
    fn agents(&self) -> &'static [Named];
    /// The entry of [`agents`](Self::agents) that a spec names by any of the agent's names.
    ///
    /// # Errors
    /// An unknown name or option: what exists.
    fn listed(&self, agent: &Spec) -> Result<&'static Named, SpecError>;
    /// The agent that a person plays against unless another is named.
    fn sparring_partner(&self) -> &'static str;
    /// The agent that looks into a position unless another is named.
    fn analyst(&self) -> &'static str;
    /// The agent that a page asks unless another is named.
    fn adviser(&self) -> &'static str;
    /// Whether an agent's name and options can be understood: what is asked before anything takes long.
    ///
    /// # Errors
    /// What is wrong with them and what would work.
    fn check_options(&self, spec: &Spec) -> Result<(), SpecError>;
    /// Whether an agent can be built: what it needs from files is read now.
    ///
    /// # Errors
    /// What is wrong with it and what would work.
    fn check_agent(&self, spec: &Spec) -> Result<(), SpecError>;
    /// What plays instead of an agent that takes what this machine lacks, and a line that says so and how to get it.
    fn stand_in(&self, spec: &Spec) -> Option<(Spec, String)>;
    /// The weights of an agent's evaluator, which its option `weights` sets.
    ///
    /// # Errors
    /// When there is no such agent, or it has no weights.
    fn weights(&self, agent: &Spec) -> Result<&'static [Weight], SpecError>;
    /// The same game, at which these players may sit too.
    fn with_guests(&self, guests: Guests) -> Box<dyn Kind>;
    /// A game in progress, from a position or the start that `seed` has everywhere.
    ///
    /// # Errors
    /// When the position cannot be read.
    fn live(&self, seed: u64, position: Option<&str>) -> Result<Box<dyn LiveGame>, TextError> {
        self.live_with(Luck::of(seed), position)
    }
    /// The same with luck that is drawn already.
    ///
    /// # Errors
    /// When the position cannot be read.
    fn live_with(&self, luck: Luck, position: Option<&str>) -> Result<Box<dyn LiveGame>, TextError>;
    /// So many games that go on together, from what `seed` draws; none where the game has no numbers for boards and moves.
    fn batch(&self, copies: usize, seed: u64) -> Option<Box<dyn Batch>>;
    /// How points are counted, where customs differ, in a few words that follow "score: ".
    fn scoring(&self) -> Option<&'static str>;
    /// Whether a move can be a pass.
    fn passes(&self) -> bool;
    /// How the published perft counts of this game are to be read.
    fn convention(&self) -> Convention;
    /// The leaves at a depth.
    ///
    /// # Errors
    /// When the position cannot be read.
    fn perft(&self, position: Option<&str>, depth: u32, convention: Convention) -> Result<u64, TextError>;
    /// The leaves at a depth below each move.
    ///
    /// # Errors
    /// When the position cannot be read.
    fn divide(
        &self,
        position: Option<&str>,
        depth: u32,
        convention: Convention,
    ) -> Result<Vec<(String, u64)>, TextError>;
    /// Reads a file of games and plays each by the rules. An empty file holds no games.
    ///
    /// # Errors
    /// When the text as a whole is no file of games.
    fn replay(&self, text: &str, each: &mut dyn FnMut(ReplayedGame)) -> Result<(), TextError>;
    /// The same, and what each seat has by the rules where the moves reach the end of the game.
    ///
    /// # Errors
    /// As for [`replay`](Self::replay).
    fn replay_to_end(
        &self,
        text: &str,
        each: &mut dyn FnMut(ReplayedGame, Option<Vec<i32>>),
    ) -> Result<(), TextError>;
    /// Reads the first `most` games of a file, with their moves.
    ///
    /// # Errors
    /// When the text as a whole is no file of games.
    fn import(&self, text: &str, most: usize) -> Result<Vec<ImportedGame>, TextError>;
    /// The suites of openings that the game has, by name.
    fn openings(&self) -> &'static [Named];
    /// Whether there is such a suite of openings; its lines are not worked out.
    ///
    /// # Errors
    /// When there is none, or an option is wrong.
    fn check_suite(&self, spec: &Spec) -> Result<(), SpecError>;
    /// The openings of a suite, in an order that never changes.
    ///
    /// # Errors
    /// When there is no such suite, or an option is wrong.
    fn suite(&self, spec: &Spec) -> Result<Vec<SuiteLine>, SpecError>;
    /// Agents that can play games together.
    ///
    /// # Errors
    /// When one of them cannot be built.
    fn crew(&self, agents: &[Spec]) -> Result<Box<dyn Crew>, SpecError>;
    /// Crews for `threads` threads, the first of them with its engines running.
    ///
    /// # Errors
    /// When an agent cannot be built or cannot play at all, or the system has no room for so many engines.
    fn crews(
        &self,
        agents: &[Spec],
        names: &[String],
        threads: usize,
    ) -> Result<Vec<Box<dyn Crew>>, SpecError>;
}

/// Any game under one set of options, its type forgotten. `name` is what reports call it.
pub fn erase<E: Entry>(name: &str, entry: E) -> Box<dyn Kind> {
    Box::new(Erased { name: name.to_owned(), entry: Arc::new(entry), guests: Guests::default() })
}

/// The texts of moves that are legal one after another.
fn texts<G: Notation>(position: &mut G, moves: &[G::Move]) -> Vec<String> {
    let mut text = |&mv| {
        let text = position.move_text(mv);
        position.play(mv);
        text
    };
    moves.iter().map(&mut text).collect()
}

/// An [`Entry`] whose type is forgotten.
struct Erased<E> {
    name: String,
    entry: Arc<E>,
    guests: Guests,
}

impl<E: Entry> Erased<E> {
    /// A suite of openings that there is, its options right.
    fn open_suite(&self, spec: &Spec) -> Result<Suite<'_>, SpecError> {
        if self.entry.openings().names().is_empty() {
            let instead = match E::Game::SEATS {
                1 => "games that are compared share their luck as it is",
                _ => "--opening-plies N begins games with N plies drawn at random",
            };
            return Err(SpecError(format!("{} has no suites of openings; {instead}", self.name)));
        }
        spec.find("suite of openings", self.entry.openings().names())?;
        self.entry.openings().suite(spec)
    }
    /// The agents and evaluators that have weights, as a hint.
    fn with_weights(&self) -> String {
        let mut known = Vec::new();
        for agent in
            self.entry.agents().iter().filter(|agent| agent.options.iter().any(|o| o.key == "weights"))
        {
            let evals = agent.options.iter().filter(|option| option.key == "eval");
            for eval in evals.flat_map(|option| option.values.split('|')) {
                if !self.entry.insight().weights(eval).is_empty() {
                    known.push(format!("{}:eval={eval}", agent.name));
                }
            }
        }
        match known.len() {
            0 => format!("no agent of {} has any", self.name),
            _ => format!("these have: {}", known.join(", ")),
        }
    }
}

impl<E: Entry> Kind for Erased<E> {
    fn name(&self) -> &str {
        &self.name
    }

    fn seats(&self) -> usize {
        E::Game::SEATS
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.entry.start(0).seat_name(seat)
    }

    fn actions(&self) -> usize {
        self.entry.start(0).actions()
    }

    fn extension(&self) -> &'static str {
        E::Game::EXTENSION
    }

    fn dialect(&self) -> Dialect {
        self.entry.customs().dialect()
    }

    fn agents(&self) -> &'static [Named] {
        self.entry.agents()
    }

    fn listed(&self, agent: &Spec) -> Result<&'static Named, SpecError> {
        if self.guests.has(agent) {
            return Ok(&GUEST);
        }
        self.entry.customs().canonical(agent).find("agent", self.agents())
    }

    fn sparring_partner(&self) -> &'static str {
        self.entry.usual().partner
    }

    fn analyst(&self) -> &'static str {
        self.entry.usual().analyst
    }

    fn adviser(&self) -> &'static str {
        self.entry.usual().adviser
    }

    fn check_options(&self, spec: &Spec) -> Result<(), SpecError> {
        if self.guests.has(spec) {
            return Ok(());
        }
        let spec = self.entry.customs().canonical(spec);
        let entry = self.agents().iter().find(|entry| entry.name == spec.name);
        let frugal = entry.map_or(spec.clone(), |entry| spec.frugal(entry.options));
        match self.entry.customs().checks(&frugal)? {
            true => Ok(()),
            false => self.check_agent(&frugal),
        }
    }

    fn check_agent(&self, spec: &Spec) -> Result<(), SpecError> {
        if self.guests.has(spec) { Ok(()) } else { build(&*self.entry, spec).map(drop) }
    }

    fn stand_in(&self, spec: &Spec) -> Option<(Spec, String)> {
        self.entry.customs().stand_in(spec)
    }

    fn weights(&self, agent: &Spec) -> Result<&'static [Weight], SpecError> {
        let entry = self.listed(agent)?;
        self.check_options(agent)?;
        let weights = match evaluator(agent, entry) {
            Some(eval) if entry.options.iter().any(|option| option.key == "weights") => {
                self.entry.insight().weights(eval)
            }
            _ => &[],
        };
        if weights.is_empty() {
            return Err(SpecError(format!("{agent} has no weights; {}", self.with_weights())));
        }
        Ok(weights)
    }

    fn with_guests(&self, guests: Guests) -> Box<dyn Kind> {
        Box::new(Self { name: self.name.clone(), entry: Arc::clone(&self.entry), guests })
    }

    fn live_with(&self, luck: Luck, position: Option<&str>) -> Result<Box<dyn LiveGame>, TextError> {
        let start = start_or(&*self.entry, luck.start, position)?;
        Ok(Box::new(Live::new(Arc::clone(&self.entry), luck, start)))
    }

    fn batch(&self, copies: usize, seed: u64) -> Option<Box<dyn Batch>> {
        Some(Box::new(batch::Typed::new(&self.entry, copies, seed)?))
    }

    fn scoring(&self) -> Option<&'static str> {
        self.entry.insight().scoring()
    }

    fn passes(&self) -> bool {
        E::Game::PASSES
    }

    fn convention(&self) -> Convention {
        self.entry.counting().convention()
    }

    fn perft(&self, position: Option<&str>, depth: u32, convention: Convention) -> Result<u64, TextError> {
        Ok(self.entry.counting().perft(&start_or(&*self.entry, 0, position)?, depth, convention))
    }

    fn divide(
        &self,
        position: Option<&str>,
        depth: u32,
        convention: Convention,
    ) -> Result<Vec<(String, u64)>, TextError> {
        let start = start_or(&*self.entry, 0, position)?;
        let split = self.entry.counting().divide(&start, depth, convention);
        Ok(split.into_iter().map(|(mv, leaves)| (start.move_text(mv), leaves)).collect())
    }

    fn replay(&self, text: &str, each: &mut dyn FnMut(ReplayedGame)) -> Result<(), TextError> {
        replayed(&*self.entry, text, &mut |game| each(told(&game)))
    }

    fn replay_to_end(
        &self,
        text: &str,
        each: &mut dyn FnMut(ReplayedGame, Option<Vec<i32>>),
    ) -> Result<(), TextError> {
        replayed(&*self.entry, text, &mut |game| {
            let end = start_or(&*self.entry, 0, Some(&game.start)).ok().map(|mut position| {
                game.moves.iter().for_each(|&mv| position.play(mv));
                position
            });
            let payoffs = end
                .filter(Game::is_over)
                .map(|end| (0..E::Game::SEATS as u8).map(|seat| end.payoff(Seat(seat))).collect());
            each(told(&game), payoffs);
        })
    }

    fn import(&self, text: &str, most: usize) -> Result<Vec<ImportedGame>, TextError> {
        let mut games = Vec::new();
        let mut failed = None;
        self.entry.customs().replay(&self.entry.start(0), text, &mut |game| {
            if games.len() >= most {
                return;
            }
            match start_or(&*self.entry, 0, Some(&game.start)) {
                Ok(mut position) => games.push(ImportedGame {
                    number: game.number,
                    tags: game.tags,
                    start: game.start,
                    moves: texts(&mut position, &game.moves),
                    result: game.result,
                    error: game.error.map(|error| (error.ply, error.message)),
                }),
                Err(error) => failed = Some(error),
            }
        })?;
        failed.map_or(Ok(games), Err)
    }

    fn openings(&self) -> &'static [Named] {
        self.entry.openings().names()
    }

    fn check_suite(&self, spec: &Spec) -> Result<(), SpecError> {
        self.open_suite(spec).map(drop)
    }

    fn suite(&self, spec: &Spec) -> Result<Vec<SuiteLine>, SpecError> {
        self.open_suite(spec)?()
    }

    fn crew(&self, agents: &[Spec]) -> Result<Box<dyn Crew>, SpecError> {
        // A wrong agent is found now; each is built where it plays.
        agents.iter().try_for_each(|agent| self.check_options(agent))?;
        agents.iter().try_for_each(|agent| self.check_agent(agent))?;
        Ok(Box::new(TypedCrew::new(&self.entry, &self.guests, agents)))
    }

    fn crews(
        &self,
        agents: &[Spec],
        names: &[String],
        threads: usize,
    ) -> Result<Vec<Box<dyn Crew>>, SpecError> {
        let mut crews = (0..threads).map(|_| self.crew(agents)).collect::<Result<Vec<_>, _>>()?;
        foreign::make_room(agents, &self.guests, self.entry.customs().dialect(), threads)?;
        if let Some(first) = crews.first_mut() {
            first.prepare(names)?;
        }
        Ok(crews)
    }
}

/// Plays the games of a file by the rules.
fn replayed<E: Entry>(
    entry: &E,
    text: &str,
    each: &mut dyn FnMut(Replayed<<E::Game as Game>::Move>),
) -> Result<(), TextError> {
    // A match that was broken off before its first game ended leaves an empty file.
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Ok(());
    }
    entry.customs().replay(&entry.start(0), text, each)
}

fn told<M: std::hash::Hash>(game: &Replayed<M>) -> ReplayedGame {
    ReplayedGame {
        number: game.number,
        line: game.line,
        plies: game.moves.len(),
        fingerprint: fingerprint(&game.moves),
        result: game.result.clone(),
        error: game.error.as_ref().map(|error| (error.ply, error.message.clone())),
    }
}
