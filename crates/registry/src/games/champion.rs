//! The champion of 2048: expectimax on a network that sees each position by the gap at the root of its search.

use plywise::chance::ChanceTree;
use plywise::trace::Iteration;
use plywise::{Agent, Limits, Report, Value};
use twenty48::ntuple::{Network, Sight};
use twenty48::{Move, Twenty48};

use crate::spec::{Spec, SpecError};

type Inner = Box<dyn Agent<Twenty48>>;

/// One agent for each sight that was needed so far: a handful in a game.
pub(super) struct Champion {
    network: Network,
    build: Box<dyn Fn(Network) -> Result<Inner, SpecError> + Send>,
    agents: Vec<(Sight, Inner)>,
}

impl Champion {
    /// `build` makes the agent that plays on a network.
    ///
    /// # Errors
    /// Those of `build`.
    pub(super) fn new(
        network: Network,
        build: impl Fn(Network) -> Result<Inner, SpecError> + Send + 'static,
    ) -> Result<Self, SpecError> {
        let plain = build(network.clone())?;
        Ok(Self { network, build: Box::new(build), agents: vec![(Sight::Plain, plain)] })
    }

    fn agent(&mut self, position: &Twenty48) -> &mut Inner {
        let sight = Sight::from_root(position.board());
        let known = self.agents.iter().position(|known| known.0 == sight);
        let place = known.unwrap_or_else(|| {
            let agent = (self.build)(self.network.seeing(sight)).expect("it was built on this spec before");
            self.agents.push((sight, agent));
            self.agents.len() - 1
        });
        &mut self.agents[place].1
    }
}

/// The champion that a spec asks for, as the expectimax `search`.
pub(super) fn champion(
    search: Spec,
    network: Network,
    build: fn(&Spec, Network) -> Result<Inner, SpecError>,
) -> Result<Inner, SpecError> {
    Ok(Box::new(Champion::new(network, move |network| build(&search, network))?))
}

impl Agent<Twenty48> for Champion {
    fn choose(&mut self, position: &Twenty48, limits: &Limits) -> Report<Move, Value> {
        self.agent(position).choose(position, limits)
    }

    fn choose_aloud(
        &mut self,
        position: &Twenty48,
        limits: &Limits,
        tell: &mut dyn FnMut(&Iteration<Move>, i32),
    ) -> Report<Move, Value> {
        self.agent(position).choose_aloud(position, limits, tell)
    }

    fn grow_chance(
        &mut self,
        position: &Twenty48,
        limits: &Limits,
        most: usize,
    ) -> Option<(ChanceTree<Move>, i32)> {
        self.agent(position).grow_chance(position, limits, most)
    }

    fn new_game(&mut self, seed: u64) {
        self.agents.iter_mut().for_each(|(_, agent)| agent.new_game(seed));
    }
}
