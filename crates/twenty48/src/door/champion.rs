//! The champion of 2048: expectimax on the network for the stage of the root, and endgame tables where it is given some.

use std::path::Path;
use std::sync::Arc;

use plywise::trace::Tell;
use plywise::tree::SearchTree;
use plywise::{Agent, Evaluate, EvaluateChance, Game, Limits, Pruning, Report, Stop, TableUse, Turn, Value};
use registry::agents::chance_search;
use registry::spec::{Spec, SpecError};

use super::options::{CHAMPIONS, TABLES};
use super::stages;
use crate::endgame::Endgames;
use crate::ntuple::{Network, Stage, Stages};
use crate::{Move, Twenty48, dynamic_depth};

type Inner = Box<dyn Agent<Twenty48>>;

/// One agent for each stage that was needed so far: a handful in a game.
pub(super) struct Champion {
    networks: Stages,
    build: Box<dyn Fn(Network) -> Result<Inner, SpecError> + Send>,
    agents: Vec<(Stage, Inner)>,
    endgames: Option<Arc<Endgames>>,
}

impl Champion {
    /// `build` makes the agent that plays on a network of one stage.
    ///
    /// # Errors
    /// Those of `build`.
    pub(super) fn new(
        networks: Stages,
        endgames: Option<Arc<Endgames>>,
        build: impl Fn(Network) -> Result<Inner, SpecError> + Send + 'static,
    ) -> Result<Self, SpecError> {
        let first = networks.stage(Twenty48::START.board());
        let agents = vec![(first, build(networks.network(first))?)];
        Ok(Self { networks, build: Box::new(build), agents, endgames })
    }

    fn agent(&mut self, position: &Twenty48) -> &mut Inner {
        let stage = self.networks.stage(position.board());
        let known = self.agents.iter().position(|known| known.0 == stage);
        let place = known.unwrap_or_else(|| {
            let agent = (self.build)(self.networks.network(stage)).expect("it was built on this spec before");
            self.agents.push((stage, agent));
            self.agents.len() - 1
        });
        &mut self.agents[place].1
    }

    /// The slide that a table knows. The value is what the network expects: tables know chances, not points.
    fn known(&self, position: &Twenty48) -> Option<Report<Move, Value>> {
        let Turn::Seat(seat) = position.turn() else { return None };
        let (way, _) = self.endgames.as_ref()?.best(position.board())?;
        let network = self.networks.at(position.board());
        Some(Report {
            best: Some(Move::Slide(way)),
            value: network.evaluate(position, seat).to_value(Evaluate::<Twenty48>::unit(&network)),
            line: vec![Move::Slide(way)],
            depth: 1,
            nodes: 1,
            elapsed: std::time::Duration::ZERO,
            stopped: Stop::Enough,
            table: TableUse::default(),
        })
    }
}

/// The tables in a folder.
fn open(spec: &Spec, folder: &Path) -> Result<Arc<Endgames>, SpecError> {
    Endgames::open(folder).map(Arc::new).map_err(|error| {
        SpecError(match error.kind() {
            std::io::ErrorKind::NotFound => format!(
                "{}: no endgame tables in {}; `plywise tables 2048 --cache FOLDER` makes them",
                spec.name,
                folder.display()
            ),
            std::io::ErrorKind::NotADirectory => format!(
                "{}: {} is no folder; `plywise tables 2048 --cache FOLDER` makes one with endgame tables",
                spec.name,
                folder.display()
            ),
            _ => format!("{}: {error}; `plywise tables 2048 --again` makes it anew", spec.name),
        })
    })
}

/// The champion that a spec asks for. Its tables are looked for before its networks take their time.
pub(super) fn champion(spec: &Spec) -> Result<Inner, SpecError> {
    let endgames = spec.get(&TABLES)?.map(|folder| open(spec, &folder)).transpose()?;
    let (networks, spec) = (stages(spec)?, spec.clone());
    let build = move |network: Network| as_champion(&spec, network.recalling());
    Ok(Box::new(Champion::new(networks, endgames, build)?))
}

/// The search that a champion is, on one evaluator.
pub(super) fn as_champion<E>(spec: &Spec, eval: E) -> Result<Inner, SpecError>
where
    E: EvaluateChance<Twenty48> + Send + Sync + 'static,
{
    chance_search(spec, &CHAMPIONS, Pruning::Off, eval, dynamic_depth)
}

impl Agent<Twenty48> for Champion {
    fn choose_with_progress(
        &mut self,
        position: &Twenty48,
        limits: &Limits,
        tell: &mut Tell<'_, Move>,
    ) -> Report<Move, Value> {
        self.known(position)
            .unwrap_or_else(|| self.agent(position).choose_with_progress(position, limits, tell))
    }

    fn search_tree(&mut self, position: &Twenty48, limits: &Limits, most: usize) -> Option<SearchTree<Move>> {
        self.agent(position).search_tree(position, limits, most)
    }

    fn new_game(&mut self, seed: u64) {
        self.agents.iter_mut().for_each(|(_, agent)| agent.new_game(seed));
    }
}
