//! Many games between the same agents, on all cores, in an order that does not matter.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use plywise::TimeControl;
use registry::luck::part;
use registry::{Adjudication, Frame, GameSummary, Kind, Luck, Spec, SpecError, Unit};

use crate::openings::Openings;
use crate::report::MatchReport;
use crate::stats::{Sprt, Verdict};
use crate::sums::MatchSums;

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
        let Luck { start, dice } = Luck::of_game(self.seed, shared);
        Unit {
            number,
            seating,
            start,
            dice,
            agent_seeds: (0..self.agents.len() as u64).map(|i| part(self.seed ^ 0xA6E7, number, i)).collect(),
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

/// Games that a test may run ahead of the pair that it waits for.
const AHEAD: u64 = 4096;
/// Finished games that may wait to be counted.
const QUEUE: usize = 256;

/// Plays the match. `on_game` sees each game as it ends, in the order in which they end; the report does not
/// depend on that order. Setting `stop` breaks off the games in play and reports on those that were finished. What is
/// kept does not grow with the number of games.
///
/// # Errors
/// When an agent cannot be built, or this machine fails a game.
pub fn run_match(
    kind: &dyn Kind,
    plan: &MatchPlan,
    stop: &Arc<AtomicBool>,
    on_game: &mut dyn FnMut(&GameSummary),
) -> Result<MatchReport, SpecError> {
    plan.check(kind)?;
    let units = plan.units(kind.seats());
    let threads = plan.threads.clamp(1, units.clamp(1, 4096) as usize);
    let crews = kind.crews(&plan.agents, threads)?;
    let next = AtomicU64::new(0);
    // Games below this may begin.
    let horizon = AtomicU64::new(if plan.sprt.is_some() { AHEAD } else { u64::MAX });
    let (sender, receiver) = mpsc::sync_channel(QUEUE);
    let mut failed = None;
    let mut count = Count::new(plan);
    std::thread::scope(|scope| {
        for mut crew in crews {
            let (sender, next, horizon) = (sender.clone(), &next, &horizon);
            let play = move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    while number >= horizon.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                        std::thread::sleep(std::time::Duration::from_millis(1));
                    }
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
            };
            if let Err(why) = std::thread::Builder::new().spawn_scoped(scope, play) {
                stop.store(true, Ordering::Relaxed);
                failed = Some(no_thread(threads, &why));
                break;
            }
        }
        drop(sender);
        for game in receiver {
            match game {
                // A test that has ended counts no more games.
                Ok(_) if count.decided => {}
                Ok(game) => {
                    on_game(&game);
                    count.add(game);
                    stop.fetch_or(count.decided, Ordering::Relaxed);
                    if plan.sprt.is_some() {
                        horizon.store(count.next + AHEAD, Ordering::Relaxed);
                    }
                }
                Err(error) => {
                    stop.store(true, Ordering::Relaxed);
                    failed.get_or_insert(error);
                }
            }
        }
    });
    match failed {
        Some(error) => Err(error),
        None => Ok(MatchReport::new(kind.name(), plan, kind.seats(), &count.end())),
    }
}

/// A thread that the system did not grant.
#[must_use]
pub fn no_thread(threads: usize, why: &std::io::Error) -> SpecError {
    SpecError(format!("host: no room for {threads} threads: {why}; --threads takes fewer"))
}

/// Plays the games one after another and shows every move.
///
/// # Errors
/// When an agent cannot be built, or this machine fails a game.
pub fn watch_match(
    kind: &dyn Kind,
    plan: &MatchPlan,
    stop: &Arc<AtomicBool>,
    on_game: &mut dyn FnMut(&GameSummary),
    watch: WatchMatch<'_>,
) -> Result<MatchReport, SpecError> {
    plan.check(kind)?;
    let mut crew = kind.crews(&plan.agents, 1)?.remove(0);
    let mut count = Count::new(plan);
    for number in 0..plan.units(kind.seats()) {
        let unit = plan.unit(kind.seats(), number);
        let mut show = |frame: Frame<'_>| watch(&MatchFrame { unit: number, agents: &unit.seating, frame });
        let Some(game) = crew.play(&unit, stop, Some(&mut show))? else { break };
        on_game(&game);
        count.add(game);
        if count.decided {
            break;
        }
    }
    Ok(MatchReport::new(kind.name(), plan, kind.seats(), &count.end()))
}

/// The games of a match so far. Without a test each is counted as it comes. A test looks at every pair in turn: its
/// games are counted in their order, and those beyond a gap wait.
struct Count {
    sprt: Option<Sprt>,
    sums: MatchSums,
    /// The game that a test waits for.
    next: u64,
    waiting: BTreeMap<u64, GameSummary>,
    /// Whether the test has ended; no game counts any more.
    decided: bool,
}

impl Count {
    fn new(plan: &MatchPlan) -> Self {
        let sums = MatchSums::new(plan.agents.len());
        Self { sprt: plan.sprt, sums, next: 0, waiting: BTreeMap::new(), decided: false }
    }

    fn add(&mut self, game: GameSummary) {
        let Some(sprt) = self.sprt else { return self.sums.add(&game) };
        self.waiting.insert(game.unit, GameSummary { text: String::new(), ..game });
        while !self.decided
            && let Some(game) = self.waiting.remove(&self.next)
        {
            self.sums.add(&game);
            self.next += 1;
            let is_pair = self.next.is_multiple_of(2);
            self.decided = is_pair && sprt.verdict(sprt.llr(&self.sums.pairs)) != Verdict::Undecided;
        }
    }

    /// The sums of all games that count.
    fn end(mut self) -> MatchSums {
        if !self.decided {
            self.waiting.values().for_each(|game| self.sums.add(game));
        }
        self.sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use registry::Spent;

    fn game(unit: u64, points: i32) -> GameSummary {
        let first = (unit % 2) as usize;
        let sign = if first == 0 { 1 } else { -1 };
        GameSummary {
            unit,
            agents: vec![first, 1 - first],
            payoffs: vec![sign * points, -sign * points],
            forfeit: None,
            adjudicated: None,
            spent: vec![Spent::default(); 2],
            plies: (unit % 60) as u32,
            turns: 1,
            choices: 3,
            fingerprint: plywise::rng::mix(unit),
            milestone: None,
            moves: Vec::new(),
            text: "a game".into(),
        }
    }

    fn plan(test: Option<&str>) -> MatchPlan {
        MatchPlan {
            agents: vec![Spec::parse("a").unwrap(), Spec::parse("b").unwrap()],
            games: 1000,
            seed: 1,
            clock: None,
            openings: Openings::Start,
            adjudication: Adjudication::default(),
            sprt: test.map(|test| crate::parse_sprt(test).unwrap()),
            threads: 1,
        }
    }

    /// A hundred thousand games take no more room than a thousand, though each comes some places late.
    #[test]
    fn memory_does_not_grow_with_the_games() {
        for test in [None, Some("elo0=0,elo1=1")] {
            let mut count = Count::new(&plan(test));
            let mut most = [0, 0];
            for block in 0..6250 {
                // Sixteen games in play, of which the last begun ends first.
                for unit in (16 * block..16 * (block + 1)).rev() {
                    count.add(game(unit, 1 - (unit / 2 % 3) as i32));
                    let held = count.sums.entries() + count.waiting.len();
                    let at = usize::from(block >= 63);
                    most[at] = most[at].max(held);
                }
            }
            assert_eq!((count.sums.games, most[1] <= most[0]), (100_000, true), "{test:?}: {most:?}");
            assert!(most[0] < 300, "{most:?}");
        }
    }

    /// The third pair that is won ends the test, in whatever order games end.
    #[test]
    fn the_end_does_not_depend_on_the_order() {
        let end = |units: &[u64]| {
            let mut count = Count::new(&plan(Some("elo0=0,elo1=600")));
            units.iter().for_each(|&unit| {
                if !count.decided {
                    count.add(game(unit, 1));
                }
            });
            (count.decided, count.next, count.end())
        };
        let in_order = end(&(0..40).collect::<Vec<_>>());
        assert!(in_order.0 && in_order.1 < 40 && in_order.1.is_multiple_of(2), "{}", in_order.1);
        assert_eq!(end(&(0..40).rev().collect::<Vec<_>>()), in_order);
        assert!(!end(&(1..40).collect::<Vec<_>>()).0, "the first pair is not whole");
    }
}
