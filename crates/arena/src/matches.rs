//! Many games between the same agents, on all cores, in an order that does not matter.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use plywise::{Rng, TimeControl};
use registry::{Adjudication, Frame, GameSummary, Kind, Spec, SpecError, Unit};

use crate::openings::Openings;
use crate::pairs::PairsInOrder;
use crate::report::MatchReport;
use crate::stats::{Sprt, Verdict};

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
    /// How games begin; two games with swapped seats share an opening.
    pub openings: Openings,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// Ends the match as soon as one of two hypotheses about the first agent's lead has won. Only whole pairs count,
    /// in their order: the end does not depend on the number of threads.
    pub sprt: Option<Sprt>,
    /// Games played at the same time.
    pub threads: usize,
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

    /// Game `number` of the match.
    fn unit(&self, seats: usize, number: u64) -> Unit {
        let (seating, shared) = self.seating(seats, number);
        Unit {
            number,
            seating,
            start: luck(self.seed, shared, 0),
            dice: luck(self.seed, shared, 1),
            agent_seeds: (0..self.agents.len() as u64).map(|i| luck(self.seed ^ 0xA6E7, number, i)).collect(),
            opening: self.openings.of_pair(self.seed, shared),
            clock: self.clock,
            adjudication: self.adjudication,
            keep_moves: false,
            tags: vec![
                ("Event".to_owned(), "plywise match".to_owned()),
                ("Round".to_owned(), (number + 1).to_string()),
                ("Seed".to_owned(), self.seed.to_string()),
            ],
        }
    }

    fn check(&self, kind: &dyn Kind) -> Result<(), SpecError> {
        let game = kind.name();
        match (kind.seats(), self.agents.len()) {
            (1, 1..) => Ok(()),
            (seats, agents) if seats == agents => Ok(()),
            (1, _) => Err(SpecError(format!("{game} needs at least one agent"))),
            (seats, agents) => Err(SpecError(format!("{game} is played by {seats} agents; {agents} given"))),
        }?;
        if kind.seats() == 1 && (self.sprt.is_some() || self.adjudication != Adjudication::default()) {
            return Err(SpecError(format!("{game} has one seat: neither a test nor adjudication applies")));
        }
        Ok(())
    }
}

/// A stream of luck: part `part` of the luck with number `luck`.
#[must_use]
pub fn luck(seed: u64, luck: u64, part: u64) -> u64 {
    Rng::derive(Rng::derive(seed, luck).next_u64(), part).next_u64()
}

/// Plays the match. `on_game` sees each game as it ends, in the order in which they end; the report does not
/// depend on that order. Setting `stop` breaks off the games in play and reports on those that were finished.
///
/// # Errors
/// When an agent cannot be built.
pub fn run_match(
    kind: &dyn Kind,
    plan: &MatchPlan,
    stop: &Arc<AtomicBool>,
    on_game: &mut dyn FnMut(&GameSummary),
) -> Result<MatchReport, SpecError> {
    plan.check(kind)?;
    let units = plan.units(kind.seats());
    let threads = plan.threads.clamp(1, units.clamp(1, 4096) as usize);
    let crews = (0..threads).map(|_| kind.crew(&plan.agents)).collect::<Result<Vec<_>, _>>()?;
    let next = AtomicU64::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut games: Vec<GameSummary> = Vec::new();
    let (mut failed, mut games_counted) = (None, None);
    let mut pairs = PairsInOrder::default();
    std::thread::scope(|scope| {
        for mut crew in crews {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= units {
                        return;
                    }
                    let Some(game) = crew.play(&plan.unit(kind.seats(), number), stop, None).transpose()
                    else {
                        return;
                    };
                    if sender.send(game).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for game in receiver {
            match game {
                Ok(game) => {
                    // A test that has ended counts no more games.
                    if games_counted.is_some() {
                        continue;
                    }
                    on_game(&game);
                    if let Some(sprt) = &plan.sprt {
                        games_counted = decided(sprt, &mut pairs, &game);
                        stop.fetch_or(games_counted.is_some(), Ordering::Relaxed);
                    }
                    games.push(GameSummary { text: String::new(), ..game });
                }
                Err(error) => {
                    stop.store(true, Ordering::Relaxed);
                    failed.get_or_insert(error);
                }
            }
        }
    });
    if let Some(error) = failed {
        return Err(error);
    }
    games.sort_by_key(|game| game.unit);
    games.retain(|game| games_counted.is_none_or(|counted| game.unit < counted));
    Ok(MatchReport::new(kind.name(), plan, kind.seats(), &games))
}

/// Plays the games one after another and shows every move.
///
/// # Errors
/// When an agent cannot be built.
pub fn watch_match(
    kind: &dyn Kind,
    plan: &MatchPlan,
    stop: &Arc<AtomicBool>,
    on_game: &mut dyn FnMut(&GameSummary),
    watch: WatchMatch<'_>,
) -> Result<MatchReport, SpecError> {
    plan.check(kind)?;
    let mut crew = kind.crew(&plan.agents)?;
    let (mut games, mut pairs) = (Vec::new(), PairsInOrder::default());
    for number in 0..plan.units(kind.seats()) {
        let unit = plan.unit(kind.seats(), number);
        let mut show = |frame: Frame<'_>| watch(&MatchFrame { unit: number, agents: &unit.seating, frame });
        let Some(game) = crew.play(&unit, stop, Some(&mut show))? else { break };
        on_game(&game);
        let end = plan.sprt.and_then(|sprt| decided(&sprt, &mut pairs, &game));
        games.push(game);
        if end.is_some() {
            break;
        }
    }
    Ok(MatchReport::new(kind.name(), plan, kind.seats(), &games))
}

/// How many games count, once the test has ended: those of the pairs up to the one that ended it.
fn decided(sprt: &Sprt, pairs: &mut PairsInOrder, game: &GameSummary) -> Option<u64> {
    let pair = pairs
        .add(game.unit, half_points(game, 0), |tally| sprt.verdict(sprt.llr(tally)) != Verdict::Undecided)?;
    Some(2 * (pair + 1))
}

/// Half points that an agent made in a game of two seats: 2 for a win.
pub(crate) fn half_points(game: &GameSummary, agent: usize) -> usize {
    let own = game.agents.iter().position(|&seated| seated == agent).unwrap_or(0);
    let rival = game.payoffs[1 - own];
    match game.payoffs[own].cmp(&rival) {
        std::cmp::Ordering::Greater => 2,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Less => 0,
    }
}

/// How many of the games were played differently.
pub(crate) fn distinct(games: &[GameSummary]) -> u64 {
    games.iter().map(|game| game.fingerprint).collect::<HashSet<_>>().len() as u64
}
