//! A game whose type is forgotten.

use std::sync::Arc;

use plywise::notation::Replayed;
use plywise::perft::Convention;
use plywise::{Archive, Game, GameRecord, Notation, Seat, TextError, Turn};

use crate::batch::{self, Batch};
use crate::crew::{Crew, TypedCrew, fingerprint};
use crate::dialect::Dialect;
use crate::entry::{Entry, Opens, build, start_or};
use crate::foreign;
use crate::guest::{GUEST, Guests};
use crate::kind::{Cast, Counts, Facts, Files, ImportedGame, Kind, Recount, Recounted, ReplayedGame, Suites};
use crate::live::{Live, LiveGame};
use crate::luck::Luck;
use crate::opening::{Suite, SuiteLine};
use crate::spec::{Named, Spec, SpecError};
use crate::tunable::{Weight, evaluator};

/// Any game under one set of options, its type forgotten. `name` is what reports call it.
pub fn erase<E: Entry>(name: &str, entry: E) -> Box<dyn Kind> {
    Box::new(Erased { name: name.to_owned(), entry: Arc::new(entry), guests: Guests::default() })
}

/// Opens a game by its options and forgets its type.
///
/// # Errors
/// As for [`Opens::open`].
pub fn open<E: Opens>(spec: &Spec) -> Result<Box<dyn Kind>, SpecError> {
    E::open(spec).map(|entry| erase(&spec.to_string(), entry))
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

impl<E: Entry> Facts for Erased<E> {
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

    fn scoring(&self) -> Option<&'static str> {
        self.entry.insight().scoring()
    }

    fn has_milestone(&self) -> bool {
        self.entry.dice().milestone(&self.entry.start(0)).is_some()
    }

    fn passes(&self) -> bool {
        E::Game::PASSES
    }
}

impl<E: Entry> Cast for Erased<E> {
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

    fn found(&self, spec: &Spec) -> Option<(&'static str, String)> {
        self.entry.customs().found(spec)
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
}

impl<E: Entry> Counts for Erased<E> {
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
}

impl<E: Entry> Files for Erased<E> {
    fn replay(&self, text: &str, each: &mut dyn FnMut(ReplayedGame)) -> Result<(), TextError> {
        replayed(&*self.entry, text, &mut |game| each(told(&game)))
    }

    fn replay_to_end(
        &self,
        text: &str,
        forfeit: Option<(Seat, String)>,
        each: &mut dyn FnMut(ReplayedGame, Option<Recount>),
    ) -> Result<(), TextError> {
        replayed(&*self.entry, text, &mut |mut game| {
            let start = start_or(&*self.entry, 0, Some(&game.start)).ok();
            if let (Some(start), Some((loser, _))) = (&start, &forfeit) {
                pass_until(*loser, start.clone(), &mut game.moves);
            }
            let told = told(&game);
            let recount = start.map(|start| {
                let record = GameRecord { tags: game.tags, moves: game.moves, forfeit: forfeit.clone() };
                recount(&*self.entry, start, &record)
            });
            each(told, recount);
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
}

impl<E: Entry> Suites for Erased<E> {
    fn openings(&self) -> &'static [Named] {
        self.entry.openings().names()
    }

    fn check_suite(&self, spec: &Spec) -> Result<(), SpecError> {
        self.open_suite(spec).map(drop)
    }

    fn suite(&self, spec: &Spec) -> Result<Vec<SuiteLine>, SpecError> {
        self.open_suite(spec)?()
    }
}

impl<E: Entry> Kind for Erased<E> {
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

/// Adds the passes behind the last move that brought the turn to the seat that lost a game early: a text without passes tells of them by
/// the moves that follow, and there none follow.
fn pass_until<G: Notation>(seat: Seat, mut position: G, moves: &mut Vec<G::Move>) {
    moves.iter().for_each(|&mv| position.play(mv));
    let mut legal = Vec::new();
    while !position.is_over() && position.turn() != Turn::Seat(seat) {
        legal.clear();
        position.moves(&mut legal);
        let &[pass] = &legal[..] else { return };
        if !position.is_pass(pass) {
            return;
        }
        position.play(pass);
        moves.push(pass);
    }
}

fn recount<E: Entry>(
    entry: &E,
    mut position: E::Game,
    record: &GameRecord<<E::Game as Game>::Move>,
) -> Recount {
    let text = Some(position.game_text(record));
    let mut legal = Vec::new();
    // A pass that nobody chose is no choice.
    let mut choices = |position: &E::Game| {
        legal.clear();
        position.moves(&mut legal);
        if matches!(legal[..], [only] if position.is_pass(only)) { 0 } else { legal.len() }
    };
    let moves = record.moves.iter().map(|&mv| {
        let recounted = Recounted {
            seat: seat_of(position.turn()),
            text: position.move_text(mv),
            choices: choices(&position),
        };
        position.play(mv);
        recounted
    });
    let moves = moves.collect();
    let is_over = position.is_over();
    let payoffs =
        is_over.then(|| (0..E::Game::SEATS as u8).map(|seat| position.payoff(Seat(seat))).collect());
    let open = seat_of(position.turn())
        .filter(|_| !is_over)
        .map(|seat| (seat, choices(&position), entry.customs().forfeit(&position, seat)));
    Recount { moves, payoffs, open, milestone: entry.dice().milestone(&position), text }
}

fn seat_of(turn: Turn) -> Option<Seat> {
    match turn {
        Turn::Seat(seat) => Some(seat),
        Turn::Chance => None,
    }
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
