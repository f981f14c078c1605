//! A game of any type behind the border.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use plywise::notation::{Note, Planes};
use plywise::trace::Iteration;
use plywise::{
    Clock, Game, GameRecord, Ink, Limits, MoveError, Notation, Observe, OutOfTime, Report, Rng, Seat,
    TextError, TimeControl, Turn, Value,
};

use super::{AgentId, Clocks, LiveGame, Looks, Minds, Sight, Table, Unchosen};
use crate::analysis::{self, Asked, MoveValue, Scale, Thought};
use crate::batch;
use crate::capability::Means;
use crate::entry::{AnyAgent, Entry, Move, build};
use crate::explain::Explanation;
use crate::luck::Luck;
use crate::prospect::Prospects;
use crate::session::{Before, Session, Told};
use crate::spec::{Spec, SpecError};
use crate::text_tree::{self, TextTree};

/// A [`Session`] that can be taken back, and the agents around it.
pub struct Live<E: Entry> {
    entry: Arc<E>,
    session: Session<E>,
    /// What was before each of the last plies: all, but in a fork those since then.
    history: Vec<Before<E>>,
    agents: Vec<Joined<E>>,
}

/// An agent that has joined.
struct Joined<E: Entry> {
    agent: AnyAgent<E>,
    /// What its values count.
    scale: Scale,
    told: Told,
    /// What it has chosen in the position now.
    chosen: Option<Report<Move<E>, Value>>,
}

impl<E: Entry> Live<E> {
    /// A game at its start.
    #[must_use]
    pub fn new(entry: Arc<E>, luck: Luck, start: E::Game) -> Self {
        let session = Session::new(Arc::clone(&entry), start, luck.stream());
        Self { entry, session, history: Vec::new(), agents: Vec::new() }
    }

    /// The game that is played.
    #[must_use]
    pub fn entry(&self) -> &E {
        &self.entry
    }

    /// The position now.
    #[must_use]
    pub fn now(&self) -> &E::Game {
        self.session.now()
    }

    fn legal(&self) -> Vec<Move<E>> {
        let mut moves = Vec::new();
        self.now().moves(&mut moves);
        moves
    }

    fn pass(&self) -> Option<Move<E>> {
        match *self.legal() {
            [only] if self.now().is_pass(only) => Some(only),
            _ => None,
        }
    }

    /// What these of the legal moves are worth, the best first.
    fn valued(&mut self, agent: AgentId, moves: Vec<Move<E>>, depth: u32, limits: &Limits) -> Vec<MoveValue> {
        let now = self.now().clone();
        let Turn::Seat(seat) = now.turn() else { return Vec::new() };
        let Joined { agent, scale, chosen, .. } = &mut self.agents[agent.0];
        let asked = Asked { agent: &mut **agent, scale: *scale, chosen: chosen.as_ref() };
        analysis::move_values(&now, &now.observe(seat), moves, asked, depth, limits)
    }

    /// The position is another: what was chosen before is of no use.
    fn moved(&mut self) {
        self.agents.iter_mut().for_each(|joined| joined.chosen = None);
    }

    fn push(&mut self, before: Before<E>, mv: Move<E>) {
        self.history.push(before);
        self.session.play(mv);
        self.moved();
    }

    fn add(&mut self, agent: AnyAgent<E>, scale: Scale) -> AgentId {
        self.agents.push(Joined { agent, scale, told: Told::default(), chosen: None });
        AgentId(self.agents.len() - 1)
    }
}

impl<E: Entry> Table for Live<E> {
    fn turn(&self) -> Option<Turn> {
        (!self.now().is_over()).then(|| self.now().turn())
    }

    fn moves(&self) -> Vec<String> {
        self.legal().into_iter().map(|mv| self.now().move_text(mv)).collect()
    }

    fn forced_pass(&self) -> Option<String> {
        self.pass().map(|pass| self.now().move_text(pass))
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let mv = self.now().read_move(text)?;
        let before = self.session.before();
        if self.turn() == Some(Turn::Chance) {
            // The dice fall whether or not what they say is played: a game that is played again goes on as it would have.
            self.session.roll();
        }
        self.push(before, mv);
        Ok(())
    }

    fn play_unchosen(&mut self) -> Option<Unchosen> {
        let before = self.session.before();
        let (seat, mv) = match self.turn()? {
            Turn::Chance => (None, self.session.roll()),
            Turn::Seat(seat) => (Some(seat), self.pass()?),
        };
        let text = self.now().move_text(mv);
        self.push(before, mv);
        Some(Unchosen { seat, text })
    }

    fn roll(&mut self, rng: &mut Rng) {
        let mv = self.entry.dice().roll(self.now(), rng);
        self.push(self.session.before(), mv);
    }

    fn undo(&mut self) -> bool {
        let Some(before) = self.history.pop() else { return false };
        self.moved();
        self.session.back(before, self.agents.iter_mut().map(|joined| &mut joined.told));
        true
    }

    fn restart(&mut self, position: &str) -> Result<(), TextError> {
        self.session.restart(self.session.start().read_position(position)?);
        self.history.clear();
        self.moved();
        self.agents.iter_mut().for_each(|joined| joined.told = Told::default());
        Ok(())
    }

    fn plies(&self) -> usize {
        self.session.moves().len()
    }
}

impl<E: Entry> Clocks for Live<E> {
    fn set_clocks(&mut self, control: TimeControl) {
        self.session.set_clocks(control);
    }

    fn clock(&self, seat: Seat) -> Option<&Clock> {
        self.session.clock(seat)
    }

    fn spend(&mut self, used: Duration) -> Result<(), OutOfTime> {
        self.session.spend(used)
    }

    fn run_clock(&mut self, seat: Seat, used: Duration) {
        self.session.run_clock(seat, used);
    }

    fn unbook(&mut self) {
        self.session.unbook();
    }

    fn limits(&self, stop: Option<Arc<AtomicBool>>) -> Limits {
        self.session.limits(stop)
    }
}

impl<E: Entry> Sight for Live<E> {
    fn seats(&self) -> usize {
        E::Game::SEATS
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.now().seat_name(seat)
    }

    fn position(&self) -> String {
        self.now().position_text()
    }

    fn seen(&self, seat: Seat) -> String {
        self.entry.customs().seen(self.now(), seat)
    }

    fn diagram(&self, ink: Ink) -> String {
        self.now().diagram(self.session.moves().last().copied(), ink)
    }

    fn planes(&self) -> Option<Planes> {
        self.now().planes()
    }

    fn numbers(&self) -> Vec<Vec<usize>> {
        batch::numbers(self.now())
    }

    fn ending(&self) -> String {
        self.now().ending()
    }

    fn payoffs(&self) -> Vec<i32> {
        (0..E::Game::SEATS as u8).map(|seat| self.now().payoff(Seat(seat))).collect()
    }

    fn annotated(&self, tags: Vec<(String, String)>, notes: &[Note]) -> String {
        use plywise::Archive;
        let moves = self.session.moves().to_vec();
        self.session.start().annotated_text(&GameRecord { tags, moves, forfeit: None }, notes)
    }
}

impl<E: Entry> Minds for Live<E> {
    fn join(&mut self, spec: &Spec, seed: u64) -> Result<AgentId, SpecError> {
        let mut agent = build(&*self.entry, spec)?;
        agent.new_game(seed);
        Ok(self.add(agent, self.entry.insight().scale(spec)))
    }

    fn join_solver(&mut self, means: Means) -> Result<Option<AgentId>, SpecError> {
        let solver = self.entry.insight().solver(means)?;
        Ok(solver.map(|solver| self.add(solver, Scale::own("points"))))
    }

    fn think_aloud(
        &mut self,
        agent: AgentId,
        limits: &Limits,
        tell: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        let now = self.session.now();
        let Joined { agent, told, chosen, .. } = &mut self.agents[agent.0];
        let mut aloud = |iteration: &Iteration<Move<E>>, unit| tell(&analysis::so_far(now, iteration, unit));
        let (report, _) = self.session.ask(&mut **agent, told, limits, &mut aloud)?;
        if limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return None;
        }
        *chosen = Some(report.clone());
        Some(Thought {
            best: now.move_text(report.best?),
            value: report.value,
            line: analysis::line_text(now, &report.line),
            depth: report.depth,
            nodes: report.nodes,
            elapsed_s: report.elapsed.as_secs_f64(),
            stopped: report.stopped.word(),
        })
    }

    fn time_report(&mut self, agent: AgentId) -> Option<String> {
        self.agents[agent.0].agent.time_report()
    }

    fn failure(&mut self, agent: AgentId) -> Option<String> {
        self.agents[agent.0].agent.failure()
    }
}

impl<E: Entry> Looks for Live<E> {
    fn explain(&self, spec: Option<&Spec>) -> Result<Explanation, SpecError> {
        self.entry.insight().explain(self.now(), spec)
    }

    fn move_values(&mut self, agent: AgentId, depth: u32, limits: &Limits) -> Vec<MoveValue> {
        let legal = self.legal();
        self.valued(agent, legal, depth, limits)
    }

    fn move_value(&mut self, agent: AgentId, mv: &str, depth: u32, limits: &Limits) -> Option<MoveValue> {
        let mv = self.now().read_move(mv).ok()?;
        self.valued(agent, vec![mv], depth, limits).pop()
    }

    fn finished(&self, agent: AgentId) -> Option<(Seat, Value)> {
        let seat = match self.now().turn() {
            Turn::Seat(seat) => seat,
            Turn::Chance => Seat::FIRST,
        };
        let is_over = self.now().is_over();
        let value = || self.scale(agent).finished(self.now().payoff(seat), 0);
        is_over.then(value).flatten().map(|value| (seat, value))
    }

    fn scale(&self, agent: AgentId) -> Scale {
        self.agents[agent.0].scale
    }

    fn prospects(&self, spec: &Spec, seed: u64) -> Result<Option<Prospects<String>>, SpecError> {
        let now = self.now();
        if !matches!(now.turn(), Turn::Seat(_)) {
            return Ok(None);
        }
        let told = self.entry.dice().prospects(now, spec, seed)?;
        Ok(told.map(|Prospects { values_are_scores, risks }| {
            let risks = risks.into_iter().map(|(mv, risk)| (now.move_text(mv), risk)).collect();
            Prospects { values_are_scores, risks }
        }))
    }

    fn tree(&mut self, agent: AgentId, limits: &Limits, most: usize) -> Option<TextTree> {
        let now = self.now().clone();
        let Turn::Seat(seat) = now.turn() else { return None };
        let (view, shown) =
            (now.observe(seat), |position: &E::Game| self.entry.customs().seen(position, seat));
        let agent = &mut self.agents[agent.0].agent;
        Some(text_tree::text_tree(&now, &agent.search_tree(&view, limits, most)?, &shown))
    }
}

impl<E: Entry> LiveGame for Live<E> {
    fn fork(&self, plies: usize) -> Box<dyn LiveGame> {
        // The history of a fork begins where it does.
        let first = self.plies() - self.history.len();
        let plies = plies.clamp(first, self.plies());
        let session = self.session.fork(self.history.get(plies - first), plies);
        Box::new(Self { entry: Arc::clone(&self.entry), session, history: Vec::new(), agents: Vec::new() })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
