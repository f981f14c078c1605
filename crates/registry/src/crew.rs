//! Agents that play whole games together: types are erased once a game.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plywise::{Agent, Archive, GameRecord, Notation, Rng, Seat, TimeControl};

use crate::entry::{AnyAgent, Entry, Move, View};
use crate::play::{Played, Spent, Table, Watch, play_game};
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
    /// Turns of seats that are drawn at random before the agents take over.
    pub opening_plies: u32,
    /// Every seat's time, if it is limited.
    pub clock: Option<TimeControl>,
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
    /// The game in its own notation, as it goes into a file.
    pub text: String,
}

/// Some agents of one game, ready to play units one after another.
pub trait Crew: Send {
    /// Plays one game. `watch` sees every move. None if it was broken off by `stop`.
    fn play(&mut self, unit: &Unit, stop: &Arc<AtomicBool>, watch: Option<Watch<'_>>) -> Option<GameSummary>;
}

/// A crew of one type of game.
pub(crate) struct TypedCrew<E: Entry> {
    entry: Arc<E>,
    names: Vec<String>,
    agents: Vec<AnyAgent<E>>,
}

impl<E: Entry> TypedCrew<E> {
    pub(crate) fn new(entry: &Arc<E>, specs: &[Spec]) -> Result<Self, SpecError> {
        Ok(Self {
            entry: Arc::clone(entry),
            names: specs.iter().map(Spec::to_string).collect(),
            agents: specs.iter().map(|spec| entry.agent(spec)).collect::<Result<_, _>>()?,
        })
    }

    /// The agents in the order of their seats.
    fn seated(&mut self, seating: &[usize]) -> Vec<&mut dyn Agent<View<E>>> {
        let mut seated: Vec<_> =
            self.agents.iter_mut().enumerate().map(|(i, agent)| (i, &mut **agent)).collect();
        seated.retain(|(i, _)| seating.contains(i));
        seated.sort_by_key(|(i, _)| seating.iter().position(|seat| seat == i));
        seated.into_iter().map(|(_, agent)| agent as &mut dyn Agent<View<E>>).collect()
    }

    fn summary(&self, start: &E::Game, unit: &Unit, played: Played<Move<E>>) -> GameSummary {
        let mut tags = unit.tags.clone();
        for (seat, &agent) in unit.seating.iter().enumerate() {
            tags.push((start.seat_name(Seat(seat as u8)), self.names[agent].clone()));
        }
        let mut hasher = DefaultHasher::new();
        played.moves.hash(&mut hasher);
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
            fingerprint: hasher.finish(),
        }
    }
}

impl<E: Entry> Crew for TypedCrew<E> {
    fn play(&mut self, unit: &Unit, stop: &Arc<AtomicBool>, watch: Option<Watch<'_>>) -> Option<GameSummary> {
        for (agent, &seed) in self.agents.iter_mut().zip(&unit.agent_seeds) {
            agent.new_game(seed);
        }
        let entry = Arc::clone(&self.entry);
        let table = Table {
            entry: &*entry,
            start: entry.start(unit.start),
            opening_plies: unit.opening_plies,
            dice: Rng::new(unit.dice),
            clock: unit.clock,
            stop,
        };
        let played = play_game(&table, &mut self.seated(&unit.seating), watch)?;
        Some(self.summary(&table.start, unit, played))
    }
}
