//! Agents that play whole games together: types are erased once a game.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plywise::{Agent, Archive, GameRecord, Notation, Rng, Seat, TimeControl};

use crate::adjudicate::Adjudication;
use crate::entry::{AnyAgent, Entry, Move, View, build};
use crate::foreign;
use crate::guest::Guests;
use crate::opening::Opening;
use crate::play::{Chosen, Played, Spent, Table, Watch, play_game};
use crate::spec::{Spec, SpecError};

/// One game to be played. The same unit gives the same game, whoever plays it and when, unless time is the limit.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Its number among the games that belong together.
    pub number: u64,
    /// Which agent of the crew sits on each seat.
    pub seating: Vec<usize>,
    /// The seed of the start.
    pub start: u64,
    /// The seed of the drawn opening and of all chance.
    pub dice: u64,
    /// The seed of each agent of the crew, in the crew's order.
    pub agent_seeds: Vec<u64>,
    /// How it begins before the agents take over.
    pub opening: Opening,
    /// Every seat's time, if it is limited.
    pub clock: Option<TimeControl>,
    /// When it is ended early.
    pub adjudication: Adjudication,
    /// Whether the summary shall hold [`GameSummary::moves`].
    pub keep_moves: bool,
    /// What the saved game calls each agent of the crew, in the crew's order; none: what it is.
    pub players: Vec<String>,
    /// What the saved game says of itself beside who played it.
    pub tags: Vec<(String, String)>,
}

/// One finished game.
#[derive(Clone, Debug)]
pub struct GameSummary {
    /// The number of its [`Unit`].
    pub unit: u64,
    /// Which agent sat on each seat.
    pub agents: Vec<usize>,
    /// What each seat got.
    pub payoffs: Vec<i32>,
    /// The agent that lost by forfeit, and why.
    pub forfeit: Option<(usize, String)>,
    /// Why the game was ended before the rules ended it, if it was adjudicated.
    pub adjudicated: Option<String>,
    /// What each seat spent.
    pub spent: Vec<Spent>,
    /// Turns of seats, passes included.
    pub plies: u32,
    /// Turns with a move that is no pass.
    pub turns: u32,
    /// Legal moves at those turns, summed.
    pub choices: u64,
    /// Differs between games that were played differently.
    pub fingerprint: u64,
    /// What the game counts beside points: the greatest tile of 2048.
    pub milestone: Option<u64>,
    /// Every move that an agent chose, if the unit asked for them and any agent had anything to say.
    pub moves: Vec<Chosen>,
    /// The game in its own notation, as it goes into a file.
    pub text: String,
}

/// Some agents of one game, ready to play units one after another.
pub trait Crew: Send {
    /// Makes every agent ready that may fail before its first move. `names` is what they are called.
    ///
    /// # Errors
    /// When one cannot be built or cannot play at all.
    fn prepare(&mut self, names: &[String]) -> Result<(), SpecError>;
    /// Plays one game. `watch` sees every move. None if it was broken off by `stop`.
    ///
    /// # Errors
    /// When an agent cannot be built, the opening cannot be played, or this machine keeps an agent from playing.
    fn play(
        &mut self,
        unit: &Unit,
        stop: &Arc<AtomicBool>,
        watch: Option<Watch<'_>>,
    ) -> Result<Option<GameSummary>, SpecError>;
}

/// A crew of one type of game. Its agents are built when they first play: of a large field not every crew needs all.
pub(crate) struct TypedCrew<E: Entry> {
    entry: Arc<E>,
    guests: Guests,
    specs: Vec<Spec>,
    agents: Vec<Option<AnyAgent<E>>>,
}

impl<E: Entry> TypedCrew<E> {
    pub(crate) fn new(entry: &Arc<E>, guests: &Guests, specs: &[Spec]) -> Self {
        let agents = specs.iter().map(|_| None).collect();
        Self { entry: Arc::clone(entry), guests: guests.clone(), specs: specs.to_vec(), agents }
    }

    fn seat(&mut self, agent: usize) -> Result<&mut AnyAgent<E>, SpecError> {
        match &mut self.agents[agent] {
            Some(agent) => Ok(agent),
            empty => {
                let spec = &self.specs[agent];
                let guest = self.guests.agent(&self.entry, spec);
                Ok(empty.insert(guest.map_or_else(|| build(&*self.entry, spec), Ok)?))
            }
        }
    }

    /// The agents in the order of their seats.
    fn seated(&mut self, seating: &[usize]) -> Vec<&mut dyn Agent<View<E>>> {
        let mut agents: Vec<_> = self.agents.iter_mut().map(Option::as_deref_mut).collect();
        seating.iter().filter_map(|&agent| agents[agent].take()).map(|agent| agent as _).collect()
    }

    fn summary(&self, start: &E::Game, unit: &Unit, played: Played<Move<E>>) -> GameSummary {
        let mut tags = unit.tags.clone();
        for (seat, &agent) in unit.seating.iter().enumerate() {
            let player = unit.players.get(agent).cloned().unwrap_or_else(|| self.specs[agent].to_string());
            tags.push((start.seat_name(Seat(seat as u8)), player));
        }
        if let Some(adjudged) = &played.adjudged {
            let result = match adjudged.winner {
                None => "1/2-1/2",
                Some(Seat::FIRST) => "1-0",
                Some(_) => "0-1",
            };
            tags.push(("Result".to_owned(), result.to_owned()));
            tags.push(("Adjudicated".to_owned(), adjudged.why.clone()));
        }
        let fingerprint = fingerprint(&played.moves);
        let moves = if unit.keep_moves { notes(start, &played) } else { Vec::new() };
        let record = GameRecord { tags, moves: played.moves, forfeit: played.forfeit };
        GameSummary {
            unit: unit.number,
            text: start.game_text(&record),
            forfeit: record.forfeit.map(|(seat, why)| (unit.seating[seat.index()], why)),
            agents: unit.seating.clone(),
            payoffs: played.payoffs,
            spent: played.spent,
            plies: played.plies,
            turns: played.turns,
            choices: played.choices,
            fingerprint,
            adjudicated: played.adjudged.map(|adjudged| adjudged.why),
            milestone: played.milestone,
            moves,
        }
    }
}

/// Differs between lists of moves that differ.
#[must_use]
pub fn fingerprint<M: Hash>(moves: &[M]) -> u64 {
    let mut hasher = DefaultHasher::new();
    moves.hash(&mut hasher);
    hasher.finish()
}

/// What the agents said of their moves, with the moves as text. The game itself holds the moves: where no agent looked
/// ahead there is nothing to add.
fn notes<G: Notation>(start: &G, played: &Played<G::Move>) -> Vec<Chosen> {
    if played.choices_made.iter().all(|chosen| chosen.depth == 0) {
        return Vec::new();
    }
    let mut position = start.clone();
    let mut chosen = played.choices_made.iter().peekable();
    let mut notes = Vec::with_capacity(played.choices_made.len());
    for (index, &mv) in played.moves.iter().enumerate() {
        if let Some(chosen) = chosen.next_if(|chosen| chosen.index as usize == index) {
            notes.push(chosen.with(position.move_text(mv)));
        }
        position.play(mv);
    }
    notes
}

impl<E: Entry> Crew for TypedCrew<E> {
    fn prepare(&mut self, names: &[String]) -> Result<(), SpecError> {
        let foreign = foreign::ANY_GAME.name;
        for (agent, name) in names.iter().enumerate() {
            // Ours are built where they play: of a large field not every crew needs all.
            if self.specs[agent].name == foreign && !self.guests.has(&self.specs[agent]) {
                prepare(&mut **self.seat(agent)?).map_err(|why| {
                    let spec = self.specs[agent].to_string();
                    let what = if *name == spec { String::new() } else { format!(" ({spec})") };
                    SpecError(format!("{name}{what} cannot play: {why}"))
                })?;
            }
        }
        Ok(())
    }

    fn play(
        &mut self,
        unit: &Unit,
        stop: &Arc<AtomicBool>,
        watch: Option<Watch<'_>>,
    ) -> Result<Option<GameSummary>, SpecError> {
        let is_timed =
            unit.clock.is_some() || self.specs.iter().any(|spec| spec.name == foreign::ANY_GAME.name);
        if !is_timed {
            return self.play_once(unit, stop, watch);
        }
        let (mut watch, mut tries) = (watch, 1);
        loop {
            let stops = ::foreign::stops();
            let watch = watch.as_mut().map(|watch| &mut **watch as Watch<'_>);
            let game = self.play_once(unit, stop, watch)?;
            let Some(mut game) = game else { return Ok(None) };
            // What no clock measures is the same whoever was stopped.
            if ::foreign::stops() == stops || unit.clock.is_none() && game.forfeit.is_none() {
                return Ok(Some(game));
            }
            if tries == TRIES {
                if let Some((_, why)) = &mut game.forfeit {
                    why.push_str("; it or this program was stopped meanwhile (SIGSTOP)");
                }
                return Ok(Some(game));
            }
            tries += 1;
        }
    }
}

/// Lets an agent get ready; one that was stopped meanwhile, or whoever waits for it, gets another chance.
fn prepare<G: plywise::Game>(agent: &mut dyn Agent<G>) -> Result<(), String> {
    let mut tries = 1;
    loop {
        let stops = ::foreign::stops();
        match agent.prepare(None) {
            Err(_) if ::foreign::stops() != stops && tries < TRIES => tries += 1,
            done => return done,
        }
    }
}

/// A game in which a process was stopped is void and played again, at most so often in all: an engine might stop itself.
const TRIES: u32 = 3;

impl<E: Entry> TypedCrew<E> {
    fn play_once(
        &mut self,
        unit: &Unit,
        stop: &Arc<AtomicBool>,
        watch: Option<Watch<'_>>,
    ) -> Result<Option<GameSummary>, SpecError> {
        let entry = Arc::clone(&self.entry);
        for &agent in &unit.seating {
            let seated = self.seat(agent)?;
            seated.new_game(unit.agent_seeds[agent]);
            // No clock runs while a program starts, or starts again; one that cannot says why when it is to move.
            let _ = seated.prepare(Some(stop));
        }
        let (start, opening) = unit.opening.lay_out(&*entry, unit.start)?;
        let table = Table {
            entry,
            start: start.clone(),
            opening,
            drawn_plies: if let Opening::Drawn(plies) = unit.opening { plies } else { 0 },
            dice: Rng::new(unit.dice),
            clock: unit.clock,
            adjudication: unit.adjudication,
            stop,
        };
        let played = play_game(table, &mut self.seated(&unit.seating), watch).map_err(SpecError)?;
        Ok(played.map(|played| self.summary(&start, unit, played)))
    }
}
