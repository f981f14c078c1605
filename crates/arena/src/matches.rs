//! Many games between the same agents, on all cores, in an order that does not matter.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use plywise::{Agent, Archive, Game, GameRecord, Notation, Rng, Seat, TimeControl};

use crate::entry::{AnyAgent, Entry, View};
use crate::play::{Frame, Played, Spent, Table, Watch, play_game};
use crate::report::MatchReport;
use crate::spec::{Spec, SpecError};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// The agents: two for a game of two seats; any number for a game of one.
    pub agents: Vec<Spec>,
    /// Games: of two seats, with seats swapped game by game; of one seat, for each agent.
    pub games: u64,
    /// The source of all luck.
    pub seed: u64,
    /// Every seat's time, if it is limited.
    pub clock: Option<TimeControl>,
    /// Plies drawn at random before the agents take over. Two games with swapped seats share them.
    pub opening_plies: u32,
    /// Games played at the same time.
    pub threads: usize,
}

/// One finished game of a match.
#[derive(Clone, Debug)]
pub struct GameSummary {
    /// Which game it is: its place in the match, and all its luck, follow from this.
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

/// One move of a game of a match, for whoever watches.
pub struct MatchFrame<'a> {
    /// Which game it is, from 0.
    pub unit: u64,
    /// Which agent sits on each seat.
    pub agents: &'a [usize],
    /// The move and the board after it.
    pub frame: Frame<'a>,
}

/// Sees a match while it is played.
pub type WatchMatch<'a> = &'a mut dyn FnMut(&MatchFrame<'_>);

impl MatchPlan {
    /// How many games are played in all.
    #[must_use]
    pub fn units(&self, seats: usize) -> u64 {
        if seats == 1 { self.games.saturating_mul(self.agents.len() as u64) } else { self.games }
    }

    /// Which agent sits where in game `unit`, and the number of its luck: games that share a number share their
    /// start, their opening and their dice. Of two seats that is a pair of games with swapped seats; of one seat
    /// one game of each agent. (The dice are one stream of draws: where two games have come apart, the same draw
    /// falls on different boards.)
    fn seating(&self, seats: usize, unit: u64) -> (Vec<usize>, u64) {
        let agents = self.agents.len() as u64;
        if seats == 1 {
            return (vec![(unit % agents) as usize], unit / agents);
        }
        let first = (unit % 2) as usize;
        ((0..seats).map(|seat| (seat + first) % self.agents.len()).collect(), unit / 2)
    }

    fn check(&self, game: &str, seats: usize) -> Result<(), SpecError> {
        match (seats, self.agents.len()) {
            (1, 1..) => Ok(()),
            (seats, agents) if seats == agents => Ok(()),
            (1, _) => Err(SpecError(format!("{game} needs at least one agent"))),
            (seats, agents) => Err(SpecError(format!("{game} is played by {seats} agents; {agents} given"))),
        }
    }
}

/// A stream of luck: part `part` of the luck with number `luck`.
fn luck(seed: u64, luck: u64, part: u64) -> u64 {
    Rng::derive(Rng::derive(seed, luck).next_u64(), part).next_u64()
}

/// Plays the match. `on_game` sees each game as it ends, in the order in which they end; the report does not
/// depend on that order. Setting `stop` breaks off the games in play and reports on those that were finished.
///
/// # Errors
/// When an agent cannot be built.
pub fn run_match<E: Entry>(
    entry: &E,
    game_name: &str,
    plan: &MatchPlan,
    stop: &Arc<AtomicBool>,
    on_game: &mut dyn FnMut(&GameSummary),
) -> Result<MatchReport, SpecError> {
    plan.check(game_name, E::Game::SEATS)?;
    let units = plan.units(E::Game::SEATS);
    let threads = plan.threads.clamp(1, units.clamp(1, 4096) as usize);
    let crews = (0..threads).map(|_| crew(entry, plan)).collect::<Result<Vec<_>, _>>()?;
    let next = AtomicU64::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut games: Vec<GameSummary> = Vec::new();
    std::thread::scope(|scope| {
        for mut crew in crews {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let unit = next.fetch_add(1, Ordering::Relaxed);
                    if unit >= units {
                        return;
                    }
                    let Some(game) = play_unit(entry, plan, unit, &mut crew, stop, None) else { return };
                    if sender.send(game).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for game in receiver {
            on_game(&game);
            games.push(GameSummary { text: String::new(), ..game });
        }
    });
    games.sort_by_key(|game| game.unit);
    Ok(MatchReport::new(game_name, plan, E::Game::SEATS, &games))
}

/// Plays the games one after another and shows every move.
///
/// # Errors
/// When an agent cannot be built.
pub fn watch_match<E: Entry>(
    entry: &E,
    game_name: &str,
    plan: &MatchPlan,
    stop: &Arc<AtomicBool>,
    on_game: &mut dyn FnMut(&GameSummary),
    watch: WatchMatch<'_>,
) -> Result<MatchReport, SpecError> {
    plan.check(game_name, E::Game::SEATS)?;
    let mut crew = crew(entry, plan)?;
    let mut games = Vec::new();
    for unit in 0..plan.units(E::Game::SEATS) {
        let (agents, _) = plan.seating(E::Game::SEATS, unit);
        let mut show = |frame: Frame<'_>| watch(&MatchFrame { unit, agents: &agents, frame });
        let Some(game) = play_unit(entry, plan, unit, &mut crew, stop, Some(&mut show)) else { break };
        on_game(&game);
        games.push(game);
    }
    Ok(MatchReport::new(game_name, plan, E::Game::SEATS, &games))
}

fn crew<E: Entry>(entry: &E, plan: &MatchPlan) -> Result<Vec<AnyAgent<E>>, SpecError> {
    plan.agents.iter().map(|spec| entry.agent(spec)).collect()
}

/// One game of the match: the same for the same unit, whoever plays it and when. None if it was broken off.
fn play_unit<E: Entry>(
    entry: &E,
    plan: &MatchPlan,
    unit: u64,
    crew: &mut [AnyAgent<E>],
    stop: &Arc<AtomicBool>,
    watch: Option<Watch<'_>>,
) -> Option<GameSummary> {
    let (seating, number) = plan.seating(E::Game::SEATS, unit);
    let table = Table {
        entry,
        start: entry.start(luck(plan.seed, number, 0)),
        opening_plies: plan.opening_plies,
        dice: Rng::new(luck(plan.seed, number, 1)),
        clock: plan.clock,
        stop,
    };
    for (i, agent) in crew.iter_mut().enumerate() {
        agent.new_game(luck(plan.seed ^ 0xA6E7, unit, i as u64));
    }
    let mut agents = in_seats::<E>(crew, &seating);
    let played = play_game(&table, &mut agents, watch)?;
    Some(summary(&table, plan, unit, seating, played))
}

/// The agents in the order of their seats.
fn in_seats<'a, E: Entry>(crew: &'a mut [AnyAgent<E>], seating: &[usize]) -> Vec<&'a mut dyn Agent<View<E>>> {
    let mut seated: Vec<_> = crew.iter_mut().enumerate().map(|(i, agent)| (i, &mut **agent)).collect();
    seated.retain(|(i, _)| seating.contains(i));
    seated.sort_by_key(|(i, _)| seating.iter().position(|seat| seat == i));
    seated.into_iter().map(|(_, agent)| agent as &mut dyn Agent<View<E>>).collect()
}

fn summary<E: Entry>(
    table: &Table<'_, E>,
    plan: &MatchPlan,
    unit: u64,
    seating: Vec<usize>,
    played: Played<<E::Game as Game>::Move>,
) -> GameSummary {
    let name = |agent: usize| plan.agents[agent].to_string();
    let mut tags = vec![
        ("Event".to_owned(), "plywise match".to_owned()),
        ("Round".to_owned(), (unit + 1).to_string()),
        ("Seed".to_owned(), plan.seed.to_string()),
    ];
    for (seat, &agent) in seating.iter().enumerate() {
        tags.push((table.start.seat_name(Seat(seat as u8)), name(agent)));
    }
    let record = GameRecord { tags, moves: played.moves, forfeit: played.forfeit };
    let text = table.start.game_text(&record);
    let fingerprint = {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        record.moves.hash(&mut hasher);
        hasher.finish()
    };
    GameSummary {
        unit,
        forfeit: record.forfeit.map(|(seat, why)| (seating[seat.index()], why)),
        agents: seating,
        payoffs: played.payoffs,
        spent: played.spent,
        plies: played.plies,
        turns: played.turns,
        choices: played.choices,
        fingerprint,
        text,
    }
}

/// How many of the games were played differently.
pub(crate) fn distinct(games: &[GameSummary]) -> u64 {
    games.iter().map(|game| game.fingerprint).collect::<HashSet<_>>().len() as u64
}
